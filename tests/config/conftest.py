"""What the tests of the configuration share: a folder with settings that hold, to be made worse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from keepword.config import Settings, load
from keepword.errors import ConfigurationError

ENV = {"KEEPWORD_SECRET": "s3cret-of-thirty-two-characters-or-more", "MAIL_PASSWORD": "hunter2"}

MINIMAL = """\
[app]
secret = { env = "KEEPWORD_SECRET" }

[[mailbox]]
name = "support"
address = "support@example.com"
imap = { host = "imap.example.com", user = "support", password = { env = "MAIL_PASSWORD" } }
smtp = { host = "smtp.example.com", user = "support", password = { env = "MAIL_PASSWORD" } }
"""


@pytest.fixture
def env() -> dict[str, str]:
    """Return the environment in which the minimal settings hold."""
    return dict(ENV)


@pytest.fixture
def minimal() -> str:
    """Return the shortest settings that hold."""
    return MINIMAL


@pytest.fixture
def settle(tmp_path: Path, env: dict[str, str]) -> Callable[..., Settings]:
    """Return a function that loads settings from a text, with other files beside them."""

    def load_text(text: str = MINIMAL, **beside: str) -> Settings:
        for name, content in beside.items():
            (tmp_path / f"{name}.toml").write_text(content, "utf-8")
        path = tmp_path / "keepword.toml"
        path.write_text(text, "utf-8")
        return load(path, env)

    return load_text


@pytest.fixture
def faults(settle: Callable[..., Settings], tmp_path: Path) -> Callable[..., list[str]]:
    """Return a function that loads settings that do not hold, and returns the faults, folder cut off."""

    def collect(text: str = MINIMAL, **beside: str) -> list[str]:
        with pytest.raises(ConfigurationError) as caught:
            settle(text, **beside)
        return [line.removeprefix(f"{tmp_path}/") for line in str(caught.value).splitlines()]

    return collect
