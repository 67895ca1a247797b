"""`keepword init` and `keepword check`, as an operator calls them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

SECRETS = {"KEEPWORD_SECRET": "k" * 32, "KEEPWORD_SUPPORT_PASSWORD": "p"}


def keepword(*words: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder, with no settings from outside."""
    bare = {k: v for k, v in os.environ.items() if not k.startswith(("KEEPWORD_", "OPENAI_"))}
    command = [str(Path(sys.executable).parent / "keepword"), *words]
    return subprocess.run(command, cwd=cwd, env={**bare, **env}, capture_output=True, text=True, check=False)


def test_check_passes_right_after_init(tmp_path: Path) -> None:
    """A starter with its secrets set has no faults, and `check` says what was read."""
    made = keepword("init", ".", cwd=tmp_path)
    checked = keepword("--json", "check", cwd=tmp_path, **SECRETS)
    assert (0, 0) == (made.returncode, checked.returncode), made.stderr + checked.stderr
    assert (True, ["support"]) == (json.loads(checked.stdout)["ok"], json.loads(checked.stdout)["mailboxes"])


def test_check_shows_every_fault_and_exits_with_2(tmp_path: Path) -> None:
    """Faults come on stderr, one a line with file and line, without a traceback and without any secret."""
    keepword("init", ".", cwd=tmp_path)
    path = tmp_path / "keepword.toml"
    path.write_text(path.read_text("utf-8").replace('{ env = "KEEPWORD_SUPPORT_PASSWORD" }', '"hunter2"'), "utf-8")
    checked = keepword("check", cwd=tmp_path)
    lines = [line for line in checked.stderr.splitlines() if "keepword.toml:" in line]
    assert (2, 3, "") == (checked.returncode, len(lines), checked.stdout)
    assert [] == [word for word in ("Traceback", "hunter2") if word in checked.stderr]


def test_no_settings_is_told_plainly(tmp_path: Path) -> None:
    """Where there is no file, the message says how to get one."""
    checked = keepword("check", cwd=tmp_path)
    assert (2, True) == (checked.returncode, "keepword init DIR" in checked.stderr)
