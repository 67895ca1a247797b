"""What every test has: the options for the public corpora and for Dovecot."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that add tests which want more than Python."""
    parser.addoption("--corpora", type=Path, default=None, help="folder of public corpora; adds the tests that want it")
    parser.addoption("--dovecot", action="store_true", help="adds the tests that want Dovecot (dovecot-imapd, -lmtpd)")


def pytest_configure(config: pytest.Config) -> None:
    """Declare our marks."""
    config.addinivalue_line("markers", "corpora: wants the public corpora (--corpora DIR)")
    config.addinivalue_line("markers", "dovecot: wants Dovecot (--dovecot)")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what wants the corpora or Dovecot where the run was not told to have them."""
    absent = {mark for mark in ("corpora", "dovecot") if not config.getoption(f"--{mark}")}
    wanting = [i for i in items if any(i.get_closest_marker(mark) for mark in absent)]
    items[:] = [i for i in items if i not in wanting]
    config.hook.pytest_deselected(items=wanting)


@pytest.fixture(scope="session")
def corpora(request: pytest.FixtureRequest) -> Path:
    """Return the folder of public corpora."""
    folder: Path = request.config.getoption("--corpora")
    assert folder.is_dir(), f"--corpora {folder}: no such folder"
    return folder
