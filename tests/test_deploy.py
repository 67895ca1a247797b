"""The examples of deployment: what Keepword reads in them is right, and no secret stands in them."""

from __future__ import annotations

import importlib.util
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from cosmos_double import KEY
from cosmos_stores import other

from keepword.config import load
from keepword.memory.ports import Container
from keepword.memory.stores.cosmos import CosmosDocuments
from keepword.memory.stores.cosmos_link import Account

ROOT = Path(__file__).parents[1]


def objects() -> dict[str, Any]:
    """Return the objects of the Kubernetes example by their kinds."""
    return {o["kind"]: o for o in yaml.safe_load_all((ROOT / "deploy" / "kubernetes.yaml").read_text())}


def container() -> Any:
    """Return the one container."""
    [only] = objects()["Deployment"]["spec"]["template"]["spec"]["containers"]
    return only


def compose() -> Any:
    """Return the compose file."""
    return yaml.safe_load((ROOT / "compose.yaml").read_text())


def test_the_settings_of_kubernetes_are_sound(tmp_path: Path) -> None:
    """The ConfigMap's file loads without a fault, once its secrets are there."""
    text = objects()["ConfigMap"]["data"]["keepword.toml"]
    secrets = tmp_path / "secrets"
    secrets.mkdir()
    for name in ("secret", "support", "billing"):
        (secrets / name).write_text("x" * 40)
    path = tmp_path / "keepword.toml"
    path.write_text(text.replace("/run/secrets/keepword", str(secrets)))
    settings = load(path, {})
    assert (settings.store.kind, settings.store.credential) == ("cosmos", "entra")
    assert len(settings.mailboxes) == 2


def test_there_are_two_workers_with_probes() -> None:
    """Two replicas, three probes, time to finish what has begun, no rights."""
    spec = objects()["Deployment"]["spec"]
    assert spec["replicas"] == 2
    assert {"livenessProbe", "readinessProbe", "startupProbe"} <= set(container())
    assert spec["template"]["spec"]["terminationGracePeriodSeconds"] >= 60
    assert container()["securityContext"]["allowPrivilegeEscalation"] is False


def test_the_probed_port_is_the_one_that_listens() -> None:
    """The port of the probes is that of health.listen."""
    settings = tomllib.loads(objects()["ConfigMap"]["data"]["keepword.toml"])
    [port] = container()["ports"]
    assert settings["health"]["listen"].endswith(f":{port['containerPort']}")
    assert container()["livenessProbe"]["tcpSocket"]["port"] == port["name"]


def test_secrets_are_references() -> None:
    """No object holds a secret; the deployment names one."""
    assert "Secret" not in objects()
    volumes = objects()["Deployment"]["spec"]["template"]["spec"]["volumes"]
    assert {"secret": {"secretName": "keepword", "defaultMode": 0o440}, "name": "secrets"} in volumes


@pytest.mark.parametrize("name", ["keepword", "keepword-cosmos"])
def test_the_settings_of_compose_are_sound(tmp_path: Path, name: str) -> None:
    """The settings written into compose.yaml load without a fault."""
    path = tmp_path / "keepword.toml"
    path.write_text(compose()["configs"][name]["content"])
    settings = load(path, {"KEEPWORD_SECRET": "x" * 40, "SUPPORT_PASSWORD": "x", "COSMOS_KEY": "eA=="})
    assert settings.mailboxes[0].imap.host == "greenmail"
    assert settings.store.kind == ("cosmos" if name == "keepword-cosmos" else "sqlite")


def test_the_emulator_is_only_started_when_asked_for() -> None:
    """`docker compose up` stays what it was; the profile adds the emulator, what furnishes it, and its own Keepword."""
    profiles = {name: service.get("profiles", []) for name, service in compose()["services"].items()}
    asked = ["cosmos"]
    assert profiles == {
        "greenmail": [],
        "keepword": [],
        "cosmos": asked,
        "furnish": asked,
        "keepword-cosmos": asked,
    }


@pytest.fixture
def furnish() -> Any:
    """Return what furnishes an emulator."""
    spec = importlib.util.spec_from_file_location("emulator", ROOT / "deploy" / "emulator.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.furnish


async def test_an_emulator_is_furnished(furnish: Any) -> None:
    """Every container is made once, as the store needs it; a second run makes nothing."""
    server = other()
    made = await furnish(server.url, KEY, "furnished", 20)
    assert sorted(made) == sorted(c.value for c in Container)
    assert await furnish(server.url, KEY, "furnished", 20) == []
    store = CosmosDocuments(Account(server.url, "furnished", KEY))
    await store.open()
    await store.close()


async def test_an_emulator_that_is_away_is_told(furnish: Any) -> None:
    """After a while it ends with the endpoint's name."""
    with pytest.raises(SystemExit, match=r"127\.0\.0\.1:9"):
        await furnish("http://127.0.0.1:9/", KEY, "furnished", 0)
