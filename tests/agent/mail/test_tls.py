"""In which words a connection that failed is told."""

from __future__ import annotations

import errno
import os
import socket
import ssl

import pytest

from keepword.agent.mail.tls import system_words

REFUSED = os.strerror(errno.ECONNREFUSED)


def wrapped(error: BaseException) -> BaseException:
    """Return an error as a library wraps it."""
    outer = RuntimeError("Error connecting to mail.example.com on port 25: something")
    outer.__cause__ = error
    return outer


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(errno.ECONNREFUSED, "Connect call failed ('127.0.0.1', 1)"), REFUSED),
        (wrapped(ConnectionRefusedError(errno.ECONNREFUSED, "x")), REFUSED),
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), "Name or service not known"),
        (ssl.SSLError(1, "WRONG_VERSION_NUMBER"), ""),
        (RuntimeError("nothing of the system's"), ""),
        (OSError("no number"), ""),
    ],
)
def test_the_systems_words(error: BaseException, words: str) -> None:
    """Without number, host or port, through what libraries wrap round them; TLS has words of its own."""
    assert words == system_words(error)
