"""`inspect`: raw mails, read and judged without acting."""

from __future__ import annotations

import mailbox as boxes
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from keepword.agent.commands.console import Console, common, section, table
from keepword.errors import ConfigurationError, UsageError

if TYPE_CHECKING:
    from keepword.threading.message import Address, Message

COLUMNS = ("file", "from", "subject", "date", "gate", "authentication", "defects")


@click.command()
@click.argument("paths", metavar="FILE…", nargs=-1, required=True)
@click.option(
    "--threads",
    "as_threads",
    is_flag=True,
    help="Group the mails of files, folders, Maildirs or mbox files into threads.",
)
@click.option("--own", multiple=True, metavar="ADDRESS", help="An address that is ours, where there is no config.")
@click.option(
    "--authserv-id", default="", metavar="ID", help="Whose Authentication-Results to believe, where there is no config."
)
@common
@click.pass_obj
def inspect(console: Console, paths: tuple[str, ...], as_threads: bool, own: tuple[str, ...], authserv_id: str) -> None:
    """Read raw mails (.eml, Maildir, mbox, a folder of them, or - for standard input) and say what they are."""
    found_own, found_id = _from_settings(console)
    mails = _mails(paths)
    if as_threads:
        _threads(console, mails, own or found_own)
        return
    judged = (judge_mail(file, raw, own or found_own, authserv_id or found_id) for file, raw in mails)
    if console.as_json:
        console.lines(judged, COLUMNS, "")
        return
    _show(list(judged))


def _from_settings(console: Console) -> tuple[tuple[str, ...], str]:
    """Take our addresses and the trusted server from the settings, where there are any that can be read."""
    try:
        settings = console.settings()
    except ConfigurationError:
        if console.config is not None:
            raise
        return (), ""
    own = tuple(a for m in settings.mailboxes for a in (m.address, *m.aliases))
    return own, next((m.authserv_id for m in settings.mailboxes if m.authserv_id), "")


def judge_mail(file: str, raw: bytes, own: Sequence[str], authserv_id: str) -> dict[str, Any]:
    """Return everything that can be said of one mail, as programs read it."""
    from keepword.threading.authentication import authenticate
    from keepword.threading.gate import Own, judge
    from keepword.threading.read import read

    message = read(raw)
    verdict = judge(message, Own(addresses=tuple(own)))
    authentication = authenticate(message, authserv_id)
    return {
        "file": file,
        "message_id": message.message_id,
        "synthetic_id": message.synthetic_id,
        "from": _address(message.from_[0]) if message.from_ else None,
        "to": [_address(a) for a in message.to],
        "cc": [_address(a) for a in message.cc],
        "reply_to": [_address(a) for a in message.reply_to],
        "subject": message.subject,
        "date": message.date.isoformat() if message.date else None,
        "in_reply_to": list(message.in_reply_to),
        "references": list(message.references),
        "text": message.text,
        "full_text": message.full_text,
        "removed": list(message.removed),
        "attachments": [{"name": a.name, "type": a.type, "size": a.size} for a in message.attachments],
        "gate": {"verdict": verdict.verdict.value, "reason": verdict.reason},
        "authentication": {"level": authentication.level.value, "reason": authentication.reason},
        "bounce": _bounce(message),
        "forwarded": _forwarded(message),
        "defects": list(message.defects),
    }


def _address(address: Address) -> dict[str, str]:
    return {"address": address.address, "name": address.name}


def _bounce(message: Message) -> dict[str, Any] | None:
    bounce = message.bounce
    if bounce is None:
        return None
    return {
        "original_message_id": bounce.original_message_id,
        "recipient": bounce.recipient,
        "action": bounce.action,
        "status": bounce.status,
    }


def _forwarded(message: Message) -> dict[str, Any] | None:
    forwarded = message.forwarded
    if forwarded is None:
        return None
    sender = _address(forwarded.from_) if forwarded.from_ else None
    return {"from": sender, "subject": forwarded.subject, "text": forwarded.text}


def _mails(paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    for path in paths:
        if path == "-":
            yield from _of_stream(sys.stdin.buffer.read())
        else:
            yield from _below(Path(path))


def _below(path: Path) -> Iterator[tuple[str, bytes]]:
    """Go through the mails at a path: a file, an mbox, a Maildir, or a folder of all these."""
    try:
        if path.is_dir():
            for entry in sorted(path.rglob("*")):
                if entry.is_file() and not entry.name.startswith("."):
                    yield from _of_file(entry)
        else:
            yield from _of_file(path)
    except OSError as error:
        raise UsageError(f"{error.filename or path}: {error.strerror}; name a file that can be read") from None


def _of_stream(raw: bytes) -> Iterator[tuple[str, bytes]]:
    """Go through what came on standard input: one mail, or an mbox of many."""
    if not raw.startswith(b"From "):
        yield "-", raw
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stdin"
        path.write_bytes(raw)
        for name, mail in _of_file(path):
            yield f"-{name.removeprefix(str(path))}", mail


def _of_file(path: Path) -> Iterator[tuple[str, bytes]]:
    raw = path.read_bytes()
    if not raw.startswith(b"From ") or path.suffix == ".eml":
        yield str(path), raw
        return
    mbox = boxes.mbox(path, create=False)
    try:
        for number, key in enumerate(mbox.keys(), 1):
            yield f"{path}:{number}", mbox.get_bytes(key)
    finally:
        mbox.close()


def _threads(console: Console, mails: Iterator[tuple[str, bytes]], own: Sequence[str]) -> None:
    from keepword.threading.group import group
    from keepword.threading.read import read

    threads: list[dict[str, Any]] = [
        {
            "thread_id": t.thread_id,
            "subject": t.subject,
            "messages": [{"file": m.file, "message_id": m.message_id, "rule": m.rule.value} for m in t.messages],
        }
        for t in group(((file, read(raw)) for file, raw in mails), own=tuple(own))
    ]
    if console.as_json:
        console.lines(threads, (), "")
        return
    for thread in threads:
        click.echo(click.style(f"{thread['subject'] or '(no subject)'}", bold=True))
        table(thread["messages"], ("rule", "message_id", "file"))


def _show(judged: Sequence[Mapping[str, Any]]) -> None:
    if len(judged) == 1:
        value = judged[0]
        section(value["file"], {k: v for k, v in value.items() if k not in {"file", "full_text"}})
        return
    rows = [
        {
            "file": Path(v["file"]).name,
            "from": v["from"]["address"] if v["from"] else None,
            "subject": v["subject"],
            "date": v["date"],
            "gate": v["gate"]["reason"] or v["gate"]["verdict"],
            "authentication": v["authentication"]["level"],
            "defects": len(v["defects"]) or "",
        }
        for v in judged
    ]
    table(rows, COLUMNS)
