"""The context of the logger's page, for the whole page and for the parts that change."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language

from referee.disputes.answering import BY_WORD
from referee.disputes.queries import open_disputes
from referee.entering.cards_text import line_of
from referee.entering.spec import CHANGES
from referee.judging.viewers import own_seat
from referee.live.address import table_stream_url
from referee.live.boards import board_html
from referee.live.cards import deck_cards
from referee.live.handing_over import seats_to_open
from referee.live.hands import is_over
from referee.live.live_replay import live_replay
from referee.live.table_request import LiveTableRequest
from referee.live.watching import spectator_of, watch_state
from referee.models.calls import Reason
from referee.models.live import Mode
from referee.positions.inputs import Layout
from referee.touching.forms import bare_forms, hand_of, places_of, verb_forms
from referee.touching.offers import only_seat, touched
from referee.touching.ways import offered_ways, verb_ways
from rules.kernel.entries import JUDGE
from rules.registry import load
from tournaments.access import actor_of, allowed, may
from tournaments.clocks.queries import clock_view
from tournaments.results.queries import no_new_game

#: Entries the page names; the rest are on the replay page.
MAX_LINES = 12
#: Ways to go on that are listed at once; the others lie behind a tap.
FIRST = 6


def parts_context(request: HttpRequest, live_request: LiveTableRequest, now: datetime) -> dict[str, Any]:
    """All that changes while a game is played."""
    table, phone = live_request.table, live_request.phone
    last = table.record.entries
    state = live_request.state(now, max(0, last - MAX_LINES), whole=False)
    names = {line["seat"]: line["name"] for line in state["seats"]}
    clock = clock_view(table.record.match, now)
    context = {
        "live": table,
        "phone": phone,
        "state": state,
        "lines": list(reversed(state["entries"])),
        "names": names,
        "clock_now": clock,
        "no_new_game": no_new_game(table.record.match, clock),
        "board": board_html(table, phone),
        "key": uuid.uuid4().hex,
        "mine": phone.seat if phone.is_seat else "",
        "only": only_seat(phone.acts_for),
        "waits_for_me": bool(set(state["to_act"]) & set(phone.acts_for)),
        "shared": table.mode == Mode.SHARED,
        "hand": hand_of(state, phone.view),
    }
    if JUDGE in phone.acts_for:
        context["calls"] = open_disputes(table.record.match).filter(kind__in=BY_WORD).order_by("id")
    context["who_acts"] = [names.get(seat, seat) for seat in state["to_act"] if seat != "table"]
    return context | _choices(live_request, state)


def _choices(live_request: LiveTableRequest, state: Mapping[str, Any]) -> dict[str, Any]:
    """The buttons of the page: the legal options, or the verbs of the moment."""
    choices = state["choices"]
    if choices is None:
        return {}
    table, phone = live_request.table, live_request.phone
    game = load(table.record.match.round.event.game)
    names = {seat["seat"]: seat["name"] for seat in state["seats"]}
    run = live_replay(table.record)
    with run.lock:
        catalogue = run.view(phone.sees).catalogue
    touchable = touched(game, catalogue, state["position"], names, phone.acts_for, choices)
    layout = Layout({}, {}, tuple(names))
    bare = bare_forms(game, phone.acts_for, tuple(names), get_language() or "")
    ways = (
        offered_ways(game, touchable, choices, layout)
        if choices["assisted"]
        else verb_ways(game, touchable, choices, bare)
    )
    return {"ways": ways[:FIRST], "further": ways[FIRST:], "touched": touchable.text()}


def page_context(
    request: HttpRequest,
    live_request: LiveTableRequest,
    now: datetime,
    *,
    texts: Mapping[str, str] | None = None,
    errors: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The whole page: the parts, and the forms that stay the same for the whole game."""
    context = parts_context(request, live_request, now)
    table, phone = live_request.table, live_request.phone
    game = load(table.record.match.round.event.game)
    seats = [seat["seat"] for seat in context["state"]["seats"]]
    context["forms"] = verb_forms(game, phone.acts_for, seats, texts=texts, errors=errors)
    if JUDGE in phone.acts_for:
        context["changes"] = msgspec.json.encode(CHANGES).decode()
        context["places"] = places_of(context["state"]["position"])
    context["opened"] = (texts or {}).get("do") or request.GET.get("do", "")
    context["opened_by"] = (texts or {}).get("by") or request.GET.get("by", "")
    context["errors"] = errors or {}
    context["call_reasons"] = Reason.choices
    context["stream"] = table_stream_url(table, request)
    context["seat_token"] = "" if context["shared"] else live_request.token()
    context["game"] = game
    context["match"] = table.record.match
    context["event"] = event = table.record.match.round.event
    actor = actor_of(request)
    context["may_feature"] = may(actor, "feature_table", event, table.record.match)
    context["may_close"] = may(actor, "close_live_table", event, table.record.match)
    context["may_dispute"] = bool({"open_dispute", "rule"} & allowed(actor, event, table.record.match))
    if context["shared"] and may(actor, "reopen_seat", event, table.record.match):
        context["codes"] = [
            {"seat": seat, "name": context["names"].get(seat, seat), "locked": locked}
            for seat, locked in seats_to_open(table).items()
        ]
    run = live_replay(table.record)
    with run.lock:
        context["deck"] = [line_of(line["ref"]) for line in deck_cards(run, phone)]
        context["card_names"] = (
            reverse("referee:live_cards", args=[table.pk])
            if run.header.cards
            else reverse("referee:card_names", args=[game.name])
        )
    return context


def watch_context(request: HttpRequest, table: Any, now: datetime) -> dict[str, Any]:
    """The spectators' page: what the event lets them see, in large."""
    actor = actor_of(request)
    state = watch_state(table, actor, now=now)
    last = state["last"]
    return {
        "live": table,
        "state": state,
        "lines": list(reversed(state["entries"]))[: 2 * MAX_LINES],
        "names": {line["seat"]: line["name"] for line in state["seats"]},
        "at_table": own_seat(actor, table.record.match) is not None,
        "agreed": not is_over(table),
        "clock_now": clock_view(table.record.match, now),
        "board": board_html(table, spectator_of(table, actor), last),
        "match": table.record.match,
        "event": table.record.match.round.event,
        "stream": table_stream_url(table, request),
        "who_acts": [
            next((line["name"] for line in state["seats"] if line["seat"] == seat), seat)
            for seat in state["to_act"]
            if seat != "table"
        ],
    }
