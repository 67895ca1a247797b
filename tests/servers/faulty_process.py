"""The real `keepword` command in a process that kills itself (SIGKILL) at a chosen point between two effects.

Run as a program it serves: a line of JSON on its standard input asks for one command, which runs in a forked process of its
own, and a line answers with how that ended. Everything is loaded once, so a run costs what its work costs. Only the edges
are watched: the store's writes, the mailbox's and the outbox's calls, each SMTP command. Nothing in the product knows of it.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ON_THE_WIRE = 0.15
"""Seconds that the final dot gets to reach the server before we die without having read the answer."""


@dataclass(frozen=True)
class Run:
    """How a command ended: `code` is its exit code, or minus the signal that killed it; `points` are those it passed."""

    code: int
    points: list[str]
    out: str
    err: str

    @property
    def killed(self) -> bool:
        """Whether it died at its point."""
        return self.code == -signal.SIGKILL


class Processes:
    """A server of processes, and the face of it that tests use."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._server = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )

    def run(self, words: Sequence[str], env: Mapping[str, str], kill_at: str = "") -> Run:
        """Run `keepword` with these words; `kill_at` is a point's number (`17`) or its name and count (`smtp.DATA.after#2`)."""
        ask = {"words": list(words), "env": dict(env), "kill_at": kill_at, "folder": str(self._folder)}
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.write(json.dumps(ask) + "\n")
        self._server.stdin.flush()
        code = json.loads(self._server.stdout.readline())["code"]
        points, out, err = (self._folder / name for name in ("points", "out", "err"))
        return Run(code, points.read_text().splitlines(), out.read_text(), err.read_text())

    def stop(self) -> None:
        """End the server."""
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.close()
        self._server.wait(20)
        self._server.stdout.close()


class Points:
    """Counts the points that are passed, writes them down, and dies at the chosen one."""

    def __init__(self, kill_at: str, log: Path) -> None:
        self._kill_at = kill_at
        self._log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
        self._seen: Counter[str] = Counter()
        self._count = 0

    def at(self, name: str) -> bool:
        """Count a point and say whether it is the chosen one."""
        self._count += 1
        self._seen[name] += 1
        os.write(self._log, f"{name}\n".encode())
        return self._kill_at in {str(self._count), f"{name}#{self._seen[name]}"}

    def passed(self, name: str) -> None:
        """Pass a point, or die there."""
        if self.at(name):
            die()


def die() -> None:
    """End like a process whose machine has lost its power: no handler, no flush, no goodbye."""
    os.kill(os.getpid(), signal.SIGKILL)


Method = Callable[..., Awaitable[Any]]


def watched(points: Points, method: Method, name: Callable[..., str]) -> Method:
    """Return a method with a point before and one after it."""

    async def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        what = name(*args, **kwargs)
        points.passed(f"{what}.before")
        result = await method(self, *args, **kwargs)
        points.passed(f"{what}.after")
        return result

    return call


def watch(points: Points) -> None:
    """Watch every edge of this process."""
    from aiosmtplib.protocol import SMTPProtocol

    from keepword.agent.mail.imap.mailbox import ImapMailbox
    from keepword.agent.mail.smtp.outbox import SmtpOutbox
    from keepword.agent.models.offline.model import OfflineModel
    from keepword.memory.stores.sqlite import SqliteDocuments

    for method in ("create", "replace", "put_all", "write_many"):
        setattr(SqliteDocuments, method, watched(points, getattr(SqliteDocuments, method), _written))
    for method in ("fetch_after", "mark", "append", "move", "holds"):
        setattr(ImapMailbox, method, watched(points, getattr(ImapMailbox, method), _named(f"imap.{method}")))
    OfflineModel.answer = watched(points, OfflineModel.answer, _named("model"))  # type: ignore[method-assign]
    SmtpOutbox._body = watched(points, SmtpOutbox._body, _named("smtp.body"))  # type: ignore[method-assign]
    SMTPProtocol.execute_command = _command(points, SMTPProtocol.execute_command)  # type: ignore[assignment,method-assign]


def _named(name: str) -> Callable[..., str]:
    return lambda *_args, **_kwargs: name


def _written(container: str, new: Any, *_: Any) -> str:
    """Name a write by what it means: a thread's by the states of its replies."""
    if isinstance(new, Sequence):
        return f"store.{container}"
    states = ",".join(sorted({reply["state"] for reply in new.body.get("replies", ())}))
    kind = str(new.body.get("kind", "")) or states
    return f"store.{container}.{kind}" if kind else f"store.{container}"


def _command(points: Points, method: Method) -> Method:
    async def call(self: Any, *words: bytes, **kwargs: Any) -> Any:
        verb = "dot" if words[0] == b"." else words[0].decode().split(" ")[0]
        points.passed(f"smtp.{verb}.before")
        if points.at(f"smtp.{verb}.on_the_wire"):
            sent = asyncio.ensure_future(method(self, *words, **kwargs))
            await asyncio.wait([sent], timeout=ON_THE_WIRE)
            die()
        result = await method(self, *words, **kwargs)
        points.passed(f"smtp.{verb}.after")
        return result

    return call


def serve() -> None:
    """Fork a process for each line that is read."""
    import keepword.agent.commands.run
    import keepword.agent.mail.imap.mailbox
    import keepword.agent.mail.smtp.outbox
    import keepword.agent.models.offline.model
    import keepword.agent.running.daemon
    import keepword.agent.wire
    import keepword.memory.stores.sqlite  # noqa: F401 - loaded once, for all that are forked

    for line in sys.stdin:
        ask = json.loads(line)
        child = os.fork()
        if child == 0:
            _work(ask)
        _, status = os.waitpid(child, 0)
        sys.stdout.write(json.dumps({"code": os.waitstatus_to_exitcode(status)}) + "\n")
        sys.stdout.flush()


def _work(ask: dict[str, Any]) -> None:
    """Be the command; never returns."""
    from keepword.agent.cli import main

    folder = Path(ask["folder"])
    for name, number in (("out", 1), ("err", 2)):
        os.dup2(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    os.environ.clear()
    os.environ.update(ask["env"])
    watch(Points(ask["kill_at"], folder / "points"))
    code = 0
    sys.argv = ["keepword", *ask["words"]]
    try:
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    serve()
