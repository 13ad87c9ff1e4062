"""Who would be in a stage that has not begun, by which figures, and who moves up when somebody leaves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments.kept_standings.kept import chain_of, finished_round, kept_of, table_after
from tournaments.models.events import Event
from tournaments.models.stages import Stage
from tournaments.stages.queries import stage_on, stages_of
from tournaments.structures.round_robin import groups_of

#: How many of those who would move up next are listed.
NEXT = 4


@dataclass(frozen=True)
class Candidate:
    """Somebody in the standings before a cut. `seed` is None for who is not in; `up` counts who moves up, from 1;
    `group` is the number of the group they came from, 0 without groups."""

    entrant: Any
    place: int
    values: list[tuple[str, Any]]
    seed: int | None = None
    up: int | None = None
    group: int = 0


@dataclass(frozen=True)
class Cut:
    """The cut as it would be after the last finished round. `after` is that round's number, 0 before the first."""

    size: int | None
    after: int
    chain: list[str]
    inside: list[Candidate]
    next_up: list[Candidate]
    left: list[Candidate]


def cut_of(event: Event, stage: Stage) -> Cut:
    """Who is in by the newest standings. Who has left makes room for the next. Nobody is known before the
    stage before it is the one that is on."""
    round = finished_round(event)
    if round is None:
        return Cut(stage.size, 0, [], [], [], [])
    before = stages_of(event)[stage.number - 2]
    if stage_on(event).pk != before.pk:
        return Cut(stage.size, 0, [], [], [], [])
    kept = kept_of(round)
    rows = table_after(event, round, kept)
    chain = chain_of(kept, rows)
    people = {
        each.code: each
        for each in event.entrants.values_list(
            "pk", "code", "name", "status", "dropped_after", "disqualified_after", named=True
        )
    }
    group_of = _groups(before)
    each_group = stage.size // before.groups if stage.size and before.groups > 1 else stage.size
    inside: list[Candidate] = []
    next_up: list[Candidate] = []
    left: list[Candidate] = []
    taken: dict[int, int] = {}
    waiting: dict[int, int] = {}
    for row in rows:
        person, group = people[row["entrant"]], group_of.get(row["entrant"], 0)
        made = {
            "entrant": person,
            "place": row["place"],
            "values": [(name, row["values"].get(name)) for name in chain],
            "group": group,
        }
        if person.dropped_after is not None or person.disqualified_after is not None:
            if each_group is None or taken.get(group, 0) < each_group:
                left.append(Candidate(**made))
        elif each_group is None or taken.get(group, 0) < each_group:
            taken[group] = taken.get(group, 0) + 1
            inside.append(Candidate(**made, seed=len(inside) + 1))
        elif waiting.get(group, 0) < NEXT:
            waiting[group] = waiting.get(group, 0) + 1
            next_up.append(Candidate(**made, up=waiting[group]))
    return Cut(stage.size, round.number, chain, inside, next_up, left)


def _groups(before: Stage) -> dict[str, int]:
    """The number of each entrant's group in the stage before."""
    if before.groups < 2 or not before.entrants:
        return {}
    return {
        code: number
        for number, members in enumerate(groups_of(before.entrants, before.groups), start=1)
        for code in members
    }
