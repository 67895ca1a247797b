"""Waiting for news by IDLE (RFC 2177) in a way that anybody can end at once, and that a dead link cannot hang."""

from __future__ import annotations

import imaplib
import select
import socket
import ssl
import threading
from contextlib import suppress
from enum import Enum, auto
from typing import Any

from keepword.agent.mail.imap.session import Session

NEWS = (b"EXISTS", b"RECENT")


class Bell:
    """Something that a thread in `select` can wait for: rung from any thread, event loop or signal handler.

    A ring that nobody waited for is kept, so that none gets lost between a look and a wait.
    """

    def __init__(self) -> None:
        self._ear, self._hand = socket.socketpair()
        self._ear.setblocking(False)
        self._hand.setblocking(False)
        self._lock = threading.Lock()
        self._closed = False

    def ring(self) -> None:
        """Ring; a full pipe means that it rings already."""
        with self._lock, suppress(BlockingIOError, InterruptedError):
            if not self._closed:
                self._hand.send(b"!")

    def heard(self) -> bool:
        """Say whether it rang since the last time, and quieten it."""
        rang = False
        with suppress(BlockingIOError, InterruptedError, OSError):
            while self._ear.recv(4096):
                rang = True
        return rang

    def fileno(self) -> int:
        """Return what `select` wants."""
        return self._ear.fileno()

    def close(self) -> None:
        """Give the sockets back."""
        with self._lock:
            self._closed = True
            self._ear.close()
            self._hand.close()


def readable(sources: list[Any], seconds: float) -> bool:
    """Wait until one of the sources can be read; unlike `select.select`, poll has no limit on descriptors."""
    poll = select.poll()
    for source in sources:
        poll.register(source, select.POLLIN)
    return bool(poll.poll(max(0, round(seconds * 1000))))


def idle(session: Session, bell: Bell, seconds: float) -> bool:
    """Idle on the selected folder until news come, the bell rings or the time is over; say whether there may be news.

    The bell is left ringing for the caller to read. Raises what imaplib raises when the link dies.
    """
    client = session.client
    begun = _begin(client)
    if begun is Begun.REFUSED:
        readable([bell], seconds)
        return False
    if begun is Begun.QUIET and not _buffered(client):
        readable([client.socket(), bell], seconds)
    return _end(session) or begun is Begun.WITH_NEWS


class Begun(Enum):
    """How IDLE began."""

    QUIET = auto()
    WITH_NEWS = auto()
    REFUSED = auto()


def _begin(client: Any) -> Begun:
    """Enter IDLE; a server may report news before it says that we may idle, which imapclient takes for an error."""
    try:
        client.idle()
    except imaplib.IMAP4.abort:
        raise
    except imaplib.IMAP4.error as error:
        if "Unexpected IDLE response" not in str(error):
            raise
    else:
        return Begun.QUIET
    return _read_on(client._imap, client._idle_tag)  # noqa: SLF001 - imapclient leaves us in the middle of it


def _read_on(imap: Any, tag: Any) -> Begun:
    """Read until the server lets us idle or refuses."""
    while not imap.tagged_commands.get(tag):
        if imap._get_response() is None:  # noqa: SLF001 - that is its "+"
            return Begun.WITH_NEWS
    imap.tagged_commands.pop(tag)
    return Begun.REFUSED


def _end(session: Session) -> bool:
    """Leave IDLE and read what was reported meanwhile; a server that does not answer in time has died."""
    sock = session.client.socket()
    sock.settimeout(session.patience.done)
    _, responses = session.client.idle_done()
    sock.settimeout(session.patience.read)
    return any(is_news(response) for response in responses)


def is_news(response: Any) -> bool:
    """Say whether an untagged response tells of mail that arrived, not of flags or expunged mails."""
    return isinstance(response, tuple | list) and len(response) > 1 and response[1] in NEWS


def _buffered(client: Any) -> bool:
    """Say whether a response lies in imaplib's or the TLS layer's buffer already, where `select` cannot see it."""
    sock = client.socket()
    pending = getattr(sock, "pending", None)
    if pending is not None and pending():
        return True
    file = getattr(client._imap, "file", None)  # noqa: SLF001 - imapclient shows the socket, not the buffer
    if file is None or not hasattr(file, "peek"):
        return bool(getattr(client._imap, "_readbuf", None))  # noqa: SLF001 - Python 3.14 keeps its own
    timeout = sock.gettimeout()
    sock.settimeout(0)
    try:
        return bool(file.peek(1))
    except (ssl.SSLWantReadError, BlockingIOError):
        return False
    finally:
        sock.settimeout(timeout)
