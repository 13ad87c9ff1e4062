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
from tournaments.models.entrants import Entrant
from tournaments.models.notifications import About
from tournaments.notifications.changes import Phone, subscribe, unsubscribe
from tournaments.notifications.channels import mail_address, mail_is_on, public_key
from tournaments.notifications.queries import subscription_of, subscriptions_of
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
        "kinds": About.choices,
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
