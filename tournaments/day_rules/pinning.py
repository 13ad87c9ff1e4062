"""An event keeps the rules of the day it started on."""

from __future__ import annotations

from datetime import date, datetime

import msgspec

from tournaments.access import Actor
from tournaments.day_rules.queries import DayRules, rules_on
from tournaments.models.errata import PinnedRules
from tournaments.models.events import Event
from tournaments.pages.zones import zone_of


def pin_rules(event: Event, *, by: Actor, now: datetime) -> PinnedRules:
    """Keeps the rules that hold on this day as the event's. The event is locked. Twice is once."""
    pinned = PinnedRules.objects.filter(event=event, replaced_at=None).first()
    if pinned is not None:
        return pinned
    rules = rules_today(event, now)
    return PinnedRules.objects.create(
        event=event,
        day=day_of(event, now),
        edition=rules.edition,
        cards=list(rules.cards),
        options=rules.options,
        errata=msgspec.to_builtins(rules.errata),
        digest=rules.digest,
        at=now,
        **by.fact,
    )


def rules_today(event: Event, now: datetime) -> DayRules:
    """The rules that the event has if it starts now."""
    return rules_on(event, day_of(event, now))


def day_of(event: Event, now: datetime) -> date:
    """The day that it is where the event is."""
    return now.astimezone(zone_of(event)).date()


def release_rules(event: Event, *, now: datetime) -> None:
    """The start was undone: what holds at the next one is kept with that."""
    PinnedRules.objects.filter(event=event, replaced_at=None).update(replaced_at=now)
