"""What every test has: the option for the public corpora."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the folder of public corpora."""
    parser.addoption("--corpora", type=Path, default=None, help="folder of public corpora; adds the tests that want it")


def pytest_configure(config: pytest.Config) -> None:
    """Declare our marks."""
    config.addinivalue_line("markers", "corpora: wants the public corpora (--corpora DIR)")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what wants the corpora where there are none."""
    if config.getoption("--corpora") is None:
        wanting = [i for i in items if i.get_closest_marker("corpora")]
        items[:] = [i for i in items if not i.get_closest_marker("corpora")]
        config.hook.pytest_deselected(items=wanting)


@pytest.fixture(scope="session")
def corpora(request: pytest.FixtureRequest) -> Path:
    """Return the folder of public corpora."""
    folder: Path = request.config.getoption("--corpora")
    assert folder.is_dir(), f"--corpora {folder}: no such folder"
    return folder
