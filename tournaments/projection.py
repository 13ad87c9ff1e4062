"""An event as plain facts: what its rows hold, for pairing, standings and exports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec

from tournaments import facts as plain
from tournaments.models.entrants import AwardedBye, ForbiddenPair, Status
from tournaments.models.events import Event, EventSeed
from tournaments.models.results import Result
from tournaments.models.rounds import PUBLISHED_STATES, Match, MatchState, Round, RoundState, Seat
from tournaments.outcomes.outcome import file_result
from tournaments.reading import one_moment


def facts_of(event: Event, finished_only: bool = False) -> plain.EventFile:
    """Every fact, the secret seed among them: for computing on the site, never for sending."""
    with one_moment():
        return _facts_of(event, finished_only)


def _facts_of(event: Event, finished_only: bool) -> plain.EventFile:
    seed = EventSeed.objects.filter(event=event).values_list("value", flat=True).first() or ""
    # The rounds first: inside a transaction that does not hold the event somebody may come in between.
    rounds = _rounds(event, finished_only)
    return plain.EventFile(
        event=1,
        name=event.name,
        game=event.game,
        seed=seed,
        rules=_rules(event),
        entrants=_entrants(event),
        stages=(plain.Stage(id="swiss", kind="swiss"),),
        rounds=rounds,
    )


def _rules(event: Event) -> plain.Rules:
    return msgspec.convert(
        {
            "points": {
                "win": event.points_win,
                "draw": event.points_draw,
                "loss": event.points_loss,
                "bye": event.points_bye,
            },
            "games_per_match": event.games_per_match,
            "profile": event.profile,
            "tiebreakers": event.tiebreakers,
            **({} if event.floor is None else {"floor": event.floor}),
            "swiss_rounds": event.planned_rounds or event.swiss_rounds,
            "first_round": event.first_round,
            "last_round_by_standing": event.last_round_by_standing,
        },
        plain.Rules,
    )


#: What a fact says of an entrant; a whole row with its times takes twice as long to read.
_OF_ENTRANT = (
    *("pk", "code", "name", "list_seed", "rating", "dropped_after", "disqualified_after", "entered_before"),
    *("absences", "missed_rounds_as", "fixed_table"),
)


def _entrants(event: Event) -> tuple[plain.Entrant, ...]:
    everybody = event.entrants.exclude(status=Status.WAITLISTED).order_by("id")
    rows = list(everybody.values_list(*_OF_ENTRANT, named=True))
    codes = {row.pk: row.code for row in rows}
    byes: dict[int, list[int]] = defaultdict(list)
    for bye in AwardedBye.objects.filter(entrant__event=event, lifted_at=None).order_by("round_number"):
        byes[bye.entrant_id].append(bye.round_number)
    kept_apart: dict[tuple[int, str], list[str]] = defaultdict(list)
    for pair in ForbiddenPair.objects.filter(event=event, lifted_at=None).order_by("id"):
        if pair.first_id in codes and pair.second_id in codes:
            kept_apart[pair.first_id, pair.strength].append(codes[pair.second_id])
            kept_apart[pair.second_id, pair.strength].append(codes[pair.first_id])
    return tuple(_entrant(row, byes.get(row.pk, ()), kept_apart) for row in rows)


def _entrant(row: Any, byes: Iterable[int], kept_apart: dict[tuple[int, str], list[str]]) -> plain.Entrant:
    return plain.Entrant(
        id=row.code,
        name=row.name,
        seed=row.list_seed,
        rating=row.rating,
        dropped_after=row.dropped_after,
        disqualified_after=row.disqualified_after,
        entered_before=row.entered_before,
        absences=tuple((first, last) for first, last in row.absences),
        missed_rounds_as=row.missed_rounds_as,
        awarded_byes=tuple(byes),
        forbidden=plain.Forbidden(
            absolute=tuple(kept_apart.get((row.pk, "absolute"), ())),
            weak=tuple(kept_apart.get((row.pk, "weak"), ())),
        ),
        fixed_table=row.fixed_table,
    )


def _rounds(event: Event, finished_only: bool) -> tuple[plain.Round, ...]:
    states = [RoundState.FINISHED] if finished_only else PUBLISHED_STATES
    rounds = Round.objects.filter(event=event, state__in=states).order_by("number")
    numbers = dict(rounds.values_list("pk", "number"))
    outcomes = dict(
        Result.objects.filter(match__round__in=rounds, replaced_at=None)
        .order_by()
        .values_list("match_id", "outcome")
    )
    seats: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for match, letter, code in (
        Seat.objects.filter(round__in=rounds)
        .order_by("letter")
        .values_list("match_id", "letter", "entrant__code")
    ):
        seats[match].append((letter, code))
    matches: dict[int, list[plain.Match]] = {pk: [] for pk in numbers}
    rows = Match.objects.filter(round__in=rounds).order_by("table", "id")
    for pk, round, table, is_bye, state in rows.values_list("pk", "round_id", "table", "is_bye", "state"):
        if round in matches:
            seated = dict(seats[pk])
            matches[round].append(_match(table, is_bye, state, seated, outcomes.get(pk)))
    return tuple(
        plain.Round(number=number, stage="swiss", matches=tuple(matches[pk]))
        for pk, number in numbers.items()
    )


def _match(
    table: int | None, is_bye: bool, state: str, codes: dict[str, str], outcome: dict[str, Any] | None
) -> plain.Match:
    counted: plain.structs.AnyResult = None
    if is_bye:
        counted = "bye"
    elif outcome is not None and state in (MatchState.DECIDED, MatchState.REPORTED):
        written = file_result(outcome, codes)
        counted = "double_loss" if written == "double_loss" else msgspec.convert(written, plain.Result)
    return plain.Match(seats=tuple(codes.values()), table=table, result=counted)
