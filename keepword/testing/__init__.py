"""Doubles for every port, for tests of Keepword and of what is built on it: no patching, no network, no clock.

`MemoryDocuments` (also `MemoryStore`) keeps documents in a dict and passes the contract suite of all stores; `Counted`
and `Failing` wrap any store. `FakeMailbox`, `FakeOutbox`, `ScriptedModel` and `ScriptedEmbedder` record what they were
asked and fail as scripted.
"""

from typing import TYPE_CHECKING

from keepword.testing.documents import EPOCH, MemoryDocuments, MemoryStore
from keepword.testing.embedder import ScriptedEmbedder
from keepword.testing.mail import FakeMailbox, FakeOutbox, Kept, Posted
from keepword.testing.model import ScriptedModel
from keepword.testing.wrapped import Counted, Failing, Fault

__all__ = [
    "EPOCH",
    "Counted",
    "Failing",
    "FakeMailbox",
    "FakeOutbox",
    "Fault",
    "Kept",
    "MemoryDocuments",
    "MemoryStore",
    "Posted",
    "ScriptedEmbedder",
    "ScriptedModel",
]

if TYPE_CHECKING:
    from keepword.agent.embedders.port import Embedder
    from keepword.agent.ports import Mailbox, Model, Outbox
    from keepword.memory.ports import Documents

    _ports: tuple[Documents, Mailbox, Outbox, Model, Embedder] = (
        Failing(Counted(MemoryDocuments()), ()),
        FakeMailbox(),
        FakeOutbox(),
        ScriptedModel(),
        ScriptedEmbedder(),
    )
    """Each double is its port: the type checker reads this, nobody runs it."""
