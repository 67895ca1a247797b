"""SMTP faults by script: at each stage we know that the mail did not leave, or know that we do not know."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from keepword.agent.mail.smtp.account import SmtpAccount, SmtpPatience
from keepword.agent.mail.smtp.outbox import SmtpOutbox, address_literal, stuffed
from keepword.errors import DeliveryRefused, DeliveryUnknown, NeedsReauth, OutboxUnreachable

RAW = b"From: a@example.com\r\nMessage-ID: <kw.1@example.com>\r\n\r\n.Hello\r\n"
SHORT = SmtpPatience(connect=0.3, command=0.3, block=0.3, final_dot=0.3, quit=0.3)

Serving = Callable[[Any], Awaitable[None]]


def outbox(server: Any, *, user: str | None = "support", patience: SmtpPatience | None = None) -> SmtpOutbox:
    """Return an outbox at a scripted server."""
    account = SmtpAccount("support", "127.0.0.1", server.port, "none", user, "pass-word" if user else None)
    return SmtpOutbox(account, patience=patience or SmtpPatience())


async def send(server: Any, serving: Serving, **settings: Any) -> Any:
    """Let the server listen and send it a mail to two people."""
    await serving(server)
    return await outbox(server, **settings).send(RAW, "a@example.com", ["b@example.org", "c@example.org"])


async def test_mail_is_handed_over_whole(scripted_smtp: Any, serving: Serving) -> None:
    """The envelope is exactly the one asked for, dots are stuffed, and the answer is kept."""
    server = scripted_smtp()
    receipt = await send(server, serving)
    assert server.taken == [RAW.replace(b"\r\n.Hello", b"\r\n..Hello") + b".\r\n"]
    assert [c for c in server.commands if c.startswith(("MAIL", "RCPT", "DATA"))] == [
        f"MAIL FROM:<a@example.com> SIZE={len(RAW)}",
        "RCPT TO:<b@example.org>",
        "RCPT TO:<c@example.org>",
        "DATA",
    ]
    assert server.commands[0] == "EHLO [127.0.0.1]"
    assert (receipt.answer, receipt.provider_id) == ("2.0.0 Ok: queued as 4711", None)


@pytest.mark.parametrize(
    ("stage", "answer", "error"),
    [
        ("hello", "421 4.3.2 come later", OutboxUnreachable),
        ("hello", "554 5.3.2 never", DeliveryRefused),
        ("AUTH", "535 5.7.8 no", NeedsReauth),
        ("AUTH", "454 4.7.0 later", OutboxUnreachable),
        ("MAIL", "451 4.3.0 later", OutboxUnreachable),
        ("MAIL", "550 5.7.1 not you", DeliveryRefused),
        ("MAIL", "530 5.7.0 log in first", NeedsReauth),
        ("RCPT", "450 4.2.1 greylisted", OutboxUnreachable),
        ("RCPT", "550 5.1.1 nobody here", DeliveryRefused),
        ("DATA", "451 4.3.0 later", OutboxUnreachable),
        ("DATA", "554 5.5.1 no", DeliveryRefused),
        (".", "452 4.3.1 full", OutboxUnreachable),
        (".", "554 5.7.1 spam", DeliveryRefused),
        (".", "354 what", DeliveryUnknown),
        (".", "certainly", DeliveryUnknown),
        ("hello", "DROP", OutboxUnreachable),
        ("EHLO", "DROP", OutboxUnreachable),
        ("AUTH", "DROP", OutboxUnreachable),
        ("MAIL", "DROP", OutboxUnreachable),
        ("RCPT", "DROP", OutboxUnreachable),
        ("DATA", "DROP", OutboxUnreachable),
        (".", "DROP", DeliveryUnknown),
    ],
)
async def test_each_stage_has_its_error(
    scripted_smtp: Any, serving: Serving, stage: str, answer: str, error: type[Exception]
) -> None:
    """4yz: later; 5yz: never; a dropped link: surely unsent before the final dot and unknown after it."""
    server = scripted_smtp({stage: answer})
    with pytest.raises(error) as raised:
        await send(server, serving)
    assert type(raised.value) is error
    assert f"127.0.0.1:{server.port}" in str(raised.value)
    assert "pass-word" not in str(raised.value)
    assert (server.taken, server.sessions) == ([], 1)


@pytest.mark.parametrize("stage", ["hello", "EHLO", "AUTH", "MAIL", "RCPT", "DATA"])
async def test_silence_before_the_mail_is_surely_unsent(scripted_smtp: Any, serving: Serving, stage: str) -> None:
    """A server that says nothing is given up in time, and the mail has not left."""
    server = scripted_smtp({stage: "HANG"})
    with pytest.raises(OutboxUnreachable):
        await send(server, serving, patience=SHORT)
    assert server.taken == []


async def test_c1_a_250_that_never_comes_is_unknown(scripted_smtp: Any, serving: Serving) -> None:
    """The server has the whole mail and says nothing: it may have left, and is not sent again by us."""
    server = scripted_smtp({".": "HANG"})
    with pytest.raises(DeliveryUnknown, match="no answer after the mail was sent"):
        await send(server, serving, patience=SHORT)
    assert (server.sessions, server.commands.count("DATA")) == (1, 1)


async def test_c1_an_answer_within_the_ten_minutes_counts() -> None:
    """RFC 5321, 4.5.3.2.6 has ten minutes for the final dot, and so have we, whatever the other phases get."""
    assert SmtpPatience().final_dot == 600


async def test_a_link_that_dies_within_the_mail_is_surely_unsent(scripted_smtp: Any, serving: Serving) -> None:
    """Without the final dot no server may deliver: a large mail that breaks off half-way can be sent again."""
    server = scripted_smtp({"body": "DROP"})
    await serving(server)
    large = RAW + (b"x" * 70 + b"\r\n") * 200_000
    with pytest.raises(OutboxUnreachable):
        await outbox(server).send(large, "a@example.com", ["b@example.org"])


async def test_a_server_that_does_not_read_is_surely_unsent(serving: Serving, scripted_smtp: Any) -> None:
    """A slow line gets its time per block, and no final dot is sent into a full one."""

    class Deaf(scripted_smtp):  # type: ignore[misc]
        async def _mail(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
            await asyncio.Event().wait()
            return False

    server = Deaf()
    await serving(server)
    with pytest.raises(OutboxUnreachable, match="no answer in time"):
        await outbox(server, patience=SHORT).send(
            RAW + (b"x" * 70 + b"\r\n") * 200_000, "a@example.com", ["b@example.org"]
        )


async def test_a_failed_goodbye_is_nobodys_concern(scripted_smtp: Any, serving: Serving) -> None:
    """Once the mail is accepted, whatever happens to QUIT changes nothing."""
    for farewell in ("DROP", "HANG", "421 4.0.0 gone"):
        server = scripted_smtp({"QUIT": farewell})
        receipt = await send(server, serving, patience=SHORT)
        assert (receipt.answer, len(server.taken)) == ("2.0.0 Ok: queued as 4711", 1)


async def test_one_refused_recipient_refuses_the_mail(scripted_smtp: Any, serving: Serving) -> None:
    """Nobody gets a mail that not all get."""

    class Picky(scripted_smtp):  # type: ignore[misc]
        def _text(self, key: str) -> str:
            second = key == "RCPT" and "c@example.org" in self.commands[-1]
            return "550 5.1.1 nobody" if second else str(super()._text(key))

    server = Picky()
    with pytest.raises(DeliveryRefused, match="nobody"):
        await send(server, serving)
    assert "DATA" not in server.commands


async def test_relay_without_login(scripted_smtp: Any, serving: Serving) -> None:
    """A relay that knows us by our address is asked for no login."""
    server = scripted_smtp({"EHLO": "250 scripted"})
    await send(server, serving, user=None)
    assert [c.split(" ")[0] for c in server.commands] == ["EHLO", "MAIL", "RCPT", "RCPT", "DATA", "QUIT"]


async def test_login_that_is_not_offered_needs_a_person(scripted_smtp: Any, serving: Serving) -> None:
    """A server without any login that we know is told as such."""
    server = scripted_smtp({"EHLO": "250-scripted\r\n250 AUTH GSSAPI"})
    with pytest.raises(NeedsReauth, match="offers no login that we know"):
        await send(server, serving)


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("b@bücher.example", "RCPT TO:<b@xn--bcher-kva.example>"),
        ("two words@example.org", 'RCPT TO:<"two words"@example.org>'),
        ("b@example.org\r\nRCPT TO:<x@example.net>", None),
    ],
)
async def test_addresses_are_sent_safely(scripted_smtp: Any, serving: Serving, address: str, sent: str | None) -> None:
    """Domains go out in ASCII, odd local parts quoted, and no address becomes a command."""
    server = scripted_smtp()
    await serving(server)
    if sent is None:
        await asyncio.gather(outbox(server).send(RAW, "a@example.com", [address]), return_exceptions=True)
        assert "RCPT TO:<x@example.net>" not in server.commands
    else:
        await outbox(server).send(RAW, "a@example.com", [address])
        assert sent in server.commands


async def test_address_that_the_server_cannot_take_is_refused(scripted_smtp: Any, serving: Serving) -> None:
    """A local part in other letters wants SMTPUTF8."""
    server = scripted_smtp()
    await serving(server)
    with pytest.raises(DeliveryRefused, match="SMTPUTF8"):
        await outbox(server).send(RAW, "a@example.com", ["jürgen@example.org"])


async def test_probe_sends_nothing(scripted_smtp: Any, serving: Serving) -> None:
    """The look round logs in, reads the server's abilities and leaves."""
    server = scripted_smtp()
    await serving(server)
    probe = await outbox(server).probe()
    assert probe.extensions == ("8bitmime", "auth", "size")
    assert [c.split(" ")[0] for c in server.commands] == ["EHLO", "AUTH", "QUIT"]


@pytest.mark.parametrize(
    ("raw", "wire"),
    [
        (b"a\nb", b"a\r\nb\r\n"),
        (b"a\rb\r\n", b"a\r\nb\r\n"),
        (b".\r\n", b"..\r\n"),
        (b"a\n.\nb", b"a\r\n..\r\nb\r\n"),
        (b"a\r.\rb", b"a\r\n..\r\nb\r\n"),
        (b"", b"\r\n"),
    ],
)
def test_stuffing(raw: bytes, wire: bytes) -> None:
    """Line ends become CRLF before dots are stuffed, so that no lone CR or LF smuggles in an end of mail."""
    assert stuffed(raw) == wire


def test_address_literals() -> None:
    """Both kinds of addresses are written as RFC 5321, 4.1.3 has them."""
    assert address_literal(("192.0.2.1", 1)) == "[192.0.2.1]"
    assert address_literal(("2001:db8::1", 1, 0, 0)) == "[IPv6:2001:db8::1]"


class InTurn(dict[str, Any]):
    """A script in which a list is used up answer by answer."""

    def get(self, key: str, default: Any = None) -> Any:
        """Return the next answer."""
        answer = super().get(key, default)
        return answer.pop(0) if isinstance(answer, list) else answer


@pytest.mark.parametrize(
    "answers",
    [["535 5.7.8 wrong password", "500 what is LOGIN"], ["504 5.5.4 no PLAIN here", "535 5.7.8 wrong password"]],
    ids=["then one that it does not have", "after one that it does not have"],
)
async def test_of_several_refusals_the_one_on_the_password_is_told(
    scripted_smtp: Any, serving: Serving, answers: list[str]
) -> None:
    """A server that offers a way to log in which it does not have must not hide that the password is wrong."""
    script = InTurn({"EHLO": "250-scripted\r\n250 AUTH PLAIN LOGIN", "AUTH": answers})
    with pytest.raises(NeedsReauth, match=r"535 5\.7\.8 wrong password"):
        await send(scripted_smtp(script), serving)


async def test_a_way_to_log_in_that_the_server_does_not_have_is_passed_over(
    scripted_smtp: Any, serving: Serving
) -> None:
    """Where the next way works, the mail is sent."""
    second_line = base64.b64encode(b"pass-word").decode().upper()
    answers = ["504 5.5.4 no PLAIN here", "334 UGFzc3dvcmQ6"]
    script = InTurn({"EHLO": "250-scripted\r\n250 AUTH PLAIN LOGIN", "AUTH": answers, second_line: "235 2.7.0 welcome"})
    server = scripted_smtp(script)
    await send(server, serving)
    assert 1 == len(server.taken)
