"""The next round of an event, from its facts alone."""

from __future__ import annotations

from fractions import Fraction

from tournaments.facts import EventFile, Stage
from tournaments.pairing.costs import costs_of
from tournaments.pairing.field import Field, field_of
from tournaments.pairing.outcome import Cost, Pairing
from tournaments.pairing.relaxing import relaxed_by
from tournaments.pairing.swiss import seat_field
from tournaments.pairing.tables import matches_of


class PairingRefused(ValueError):
    """A round that cannot be paired: `code` is `unfinished_round` or `stage_not_built`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def pair_next_round(event_file: EventFile) -> Pairing:
    """Pair the next round of the current stage, the one of the last round (or the first stage).

    The event's seed and the round's number decide every draw. Raises PairingRefused where a result of the
    last round is missing, or the stage is of a kind that is not built. Source: docs/pairing.md.
    """
    stage = _current_stage(event_file)
    if stage.kind != "swiss":
        raise PairingRefused(
            "stage_not_built",
            f"Stage {stage.id!r} is a {stage.kind} stage, and that kind cannot be paired yet.",
        )
    number = len(event_file.rounds) + 1
    _refuse_unfinished(event_file)
    played = sum(r.stage == stage.id for r in event_file.rounds)
    planned = event_file.rules.swiss_rounds
    if planned is not None and played >= planned:
        return Pairing(number, stage.id, over=True, over_because="all_rounds_played")
    field = field_of(event_file, number, last=planned is not None and played + 1 == planned)
    if len(field.ids) + len(field.awarded) < 2:
        left = "one_left" if field.ids or field.awarded else "nobody_left"
        byes = (*field.awarded, *field.ids)
        return Pairing(number, stage.id, byes=byes, over=True, over_because=left)
    return _paired(field, number, stage)


def _paired(field: Field, number: int, stage: Stage) -> Pairing:
    seating = seat_field(field)
    costs = costs_of(field, seating.pairs, seating.byes)
    square = field.scale * field.scale
    return Pairing(
        round=number,
        stage=stage.id,
        matches=matches_of(field, seating.pairs),
        byes=(*field.awarded, *(field.ids[i] for i in seating.byes)),
        unpaired=tuple(field.ids[i] for i in seating.sit_out),
        relaxed=relaxed_by(field, seating),
        cost=Cost(Fraction(costs.squared, square), Fraction(seating.bound, square), seating.proven),
    )


def _current_stage(event: EventFile) -> Stage:
    if not event.rounds:
        return event.stages[0]
    return next(stage for stage in event.stages if stage.id == event.rounds[-1].stage)


def _refuse_unfinished(event: EventFile) -> None:
    for played in event.rounds:
        for at, match in enumerate(played.matches):
            if match.result is None:
                where = f"table {match.table}" if match.table else f"match {at + 1}"
                raise PairingRefused(
                    "unfinished_round", f"Round {played.number} is unfinished: {where} has no result."
                )


def rounds_for(entrants: int) -> int:
    """How many rounds leave at most one entrant unbeaten: the event's number if it chose "automatic"."""
    return max(1, (entrants - 1).bit_length())
