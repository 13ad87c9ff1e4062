"""The event stream's own numbers: each of its processes tells those of its own at `/metrics`."""

from __future__ import annotations

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Gauge, Histogram, generate_latest

BUCKETS = (0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

registry = CollectorRegistry()
lag = Histogram(
    "first_blood_stream_lag_seconds",
    "From a change of an event to the message of it, of every client that was connected by then.",
    buckets=BUCKETS,
    registry=registry,
)
listeners = Gauge("first_blood_stream_listeners", "Clients that are connected.", registry=registry)


def told(connected: int) -> str:
    """All of them, as Prometheus reads them."""
    listeners.set(connected)
    return generate_latest(registry).decode()


def changed_at(
    before: Mapping[int, Mapping[str, int]],
    versions: Mapping[int, Mapping[str, int]],
    ages: Mapping[int, Mapping[str, float]],
    moment: float,
) -> dict[int, float]:
    """When the events changed of which other versions were read than before: of several changes the first, each topic's
    by its newest. `moment` is when the ages were read. An event that was not read before tells nothing."""
    since = {}
    for event_id in versions.keys() & before.keys():
        changed = [
            ages[event_id][topic]
            for topic, version in versions[event_id].items()
            if before[event_id].get(topic) != version
        ]
        if changed:
            since[event_id] = moment - max(changed)
    return since
