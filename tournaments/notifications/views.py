"""A player's page of notifications: what this phone, or the e-mail address, is told of one event."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.errors import DomainError, NotFound
from tournaments.messages import message
from tournaments.models.accounts import User
from tournaments.models.entrants import Entrant
from tournaments.models.notifications import FOR_JUDGES, FOR_PLAYERS
from tournaments.notifications.changes import Phone, subscribe, subscribe_judge, unsubscribe
from tournaments.notifications.channels import mail_address, mail_is_on, public_key
from tournaments.notifications.queries import (
    phone_of_judge,
    phones_of_judge,
    subscription_of,
    subscriptions_of,
)
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.translation import in_words


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_view()
def notifications(request: EventRequest) -> HttpResponse:
    """What is told, and where; a POST asks for more, or for other things on the same phone."""
    mine = _mine(request)
    wrong, status = "", 200
    if request.http.method == "POST":
        sent = request.http.POST
        try:
            subscribe(
                mine, sent.getlist("about"), language=get_language() or "en", by=request.actor, now=now(),
                phone=phone_of(sent) if sent.get("channel") != "mail" else None,
            )  # fmt: skip
        except DomainError as error:
            if error.status == 403:
                raise
            wrong, status = in_words(error), error.status
        else:
            return request.then(request.url("notifications"), _("You will be told."))
    return request.show(
        "tournaments/notifications/page.html",
        status,
        wrong=wrong,
        can_me=request.can_about(mine),
        **_context(mine),
    )


def phone_of(sent: QueryDict | dict[str, Any]) -> Phone:
    """The phone that a form or a program names."""
    return Phone(*(str(sent.get(name) or "") for name in ("endpoint", "p256dh", "auth", "device")))


def _context(mine: Entrant) -> dict[str, Any]:
    return {
        "subscriptions": subscriptions_of(mine),
        "kinds": [(each.value, each.label) for each in FOR_PLAYERS],
        "push_key": public_key(),
        "mail": mail_address(mine),
        "mail_is_on": mail_is_on(),
    }


@require_POST
@event_view()
def stop_notifications(request: EventRequest, number: int) -> HttpResponse:
    """Nothing more is told there."""
    unsubscribe(subscription_of(_mine(request), number), by=request.actor, now=now())
    return request.then(request.url("notifications"), _("Nothing more is sent there."))


def _mine(request: EventRequest) -> Entrant:
    if request.mine is None:
        raise NotFound(message("You are not entered in this event."))
    return request.mine


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_view("view_calls")
def judge_notifications(request: EventRequest) -> HttpResponse:
    """What a judge's phone is told of the event; a POST asks for more, or for other things on the same phone."""
    wrong, status = "", 200
    if request.http.method == "POST":
        sent = request.http.POST
        try:
            subscribe_judge(
                request.event, sent.getlist("about"), phone_of(sent), language=get_language() or "en",
                by=request.actor, now=now(),
            )  # fmt: skip
        except DomainError as error:
            if error.status == 403:
                raise
            wrong, status = in_words(error), error.status
        else:
            return request.then(request.url("judge_notifications"), _("You will be told."))
    return request.show(
        "tournaments/notifications/judge.html",
        status,
        wrong=wrong,
        subscriptions=phones_of_judge(request.event, _account(request)),
        kinds=[(each.value, each.label) for each in FOR_JUDGES],
        push_key=public_key(),
    )


@require_POST
@event_view()
def stop_judge_notifications(request: EventRequest, number: int) -> HttpResponse:
    """Nothing more is told on this phone of a judge."""
    phone = phone_of_judge(request.event, _account(request), number)
    unsubscribe(phone, by=request.actor, now=now())
    address = "judge_notifications" if "view_calls" in request.can else "event_page"
    return request.then(request.url(address), _("Nothing more is sent there."))


def _account(request: EventRequest) -> User:
    """The account that comes. Raises NotFound for who has none here."""
    user = request.actor.user_at(request.event.pk)
    if user is None:
        raise NotFound(message("There is no such phone or address."))
    return user
