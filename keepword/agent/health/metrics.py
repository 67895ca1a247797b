"""The state of health as Prometheus reads it, written by Prometheus' own client library."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from keepword.agent.health.report import Health, MailboxHealth, Status, Trouble

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

PER_MAILBOX: dict[str, tuple[str, Callable[[MailboxHealth], float]]] = {
    "keepword_last_good_poll_timestamp_seconds": (
        "When the mailbox was last read without fault; 0: never",
        lambda m: m.last_good_poll.timestamp() if m.last_good_poll else 0,
    ),
    "keepword_poll_stalled": ("1: no good poll for too long", lambda m: m.stalled),
    "keepword_poll_alive": ("1: somebody has tried to read the mailbox lately", lambda m: m.alive),
    "keepword_needs_reauth": ("1: the server refuses our login", lambda m: m.needs_reauth),
    "keepword_mails_waiting": ("Mails that could not be handled yet", lambda m: m.waiting),
}

OVERALL: dict[str, tuple[str, Callable[[Health], float]]] = {
    "keepword_healthy": ("0: a mailbox is not being read", lambda h: h.status is not Status.FAILING),
    "keepword_oldest_waiting_seconds": ("Age of the oldest waiting mail; 0: none", lambda h: h.oldest_waiting or 0),
    "keepword_handoffs": ("Threads that wait for a colleague", lambda h: h.handoffs),
    "keepword_oldest_handoff_seconds": (
        "For how long the first of them waits; 0: none",
        lambda h: h.oldest_handoff or 0,
    ),
    "keepword_quarantined_mails": ("Mails that could not be handled", lambda h: h.quarantined),
    "keepword_overdue_commitments": ("Open promises whose day has passed", lambda h: h.overdue_commitments),
}


STORE = {
    "requests": "Requests to Azure Cosmos DB",
    "request_units": "What they cost, in request units",
    "repeated": "Calls made again: a busy server, a lost answer",
    "throttled": "Answers that the bought throughput is used up (429)",
}
"""Counters of a store whose use has a price, since the process began."""


class _Snapshot(Collector):
    """One state of health, as families of metrics."""

    def __init__(self, health: Health) -> None:
        self._health = health

    def collect(self) -> Iterable[Metric]:
        """Return every metric."""
        return [*self._overall(), *self._per_mailbox(), self._replies(), self._problems(), *self._store()]

    def _store(self) -> Iterator[CounterMetricFamily]:
        for name, value in (self._health.store or {}).items():
            yield CounterMetricFamily(f"keepword_store_{name}", STORE[name], value=float(value))

    def _overall(self) -> Iterator[GaugeMetricFamily]:
        for name, (about, value) in OVERALL.items():
            yield GaugeMetricFamily(name, about, value=float(value(self._health)))

    def _per_mailbox(self) -> Iterator[GaugeMetricFamily]:
        for name, (about, value) in PER_MAILBOX.items():
            family = GaugeMetricFamily(name, about, labels=["mailbox"])
            for mailbox in self._health.mailboxes:
                family.add_metric([mailbox.mailbox], float(value(mailbox)))
            yield family

    def _replies(self) -> GaugeMetricFamily:
        family = GaugeMetricFamily("keepword_replies", "Mails of ours that are not settled, by state", labels=["state"])
        for state, count in (self._health.replies or {}).items():
            family.add_metric([state], float(count))
        return family

    def _problems(self) -> GaugeMetricFamily:
        family = GaugeMetricFamily("keepword_problems", "What needs a person, by kind", labels=["kind"])
        for kind in Trouble:
            family.add_metric([kind.value], float(sum(p.kind is kind for p in self._health.problems)))
        return family


def metrics(health: Health) -> bytes:
    """Write a state of health in Prometheus' text format."""
    registry = CollectorRegistry()
    registry.register(_Snapshot(health))
    return generate_latest(registry)
