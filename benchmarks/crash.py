"""Kill the real process at every point between two effects, on real servers, and count what was lost or sent twice.

    python benchmarks/crash.py [--runs 200] [--servers dovecot,greenmail] [--seed 1]

Each run has a mailbox and customers of its own, a mixed load of threads, one or two kills (SIGKILL), and processes that come
after and finish. Ends with 1 where a mail was lost or answered twice, or a doubt was not reported.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "servers"))

from dovecot_post import DovecotPost
from faulty_load import Trial, crash, make_load
from faulty_process import Processes
from greenmail import running
from post import Post
from shop import Shop

SERVERS: dict[str, Callable[[], Post]] = {"dovecot": DovecotPost, "greenmail": running}
STRIDE = 37
POINTS = 150
"""A load of average size passes so many points; a number beyond a load's last point kills nobody and is not counted."""


def main() -> int:
    """Run, print a row a server, and say whether all was well."""
    words = argparse.ArgumentParser()
    words.add_argument("--runs", type=int, default=200, help="runs with a kill, a server")
    words.add_argument("--servers", default="dovecot,greenmail")
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    print(
        "| server | runs killed | kills | distinct points | mails | lost | answered twice | unknown | faults | seconds |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    return max(_server(name, given.runs, given.seed) for name in given.servers.split(","))


def _server(name: str, runs: int, seed: int) -> int:
    post, begun = SERVERS[name](), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        processes = Processes(Path(folder) / "processes")
        try:
            trials = _trials(name, post, processes, Path(folder), runs, seed)
        finally:
            processes.stop()
            post.stop()
    return _row(name, trials, time.monotonic() - begun)


def _trials(name: str, post: Post, processes: Processes, folder: Path, runs: int, seed: int) -> list[Trial]:
    trials: list[Trial] = []
    number = 0
    while len(trials) < runs:
        number += 1
        load = make_load(Shop(folder / f"shop-{number}", post), post, post.user("support"), seed + number)
        first = str(1 + number * STRIDE % POINTS)
        kills = [first, str(1 + number * STRIDE % 41)] if number % 4 == 0 else [first]
        trial = crash(processes, load, kills, before=number % 3 == 0)
        if trial.struck:
            trials.append(trial)
        if not trial.verdict.good:
            print(f"{name} run {number}, killed at {trial.struck}: {trial.verdict}", file=sys.stderr, flush=True)
        if number % 20 == 0:
            print(f"{name}: {len(trials)} of {number} runs were killed", file=sys.stderr, flush=True)
    return trials


def _row(name: str, trials: list[Trial], seconds: float) -> int:
    points = Counter(point for trial in trials for point in trial.struck)
    verdicts = [trial.verdict for trial in trials]
    lost, twice, unknown, faults = (
        sum(len(getattr(v, kind)) for v in verdicts) for kind in ("lost", "twice", "unknown", "faults")
    )
    cells = (
        len(trials),
        sum(points.values()),
        len(points),
        sum(v.mails for v in verdicts),
        lost,
        twice,
        unknown,
        faults,
    )
    print(f"| {name} | {' | '.join(map(str, cells))} | {seconds:.0f} |", flush=True)
    for point, count in sorted(points.items()):
        print(f"    {count:4d} {point}", file=sys.stderr)
    return int(any(not v.good for v in verdicts))


if __name__ == "__main__":
    sys.exit(main())
