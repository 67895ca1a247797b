"""A double of Azure Cosmos DB on the wire: what the real client sends goes over HTTP to a server of ours.

It does what the documentation says of single items, batches, time to live and hierarchical partitions; it fails by script.
It knows only the queries that we send, one region, one physical partition, and keys (no Entra ID).
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from email.utils import formatdate, parsedate_to_datetime
from typing import Any
from urllib.parse import quote_plus, unquote

from aiohttp import web
from cosmos_items import Collection, Item, Refused, Shelf, shown

from keepword.memory.ports import SHAPES

KEY = base64.b64encode(b"only for tests, only for tests!!").decode()
DATABASE = "keepword"
PAGE = 100
POINT = frozenset({"create", "read", "replace", "upsert", "delete", "batch"})
WRITES = POINT - {"read"}


@dataclass
class Strike:
    """A failure: where it hits (`op`, `container`, both may be empty for any), how often, and what it does.

    `status` 0 with `lose` lets the call take effect and cuts the link instead of answering; without, cuts it before.
    """

    op: str = ""
    container: str = ""
    status: int = 0
    sub: int = 0
    message: str = "scripted"
    lose: bool = False
    delay: float = 0.0
    times: int = 1
    after: int = 0
    headers: dict[str, str] = field(default_factory=dict)

    def hits(self, op: str, container: str) -> bool:
        """Say whether this call is to fail, and count it."""
        if self.times == 0 or self.op not in {"", op} or self.container not in {"", container}:
            return False
        if self.after:
            self.after -= 1
            return False
        self.times -= 1
        return True


@dataclass(frozen=True)
class Call:
    """A request that came: `partition` is empty for a query over all partitions."""

    op: str
    container: str
    partition: tuple[Any, ...]
    charge: float = 0.0
    size: int = 0


def collections() -> dict[str, Collection]:
    """Return the containers that Keepword needs, as the Bicep makes them."""
    return {c.value: Collection(c.value, shape.partition, policies=_policies(c.value)) for c, shape in SHAPES.items()}


def _policies(name: str) -> Item:
    vectors = {"vectorEmbeddings": [{"path": "/embedding", "dataType": "float32"}]}
    index = {"includedPaths": [{"path": "/*"}], "excludedPaths": [{"path": "/embedding/*"}]}
    return {"indexingPolicy": index, **({"vectorEmbeddingPolicy": vectors} if name == "memories" else {})}


class CosmosDouble:
    """The server, in a thread of its own; `strikes` are tried in order, `chaos` may make up one more for each call."""

    def __init__(self, now: Callable[[], float] = time.time, tls: ssl.SSLContext | None = None) -> None:
        self.now = now
        self._tls = tls
        self.tokens: set[str] = set()
        self.regions: dict[str, str] = {}
        self.database = DATABASE
        self.shelf = Shelf(collections(), lambda: self.now())
        self.strikes: list[Strike] = []
        self.chaos: Callable[[str, str], Strike | None] = lambda _op, _container: None
        self.role = "contributor"
        self.local_auth = True
        self.key = KEY
        self.skew = 0.0
        self.latency = 0.0
        self.leaky = False
        self.batch_strikes: list[int] = []
        self.calls: list[Call] = []
        self._started = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._port = 0
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        self._started.wait(10)

    @property
    def url(self) -> str:
        """The account's endpoint."""
        return f"{'https' if self._tls else 'http'}://127.0.0.1:{self._port}/"

    def stop(self) -> None:
        """End the server and its thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def strike(self, **what: Any) -> Strike:
        """Plan a failure."""
        self.strikes.append(Strike(**what))
        return self.strikes[-1]

    def reset(self) -> None:
        """Begin anew, with nothing kept and nothing planned."""
        self.shelf = Shelf(collections(), lambda: self.now())
        self.strikes, self.calls, self.batch_strikes = [], [], []
        self.key, self.leaky, self.regions = KEY, False, {}
        self.chaos = lambda _op, _container: None
        self.role, self.local_auth, self.skew, self.latency, self.database = "contributor", True, 0.0, 0.0, DATABASE

    def counts(self) -> Counter[str]:
        """Count what was asked: `reads`, `writes`, `queries`, `cross` (queries over all partitions)."""
        counted: Counter[str] = Counter()
        for call in self.calls:
            counted["reads"] += call.op == "read"
            counted["writes"] += call.op in WRITES
            counted["queries"] += call.op == "query"
            counted["cross"] += call.op == "query" and not call.partition
        return counted

    # The server

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        runner = self._loop.run_until_complete(self._start())
        self._started.set()
        self._loop.run_forever()
        self._loop.run_until_complete(runner.cleanup())
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    async def _start(self) -> web.AppRunner:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_route("*", "/{path:.*}", self._answer)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=self._tls)
        await site.start()
        self._port = runner.addresses[0][1]
        return runner

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        asked = _read_request(request, await request.read())
        strike = self._struck(asked.op, asked.container)
        if delay := self.latency + (strike.delay if strike else 0):
            await asyncio.sleep(delay)
        if strike and strike.status:
            return _refusal(Refused(strike.status, strike.message, strike.sub, **strike.headers))
        if strike and not strike.lose and not strike.delay:
            return _cut(request)
        try:
            self._authorize(request, asked)
            response = self._act(asked)
        except Refused as refused:
            self._count(asked, 1.0, 0)  # what is not there, or there already, is charged too
            response = _refusal(refused)
        response.headers["Date"] = formatdate(time.time() + self.skew, usegmt=True)
        return _cut(request) if strike and strike.lose else response

    def _struck(self, op: str, container: str) -> Strike | None:
        planned = next((s for s in self.strikes if s.hits(op, container)), None)
        return planned or self.chaos(op, container)

    def _authorize(self, request: web.Request, asked: Asked) -> None:
        signed = request.headers.get("authorization", "")
        if unquote(signed).startswith("type=aad"):
            self._authorize_token(unquote(signed).partition("&sig=")[2])
        else:
            self._authorize_key(request, asked)
        self._authorize_role(asked)

    def _authorize_token(self, token: str) -> None:
        if token not in self.tokens:
            raise Refused(401, "The input authorization token can't serve the request: invalid Bearer token", 5001)

    def _authorize_key(self, request: web.Request, asked: Asked) -> None:
        if not self.local_auth:
            raise Refused(401, "Local Authorization is disabled. Use an AAD token to authorize all requests.", 5202)
        date = request.headers.get("x-ms-date", "")
        if not date or abs(parsedate_to_datetime(date).timestamp() - (time.time() + self.skew)) > 15 * 60:
            message = "The authorization token is not valid at the current time. Please create another token and retry"
            raise Refused(403, message, Date=formatdate(time.time() + self.skew, usegmt=True))
        if request.headers.get("authorization") != _signature(self.key, request.method, asked, date):
            raise Refused(401, "The input authorization token can't serve the request. The wrong key is being used")

    def _authorize_role(self, asked: Asked) -> None:
        if self.role == "none" or (self.role == "reader" and asked.op in WRITES):
            action = (
                "readMetadata" if asked.op not in POINT | {"query"} else f"sqlDatabases/containers/items/{asked.op}"
            )
            message = (
                "Request is blocked because principal [00000000-0000-0000-0000-000000000000] does not have required RBAC "
                f"permissions to perform action [Microsoft.DocumentDB/databaseAccounts/{action}] on any scope."
            )
            raise Refused(403, message, 5300)

    def _act(self, asked: Asked) -> web.Response:
        if asked.op == "account":
            return self._account()
        if asked.database != self.database:
            raise Refused(404, 'Message: {"Errors":["Owner resource does not exist"]}', 1003 if asked.container else 0)
        if asked.op == "database":
            return self._json(asked, {"id": self.database, "_rid": "d", "_self": "dbs/d/", "_etag": '"d"'})
        of = self.shelf.collection(asked.container)
        return getattr(self, f"_{asked.op}")(asked, of)  # type: ignore[no-any-return]

    def _account(self) -> web.Response:
        regions = self.regions or {"Here": self.url}
        writes, *_ = reads = [{"name": name, "databaseAccountEndpoint": url} for name, url in regions.items()]
        body = {
            "id": "double",
            "_rid": "double.documents.azure.com",
            "_self": "",
            "writableLocations": [writes],
            "readableLocations": reads,
            "enableMultipleWriteLocations": False,
            "userConsistencyPolicy": {"defaultConsistencyLevel": "Session"},
        }
        return web.json_response(body, headers=_headers(0))

    def _collection(self, asked: Asked, of: Collection) -> web.Response:
        return self._json(asked, of.properties())

    def _ranges(self, asked: Asked, _of: Collection) -> web.Response:
        if asked.none_match == '"ranges"':
            return web.Response(status=304, headers=_headers(0) | {"etag": '"ranges"'})
        ranges = [{"id": "0", "_rid": "r", "minInclusive": "", "maxExclusive": "FF", "parents": [], "status": "online"}]
        body = {"_rid": "r", "PartitionKeyRanges": ranges, "_count": 1}
        return web.json_response(body, headers=_headers(0) | {"etag": '"ranges"'})

    def _read(self, asked: Asked, of: Collection) -> web.Response:
        item = shown(self.shelf.read(of, asked.partition, asked.id))
        return self._json(asked, item, charge=1.0 + _kb(item) * 0.09)

    def _create(self, asked: Asked, of: Collection) -> web.Response:
        return self._written(asked, self.shelf.create(of, asked.partition, asked.body), 201)

    def _upsert(self, asked: Asked, of: Collection) -> web.Response:
        return self._written(asked, self.shelf.upsert(of, asked.partition, asked.body), 200)

    def _replace(self, asked: Asked, of: Collection) -> web.Response:
        item = self.shelf.replace(of, asked.partition, asked.id, asked.body, asked.if_match)
        return self._written(asked, item, 200)

    def _delete(self, asked: Asked, of: Collection) -> web.Response:
        self.shelf.delete(of, asked.partition, asked.id)
        self._count(asked, 5.0, 0)
        return web.Response(status=204, headers=_headers(5.0))

    def _batch(self, asked: Asked, of: Collection) -> web.Response:
        if self.batch_strikes:
            status = self.batch_strikes.pop()
            return self._json(asked, [{"statusCode": status, "requestCharge": 0}] * len(asked.body), 207, charge=0.0)
        status, results = self.shelf.batch(of, asked.partition, asked.body)
        for result in results:
            if "resourceBody" in result:
                result["resourceBody"] = shown(result["resourceBody"])
        return self._json(asked, results, status, charge=5.5 * len(results))

    def _query(self, asked: Asked, of: Collection) -> web.Response:
        found = self.shelf.query(of, () if self.leaky else asked.partition, asked.body, leaky=self.leaky)
        begin = int(asked.continuation or 0)
        page = found[begin : begin + PAGE]
        more = {"x-ms-continuation": str(begin + PAGE)} if begin + PAGE < len(found) else {}
        body = {"_rid": "r", "Documents": page, "_count": len(page)}
        return self._json(asked, body, charge=2.5 + 0.05 * len(page), **more)

    def _written(self, asked: Asked, item: Item, status: int) -> web.Response:
        return self._json(asked, shown(item), status, charge=5.0 + _kb(item) * 0.5)

    def _json(self, asked: Asked, body: Any, status: int = 200, charge: float = 1.0, **more: str) -> web.Response:
        text = json.dumps(body)
        self._count(asked, charge, len(text))
        etag = {"etag": body["_etag"]} if isinstance(body, dict) and "_etag" in body else {}
        return web.Response(
            text=text, status=status, content_type="application/json", headers=_headers(charge) | etag | more
        )

    def _count(self, asked: Asked, charge: float, size: int) -> None:
        self.calls.append(Call(asked.op, asked.container, asked.partition, charge, size))


@dataclass(frozen=True)
class Asked:
    """A request as the server understands it."""

    op: str
    database: str = ""
    container: str = ""
    id: str = ""
    kind: str = ""
    link: str = ""
    partition: tuple[Any, ...] = ()
    body: Any = None
    if_match: str | None = None
    none_match: str | None = None
    continuation: str = ""


def _read_request(request: web.Request, raw: bytes) -> Asked:
    parts = [unquote(p) for p in request.rel_url.raw_path.strip("/").split("/") if p]
    named = dict(zip(parts[::2], parts[1::2], strict=False))
    kind = parts[-1] if len(parts) % 2 else (parts[-2] if parts else "")
    link = "/".join(parts[:-1] if len(parts) % 2 else parts)
    key = request.headers.get("x-ms-documentdb-partitionkey")
    return Asked(
        _op(request, kind, len(parts)),
        named.get("dbs", ""),
        named.get("colls", ""),
        named.get("docs", ""),
        kind,
        link,
        tuple(json.loads(key)) if key else (),
        json.loads(raw) if raw else None,
        request.headers.get("if-match"),
        request.headers.get("if-none-match"),
        request.headers.get("x-ms-continuation", ""),
    )


def _op(request: web.Request, kind: str, depth: int) -> str:
    by_kind = {"": "account", "dbs": "database", "colls": "collection", "pkranges": "ranges"}
    if kind != "docs":
        return by_kind.get(kind, "unknown")
    if depth % 2 == 0:
        return {"GET": "read", "PUT": "replace", "DELETE": "delete"}.get(request.method, "unknown")
    headers = {name.lower(): value.lower() for name, value in request.headers.items()}
    marks = {
        "x-ms-documentdb-isquery": "query",
        "x-ms-cosmos-is-batch-request": "batch",
        "x-ms-documentdb-is-upsert": "upsert",
    }
    return next((op for mark, op in marks.items() if headers.get(mark) == "true"), "create")


def _signature(key: str, method: str, asked: Asked, date: str) -> str:
    """Sign a request as https://learn.microsoft.com/rest/api/cosmos-db/access-control-on-cosmosdb-resources says."""
    text = f"{method.lower()}\n{asked.kind.lower()}\n{asked.link}\n{date.lower()}\n\n"
    digest = hmac.new(base64.b64decode(key), text.encode(), hashlib.sha256).digest()
    return quote_plus(f"type=master&ver=1.0&sig={base64.b64encode(digest).decode()}", safe="-_.!~*'()")


def _headers(charge: float) -> dict[str, str]:
    return {
        "x-ms-request-charge": f"{charge:.2f}",
        "x-ms-activity-id": "00000000-0000-0000-0000-000000000000",
        "x-ms-session-token": "0:-1#1",
        "x-ms-version": "2020-07-15",
    }


def _refusal(refused: Refused) -> web.Response:
    sub = {"x-ms-substatus": str(refused.sub)} if refused.sub else {}
    code = {404: "NotFound", 409: "Conflict", 412: "PreconditionFailed", 429: "TooManyRequests"}.get(
        refused.status, "Error"
    )
    body = {"code": code, "message": refused.message}
    return web.json_response(body, status=refused.status, headers=_headers(0) | sub | refused.headers)


def _cut(request: web.Request) -> web.Response:
    """Close the link without an answer."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)


def _kb(item: Any) -> float:
    return len(json.dumps(item)) / 1024


def charge_of(calls: Iterable[Call]) -> float:
    """Return what calls cost by the double's rough tariff (published figures; see docs/cosmos.md)."""
    return sum(call.charge for call in calls)
