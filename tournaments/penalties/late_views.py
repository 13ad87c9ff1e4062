"""The buttons of the judges for a player who is late."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.access import require
from tournaments.errors import NotFound
from tournaments.models.entrants import Entrant
from tournaments.pages.event_request import match_request, now, whole_number
from tournaments.penalties.late import penalise_late, take_back_late


@require_POST
def late(http: HttpRequest, match_id: int) -> HttpResponse:
    """A penalty for being late, or a game loss taken back."""
    request, match = match_request(http, match_id)
    require(request.actor, "penalise_late", request.event, match)
    number = whole_number(http.POST.get("entrant"), _("The player"), 1, 2**31 - 1)
    entrant = Entrant.objects.filter(event=request.event, pk=number).first()
    if entrant is None:
        raise NotFound(_("There is no such entrant at this table."))
    address = reverse("tournaments:match_page", args=[match.pk])
    if http.POST.get("penalty") == "back":
        take_back_late(match, entrant, by=request.actor, now=now())
        return request.then(address, _("The loss of %s is taken back.") % entrant.name)
    fact = penalise_late(match, entrant, http.POST.get("penalty"), by=request.actor, now=now())
    if fact.penalty == "game_loss":
        return request.then(address, _("%s has lost a game.") % entrant.name)
    address = request.url("desk") if request.is_staff else address
    return request.then(address, _("%s has lost the match.") % entrant.name)
