"""`{% load disputes %}`: a match's disputes on the pages of tournaments and of live tables."""

from __future__ import annotations

from typing import Any

from django import template

from referee.dispute_pages.story import listed_at
from referee.disputes.any_at import judged_at
from referee.disputes.queries import number_in_event
from referee.models.disputes import Dispute
from referee.records.queries import with_people
from tournaments.access import actor_of, allowed
from tournaments.models.rounds import Match, RoundState
from tournaments.pages.parts import part_where_shown

register = template.Library()
PLAYED = (RoundState.RUNNING, RoundState.FINISHED)


@part_where_shown(register, "referee/dispute_pages/section.html")
def match_disputes(context: dict[str, Any], match: Match) -> dict[str, Any]:
    """`{% match_disputes match %}`: the match's disputes that the reader may read of, and the way to open one."""
    actor = actor_of(context["request"])
    there = judged_at(match)
    if there:
        match = with_people(match, actor)
    event = match.round.event
    can = allowed(actor, event, match)
    played = not match.is_bye and match.round.state in PLAYED
    disputes = listed_at(actor, match) if there else []
    may_open = played and ("open_dispute" in can or "rule" in can)
    if not disputes and not may_open:
        return {}
    return {
        "event": event,
        "match": match,
        "is_staff": context.get("is_staff", False),
        "disputes": disputes,
        "may_open": may_open,
        "may_settle": played and "rule" in can,
    }


@register.simple_tag
def dispute_number(dispute: Dispute) -> int:
    """`{% dispute_number dispute as n %}`: which of its event's disputes it is, for judges who do not play."""
    return number_in_event(dispute)
