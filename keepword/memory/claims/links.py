"""Links, mail addresses, phone numbers and account numbers in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from keepword.memory.claims.kinds import Claim, ClaimKind
from keepword.memory.claims.numbers import Run, at_digits, digit_runs

_TOP = (
    "com|org|net|info|biz|io|co|me|app|dev|shop|store|online|site|xyz|top|club|live|link|click|tech|support|help|cloud|ai|eu|de|at|"
    "ch|fr|be|nl|es|it|pt|uk|ie|us|ca|au|nz|br|mx|ar|in|jp|cn|ru|pl|cz|se|no|dk|fi|gr|tr|ly|gl|gg|to|tv|cc|ws|example|test|invalid"
)
_SCHEME = re.compile(
    r"(?<![\w.+-])(?:https?|ftp|mailto|tel|javascript|data)\s?:\s?//?[^\s<>\"'“”]{1,2000}", re.IGNORECASE
)
_BARE = re.compile(
    rf"(?<![\w@./+-])(?:[a-z0-9](?:[a-z0-9-]{{0,61}}[a-z0-9])?\.){{1,6}}(?:{_TOP})(?![\w@-])(?:[/?#:][^\s<>\"'“”]{{0,2000}})?",
    re.IGNORECASE,
)
_MAIL = re.compile(r"(?<![\w.+%-])[\w.+%'-]{1,64}@(?:[\w](?:[\w-]{0,62})\.){1,8}[\w-]{2,24}(?!\w)")
_ACCOUNT = re.compile(r"(?<![\w])[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?(?!\w)")
_LETTERED = re.compile(r"[A-Z][A-Z]\d\d")
_CARD = re.compile(r"(?<![\d.,+-])\d{4}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?!\d)")
_PHONE = re.compile(r"(?<![\w.,+/-])(?:\+|00)?\(?\d(?:[ ()./\u00a0–-]{0,3}\d){6,16}(?![\w/-]|[.,]\d)")
_SEVEN = re.compile(r"\d(?:[ ()./\u00a0–-]{0,3}\d){6}")
"""What no number of a phone or a card is without."""
_NORTH_AMERICA = re.compile(r"(?:\+?1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}")
_SLASH, _DOTTED = re.compile(r":\s?/"), re.compile(r"\.[^\W\d_]")
"""What no link and no domain is without, found at once in a letter that has none."""
_CUE = re.compile(
    r"(?:tel|phone|call|mobile|cell|number|handy|telefon|nummer|anruf|téléphone|portable|numéro|appel|móvil|llam|número|"
    r"cellulare|telefono|chiam|telefoon|mobiel|bel|telemóvel|celular|ligue|fax|whatsapp|sms)",
)
_OTHER_NUMBER = re.compile(
    r"(?:order|invoice|ticket|case|customer|reference|ref\.|account|tracking|parcel|serial|article|item|contract|booking"
    r"|bestell|auftrag|rechnung|kunden|konto|sendung|paket|artikel|vertrag|commande|facture|client|dossier|colis|contrat"
    r"|pedido|factura|cliente|cuenta|envío|ordine|fattura|spedizione|conto|bestelling|factuur|klant|pakket|encomenda|fatura)",
)
"""Words before digits that make them the number of something else; in small letters, as those that make them a phone's."""
_DATE_LIKE = re.compile(r"(?:19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:19|20)?\d\d")


def read_links(text: str, runs: Sequence[Run] | None = None) -> tuple[Claim, ...]:
    """Return URLs, mail addresses, account numbers and phone numbers, the surest first.

    `runs` are where its digits stand, where the caller knows it already.
    """
    found = digit_runs(text) if runs is None else runs
    long = [run for run in found if _SEVEN.match(text, run[0])]
    return (*_urls(text), *_mails(text), *_domains(text), *_accounts(text, long), *_phones(text, long))


def _urls(text: str) -> Iterator[Claim]:
    if _SLASH.search(text) is None:
        return
    for match in _SCHEME.finditer(text):
        yield _linked(match.start(), match.group())


def _domains(text: str) -> Iterator[Claim]:
    if _DOTTED.search(text) is None:
        return
    for match in _BARE.finditer(text):
        if match.group().islower() or "/" in match.group() or match.group().lower().startswith("www."):
            yield _linked(match.start(), match.group())


def _linked(start: int, found: str) -> Claim:
    url = found.rstrip(".,;:!?*_]}>'\"»…")
    if url.endswith(")") and url.count("(") < url.count(")"):
        url = url.rstrip(")")
    return Claim(ClaimKind.URL, url, start, start + len(url), url)


def _mails(text: str) -> Iterator[Claim]:
    if "@" not in text:
        return
    for match in _MAIL.finditer(text):
        local, _, domain = match.group().rpartition("@")
        yield Claim(ClaimKind.EMAIL, match.group(), match.start(), match.end(), f"{local}@{domain.lower()}")


def _accounts(text: str, runs: Sequence[Run]) -> Iterator[Claim]:
    lettered = _ACCOUNT.finditer(text) if _LETTERED.search(text) else iter(())
    for match in (*lettered, *at_digits(_CARD, text, runs)):
        digits = re.sub(r"[ -]", "", match.group())
        if 13 <= len(digits) <= 34:
            yield Claim(ClaimKind.ACCOUNT, match.group(), match.start(), match.end(), digits)


def _phones(text: str, runs: Sequence[Run]) -> Iterator[Claim]:
    for match in _dialled(text, runs):
        found = match.group()
        if not _DATE_LIKE.fullmatch(found) and _is_phone(text, match.start(), found):
            sign = "+" if found.startswith(("+", "00")) else ""
            digits = re.sub(r"\D", "", found.removeprefix("00") if found.startswith("00") else found)
            if 7 <= len(digits) <= 15:
                yield Claim(ClaimKind.PHONE, found, match.start(), match.end(), sign + digits)


def _dialled(text: str, runs: Sequence[Run]) -> Iterator[re.Match[str]]:
    """Go through what may be phone numbers: each begins with its first digits, or with the `+` or the bracket before them."""
    end = 0
    for start, _ in runs:
        places = range(max(start - len("+("), end), start + 1)
        match = next(filter(None, (_PHONE.match(text, at) for at in places)), None)
        if match is not None:
            end = match.end()
            yield match


def _is_phone(text: str, start: int, found: str) -> bool:
    """Say whether digits are a phone number: by `+`, `00`, a trunk `0` with breaks, the North American form, or a word before."""
    if found.startswith(("+", "00")) or _NORTH_AMERICA.fullmatch(found):
        return True
    if found.startswith(("0", "(0")) and len(re.sub(r"\D", "", found)) >= 8:
        return True
    before = text[max(0, start - 40) : start].lower()
    return _CUE.search(before) is not None and _OTHER_NUMBER.search(before) is None
