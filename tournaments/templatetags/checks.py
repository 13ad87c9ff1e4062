"""What a table's own page says of deck checks."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.decks.check_queries import with_findings
from tournaments.models.rounds import Match

register = template.Library()


@register.inclusion_tag("tournaments/decks/check_at_table.html", takes_context=True)
def deck_checks_at(context: dict[str, Any], match: Match) -> dict[str, Any]:
    """The checks of a table in short, for its players and the staff: no card is named."""
    event, mine, can = context["event"], context.get("mine"), context.get("can", frozenset())
    seen = context.get("is_staff") or (
        mine is not None and any(seat.entrant_id == mine.pk for seat in match.seats.all())
    )
    if event.deck_lists == "none" or not seen:
        return {"checks": [], "may_check": False, "match": match}
    checks = list(with_findings(match.deck_checks.all()))
    return {"checks": checks, "may_check": "check_decks" in can and not match.is_bye, "match": match}
