"""Naming who stands in for an organiser who plays."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.errors import NotFound
from tournaments.events.stand_in import name_stand_in, stand_in_of
from tournaments.models.accounts import User
from tournaments.models.entrants import Entrant
from tournaments.pages.event_request import EventRequest, event_view, now


@require_POST
@event_view("view_staff")
def name(request: EventRequest) -> HttpResponse:
    """Names an account of the staff or a player; an empty choice names nobody."""
    kind, _dash, number = request.http.POST.get("who", "").partition("-")
    wanted = int(number) if number.isdecimal() and len(number) < 16 else 0
    account = User.objects.filter(pk=wanted).first() if kind == "account" else None
    entrant = Entrant.objects.filter(event=request.event, pk=wanted).first() if kind == "entrant" else None
    if kind and account is None and entrant is None:
        raise NotFound(_("There is nobody of that name here."))
    event = name_stand_in(request.event, by=request.actor, now=now(), account=account, entrant=entrant)
    who = stand_in_of(event)
    said = _("%s stands in.") % who if who else _("Nobody stands in.")
    return request.then(request.url("staff") + "#stand-in", said)
