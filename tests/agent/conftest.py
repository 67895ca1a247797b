"""What tests of the agent have: an office of doubles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from office import Office

from keepword.agent.knowledge.search import Knowledge


@pytest.fixture
def make_office(tmp_path: Path) -> Callable[..., Office]:
    """Return a function that makes an office."""
    return lambda **parts: Office(Knowledge(tmp_path), **parts)


@pytest.fixture
def office(make_office: Callable[..., Office]) -> Office:
    """Return an office that answers everything."""
    return make_office()
