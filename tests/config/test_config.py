"""Loading `keepword.toml`: defaults, secrets, and every fault at once with file, line and what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from settings_made import IMAP, MAILBOX, SMTP

from keepword.config import Settings, find, load
from keepword.errors import ConfigurationError

Settle = Callable[..., Settings]
Faults = Callable[..., list[str]]


def test_defaults_are_those_of_the_manual(settle: Settle, tmp_path: Path) -> None:
    """What is not written has the value that the manual promises, and paths begin at the file."""
    settings = settle()
    mailbox = settings.mailboxes[0]
    assert (tmp_path / "data", "sqlite", "offline") == (settings.app.data, settings.store.kind, settings.model.kind)
    assert (timedelta(hours=72), 10, timedelta(days=90)) == (
        settings.memory.idle_after,
        settings.memory.promote_every_turns,
        settings.memory.archive_for,
    )
    assert (20, 10, 2_000) == tuple(settings.limits.model_dump().values())
    assert ("draft", "", "skip", timedelta(seconds=60), True, False) == (
        mailbox.mode,
        mailbox.authserv_id,
        mailbox.backlog,
        mailbox.poll_every,
        mailbox.idle,
        mailbox.reply_token,
    )
    assert (993, 465, "implicit") == (mailbox.imap.port, mailbox.smtp.port, mailbox.imap.tls)
    assert {"inbox": "INBOX", "sent": "", "drafts": "", "quarantine": "Quarantine"} == mailbox.folders.model_dump()


def test_a_folder_stands_for_the_settings_in_it(settle: Settle, env: dict[str, str], tmp_path: Path) -> None:
    """`--config DIR` is `--config DIR/keepword.toml`; a folder without one is told with that name."""
    settled = settle()
    assert (settled.path, tmp_path / "data") == ((found := load(tmp_path, env)).path, found.app.data)
    (tmp_path / "empty").mkdir()
    with pytest.raises(ConfigurationError, match=r"empty/keepword\.toml:1: no such file"):
        load(tmp_path / "empty", env)


def test_files_that_are_not_there_leave_safe_defaults(settle: Settle) -> None:
    """Without rules and policy beside the settings, the shipped rules hold, nothing may be promised, and a note says so."""
    settings = settle()
    assert ("name", ()) == (settings.rules[0].name, settings.policy.promises)
    assert ["promotion.toml", "policy.toml"] == [Path(note.split(" is ")[0]).name for note in settings.notes]


@pytest.mark.parametrize(("section", "name"), [("memory", "rules"), ("guard", "policy"), ("guard", "knowledge")])
def test_a_path_that_cannot_even_be_looked_at_is_a_fault(faults: Faults, minimal: str, section: str, name: str) -> None:
    """A name that is too long for the disk, as one in a folder that we may not enter, is a fault, not a traceback."""
    (fault,) = faults(f'{minimal}\n[{section}]\n{name} = "{"x" * 5_000}"\n')
    assert "xxx is not there; make it" in fault or "xxx:1: cannot be read (File name too long); " in fault


def test_settings_that_cannot_even_be_looked_at_are_a_fault(env: dict[str, str], tmp_path: Path) -> None:
    """So is the path of the settings themselves; the system's word for it is told."""
    with pytest.raises(ConfigurationError, match="cannot be read"):
        load(tmp_path / ("x" * 5_000), env)


@pytest.mark.parametrize(
    ("section", "name"), [("memory", "rules"), ("guard", "policy"), ("guard", "knowledge"), ("guard", "instructions")]
)
def test_a_file_that_is_named_must_be_there(faults: Faults, minimal: str, section: str, name: str) -> None:
    """A path that the operator wrote leads somewhere, or is a fault at its line."""
    value = '{ file = "gone" }' if name == "instructions" else '"gone"'
    (fault,) = faults(f"[{section}]\n{name} = {value}\n{minimal}")
    assert fault.startswith(f"keepword.toml:2: {section}.{name}: ")


@pytest.mark.parametrize(("tls", "imap", "smtp"), [("implicit", 993, 465), ("starttls", 143, 587), ("none", 143, 25)])
def test_the_port_follows_the_kind_of_tls(settle: Settle, tls: str, imap: int, smtp: int) -> None:
    """Where no port is written it is the usual one for that kind of TLS; a written one stands."""
    rest = f'host = "127.0.0.1", tls = "{tls}", user = "u", password = {{ env = "MAIL_PASSWORD" }}'
    mailbox = settle(f"{MAILBOX}imap = {{ {rest} }}\nsmtp = {{ {rest} }}\n").mailboxes[0]
    assert (imap, smtp) == (mailbox.imap.port, mailbox.smtp.port)
    written = settle(f"{MAILBOX}imap = {{ {rest}, port = 3143 }}\n{SMTP}").mailboxes[0]
    assert 3143 == written.imap.port


@pytest.mark.parametrize(
    ("written", "expected"),
    [("30s", 30), ("5m", 300), ("72h", 259_200), ("90d", 7_776_000)],
)
def test_durations_are_read(settle: Settle, minimal: str, written: str, expected: int) -> None:
    """The four units mean seconds, minutes, hours and days."""
    assert expected == settle(f'[memory]\nidle_after = "{written}"\n{minimal}').memory.idle_after.total_seconds()


def test_a_mailbox_may_have_its_own_idle_time(settle: Settle, minimal: str) -> None:
    """The mailbox's idle time goes before that of the memory."""
    own = settle(minimal.replace("[[mailbox]]", '[[mailbox]]\nidle_after = "5m"'))
    usual = settle(minimal)
    assert (timedelta(minutes=5), timedelta(hours=72)) == tuple(s.idle_after(s.mailboxes[0]) for s in (own, usual))


def test_an_embedder_wants_a_name_and_a_key(faults: Faults) -> None:
    """As the model does; a kind that is not known is named."""
    openai = '[embeddings]\nkind = "openai"\n'
    found = faults(f'{openai}timeout = "0s"\nbase = "x"\n')
    assert [f.partition(": ")[2].partition(":")[0] for f in found if "embeddings" in f] == [
        "embeddings.api_key",
        "embeddings.name",
        "embeddings.timeout",
        "embeddings.base",
    ]
    assert [
        f for f in faults('[embeddings]\nkind = "vectors"\n') if "embeddings.kind: 'vectors' is not known here" in f
    ]


def test_everything_wrong_is_shown_at_once(faults: Faults) -> None:
    """Faults of every kind, in three files, come in one list: by file and line, each with what to do."""
    text = """\
[app]
secret = "literal-literal-literal-literal-literal"
dta = "x"
[model]
kind = "openai"
timeout = "9x"
[[mailbox]]
name = "support"
address = "support@example.com"
mode = "drft"
poll_every = "0s"
imap = { host = "h", port = "993", tls = "none", user = "u" }
"""
    rules = '[[rule]]\nname = "a"\nwrites = "profil.name"\n'
    policy = '[[promise]]\nkind = "refund"\nmax_amount = "-1.00"\ncurrency = "EURO"\n'
    assert [
        'keepword.toml:2: app.secret: a secret may not stand in the file; write { env = "NAME" } or { file = "path" }',
        "keepword.toml:3: app.dta: there is no such key; did you mean `data`?",
        'keepword.toml:4: model.api_key: OPENAI_API_KEY is not set; set it, or add api_key = { env = "NAME" }',
        'keepword.toml:4: model.name: is missing, and openai needs it; add name = "…", the model to be asked',
        "keepword.toml:6: model.timeout: '9x' is no duration; write it like 30s, 5m, 72h or 90d",
        'keepword.toml:7: mailbox[0].smtp: is missing; add smtp = { host = "…", user = "…", password = { env = "…" } }',
        "keepword.toml:10: mailbox[0].mode: 'drft' is not known here; did you mean `draft`?",
        "keepword.toml:11: mailbox[0].poll_every: '0s' is an impossible duration; write one between 1s and 36500d",
        'keepword.toml:12: mailbox[0].imap.password: is missing; add password = { env = "NAME" }, or oauth2 = { … }',
        "keepword.toml:12: mailbox[0].imap.port: is no whole number; write digits without quotes",
        'keepword.toml:12: mailbox[0].imap.tls: "none" is no protection on the way to h; use "starttls", or allow_plaintext = true',
        "policy.toml:3: promise[0].max_amount: is negative; write an amount of 0 or more",
        "policy.toml:4: promise[0].currency: 'EURO' is no currency of ISO 4217; write three letters, like EUR",
        "promotion.toml:3: rule[0].writes: 'profil.name' cannot be written; did you mean `profile.name`?",
    ] == faults(text, promotion=rules, policy=policy)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            f"{MAILBOX}{IMAP}{SMTP}colour = 1\n",
            "8: mailbox[0].colour: there is no such key; use one of address, aliases",
        ),
        (f"{MAILBOX}{IMAP}{SMTP}[mailbx]\nx = 1\n", "8: mailbx: there is no such key; did you mean `mailbox`?"),
        (f"{MAILBOX}{IMAP}{SMTP}alias = []\n", "8: mailbox[0].alias: there is no such key; did you mean `aliases`?"),
        (
            f'{MAILBOX}{SMTP}imap = {{ hots = "x", user = "u", password = {{ env = "MAIL_PASSWORD" }} }}\n',
            "7: mailbox[0].imap.hots: ",
        ),
        (f'{MAILBOX}{IMAP}smtp = {{ host = "https://x" }}\n', "7: mailbox[0].smtp.host: is no host"),
        (f'{MAILBOX}{IMAP}smtp = {{ host = "h", port = 70000 }}\n', "7: mailbox[0].smtp.port: is more than 65535"),
        (
            f'{MAILBOX}{IMAP}smtp = {{ host = "h", user = "u" }}\n',
            "7: mailbox[0].smtp.password: is missing, though a user",
        ),
        (
            f'{MAILBOX}{IMAP}smtp = {{ host = "h", password = {{ env = "MAIL_PASSWORD" }} }}\n',
            "7: mailbox[0].smtp.user: is missing, though a login",
        ),
        (f"{MAILBOX}{IMAP}smtp = 3\n", "7: mailbox[0].smtp: is no table"),
        (f"{MAILBOX}{IMAP}{SMTP}idle = 1\n", "8: mailbox[0].idle: is neither true nor false"),
        (f'{MAILBOX}{IMAP}{SMTP}aliases = "a@example.com"\n', "8: mailbox[0].aliases: is no list"),
        (f'{MAILBOX}{IMAP}{SMTP}aliases = [\n"x",\n"Y <y@example.com>"]\n', "10: mailbox[0].aliases[1]: "),
        (
            f'{MAILBOX}{IMAP}{SMTP}colleagues = ["example.com"]\n',
            "8: mailbox[0].colleagues[0]: 'example.com' is no mail",
        ),
        (f"{MAILBOX}{IMAP}{SMTP}[limits]\nreplies_per_day = -1\n", "9: limits.replies_per_day: is less than 0"),
        (
            f'{MAILBOX}{IMAP}{SMTP}[store]\nkind = "cosmos"\ndatabase = "d"\n',
            "8: store.endpoint: is missing, and cosmos",
        ),
        (
            f'{MAILBOX}{IMAP}{SMTP}[store]\nkind = "mysql"\n',
            "9: store.kind: 'mysql' is not known here; use one of cosmos, sqlite",
        ),
        (
            f'{MAILBOX}{IMAP}{SMTP}[memory]\nidle_after = "200000d"\n',
            "9: memory.idle_after: '200000d' is an impossible",
        ),
        (f"{MAILBOX}{IMAP}{SMTP}[memory]\nidle_after = 72\n", "9: memory.idle_after: 72 is no duration"),
        (
            f'{MAILBOX}{IMAP}{SMTP}[guard]\nacknowledgement = "Dear {{nane}}"\n',
            "9: guard.acknowledgement: there is no field {nane}; use {name}, {subject}, {mailbox}",
        ),
        (f'{MAILBOX}{IMAP}{SMTP}[guard]\nacknowledgement = "}}"\n', "9: guard.acknowledgement: has a brace without"),
        (
            f'{MAILBOX}{IMAP}{SMTP}[[gate]]\nname = "a"\nfield = "X Y"\npattern = "z"\n',
            "10: gate[0].field: 'X Y' is no name",
        ),
        (f'{MAILBOX}{IMAP}{SMTP}[model]\nbase_url = "ftp://x"\n', "9: model.base_url: is no address"),
        (f'{MAILBOX}{IMAP}{SMTP}"a\\nb" = 1\n', "8: mailbox[0].'a\\nb': there is no such key"),
        (f"{MAILBOX}{IMAP}{SMTP}mode = '{'x' * 500}'\n", f"8: mailbox[0].mode: '{'x' * 59}… is not known here"),
        (f'{MAILBOX}{IMAP}{SMTP}[guard]\npolicy = "a\\u0000b"\n', "9: guard.policy: is no path"),
        (f"{MAILBOX}{IMAP}{SMTP}[model]\ntemperature = nan\n", "9: model.temperature: is "),
        ("mailbox = []\n" + MAILBOX.split("[[")[0], "1: mailbox: is empty; add a [[mailbox]]"),
        (MAILBOX.split("[[")[0], "1: mailbox: is missing"),
        (f"{MAILBOX[MAILBOX.index('[[') :]}{IMAP}{SMTP}", "1: app.secret: is missing; add secret = { env ="),
    ],
)
def test_one_fault_is_told_with_line_and_remedy(faults: Faults, text: str, fault: str) -> None:
    """Each fault names its line and key, says what is wrong, and never hides behind another."""
    matching = [line for line in faults(text) if line.startswith(f"keepword.toml:{fault}")]
    assert 1 == len(matching), faults(text)
    assert "; " in matching[0]


SECOND = f'[[mailbox]]\nname = "%s"\naddress = "%s"\n{IMAP}{SMTP}'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f'{MAILBOX}aliases = ["Support@Example.com"]\n{IMAP}{SMTP}', ["6: mailbox[0].aliases[0]"]),
        (f'{MAILBOX}aliases = ["support+shop@example.com"]\n{IMAP}{SMTP}', ["6: mailbox[0].aliases[0]"]),
        (f"{MAILBOX}{IMAP}{SMTP}{SECOND % ('sales', 'SUPPORT@example.com')}", ["10: mailbox[1].address"]),
        (f"{MAILBOX}{IMAP}{SMTP}{SECOND % ('support', 'sales@example.com')}", ["9: mailbox[1].name"]),
        (
            f'[guard]\nhandoff_to = ["anna@example.com", "support+x@example.com"]\n{MAILBOX}{IMAP}{SMTP}',
            ["2: guard.handoff_to[1]"],
        ),
    ],
)
def test_d5_no_address_is_ours_twice(faults: Faults, text: str, expected: list[str]) -> None:
    """An address that two would answer, or to which notices would come back, is refused."""
    found = faults(text)
    assert [f"keepword.toml:{e}" for e in expected] == [": ".join(f.split(": ")[:2]) for f in found]


def test_texts_may_come_from_files(settle: Settle, minimal: str, tmp_path: Path) -> None:
    """Instructions and signature are texts, or the texts of files."""
    (tmp_path / "tone.md").write_text("Be brief.\n", "utf-8")
    guard = settle(f'[guard]\ninstructions = {{ file = "tone.md" }}\nsignature = "Yours"\n{minimal}').guard
    assert ("Be brief.\n", "Yours") == (guard.instructions, guard.signature)


def test_settings_cannot_be_changed(settle: Settle) -> None:
    """Settings are read once and passed on as a value."""
    settings = settle()
    with pytest.raises(AttributeError):
        settings.path = Path("other")  # type: ignore[misc]
    with pytest.raises(ValueError, match="frozen"):
        settings.limits.replies_per_day = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    ("given", "env", "expected"),
    [
        (Path("a.toml"), {"KEEPWORD_CONFIG": "b.toml"}, Path("a.toml")),
        (None, {"KEEPWORD_CONFIG": "b.toml"}, Path("b.toml")),
        (None, {"KEEPWORD_CONFIG": ""}, Path("keepword.toml")),
        (None, {}, Path("keepword.toml")),
    ],
)
def test_the_file_is_found_in_order(given: Path | None, env: dict[str, str], expected: Path) -> None:
    """The option goes before the variable, the variable before the working folder."""
    assert expected == find(given, env)


def test_no_file_is_a_fault_too(tmp_path: Path) -> None:
    """Where there is no file, the message says how to get one."""
    with pytest.raises(ConfigurationError, match=r"nowhere\.toml:1: no such file; make one with `keepword init DIR`"):
        load(tmp_path / "nowhere.toml", {})


def test_loading_imports_no_edge(tmp_path: Path, minimal: str, env: dict[str, str]) -> None:
    """Reading settings loads neither a model's nor a store's nor a mail server's library."""
    (tmp_path / "keepword.toml").write_text(minimal, "utf-8")
    program = (
        "import os, sys, pathlib; from keepword.config import load; load(pathlib.Path('keepword.toml'), os.environ)\n"
        "print([m for m in ('openai', 'azure', 'imapclient', 'aiosmtplib', 'apscheduler', 'rich', 'numpy') if m in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "[]\n" == ran.stdout
