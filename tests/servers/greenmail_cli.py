"""GreenMail for a tester: `scripts/greenmail start [--foreground]`, `stop`, `status`. It stays until it is stopped."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, TextIO

from greenmail_jar import CannotStartError, cache
from greenmail_start import (
    IMAGE,
    SERVICES,
    VARIABLE,
    Address,
    engine_answers,
    free_address,
    is_ready,
    jar_command,
    options,
    wait_until_ready,
)

USUAL = Address("127.0.0.1", 3025, 3143, 8080, 3465, 3993)
USERS = "support:secret@example.com,anna:secret@example.org,colleague:secret@example.com"
CONTAINER = "keepword-greenmail"

HELP = """GreenMail is up.
  SMTP  {host}:{smtp}  (TLS: {smtps})    IMAP  {host}:{imap}  (TLS: {imaps}, self-signed)    API  http://{host}:{api}
  Users, by login and password: {users}
  More: curl -X POST -H 'Content-Type: application/json' http://{host}:{api}/api/user \\
          -d '{{"email":"a@example.com","login":"a@example.com","password":"secret"}}'
  Tests on it: {variable}={address} scripts/test tests/e2e
  Log: {log}
  End: scripts/greenmail stop"""


def main(arguments: list[str]) -> int:
    """Do what the tester asks for; 0: done, 1: there is none, 2: wrong words or something is missing."""
    commands = {("start",): start, ("start", "--foreground"): foreground, ("stop",): stop, ("status",): status}
    command = commands.get(tuple(arguments))
    if command is None:
        say("usage: scripts/greenmail start [--foreground] | stop | status", sys.stderr)
        return 2
    try:
        return command()
    except CannotStartError as error:
        say(f"greenmail: {error}", sys.stderr)
        return 2


def say(text: str, stream: TextIO | None = None) -> None:
    """Tell the tester something."""
    stream = stream or sys.stdout
    stream.write(f"{text}\n")
    stream.flush()


def start() -> int:
    """Start one that outlives us, unless one is up."""
    known = _known()
    if known and is_ready(Address.read(known["address"])):
        _tell(known)
        return 0
    address = _address()
    known = _run_container(address) if engine_answers() else _run_jar(address)
    _state().write_text(json.dumps(known))
    wait_until_ready(address, 120, lambda: _alive(known))
    _tell(known)
    return 0


def foreground() -> int:
    """Run the jar here, with its log on the screen."""
    address = _address()
    say(f"GreenMail at {address}; end it with Ctrl-C")
    return subprocess.run(_with_users(jar_command(address)), check=False).returncode


def stop() -> int:
    """Stop the one that `start` started."""
    known = _known()
    if not known or not _alive(known):
        say("no GreenMail of ours is up")
        _state().unlink(missing_ok=True)
        return 1
    if known["pid"]:
        os.kill(known["pid"], signal.SIGTERM)
    else:
        subprocess.run([_docker(), "stop", CONTAINER], check=True, capture_output=True)
    until = time.monotonic() + 20
    while _alive(known) and time.monotonic() < until:
        time.sleep(0.1)
    _state().unlink(missing_ok=True)
    say("stopped")
    return 0


def status() -> int:
    """Say whether one is up, and where."""
    known = _known()
    if not known or not is_ready(Address.read(known["address"])):
        say("no GreenMail of ours is up")
        return 1
    _tell(known)
    return 0


def _run_jar(address: Address) -> dict[str, Any]:
    """Run the jar in a session of its own, so that closing the terminal does not end it."""
    command = _with_users(jar_command(address))
    with _log().open("wb") as log:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
    return {"address": str(address), "pid": child.pid}


def _run_container(address: Address) -> dict[str, Any]:
    inside = [f"-Dgreenmail.users={USERS}", *options(USUAL, "0.0.0.0")]  # noqa: S104 - inside the container
    ports = [f"127.0.0.1:{getattr(address, name)}:{getattr(USUAL, name)}" for name in SERVICES]
    published = [part for port in ports for part in ("-p", port)]
    command = [_docker(), "run", "-d", "--rm", "--name", CONTAINER, *published]
    subprocess.run([*command, "-e", f"GREENMAIL_OPTS={' '.join(inside)}", IMAGE], check=True, capture_output=True)
    return {"address": str(address), "pid": 0}


def _with_users(command: list[str]) -> list[str]:
    return [command[0], f"-Dgreenmail.users={USERS}", *command[1:]]


def _address() -> Address:
    """Return the usual ports, or free ones where another server has one of them."""
    return USUAL if not any(_taken(getattr(USUAL, name)) for name in SERVICES) else free_address()


def _taken(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return True
    return False


def _alive(known: dict[str, Any]) -> bool:
    """Say whether our process is there and is GreenMail: its number may be somebody else's by now."""
    if not known["pid"]:
        names = subprocess.run([_docker(), "ps", "--format", "{{.Names}}"], check=False, capture_output=True, text=True)
        return CONTAINER in names.stdout.split()
    command = ["ps", "-o", "stat=,args=", "-p", str(known["pid"])]
    line = subprocess.run(command, check=False, capture_output=True, text=True).stdout.strip()
    return "greenmail-standalone" in line and not line.startswith("Z")


def _docker() -> str:
    engine = shutil.which("docker") or shutil.which("podman")
    if engine is None:
        raise CannotStartError("a container engine answers, but neither docker nor podman is on PATH")
    return engine


def _state() -> Path:
    cache().mkdir(parents=True, exist_ok=True)
    return cache() / "greenmail.json"


def _log() -> Path:
    return cache() / "greenmail.log"


def _known() -> dict[str, Any] | None:
    try:
        known: dict[str, Any] = json.loads(_state().read_text())
    except (OSError, ValueError):
        return None
    return known


def _tell(known: dict[str, Any]) -> None:
    address = Address.read(known["address"])
    users = ", ".join(f"{user.split(':')[0]}@{user.split('@')[1]} secret" for user in USERS.split(","))
    log = _log() if known["pid"] else f"docker logs {CONTAINER}"
    where = {name: getattr(address, name) for name in ("host", *SERVICES)}
    say(HELP.format(**where, users=users, variable=VARIABLE, address=address, log=log))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
