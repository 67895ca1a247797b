"""Finding, reading and judging the operator's files: either whole settings, or every fault at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from keepword.config.checks import check_all
from keepword.config.faults import Fault, raise_all
from keepword.config.messages import faults_of
from keepword.config.policy import read_policy
from keepword.config.rules import read_rules
from keepword.config.settings import (
    TABLES,
    AppSettings,
    EmbeddingSettings,
    GateSettings,
    GuardSettings,
    HealthSettings,
    LimitSettings,
    MailboxSettings,
    MemorySettings,
    ModelSettings,
    Sections,
    StoreSettings,
)
from keepword.config.source import Source, read_source
from keepword.config.values import Secret, Surroundings, at_home
from keepword.errors import ConfigurationError
from keepword.memory.policy import Policy
from keepword.memory.promotion.rules import PromotionRule

USUAL_NAME = "keepword.toml"
WHAT_MAY_BE_SAID = frozenset({"guard", "gate", "limits"})


@dataclass(frozen=True, slots=True)
class Settings:
    """All that the operator has settled. `notes` says, a line each, what is in force without being written."""

    path: Path
    app: AppSettings
    store: StoreSettings
    model: ModelSettings
    embeddings: EmbeddingSettings
    memory: MemorySettings
    guard: GuardSettings
    limits: LimitSettings
    health: HealthSettings
    mailboxes: tuple[MailboxSettings, ...]
    gates: tuple[GateSettings, ...]
    rules: tuple[PromotionRule, ...]
    policy: Policy
    api_key: Secret | None = None
    """The key for the model's server: `model.api_key`, else the environment's OPENAI_API_KEY, else None."""
    embeddings_key: Secret | None = None
    """The key for the embeddings' server, found in the same way; None where the server is the operator's own."""
    notes: tuple[str, ...] = ()

    def idle_after(self, mailbox: MailboxSettings) -> timedelta:
        """Return after what time without mail a thread of this mailbox is closed."""
        return mailbox.idle_after or self.memory.idle_after


def find(path: Path | None, env: Mapping[str, str]) -> Path:
    """Return where the settings are: the path given, else KEEPWORD_CONFIG, else `keepword.toml` here.

    Whether the file exists is for `load` to say.
    """
    return path or Path(env.get("KEEPWORD_CONFIG") or USUAL_NAME)


def load(path: Path, env: Mapping[str, str]) -> Settings:
    """Read `keepword.toml` and the files that it names; of a folder, the `keepword.toml` in it.

    Raises one `ConfigurationError` with every fault of all of them, a line each:
    `file:line: key: what is wrong; what to do`.
    """
    source = _found(path)
    path, surroundings = source.path, Surroundings(env=env, base=source.path.absolute().parent)
    sections, faults = _sections(source, surroundings)
    rules, rule_faults, rule_note = _rules(source, surroundings)
    policy, policy_faults, policy_note = _policy(source, surroundings)
    faults += [*rule_faults, *policy_faults, *_knowledge(source)]
    raise_all(faults)
    assert sections is not None  # noqa: S101 - without sections there were faults
    return _settings(path, sections, rules, policy, (*rule_note, *policy_note), env)


def load_servers(path: Path, env: Mapping[str, str]) -> Settings:
    """Read of `keepword.toml` where the store and the mailboxes are, and nothing of what may be said: no other file.

    For those who look after a running daemon: a policy that breaks under it must not blind them. Raises `ConfigurationError`.
    """
    source = _found(path)
    data = {name: table for name, table in source.data.items() if name not in WHAT_MAY_BE_SAID}
    sections, faults = _sections(replace(source, data=data), Surroundings(env=env, base=source.path.absolute().parent))
    raise_all(faults)
    assert sections is not None  # noqa: S101 - without sections there were faults
    return _settings(source.path, sections, (), Policy(), (), env)


def _found(path: Path) -> Source:
    path = path / USUAL_NAME if _is_folder(path) else path
    if not _is_file(path):
        raise ConfigurationError(f"{path}:1: no such file; make one with `keepword init DIR`, or name it with --config")
    return read_source(path)


def load_policy(path: Path, env: Mapping[str, str]) -> Policy:
    """Read one policy file by itself; raises `ConfigurationError` with every fault of it."""
    policy, faults = read_policy(read_source(path), Surroundings(env=env, base=path.absolute().parent))
    raise_all(faults)
    return policy


def load_rules(path: Path, env: Mapping[str, str]) -> tuple[PromotionRule, ...]:
    """Read one file of promotion rules by itself; raises `ConfigurationError` with every fault of it."""
    rules, faults = read_rules(read_source(path), Surroundings(env=env, base=path.absolute().parent))
    raise_all(faults)
    return rules


def _settings(
    path: Path,
    sections: Sections,
    rules: tuple[PromotionRule, ...],
    policy: Policy,
    notes: tuple[str, ...],
    env: Mapping[str, str],
) -> Settings:
    usual = env.get("OPENAI_API_KEY")
    usual_key = Secret(usual) if usual else None
    embeddings = sections.embeddings
    return Settings(
        path=path,
        **dict(sections),
        rules=rules,
        policy=policy,
        api_key=sections.model.api_key or usual_key,
        embeddings_key=embeddings.api_key or (None if embeddings.base_url else usual_key),
        notes=notes,
    )


def _sections(source: Source, surroundings: Surroundings) -> tuple[Sections | None, list[Fault]]:
    if source.faults:
        return None, list(source.faults)
    faults = check_all(source, surroundings["env"])
    try:
        whole = {table: {} for table in TABLES} | source.data
        return Sections.model_validate(whole, context=surroundings), faults
    except ValidationError as error:
        return None, [*faults, *faults_of(error, source, Sections)]


def _pointed(source: Source, table: str, key: str, usual: str) -> tuple[Path, bool]:
    """Return the path that a key names, and whether the key is written at all."""
    section: Any = source.data.get(table)
    written = section.get(key) if isinstance(section, dict) else None
    name = written if isinstance(written, str) and written else usual
    return source.path.parent / at_home(name), written is not None


def _absent(source: Source, table: str, key: str, path: Path) -> Fault:
    return source.fault(
        (table, key), f"{path} is not there", "make it (`keepword init DIR` writes a starter), or name another"
    )


Notes = tuple[str, ...]


def _rules(source: Source, surroundings: Surroundings) -> tuple[tuple[PromotionRule, ...], list[Fault], Notes]:
    path, written = _pointed(source, "memory", "rules", "promotion.toml")
    if _is_file(path):
        return *read_rules(read_source(path), surroundings), ()
    if written:
        return (), [_absent(source, "memory", "rules", path)], ()
    with as_file(files("keepword") / "starter" / "promotion.toml") as shipped:
        rules, faults = read_rules(read_source(shipped), surroundings)
    return rules, faults, (f"{path} is not there: the promotion rules that ship with Keepword are in force",)


def _policy(source: Source, surroundings: Surroundings) -> tuple[Policy, list[Fault], Notes]:
    path, written = _pointed(source, "guard", "policy", "policy.toml")
    if _is_file(path):
        return *read_policy(read_source(path), surroundings), ()
    if written:
        return Policy(), [_absent(source, "guard", "policy", path)], ()
    return Policy(), [], (f"{path} is not there: nothing may be promised without a person",)


def _knowledge(source: Source) -> list[Fault]:
    path, written = _pointed(source, "guard", "knowledge", "knowledge")
    if _is_folder(path) or (not written and _is_absent(path)):
        return []
    return [_absent(source, "guard", "knowledge", path)]


def _is_file(path: Path) -> bool:
    """Say whether a file is there to be read; of one that cannot even be looked at, reading it says why."""
    try:
        return path.is_file()
    except OSError:
        return True


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def _is_absent(path: Path) -> bool:
    """Say whether nothing is there; what cannot be looked at is something."""
    try:
        return not path.exists()
    except OSError:
        return False
