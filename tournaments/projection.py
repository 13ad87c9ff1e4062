"""An event as plain facts: what its rows hold, for pairing, standings and exports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import msgspec
from django.db.models import Q
from msgspec import UNSET
from msgspec.structs import replace

from tournaments import facts as plain
from tournaments.memory import Memory
from tournaments.models.entrants import AwardedBye, ForbiddenPair, Status
from tournaments.models.events import Event, EventSeed
from tournaments.models.penalties import PointAdjustment
from tournaments.models.rounds import PUBLISHED_STATES, Round, RoundState
from tournaments.models.stages import Stage
from tournaments.played_rounds import rounds_by_key
from tournaments.reading import JsonTexts, as_text, one_moment, reads_alone
from tournaments.settled import settled


def facts_of(event: Event, finished_only: bool = False, *, untouched: bool = False) -> plain.EventFile:
    """Every fact, the secret seed among them: for computing on the site, never for sending.

    Within a change finished rounds are read anew, but where it says that they are `untouched`: that it has changed
    nothing in them so far without saying so (`standings_change`).
    """
    with one_moment():
        return _facts_of(event, finished_only, untouched or reads_alone())


def _facts_of(event: Event, finished_only: bool, from_memory: bool) -> plain.EventFile:
    seed = EventSeed.objects.filter(event=event).values_list("value", flat=True).first() or ""
    # The rounds first: inside a transaction that does not hold the event somebody may come in between.
    rounds = _rounds(event, finished_only, from_memory)
    return plain.EventFile(
        event=1,
        name=event.name,
        game=event.game,
        seed=seed,
        rules=_rules(event),
        entrants=_entrants(event),
        stages=_stages(event),
        rounds=rounds,
    )


#: What a row and a fact of a stage call the same; empty is the fact's own default.
OF_STAGE = (
    *(
        "kind",
        "size",
        "rounds",
        "games_per_match",
        "draws",
        "last_tiebreak",
        "fresh",
        "third_place",
        "places",
    ),
    *("reset", "legs", "groups", "withdrawn", "pod_size", "smallest"),
)


def _stages(event: Event) -> tuple[plain.Stage, ...]:
    rows = Stage.objects.filter(event=event, removed_at=None).order_by("number")
    return tuple(stage_facts(row) for row in rows)


def stage_facts(row: Stage) -> plain.Stage:
    """A stage as plain facts."""
    said = {name: value for name in OF_STAGE if (value := getattr(row, name)) not in (None, "")}
    entrants = None if row.entrants is None else tuple(row.entrants)
    return msgspec.convert({"id": row.code, "entrants": entrants, **said}, plain.Stage)


def _rules(event: Event) -> plain.Rules:
    # The number of rounds is the first stage's: a round robin or a bracket has its own, a later stage says its own.
    first = event.stages.filter(removed_at=None, number=1).first()
    has_rounds = first is None or first.is_open
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
            **({"pod_points": event.pod_points} if event.pod_points else {}),
            "swiss_rounds": (event.planned_rounds or event.swiss_rounds) if has_rounds else None,
            "first_round": event.first_round,
            "last_round_by_standing": event.last_round_by_standing,
            **_clubs_apart(event),
            **({"table_ranges": event.table_ranges} if event.table_ranges else {}),
        },
        plain.Rules,
    )


def _clubs_apart(event: Event) -> dict[str, Any]:
    if not event.clubs_apart:
        return {}
    return {"clubs_apart": {"strength": event.clubs_apart, "until_round": event.clubs_apart_until}}


#: What a fact says of an entrant; a whole row with its times takes twice as long to read.
_OF_ENTRANT = (
    *("pk", "code", "name", "list_seed", "rating", "dropped_after", "disqualified_after", "entered_before"),
    *("away", "missed_rounds_as", "fixed_table", "table_range", "club"),
)


def _entrants(event: Event) -> tuple[plain.Entrant, ...]:
    everybody = event.entrants.exclude(status=Status.WAITLISTED).order_by("id")
    rows = list(everybody.annotate(away=as_text("absences")).values_list(*_OF_ENTRANT, named=True))
    read = JsonTexts()
    codes = {row.pk: row.code for row in rows}
    byes: dict[int, list[int]] = defaultdict(list)
    for bye in AwardedBye.objects.filter(entrant__event=event, lifted_at=None).order_by("round_number"):
        byes[bye.entrant_id].append(bye.round_number)
    kept_apart: dict[tuple[int, str], list[str]] = defaultdict(list)
    for pair in ForbiddenPair.objects.filter(event=event, lifted_at=None).order_by("id"):
        if pair.first_id in codes and pair.second_id in codes:
            kept_apart[pair.first_id, pair.strength].append(codes[pair.second_id])
            kept_apart[pair.second_id, pair.strength].append(codes[pair.first_id])
    adjusted = _adjusted(event)
    made = (
        _entrant(row, read[row.away], byes.get(row.pk, ()), kept_apart, adjusted.get(row.pk, ()))
        for row in rows
    )
    if not event.clubs_apart:
        return tuple(made)
    clubs = [row.club or UNSET for row in rows]
    return tuple(replace(entrant, club=club) for entrant, club in zip(made, clubs, strict=True))


#: Points taken for a penalty in a match whose round was withdrawn.
VOID = Q(match__isnull=False, match__round__state=RoundState.WITHDRAWN)


def _adjusted(event: Event) -> dict[int, list[plain.Adjustment]]:
    """The match points given or taken, by the entrant's number."""
    standing = PointAdjustment.objects.filter(entrant__event=event, taken_back_at=None).exclude(VOID)
    standing = standing.order_by("round_number", "id")
    adjusted: dict[int, list[plain.Adjustment]] = defaultdict(list)
    for row in standing:
        points = int(row.match_points) if row.match_points.is_integer() else row.match_points
        adjusted[row.entrant_id].append(plain.Adjustment(row.round_number, points, row.reason))
    return adjusted


def _entrant(
    row: Any,
    absences: list[list[int]],
    byes: Iterable[int],
    kept_apart: dict[tuple[int, str], list[str]],
    adjusted: Iterable[plain.Adjustment],
) -> plain.Entrant:
    return plain.Entrant(
        id=row.code,
        name=row.name,
        seed=row.list_seed,
        rating=row.rating,
        dropped_after=row.dropped_after,
        disqualified_after=row.disqualified_after,
        entered_before=row.entered_before,
        absences=tuple((first, last) for first, last in absences),
        missed_rounds_as=row.missed_rounds_as,
        awarded_byes=tuple(byes),
        forbidden=plain.Forbidden(
            absolute=tuple(kept_apart.get((row.pk, "absolute"), ())),
            weak=tuple(kept_apart.get((row.pk, "weak"), ())),
        ),
        fixed_table=row.fixed_table,
        adjustments=tuple(adjusted),
        table_range=row.table_range or UNSET,
    )


#: Rounds in memory, and the matches that they have together: 5,000 players over twenty rounds have 50,000.
ROUNDS, MATCHES = 400, 100_000


def weight_of(played: plain.Round) -> int:
    """How many matches it holds."""
    return len(played.matches)


_settled: Memory[plain.Round] = Memory(ROUNDS, MATCHES, weight_of)


def _rounds(event: Event, finished_only: bool, from_memory: bool) -> tuple[plain.Round, ...]:
    """The rounds; settled ones from memory, but for who may have changed something in them and not committed it."""
    states = [RoundState.FINISHED] if finished_only else PUBLISHED_STATES
    wanted = (
        Round.objects.filter(event=event, state__in=states).order_by("number").values_list("pk", flat=True)
    )
    keys = settled(event) if from_memory else {}
    order = list(wanted)
    held = [pk for pk in order if pk in keys]
    of_key = {keys[pk]: pk for pk in held}

    def read(missing: Sequence[Hashable]) -> dict[Hashable, plain.Round]:
        rounds = rounds_by_key([of_key[key] for key in missing])
        return {key: rounds[of_key[key]] for key in missing}

    kept = dict(zip(held, _settled.several(list(of_key), read), strict=True))
    rest = rounds_by_key([pk for pk in order if pk not in kept])
    return tuple(kept.get(pk) or rest[pk] for pk in order)
