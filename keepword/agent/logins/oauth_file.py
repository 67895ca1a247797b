"""The file in which the tokens of one account are kept: whole or not at all, for its owner's eyes only, one writer at a time."""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from keepword.errors import MailboxUnreachable, NeedsReauth

MODE = 0o600
LOCK_PATIENCE = 120.0
"""Seconds to wait for another process: longer than a renewal with its repetitions may take."""
LOCK_LOOK = 0.02
MAX_BYTES = 200_000


@dataclass(frozen=True, slots=True)
class Tokens:
    """What is kept of a login. Times are seconds since 1970; `needs_reauth` says why a person must log in, or is empty."""

    client_id: str
    refresh_token: str = field(repr=False)
    access_token: str = field(default="", repr=False)
    issued_at: float = 0.0
    expires_at: float = 0.0
    needs_reauth: str = ""


class TokenFile:
    """One account's file. `locked` must be held round a `read` and the `write` that follows from it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep all others, threads and processes, from the file; raise `MailboxUnreachable` where that takes too long.

        The lock is on a file of its own, since ours is replaced by every write; it goes with whoever holds it.
        """
        with _told(self.path, "lock"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self._beside(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, MODE)
        try:
            self._wait_for(handle)
            yield
        finally:
            os.close(handle)

    def read(self) -> Tokens | None:
        """Return what is kept, None where nobody has logged in; raise `NeedsReauth` where the file is no longer readable."""
        with _told(self.path, "read"):
            try:
                raw = self.path.read_bytes()[:MAX_BYTES]
            except FileNotFoundError:
                return None
        try:
            return _checked(json.loads(raw))
        except (ValueError, TypeError):
            raise NeedsReauth(f"{self.path}: this file of tokens is damaged; log in anew") from None

    def write(self, tokens: Tokens) -> None:
        """Write the file so that a crash leaves the old one or the new one; raise `MailboxUnreachable` where it cannot be."""
        fresh = self._beside(".new")
        with _told(self.path, "save"):
            handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, MODE)
            with os.fdopen(handle, "wb") as file:
                os.fchmod(file.fileno(), MODE)
                file.write(json.dumps(asdict(tokens)).encode())
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self.path)
            _sync_folder(self.path.parent)

    def _beside(self, end: str) -> Path:
        return self.path.with_name(self.path.name + end)

    def _wait_for(self, handle: int) -> None:
        until = time.monotonic() + LOCK_PATIENCE
        while True:
            try:
                return fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > until:
                    raise MailboxUnreachable(f"{self.path}: another process holds the tokens") from None
                time.sleep(LOCK_LOOK)


def _sync_folder(folder: Path) -> None:
    """See that the new name reaches the disk too."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _told(path: Path, doing: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise MailboxUnreachable(f"{path}: cannot {doing} the tokens: {error.strerror or error}") from None


def _checked(data: Any) -> Tokens:
    tokens = Tokens(**data)
    texts = (tokens.client_id, tokens.refresh_token, tokens.access_token, tokens.needs_reauth)
    times = (tokens.issued_at, tokens.expires_at)
    if not all(isinstance(t, str) for t in texts) or not all(isinstance(t, int | float) for t in times):
        raise TypeError("a field of another type")
    return tokens
