"""Whom a delivery report is about, where no field says so: rules for the lines of all kinds of mail systems.

Ordered from the surest to the least: the first rule that an address fits decides. A rule sees what stands before and
after the address on its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from keepword.threading.mime.addresses import clean_address

MAX_ADDRESSES = 200
"""Addresses of one report that are looked at."""
_BEFORE, _AFTER = 160, 320
"""Characters that a rule sees on each side."""

_ADDRESS = re.compile(
    r"(?<![^\s<>()\[\]\",;:=*'`])(?:\"[^\"\s]{1,64}\"|[^\s<>()\[\]\",;:=*'`@]{1,100})@[^\s<>()\[\]\",;:'*`/]{1,255}"
)
_NOT_ABOUT = re.compile(
    r"\b(?:contact|mail from|help|support|postmaster for|send mail to|questions?|envelope-from|original sender|sender)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Place:
    """An address and what stands around it on its line."""

    address: str
    before: str
    after: str


class _Rule:
    """What must stand before and after an address; `said` may stand anywhere before it."""

    def __init__(self, before: str, after: str = "", said: str = "") -> None:
        self.before = re.compile(rf"(?:{before})[<\"]{{0,2}}\Z", re.IGNORECASE)
        self.after = re.compile(rf"[>\"]{{0,2}}(?:{after})", re.IGNORECASE)
        self.said = re.compile(said, re.IGNORECASE)

    def fits(self, place: _Place) -> bool:
        fits = self.before.search(place.before) and self.after.match(place.after) and self.said.search(place.before)
        return fits is not None


SURE = (
    # a label says so
    _Rule(r"\b(?:mailing list|newsgroup)\s?"),
    _Rule(
        r"^[\s\W]{0,20}(?:final |original |failed |intended )?(?:recipient|addressee|to address|rcpt)s?(?: address| name)?"
        r"\s{0,3}[:=]\s{0,4}"
    ),
    _Rule(r"\baddress\s?: ?"),
    # the line is the address, perhaps with what happened to it
    _Rule(r"^\s{0,12}", r"(?:<mailto:[^>\s]{1,300}>)?\s{0,4}[:;]?\s{0,4}\Z"),
    _Rule(r"^\s{0,12}(?:[*>+-]{1,3}\s{0,3})?", r"\s?(?:[:\[(]|\.\.\.| on \d| <)"),
    _Rule(r"^\s{0,12}[*>+-]{1,3}\s{0,3}"),
)
"""Rules that leave no doubt."""
LIKELY = (
    # a sentence says so
    _Rule(
        r"\bto\b:?[^@<>]{0,40}[\s:]",
        said=r"\b(?:deliver(?:y|ed|ing)?|undeliverable|sen[dt](?:ing)?|reach|write|forward(?:ing)?)\b",
    ),
    _Rule(
        r"\b(?:unknown user|unknown recipient|delivery userid|user|recipients?|errors|failed|addresse?s?)\b[^@<>]{0,60}[:\s(]"
    ),
    # the dialogue with the other server says so
    _Rule(r"\brcpt to:\s?"),
    _Rule(r"\b[45]\d\d\b.{0,60}[\s<]"),
    _Rule(r"^\s{0,12}", r"\s"),
    _Rule(r"[\s(]for "),
)
"""Rules that are mostly right."""


ANY = (_Rule(r""),)
"""No rule: whatever address is left."""


def recipient(lines: tuple[str, ...], strangers: frozenset[str], rules: tuple[_Rule, ...]) -> str | None:
    """Return the first recipient that the first of the rules finds, or None.

    `strangers` are addresses, lower-cased, that the report cannot be about: its own sender, and those it was sent to.
    """
    places = list(_places(lines, strangers))
    for rule in rules:
        found = next((place.address for place in places if rule.fits(place)), None)
        if found is not None:
            return found
    return None


def _places(lines: tuple[str, ...], strangers: frozenset[str]) -> Iterator[_Place]:
    left = MAX_ADDRESSES
    for line in lines:
        for found in _ADDRESS.finditer(line) if "@" in line else ():
            if not left:
                return
            left -= 1
            place = _place(line, found)
            if _is_whole(place.address) and place.address.lower() not in strangers:
                yield place


def _place(line: str, found: re.Match[str]) -> _Place:
    before = line[max(0, found.start() - _BEFORE) : found.start()]
    address = "" if _NOT_ABOUT.search(before) else clean_address(found[0].rstrip(".,;:!?"))
    cut = len(found[0]) - len(found[0].rstrip(".,;:!?"))
    return _Place(address, before, line[found.end() - cut : found.end() + _AFTER])


def _is_whole(address: str) -> bool:
    return "." in address.rpartition("@")[2]
