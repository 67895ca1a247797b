"""How often the process looks for cycles of dead values."""

from __future__ import annotations

import gc

from keepword.agent.running.collector import THRESHOLDS, look_seldom


def test_the_collector_looks_seldom() -> None:
    """The thresholds are set, and the collector stays on."""
    before = gc.get_threshold()
    try:
        look_seldom()
        assert (gc.get_threshold(), gc.isenabled()) == (THRESHOLDS, True)
    finally:
        gc.set_threshold(*before)
