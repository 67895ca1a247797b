"""Play the story: deliver each mail, let the real program poll, and show what it did and what it remembers."""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
from pathlib import Path
from typing import Final

from keepword.agent.demo.server import HOST, PASSWORD, MailServer, mail_server
from keepword.agent.demo.show import Stage
from keepword.agent.demo.story import AUTHSERV_ID, CUSTOMER, STORY, SUPPORT, Step, make_mail
from keepword.agent.running.daemon import run_once
from keepword.agent.starter import starter_text, write_starter
from keepword.agent.wire import House, open_house, utc_now
from keepword.config import load
from keepword.memory.state import profile_state
from keepword.threading.entity import address_key
from keepword.threading.message import Message
from keepword.threading.read import read
from keepword.threading.tokens import entity_id

SETTINGS = """
[app]
secret = {{ env = "KEEPWORD_DEMO_SECRET" }}

[[mailbox]]
name = "support"
address = "{support}"
display_name = "Example Shop"
mode = "auto"
authserv_id = "{authserv_id}"
backlog = "answer"
imap = {{ host = "{host}", port = {imap}, tls = "none", user = "{support}", password = {{ env = "KEEPWORD_DEMO_PASSWORD" }} }}
smtp = {{ host = "{host}", port = {smtp}, tls = "none" }}
"""

LEDGER: Final = ("commitment_id", "kind", "amount", "currency", "due", "status", "quote", "message_id")
"""What is shown of a promise."""


async def play(*, as_json: bool, keep: bool) -> None:
    """Play the whole story in a temporary folder; with `keep` leave the server up until the user ends it.

    SIGTERM cancels it, as Ctrl-C does, so that neither folder nor server stays behind.
    """
    stage = Stage(as_json=as_json)
    task = asyncio.current_task()
    if task is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    with tempfile.TemporaryDirectory(prefix="keepword-demo-") as name:
        folder = Path(name)
        with mail_server(folder / "server.log") as server:
            stage.line(
                f"Embedded mail server: SMTP {HOST}:{server.smtp_port}, IMAP {HOST}:{server.imap_port}, web page {server.page}"
            )
            settings = load(_settings(folder, server), _environment())
            async with open_house(settings) as house:
                await _tell(house, server, stage)
            if keep:
                await _wait(stage, server, folder)


def _settings(folder: Path, server: MailServer) -> Path:
    """Write the starter's rules, policy and knowledge, with settings for the embedded server."""
    path = folder / "keepword.toml"
    text = SETTINGS.format(
        support=SUPPORT, authserv_id=AUTHSERV_ID, host=HOST, imap=server.imap_port, smtp=server.smtp_port
    )
    path.write_text(text, "utf-8")
    write_starter(folder)
    return path


def _environment() -> dict[str, str]:
    secret = starter_text("policy.toml")[:64]
    return {**os.environ, "KEEPWORD_DEMO_SECRET": secret, "KEEPWORD_DEMO_PASSWORD": PASSWORD}


async def _tell(house: House, server: MailServer, stage: Stage) -> None:
    last: Message | None = None
    for number, step in enumerate(STORY, 1):
        stage.title(f"{number}. {step.title}")
        last = await _step(house, server, stage, step, number, last) or last
    await _remembered(house, stage)


async def _step(
    house: House, server: MailServer, stage: Stage, step: Step, number: int, last: Message | None
) -> Message | None:
    """Deliver one mail, let the program work, show what came of it; return our answer."""
    raw = make_mail(step, number, last, utc_now())
    before = len(server.inbox(CUSTOMER))
    server.deliver(raw, step.sender, SUPPORT)
    stage.mail("in", read(raw), "cyan")
    outcomes, swept, errors = await run_once(house)
    if errors:
        raise errors[0]
    for outcome in outcomes:
        stage.outcome(outcome)
    answers = [read(m) for m in server.inbox(CUSTOMER)[before:]]
    for answer in answers:
        stage.mail("out", answer, "green")
    for thread_id in dict.fromkeys(o.thread_id for o in outcomes if o.thread_id):
        await _show_thread(house, stage, thread_id, closed=bool(swept))
    return answers[-1] if answers else None


async def _show_thread(house: House, stage: Stage, thread_id: str, *, closed: bool) -> None:
    thread = await house.store.thread(thread_id)
    if thread is None:
        return
    stage.state("thread state", thread.value.thread_state.model_dump(mode="json"))
    if closed:
        stage.line("  [bold]the thread is closed; what crosses into her profile, and what does not[/bold]")
        fates = {(v.rule, v.value, v.promoted): v.model_dump(mode="json") for v in thread.value.verdicts}
        stage.verdicts(list(fates.values()))


async def _remembered(house: House, stage: Stage) -> None:
    entity = entity_id(house.terms.secret, address_key(CUSTOMER))
    profile = await house.store.profile(entity)
    stage.title("What is known of her now")
    if profile is None:
        raise RuntimeError("the story ended without a profile")
    state = profile_state(profile.value, house.terms.slots)
    stage.state("profile", {k: v for k, v in state.items() if k != "outstanding_commitments"})
    for commitment in state["outstanding_commitments"]:
        stage.state("commitment", {k: commitment[k] for k in LEDGER})


async def _wait(stage: Stage, server: MailServer, folder: Path) -> None:
    ended = asyncio.Event()
    for signum in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(signum, ended.set)
    config = folder / "keepword.toml"
    stage.line(
        f"\nThe server stays up: {server.page} (any address, password {PASSWORD!r}). Settings: {config}. End with Ctrl-C."
    )
    await ended.wait()
