"""Penalties on the pages of others: a player's own table, an entrant's page, a judge's ways to give one."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.access import actor_of, may
from tournaments.models.entrants import Entrant
from tournaments.models.rounds import Match
from tournaments.pages.parts import part_where_shown
from tournaments.pages.translation import translated
from tournaments.penalties.queries import own_penalties, penalties_for, standing
from tournaments.penalties.rows import rows_of
from tournaments.policies.queries import policy_of
from tournaments.policies.words import PENALTY_WORDS

register = template.Library()


@register.filter
def penalty_word(kind: str) -> str:
    """A penalty inside a sentence, in the reader's language."""
    return translated(PENALTY_WORDS[kind])


@part_where_shown(register, "tournaments/penalties/own.html")
def penalties_of_mine(context: dict[str, Any], mine: Entrant) -> dict[str, Any]:
    """A player's own, for the player's table."""
    mine.event = context["event"]
    rows = rows_of(own_penalties(mine))
    return {"event": context["event"], "rows": rows} if rows else {}


@register.inclusion_tag("tournaments/penalties/of_entrant.html", takes_context=True)
def penalties_of_entrant(context: dict[str, Any], entrant: Entrant) -> dict[str, Any]:
    """A player's penalties that stand, for staff, and the way to give another."""
    event, can = context["event"], context["can"]
    rows = []
    if "view_penalties" in can:
        of_event = penalties_for(actor_of(context["request"]), event)
        rows = rows_of(standing(of_event.filter(entrant=entrant)))
    own = context["mine"] is not None and context["mine"].pk == entrant.pk
    return {"event": event, "entrant": entrant, "rows": rows, "may_give": "give_penalty" in can and not own}


@register.inclusion_tag("tournaments/penalties/ways.html", takes_context=True)
def penalty_ways(
    context: dict[str, Any], match: Match, infraction: str = "", source: str = ""
) -> dict[str, Any]:
    """A way for each player at a table to a penalty, for who may give one there: for one infraction, if the event's
    policy has it, and with what it came from."""
    event = context["event"]
    if match.is_bye or not may(actor_of(context["request"]), "give_penalty", event, match):
        return {}
    named = policy_of(event).policy.infraction(infraction) if infraction else None
    return {
        "match": match,
        "players": [seat.entrant for seat in match.seats.select_related("entrant").order_by("letter")],
        "infraction": named.id if named is not None else "",
        "source": source,
    }
