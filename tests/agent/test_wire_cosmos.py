"""How the store in Azure Cosmos DB is wired from the settings."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from keepword.agent.wire import documents_of
from keepword.config import load
from keepword.errors import ConfigurationError

SETTINGS = """
[app]
secret = {{ env = "KEEPWORD_SECRET" }}

[store]
kind = "cosmos"
endpoint = "https://keepword.documents.azure.com/"
database = "memory"
{more}

[[mailbox]]
name = "support"
address = "support@example.com"
imap = {{ host = "127.0.0.1", tls = "none", user = "x", password = {{ env = "KEEPWORD_SECRET" }} }}
smtp = {{ host = "127.0.0.1", tls = "none" }}
"""


def wired(folder: Path, more: str = "") -> Any:
    """Return the store that these settings give; nothing is connected."""
    path = folder / "keepword.toml"
    path.write_text(SETTINGS.format(more=more))
    return documents_of(load(path, {"KEEPWORD_SECRET": "x" * 40, "COSMOS_KEY": "a2V5"}))


async def test_entra_id_is_the_default(tmp_path: Path) -> None:
    """Without a credential no key is used."""
    store = wired(tmp_path)
    account = store._account
    assert (account.endpoint, account.database) == ("https://keepword.documents.azure.com/", "memory")
    assert (account.key, account.verify_tls) == (None, True)
    await store.close()


async def test_a_key_is_used_where_the_settings_say_so(tmp_path: Path) -> None:
    """The reference's key, which no text of the account shows."""
    store = wired(tmp_path, 'credential = { env = "COSMOS_KEY" }\nverify_tls = false')
    assert (store._account.key, store._account.verify_tls) == ("a2V5", False)
    assert "a2V5" not in repr(store._account)
    await store.close()


def test_missing_libraries_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has not installed the extra is told how to, and which package is missing."""
    for name in [n for n in sys.modules if n.startswith("keepword.memory.stores.cosmos")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "azure.core", None)
    with pytest.raises(ConfigurationError, match=r"needs the package azure\.core: .*'keepword\[cosmos\]'"):
        wired(tmp_path)
