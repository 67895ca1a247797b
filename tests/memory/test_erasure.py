"""What goes, what is cut, and what stays when a person is forgotten, container by container."""

from __future__ import annotations

from typing import Any

import pytest

from keepword.memory.erasure import ERASED, Subject, judged
from keepword.memory.ports import Container

ANNA = Subject(
    ids=frozenset({"e_anna"}),
    addresses=frozenset({"anna@example.org"}),
    names=frozenset({"Anna Blum", "Anna"}),
    threads=frozenset({"t_anna"}),
    joined=frozenset({"t_bert"}),
    message_ids=frozenset({"<1@example.org>"}),
    quotes=frozenset({"my lamp hums in the night", "Thanks."}),
)
GONE: list[tuple[Container, dict[str, Any]]] = [
    (Container.PROFILES, {"entity_id": "e_anna"}),
    (Container.MEMORIES, {"user_id": "e_anna", "thread_id": "__user_summary__"}),
    (Container.SUMMARIES, {"user_id": "e_anna", "thread_id": "t_anna"}),
    (Container.THREADS, {"entity_id": "e_anna", "thread_id": "t_anna"}),
    (Container.TURNS, {"user_id": "e_anna", "thread_id": "t_bert"}),
    (Container.TURNS, {"user_id": "e_bert", "thread_id": "t_anna"}),
    (
        Container.TURNS,
        {"user_id": "e_bert", "thread_id": "t_bert", "metadata": {"reply": {"to": ["ANNA@example.org"]}}},
    ),
    (Container.TURNS, {"user_id": "e_staff", "thread_id": "t_x", "metadata": {"to": ["anna@example.org"]}}),
    (Container.MESSAGES, {"entity_id": "e_anna", "thread_id": "t_bert", "digest": "d"}),
    (Container.MESSAGES, {"entity_id": "", "trace": {"message": {"from": [{"address": "Anna@example.org"}]}}}),
    (Container.MESSAGES, {"entity_id": "e_bert", "thread_id": "t_anna", "digest": None}),
]
KEPT: list[tuple[Container, dict[str, Any]]] = [
    (
        Container.PROFILES,
        {"entity_id": "e_bert", "facts": [{"value": "Anna Blum", "quote": "my lamp hums in the night"}]},
    ),
    (Container.TURNS, {"user_id": "e_bert", "thread_id": "t_bert", "content": "Thanks. Anna said so."}),
    (
        Container.TURNS,
        {"user_id": "e_bert", "thread_id": "t_bert", "role": "user", "content": "My lamp hums in the night!"},
    ),
    (Container.THREADS, {"entity_id": "e_carol", "thread_id": "t_carol", "owner_name": "Anna Blum"}),
    (Container.IDENTITIES, {"entity_id": "e_anna", "tombstone": True}),
    (Container.LEASES, {"name": "support", "replies_by_sender": {"e_anna": 1}}),
]


@pytest.mark.parametrize(("container", "body"), GONE, ids=lambda v: str(v)[:40])
def test_what_is_the_persons_goes(container: Container, body: dict[str, Any]) -> None:
    """Their own documents, all of their threads, and what we wrote to them are removed."""
    assert judged(container, body, ANNA) is None


@pytest.mark.parametrize(("container", "body"), KEPT, ids=lambda v: str(v)[:40])
def test_what_is_other_peoples_stays(container: Container, body: dict[str, Any]) -> None:
    """A namesake's name, the same words elsewhere and short words that anybody uses are left alone."""
    left = judged(container, body, ANNA)
    assert left is not None
    assert {k: v for k, v in left.items() if k in body} == body


def test_another_persons_thread_loses_their_part() -> None:
    """Mails, our replies and what was weighed of them go; name, address and words go out of its texts; the rest stays."""
    body = {
        "entity_id": "e_bert",
        "thread_id": "t_bert",
        "thread_state": {"summary": "anna blum (anna@example.org) says MY LAMP HUMS in the night; Bert waits"},
        "participants": ["e_anna", "e_carol"],
        "messages": [{"entity_id": "e_anna", "message_id": "<1@example.org>"}, {"entity_id": "e_bert"}],
        "replies": [{"to": ["anna@example.org"]}, {"to": ["bert@example.net"]}],
        "candidates": [{"message_id": "<1@example.org>"}, {"message_id": "<2@example.net>"}],
        "verdicts": [{"message_id": "<1@example.org>"}],
    }
    assert judged(Container.THREADS, body, ANNA) == {
        **body,
        "thread_state": {"summary": f"{ERASED} ({ERASED}) says {ERASED}; Bert waits"},
        "participants": ["e_carol"],
        "messages": [{"entity_id": "e_bert"}],
        "replies": [{"to": ["bert@example.net"]}],
        "candidates": [{"message_id": "<2@example.net>"}],
        "verdicts": [],
    }


def test_another_persons_mail_in_their_thread_stays_known_as_handled() -> None:
    """Its index entry keeps what tells a duplicate and loses the thread, else a rescan would answer it again."""
    body = {
        "entity_id": "e_bert",
        "thread_id": "t_anna",
        "digest": "d",
        "owner": "e_anna",
        "subject": "Anna's",
        "id": "k",
    }
    left = judged(Container.MESSAGES, body, ANNA)
    assert left is not None
    assert (left["digest"], left["outcome"], left["thread_id"], left["owner"], left["subject"]) == (
        "d",
        "gated",
        "",
        "",
        "",
    )


def test_a_mailboxs_errors_lose_the_address() -> None:
    """An address that a server named in its refusal goes out of the mailbox's standing."""
    body = {"name": "support", "attempts": [{"reason": "550 <anna@example.org> unknown"}]}
    assert judged(Container.LEASES, body, ANNA) == {
        "name": "support",
        "attempts": [{"reason": f"550 <{ERASED}> unknown"}],
    }
