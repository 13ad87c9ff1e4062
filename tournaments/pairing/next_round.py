"""The next round of an event, from its facts alone."""

from __future__ import annotations

from fractions import Fraction

from tournaments.facts import EventFile
from tournaments.pairing.costs import costs_of
from tournaments.pairing.elimination import pair_elimination
from tournaments.pairing.field import Field, field_of_stage
from tournaments.pairing.outcome import Cost, Pairing
from tournaments.pairing.pods import pair_pods
from tournaments.pairing.refused import PairingRefused
from tournaments.pairing.relaxing import relaxed_by
from tournaments.pairing.round_robin import pair_round_robin
from tournaments.pairing.swiss import seat_field
from tournaments.pairing.tables import Hall, hall_of, matches_of
from tournaments.standings.chain import ELIMINATION_KINDS, OPEN_KINDS, Chain
from tournaments.structures.leaving import settled


def pair_next_round(event_file: EventFile) -> Pairing:
    """Pair the next round of the stage that is on: the one of the last round, or the first; where it is over and
    another follows, the first round of that one.

    The event's seed and the round's number decide every draw. Raises PairingRefused where a result is missing, or
    somebody has an awarded bye where there are none; EventFileError where a round does not fit its stage. Source:
    docs/pairing.md.
    """
    chain = Chain(event_file)
    _refuse_unfinished(chain)
    k = chain.current
    pairing = _paired_in(chain, k)
    while pairing.over and k + 1 < len(chain.stages):
        k += 1
        pairing = _paired_in(chain, k)
    return pairing


def is_over(event_file: EventFile) -> bool:
    """Whether every stage has had all its rounds, so that none is left to pair. Works out no pairing of a stage that
    takes as many rounds as it was given, however large the field. Raises PairingRefused where a result is missing."""
    chain = Chain(event_file)
    _refuse_unfinished(chain)
    for k in range(chain.current, len(chain.stages)):
        planned = rounds_planned(chain, k)
        if planned is not None and len(chain.rounds(k)) >= planned:
            continue
        if chain.stages[k].kind in OPEN_KINDS or not _paired_in(chain, k).over:
            return False
    return True


def _paired_in(chain: Chain, k: int) -> Pairing:
    stage, number = chain.stages[k], chain.until + 1
    played, planned = len(chain.rounds(k)), rounds_planned(chain, k)
    if planned is not None and played >= planned:
        return Pairing(number, stage.id, over=True, over_because="all_rounds_played")
    if stage.kind not in OPEN_KINDS:
        _refuse_byes_and_latecomers(chain, k, number)
    if stage.kind in ELIMINATION_KINDS:
        return pair_elimination(chain, k, number)
    if stage.kind == "round_robin":
        return pair_round_robin(chain, k, number)
    field = field_of_stage(chain, k, number, last=planned is not None and played + 1 == planned)
    if stage.kind == "pods":
        return pair_pods(chain, k, number, field)
    return _swiss(field, number, stage.id, hall_of(chain.event))


def rounds_planned(chain: Chain, k: int) -> int | None:
    """How many rounds stage k has: what it says itself, then what the rules say of Swiss and pods.

    Where neither says it, a Swiss or pods stage that another follows has as many as its field asks for; the last one
    goes on as long as it is asked to. The others have as many as their structure (None).
    """
    stage = chain.stages[k]
    if stage.rounds is not None or stage.kind not in OPEN_KINDS:
        return stage.rounds
    if chain.event.rules.swiss_rounds is not None or k + 1 == len(chain.stages):
        return chain.event.rules.swiss_rounds
    size = stage.pod_size or 4 if stage.kind == "pods" else 2
    return rounds_for(len(chain.members(k) or chain.seeds(k)), size)


def _swiss(field: Field, number: int, stage: str, hall: Hall) -> Pairing:
    if len(field.ids) + len(field.awarded) < 2:
        left = "one_left" if field.ids or field.awarded else "nobody_left"
        byes = (*field.awarded, *field.ids)
        return Pairing(number, stage, byes=byes, over=True, over_because=left)
    seating = seat_field(field)
    costs = costs_of(field, seating.pairs, seating.byes)
    square = field.scale * field.scale
    return Pairing(
        round=number,
        stage=stage,
        matches=matches_of(field, seating.pairs, hall),
        byes=(*field.awarded, *(field.ids[i] for i in seating.byes)),
        unpaired=tuple(field.ids[i] for i in seating.sit_out),
        relaxed=relaxed_by(field, seating),
        cost=Cost(Fraction(costs.squared, square), Fraction(seating.bound, square), seating.proven),
    )


def _refuse_unfinished(chain: Chain) -> None:
    """A match without a result, that nobody has given away by leaving. A bye of an elimination needs none."""
    kinds = {stage.id: stage.kind for stage in chain.stages}
    for played in chain.event.rounds:
        for at, match in enumerate(played.matches):
            if settled(match, played.number, chain.left) is not None:
                continue
            if len(match.seats) == 1 and kinds[played.stage] in ELIMINATION_KINDS:
                continue
            where = f"table {match.table}" if match.table else f"match {at + 1}"
            raise PairingRefused(
                "unfinished_round", f"Round {played.number} is unfinished: {where} has no result."
            )


def _refuse_byes_and_latecomers(chain: Chain, k: int, number: int) -> None:
    """Awarded byes and late entries are for Swiss and pods."""
    stage = chain.stages[k]
    for entrant in chain.event.entrants:
        if entrant.id in chain.left:
            continue
        if number in entrant.awarded_byes:
            what = "has an awarded bye"
        elif entrant.entered_before == number and number > 1:
            what = "enters late"
        else:
            continue
        raise PairingRefused(
            "not_in_this_stage",
            f"{entrant.id!r} {what} in round {number}; the stage {stage.id!r} is a {stage.kind} stage, "
            "and only Swiss and pods stages take that.",
        )


def rounds_for(entrants: int, size: int = 2) -> int:
    """The number of rounds that leaves at most one entrant unbeaten at tables of `size`, unless the event sets a
    number."""
    rounds, reached = 1, size
    while reached < entrants:
        rounds, reached = rounds + 1, reached * size
    return rounds
