"""The command line as its users meet it: help, exit codes, words for every fault, and nothing loaded that is not needed."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from keepword.agent.cli import COMMANDS
from keepword.agent.starter import write_starter

ROOT = Path(__file__).parents[2]
MAIN = "from keepword.agent.cli import main; main()"
MAILBOX = """
[app]
secret = {{ env = "KEEPWORD_SECRET" }}
[[mailbox]]
name = "support"
address = "support@example.com"
imap = {{ host = "127.0.0.1", port = {port}, tls = "none", user = "support@example.com", password = {{ env = "PASSWORD" }} }}
smtp = {{ host = "127.0.0.1", port = {port}, tls = "none" }}
"""


def run(*words: str, stdin: bytes = b"", code: str = MAIN, cwd: Path = ROOT) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a process of its own."""
    env = {**os.environ, "KEEPWORD_SECRET": "s" * 40, "PASSWORD": "not-to-be-seen"}
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=60, check=False, env=env, cwd=cwd)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with settings for servers that nobody runs."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (tmp_path / "keepword.toml").write_text(MAILBOX.format(port=port))
    write_starter(tmp_path)
    return tmp_path


LIGHT = [("--help",), ("--version",), ("init", "--help"), ("check",), ("inspect", "-"), ("inspect", "--threads", "-")]


@pytest.mark.parametrize("words", LIGHT, ids=" ".join)
def test_light_commands_load_no_model_and_no_cloud(folder: Path, words: tuple[str, ...]) -> None:
    """What only reads files loads neither openai nor azure nor the mail edges."""
    code = (
        "import sys\nfrom keepword.agent.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert end.code in (None, 0), end.code\n"
        "heavy = {'openai', 'azure', 'imapclient', 'aiosmtplib', 'apscheduler'} & {m.partition('.')[0] for m in sys.modules}\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)\n"
    )
    done = run(*words, code=code, stdin=b"From: a@example.org\n\nHello\n", cwd=folder)
    assert (done.returncode, done.stderr) == (0, b"")


def test_every_command_has_help_and_a_place_in_the_manual() -> None:
    """Each command explains itself and stands in docs/commands.md; the README names no command that does not exist."""
    manual = (ROOT / "docs" / "commands.md").read_text("utf-8")
    for name in COMMANDS:
        assert run(name, "--help").returncode == 0, name
        assert f"`{name}" in manual, name
    readme = (ROOT / "README.md").read_text("utf-8")
    named = {part.split()[0].strip("`…,") for part in readme.split("keepword ")[1:] if part[:1].islower()}
    assert {n for n in named if n.isalpha()} - set(COMMANDS) - {"shop"} == set()


def test_an_unknown_command_gets_a_suggestion() -> None:
    """A mistyped command names the nearest one, with exit code 2."""
    done = run("thread", "--help")
    assert done.returncode == 0
    done = run("comitments")
    assert (done.returncode, b"did you mean 'commitments'?" in done.stderr) == (2, True)


WRONG = [
    ("why", "<nobody@example.org>"),
    ("thread", "t_nothing"),
    ("close", "t_nothing"),
    ("profile", "nobody@example.org"),
    ("profile", "nobody@example.org", "set", "shoe_size", "44"),
    ("commitment", "c_nothing", "kept", "--note", "x"),
    ("reply", "r_nothing", "retry"),
    ("sweep", "--as-of", "soon"),
    ("sweep", "--as-of", "0001-01-01T00:00:00+14:00"),
    ("why", "\udcff"),
    ("profile", "\udcff", "set", "name", "Anna"),
    ("inspect", "no-such-file.eml"),
    ("threads", "--state", "asleep"),
]


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_wrong_words_are_a_message_and_exit_2(folder: Path, words: tuple[str, ...]) -> None:
    """What does not exist or makes no sense is said in words, never as a traceback."""
    done = run(*words, cwd=folder)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr != b""
    assert b"Traceback" not in done.stderr


def test_no_configuration_is_a_fault_that_says_what_to_do(tmp_path: Path) -> None:
    """Without settings the message names the file and the command that makes one."""
    done = run("threads", cwd=tmp_path)
    assert done.returncode == 2
    assert b"keepword.toml:1: no such file" in done.stderr
    assert b"keepword init" in done.stderr


@pytest.mark.parametrize("words", [("run", "--once"), ("doctor",)], ids=" ".join)
def test_an_unreachable_server_is_named_with_exit_3(folder: Path, words: tuple[str, ...]) -> None:
    """A server that does not answer is named with host and port, the password is not, and the code is 3."""
    done = run(*words, cwd=folder)
    shown = done.stdout + done.stderr
    assert done.returncode == 3
    assert b"127.0.0.1:" in shown
    assert b"not-to-be-seen" not in shown
    assert b"Traceback" not in shown


def test_json_goes_to_stdout_and_nothing_else_does(folder: Path) -> None:
    """With --json before or behind the command, stdout is JSON alone."""
    for words in (("--json", "check"), ("check", "--json")):
        assert json.loads(run(*words, cwd=folder).stdout)["ok"] is True
    (folder / "keepword.toml").write_text("[app]\nsecrt = 1\n")
    done = run("--json", "check", cwd=folder)
    assert (done.returncode, json.loads(done.stdout)["ok"]) == (2, False)


@pytest.mark.parametrize("words", ["--help", "--json check", "check", "knowledge lint"])
def test_a_result_that_cannot_be_written_is_said_with_exit_3(folder: Path, words: str) -> None:
    """What is lost on a full disk must not look done: 1 would say so, and a traceback would say nothing."""
    command = f"ulimit -f 0; {sys.executable} -c '{MAIN}' {words} > result"
    env = {**os.environ, "KEEPWORD_SECRET": "s" * 40, "PASSWORD": "not-to-be-seen"}
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=60, check=False, cwd=folder, env=env)
    assert (done.returncode, done.stderr) == (3, b"the output: File too large\n")


def test_a_list_whose_reader_has_gone_is_no_error(folder: Path) -> None:
    """A reader that stops early, as `head` does, is no reason for a traceback."""
    command = f"{sys.executable} -c '{MAIN}' --help | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=60, check=False, cwd=folder)
    assert b"Traceback" not in done.stderr
