"""How sure we are of the From address: `Authentication-Results` (RFC 8601) of the operator's own border server.

A border server removes or renames what claims to be its own word in mail that comes in (RFC 8601, 5), and puts its own
on top. So only fields of the configured authserv-id count, only the topmost run of them, and in that run the topmost
field that speaks of a method settles that method. What a sender wrote further down says nothing.

Microsoft 365 writes no authserv-id (and renames what comes in, to `Authentication-Results-Original`); `microsoft365` as
the configured id means its nameless field.

Results are read by grammar, never searched for a word: `pass` in a comment, a quoted string or an address is nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from keepword.threading.entity import address_key, domain_key
from keepword.threading.message import Header, Message
from keepword.threading.results import NAMELESS, Results, Verified, read_arc_results, read_nameless, read_results
from keepword.threading.verdicts import Authentication, Level

if TYPE_CHECKING:
    import tldextract

COMPANIONS = frozenset({"dkim-filter", "dmarc-filter", "received-spf", "x-received-spf"})
"""Fields that filters write between their results; they do not end the topmost run."""
MAX_FIELDS = 50


def authenticate(message: Message, authserv_id: str, trusted_sealers: Sequence[str] = ()) -> Authentication:
    """Return the level of a mail and what it rests on.

    `verified`: `dmarc=pass` for the From domain; else an aligned `dkim=pass` or `spf=pass`, or SMTP AUTH as the very
    address; or, where DMARC failed on the way, the ARC chain (`arc=pass`) of a sealer whom the operator trusts.
    `failed`: several From addresses, `dmarc=fail`, or an aligned DKIM or SPF failure without any aligned pass.
    """
    if len(message.from_) > 1 or len(message.header_values("from")) > 1:
        return Authentication(Level.FAILED, "several From addresses")
    if message.header_cut:
        return Authentication(Level.UNVERIFIED, "the header section is too long to be read whole")
    if not authserv_id.strip():
        return Authentication(Level.UNVERIFIED, "no authserv-id is configured")
    if message.author is None or "@" not in message.author.address:
        return Authentication(Level.UNVERIFIED, "no From address")
    block = trusted_block(message, authserv_id)
    if not block:
        return Authentication(Level.UNVERIFIED, f"no Authentication-Results of {authserv_id}")
    verdict = _judge(message.author.address, _by_method(block))
    if verdict.level is Level.VERIFIED or not trusted_sealers:
        return verdict
    return _by_arc(message, block, trusted_sealers) or verdict


def trusted_block(message: Message, authserv_id: str) -> tuple[Results, ...]:
    """Return what the topmost run of fields of this authserv-id says; other servers' fields above it are passed over.

    Any other field ends the run, those of `COMPANIONS` aside, and so does one that cannot be read or that says `none`.
    """
    wanted = domain_key(authserv_id)
    if "authentication-results" not in message.header_names:
        return ()
    block: list[Results] = []
    for header in message.headers:
        if header.name == "authentication-results":
            results = read_nameless(header.value) if wanted == NAMELESS else read_results(header.value)
            if results is None or domain_key(results.authserv_id) != wanted:
                if block:
                    break
                continue
            block.append(results)
            if not results.verified or len(block) == MAX_FIELDS:
                break
        elif block and header.name not in COMPANIONS:
            break
    return tuple(block)


def organisational_domain(domain: str) -> str:
    """Return the registered domain by the Public Suffix List, private part included; else the domain itself."""
    key = domain_key(domain)
    parts = _extractor()(key)
    if parts.suffix or parts.ipv4 or parts.ipv6:
        return parts.top_domain_under_public_suffix or key
    return ".".join(key.split(".")[-2:])  # "If no rules match, the prevailing rule is `*`" (publicsuffix.org)


def aligned(domain: str, other: str) -> bool:
    """Say whether two domains are one organisation's (RFC 7489, 3.1, relaxed)."""
    if not domain or not other:
        return False
    return domain_key(domain) == domain_key(other) or organisational_domain(domain) == organisational_domain(other)


@cache
def _extractor() -> tldextract.TLDExtract:
    """Load the Public Suffix List that comes with the library: no network, no cache folder. Slow to import, so late."""
    import tldextract

    return tldextract.TLDExtract(
        cache_dir=None, suffix_list_urls=(), fallback_to_snapshot=True, include_psl_private_domains=True
    )


def _by_method(block: Sequence[Results]) -> dict[str, list[Verified]]:
    """Gather results by method; the topmost field that names a method has the say on it."""
    found: dict[str, list[Verified]] = {}
    for results in block:
        methods: dict[str, list[Verified]] = {}
        for item in results.verified:
            methods.setdefault(item.method, []).append(item)
        for method, items in methods.items():
            found.setdefault(method, items)
    return found


def _judge(author: str, found: dict[str, list[Verified]]) -> Authentication:
    domain = author.rpartition("@")[2]
    dmarc = [v for v in found.get("dmarc", []) if aligned(v.get("header.from"), domain)]
    if any(v.result == "pass" for v in dmarc) and not any(v.result == "fail" for v in dmarc):
        return Authentication(Level.VERIFIED, f"dmarc=pass header.from={domain_key(domain)}")
    if any(v.result == "fail" for v in found.get("dmarc", [])):
        return Authentication(Level.FAILED, "dmarc=fail")
    return _by_alignment(author, domain, found)


def _by_alignment(author: str, domain: str, found: dict[str, list[Verified]]) -> Authentication:
    """Judge where DMARC says nothing: DKIM and SPF count for the domain that they name, SMTP AUTH for an address."""
    failed = ""
    for method, result, named in _identified(found):
        if not aligned(named, domain):
            continue
        if result == "pass":
            return Authentication(Level.VERIFIED, f"{method}=pass, aligned: {domain_key(named)}")
        failed = failed or (f"{method}=fail, aligned: {domain_key(named)}" if result == "fail" else "")
    for item in found.get("auth", []):
        if item.result == "pass" and address_key(item.get("smtp.auth")) == address_key(author):
            return Authentication(Level.VERIFIED, "auth=pass as the very address")
    if failed:
        return Authentication(Level.FAILED, failed)
    return Authentication(Level.UNVERIFIED, "no aligned pass among the results")


def _identified(found: dict[str, list[Verified]]) -> list[tuple[str, str, str]]:
    """List (method, result, domain) of DKIM and SPF."""
    dkim = [("dkim", v.result, v.get("header.d") or _domain(v.get("header.i"))) for v in found.get("dkim", [])]
    return [*dkim, *(("spf", v.result, _domain(v.get("smtp.mailfrom"))) for v in found.get("spf", []))]


def _domain(address: str) -> str:
    return address.strip("<>").rpartition("@")[2]


def _by_arc(message: Message, block: Sequence[Results], sealers: Sequence[str]) -> Authentication | None:
    """Believe the newest sealer's own results (RFC 8617, 4.1.1) if our border found the chain whole."""
    if not any(v.result == "pass" for v in _by_method(block).get("arc", [])):
        return None
    sealer, results = _newest_seal(message.headers)
    if results is None or not any(domain_key(s) == sealer for s in sealers) or message.author is None:
        return None
    verdict = _judge(message.author.address, _by_method([results]))
    if verdict.level is not Level.VERIFIED:
        return None
    return Authentication(Level.VERIFIED, f"arc=pass by {sealer}: {verdict.reason}")


def _newest_seal(headers: Sequence[Header]) -> tuple[str, Results | None]:
    """Return the domain of the ARC set with the highest instance, and its results; nothing where a set stands twice."""
    seals: dict[int, str] = {}
    results: dict[int, Results] = {}
    for header in headers:
        if header.name == "arc-seal":
            instance, domain = _seal(header.value)
            if instance in seals:
                return "", None
            seals[instance] = domain
        elif header.name == "arc-authentication-results" and (arc := read_arc_results(header.value)):
            if arc[0] in results:
                return "", None
            results[arc[0]] = arc[1]
    newest = max(seals, default=0)
    return seals.get(newest, ""), results.get(newest)


def _seal(value: str) -> tuple[int, str]:
    """Read instance and domain of an ARC-Seal: a DKIM tag list."""
    pairs = (part.partition("=") for part in value[:10_000].split(";"))
    tags = {name.strip().lower(): "".join(text.split()) for name, _, text in pairs}
    instance = tags.get("i", "")
    number = int(instance) if instance.isascii() and instance.isdigit() and len(instance) < 4 else 0
    return number, domain_key(tags.get("d", ""))
