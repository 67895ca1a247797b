"""What one key of `keepword.toml` alone cannot tell.

The checks go over the raw data, so that one fault never hides another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from keepword.config.faults import Fault, Key
from keepword.config.source import Source, listed, repeated
from keepword.config.values import is_loopback, split_listen

Check = Callable[[Source, Mapping[str, str]], Iterator[Fault]]


def check_all(source: Source, env: Mapping[str, str]) -> list[Fault]:
    """Return what every check finds."""
    return [fault for check in CHECKS for fault in check(source, env)]


def _table(data: dict[str, Any], name: str) -> dict[str, Any]:
    found = data.get(name)
    return found if isinstance(found, dict) else {}


def _servers(source: Source) -> Iterator[tuple[Key, dict[str, Any]]]:
    for number, mailbox in enumerate(listed(source.data, "mailbox")):
        for kind in ("imap", "smtp"):
            if isinstance(mailbox.get(kind), dict):
                yield ("mailbox", number, kind), mailbox[kind]


def _plaintext(source: Source, _: Mapping[str, str]) -> Iterator[Fault]:
    """Passwords and people's mail cross no network in the clear, unless the operator says that it is meant."""
    for key, server in _servers(source):
        host = server.get("host")
        if server.get("tls") != "none" or server.get("allow_plaintext") is True or not isinstance(host, str):
            continue
        if not is_loopback(host):
            what = f'"none" is no protection on the way to {host}'
            yield source.fault((*key, "tls"), what, 'use "starttls", or allow_plaintext = true')


def _logins(source: Source, _: Mapping[str, str]) -> Iterator[Fault]:
    for key, server in _servers(source):
        both, none = {"password", "oauth2"} <= server.keys(), not {"password", "oauth2"} & server.keys()
        if both:
            yield source.fault((*key, "oauth2"), "stands beside a password", "keep one of the two")
        if none and key[-1] == "imap":
            yield source.fault((*key, "password"), "is missing", 'add password = { env = "NAME" }, or oauth2 = { … }')
        if none and key[-1] == "smtp" and server.get("user"):
            what = "is missing, though a user is given"
            yield source.fault((*key, "password"), what, 'add password = { env = "NAME" }, or drop the user')
        if not none and not server.get("user") and key[-1] == "smtp":
            yield source.fault((*key, "user"), "is missing, though a login is given", "add the login name")


def _store(source: Source, _: Mapping[str, str]) -> Iterator[Fault]:
    store = _table(source.data, "store")
    for name in ("endpoint", "database") if store.get("kind") == "cosmos" else ():
        if not store.get(name):
            yield source.fault(("store", name), "is missing, and cosmos needs it", f'add {name} = "…"')


def _models(source: Source, env: Mapping[str, str]) -> Iterator[Fault]:
    for section in ("model", "embeddings"):
        model = _table(source.data, section)
        if model.get("kind") != "openai":
            continue
        if not model.get("name"):
            yield source.fault(
                (section, "name"), "is missing, and openai needs it", 'add name = "…", the model to be asked'
            )
        if "api_key" not in model and not model.get("base_url") and not env.get("OPENAI_API_KEY"):
            what = "OPENAI_API_KEY is not set"
            yield source.fault((section, "api_key"), what, 'set it, or add api_key = { env = "NAME" }')


def folded(address: str) -> str:
    """Return an address in small letters without its `+tag`, which every mailbox of ours may receive."""
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def _strings(value: Any) -> list[str]:
    return [v if isinstance(v, str) else "" for v in value] if isinstance(value, list) else []


def _own(source: Source) -> Iterator[tuple[Key, str]]:
    for number, mailbox in enumerate(listed(source.data, "mailbox")):
        if isinstance(mailbox.get("address"), str):
            yield ("mailbox", number, "address"), mailbox["address"]
        for position, alias in enumerate(_strings(mailbox.get("aliases"))):
            yield ("mailbox", number, "aliases", position), alias


def _addresses(source: Source, _: Mapping[str, str]) -> Iterator[Fault]:
    """No address is ours twice: two owners of one mailbox would both answer."""
    seen: dict[str, int] = {}
    for key, address in _own(source):
        if folded(address) in seen:
            what = f"{address} is ours by line {seen[folded(address)]} already"
            yield source.fault(key, what, "give each address to one mailbox, once")
        seen.setdefault(folded(address), source.line(key))


def _handoff(source: Source, _: Mapping[str, str]) -> Iterator[Fault]:
    """See that no notice comes back to us as mail to be answered."""
    own = {folded(address): source.line(key) for key, address in _own(source)}
    for position, address in enumerate(_strings(_table(source.data, "guard").get("handoff_to"))):
        if folded(address) in own:
            what = f"{address} is the agent's own address (line {own[folded(address)]})"
            yield source.fault(("guard", "handoff_to", position), what, "name an address that the agent does not read")


def _health(source: Source, _: Mapping[str, str]) -> Iterator[Fault]:
    """Mailboxes and errors are told to no other machine, unless the operator says that it is meant."""
    health = _table(source.data, "health")
    listen = health.get("listen")
    if not isinstance(listen, str) or health.get("allow_remote") is True:
        return
    with suppress(ValueError):  # what is no address at all is told by its type
        if not is_loopback(split_listen(listen)[0]):
            what = f"{listen} can be reached from other machines"
            yield source.fault(("health", "listen"), what, "use 127.0.0.1, or add allow_remote = true")


def _names(source: Source, _: Mapping[str, str]) -> Iterator[Fault]:
    yield from repeated(source, "mailbox", "name", "give each mailbox its own name")
    yield from repeated(source, "gate", "name", "give each rule its own name")


def _some(source: Source, _: Mapping[str, str]) -> Iterator[Fault]:
    if source.data.get("mailbox") == []:
        yield source.fault(("mailbox",), "is empty", "add a [[mailbox]]")


CHECKS: tuple[Check, ...] = (_plaintext, _logins, _store, _models, _addresses, _handoff, _health, _names, _some)
