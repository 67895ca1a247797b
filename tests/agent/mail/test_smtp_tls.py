"""Submission over TLS, against aiosmtpd: the certificate is checked, STARTTLS insisted on, the password sent only inside."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from keepword.agent.mail.smtp.account import SmtpAccount
from keepword.agent.mail.smtp.outbox import SmtpOutbox
from keepword.errors import NeedsReauth, OutboxUnreachable

RAW = b"From: a@example.com\r\nMessage-ID: <kw.1@example.com>\r\n\r\nHello\r\n.\r\n..\r\n"

Listen = Callable[..., Awaitable[int]]


class Kept:
    """A handler that keeps what it gets."""

    def __init__(self) -> None:
        self.envelopes: list[Envelope] = []

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's name
        """Take a mail."""
        self.envelopes.append(envelope)
        return "250 2.0.0 kept"


def certificate(folder: Path, name: str, until: datetime) -> Path:
    """Make a self-signed certificate and its key in one PEM file."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    names: list[x509.GeneralName] = [x509.DNSName(name)]
    if name == "localhost":
        names.append(x509.IPAddress(IPv4Address("127.0.0.1")))
    built = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(until - timedelta(days=30))
        .not_valid_after(until)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path = folder / f"{name}.pem"
    path.write_bytes(built.public_bytes(serialization.Encoding.PEM) + private)
    return path


@pytest.fixture
def pem(tmp_path: Path) -> Path:
    """Return a certificate for this host, good for a day."""
    return certificate(tmp_path, "localhost", datetime.now(UTC) + timedelta(days=1))


@pytest.fixture
def kept() -> Kept:
    """Return the handler."""
    return Kept()


@pytest.fixture
async def listen(kept: Kept) -> AsyncIterator[Listen]:
    """Return a function that starts a server of a kind with a certificate, and returns its port."""
    servers: list[asyncio.Server] = []

    def login(_server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
        right = isinstance(data, LoginPassword) and data.password == "pässword".encode()
        return AuthResult(success=right, handled=False)

    async def listen_(tls: str, pem: Path | None) -> int:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        if pem:
            context.load_cert_chain(pem)
        inner = context if tls == "starttls" and pem else None

        def serve() -> SMTP:
            return SMTP(
                kept,
                hostname="localhost",
                tls_context=inner,
                require_starttls=bool(inner),
                authenticator=login,
                auth_required=tls == "starttls",  # aiosmtpd warns of passwords without STARTTLS, implicit TLS or not
                auth_require_tls=tls == "starttls",
                enable_SMTPUTF8=True,
                loop=asyncio.get_running_loop(),
            )

        outer = context if tls == "implicit" else None
        server = await asyncio.get_running_loop().create_server(serve, "127.0.0.1", 0, ssl=outer)
        servers.append(server)
        return int(server.sockets[0].getsockname()[1])

    yield listen_
    for server in servers:
        server.close()
        await server.wait_closed()
    await asyncio.sleep(0)


def outbox(port: int, tls: str, ca_file: Path | None, **changes: Any) -> SmtpOutbox:
    """Return an outbox at a server of the test."""
    settings = {"host": "localhost", "user": "support", "password": "pässword", **changes}
    return SmtpOutbox(SmtpAccount("support", port=port, tls=tls, ca_file=str(ca_file) if ca_file else None, **settings))


@pytest.mark.parametrize("tls", ["implicit", "starttls"])
async def test_mail_goes_out_over_tls(listen: Listen, kept: Kept, pem: Path, tls: str) -> None:
    """With the operator's authority the server is trusted; login, envelope and mail arrive as they are."""
    receipt = await outbox(await listen(tls, pem), tls, pem).send(RAW, "a@example.com", ["jürgen@example.org"])
    (envelope,) = kept.envelopes
    assert (envelope.mail_from, envelope.rcpt_tos) == ("a@example.com", ["jürgen@example.org"])
    assert (envelope.original_content, receipt.answer) == (RAW, "2.0.0 kept")


@pytest.mark.parametrize("tls", ["implicit", "starttls"])
async def test_an_unknown_authority_is_named(listen: Listen, kept: Kept, pem: Path, tls: str) -> None:
    """Nobody vouches for the certificate: nothing is sent."""
    with pytest.raises(OutboxUnreachable, match="certificate is not valid: self-signed certificate"):
        await outbox(await listen(tls, pem), tls, None).send(RAW, "a@example.com", ["b@example.org"])
    assert kept.envelopes == []


@pytest.mark.parametrize("tls", ["implicit", "starttls"])
async def test_another_hosts_certificate_is_named(listen: Listen, tmp_path: Path, tls: str) -> None:
    """A certificate for another host is refused, whoever vouches for it."""
    other = certificate(tmp_path, "mail.example.net", datetime.now(UTC) + timedelta(days=1))
    with pytest.raises(OutboxUnreachable, match="certificate is not valid: Hostname mismatch"):
        await outbox(await listen(tls, other), tls, other).probe()


async def test_an_expired_certificate_is_named(listen: Listen, tmp_path: Path) -> None:
    """A certificate that was good once is told as expired."""
    old = certificate(tmp_path, "localhost", datetime.now(UTC) - timedelta(days=1))
    with pytest.raises(OutboxUnreachable, match="certificate is not valid: certificate has expired"):
        await outbox(await listen("implicit", old), "implicit", old).probe()


async def test_missing_starttls_sends_no_password(listen: Listen, kept: Kept) -> None:
    """A server that offers no STARTTLS gets neither password nor mail."""
    with pytest.raises(OutboxUnreachable, match="STARTTLS extension not supported"):
        await outbox(await listen("starttls", None), "starttls", None).send(RAW, "a@example.com", ["b@example.org"])
    assert kept.envelopes == []


async def test_wrong_password_over_tls(listen: Listen, pem: Path) -> None:
    """A refused login needs a person."""
    with pytest.raises(NeedsReauth, match="login of support: 535"):
        await outbox(await listen("implicit", pem), "implicit", pem, password="wrong").probe()


async def test_tls_spoken_to_a_plain_port_is_named(listen: Listen) -> None:
    """The commonest slip of all is told in words."""
    with pytest.raises(OutboxUnreachable, match="does the port speak TLS from the start"):
        await outbox(await listen("none", None), "implicit", None).probe()
