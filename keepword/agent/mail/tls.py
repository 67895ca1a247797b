"""How a connection to a mail server is protected, and in which words a certificate's fault is told."""

from __future__ import annotations

import os
import socket
import ssl
from enum import StrEnum


class Tls(StrEnum):
    """`implicit`: TLS from the first byte (RFC 8314, 3); `starttls`: insisted on; `none`: in the clear."""

    IMPLICIT = "implicit"
    STARTTLS = "starttls"
    NONE = "none"


NOT_VALID = "the server's certificate is not valid"


def context(ca_file: str | None = None) -> ssl.SSLContext:
    """Return a context that checks certificate and host name, trusting the operator's authority beside the system's."""
    checked = ssl.create_default_context(ssl.Purpose.SERVER_AUTH)
    if ca_file:
        checked.load_verify_locations(cafile=ca_file)
    return checked


def certificate_fault(error: BaseException | None) -> str | None:
    """Say what is wrong with the server's certificate, or None where the error is about something else.

    Looks through the chain of causes, because libraries wrap what the TLS layer raised.
    """
    for link in causes(error):
        if isinstance(link, ssl.SSLCertVerificationError):
            return f"{NOT_VALID}: {link.verify_message or link.reason}"
        if isinstance(link, ssl.SSLError) and not isinstance(link, ssl.SSLEOFError | ssl.SSLZeroReturnError):
            return f"TLS failed ({link.reason or 'no reason given'}); does the port speak TLS from the start?"
    return None


def system_words(error: BaseException) -> str:
    """Return what the system says of a connection that failed, without its number; nothing where it is no word of the system's."""
    found = next((link for link in causes(error) if isinstance(link, OSError) and link.strerror), None)
    if found is None or isinstance(found, ssl.SSLError):
        return ""
    of_names = isinstance(found, socket.gaierror) or not found.errno
    return (found.strerror or "") if of_names else os.strerror(found.errno or 0)  # asyncio puts words of its own there


def causes(error: BaseException | None) -> list[BaseException]:
    """Return an error and all that led to it, outermost first."""
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        chain.append(error)
        error = error.__cause__ or error.__context__
    return chain
