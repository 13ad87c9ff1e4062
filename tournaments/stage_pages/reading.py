"""The matches of a stage, read once for all who ask until something of the event changes.

Only published rounds are read: an offer reaches nobody through these pages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments import facts as plain
from tournaments.fact_memory import FactMemory
from tournaments.facts.structs import BracketSide
from tournaments.live.queries import versions_of
from tournaments.live.versions import as_mark
from tournaments.models.entrants import Entrant
from tournaments.models.results import Result
from tournaments.models.rounds import PUBLISHED_STATES, Match, Round, Seat
from tournaments.models.stages import Stage
from tournaments.outcomes.outcome import Outcome
from tournaments.played_rounds import counted_result
from tournaments.projection import stage_facts
from tournaments.reading import one_moment

#: Stages of which a process remembers it.
STAGES = 20


class Person(NamedTuple):
    """An entrant as these pages name them; `gone` after that round, where they have left; `absences`: the rounds, from
    and to, that they missed."""

    pk: int
    code: str
    name: str
    gone: int | None
    absences: Sequence[Sequence[int]] = ()


@dataclass(frozen=True)
class Played:
    """A match of a published round: who sits where by letter, and what counts by now."""

    match: int
    round: int
    table: int | None
    is_bye: bool
    state: str
    side: BracketSide
    at: tuple[int, int]
    codes: Mapping[str, str]
    outcome: Outcome | None
    result: plain.structs.AnyResult


@dataclass(frozen=True)
class RoundHead:
    """A published round of the stage: its number and how far it is."""

    pk: int
    number: int
    state: str


@dataclass(frozen=True)
class StageRead:
    """A stage with its published rounds. `seeds` is empty where it keeps none (Swiss and pods first)."""

    facts: plain.Stage
    seeds: tuple[str, ...]
    rounds: tuple[RoundHead, ...]
    matches: tuple[Played, ...]
    people: Mapping[str, Person]
    left: Mapping[str, int]

    def plain_rounds(self) -> tuple[plain.Round, ...]:
        """The rounds as facts."""
        by_round: dict[int, list[plain.Match]] = {each.number: [] for each in self.rounds}
        for played in self.matches:
            bracket = plain.Bracket(played.side, *played.at) if played.side else None
            by_round[played.round].append(
                plain.Match(tuple(played.codes.values()), played.table, played.result, bracket)
            )
        return tuple(
            plain.Round(number, self.facts.id, tuple(matches)) for number, matches in by_round.items()
        )


_read: FactMemory[StageRead] = FactMemory(STAGES)


def read_stage(stage: Stage) -> StageRead:
    """The stage as everybody may see it now. The versions are read first: what is found is at least as new."""
    key = (stage.pk, as_mark(versions_of(stage.event_id)))
    return _read.get(key, lambda: _read_stage(stage))


def _read_stage(stage: Stage) -> StageRead:
    with one_moment():
        rounds = Round.objects.filter(stage=stage, state__in=PUBLISHED_STATES).order_by("number")
        heads = tuple(RoundHead(*row) for row in rounds.values_list("pk", "number", "state"))
        until = (
            Round.objects.filter(event=stage.event_id, state__in=PUBLISHED_STATES)
            .order_by("-number")
            .values_list("number", flat=True)
            .first()
        )
        matches = _matches(stage)
        people = _people(stage)
    left = {
        person.code: person.gone
        for person in people.values()
        if person.gone is not None and person.gone <= (until or 0)
    }
    return StageRead(stage_facts(stage), tuple(stage.entrants or ()), heads, matches, people, left)


def _people(stage: Stage) -> dict[str, Person]:
    rows = Entrant.objects.filter(event=stage.event_id).values_list(
        "pk", "code", "name", "absences", "dropped_after", "disqualified_after"
    )
    people = {}
    for pk, code, name, absences, *ends in rows:
        gone = min((end for end in ends if end is not None), default=None)
        people[code] = Person(pk, code, name, gone, absences)
    return people


_COLUMNS = (
    *("pk", "round__number", "table", "is_bye", "state"),
    *("bracket_side", "bracket_round", "bracket_slot"),
)


def _matches(stage: Stage) -> tuple[Played, ...]:
    inside = {"round__stage": stage, "round__state__in": PUBLISHED_STATES}
    codes: dict[int, dict[str, str]] = defaultdict(dict)
    seats = Seat.objects.filter(**inside).order_by("letter")
    for match, letter, code in seats.values_list("match_id", "letter", "entrant__code"):
        codes[match][letter] = code
    results = Result.objects.filter(
        match__round__stage=stage, match__round__state__in=PUBLISHED_STATES, replaced_at=None
    )
    outcomes = dict(results.order_by().values_list("match_id", "outcome"))
    rows = Match.objects.filter(**inside).order_by("round__number", "is_bye", "table", "pk")
    return tuple(
        Played(
            row.pk,
            row.round__number,
            row.table,
            row.is_bye,
            row.state,
            row.bracket_side,
            (row.bracket_round or 0, row.bracket_slot or 0),
            codes[row.pk],
            outcomes.get(row.pk),
            counted_result(row, codes[row.pk], outcomes.get(row.pk)),
        )
        for row in rows.values_list(*_COLUMNS, named=True)
    )
