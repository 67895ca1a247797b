"""Log lines: one event each, on stderr, with its fields as `name=value`. Nothing that a mail or secret says is an event's name."""

from __future__ import annotations

import logging
import re
import sys
from typing import Any


class EventFormatter(logging.Formatter):
    """Writes `time LEVEL event name=value …`; values with spaces are quoted, line ends never leave their line."""

    def format(self, record: logging.LogRecord) -> str:
        """Format one event."""
        fields: dict[str, Any] = getattr(record, "fields", {})
        words = [self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"), record.levelname, record.getMessage()]
        words += [f"{name}={_value(_told(name, value))}" for name, value in fields.items() if value not in (None, "")]
        line = " ".join(words)
        return f"{line}\n{without_addresses(self.formatException(record.exc_info))}" if record.exc_info else line


ADDRESS = re.compile(r"[^\s<>@\"'(),;:]{1,64}@(?=[^\s<>@])")
WORDS = frozenset({"error", "reason"})
"""Fields that hold other programs' words, such as an SMTP server's, which like to name the recipient."""


def without_addresses(text: str) -> str:
    """Return a text with the local part of every address in it left out: a log outlives the people whom it names."""
    return ADDRESS.sub("…@", text)


def _told(name: str, value: Any) -> Any:
    return without_addresses(str(value)) if name in WORDS else value


def _value(value: Any) -> str:
    text = "".join(c if c.isprintable() else " " for c in str(value))
    return f'"{text}"' if " " in text or not text else text


def log_to_stderr(level: int = logging.INFO) -> None:
    """Send our events to stderr, and the warnings of libraries with them."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(EventFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("keepword").setLevel(level)
