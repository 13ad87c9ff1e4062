"""What a table's page says of losses by penalties, and of players who are late."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.lateness.queries import minutes_at, minutes_late
from tournaments.losses.queries import losses_at
from tournaments.losses.words import costs_of
from tournaments.models.penalties import PenaltyKind
from tournaments.models.rounds import Match, MatchState, RoundState
from tournaments.now import now
from tournaments.pages.parts import part_where_shown
from tournaments.policies.structs import TARDINESS

register = template.Library()


@part_where_shown(register, "tournaments/lateness/late.html")
def late_at(context: dict[str, Any], match: Match) -> dict[str, Any]:
    """What penalties cost at the table; for staff also those for being late that are open by now, the next for each
    player."""
    can, round = context.get("can_match", frozenset()), context["round"]
    seats = list(match.seats.all())
    running = round.state == RoundState.RUNNING
    plays = running and match.state == MatchState.OPEN and len(seats) == 2
    losses = context.get("losses") if "losses" in context else losses_at(match)
    costs = [] if match.is_bye or losses is None else list(costs_of(losses))
    may_late = plays and "penalise_late" in can
    lines = [
        (cost, running and "penalise_late" in can and _can_be_taken_back(cost.penalty, match))
        for cost in costs
    ]
    penalise = [seat.entrant for seat in seats] if "give_penalty" in can and not match.is_bye else []
    if not lines and not may_late and not penalise:
        return {}
    at_table = {"lines": lines, "may_late": may_late, "match": match, "penalise": penalise}
    if not may_late:
        return at_table
    minutes, allowed = minutes_late(match, now()), minutes_at(match)
    offered: list[tuple[Any, str]] = []
    missed_first = sorted(seats, key=lambda seat: seat.entrant_id != match.missing_id)
    due = PenaltyKind.MATCH_LOSS if minutes >= allowed.match else PenaltyKind.GAME_LOSS
    after = allowed.allowed(due)
    late = {
        (cost.penalty.entrant_id, cost.penalty.penalty)
        for cost in costs
        if cost.penalty.infraction == TARDINESS
    }
    if after is not None and after <= minutes:
        offered = [
            (seat.entrant, due.value)
            for seat in missed_first
            if due == PenaltyKind.MATCH_LOSS or (seat.entrant_id, due) not in late
        ]
    return at_table | {"minutes": minutes, "policy": allowed, "offered": offered}


def _can_be_taken_back(penalty: Any, match: Match) -> bool:
    """Whether this button takes it back: one for being late, of a game while nothing is reported."""
    late = penalty.infraction == TARDINESS and penalty.match_id == match.pk and penalty.counts_here
    return late and (match.state == MatchState.OPEN or penalty.penalty == PenaltyKind.MATCH_LOSS)
