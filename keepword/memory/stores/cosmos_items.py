"""How a document becomes an item of Azure Cosmos DB, and comes back as it was.

An item is the body with its fields at the top, so that other programs can read and search it; what we add for our own
use stands under `keepword`. Pure.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from keepword.errors import KeepwordError
from keepword.memory.ports import SHAPES, Container, Document, New
from keepword.memory.store_bodies import document_id

Item = dict[str, Any]

OURS = "keepword"
"""The field with what we add: `write` (which write made it), and what is needed to give the body back."""

SYSTEM = frozenset({"_rid", "_self", "_etag", "_attachments", "_ts", "_lsn"})
"""Fields that the server adds."""

MOST_BYTES = 2 * 1024 * 1024 - 64 * 1024
"""The largest item that we send: the server takes 2 MB, its own fields and a batch's frame included."""

MOST_OPERATIONS = 100
"""The most operations of one transactional batch."""


class TooLarge(KeepwordError):
    """A document is larger than Azure Cosmos DB takes (2 MB)."""


def item_id(id_: str) -> str:
    r"""Return the id of an item: the document's own, or its hash where it holds `/ \ # ?` or whatever else is odd."""
    return id_ if document_id(id_) == id_ and id_.strip(".") else document_id(f"{id_}/")


def item_of(container: Container, new: New, write: str) -> Item:
    """Return the item of a document; `write` names this very write, so that its lost answer can be told from a refusal.

    `ValueError` for what is no JSON, `TooLarge` for what the server would refuse.
    """
    text = json.dumps(new.body, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    _check_size(container, new, text)
    ours: Item = {"write": write}
    item = {**_top(container, new.body, text, ours), OURS: ours, "id": item_id(new.id)}
    if item["id"] != new.id:
        ours["id"] = new.id
    item.pop("ttl", None)  # what a body says of itself decides nothing, and null would be no valid time to live
    if new.ttl is not None:
        item["ttl"] = max(1, new.ttl)  # the server takes positive numbers only, and -1
    ours.update(_differences(new.body, item))
    return item


def document_of(item: Mapping[str, Any]) -> Document:
    """Return the document of an item; one that another program wrote comes as it is, the server's fields left out."""
    ours = item.get(OURS) or {}
    id_ = ours.get("id", item["id"])
    if "body" in ours:
        return Document(id_, json.loads(ours["body"]), item["_etag"], _expiry(item))
    body = {name: value for name, value in item.items() if name not in SYSTEM and name != OURS}
    body |= ours.get("was", {})
    for name in ours.get("absent", ()):
        del body[name]
    return Document(id_, body, item["_etag"], _expiry(item))


def _expiry(item: Mapping[str, Any]) -> float | None:
    """Return when an item is over: its time to live counts from its last write, `_ts`."""
    ttl = item.get("ttl", -1)
    return None if ttl == -1 else float(item["_ts"] + ttl)


def wrote(item: Mapping[str, Any], write: str) -> bool:
    """Say whether an item is as this very write left it."""
    return bool((item.get(OURS) or {}).get("write") == write)


def batches(items: Sequence[Item]) -> Iterator[list[Item]]:
    """Divide items into batches that the server takes: at most 100 and about 2 MB each."""
    batch: list[Item] = []
    size = 0
    for item in items:
        length = len(json.dumps(item, ensure_ascii=False).encode("utf-8", "surrogatepass")) + 200
        if batch and (len(batch) == MOST_OPERATIONS or size + length > MOST_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(item)
        size += length
    if batch:
        yield batch


def _top(container: Container, body: Item, text: str, ours: Item) -> Item:
    """Return what of a body stands at the item's top.

    All of it; where it holds what the server may not keep: the fields that searches need, the whole as text beside them.
    """
    if _plain(body, text):
        return body
    ours["body"] = json.dumps(body)
    shape = SHAPES[container]
    return {name: body[name] for name in (*shape.partition, *shape.indexed) if name in body}


def _differences(body: Item, item: Item) -> Item:
    """Return what is needed to undo what we did to `id` and `ttl`."""
    changed = [name for name in ("id", "ttl") if item.get(name, ...) != body.get(name, ...)]
    was = {name: body[name] for name in changed if name in body}
    absent = [name for name in changed if name not in body]
    return {**({"was": was} if was else {}), **({"absent": absent} if absent else {})}


def _plain(body: Mapping[str, Any], text: str) -> bool:
    """Say whether a body can stand in an item as it is: no field of the server's or ours, no half surrogate pair."""
    if any(name in SYSTEM or name == OURS or not name.isprintable() or not name for name in body):
        return False
    return not any("\ud800" <= c <= "\udfff" for c in text)


def _check_size(container: Container, new: New, text: str) -> None:
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        raise TooLarge(f"{container} {new.id}: {size} bytes, and Azure Cosmos DB takes 2 MB")
