"""`{% load appeals %}`: appeals on the pages of tables, the floor and the desk."""

from __future__ import annotations

from typing import Any

from django import template

from referee.appeals.changes import result_appeal
from referee.appeals.queries import Waiting, open_appeal, waiting_appeals
from referee.appeals.targets import targets_at
from referee.appeals.words import AGAINST
from referee.citing.forms import citing_sent
from referee.disputes.any_at import any_at, judged_at
from referee.judging.viewers import own_seat
from referee.models.appeals import Against
from referee.records.queries import with_people
from tournaments.access import actor_of, allowed
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.now import now
from tournaments.pages.parts import part_where_shown
from tournaments.results.holds import appealed_tables

register = template.Library()


@part_where_shown(register, "referee/appeals/at_table.html")
def appeal_at(context: dict[str, Any], match: Match) -> dict[str, Any]:
    """`{% appeal_at match %}`: a player appeals here, or sees what became of it."""
    request = context["request"]
    actor = actor_of(request)
    if not any_at(match):
        return {}
    judged = judged_at(match)
    match = with_people(match, actor)
    seat = own_seat(actor, match)
    if seat is None or "appeal" not in allowed(actor, match.round.event, match):
        return {}
    appeal = open_appeal(match) if judged else None
    targets = [] if appeal else targets_at(match, seat)
    names = {each.letter: each.entrant.name for each in match.seats.all()}
    return {
        "shown": appeal is not None or bool(targets),
        "match": match,
        "appeal": appeal,
        "who": names.get(appeal.seat, appeal.seat) if appeal else "",
        "mine": appeal is not None and appeal.seat == seat,
        "targets": [target for target in targets if not target.refusal],
        "refused": [target for target in targets if target.refusal],
        "csrf_token": context.get("csrf_token"),
        "next": request.get_full_path(),
    }


@register.inclusion_tag("referee/appeals/cites_of_result.html", takes_context=True)
def cites_of_result(context: dict[str, Any], match: Match) -> dict[str, Any]:
    """`{% cites_of_result match %}`: in the form of a result that decides an appeal, what it cites."""
    request = context["request"]
    actor = actor_of(request)
    if result_appeal(match, actor) is None:
        return {}
    return {"match": match, "form": citing_sent(request, match.round.event, actor)}


@register.inclusion_tag("referee/appeals/floor.html", takes_context=True)
def appeals_waiting(context: dict[str, Any], event: Event) -> dict[str, Any]:
    """`{% appeals_waiting event %}`: the open appeals by age, for the judges, with what the head judge may do."""
    actor = actor_of(context["request"])
    waiting: list[Waiting] = waiting_appeals(event, actor, now())
    return {
        "waiting": waiting,
        "event": event,
        "here": context.get("here"),
        "sent": context.get("sent"),
        "citing": context.get("citing"),
        "csrf_token": context.get("csrf_token"),
    }


@register.simple_tag
def appeals_open(event: Event) -> list[int | None]:
    """`{% appeals_open event as tables %}`: the table of each open appeal."""
    return [table for _round, table in appealed_tables(event)]


@register.filter
def appealed_words(against: str) -> str:
    """What an appeal is about."""
    return AGAINST[Against(against)]
