"""Let go what is past its time: facts whose rule keeps them no longer, then every document whose time to live is over.

Nothing expires that was not promoted: a thread, its turns and its index entries get their times to live when it is
archived, which is the last step of its promotion.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from keepword.agent.terms import Terms
from keepword.errors import Changed
from keepword.memory.merging import is_empty
from keepword.memory.promotion.distil import all_records
from keepword.memory.promotion.promote import let_go
from keepword.memory.promotion.rules import PromotionRule
from keepword.memory.records import RecordType
from keepword.memory.state import ProfileDocument
from keepword.memory.store import Store

OF_PROFILES = frozenset({RecordType.FACT, RecordType.PROCEDURAL, RecordType.USER_SUMMARY})
"""Records that are made of a profile alone, and are made anew when it changes otherwise than by a promotion."""


async def expire(terms: Terms, store: Store, now: datetime) -> int:
    """Remove for good what is past its time and return how much that was: facts and documents."""
    return await _expire_facts(terms.rules, store, now) + await store.expire(now)


async def _expire_facts(rules: tuple[PromotionRule, ...], store: Store, now: datetime) -> int:
    """Let facts go whose rule keeps them no longer; a profile that is written meanwhile is left to the next time."""
    if not any(rule.keep_for for rule in rules):
        return 0
    gone = 0
    async for profile in store.profiles():
        left = let_go(profile.value, rules, now)
        if len(left.facts) == len(profile.value.facts):
            continue
        with suppress(Changed):
            await store.save_profile(left, profile.etag)
            await rewrite_records(left, rules, store)
            gone += len(profile.value.facts) - len(left.facts)
    return gone


async def rewrite_records(profile: ProfileDocument, rules: tuple[PromotionRule, ...], store: Store) -> None:
    """Make the records of a profile anew, and remove those that it does not stand for any more."""
    entity = profile.entity_id
    made = () if is_empty(profile) else all_records(profile, rules)
    ids = {r.id for r in made}
    old = [r async for r in store.records(entity, types=OF_PROFILES) if r.id not in ids]
    await store.add_records(entity, "", made)
    await store.remove_records(entity, old)
