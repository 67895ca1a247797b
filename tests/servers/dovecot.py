"""A running Dovecot as tests want it: on loopback, with TLS of our own authority, in a folder that goes with it.

Needs the Debian packages dovecot-imapd and dovecot-lmtpd (or their like); nothing of the system's own configuration is used.
"""

from __future__ import annotations

import getpass
import grp
import itertools
import os
import pwd
import shutil
import smtplib
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

LEASH = Path(__file__).with_name("leash.py")
MISSING = "Dovecot is not installed: apt-get install dovecot-imapd dovecot-lmtpd (or name its binary in KEEPWORD_TEST_DOVECOT)."
PASSWORD = "secret"

CONFIGURATION = """
base_dir = {run}
state_dir = {run}
log_path = {home}/dovecot.log
protocols = imap lmtp
ssl = yes
ssl_cert = <{home}/server.pem
ssl_key = <{home}/server.key
disable_plaintext_auth = no
auth_mechanisms = plain login
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
mail_location = maildir:{home}/mail/%u
mail_uid = {uid}
mail_gid = {gid}
first_valid_uid = 1
first_valid_gid = 1
mail_max_userip_connections = 100
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={home}/mail/%u allow_all_users=yes
}}
namespace inbox {{
  inbox = yes
  mailbox "Gesendete Objekte" {{
    special_use = \\Sent
    auto = subscribe
  }}
  mailbox Entwürfe {{
    special_use = \\Drafts
    auto = create
  }}
}}
service imap-login {{
  chroot =
  process_min_avail = 0
  inet_listener imap {{
    address = 127.0.0.1
    port = {imap}
  }}
  inet_listener imaps {{
    address = 127.0.0.1
    port = {imaps}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
{more}
"""


class NoDovecotError(RuntimeError):
    """What the machine lacks, and how to get it."""


@dataclass(frozen=True)
class DovecotPorts:
    """Where it listens, all on 127.0.0.1."""

    imap: int
    imaps: int
    lmtp: int


class Dovecot:
    """One server in `home`. `authority` is a PEM file that vouches for it as `localhost` and 127.0.0.1."""

    def __init__(self, home: Path, more: str = "") -> None:
        self.home = home
        self.ports = _free_ports()
        self.authority = home / "server.pem"
        self._more = more
        self._process: subprocess.Popen[bytes] | None = None
        _make_certificate(home)
        self._numbers = itertools.count(1)

    def user(self, address: str) -> str:
        """Return a user with an empty mailbox: every address is one, with the same password."""
        return f"{next(self._numbers)}.{address}"

    def deliver(self, raw: bytes, sender: str, *recipients: str) -> None:
        """Deliver a mail by LMTP."""
        with smtplib.LMTP("127.0.0.1", self.ports.lmtp) as lmtp:
            lmtp.sendmail(sender, recipients, raw)

    def start(self) -> None:
        """Start, on the same ports and mail as before where it ran before."""
        configuration = self.home / "dovecot.conf"
        configuration.write_text(_configured(self.home, self.ports, self._more))
        command = [sys.executable, str(LEASH), binary(), "-F", "-c", str(configuration)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE)
        self._wait_until_ready()

    def stop(self) -> None:
        """Stop it; its mail stays."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.wait(timeout=20)
            self._process = None

    def log(self) -> str:
        """Return what it wrote down."""
        path = self.home / "dovecot.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def _wait_until_ready(self) -> None:
        until = time.monotonic() + 20
        while time.monotonic() < until:
            try:
                with socket.create_connection(("127.0.0.1", self.ports.imap), timeout=5) as link:
                    if link.recv(4).startswith(b"* OK"):
                        return
            except OSError:
                time.sleep(0.05)
        self.stop()
        raise NoDovecotError(f"Dovecot does not start: {self.log()[-2000:]}")


def binary() -> str:
    """Return the server's binary; raise `NoDovecotError` where there is none."""
    named = os.environ.get("KEEPWORD_TEST_DOVECOT")
    found = named or shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if not found:
        raise NoDovecotError(MISSING)
    return found


def make_home() -> Path:
    """Return a new folder with a path short enough for the sockets in it."""
    home = Path(tempfile.mkdtemp(prefix="kwd-", dir="/tmp"))
    home.chmod(0o755)
    return home


def _configured(home: Path, ports: DovecotPorts, more: str) -> str:
    (home / "run").mkdir(exist_ok=True)
    (home / "mail").mkdir(exist_ok=True)
    user = _owner()
    os.chown(home / "mail", user.pw_uid, user.pw_gid)
    return CONFIGURATION.format(
        home=home,
        run=home / "run",
        user=user.pw_name if os.getuid() else "dovecot",
        group=grp.getgrgid(user.pw_gid).gr_name if os.getuid() else "dovecot",
        password=PASSWORD,
        uid=user.pw_uid,
        gid=user.pw_gid,
        imap=ports.imap,
        imaps=ports.imaps,
        lmtp=ports.lmtp,
        more=more,
    )


def _owner() -> pwd.struct_passwd:
    """Return who owns the mail: us, or where we are root (as whom Dovecot keeps no mail) the user nobody."""
    return pwd.getpwnam("nobody" if os.getuid() == 0 else getpass.getuser())


def _free_ports() -> DovecotPorts:
    held = [socket.socket() for _ in range(3)]
    try:
        for holder in held:
            holder.bind(("127.0.0.1", 0))
        return DovecotPorts(*(holder.getsockname()[1] for holder in held))
    finally:
        for holder in held:
            holder.close()


def _make_certificate(home: Path) -> None:
    openssl = shutil.which("openssl")
    if openssl is None:
        raise NoDovecotError("openssl is not installed: it makes the test server's certificate.")
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    files = ["-keyout", str(home / "server.key"), "-out", str(home / "server.pem")]
    kind = [
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    subprocess.run([openssl, "req", "-x509", *kind, "-addext", names, *files], check=True, capture_output=True)
