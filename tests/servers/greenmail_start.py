"""Starting a GreenMail: a named one, a container where an engine answers, else the jar. On loopback, on free ports."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from greenmail_jar import VERSION, CannotStartError, jar, java

VARIABLE = "KEEPWORD_TEST_GREENMAIL"
IMAGE = f"greenmail/standalone:{VERSION}"
SERVICES = ("smtp", "imap", "api", "smtps", "imaps")
LEASH = Path(__file__).with_name("leash.py")


@dataclass(frozen=True)
class Address:
    """Where a GreenMail listens; a TLS port of 0 is not known."""

    host: str
    smtp: int
    imap: int
    api: int = 8080
    smtps: int = 0
    imaps: int = 0

    @classmethod
    def read(cls, text: str) -> Address:
        """Read `host:smtp:imap[:api[:smtps:imaps]]`."""
        host, *ports = text.rsplit(":", text.count(":"))
        try:
            return cls(host, *(int(port) for port in ports))
        except (TypeError, ValueError):
            raise CannotStartError(f"{VARIABLE}={text}: write it as host:smtp:imap:api") from None

    def __str__(self) -> str:
        return ":".join(map(str, (self.host, self.smtp, self.imap, self.api, self.smtps, self.imaps)))


@dataclass(frozen=True)
class Started:
    """A server that answers, and how to end it."""

    address: Address
    stop: Callable[[], None]


def start(patience: float = 10) -> Started:
    """Find or start a server; raises `CannotStartError`, saying what to install. A named one has `patience` seconds."""
    named = os.environ.get(VARIABLE)
    if named:
        address = Address.read(named)
        wait_until_ready(address, patience)
        return Started(address, lambda: None)
    return start_container() if engine_answers() else start_jar()


def start_jar() -> Started:
    """Run the jar on a leash: it ends with `stop` or with this process, whichever comes first."""
    address = free_address()
    child = subprocess.Popen(
        [sys.executable, str(LEASH), *jar_command(address)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    def stop() -> None:
        if child.stdin and not child.stdin.closed:
            child.stdin.close()
        child.wait(timeout=20)

    try:
        wait_until_ready(address, 60, lambda: child.poll() is None)
    except BaseException:
        stop()
        raise
    return Started(address, stop)


def jar_command(address: Address) -> list[str]:
    """Return the command that runs the jar at an address."""
    light = ["-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
    return [java(), *light, *options(address, address.host), "-jar", str(jar())]


def options(address: Address, bind: str) -> list[str]:
    """Return GreenMail's options: the login is the whole address, each service on its port."""
    ports = {name: getattr(address, name) for name in SERVICES}
    bound = [
        f"-Dgreenmail.{name}.{key}" for name, port in ports.items() for key in (f"hostname={bind}", f"port={port}")
    ]
    return [*bound, "-Dgreenmail.users.login=email"]


def start_container() -> Started:
    """Run the image; the container ends with `stop`, and testcontainers' own reaper ends it if we die."""
    from testcontainers.core.container import DockerContainer

    inside = Address("0.0.0.0", 3025, 3143, 8080, 3465, 3993)  # noqa: S104 - inside the container
    container = DockerContainer(IMAGE).with_env("GREENMAIL_OPTS", " ".join(options(inside, inside.host)))
    container.with_exposed_ports(*(getattr(inside, name) for name in SERVICES)).start()
    ports = [int(container.get_exposed_port(getattr(inside, name))) for name in SERVICES]
    smtp, imap, api, smtps, imaps = ports
    address = Address(container.get_container_host_ip(), smtp, imap, api, smtps, imaps)
    wait_until_ready(address, 120)
    return Started(address, container.stop)


def engine_answers() -> bool:
    """Say whether a container engine is there and answers; asked in its own process: the library leaks sockets."""
    question = "import docker, testcontainers; docker.from_env(timeout=5).ping()"
    try:
        return subprocess.run([sys.executable, "-c", question], capture_output=True, timeout=30).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def free_address() -> Address:
    """Return an address of free loopback ports, all held at once so that they differ."""
    held = [socket.socket() for _ in SERVICES]
    try:
        for holder in held:
            holder.bind(("127.0.0.1", 0))
        smtp, imap, api, smtps, imaps = (holder.getsockname()[1] for holder in held)
    finally:
        for holder in held:
            holder.close()
    return Address("127.0.0.1", smtp, imap, api, smtps, imaps)


def wait_until_ready(address: Address, seconds: float, alive: Callable[[], bool] = lambda: True) -> None:
    """Wait until the server says that it is ready; raise `CannotStartError` after so many seconds or at its death."""
    until = time.monotonic() + seconds
    while not is_ready(address):
        if not alive():
            raise CannotStartError("GreenMail ended by itself; run `scripts/greenmail start --foreground` to see why")
        if time.monotonic() > until:
            raise CannotStartError(f"GreenMail at {address} does not answer")
        time.sleep(0.05)


def is_ready(address: Address) -> bool:
    """Say whether the server says that it is ready."""
    connection = http.client.HTTPConnection(address.host, address.api, timeout=5)
    try:
        connection.request("GET", "/api/service/readiness")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
