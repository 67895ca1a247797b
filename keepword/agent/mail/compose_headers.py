"""Header lines of our own mails, written by hand so that the bytes are what RFC 5322 and 2047 say.

The standard library's folding encodes long ids and addresses as encoded words (cpython #100991) and, told not to fold,
writes encoded words longer than RFC 2047, 2 allows. These few fields are simpler to write than to talk it out of that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from email.header import Header

import idna

MAX_VALUE = 900

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_ID = re.compile(r"^<[\x21-\x3b\x3d\x3f-\x7e]{1,900}>$")
_ATOMS = re.compile(r"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\x80-\U0010ffff.-]+$")
_QUOTED = re.compile(r'^"[^"\\]*"$')
_PLAIN_NAME = re.compile(r"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]*$")


def one_line(value: str) -> str:
    """Return a value without line breaks and control characters, which would begin a header of somebody else's."""
    return " ".join(_CONTROL.sub(" ", value).encode("utf-8", "replace").decode().split())


def text_line(name: str, value: str) -> str:
    r"""Write an unstructured field: as it stands where that is ASCII, else in encoded words (RFC 2047).

    >>> text_line("Subject", "Grüße")
    'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?='
    """
    text = one_line(value)[:MAX_VALUE]
    if text.isascii() and "=?" not in text:
        return f"{name}: {text}"
    return f"{name}: {Header(text, 'utf-8', header_name=name, maxlinelen=75).encode(linesep=chr(13) + chr(10))}"


def address_line(name: str, addresses: Sequence[tuple[str, str]]) -> str:
    r"""Write an address field from pairs of display name and address, one address a line.

    >>> address_line("To", [("", "a@example.com"), ("Shop, Ltd.", "b@example.com")])
    'To: a@example.com,\r\n "Shop, Ltd." <b@example.com>'
    """
    return f"{name}: " + ",\r\n ".join(_mailbox(display, address) for display, address in addresses)


def id_line(name: str, ids: Sequence[str]) -> str | None:
    """Write a field of ids, one a line and never encoded; None where no id can be written.

    An id that another mail cannot have carried (with spaces, not ASCII) would be broken on the way: it is left out.
    """
    usable = [id_ for id_ in ids if _ID.match(id_)]
    return f"{name}: " + "\r\n ".join(usable) if usable else None


def ascii_address(address: str) -> str:
    """Return an address as it is sent: control characters gone, its domain in ASCII (IDNA 2008), its local part quoted.

    A local part with other than ASCII letters stays, for servers with SMTPUTF8.

    >>> ascii_address("anna@bücher.example")
    'anna@xn--bcher-kva.example'
    """
    bare = one_line(address).strip("<> ")
    local, at, domain = bare.rpartition("@")
    return f"{_local(local)}{at}{_domain(domain)}" if at else bare


def _local(local: str) -> str:
    if _ATOMS.match(local) or _QUOTED.match(local):
        return local
    inner = local[1:-1] if len(local) > 1 and local[0] == local[-1] == '"' else local
    escaped = inner.replace("\\", "").replace('"', "")
    return f'"{escaped}"'


def _domain(domain: str) -> str:
    if domain.isascii():
        return domain
    try:
        return idna.encode(domain, uts46=True).decode("ascii")
    except idna.IDNAError:
        return domain


def _mailbox(display: str, address: str) -> str:
    name, at = one_line(display)[:MAX_VALUE], ascii_address(address)
    return f"{_phrase(name)} <{at}>" if name else at


def _phrase(name: str) -> str:
    """Write a display name: bare, quoted (RFC 5322, 3.2.4) or in encoded words, which must not stand in quotes."""
    if not name.isascii() or "=?" in name:
        return Header(name, "utf-8", maxlinelen=75).encode(linesep="\r\n")
    if _PLAIN_NAME.match(name):
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
