"""The sections of `keepword.toml`: each setting is declared here, once, with its default and what it is for.

The text under a setting is its line in the operator's manual. Attribute names are the keys of the file.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, PlainValidator, ValidationInfo, model_validator

from keepword.config.values import (
    AddressOrDomain,
    Count,
    Duration,
    FilePath,
    Flag,
    HeaderName,
    Host,
    Listen,
    LoginUrl,
    MailAddress,
    OptionalDuration,
    Port,
    Positive,
    Prose,
    Secret,
    SecretReference,
    SigningSecret,
    Slug,
    Template,
    Url,
    read_secret,
)

DISCLOSURE = "This answer was written by our automated assistant. Ask for a person, and a person will answer."
ACKNOWLEDGEMENT = """Hello,

thank you for your mail. A colleague will look at it and answer you in person.
"""

Tls = Literal["implicit", "starttls", "none"]
NonEmpty = Annotated[str, Field(min_length=1)]


class Section(BaseModel):
    """One table of the file: frozen; a key that is not declared is a fault; defaults are read like written values."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", validate_default=True, use_attribute_docstrings=True, hide_input_in_errors=True
    )


class AppSettings(Section):
    """The installation."""

    secret: SigningSecret = Field(examples=['{ env = "KEEPWORD_SECRET" }'])
    """Signs our Message-IDs and tokens; at least 32 characters. Another secret makes us a stranger to our own mails."""
    data: FilePath = Path("data")
    """Folder for the SQLite file and all else that we write."""


def _read_credential(value: Any, info: ValidationInfo) -> Secret | Literal["entra"]:
    if isinstance(value, str) and value != "entra":
        raise ValueError('is neither "entra" nor a reference to a key; write "entra" or { env = "NAME" }')
    return "entra" if value == "entra" else read_secret(value, info)


Credential = Annotated[
    Secret | Literal["entra"],
    PlainValidator(_read_credential),
    PlainSerializer(lambda v: v if isinstance(v, str) else "(secret)", return_type=str),
]


class StoreSettings(Section):
    """Where the memories are kept."""

    kind: Literal["sqlite", "cosmos"] = "sqlite"
    """`sqlite`: one file in `app.data`, for one machine. `cosmos`: Azure Cosmos DB, for more than one."""
    endpoint: Url = ""
    """Cosmos only, needed there: the account's address, `https://NAME.documents.azure.com/`."""
    database: str = ""
    """Cosmos only, needed there: the database's name."""
    credential: Credential = "entra"
    """Cosmos only: `"entra"` (DefaultAzureCredential) or a reference to a key, `{ env = "NAME" }`."""
    verify_tls: Flag = True
    """Cosmos only: false for an emulator with a certificate of its own making."""


class ModelSettings(Section):
    """The language model."""

    kind: Literal["offline", "openai"] = "offline"
    """`offline`: no model, but fixed rules over knowledge and policy. `openai`: a server with Chat Completions."""
    name: str = ""
    """Openai only, needed there: the model's name at that server."""
    base_url: Url = ""
    """Openai only: the server's address up to `/v1`; empty for OpenAI itself."""
    api_key: SecretReference | None = None
    """Openai only: reference to the key; unset: OPENAI_API_KEY of the environment, none for your own `base_url`."""
    timeout: Duration = timedelta(seconds=60)
    """How long one answer may take in all."""
    max_output_tokens: Positive = 4_000
    """The longest answer that we ask for."""
    temperature: Annotated[float, Field(strict=True, ge=0.0, le=2.0)] | None = None
    """Sent only where it is set, since some models refuse it."""


class EmbeddingSettings(Section):
    """What finds knowledge and memories by their meaning, beside their words."""

    kind: Literal["none", "local", "openai"] = "none"
    """`none`: words alone. `local`: a small model on this machine (extra `vectors`). `openai`: a server with `/v1/embeddings`."""
    name: str = ""
    """Openai only, needed there: the embedding model's name at that server."""
    base_url: Url = ""
    """Openai only: the server's address up to `/v1`; empty for OpenAI itself."""
    api_key: SecretReference | None = None
    """Openai only: reference to the key; unset: OPENAI_API_KEY of the environment, none for your own `base_url`."""
    timeout: Duration = timedelta(seconds=10)
    """Openai only: how long one call may take; a mail waits no longer for it, and is then answered by words alone."""
    query_prefix: str = ""
    """Openai only: what the model wants before a question, such as `"query: "` for the e5 models."""
    passage_prefix: str = ""
    """Openai only: what the model wants before a text that is searched, such as `"passage: "`."""


class MemorySettings(Section):
    """What is remembered, and for how long."""

    rules: FilePath = Path("promotion.toml")
    """The rules of promotion. Where the file is not there and the key not written, the rules that ship with us hold."""
    idle_after: Duration = timedelta(hours=72)
    """A thread without mail for so long is closed and promoted; a mailbox may set its own."""
    promote_every_turns: Positive = 10
    """In long threads promotion also runs every so many turns."""
    archive_for: Duration = timedelta(days=90)
    """How long a closed thread is kept."""


class GuardSettings(Section):
    """What the agent may say, and who is told when it may not."""

    policy: FilePath = Path("policy.toml")
    """What may be said and promised without a person. Where the file is not there and the key not written: nothing."""
    knowledge: FilePath = Path("knowledge")
    """A folder of Markdown files that answers may rest on. Where it is not there and the key not written: none."""
    handoff_to: tuple[MailAddress, ...] = ()
    """Addresses of colleagues, told of each handoff by mail."""
    instructions: Prose = ""
    """Your own words to the model on tone and house rules: a text, or `{ file = "path" }`."""
    signature: Prose = ""
    """The lines under each answer: a text, or `{ file = "path" }`."""
    disclosure: Prose = DISCLOSURE
    """The line under the signature that says a machine wrote this; empty: none (check what your law asks for)."""
    acknowledgement: Template = ACKNOWLEDGEMENT
    """Sent once when a thread goes to a colleague; may hold {name}, {subject} and {mailbox}; empty: nothing is sent."""


class LimitSettings(Section):
    """The caps that stop loops whatever the headers say; 0 stops all answers."""

    replies_per_sender_per_day: Count = 20
    """Answers to one address in a day."""
    replies_per_thread_per_day: Count = 10
    """Answers to the owner of a thread in a day; those to others who write in it are counted apart, up to as many."""
    replies_per_day: Count = 2_000
    """Answers of a mailbox in a day."""


class HealthSettings(Section):
    """What monitors may ask the daemon over HTTP: `/health` (JSON) and `/metrics` (Prometheus)."""

    listen: Listen = ""
    """Address and port, such as `127.0.0.1:9464`; empty: nothing listens."""
    allow_remote: Flag = False
    """True: `listen` is meant to be reached from other machines; it names mailboxes and errors, and asks for no password."""


class Oauth2Settings(Section):
    """A login with OAuth 2.0 instead of a password."""

    provider: Literal["google", "microsoft"]
    """Whose login it is."""
    client_id: NonEmpty
    """The id of the application that you registered there."""
    client_secret: SecretReference | None = None
    """Reference to the application's secret, where it has one."""
    tenant: NonEmpty = "common"
    """Microsoft only: the tenant's id or domain."""
    scopes: tuple[NonEmpty, ...] = ()
    """What is asked for; empty: what reading and sending mail need at that provider."""
    authority: LoginUrl = ""
    """Microsoft only: the login server of a sovereign cloud (or of a test); empty: the worldwide one."""
    auth_uri: LoginUrl = ""
    """Google only: the page of another login server, for tests; empty: Google's."""
    token_uri: LoginUrl = ""
    """Google only: the tokens' address at another login server, for tests; empty: Google's."""
    ca_file: FilePath | None = None
    """A PEM file of certificates to trust for the login server, in place of the system's own."""
    token_file: FilePath | None = None
    """Where the tokens are kept (mode 0600); unset: in `app.data`, one file a mailbox."""


class _Server(Section):
    _PORTS: ClassVar[dict[str, int]] = {}

    @model_validator(mode="before")
    @classmethod
    def _usual_port(cls, data: Any) -> Any:
        """Take the port that belongs to the kind of TLS, where none is written."""
        if not isinstance(data, dict) or "port" in data:
            return data
        tls = data.get("tls")
        return {**data, "port": cls._PORTS[tls]} if isinstance(tls, str) and tls in cls._PORTS else data


class ImapSettings(_Server):
    """The mailbox's IMAP server."""

    _PORTS: ClassVar[dict[str, int]] = {"implicit": 993, "starttls": 143, "none": 143}

    host: Host
    """Name or address of the server."""
    port: Port = 993
    """Unset: 993, or 143 where `tls` is not implicit."""
    tls: Tls = "implicit"
    """`implicit`, `starttls` or `none`; `none` only to this very machine."""
    user: NonEmpty
    """The login name."""
    password: SecretReference | None = None
    """Reference to the password; either this or `oauth2`."""
    oauth2: Oauth2Settings | None = None
    """The login with OAuth 2.0; either this or `password`."""
    ca_file: FilePath | None = None
    """A PEM file of certificates to trust beside the system's own."""
    allow_plaintext: Flag = False
    """True: `tls = "none"` is meant although the server is another machine."""


class SmtpSettings(_Server):
    """The mailbox's SMTP submission server."""

    _PORTS: ClassVar[dict[str, int]] = {"implicit": 465, "starttls": 587, "none": 25}

    host: Host
    """Name or address of the server."""
    port: Port = 465
    """Unset: 465, or 587 for starttls, 25 for none."""
    tls: Tls = "implicit"
    """`implicit`, `starttls` or `none`; `none` only to this very machine."""
    user: str = ""
    """The login name; empty: no login."""
    password: SecretReference | None = None
    """Reference to the password."""
    oauth2: Oauth2Settings | None = None
    """The login with OAuth 2.0, instead of a password."""
    ca_file: FilePath | None = None
    """A PEM file of certificates to trust beside the system's own."""
    allow_plaintext: Flag = False
    """True: `tls = "none"` is meant although the server is another machine."""


class FolderSettings(Section):
    """The server's names of the folders; empty: found by SPECIAL-USE, then by usual name, else created."""

    inbox: NonEmpty = "INBOX"
    """Where mail arrives."""
    sent: str = ""
    """Where sent mail is kept; colleagues' answers are seen here."""
    drafts: str = ""
    """Where drafts are put."""
    quarantine: NonEmpty = "Quarantine"
    """Where mail goes that cannot be handled."""


class AutoWhenSettings(Section):
    """What an `auto` mailbox sends by itself; a reply that meets either list is sent, every other one becomes a draft."""

    intents: tuple[NonEmpty, ...] = ()
    """The model's words for what the customer wants (`current_intent`), such as "question"; case does not count."""
    promises: tuple[NonEmpty, ...] = ()
    """Kinds of promise that may be sent, such as "refund"; a reply with another promise always becomes a draft."""


class MailboxSettings(Section):
    """One support mailbox."""

    name: Slug = Field(examples=['"support"'])
    """A short name for logs and commands."""
    address: MailAddress = Field(examples=['"support@example.com"'])
    """The mailbox's address, from which answers are sent."""
    display_name: str = ""
    """The name beside the address in answers."""
    aliases: tuple[MailAddress, ...] = ()
    """Other addresses that are delivered here."""
    mode: Literal["observe", "draft", "auto"] = "draft"
    """`observe`: nothing leaves; `draft`: answers are put into Drafts for a colleague; `auto`: they are sent."""
    auto_when: AutoWhenSettings | None = None
    """With `mode = "auto"`: what may be sent without a colleague; all else becomes a draft. Unset: everything."""
    authserv_id: str = ""
    """The server whose Authentication-Results we believe; empty: nobody's, and nobody is verified."""
    trusted_sealers: tuple[NonEmpty, ...] = ()
    """Domains whose ARC seal we believe, for mail that comes through a forwarder or list of yours."""
    colleagues: tuple[AddressOrDomain, ...] = ()
    """Addresses and @domains of the staff."""
    contact_forms: tuple[MailAddress, ...] = ()
    """Senders of contact forms, whose Reply-To names the customer."""
    backlog: Literal["skip", "answer"] = "skip"
    """What the very first start does with mail that is already there."""
    poll_every: Duration = timedelta(seconds=60)
    """How often the server is asked for new mail."""
    idle: Flag = True
    """Whether IMAP IDLE is used where the server has it."""
    idle_after: OptionalDuration = None
    """This mailbox's own `memory.idle_after`; unset: that one."""
    group_by_subject: OptionalDuration = None
    """For how long a person's new mail joins their thread of the same subject; unset: never, only headers tie mails."""
    reply_token: Flag = False
    """True: answers carry Reply-To: local+t.TOKEN@domain; the server must deliver subaddresses."""
    imap: ImapSettings = Field(examples=['{ host = "…", user = "…", password = { env = "…" } }'])
    """Where mail is fetched."""
    smtp: SmtpSettings = Field(examples=['{ host = "…", user = "…", password = { env = "…" } }'])
    """Where mail is sent."""
    folders: FolderSettings = Field(default_factory=FolderSettings)
    """The names of the folders."""


class GateSettings(Section):
    """A rule of your own on which mails are answered, tried before the built-in ones."""

    name: Slug = Field(examples=['"spam"'])
    """A short name, shown by `why`."""
    field: HeaderName = Field(examples=['"X-Spam-Flag"'])
    """What is looked at: `from`, `to`, `subject`, or the name of a header."""
    pattern: NonEmpty = Field(examples=['"YES*"'])
    """The pattern that the whole value must match; `*` is any text, and case does not count."""
    verdict: Literal["drop", "pass"] = "drop"
    """`drop`: no answer. `pass`: answered, whatever the built-in rules say (own addresses, bounces and caps aside)."""


class Sections(Section):
    """The whole file."""

    app: AppSettings
    store: StoreSettings
    model: ModelSettings
    embeddings: EmbeddingSettings
    memory: MemorySettings
    guard: GuardSettings
    limits: LimitSettings
    health: HealthSettings
    mailboxes: tuple[MailboxSettings, ...] = Field(alias="mailbox")
    gates: tuple[GateSettings, ...] = Field(default=(), alias="gate")


TABLES = ("app", "store", "model", "embeddings", "memory", "guard", "limits", "health")
"""Tables that may be left out of the file, since their settings have defaults or name what is missing."""
