"""The claim slips of everybody without an account, to print."""

from collections.abc import Sequence

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access.claim_tokens import short_code_of, token_of
from tournaments.entrants import claims
from tournaments.models.entrants import STANDING, ClaimLink, Entrant
from tournaments.pages.event_request import EventRequest, event_view, now

#: Slips printed at once: whole sheets of six and of eight. A code takes more than two milliseconds to draw.
AT_ONCE = 72


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_view("make_claim_link")
def slips(request: EventRequest) -> HttpResponse:
    """Claim links that work as slips, so many at once; a press makes links for those who have none."""
    players = request.event.entrants.filter(user=None, status__in=STANDING)
    having = _standing_links().values("entrant")
    lacking = players.exclude(pk__in=having)
    if request.http.method == "POST":
        claims.make_claim_links(lacking.only("event_id"), by=request.actor, now=now())
        return request.then(request.url("claim_slips"), _("Every player has a claim link now."))
    with_link = players.filter(pk__in=having).order_by("name", "pk")
    page = Paginator(with_link, AT_ONCE).get_page(request.http.GET.get("page"))
    shown = list(page.object_list)
    links = _newest(shown)
    slips = [
        (
            entrant,
            request.http.build_absolute_uri(address_of(links[entrant.pk])),
            short_code_of(links[entrant.pk]),
        )
        for entrant in shown
    ]
    return request.show(
        "tournaments/entrants/slips.html",
        slips=slips,
        addresses=[address for _entrant, address, _code in slips[:1]],
        code_page=request.http.build_absolute_uri(reverse("tournaments:slip_code")).partition("://")[2],
        page=page,
        lacking=lacking.count(),
        players=players.exists(),
        still=True,
    )


def _standing_links() -> QuerySet[ClaimLink]:
    return ClaimLink.objects.filter(revoked_at=None, expires_at__gt=now())


def address_of(link: ClaimLink) -> str:
    """The address that opens a claim link."""
    return reverse("tournaments:claim", args=[token_of(link)])


def _newest(entrants: Sequence[Entrant]) -> dict[int, ClaimLink]:
    """Each one's newest link that still works."""
    return {link.entrant_id: link for link in _standing_links().filter(entrant__in=entrants).order_by("pk")}
