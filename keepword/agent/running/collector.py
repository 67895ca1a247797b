"""How often Python looks for cycles of dead values, in a process that takes in mail."""

from __future__ import annotations

import gc

THRESHOLDS = (50_000, 10, 10)
"""New values after which the youngest are looked through, and how many such looks go to one at older ones.

Python's own are 700, 10 and 10. A batch of mails makes a hundred thousand small values, hardly any of them in a cycle:
by Python's measure a tenth of the time of taking them in goes into looking for some.
"""


def look_seldom() -> None:
    """Set Python's collector to `THRESHOLDS`; memory in cycles is given back a little later."""
    gc.set_threshold(*THRESHOLDS)
