"""What starts the test servers is tested too: it must leave nothing behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from greenmail_jar import CannotStartError
from greenmail_start import LEASH, VARIABLE, Address, free_address, start


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("localhost:3025:3143", Address("localhost", 3025, 3143, 8080)),
        ("10.0.0.2:25:143:8081", Address("10.0.0.2", 25, 143, 8081)),
        ("h:25:143:8081:465:993", Address("h", 25, 143, 8081, 465, 993)),
    ],
)
def test_named_servers(text: str, address: Address) -> None:
    """A server is named by its host and ports, and written as it is read."""
    assert Address.read(text) == address
    assert Address.read(str(address)) == address


@pytest.mark.parametrize("text", ["", "localhost", "localhost:25", "localhost:smtp:imap", "a:1:2:3:4:5:6:7"])
def test_a_name_that_cannot_be_read_says_how_to_write_it(text: str) -> None:
    """The variable's form is told."""
    with pytest.raises(CannotStartError, match="host:smtp:imap:api"):
        Address.read(text)


def test_a_named_server_that_is_not_there_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """A named server is used or the run fails; nothing else is started in its place."""
    monkeypatch.setenv(VARIABLE, str(free_address()))
    with pytest.raises(CannotStartError, match="does not answer"):
        start(patience=0.1)


def test_the_leash_ends_its_command_with_our_end_of_the_pipe(tmp_path: Path) -> None:
    """When whoever holds the pipe is gone, the command is terminated."""
    script = "import sys, time; sys.stdout.write('up'); sys.stdout.flush(); time.sleep(600)"
    leash = subprocess.Popen(
        [sys.executable, str(LEASH), sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert leash.stdout is not None
    assert leash.stdin is not None
    assert leash.stdout.read(2) == b"up"
    leash.stdin.close()
    assert leash.wait(timeout=60) != 0
    assert leash.stdout.read() == b""
    leash.stdout.close()
