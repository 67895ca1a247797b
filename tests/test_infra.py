"""The Bicep: its containers are those that the program expects, and its account lets nobody in by key."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pycep import BicepParser

from keepword.memory.ports import SHAPES, Container
from keepword.memory.stores.cosmos_shape import BICEP, VECTORS, bicep_line, differences, paths

ROOT = Path(__file__).parents[1]
INFRA = ROOT / "infra"


@cache
def bicep(name: str) -> Any:
    """Return a file as the parser understands it."""
    return BicepParser().parse(file_path=INFRA / f"{name}.bicep")


def declared() -> dict[str, Any]:
    """Return the containers that are declared, by name."""
    variables = bicep("containers")["variables"]
    rows = [*variables["containers"]["value"], variables["memories"]["value"]]
    return {row["name"]: row for row in rows}


def resource(name: str) -> Any:
    """Return the properties that a container's resource gives."""
    config = bicep("containers")["resources"][name]["config"]
    return (config["config"] if "loop_type" in config else config)["properties"]["resource"]


def number(value: Any) -> Any:
    """Return a number, a negative one too, which the parser gives as an operation."""
    return -value["operator"]["operands"]["integer_value"] if isinstance(value, dict) else value


def as_deployed(container: Container) -> dict[str, Any]:
    """Return the properties that the server would give for a container deployed from the file."""
    row = declared()[container.value]
    shared = resource("withVectors" if container is VECTORS else "plain")
    index = {"includedPaths": row["indexed"], "excludedPaths": shared["indexingPolicy"]["excludedPaths"]}
    vectors = {name: value for name, value in shared.items() if name == "vectorEmbeddingPolicy"}
    key = {"paths": row["partition"], "kind": row["kind"], "version": shared["partitionKey"]["version"]}
    return {
        "id": row["name"],
        "partitionKey": key,
        "defaultTtl": number(shared["defaultTtl"]),
        "indexingPolicy": index,
        **vectors,
    }


@pytest.mark.parametrize("name", ["main", "containers", "role"])
def test_a_file_is_bicep(name: str) -> None:
    """A parser of Bicep understands every file."""
    assert bicep(name)["resources"]


def test_the_containers_are_those_of_the_program() -> None:
    """None is missing, none is too much."""
    assert sorted(declared()) == sorted(c.value for c in Container)


@pytest.mark.parametrize("container", Container)
def test_a_deployed_container_is_as_needed(container: Container) -> None:
    """Partition key, time to live, index and vector policy: doctor would find no difference."""
    found = as_deployed(container)
    assert differences(container, found) == []
    assert found["partitionKey"]["kind"] == ("MultiHash" if len(paths(container)) > 1 else "Hash")
    assert found["partitionKey"]["version"] == 2


@pytest.mark.parametrize("container", Container)
def test_only_what_searches_name_is_indexed(container: Container) -> None:
    """The fields of SHAPES and no other: each further one would make every write dearer."""
    shape = SHAPES[container]
    expected = {f"/{field}/?" for field in (*shape.partition, *shape.indexed)} - {"/id/?"}  # which always is
    assert {p["path"] for p in declared()[container.value]["indexed"]} == expected


def test_embeddings_are_no_ordinary_index() -> None:
    """A vector of 1,536 numbers in the ordinary index would cost more than all the rest."""
    policy = resource("withVectors")["indexingPolicy"]
    assert {"path": "/embedding/*"} in policy["excludedPaths"]
    assert [v["path"] for v in policy["vectorIndexes"]] == ["/embedding"]


@pytest.mark.parametrize("container", Container)
def test_the_line_that_messages_name_is_in_the_file(container: Container) -> None:
    """Whoever is told to deploy a line can find it."""
    text = (ROOT / BICEP).read_text()
    assert len(re.findall(re.escape(bicep_line(container)), text)) == 1


def test_nobody_comes_in_by_key() -> None:
    """Entra ID only, and one region that takes writes."""
    properties = bicep("main")["resources"]["account"]["config"]["properties"]
    assert (properties["disableLocalAuth"], properties["enableMultipleWriteLocations"]) == (True, False)


def test_the_role_is_the_data_role() -> None:
    """The built-in data contributor, which can create no container and read no key."""
    assert bicep("role")["variables"]["dataContributor"]["value"] == "00000000-0000-0000-0000-000000000002"


def test_every_parameter_is_in_the_readme() -> None:
    """The table of the README names every parameter of the main file."""
    table = re.findall(r"^\| `(\w+)` \|", (INFRA / "README.md").read_text(), re.MULTILINE)
    assert sorted(table) == sorted(bicep("main")["parameters"])
