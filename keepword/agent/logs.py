"""Log lines: one event each, on stderr, with its fields as `name=value`. Nothing that a mail or secret says is an event's name."""

from __future__ import annotations

import logging
import sys
from typing import Any


class EventFormatter(logging.Formatter):
    """Writes `time LEVEL event name=value …`; values with spaces are quoted, line ends never leave their line."""

    def format(self, record: logging.LogRecord) -> str:
        """Format one event."""
        fields: dict[str, Any] = getattr(record, "fields", {})
        words = [self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"), record.levelname, record.getMessage()]
        words += [f"{name}={_value(value)}" for name, value in fields.items() if value not in (None, "")]
        line = " ".join(words)
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def _value(value: Any) -> str:
    text = "".join(c if c.isprintable() else " " for c in str(value))
    return f'"{text}"' if " " in text or not text else text


def log_to_stderr(level: int = logging.INFO) -> None:
    """Send our events to stderr, and the warnings of libraries with them."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(EventFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("keepword").setLevel(level)
