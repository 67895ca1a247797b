"""What each container in Azure Cosmos DB must be like, what was found, and which line of the Bicep makes the difference.

The application creates nothing in Azure: a data-plane identity may not. So it compares, and says what is missing. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from keepword.memory.ports import SHAPES, Container

BICEP = "infra/containers.bicep"
"""The file whose lines the messages name."""

VECTORS = Container.MEMORIES
"""The container whose records may have embeddings."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How a container differs from what is needed: `fatal` where nothing may be written to it as it is."""

    container: Container
    what: str
    fatal: bool = True

    def __str__(self) -> str:
        """Say it in one line."""
        return f"container {self.container}: {self.what}"


def paths(container: Container) -> list[str]:
    """Return the partition key's paths."""
    return [f"/{field}" for field in SHAPES[container].partition]


def bicep_line(container: Container) -> str:
    """Return the line of the Bicep that makes a container."""
    keys = ", ".join(f"'{path}'" for path in paths(container))
    return f"{{ name: '{container.value}', partition: [{keys}]"


def missing(container: Container) -> Difference:
    """Return the difference of a container that is not there."""
    return Difference(container, f"is not there; deploy the line of {BICEP} that begins {bicep_line(container)}")


def differences(container: Container, found: Mapping[str, Any]) -> list[Difference]:
    """Compare a container's properties, as the server gives them, with what is needed."""
    return [
        d
        for d in (
            _partition(container, found),
            _ttl(container, found),
            _index(container, found),
            _vectors(container, found),
        )
        if d
    ]


def _partition(container: Container, found: Mapping[str, Any]) -> Difference | None:
    is_ = list(found.get("partitionKey", {}).get("paths", []))
    if is_ == paths(container):
        return None
    return Difference(
        container,
        f"its partition key is {', '.join(is_) or 'none'} and must be {', '.join(paths(container))}, which cannot be changed: "
        f"delete the container and deploy the line of {BICEP} that begins {bicep_line(container)}",
    )


def _ttl(container: Container, found: Mapping[str, Any]) -> Difference | None:
    is_ = found.get("defaultTtl")
    if is_ == -1:
        return None
    what = "time to live is off, so nothing would ever expire" if is_ is None else f"everything expires after {is_} s"
    return Difference(container, f"{what}; {BICEP} has defaultTtl: -1")


def _index(container: Container, found: Mapping[str, Any]) -> Difference | None:
    policy = found.get("indexingPolicy", {})
    included = {p.get("path") for p in policy.get("includedPaths", [])}
    lacking = [f for f in SHAPES[container].indexed if not included & {"/*", f"/{f}/?", f"/{f}/*"}]
    if not lacking or not policy:
        return None
    return Difference(
        container, f"searches for {', '.join(lacking)} have no index and cost more; {BICEP} has `indexed`", fatal=False
    )


def _vectors(container: Container, found: Mapping[str, Any]) -> Difference | None:
    if container is not VECTORS:
        return None
    embeddings = found.get("vectorEmbeddingPolicy", {}).get("vectorEmbeddings", [])
    if any(e.get("path") == "/embedding" for e in embeddings):
        return None
    return Difference(
        container,
        f"no vector policy for /embedding, which can be set only when the container is made; {BICEP} has vectorEmbeddingPolicy",
        fatal=False,
    )
