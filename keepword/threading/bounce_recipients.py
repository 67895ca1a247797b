"""Whom a delivery report is about, where no field says so: rules for the lines of all kinds of mail systems.

Ordered from the surest to the least: the first rule that finds an address decides.
"""

from __future__ import annotations

import re

from keepword.threading.addresses import clean_address

_ADDRESS = r"<?\"?((?:\"[^\"\s]{1,64}\"|[^\s<>()\[\]\",;:=*'`]{1,100})@[^\s<>()\[\]\",;:'*`/]{1,255})"
_RULES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # a label says so
        rf"[\s\W]{{0,20}}(?:final |original |failed |intended )?(?:recipient|addressee|to address|rcpt)s?(?: address| name)?\s{{0,3}}[:=]\s{{0,4}}{_ADDRESS}",
        rf".{{0,200}}\baddress\s?: ?{_ADDRESS}",
        # the line is the address, perhaps with what happened to it
        rf"\s{{0,12}}{_ADDRESS}>?\"?(?:<mailto:[^>\s]{{1,300}}>)?\s{{0,4}}[:;]?\s{{0,4}}$",
        rf"\s{{0,12}}(?:[*>+-]{{1,3}}\s{{0,3}})?{_ADDRESS}>?\"?\s?(?:[:\[(]|\.\.\.| on \d| <)",
        rf"\s{{0,12}}(?:[*>+-]{{1,3}}\s{{0,3}}){_ADDRESS}",
        # a sentence says so
        rf".{{0,300}}\b(?:deliver(?:y|ed|ing)?|undeliverable|sen[dt](?:ing)?|reach|write|forward(?:ing)?)\b[^@<>]{{0,120}}\bto\b:?[^@<>]{{0,40}}[\s:]{_ADDRESS}",
        rf".{{0,200}}\b(?:unknown user|unknown recipient|delivery userid|user|recipients?|errors|failed|mailing list|addresse?s?)\b[^@<>]{{0,60}}[:\s(]{_ADDRESS}",
        # the dialogue with the other server says so
        rf".{{0,200}}\brcpt to:\s?{_ADDRESS}",
        rf".{{0,200}}\b[45]\d\d\b.{{0,60}}[\s<]{_ADDRESS}",
        rf"\s{{0,12}}{_ADDRESS}>?\s",
        rf".{{0,300}}[\s<(]for {_ADDRESS}",
    )
)  # fmt: skip
_NOT_ABOUT = re.compile(
    r"\b(?:contact|mail from|help|support|postmaster for|send mail to|questions?|envelope-from|original sender|sender)\b",
    re.IGNORECASE,
)


def recipients(lines: tuple[str, ...], strangers: frozenset[str]) -> list[tuple[int, str]]:
    """Return (line number, address) of each recipient that the surest rule finds.

    `strangers` are addresses, lower-cased, that the report cannot be about: its own sender, and those it was sent to.
    """
    for rule in _RULES:
        found = [(n, a) for n, line in enumerate(lines) if (a := _address(rule, line, strangers))]
        if found:
            return found
    return []


def _address(rule: re.Pattern[str], line: str, strangers: frozenset[str]) -> str | None:
    if "@" not in line:
        return None
    found = rule.match(line)
    if found is None or _NOT_ABOUT.search(line[: found.start(1)]):
        return None
    address = clean_address(found[1].rstrip(".,;:!?"))
    return address if address and "." in address.rpartition("@")[2] and address.lower() not in strangers else None
