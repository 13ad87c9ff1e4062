"""What a table's page says of players who are late, and the desk of those who did not come."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.lateness.queries import minutes_late, penalties_at, policy_at
from tournaments.models.lateness import LatePenalty
from tournaments.models.rounds import Match, MatchState, RoundState
from tournaments.now import now

register = template.Library()


@register.inclusion_tag("tournaments/lateness/late.html", takes_context=True)
def late_at(context: dict[str, Any], match: Match) -> dict[str, Any]:
    """The penalties that stand at the table; for staff also those that are open by now, the next for each player."""
    can, round = context.get("can_match", frozenset()), context["round"]
    seats = list(match.seats.all())
    plays = round.state == RoundState.RUNNING and match.state == MatchState.OPEN and len(seats) == 2
    shown = round.state != RoundState.PUBLISHED and not match.is_bye
    penalties = penalties_at(match) if shown else []
    may_late = plays and "penalise_late" in can
    at_table = {"penalties": penalties, "may_late": may_late, "match": match}
    if not may_late:
        return at_table
    minutes, policy = minutes_late(match, now()), policy_at(match)
    offered: list[tuple[Any, str]] = []
    missed_first = sorted(seats, key=lambda seat: seat.entrant_id != match.missing_id)
    due = LatePenalty.MATCH_LOSS if minutes >= policy.match else LatePenalty.GAME_LOSS
    allowed = policy.allowed(due)
    given = {(each.entrant_id, each.penalty) for each in penalties}
    if allowed is not None and allowed <= minutes:
        offered = [
            (seat.entrant, due.value)
            for seat in missed_first
            if due == LatePenalty.MATCH_LOSS or (seat.entrant_id, due) not in given
        ]
    more = {"csrf_token": context.get("csrf_token"), "minutes": minutes, "policy": policy, "offered": offered}
    return at_table | more
