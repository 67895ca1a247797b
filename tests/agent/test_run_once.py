"""`run --once` over several mailboxes: what breaks one leaves the others their turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from office import Office, letter

from keepword.agent.ownership.lease import Tenure
from keepword.agent.running.daemon import run_once
from keepword.agent.wire import House
from keepword.errors import LeaseLost, MailboxUnreachable


def house_of(*offices: Office) -> House:
    """Return one house with these offices' desks, on the first one's store."""
    store = offices[0].store
    return House(
        settings=cast("Any", None),
        terms=offices[0].terms,
        store=store,
        model=offices[0].model,
        knowledge=offices[0].knowledge,
        desks=tuple(o.desk for o in offices),
        ports={o.desk.name: o.ports for o in offices},
        tenures={o.desk.name: Tenure(store, o.desk.name, "we", lambda: offices[0].now) for o in offices},
    )


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (RuntimeError("it breaks us"), 1, "mailbox support: RuntimeError: it breaks us"),
        (MailboxUnreachable("no route"), 3, "no route"),
        (LeaseLost("owned by another worker"), 1, "owned by another worker"),
    ],
    ids=lambda v: type(v).__name__ if isinstance(v, Exception) else None,
)
async def test_one_mailbox_that_cannot_be_read(
    make_office: Callable[..., Office], error: Exception, code: int, said: str
) -> None:
    """It gives no line of a mail but an error with its exit code, and the other mailbox is polled."""
    support = make_office()
    sales = make_office(documents=support.documents)
    sales.change(name="sales", address="sales@example.com")
    support.mailbox.fail("standing", error)
    sales.receive(letter(1, To="sales@example.com"))
    outcomes, _, errors = await run_once(house_of(support, sales), lambda: support.now)
    assert [("sales", "replied")] == [(o.mailbox, o.outcome) for o in outcomes]
    assert [(code, said)] == [(e.exit_code, str(e)) for e in errors]
