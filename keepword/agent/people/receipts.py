"""The receipt of an erasure: what was removed, by keyed digests that tell nobody anything, signed so that it can be checked.

Pure. The signature and the digests are HMACs under the installation's secret.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any

from keepword.memory.ports import Container, Document

VERSION = "keepword-forget-1"
REWRITTEN = frozenset({Container.PROFILES, Container.MEMORIES, Container.SUMMARIES})
"""Containers in which a new person under the same address gets the same ids: there the very version counts, by its ETag."""


def digest_of(container: Container, document: Document, secret: bytes) -> str:
    """Return the keyed digest of a document that was removed."""
    version = document.etag if container in REWRITTEN else ""
    text = "\0".join(("erased", container, document.id, version))
    return hmac.new(secret, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()[:32]


def signed(receipt: Mapping[str, Any], secret: bytes) -> dict[str, Any]:
    """Return a receipt with its signature."""
    return {**receipt, "signature": _signature(receipt, secret)}


def is_genuine(receipt: Mapping[str, Any], secret: bytes) -> bool:
    """Say whether this installation signed exactly this receipt."""
    given = receipt.get("signature")
    return isinstance(given, str) and hmac.compare_digest(given.encode(), _signature(receipt, secret).encode())


def _signature(receipt: Mapping[str, Any], secret: bytes) -> str:
    unsigned = {k: v for k, v in receipt.items() if k != "signature"}
    text = json.dumps(unsigned, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hmac.new(secret, f"receipt|{text}".encode(), hashlib.sha256).hexdigest()
