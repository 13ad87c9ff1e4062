"""The claim slips of everybody without an account on one page, to print."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.entrants import claims
from tournaments.entrants.models import ClaimLink
from tournaments.entrants.queries import STANDING
from tournaments.entrants.tokens import token_of
from tournaments.events.models import Event
from tournaments.pages.here import Here, event_view, now


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_view("make_claim_link")
def slips(here: Here) -> HttpResponse:
    """Every claim link that works, as slips; a press makes links for those who have none."""
    without_account = here.event.entrants.filter(user=None, status__in=STANDING)
    players = list(without_account.order_by("name", "pk"))
    links = _standing(here.event)
    lacking = [entrant for entrant in players if entrant.pk not in links]
    if here.request.method == "POST":
        claims.make_claim_links(lacking, by=here.actor, now=now())
        return here.then(here.url("claim_slips"), _("Every player has a claim link now."))
    shown = [
        (entrant, here.request.build_absolute_uri(links[entrant.pk]))
        for entrant in players
        if entrant.pk in links
    ]
    return here.show(
        "tournaments/entrants/slips.html", slips=shown, lacking=len(lacking), players=players, still=True
    )


def _standing(event: Event) -> dict[int, str]:
    """The address of each player's newest link that still works."""
    found = ClaimLink.objects.filter(entrant__event=event, revoked_at=None, expires_at__gt=now())
    return {
        link.entrant_id: reverse("tournaments:claim", args=[token_of(link)]) for link in found.order_by("pk")
    }
