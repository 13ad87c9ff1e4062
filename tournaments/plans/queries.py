"""The planned times of an event, with what has happened so far."""

from __future__ import annotations

from datetime import datetime

from tournaments.models.events import Event, State
from tournaments.models.rounds import PUBLISHED_STATES
from tournaments.pairing.next_round import rounds_for
from tournaments.plans.plan import MOST_ROUNDS, Planned, times_of
from tournaments.roster.queries import places_taken
from tournaments.stages.lengths import rounds_of_structure
from tournaments.stages.queries import stages_of

#: While people wait for the next round: one that is due and has not started moves everything after it.
WAITED_FOR = (State.REGISTRATION, State.CHECK_IN, State.RUNNING)


def timetable(event: Event, now: datetime) -> list[Planned]:
    """Every round and break of the plan; none without one."""
    if not event.plan:
        return []
    known = event.rounds.filter(state__in=PUBLISHED_STATES).values_list("number", "started_at")
    numbers = dict(known)
    started = {number: at for number, at in numbers.items() if at is not None}
    rounds = max(_rounds(event), max(numbers, default=0))
    waited = now if event.state in WAITED_FOR else None
    return times_of(event.plan, event.starts_at, rounds, started, waited)


def ahead(plan: list[Planned]) -> list[Planned]:
    """What comes next: the first round that has not started, after the breaks before it."""
    last = max((place for place, each in enumerate(plan) if each.started is not None), default=-1)
    coming = plan[last + 1 :]
    first = next((place for place, each in enumerate(coming) if each.round), -1)
    return coming[: first + 1]


def _rounds(event: Event) -> int:
    """How many rounds the plan speaks of: as many as it says, else as many as the stages are going to have by what is
    known, and at least those it names."""
    plan = event.plan
    if plan["rounds"] is not None:
        return int(plan["rounds"])
    named = [each["round"] for each in plan["starts"]] + [each["after"] + 1 for each in plan["breaks"]]
    total, field = 0, places_taken(event)
    for stage in stages_of(event):
        here = field if stage.number == 1 else stage.size or 0
        if stage.entrants is not None:
            here = len(stage.entrants)
        if stage.number == 1 and stage.is_open:
            total += event.planned_rounds or event.swiss_rounds or rounds_for(field, stage.pod_size or 2)
        elif stage.is_open:
            total += stage.rounds or 0
        else:
            total += rounds_of_structure(stage, here) or 0
    return min(MOST_ROUNDS, max([1, total, *named]))
