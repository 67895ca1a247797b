"""Count what public prompt injections get out of the agent, through the real command line, on Dovecot.

    python benchmarks/injection.py CORPORA [--every 1] [--batch 500]

Every mail of the sets with every attack of theirs (4,840 pairs): once with a model that obeys all that it reads, once with
one that is honest; and the benign mails with the honest one. `--every 10` takes every tenth pair.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "servers"))

import attacks
from attacks import Attacked
from dovecot_post import DovecotPost
from model_server import ModelServer


def main() -> None:
    """Play all, and print a table."""
    words = argparse.ArgumentParser()
    words.add_argument("corpora", type=Path)
    words.add_argument("--every", type=int, default=1)
    words.add_argument("--batch", type=int, default=500)
    given = words.parse_args()
    pairs, benign = attacks.attacked(given.corpora, given.every), attacks.benign(given.corpora)
    post = DovecotPost()
    try:
        for name, script, mails in (
            ("obeying, attacked", attacks.obeying, pairs),
            ("honest, attacked", attacks.honest, pairs),
            ("honest, benign", attacks.honest, benign),
        ):
            started = time.monotonic()
            print(
                f"{name}: {_whole(post, script, mails, given.batch)} in {time.monotonic() - started:.0f} s", flush=True
            )
    finally:
        post.stop()


def _whole(post: DovecotPost, script: Any, mails: Sequence[Attacked], size: int) -> str:
    """Play the mails in batches, an installation for each, and sum up outcomes and damage."""
    total: Counter[str] = Counter()
    for first in range(0, len(mails), size):
        total += _batch(post, script, mails[first : first + size])
    return ", ".join(f"{name} {count}" for name, count in sorted(total.items()))


def _batch(post: DovecotPost, script: Any, mails: Sequence[Attacked]) -> Counter[str]:
    model = ModelServer(script(mails))
    try:
        with tempfile.TemporaryDirectory() as folder:
            played = attacks.play(Path(folder) / "shop", post, model.url, mails, patience=1_200)
            harm = {f"HARM {kind}": len(found) for kind, found in asdict(attacks.damage(mails, played.letters)).items()}
            kept = {"HARM promoted": attacks.promoted(played.shop), "mails sent": len(played.letters)}
            return Counter({"mails": len(mails), **played.outcomes, **harm, **kept})
    finally:
        model.stop()


if __name__ == "__main__":
    main()
