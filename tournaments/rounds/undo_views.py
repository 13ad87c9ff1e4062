"""The page that shows what going back past played rounds would change, and does it."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.models.rounds import PUBLISHED_STATES
from tournaments.pages.event_request import EventRequest, event_view, now, whole_number
from tournaments.pages.translation import in_words
from tournaments.rounds.undoing import undo_rounds, what_undoing_changes

PAGE = 100


@event_view("void_rounds")
def undo(request: EventRequest) -> HttpResponse:
    """`to` is the last round that stays. GET shows what would be void and how the table would change; POST does it."""
    newest = request.event.rounds.filter(state__in=PUBLISHED_STATES).order_by("-number").first()
    last = newest.number if newest is not None else 0
    post = request.http.POST if request.http.method == "POST" else None
    asked = (post or request.http.GET).get("to")
    to = whole_number(asked, _("The round"), 0, 1000) if asked else max(last - 1, 0)
    wrong, status = "", 200
    if post is not None:
        try:
            undo_rounds(
                request.event,
                to,
                reason=post.get("reason", ""),
                by=request.actor,
                now=now(),
                void_results=bool(post.get("void_results")),
            )
            return request.then(
                request.url("desk"), _("Done. The next round to pair is round %s.") % (to + 1)
            )
        except DomainError as error:
            wrong, status = in_words(error), error.status
    undoing = what_undoing_changes(request.event, to)
    return request.show(
        "tournaments/rounds/undo.html",
        status,
        undoing=undoing,
        page=Paginator(undoing.moved, PAGE).get_page(request.http.GET.get("page")),
        choices=[(number, number + 1) for number in range(last)],
        wrong=wrong,
    )
