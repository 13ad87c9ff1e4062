"""`{% load citations %}`: what a ruling cites, wherever the ruling is shown."""

from __future__ import annotations

from typing import Any

from django import template

from referee.citing.kept import citations_of
from referee.models.rulings import IssuedRuling
from tournaments.access import actor_of, allowed
from tournaments.models.events import Event

register = template.Library()


@register.inclusion_tag("referee/rulings/cited.html", takes_context=True)
def cited_by(context: dict[str, Any], ruling: IssuedRuling, event: Event) -> dict[str, Any]:
    """`{% cited_by ruling event %}`: rules, cards and precedents, with links and whether a precedent still holds."""
    actor = actor_of(context["request"])
    of_staff = "view_log" in allowed(actor, event)
    return {"cited": citations_of(event, [ruling], actor, of_staff=of_staff).get(ruling.pk, [])}
