"""The desk's check-in: a code typed or scanned, those ticked, everybody; and each of it back."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournaments.decks.queries import handed_in
from tournaments.entrants.check_in import (
    Together,
    check_in_by_code,
    check_in_many,
    latest_steps,
    undo_check_in_many,
)
from tournaments.entrants.forms import CodeForm
from tournaments.errors import DomainError, NotAllowed, NotFound
from tournaments.models.entrants import Entrant, Status
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.forms import show_refusal

PAGE = 100
NAMED = 20


@never_cache
@require_GET
@event_view("check_in_many")
def check_in_desk(request: EventRequest) -> HttpResponse:
    """Who is here and who is not."""
    return _page(request, CodeForm())


def _page(request: EventRequest, form: CodeForm, status: int = 200) -> HttpResponse:
    event, http = request.event, request.http
    here = http.GET.get("show") == "here"
    words = http.GET.get("q", "").strip()[:100]
    rows = event.entrants.filter(status=Status.CHECKED_IN if here else Status.REGISTERED)
    for word in words.split()[:5]:
        rows = rows.filter(name__icontains=word)
    page = Paginator(rows.order_by("name", "pk"), PAGE).get_page(http.GET.get("page"))
    handed = handed_in(page.object_list) if event.deck_lists == "required" else {}
    return request.show(
        "tournaments/entrants/check_in.html",
        status,
        form=form,
        page=page,
        here=here,
        words=words,
        missing_count=event.entrants.filter(status=Status.REGISTERED).count(),
        here_count=event.entrants.filter(status=Status.CHECKED_IN).count(),
        owing={row.pk for row in page.object_list if event.deck_lists == "required" and row.pk not in handed},
        steps=latest_steps(event),
        still=True,
    )


@require_POST
@event_view()
def check_in_code(request: EventRequest) -> HttpResponse:
    """One, by the code of the slip; the next code goes into the same field."""
    form = CodeForm(request.http.POST)
    if form.is_valid():
        try:
            entrant = check_in_by_code(request.event, form.cleaned_data["code"], by=request.actor, now=now())
            return request.then(request.url("check_in_desk"), _("%s is checked in.") % entrant.name)
        except NotAllowed:
            raise
        except DomainError as error:
            show_refusal(form, error)
            return _page(request, form, error.status)
    return _page(request, form, 400)


def _all(request: EventRequest) -> Together:
    return check_in_many(request.event, by=request.actor, now=now())


def _some(request: EventRequest) -> Together:
    return check_in_many(request.event, _ticked(request), by=request.actor, now=now())


def _undo_some(request: EventRequest) -> Together:
    return undo_check_in_many(request.event, _ticked(request), by=request.actor, now=now())


def _undo_step(request: EventRequest) -> Together:
    mark = request.http.POST.get("mark", "")[:32] or "-"
    return undo_check_in_many(request.event, mark=mark, by=request.actor, now=now())


STEPS: dict[str, Callable[[EventRequest], Together]] = {
    "all": _all,
    "some": _some,
    "undo-some": _undo_some,
    "undo-step": _undo_step,
}


@require_POST
@event_view()
def check_in_step(request: EventRequest, step: str) -> HttpResponse:
    """A step of many, or one back."""
    if step not in STEPS:
        raise NotFound(_("There is no such step."))
    done = STEPS[step](request)
    n = done.changed
    if step.startswith("undo"):
        said = ngettext("%(n)s check-in is taken back.", "%(n)s check-ins are taken back.", n) % {"n": n}
    else:
        said = ngettext("%(n)s player is checked in.", "%(n)s players are checked in.", n) % {"n": n}
    if done.without_list:
        messages.warning(request.http, _owe(done.without_list))
    return request.then(request.url("check_in_desk"), said)


def _owe(entrants: tuple[Entrant, ...]) -> str:
    names = ", ".join(entrant.name for entrant in entrants[:NAMED])
    more = len(entrants) - NAMED
    if more > 0:
        names += " " + _("and %(n)s more") % {"n": more}
    return _("Not checked in, because this event asks for a deck list: %(names)s.") % {"names": names}


def _ticked(request: EventRequest) -> set[int]:
    sent = request.http.POST.getlist("entrant")[:PAGE]
    return {int(each) for each in sent if each.isascii() and each.isdecimal() and len(each) < 16}
