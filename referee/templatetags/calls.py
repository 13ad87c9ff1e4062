"""`{% load calls %}`: calling a judge from a table, and the procedure at time where nobody logs."""

from __future__ import annotations

from typing import Any

from django import template

from referee.calls.changes import open_call
from referee.calls.procedure import checklist_of, has_checklist
from referee.calls.queries import calls_of
from referee.disputes.any_at import judged_at
from referee.models.calls import Call, Reason
from tournaments.access import actor_of, allowed
from tournaments.models.events import Event
from tournaments.models.rounds import MatchState
from tournaments.pages.parts import part_where_shown
from tournaments.tables.lines import Line

register = template.Library()


@register.simple_tag
def call_reasons() -> list[tuple[str, Any]]:
    """`{% call_reasons as reasons %}`: what a judge may be called for, each with its words."""
    return Reason.choices


@part_where_shown(register, "referee/calls/at_table.html")
def call_at(context: dict[str, Any], line: Line) -> dict[str, Any]:
    """`{% call_at line %}`: a player calls a judge to this table, or sees who comes."""
    match = line.match
    request = context["request"]
    may = allowed(actor_of(request), match.round.event, match)
    if "call_judge" not in may or match.is_bye or match.state == MatchState.DECIDED:
        return {}
    return {
        "match": match,
        "call": open_call(match) if judged_at(match) else None,
        "next": request.get_full_path(),
    }


@part_where_shown(register, "referee/calls/procedure.html")
def procedure_at(context: dict[str, Any], line: Line) -> dict[str, Any]:
    """`{% procedure_at line %}`: the steps of the game's procedure at a table whose time is called and that keeps no
    log, to be ticked by who may."""
    match = line.match
    if not has_checklist(match, line.clock.state):
        return {}
    request = context["request"]
    steps = checklist_of(match)
    return {
        "steps": steps,
        "now": next((step.key for step in steps if not step.done), ""),
        "match": match,
        "may_tick": "tick_procedure" in allowed(actor_of(request), match.round.event, match),
        "next": request.get_full_path(),
    }


@register.simple_tag
def steps_done(line: Line) -> str:
    """`{% steps_done line %}`: how far a table is with the procedure: "2 / 9"; empty where it has none by hand."""
    if not has_checklist(line.match, line.clock.state):
        return ""
    steps = checklist_of(line.match)
    return f"{sum(step.done for step in steps)} / {len(steps)}"


@register.simple_tag(takes_context=True)
def calls_waiting(context: dict[str, Any], event: Event) -> list[Call]:
    """`{% calls_waiting event as calls %}`: the open calls for who may see them, oldest first."""
    actor = actor_of(context["request"])
    return list(calls_of(event, actor)[:5]) if "view_calls" in allowed(actor, event) else []
