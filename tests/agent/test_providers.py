"""`init --address`: the servers of the large providers are known, and what is written has no fault but what is to be filled in."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from keepword.agent.cli import cli
from keepword.agent.providers import PROVIDERS, MailProvider, guessed, own_lines, personalised, provider_of
from keepword.agent.starter import EXAMPLE, starter_text
from keepword.config import load
from keepword.errors import ConfigurationError, UsageError

ENV = {"KEEPWORD_SECRET": "k" * 32, "KEEPWORD_SUPPORT_PASSWORD": "p", "KEEPWORD_CLIENT_SECRET": "s"}


@pytest.mark.parametrize(
    ("address", "imap", "smtp", "port", "oauth2"),
    [
        ("shop@gmail.com", "imap.gmail.com", "smtp.gmail.com", 465, "google"),
        ("shop@GoogleMail.com", "imap.gmail.com", "smtp.gmail.com", 465, "google"),
        ("shop@example.onmicrosoft.com", "outlook.office365.com", "smtp.office365.com", 587, "microsoft"),
        ("shop@hotmail.com", "outlook.office365.com", "smtp-mail.outlook.com", 587, "microsoft"),
        ("shop@yahoo.co.uk", "imap.mail.yahoo.com", "smtp.mail.yahoo.com", 465, ""),
        ("shop@me.com", "imap.mail.me.com", "smtp.mail.me.com", 587, ""),
        ("shop@fastmail.com", "imap.fastmail.com", "smtp.fastmail.com", 465, ""),
        ("shop@gmx.at", "imap.gmx.net", "mail.gmx.net", 587, ""),
        ("shop@gmx.com", "imap.gmx.com", "mail.gmx.com", 587, ""),
        ("shop@web.de", "imap.web.de", "smtp.web.de", 587, ""),
        ("shop@zoho.eu", "imap.zoho.eu", "smtp.zoho.eu", 465, ""),
    ],
)
def test_a_provider_is_known_by_the_address(address: str, imap: str, smtp: str, port: int, oauth2: str) -> None:
    """Case does not count, nor what stands before the provider's domain."""
    found = provider_of(address)
    assert found is not None
    assert (imap, smtp, port, oauth2) == (found.imap, found.smtp, found.smtp_port, found.oauth2)


@pytest.mark.parametrize("address", ["shop@example.com", "shop@notgmail.com", "shop@gmail.com.example.org", "shop@com"])
def test_another_domain_tells_of_no_provider(address: str) -> None:
    """A name that only looks like one is nobody's."""
    assert provider_of(address) is None


def test_no_domain_belongs_to_two() -> None:
    """Each domain and each name stands once in the table."""
    domains = [d for p in PROVIDERS for d in p.domains]
    names = [p.name for p in PROVIDERS]
    assert (len(domains), len(names)) == (len(set(domains)), len(set(names)))


@pytest.mark.parametrize("provider", [*PROVIDERS, guessed("shop@example.com")], ids=lambda p: p.name)
def test_what_is_written_has_no_fault_but_the_client_id(tmp_path: Path, provider: MailProvider) -> None:
    """Every provider's settings load; where there is OAuth 2.0, the one thing to be filled in is named at both servers."""
    path = tmp_path / "keepword.toml"
    path.write_text(personalised(starter_text(EXAMPLE), "shop@example.org", provider), "utf-8")
    for name in ("promotion.toml", "policy.toml"):
        (tmp_path / name).write_text(starter_text(name), "utf-8")
    (tmp_path / "knowledge").mkdir()
    if provider.oauth2:
        with pytest.raises(ConfigurationError) as caught:
            load(path, ENV)
        assert ["client_id", "client_id"] == [
            f.split(": ")[1].rpartition(".")[2] for f in str(caught.value).splitlines()
        ]
        path.write_text(path.read_text().replace('client_id = ""', 'client_id = "c"'), "utf-8")
    [box] = load(path, ENV).mailboxes
    assert ("shop@example.org", "shop@example.org", provider.imap) == (box.address, box.imap.user, box.imap.host)
    assert (provider.smtp, provider.smtp_tls, provider.smtp_port) == (box.smtp.host, box.smtp.tls, box.smtp.port)
    assert (provider.oauth2 or None) == (box.imap.oauth2.provider if box.imap.oauth2 else None)


def run(*words: str) -> Result:
    """Run a command; errors of ours are kept in `exception`."""
    return CliRunner().invoke(cli, words)


def test_init_knows_the_servers(tmp_path: Path) -> None:
    """The command writes them and says what the provider wants first."""
    done = run("--json", "init", str(tmp_path / "shop"), "--address", "shop@web.de")
    assert (0, ["web.de: IMAP has to be allowed in the mailbox's settings on the web"]) == (
        done.exit_code,
        json.loads(done.stdout)["notes"],
    )
    assert 'host = "imap.web.de"' in (tmp_path / "shop" / "keepword.toml").read_text()


def test_init_with_a_provider_by_name(tmp_path: Path) -> None:
    """A company's own domain at a large provider is said by hand."""
    done = run("init", str(tmp_path), "--address", "help@example.com", "--provider", "microsoft")
    text = (tmp_path / "keepword.toml").read_text()
    assert (0, True, True) == (done.exit_code, "outlook.office365.com" in text, "keepword login support" in done.stdout)


def test_init_beside_settings_that_are_there_says_what_to_write(tmp_path: Path) -> None:
    """Settings that are there stay; what they lack for the address is printed, and a person has to write it: exit code 1."""
    run("init", str(tmp_path))
    before = (tmp_path / "keepword.toml").read_text()
    done = run("--json", "init", str(tmp_path), "--address", "shop@gmx.de")
    told = json.loads(done.stdout)
    assert (1, before, []) == (done.exit_code, (tmp_path / "keepword.toml").read_text(), told["written"])
    assert "left as it is" in told["notes"][-1]
    assert ["[[mailbox]]", 'address = "shop@gmx.de"'] == told["to_write"][:2]
    assert {'host = "imap.gmx.net"', 'host = "mail.gmx.net"', 'tls = "starttls"'} < set(told["to_write"])


@pytest.mark.parametrize("provider", PROVIDERS, ids=lambda p: p.name)
def test_what_is_printed_is_what_would_have_been_written(tmp_path: Path, provider: MailProvider) -> None:
    """The lines that `init` prints, with their secrets, are the mailbox that it would have written into a new folder."""
    whole = personalised(starter_text(EXAMPLE), "shop@example.org", provider)
    [written] = tomllib.loads(whole)["mailbox"]
    [printed] = tomllib.loads("\n".join(own_lines("shop@example.org", provider)))["mailbox"]
    for box in (written, printed):
        for server in (box["imap"], box["smtp"]):
            server.pop("password", None)
    assert {k: v for k, v in written.items() if k not in {"name", "folders"}} == printed


@pytest.mark.parametrize("address", ["shop@gmail.com", "Shop@Gmail.com"])
def test_init_twice_with_the_same_address_is_done(tmp_path: Path, address: str) -> None:
    """What is there already needs nobody, whatever else was filled in since."""
    run("init", str(tmp_path), "--address", "shop@gmail.com")
    path = tmp_path / "keepword.toml"
    path.write_text(path.read_text().replace('client_id = ""', 'client_id = "c"'), "utf-8")
    assert (0, []) == (
        (done := run("--json", "init", str(tmp_path), "--address", address)).exit_code,
        json.loads(done.stdout)["to_write"],
    )


def test_init_beside_settings_that_cannot_be_read(tmp_path: Path) -> None:
    """Broken settings stay, and the lines are printed all the same."""
    (tmp_path / "keepword.toml").write_text("mine", "utf-8")
    done = run("init", str(tmp_path), "--address", "shop@gmail.com")
    assert ("mine", 1) == ((tmp_path / "keepword.toml").read_text(), done.exit_code)
    assert 'host = "imap.gmail.com"' in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("--address", "no address"),
        ("--address", 'a"b@example.com'),
        ("--address", "a\x01b@example.com"),
        ("--address", "a@example.com", "--provider", "nobody"),
        ("--provider", "google"),
    ],
)
def test_what_makes_no_sense_writes_nothing(tmp_path: Path, words: tuple[str, ...]) -> None:
    """A wrong address or provider is told before anything is written."""
    done = run("init", str(tmp_path / "shop"), *words)
    assert (UsageError, False) == (type(done.exception), (tmp_path / "shop").exists())
