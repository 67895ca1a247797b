"""The demo leaves nothing behind, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

COMMAND = [sys.executable, "-u", "-c", "from keepword.agent.cli import main; main()", "demo"]


def read_until(demo: subprocess.Popen[str], words: str) -> str:
    """Read what the demo says up to a line with these words, and return that line."""
    assert demo.stdout is not None
    for line in demo.stdout:
        if words in line:
            return line
    raise AssertionError(f"the demo ended without saying {words!r}: {demo.wait()}")


@pytest.mark.parametrize(
    ("options", "when", "signum", "code"),
    [
        ([], "Embedded mail server", signal.SIGTERM, 143),
        ([], "Embedded mail server", signal.SIGINT, 130),
        (["--keep"], "The server stays up", signal.SIGTERM, 0),
        (["--keep"], "The server stays up", signal.SIGINT, 0),
    ],
)
def test_a_demo_that_is_stopped_leaves_nothing(
    tmp_path: Path, options: list[str], when: str, signum: signal.Signals, code: int
) -> None:
    """Told to end in the middle or while it stays up, it takes its folder and its server with it."""
    env = {**os.environ, "TMPDIR": str(tmp_path), "COLUMNS": "200"}
    with subprocess.Popen([*COMMAND, *options], stdout=subprocess.PIPE, text=True, env=env) as demo:
        page = next(word for word in read_until(demo, when).split() if word.startswith("http://")).rstrip(",.")
        assert [] != list(tmp_path.iterdir())
        demo.send_signal(signum)
        demo.communicate(timeout=60)
    assert (code, []) == (demo.returncode, list(tmp_path.iterdir()))
    with pytest.raises(OSError, match="refused"):
        urlopen(page, timeout=5)
