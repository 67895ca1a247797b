"""The one way in which a slot's value is written, and whether the quote really says it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from keepword.memory.claims.kinds import ClaimKind
from keepword.memory.claims.links import read_links
from keepword.memory.claims.plain import is_number_like
from keepword.memory.evidence.places import locate
from keepword.memory.normal.support import supported
from keepword.memory.normal.times import contact_time
from keepword.memory.normal.words import CHANNELS, LANGUAGES
from keepword.memory.tokens import Phrases, tokens, vocabulary

MAX_VALUE = 500


@dataclass(frozen=True, slots=True)
class Normal:
    """A value's normal form, or the check that refuses it: `normal_form` (no such value) or `inference` (not in the quote)."""

    value: str = ""
    fault: str = ""


_NO_FORM, _INFERRED = Normal(fault="normal_form"), Normal(fault="inference")


def normalise(slot: str, value: str, quote: str, region: str | None = None) -> Normal:
    """Return the normal form of a slot's value as far as the quote supports it.

    `preferred_contact_time` becomes a plain English phrase, `language` a BCP 47 tag, `phone` E.164 (digits as written where
    no country is known; `region` is an ISO 3166 code), `email` with its domain in lower case, `order_number` in upper
    case. Any other slot: white space folded, length bounded, and every word of it supported by the quote.
    """
    trimmed = " ".join(value.split())
    if not trimmed or len(trimmed) > MAX_VALUE or not trimmed.isprintable():
        return _NO_FORM
    form = _FORMS.get(slot)
    if slot == "phone":
        return _phone(trimmed, quote, region)
    return form(trimmed, quote) if form else _words(trimmed, quote)


def _contact_time(value: str, quote: str) -> Normal:
    found = contact_time(value, quote)
    if found is None:
        return _words(value, quote) if tokens(value)[0].fold in _WHILE else _NO_FORM
    return Normal(found) if found else _INFERRED


_WHILE = vocabulary(
    "when while after before once during wenn während nach vor sobald quand pendant après avant cuando mientras después antes "
    "quando mentre dopo prima wanneer terwijl als na voor enquanto depois"
)
"""Words with which a time is said by what happens then: `when the kids sleep`."""


def _words(value: str, quote: str) -> Normal:
    return Normal(value) if supported(value, quote) else _INFERRED


_TAG = re.compile(r"[a-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\d{3}))?")
_LANGUAGES, _CHANNELS = Phrases(LANGUAGES), Phrases(CHANNELS)


def _language(value: str, quote: str) -> Normal:
    named = {h.label for h in _LANGUAGES.find(tokens(value))}
    tag = value if _TAG.fullmatch(value) else ""
    if not tag and len(named) != 1:
        return _NO_FORM
    code = (tag or next(iter(named))).split("-")[0].lower()
    said = {h.label for h in _LANGUAGES.find(tokens(quote[:2000]))}
    if code not in said:
        return _INFERRED
    return Normal(tag or code)


def _channel(value: str, quote: str) -> Normal:
    named = {h.label for h in _CHANNELS.find(tokens(value))}
    if not named:
        return _NO_FORM
    said = {h.label for h in _CHANNELS.find(tokens(quote[:2000]))}
    return Normal(min(named)) if len(named) == 1 and named <= said else _INFERRED


def _phone(value: str, quote: str, region: str | None) -> Normal:
    value, quote = value.replace("(0)", ""), quote[:2000].replace("(0)", "")
    digits = re.sub(r"\D", "", value)
    if not 7 <= len(digits) <= 15:
        return _NO_FORM
    if digits.removeprefix("00") not in re.sub(r"\D", "", quote):
        return _INFERRED
    import phonenumbers  # its tables are large: only where a number is weighed

    try:
        number = phonenumbers.parse(re.sub(r"^00", "+", re.sub(r"[^\d+]", "", value)), region)
    except phonenumbers.NumberParseException:
        return Normal(digits) if not value.startswith("+") else _NO_FORM
    if not phonenumbers.is_possible_number(number):
        return _NO_FORM
    return Normal(phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164))


def _email(value: str, quote: str) -> Normal:
    found = [c for c in read_links(value) if c.kind is ClaimKind.EMAIL]
    if len(found) != 1 or found[0].text != value:
        return _NO_FORM
    said = {c.value.lower() for c in read_links(quote[:2000]) if c.kind is ClaimKind.EMAIL}
    return Normal(found[0].value) if found[0].value.lower() in said else _INFERRED


_NAME_MARKS = frozenset("'’-. ·,")
MAX_NAME_WORDS = 7


def _name(value: str, quote: str) -> Normal:
    plain = value.strip(" ,.;:!-")
    if not plain or len(plain) > 100 or len(plain.split()) > MAX_NAME_WORDS:
        return _NO_FORM
    if not all(c.isalpha() or c in _NAME_MARKS or _is_mark(c) for c in plain):
        return _NO_FORM
    return (
        Normal(plain)
        if locate(plain, " ".join(quote.split())) or locate(plain.casefold(), quote.casefold())
        else _INFERRED
    )


def _is_mark(character: str) -> bool:
    return not character.isascii() and not character.isdigit() and character.isprintable()


def _order_number(value: str, quote: str) -> Normal:
    plain = value.lstrip("#").upper()
    if not (is_number_like(plain) or plain.isdigit()) or len(plain) > 40:
        return _NO_FORM
    return Normal(plain) if plain in quote.upper() else _INFERRED


def _address(value: str, quote: str) -> Normal:
    if len(value.split()) < 2 or len(value) > 300:
        return _NO_FORM
    return _words(value, quote)


_FORMS: dict[str, Callable[[str, str], Normal]] = {
    "preferred_contact_time": _contact_time,
    "contact_time": _contact_time,
    "language": _language,
    "channel": _channel,
    "preferred_channel": _channel,
    "contact_channel": _channel,
    "email": _email,
    "name": _name,
    "order_number": _order_number,
    "address": _address,
    "shipping_address": _address,
}
