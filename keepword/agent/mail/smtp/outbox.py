"""Handing one mail to an SMTP submission server, so that afterwards we know whether it left, or that we do not know.

aiosmtplib connects, protects and logs in. From MAIL on we drive the phases ourselves, because its `sendmail` raises the
same time-out whether DATA was not begun or the final dot not answered; all our bookkeeping rests on that difference.
Every mail gets a fresh connection: a reused one may be dead, and its death would raise the question again.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import aiosmtplib
from aiosmtplib.protocol import SMTPProtocol

from keepword.agent.logins.login import Token
from keepword.agent.mail.compose_headers import ascii_address
from keepword.agent.mail.smtp.account import SmtpAccount, SmtpPatience
from keepword.agent.mail.smtp.faults import LOGIN_NEEDED, bounded, refusal, unsent
from keepword.agent.mail.smtp.receipt import receipt
from keepword.agent.mail.tls import Tls, context
from keepword.agent.ports import Receipt
from keepword.errors import DeliveryRefused, DeliveryUnknown, NeedsReauth, OutboxUnreachable, Unreachable

LINK_DIED = (aiosmtplib.SMTPException, OSError, TimeoutError, ValueError, UnicodeError)

BLOCK = 64 * 1024
LOOK_AGAIN = 0.01
"""Seconds between two looks whether a block has gone out."""

_LINE_END = re.compile(rb"\r\n|\r|\n")
_DOT = re.compile(rb"(?m)^\.")
_MESSAGE_ID = re.compile(rb"(?mi)^message-id:[ \t]*(<[^<>\r\n]{1,900}>)")


@dataclass(frozen=True, slots=True)
class SmtpProbe:
    """What a submission server can do (its EHLO keywords), and what that means for us, a line each."""

    extensions: tuple[str, ...]
    notes: tuple[str, ...]


class SmtpOutbox:
    """The submission server behind `account` (`keepword.agent.ports.Outbox`). May be used for several mails at once.

    `may_finish` is asked right before a mail's final dot: False leaves the mail surely unsent.
    """

    def __init__(
        self,
        account: SmtpAccount,
        *,
        patience: SmtpPatience | None = None,
        may_finish: Callable[[], bool] = lambda: True,
    ) -> None:
        self.account = account
        self._patience = patience or SmtpPatience()
        self._may_finish = may_finish

    async def send(self, raw: bytes, sender: str, recipients: Sequence[str]) -> Receipt:
        """Hand over one mail with exactly this envelope; it goes to all recipients or to none.

        Raises `OutboxUnreachable` (surely not sent: retry), `DeliveryRefused` (surely not sent: give up),
        `DeliveryUnknown` (the final dot went out and no answer came) or `NeedsReauth`.
        """
        if not recipients:
            raise DeliveryRefused("a mail without recipients goes nowhere")
        client = await self._connected()
        try:
            await self._envelope(client, raw, sender, recipients)
            answer = await self._data(client, raw)
        finally:
            _hang_up(client)
        return receipt(self.account.host, answer, _message_id(raw))

    async def probe(self) -> SmtpProbe:
        """Connect, log in and look, for `doctor`; sends nothing. Raises as `send` does."""
        client = await self._connected()
        try:
            await self._greeted(client)
            extensions = tuple(sorted(client.esmtp_extensions))
            await self._quit(client)
        finally:
            _hang_up(client)
        return SmtpProbe(extensions, self._notes(extensions))

    async def close(self) -> None:
        """Close; there is nothing to give back, because no connection outlives its mail."""

    def _notes(self, extensions: Sequence[str]) -> tuple[str, ...]:
        notes = []
        if self.account.user is None:
            notes.append("no login: the relay must know us by our address")
        if "smtputf8" not in extensions:
            notes.append("no SMTPUTF8: addresses with other than ASCII letters cannot be written to")
        return tuple(notes)

    async def _connected(self) -> aiosmtplib.SMTP:
        account = self.account
        client = aiosmtplib.SMTP(
            hostname=account.host,
            port=account.port,
            timeout=self._patience.connect,
            use_tls=account.tls == Tls.IMPLICIT,
            start_tls=False,
            tls_context=None if account.tls == Tls.NONE else context(account.ca_file),
            local_hostname=account.hello or "localhost",
        )
        try:
            await client.connect()
            client.local_hostname = account.hello or address_literal(client.get_transport_info("sockname"))
            if account.tls == Tls.STARTTLS:  # Insisted on: where it is not offered this raises (RFC 8314, 4.1).
                await client.starttls()
            await self._log_in(client)
        except LINK_DIED as error:
            _hang_up(client)
            raise unsent(account, "connect", error) from None
        except BaseException:
            _hang_up(client)
            raise
        return client

    async def _log_in(self, client: aiosmtplib.SMTP) -> None:
        account = self.account
        if account.user is None:
            return
        await self._greeted(client)
        if account.token is not None:
            await self._log_in_by_token(client, account.user, account.token)
        elif not client.supported_auth_methods:
            raise NeedsReauth(f"{account.where}: cannot log in: the server offers no login that we know")
        else:
            await self._log_in_by_password(client, account.user, account.password or "")

    async def _log_in_by_password(self, client: aiosmtplib.SMTP, user: str, password: str) -> None:
        """Log in in whichever way the server takes, since some offer ways that they do not have.

        Where it takes none, its verdict on the password is told, not its last word.
        """
        refused: list[aiosmtplib.SMTPAuthenticationError] = []
        for name in client.supported_auth_methods:
            try:
                await getattr(client, f"auth_{name.replace('-', '')}")(user, password)
            except aiosmtplib.SMTPAuthenticationError as error:
                refused.append(error)
            else:
                return
        raise next((error for error in refused if error.code in LOGIN_NEEDED), refused[-1])

    async def _log_in_by_token(self, client: aiosmtplib.SMTP, user: str, token: Token) -> None:
        """Log in with a token and, where that is refused for good (RFC 4954, 6: 535), once more with another one."""
        first = await self._token(token)
        try:
            await client.auth_xoauth2(user, first)
        except aiosmtplib.SMTPAuthenticationError as error:
            if error.code < 500:
                raise
            second = await self._token(token, first)
            await client.auth_xoauth2(user, second)

    async def _token(self, token: Token, *refused: str) -> str:
        """Get a token without holding up the loop; whatever keeps it from us, the mail surely did not leave."""
        try:
            return await asyncio.to_thread(token, *refused)
        except Unreachable as error:
            raise OutboxUnreachable(str(error), retry_after=error.retry_after) from None

    async def _greeted(self, client: aiosmtplib.SMTP) -> None:
        if client.is_ehlo_or_helo_needed:
            await client.ehlo()

    async def _envelope(self, client: aiosmtplib.SMTP, raw: bytes, sender: str, recipients: Sequence[str]) -> None:
        """Name sender and recipients; one refused recipient refuses the mail, because a reply is for all of them."""
        wait = self._patience.command
        try:
            await self._greeted(client)
            from_, *to = (ascii_address(address) for address in (sender, *recipients))
            options = self._options(client, raw, (from_, *to))
            encoding = "utf-8" if "SMTPUTF8" in options else "ascii"
            await client.mail(from_, options=options, encoding=encoding, timeout=wait)
            for recipient in to:
                await client.rcpt(recipient, encoding=encoding, timeout=wait)
        except ValueError as error:
            raise DeliveryRefused(
                f"an address that cannot be sent: {bounded(self.account.login, str(error))}"
            ) from None
        except LINK_DIED as error:
            raise unsent(self.account, "name sender and recipients", error) from None

    def _options(self, client: aiosmtplib.SMTP, raw: bytes, addresses: Sequence[str]) -> list[str]:
        """Say what the mail needs: SIZE (RFC 1870), 8BITMIME (RFC 6152), SMTPUTF8 (RFC 6531)."""
        options = [f"SIZE={len(raw)}"] if client.supports_extension("size") else []
        if not raw.isascii() and client.supports_extension("8bitmime"):
            options.append("BODY=8BITMIME")
        if not all(address.isascii() for address in addresses):
            if not client.supports_extension("smtputf8"):
                raise DeliveryRefused(f"{self.account.where}: the server takes only addresses in ASCII (no SMTPUTF8)")
            options.append("SMTPUTF8")
        return options

    async def _data(self, client: aiosmtplib.SMTP, raw: bytes) -> str:
        """Send the mail up to its last line, make sure that this much is out, and only then the final dot."""
        protocol = client.protocol
        try:
            if protocol is None:
                raise aiosmtplib.SMTPServerDisconnected("the connection is gone")
            begun = await protocol.execute_command(b"DATA", timeout=self._patience.command)
            if begun.code == 354:
                await self._body(protocol, raw)
        except LINK_DIED as error:
            raise unsent(self.account, "send the mail's data", error) from None
        if begun.code != 354:
            raise refusal(self.account, "DATA", begun.code, begun.message)
        return await self._final_dot(client, protocol)

    async def _body(self, protocol: SMTPProtocol, raw: bytes) -> None:
        """Write the stuffed mail in blocks, each within its time (RFC 5321, 4.5.2 and 4.5.3.2.5).

        Nothing waits to be written afterwards, so a link that dies here died before the final dot. (Under TLS the
        socket's own buffer is out of sight; then a death is at worst taken for unknown, never the other way round.)
        """
        data = stuffed(raw)
        for start in range(0, len(data), BLOCK):
            protocol.write(data[start : start + BLOCK])
            async with asyncio.timeout(self._patience.block):
                await _flushed(protocol)

    async def _final_dot(self, client: aiosmtplib.SMTP, protocol: SMTPProtocol) -> str:
        """Send the final dot and wait for the verdict: from here on silence means that we do not know."""
        if not protocol.is_connected:
            raise OutboxUnreachable(f"{self.account.where}: the link died before the mail's end was sent")
        if not self._may_finish():  # a mail without its end is none (RFC 5321, 4.1.1.4)
            raise OutboxUnreachable(f"{self.account.where}: given up before the mail's end was sent")
        try:
            answer = await protocol.execute_command(b".", timeout=self._patience.final_dot)
        except aiosmtplib.SMTPResponseException as error:
            raise DeliveryUnknown(f"{self.account.where}: an unreadable answer to the mail: {error.message}") from None
        except LINK_DIED as error:
            raise DeliveryUnknown(f"{self.account.where}: no answer after the mail was sent: {error}") from None
        if answer.code >= 400:
            raise refusal(self.account, "the mail", answer.code, answer.message)
        if not 200 <= answer.code < 300:
            raise DeliveryUnknown(f"{self.account.where}: an odd answer to the mail: {answer.code} {answer.message}")
        await self._quit(client)
        return answer.message

    async def _quit(self, client: aiosmtplib.SMTP) -> None:
        """Part politely; the mail is with the server already, so what goes wrong here is nobody's concern."""
        with suppress(*LINK_DIED):
            await client.quit(timeout=self._patience.quit)


def _hang_up(client: aiosmtplib.SMTP) -> None:
    """Drop the link at once; a polite close would first wait for a deaf server to take what is still buffered."""
    transport = client.transport
    if isinstance(transport, asyncio.WriteTransport):
        transport.abort()
    client.close()


async def _flushed(protocol: SMTPProtocol) -> None:
    """Wait until nothing waits to be written; raise where the link dies meanwhile."""
    await asyncio.sleep(0)  # Lets the loop see that the server has hung up.
    while True:
        transport = protocol.transport
        if not isinstance(transport, asyncio.WriteTransport) or transport.is_closing():
            raise aiosmtplib.SMTPServerDisconnected("the link died while the mail was sent")
        if transport.get_write_buffer_size() == 0:
            return
        await asyncio.sleep(LOOK_AGAIN)


def stuffed(raw: bytes) -> bytes:
    r"""Return the mail as it goes over the wire: CRLF line ends only, and dots stuffed (RFC 5321, 2.3.8 and 4.5.2).

    >>> stuffed(b".a\nb")
    b'..a\r\nb\r\n'
    """
    lines = _LINE_END.sub(b"\r\n", raw)
    ended = lines if lines.endswith(b"\r\n") else lines + b"\r\n"
    return _DOT.sub(b"..", ended)


def address_literal(sockname: tuple[object, ...]) -> str:
    """Return our end of a connection as EHLO names it (RFC 5321, 4.1.3).

    >>> address_literal(("127.0.0.1", 4711)), address_literal(("::1", 4711, 0, 0))
    ('[127.0.0.1]', '[IPv6:::1]')
    """
    host = str(sockname[0])
    return f"[IPv6:{host}]" if ":" in host else f"[{host}]"


def _message_id(raw: bytes) -> str | None:
    found = _MESSAGE_ID.search(raw[:64_000].split(b"\r\n\r\n", 1)[0])
    return found.group(1).decode("ascii", "replace") if found else None
