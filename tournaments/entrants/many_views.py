"""The page on which many are entered at once."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.entrants.forms import ListForm
from tournaments.entrants.list_reading import csv_of, read_list
from tournaments.entrants.many import BadList, ListOvertaken, LookedOver, look_over
from tournaments.entrants.many_work import enter_or_begin
from tournaments.entrants.taken_lists import take_back_list, taken_lists
from tournaments.errors import Conflict
from tournaments.models.jobs import Job
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.forms import show_refusal

SHOWN = 50


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@event_view("add_entrant")
def enter_many(request: EventRequest) -> HttpResponse:
    """A list is looked over, mended in the text, and taken."""
    if request.http.method != "POST":
        return _page(request, ListForm())
    form = ListForm(request.http.POST, request.http.FILES)
    if not form.is_valid():
        return _page(request, form, status=400)
    data, same = form.sent(), form.cleaned_data["same_names"]
    if request.http.POST.get("do") == "take" and (looked := form.cleaned_data["looked"]):
        try:
            return _taken(
                request,
                enter_or_begin(
                    request.event, data, by=request.actor, now=now(), same_names=same, looked=looked
                ),
            )
        except (BadList, ListOvertaken):
            # What would come of it now is seen first.
            pass
        except Conflict as error:
            show_refusal(form, error)
            return _page(request, form, status=error.status)
    preview = look_over(request.event, data, by=request.actor, same_names=same)
    again = ListForm(initial={"text": _text(data, preview), "same_names": same, "looked": preview.digest})
    return _page(request, again, preview, 400 if preview.problems else 200)


@require_POST
@event_view("add_entrant")
def take_back(request: EventRequest, number: int) -> HttpResponse:
    """A list that was taken is taken back whole."""
    done = take_back_list(request.event, number, by=request.actor, now=now())
    n, m = len(done.goes), len(done.stays)
    text = ngettext("%(n)s player is taken back.", "%(n)s players are taken back.", n) % {"n": n}
    if m:
        text += " " + ngettext("%(n)s stays.", "%(n)s stay.", m) % {"n": m}
    return request.then(request.url("enter_many"), text)


def _text(data: bytes, looked: LookedOver) -> str:
    """The list as it is shown for mending: an event file as the table of its players."""
    if looked.form == "event":
        return "" if looked.problems else csv_of(read_list(data).lines)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""


def _taken(request: EventRequest, done: LookedOver | Job) -> HttpResponse:
    if isinstance(done, Job):
        return request.then(reverse("tournaments:job", args=[done.pk]))
    n, m = len(done.new), done.waiting
    text = ngettext("%(n)s player is entered.", "%(n)s players are entered.", n) % {"n": n}
    if m:
        text += " " + _("On the waitlist: %(n)s.") % {"n": m}
    if done.job is not None:
        text += " " + _("The deck lists are being checked: see “Long work”.")
    return request.then(request.url("entrants"), text)


def _page(
    request: EventRequest, form: ListForm, looked: LookedOver | None = None, status: int = 200
) -> HttpResponse:
    return request.show(
        "tournaments/entrants/many.html",
        status,
        form=form,
        looked=looked,
        new=looked.new[:SHOWN] if looked else (),
        new_more=max(0, len(looked.new) - SHOWN) if looked else 0,
        doubled=looked.doubled[:SHOWN] if looked else (),
        doubled_more=max(0, len(looked.doubled) - SHOWN) if looked else 0,
        same_names=any(one.same_name for one in looked.doubled) if looked else False,
        problems=looked.problems[:SHOWN] if looked else (),
        problems_more=max(0, len(looked.problems) - SHOWN) if looked else 0,
        illegal=looked.illegal[:SHOWN] if looked else (),
        taken=taken_lists(request.event, by=request.actor) if looked is None and not form.is_bound else (),
        columns=[name for name in ("seed", "rating", "club", "email") if _has(looked, name)],
    )


def _has(looked: LookedOver | None, name: str) -> bool:
    return looked is not None and any(getattr(line, name) not in (None, "") for line in looked.new)
