"""The judges' list of disputes."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from referee.citing.forms import cites_sent
from referee.disputes.answering import BY_WORD, answer_call
from referee.disputes.cited import cited_in_answers
from referee.disputes.queries import disputes_for
from tournaments.now import now
from tournaments.pages.event_request import EventRequest, event_view

PAGE = 50


@require_safe
@never_cache
@event_view("view_disputes")
def disputes(request: EventRequest) -> HttpResponse:
    """Open disputes first; the resolved ones on request."""
    wanted = request.http.GET.get("state", "open")
    wanted = wanted if wanted in ("open", "resolved") else "open"
    listed = disputes_for(request.actor, request.event, is_open=wanted == "open")
    listed = listed.order_by("id") if wanted == "open" else listed.order_by("-resolved_at", "-id")
    page = Paginator(listed, PAGE).get_page(request.http.GET.get("page"))
    return request.show(
        "referee/disputes/list.html",
        page=page,
        cited=cited_in_answers(request.event, list(page), request.actor),
        wanted=wanted,
        by_word=BY_WORD,
        open_count=disputes_for(request.actor, request.event, is_open=True).count(),
    )


@require_POST
@event_view()
def answer(request: EventRequest, number: int) -> HttpResponse:
    """A judge answers a call by word."""
    said, cites = request.http.POST.get("answer", ""), cites_sent(request.http)
    answer_call(request.event, number, said, by=request.actor, now=now(), cites=cites)
    address = reverse("referee:disputes", args=[request.event.slug])
    return request.then(address if request.is_staff else request.url("my_table"), _("Answered."))
