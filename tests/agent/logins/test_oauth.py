"""Tokens: renewed in time, saved whole, never asked for in vain, by one process at a time."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from token_server import CLIENT, TENANT, TokenServer

from keepword.agent.logins.google import Google
from keepword.agent.logins.microsoft import Microsoft
from keepword.agent.logins.oauth import FAILED_PAUSE, FRESH, OAuthAccount, OAuthToken, Provider, tokens_of
from keepword.agent.logins.oauth_file import TokenFile, Tokens
from keepword.errors import MailboxUnreachable, NeedsReauth

PROVIDERS = ("google", "microsoft")


class Clock:
    """A clock that the test moves."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TokenServer]:
    """Return a token server that rotates its refresh tokens strictly."""
    server = TokenServer(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def clock() -> Clock:
    """Return a clock that stands."""
    return Clock()


@pytest.fixture
def file(tmp_path: Path) -> TokenFile:
    """Return the file of a mailbox's tokens, which is not there yet."""
    return TokenFile(tmp_path / "data" / "support.token")


def provider(name: str, server: TokenServer) -> Provider:
    """Return a provider whose server is ours."""
    account = account_of(server)
    if name == "google":
        return Google(account, f"{server.url}/authorize", f"{server.url}/token")
    return Microsoft(account, f"{server.url}/{TENANT}")


def account_of(server: TokenServer) -> OAuthAccount:
    """Return our registration at the test's server."""
    return OAuthAccount("support", server.user, CLIENT, ca_file=str(server.authority))


@pytest.fixture(params=PROVIDERS)
def token(request: pytest.FixtureRequest, server: TokenServer, file: TokenFile, clock: Clock) -> OAuthToken:
    """Return the token of an account that has logged in long ago."""
    with file.locked():
        file.write(Tokens(CLIENT, server.refresh_token()))
    return OAuthToken(account_of(server), file, provider(request.param, server), clock=clock)


def test_a_token_is_fetched_once_and_kept(token: OAuthToken, server: TokenServer, clock: Clock) -> None:
    """As long as it is good, the same token is given, and the server is not asked."""
    first = token()
    clock.now += 3000
    assert (first, {"refresh_token": 1}) == (token(), server.grants)
    assert first in server.access_tokens


def test_a_token_is_renewed_before_it_expires(token: OAuthToken, server: TokenServer, clock: Clock) -> None:
    """Some minutes before its end there is another one, had with the rotated refresh token."""
    first = token()
    clock.now += 3400
    assert token() != first
    clock.now += 3400
    assert token() in server.access_tokens
    assert server.grants["refresh_token"] == 3


def test_the_rotated_refresh_token_is_saved_for_its_owner_alone(
    token: OAuthToken, server: TokenServer, file: TokenFile
) -> None:
    """What is used has been written down, in a file of mode 0600, and no other copy of it lies about."""
    token()
    kept = file.read()
    assert kept is not None
    assert {kept.refresh_token} == server.refresh_tokens
    assert {kept.access_token} == server.access_tokens
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert {p.name for p in file.path.parent.iterdir()} == {"support.token", "support.token.lock"}


def test_a_new_process_uses_what_the_old_one_saved(
    token: OAuthToken, server: TokenServer, file: TokenFile, clock: Clock
) -> None:
    """After a restart the kept token is good as long as it was."""
    first = token()
    again = OAuthToken(account_of(server), file, provider("google", server), clock=clock)
    assert (first, 1) == (again(), server.grants["refresh_token"])


def test_invalid_grant_is_a_state_and_asked_about_once(
    token: OAuthToken, server: TokenServer, file: TokenFile, clock: Clock
) -> None:
    """A refresh token that is worth nothing is noted; neither this process nor the next one asks again."""
    server.error = "invalid_grant"
    for _ in range(3):
        with pytest.raises(NeedsReauth, match=r"support: .*invalid_grant.*`keepword login support`"):
            token()
        clock.now += 3600
    again = OAuthToken(account_of(server), file, provider("microsoft", server), clock=clock)
    with pytest.raises(NeedsReauth):
        again()
    assert server.grants["refresh_token"] == 1


def test_a_new_login_ends_the_state(token: OAuthToken, server: TokenServer, file: TokenFile) -> None:
    """The running daemon takes what `keepword login` has written, at its next try."""
    server.error = "invalid_grant"
    with pytest.raises(NeedsReauth):
        token()
    server.error = ""
    with file.locked():
        file.write(Tokens(CLIENT, server.refresh_token()))
    assert token() in server.access_tokens


@pytest.mark.parametrize("error", ["invalid_client", "unauthorized_client"])
def test_a_wrong_registration_is_tried_again_with_pauses(
    token: OAuthToken, server: TokenServer, clock: Clock, error: str
) -> None:
    """What the operator can mend in the settings does not spoil the login; the server is asked once a minute at most."""
    server.error = error
    for _ in range(3):
        with pytest.raises(NeedsReauth, match=error):
            token()
    assert server.grants["refresh_token"] == 1
    server.error = ""
    clock.now += FAILED_PAUSE
    assert token() in server.access_tokens


def test_an_answer_without_sense_is_waited_out(token: OAuthToken, server: TokenServer, clock: Clock) -> None:
    """A server that is not itself is no verdict on the login."""
    server.broken = True
    for _ in range(2):
        with pytest.raises(MailboxUnreachable) as caught:
            token()
        assert caught.value.retry_after == FAILED_PAUSE
    server.broken = False
    clock.now += FAILED_PAUSE
    assert token() in server.access_tokens


def test_a_dead_server_is_waited_out(file: TokenFile, server: TokenServer, clock: Clock) -> None:
    """Nobody listening is `MailboxUnreachable`, at either provider, and the login stays as it was."""
    before = Tokens(CLIENT, "refresh")
    for name in PROVIDERS:
        with file.locked():
            file.write(before)
        dead = replace_port(provider(name, server))
        with pytest.raises(MailboxUnreachable, match="no usable answer"):
            OAuthToken(account_of(server), file, dead, clock=clock)()
        assert file.read() == before


def replace_port(made: Provider) -> Provider:
    """Return the provider at a port where nobody listens."""
    for name in ("_token_uri", "_authority"):
        if hasattr(made, name):
            setattr(made, name, f"https://localhost:9/{TENANT}")
    return made


def test_a_refused_token_is_renewed_once(token: OAuthToken, server: TokenServer, clock: Clock) -> None:
    """A mail server's word that a token has expired gets another one; its word on a new one is a person's matter."""
    first = token()
    clock.now += FRESH
    second = token(first)
    assert first != second
    with pytest.raises(NeedsReauth, match=r"refuses a new token of support@example\.com"):
        token(second)
    assert (second, 2) == (token(first), server.grants["refresh_token"])


def test_nobody_has_logged_in(file: TokenFile, server: TokenServer) -> None:
    """Without a file there is nothing to ask with, and the error says what to do."""
    token = OAuthToken(account_of(server), file, provider("google", server))
    with pytest.raises(NeedsReauth, match="nobody has logged in yet; log in with `keepword login support`"):
        token()


def test_a_login_of_another_registration_is_not_used(file: TokenFile, server: TokenServer) -> None:
    """After a change of client_id the old refresh token is nobody's."""
    with file.locked():
        file.write(Tokens("another", "refresh"))
    with pytest.raises(NeedsReauth, match="another client_id"):
        OAuthToken(account_of(server), file, provider("google", server))()
    assert server.grants == {}


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"client_id": 1, "refresh_token": "x"}', b"\xff", b"{}"])
def test_a_damaged_file_asks_for_a_login(file: TokenFile, server: TokenServer, content: bytes) -> None:
    """Whatever stands in the file, it is a matter of logging in and no crash."""
    with file.locked():
        file.path.write_bytes(content)
    with pytest.raises(NeedsReauth, match="damaged"):
        OAuthToken(account_of(server), file, provider("google", server))()


class FullDisk(TokenFile):
    """A file that cannot be written while `full`."""

    full = True

    def write(self, tokens: Tokens) -> None:
        """Write where there is room."""
        if self.full:
            raise MailboxUnreachable(os.strerror(errno.ENOSPC))
        super().write(tokens)


def test_a_full_disk_loses_no_rotated_token(
    token: OAuthToken, server: TokenServer, file: TokenFile, clock: Clock
) -> None:
    """The new refresh token is kept in mind until it can be saved; it is the only one that the server still takes."""
    full = FullDisk(file.path)
    token = OAuthToken(account_of(server), full, provider("google", server), clock=clock)
    for _ in range(2):
        with pytest.raises(MailboxUnreachable, match="No space left"):
            token()
    full.full = False
    assert token() in server.access_tokens
    kept = file.read()
    assert kept is not None
    assert ({kept.refresh_token}, 1) == (server.refresh_tokens, server.grants["refresh_token"])


def test_a_new_login_counts_more_than_what_could_not_be_saved(
    token: OAuthToken, server: TokenServer, file: TokenFile, clock: Clock
) -> None:
    """Where a person logged in meanwhile, the daemon does not write its own old tokens over that."""
    full = FullDisk(file.path)
    token = OAuthToken(account_of(server), full, provider("google", server), clock=clock)
    with pytest.raises(MailboxUnreachable):
        token()
    full.full = False
    anew = Tokens(CLIENT, server.refresh_token(), "access-new", clock.now, clock.now + 3600)
    with file.locked():
        file.write(anew)
    assert ("access-new", anew) == (token(), file.read())


@pytest.mark.parametrize(("strict", "good"), [(False, True), (True, False)], ids=["lenient", "strict"])
def test_a_crash_between_renewal_and_saving(
    token: OAuthToken, server: TokenServer, file: TokenFile, clock: Clock, strict: bool, good: bool
) -> None:
    """Where the old refresh token still works (Google, Microsoft) all goes on; else a person is asked, once."""
    server.strict = strict
    asked = file.read()
    assert asked is not None
    provider("google", server).renew(asked.refresh_token)  # and the process dies here
    try:
        outcome = token() in server.access_tokens
    except NeedsReauth:
        outcome = False
    kept = file.read()
    assert kept is not None
    assert (good, good) == (outcome, not kept.needs_reauth)


KILLED = """
import os, sys
from pathlib import Path
from keepword.agent.logins.oauth_file import TokenFile, Tokens
file = TokenFile(Path(sys.argv[1]))
real = getattr(os, sys.argv[2])
def dies(*args, **kwargs):
    os._exit(9)
setattr(os, sys.argv[2], dies)
with file.locked():
    file.write(Tokens("c", "new" * 10_000))
"""


@pytest.mark.parametrize("point", ["fdopen", "fchmod", "fsync", "replace"])
def test_a_kill_while_saving_leaves_the_old_file(file: TokenFile, point: str) -> None:
    """At each step before the renaming the file stays as it was, readable, and the next one can write it."""
    old = Tokens("c", "old")
    with file.locked():
        file.write(old)
    killed = subprocess.run([sys.executable, "-c", KILLED, str(file.path), point], check=False, timeout=60)
    assert (9, old) == (killed.returncode, file.read())
    with file.locked():
        file.write(replace(old, refresh_token="newer"))
    assert file.read() == replace(old, refresh_token="newer")


def test_two_threads_ask_once(token: OAuthToken, server: TokenServer) -> None:
    """IMAP and SMTP of one mailbox share one renewal."""
    with ThreadPoolExecutor(8) as pool:
        tokens = {f.result() for f in [pool.submit(token) for _ in range(16)]}
    assert (1, {"refresh_token": 1}) == (len(tokens), server.grants)


TWO = """
import sys
from pathlib import Path
from keepword.agent.logins.oauth import OAuthAccount, OAuthToken
from keepword.agent.logins.oauth_file import TokenFile
from keepword.agent.logins.google import Google
path, url, ca, client = sys.argv[1:]
account = OAuthAccount("support", "u", client, ca_file=ca)
token = OAuthToken(account, TokenFile(Path(path)), Google(account, url + "/authorize", url + "/token"))
print("ready", flush=True)
sys.stdin.readline()
print(token())
"""


def test_two_processes_ask_once(server: TokenServer, file: TokenFile) -> None:
    """With a server that takes a refresh token only once, a race would end the login: the lock keeps them apart."""
    with file.locked():
        file.write(Tokens(CLIENT, server.refresh_token()))
    words = [sys.executable, "-c", TWO, str(file.path), server.url, str(server.authority), CLIENT]
    both = [subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    for process in both:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    tokens = {process.communicate("go\n", timeout=60)[0].strip() for process in both}
    assert (server.access_tokens, {"refresh_token": 1}) == (tokens, server.grants)


def test_the_lock_goes_with_its_holder(file: TokenFile) -> None:
    """A process that is killed while it holds the lock locks nobody out."""
    words = "import os, sys\nfrom pathlib import Path\nfrom keepword.agent.logins.oauth_file import TokenFile\n"
    words += "with TokenFile(Path(sys.argv[1])).locked():\n    os._exit(9)\n"
    subprocess.run([sys.executable, "-c", words, str(file.path)], check=False, timeout=60)
    with file.locked():
        assert file.read() is None


def test_no_secret_shows(server: TokenServer, file: TokenFile) -> None:
    """Neither a repr nor an error tells a token or the client's secret."""
    account = OAuthAccount("support", "u", CLIENT, client_secret="hush", ca_file=str(server.authority))
    granted = provider("google", server).renew(server.refresh_token())
    tokens = tokens_of(granted, account, 0.0)
    shown = repr((account, granted, tokens))
    secrets = ["hush", *server.access_tokens, *server.refresh_tokens]
    assert [s for s in secrets if s in shown] == []
    assert asdict(tokens)["access_token"] in json.dumps(asdict(tokens))


@pytest.mark.parametrize("name", PROVIDERS)
@pytest.mark.parametrize("code", ["temporarily_unavailable", "server_error"])
def test_a_passing_refusal_is_no_verdict(
    server: TokenServer, file: TokenFile, clock: Clock, name: str, code: str
) -> None:
    """A token server that says that it is busy is asked again later."""
    server.error = code
    with file.locked():
        file.write(Tokens(CLIENT, "refresh"))
    with pytest.raises(MailboxUnreachable):
        OAuthToken(account_of(server), file, provider(name, server), clock=clock)()
