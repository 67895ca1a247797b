"""What the errors of Azure Cosmos DB and its client mean, and what an operator can do about each.

Statuses: https://learn.microsoft.com/rest/api/cosmos-db/http-status-codes-for-cosmosdb
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from azure.core.exceptions import AzureError, ClientAuthenticationError, DecodeError, ServiceRequestError
from azure.cosmos.exceptions import CosmosBatchOperationError, CosmosHttpResponseError

from keepword.errors import StoreUnreachable

Answer = CosmosHttpResponseError | CosmosBatchOperationError

PASSING = frozenset({408, 410, 449, 500, 503})
"""Statuses after which the same call may succeed at once; 429 is waited out by the client itself."""

ROLE = "infra/role.bicep"


def passes(error: BaseException) -> bool:
    """Say whether the same call may succeed in a moment: a busy server, a lost answer."""
    if isinstance(error, CosmosHttpResponseError):
        return error.status_code in PASSING
    if isinstance(error, CosmosBatchOperationError):
        return error.status_code in PASSING | {429}  # which the client does not wait out here
    if isinstance(error, ClientAuthenticationError | DecodeError | ServiceRequestError):
        return False  # a connection that cannot be made was tried again by the client
    return isinstance(error, AzureError | TimeoutError | asyncio.TimeoutError)


def translated(error: BaseException, endpoint: str) -> StoreUnreachable:
    """Return our own error for one of the client's: what is wrong at this endpoint, and what to do."""
    if isinstance(error, CosmosHttpResponseError | CosmosBatchOperationError):
        return StoreUnreachable(f"{endpoint}: {_meaning(error)}", retry_after=_retry_after(error))
    if isinstance(error, ClientAuthenticationError):
        return StoreUnreachable(f"{endpoint}: Entra ID gave us no token ({_first_line(error)}); {_LOGIN}")
    if isinstance(error, DecodeError | ValueError | KeyError | TypeError | AttributeError):
        return StoreUnreachable(f"{endpoint}: {NOT_COSMOS}")
    if isinstance(error, TimeoutError):
        return StoreUnreachable(f"{endpoint}: no answer in time")
    return StoreUnreachable(f"{endpoint}: cannot be reached ({_first_line(error)})")


NOT_COSMOS = (
    "something answers there, but it is not Azure Cosmos DB; store.endpoint is https://NAME.documents.azure.com/"
)

_PROVIDER = "microsoft.documentdb/"
_LOGIN = "give this machine a managed identity, or log in with `az login`"
_CLOCK = "this machine's clock is off{server}; set it by NTP: leases need it too"
_KEYS_OFF = 'the account takes no keys (disableLocalAuth); set store.credential = "entra"'
_KEY = "the key is refused; store.credential names another account's key, or one that was renewed"
_TOKEN = "the identity's token is refused; it is of another tenant, or the account does not know it"  # noqa: S105
_ROLE = f"this identity lacks the data role ({{what}}); deploy {ROLE} with its principalId"
_FIREWALL = "the account's firewall shuts this machine out; add its network to the account"

_WORDS = (
    ("not valid at the current time", _CLOCK),
    ("local authorization is disabled", _KEYS_OFF),
    ("local auth", _KEYS_OFF),
    ("firewall", _FIREWALL),
    ("rbac", _ROLE),
    ("authorized by aad token", _ROLE),
    ("not have required", _ROLE),
)
"""What the words of a 401 or 403 mean, the most telling first."""

_STATUSES: Mapping[int, str] = {
    401: _KEY,
    403: _ROLE,
    404: "the database or a container is gone; `keepword doctor` says which",
    408: "the server ran out of time",
    410: "the partition has moved and is not back yet",
    413: "the document is larger than the server takes",
    429: "too many requests for the throughput that was bought; raise it, or wait",
    449: "another write to the same document is going on",
    503: "the service is not available",
}


def _meaning(error: Answer) -> str:
    status = error.status_code
    words = str(error.message).lower()
    if status in {401, 403}:
        return f"{_refused(error, words)} ({_codes(error)})"
    if status != 503 and is_foreign(error):
        return f"{NOT_COSMOS} ({_codes(error)})"
    return f"{_STATUSES.get(status or 0, _first_line(error))} ({_codes(error)})"


def _refused(error: Answer, words: str) -> str:
    meaning = next((m for word, m in _WORDS if word in words), _STATUSES[error.status_code or 401])
    if error.sub_status in {5300, 5301, 5302}:
        meaning = _ROLE
    if meaning == _KEY and ("bearer" in words or "aad" in words):
        meaning = _TOKEN
    date = _header(error, "Date")
    return meaning.format(server=f" (the server's says {date})" if date else "", what=_action(str(error.message)))


def _action(words: str) -> str:
    """Return the action that the server missed, as it names it, or a general word."""
    begin = words.lower().find(_PROVIDER)
    rest = words[begin + len(_PROVIDER) :]
    return rest.split("]")[0].split(" ")[0].strip("'\".,;:)") if begin >= 0 else "reading and writing documents"


def is_foreign(error: Answer) -> bool:
    """Say whether an answer lacks what every answer of Azure Cosmos DB has."""
    headers = getattr(error, "headers", None) or {}
    names = {str(name).lower() for name in headers}
    return not any(name.startswith("x-ms-") for name in names)


def _codes(error: Answer) -> str:
    return f"{error.status_code}/{error.sub_status}" if error.sub_status else f"{error.status_code}"


def _retry_after(error: Answer) -> float | None:
    asked = _header(error, "x-ms-retry-after-ms")
    return float(asked) / 1000 if asked and asked.replace(".", "", 1).isdigit() else None


def _header(error: Answer, name: str) -> str:
    headers: Mapping[str, Any] = getattr(error, "headers", None) or {}
    return next((str(v) for k, v in headers.items() if str(k).lower() == name.lower()), "")


def _first_line(error: BaseException) -> str:
    text = str(error).strip() or type(error).__name__
    return text.splitlines()[0][:200]
