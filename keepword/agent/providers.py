"""The mail servers of the large providers, by the domains of their addresses, so that nobody has to look them up.

From the providers' own help pages. A company's domain says nothing of its provider, and nothing is asked of the network:
there the provider is named by hand. All but the STARTTLS ports are TLS from the first byte (RFC 8314, 3).
"""

from __future__ import annotations

from dataclasses import dataclass

from keepword.agent.mail.tls import Tls

PORTS = {("imap", Tls.IMPLICIT): 993, ("smtp", Tls.IMPLICIT): 465, ("smtp", Tls.STARTTLS): 587}


@dataclass(frozen=True, slots=True)
class MailProvider:
    """One provider: its servers, how a program logs in there, and what its users have to do first."""

    name: str
    imap: str
    smtp: str
    smtp_tls: Tls = Tls.IMPLICIT
    oauth2: str = ""
    """`google` or `microsoft` where a password is no longer taken, or is the lesser way."""
    domains: tuple[str, ...] = ()
    note: str = ""
    authserv_id: str = ""
    """What the provider's servers call themselves in Authentication-Results, where that is always the same."""

    @property
    def smtp_port(self) -> int:
        """The port for submission."""
        return PORTS["smtp", self.smtp_tls]


APP_PASSWORD = "needs a password for apps, made in the account's security settings"  # noqa: S105 - a hint
ALLOW = "IMAP has to be allowed in the mailbox's settings on the web"

PROVIDERS: tuple[MailProvider, ...] = (
    MailProvider(
        "google",
        "imap.gmail.com",
        "smtp.gmail.com",
        oauth2="google",
        domains=("gmail.com", "googlemail.com"),
        note='register an application of the kind "desktop app" and put its client_id and secret into the settings',
        authserv_id="mx.google.com",
    ),
    MailProvider(
        "microsoft",
        "outlook.office365.com",
        "smtp.office365.com",
        Tls.STARTTLS,
        "microsoft",
        ("onmicrosoft.com", "office365.com"),
        "register an application with the device-code flow allowed; SMTP AUTH has to be on for the mailbox",
        "microsoft365",
    ),
    MailProvider(
        "outlook",
        "outlook.office365.com",
        "smtp-mail.outlook.com",
        Tls.STARTTLS,
        "microsoft",
        (
            *(
                "outlook.com",
                "hotmail.com",
                "live.com",
                "msn.com",
                "outlook.de",
                "outlook.fr",
                "outlook.es",
                "outlook.it",
            ),
            *(
                "hotmail.de",
                "hotmail.fr",
                "hotmail.es",
                "hotmail.it",
                "hotmail.co.uk",
                "live.de",
                "live.fr",
                "live.co.uk",
            ),
        ),
        f"register an application with the device-code flow allowed; {ALLOW}",
    ),
    MailProvider(
        "yahoo",
        "imap.mail.yahoo.com",
        "smtp.mail.yahoo.com",
        domains=(
            *(
                "yahoo.com",
                "ymail.com",
                "rocketmail.com",
                "yahoo.de",
                "yahoo.fr",
                "yahoo.es",
                "yahoo.it",
                "yahoo.co.uk",
            ),
            *("yahoo.co.in", "yahoo.in", "yahoo.ca", "yahoo.com.br", "yahoo.com.au", "myyahoo.com"),
        ),
        note=APP_PASSWORD,
    ),
    MailProvider("aol", "imap.aol.com", "smtp.aol.com", domains=("aol.com", "aol.de", "aim.com"), note=APP_PASSWORD),
    MailProvider(
        "icloud",
        "imap.mail.me.com",
        "smtp.mail.me.com",
        Tls.STARTTLS,
        domains=("icloud.com", "me.com", "mac.com"),
        note=APP_PASSWORD,
    ),
    MailProvider(
        "fastmail",
        "imap.fastmail.com",
        "smtp.fastmail.com",
        domains=("fastmail.com", "fastmail.fm", "fastmail.net", "fastmail.org", "sent.com"),
        note=APP_PASSWORD,
    ),
    MailProvider(
        "gmx",
        "imap.gmx.net",
        "mail.gmx.net",
        Tls.STARTTLS,
        domains=("gmx.de", "gmx.net", "gmx.at", "gmx.ch"),
        note=ALLOW,
    ),
    MailProvider(
        "gmx.com",
        "imap.gmx.com",
        "mail.gmx.com",
        Tls.STARTTLS,
        domains=("gmx.com", "gmx.co.uk", "gmx.us", "gmx.fr", "gmx.es"),
        note=ALLOW,
    ),
    MailProvider("web.de", "imap.web.de", "smtp.web.de", Tls.STARTTLS, domains=("web.de", "email.de"), note=ALLOW),
    MailProvider(
        "mail.com", "imap.mail.com", "smtp.mail.com", Tls.STARTTLS, domains=("mail.com", "email.com"), note=ALLOW
    ),
    MailProvider("t-online", "secureimap.t-online.de", "securesmtp.t-online.de", domains=("t-online.de", "magenta.de")),
    MailProvider("freenet", "mx.freenet.de", "mx.freenet.de", Tls.STARTTLS, domains=("freenet.de",)),
    MailProvider("ionos", "imap.ionos.com", "smtp.ionos.com"),
    MailProvider("ionos.de", "imap.ionos.de", "smtp.ionos.de", domains=("online.de",)),
    MailProvider("strato", "imap.strato.de", "smtp.strato.de"),
    MailProvider("hosteurope", "imap.hosteurope.de", "smtp.hosteurope.de"),
    MailProvider("ovh", "ssl0.ovh.net", "ssl0.ovh.net"),
    MailProvider("gandi", "mail.gandi.net", "mail.gandi.net"),
    MailProvider(
        "infomaniak", "mail.infomaniak.com", "mail.infomaniak.com", domains=("ik.me", "etik.com", "ikmail.com")
    ),
    MailProvider("mailbox.org", "imap.mailbox.org", "smtp.mailbox.org", domains=("mailbox.org",)),
    MailProvider("posteo", "posteo.de", "posteo.de", domains=("posteo.de", "posteo.net", "posteo.eu", "posteo.org")),
    MailProvider("zoho", "imap.zoho.com", "smtp.zoho.com", domains=("zoho.com", "zohomail.com"), note=ALLOW),
    MailProvider("zoho.eu", "imap.zoho.eu", "smtp.zoho.eu", domains=("zoho.eu", "zohomail.eu"), note=ALLOW),
    MailProvider("zoho-business", "imappro.zoho.com", "smtppro.zoho.com", note=ALLOW),
    MailProvider("migadu", "imap.migadu.com", "smtp.migadu.com"),
    MailProvider("rackspace", "secure.emailsrvr.com", "secure.emailsrvr.com"),
    MailProvider("godaddy", "imap.secureserver.net", "smtpout.secureserver.net"),
    MailProvider("namecheap", "mail.privateemail.com", "mail.privateemail.com"),
    MailProvider(
        "yandex", "imap.yandex.com", "smtp.yandex.com", domains=("yandex.com", "yandex.ru", "ya.ru"), note=APP_PASSWORD
    ),
    MailProvider("orange", "imap.orange.fr", "smtp.orange.fr", domains=("orange.fr", "wanadoo.fr")),
    MailProvider("laposte", "imap.laposte.net", "smtp.laposte.net", domains=("laposte.net",)),
    MailProvider("libero", "imapmail.libero.it", "smtp.libero.it", domains=("libero.it",)),
)

BY_NAME = {p.name: p for p in PROVIDERS}


def provider_of(address: str) -> MailProvider | None:
    """Return the provider whose domain an address has, or one below it; None where the domain tells of none.

    >>> provider_of("shop@GMX.de").imap, provider_of("shop@example.com")
    ('imap.gmx.net', None)
    """
    domain = address.rpartition("@")[2].lower().rstrip(".")
    labels = domain.split(".")
    above = {".".join(labels[n:]) for n in range(len(labels))}
    return next((p for p in PROVIDERS if above & set(p.domains)), None)


def guessed(address: str) -> MailProvider:
    """Return the usual names of a domain's own servers: a guess, to be corrected by hand."""
    domain = address.rpartition("@")[2].lower()
    return MailProvider("", f"imap.{domain}", f"smtp.{domain}")


Edits = dict[tuple[str, str], str | None]
"""New lines of a settings file by section and key; None takes a line away, `[` is the section's own line."""


def personalised(text: str, address: str, provider: MailProvider) -> str:
    """Return the example's text with a mailbox's address and servers in it, and its way to log in."""
    edits = _edits(address, provider)
    lines, section = [], ""
    for line in text.splitlines():
        bare = line.removeprefix("#")
        if bare.startswith("["):
            section = bare.strip("[]")
        edited = edits.get((section, "[" if bare.startswith("[") else bare.partition(" =")[0]), line)
        lines += [] if edited is None else [edited]
    return "\n".join(lines) + "\n"


def own_lines(address: str, provider: MailProvider) -> tuple[str, ...]:
    """Return what a mailbox's settings hold that the example's do not, for a file that is left as it is."""
    sections: dict[str, list[str]] = {}
    for (section, key), line in _edits(address, provider).items():
        heading = "[[mailbox]]" if section == "mailbox" else f"[{section}]"
        below = sections.setdefault(heading, [])
        if line != heading:
            below.append(f"# without: {key}" if line is None else line)
    return tuple(line for heading, below in sections.items() for line in (heading, *below))


def _edits(address: str, provider: MailProvider) -> Edits:
    edits: Edits = {
        ("mailbox", "address"): f'address = "{address}"',
        ("mailbox.imap", "host"): f'host = "{provider.imap}"',
        ("mailbox.imap", "user"): f'user = "{address}"',
        ("mailbox.smtp", "host"): f'host = "{provider.smtp}"',
        ("mailbox.smtp", "user"): f'user = "{address}"',
    }
    if provider.authserv_id:
        edits["mailbox", "authserv_id"] = f'authserv_id = "{provider.authserv_id}"'
    if provider.smtp_tls is Tls.STARTTLS:
        edits["mailbox.smtp", "tls"] = 'tls = "starttls"'
    if provider.oauth2:
        edits |= _oauth2_edits("mailbox.imap", provider) | _oauth2_edits("mailbox.smtp", provider)
    return edits


def _oauth2_edits(server: str, provider: MailProvider) -> Edits:
    """Put OAuth 2.0 in the password's place; the empty client_id is a fault until it is filled in."""
    section = f"{server}.oauth2"
    edits: Edits = {
        (server, "password"): None,
        (section, "["): f"[{section}]",
        (section, "provider"): f'provider = "{provider.oauth2}"',
        (section, "client_id"): 'client_id = ""',
    }
    if provider.oauth2 == "google":
        edits[section, "client_secret"] = 'client_secret = { env = "KEEPWORD_CLIENT_SECRET" }'
    return edits
