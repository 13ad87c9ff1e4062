"""Which policy holds where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from tournaments.models.events import Event
from tournaments.models.penalties import PenaltyPolicy, PinnedPolicy
from tournaments.models.series import Series
from tournaments.policies.structs import Policy
from tournaments.policies.usual import usual_policy


@dataclass(frozen=True, slots=True)
class Holding:
    """The policy of an event or a series: whose it is (None: the site's usual one), and whether the event keeps it."""

    policy: Policy
    version: PenaltyPolicy | None = None
    pinned: bool = False

    @property
    def series(self) -> Series | None:
        """The series whose own it is."""
        return None if self.version is None else self.version.series


def stored_policy(body: Any) -> Policy:
    """A policy that was checked when it was stored."""
    return msgspec.convert(body, Policy)


def policy_of_series(series: Series | None) -> Holding:
    """The newest of the series, else the usual one."""
    if series is None:
        return Holding(usual_policy())
    own = PenaltyPolicy.objects.filter(series=series, replaced_at=None).select_related("series").first()
    return Holding(usual_policy()) if own is None else Holding(stored_policy(own.body), own)


def policy_of(event: Event) -> Holding:
    """The one the event started with; before it starts, the one it would start with."""
    pinned = PinnedPolicy.objects.filter(event=event, replaced_at=None)
    row = pinned.select_related("version__series").first()
    if row is not None:
        return Holding(stored_policy(row.body), row.version, pinned=True)
    return policy_of_series(None if event.penalty_policy == "usual" else event.series)
