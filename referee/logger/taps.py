"""Taps sent by plain forms. A script sends the same forms, asks for JSON, and keeps what got no answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from referee.disputes.answering import answer_call
from referee.live.answers import answer_observed, call_judge, confirm_outcome
from referee.live.api_base import count_tap
from referee.live.entries import CameFirst, add_entry
from referee.live.handing_over import reopen_seat
from referee.live.hands import agree_to_show
from referee.live.live_replay import live_replay
from referee.live.opening import close_live_table, feature_table
from referee.live.table_request import LiveTableRequest
from referee.live.tap import read_tap
from referee.live.undo import answer_ask, undo_entry
from referee.logger.holding import hide_cards, live_request_of, show_cards
from referee.logger.page import page_context
from referee.models.live import Mode
from referee.rulebooks.books import rule_address
from referee.touching.forms import NotRead, entry_of
from rules.registry import load
from tournaments.access import actor_of
from tournaments.errors import DomainError, Invalid
from tournaments.messages import message
from tournaments.now import now
from tournaments.pages.event_request import whole_number
from tournaments.pages.translation import engine_words, in_words

SCRIPT = "X-Tap"


@require_POST
@never_cache
def tap(request: HttpRequest, table_id: int) -> HttpResponse:
    """Adds an entry."""
    live_request = live_request_of(request, table_id)

    def change() -> dict[str, Any]:
        run = live_replay(live_request.table.record)
        with run.lock:
            catalogue = run.whole.catalogue
        game = load(live_request.table.record.match.round.event.game)
        entry = entry_of(game, catalogue, _texts(request))
        said = {
            "key": request.POST.get("key", ""),
            "after": _number(request, "after"),
            "entry": entry,
            "anyway": request.POST.get("anyway") == "1",
        }
        stored = add_entry(live_request.table, live_request.phone, read_tap(said), now=now())
        _hand_on(request, live_request)
        return {"n": stored.n, "again": stored.again}

    return _answer(request, live_request, change)


def _hand_on(request: HttpRequest, live_request: LiveTableRequest) -> None:
    """On a phone passed around, a seat's cards are hidden as soon as it is another's decision."""
    if live_request.table.mode != Mode.SHARED or live_request.phone.view not in live_request.phone.acts_for:
        return
    state = live_request.fresh().state(now(), live_request.table.record.entries, whole=False)
    if live_request.phone.view not in state["to_act"]:
        hide_cards(request, live_request.table.pk)


@require_POST
@never_cache
def undo(request: HttpRequest, table_id: int) -> HttpResponse:
    """Takes an entry back, or asks the others."""
    live_request = live_request_of(request, table_id)

    def change() -> dict[str, Any]:
        stored = undo_entry(
            live_request.table,
            live_request.phone,
            on=_number(request, "on"),
            key=request.POST.get("key", ""),
            now=now(),
        )
        return {"n": stored.n, "again": stored.again} if stored else {"asked": True}

    return _answer(request, live_request, change)


@require_POST
@never_cache
def agree(request: HttpRequest, table_id: int, ask_id: int) -> HttpResponse:
    """Agrees that an entry is taken back, or does not."""
    live_request = live_request_of(request, table_id)
    yes = request.POST.get("agree") == "yes"

    def change() -> dict[str, Any]:
        answer_ask(live_request.table, live_request.phone, ask_id, agree=yes, now=now())
        return {}

    return _answer(request, live_request, change)


@require_POST
@never_cache
def observed(request: HttpRequest, table_id: int, n: int) -> HttpResponse:
    """Says whether what another entered for the table was so."""
    live_request = live_request_of(request, table_id)
    right = request.POST.get("right") == "yes"

    def change() -> dict[str, Any]:
        answer_observed(live_request.table, live_request.phone, n, right=right, now=now())
        return {}

    return _answer(request, live_request, change)


@require_POST
@never_cache
def call(request: HttpRequest, table_id: int) -> HttpResponse:
    """Calls a judge."""
    live_request = live_request_of(request, table_id)

    def change() -> dict[str, Any]:
        entry = _number(request, "entry") if request.POST.get("entry") else None
        question = request.POST.get("question", "")[:300]
        call_judge(
            live_request.table,
            live_request.phone,
            question,
            entry=entry,
            by=live_request.phone.actor(),
            now=now(),
            reason=request.POST.get("reason", ""),
        )
        return {}

    return _answer(request, live_request, change)


@require_POST
@never_cache
def answered(request: HttpRequest, table_id: int, number: int) -> HttpResponse:
    """A judge at the table answers what he was called for."""
    live_request = live_request_of(request, table_id)
    event = live_request.table.record.match.round.event

    def change() -> dict[str, Any]:
        answer_call(event, number, request.POST.get("answer", ""), by=actor_of(request), now=now())
        return {}

    return _answer(request, live_request, change)


@require_POST
@never_cache
def result(request: HttpRequest, table_id: int) -> HttpResponse:
    """Confirms what the log came to."""
    live_request = live_request_of(request, table_id)

    def change() -> dict[str, Any]:
        confirm_outcome(live_request.table, live_request.phone, last=_number(request, "last"), now=now())
        return {}

    return _answer(request, live_request, change)


@require_POST
@never_cache
def hands(request: HttpRequest, table_id: int) -> HttpResponse:
    """Agrees that spectators see hidden cards, or takes that back."""
    live_request = live_request_of(request, table_id)

    def change() -> dict[str, Any]:
        said = request.POST.get("agree", "")
        if said not in ("yes", "no"):
            raise Invalid(message("Say yes or no."), fields={"agree": message("Say yes or no.")})
        agree_to_show(live_request.table, live_request.phone, said == "yes", now=now())
        return {}

    return _answer(request, live_request, change)


@require_POST
@never_cache
def take(request: HttpRequest, table_id: int) -> HttpResponse:
    """On a phone passed around: shows a seat's cards, or hides them."""
    live_request = LiveTableRequest.by_actor(table_id, actor_of(request))
    seat = request.POST.get("seat", "")[:1]
    if not seat:
        hide_cards(request, table_id)
        return _to(table_id)

    def change() -> dict[str, Any]:
        show_cards(request, live_request, seat, request.POST.get("code", "").strip()[:20])
        return {}

    return _answer(request, live_request, change)


@require_POST
@never_cache
def staff(request: HttpRequest, table_id: int) -> HttpResponse:
    """Features a table for spectators, or no longer; ends its logging; opens a seat again whose code was forgotten."""
    actor = actor_of(request)
    live_request = LiveTableRequest.by_actor(table_id, actor)

    def change() -> dict[str, Any]:
        if request.POST.get("do") == "close":
            reason = request.POST.get("reason", "")[:500]
            close_live_table(live_request.table, reason=reason, by=actor, now=now())
        elif request.POST.get("do") == "reopen":
            reopen_seat(live_request.table, request.POST.get("seat", ""), by=actor, now=now())
            messages.success(request, _("The seat is open again: the next code given for it counts."))
        else:
            feature_table(live_request.table, request.POST.get("do") == "feature", by=actor, now=now())
        return {}

    return _answer(request, live_request, change)


def _answer(
    request: HttpRequest, live_request: LiveTableRequest, change: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """Does it, and counts it. A script gets JSON; a plain form goes back to the page, or to its own form with what
    needs mending."""
    script = bool(request.headers.get(SCRIPT))
    try:
        count_tap(request, live_request)
        answer = change()
    except DomainError as error:
        if script:
            details = {key: value for key, value in error.details.items() if key != "state"}
            return JsonResponse(
                {
                    "code": error.code,
                    "message": in_words(error),
                    "details": _plain(details, live_request.table.record.match.round.event.game),
                },
                status=error.status,
                headers={"Retry-After": str(error.retry_after)} if error.retry_after else None,
            )
        return _refused(request, live_request, error)
    return JsonResponse(answer) if script else _to(live_request.table.pk)


def _refused(request: HttpRequest, live_request: LiveTableRequest, error: DomainError) -> HttpResponse:
    if isinstance(error, NotRead):
        context = page_context(request, live_request, now(), texts=_texts(request), errors=error.errors)
        return render(request, "referee/logger/page.html", context, status=400)
    said = in_words(error)
    if isinstance(error, CameFirst):
        said = _("Another entry came first. Look, and choose again.")
    messages.error(request, said)
    return _to(live_request.table.pk)


def _plain(details: dict[str, Any], game: str) -> dict[str, Any]:
    """A refusal as the page's script shows it, in the reader's language; with the pages of the rules broken."""
    kept = ("violations", "fields", "last")
    plain = {key: details[key] for key in kept if key in details}
    broken = plain.get("violations")
    if isinstance(broken, list | tuple):
        plain["violations"] = [
            {**one, "message": engine_words(one["message"]), "address": rule_address(game, one["rule"])}
            for one in broken
        ]
    return plain


def _texts(request: HttpRequest) -> dict[str, str]:
    return {name: text for name, text in request.POST.items() if isinstance(text, str)}


def _number(request: HttpRequest, name: str) -> int:
    return whole_number(request.POST.get(name), name, 0, 10_000_000)


def _to(table_id: int) -> HttpResponse:
    answer = HttpResponseRedirect(reverse("referee:live_page", args=[table_id]))
    answer.status_code = 303
    return answer
