"""The organiser's desk: one page an event, its steps, its log."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournaments.access.table import BEFORE
from tournaments.decks.before_start import ListsChecking, OtherRulesToday, checking_in
from tournaments.decks.missing import ListsMissing
from tournaments.decks.queries import owing
from tournaments.decks.reminders import remind_of_lists
from tournaments.errors import NotFound
from tournaments.events import life
from tournaments.events.desk import desk_of
from tournaments.events.queries import as_read_by
from tournaments.events.stand_in import stand_in_is_missing
from tournaments.events.starting import start_as_asked
from tournaments.heartbeats.queries import calls_late_by
from tournaments.jumps.queries import jump_in
from tournaments.lateness.queries import absent_in
from tournaments.models.events import State
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.translation import in_words

TABLES = 60
LINES = 100


@never_cache
@require_GET
@event_view("view_desk")
def desk(request: EventRequest) -> HttpResponse:
    """The desk's page: where the event is, the one next step, and the tables that need somebody."""
    words = request.http.GET.get("q", "").strip()[:100]
    desk = desk_of(request.event)
    listed = desk.fitting(words)
    page = Paginator(listed.waiting, TABLES).get_page(request.http.GET.get("page"))
    return request.show(
        "tournaments/events/desk.html",
        desk=desk,
        listed=listed,
        round=desk.round,
        page=page,
        tables=desk.lines(list(page.object_list)),
        reported=desk.lines(listed.reported_tables[:TABLES]),
        may_correct="correct_result" in request.can,
        may_enter="enter_result" in request.can,
        may_no_show="no_show" in request.can,
        may_late="penalise_late" in request.can,
        stand_in_missing=request.event.state in (*BEFORE, State.RUNNING)
        and stand_in_is_missing(request.event),
        absent=absent_in(request.event) if desk.next_number else [],
        words=words,
        owed=owing(request.event) if request.event.state in BEFORE else None,
        checking=checking_in(request.event, now()) if request.event.state in BEFORE else None,
        jump=jump_in(desk.round),
        calls_late=calls_late_by(now()) if desk.clock else 0,
        journal=as_read_by(request.actor, request.event, request.event.journal.order_by("-id")[:6]),
    )


@never_cache
@require_GET
@event_view("view_journal")
def journal(request: EventRequest) -> HttpResponse:
    """Every step of the event, newest first."""
    page = Paginator(request.event.journal.order_by("-id"), LINES).get_page(request.http.GET.get("page"))
    page.object_list = as_read_by(request.actor, request.event, page.object_list)
    return request.show("tournaments/events/journal.html", page=page)


STEPS: dict[str, tuple[Callable[..., Any], Any]] = {
    "publish": (life.publish_event, gettext_lazy("Registration is open.")),
    "back-to-draft": (life.back_to_draft, gettext_lazy("The event is a draft again.")),
    "open-check-in": (life.open_check_in, gettext_lazy("Check-in is open.")),
    "back-to-registration": (life.back_to_registration, gettext_lazy("Registration is open again.")),
    "start": (start_as_asked, gettext_lazy("The event has started.")),
    "undo-start": (life.unstart_event, gettext_lazy("The start is undone.")),
    "finish": (life.finish_event, gettext_lazy("The event is finished.")),
    "reopen": (life.reopen_event, gettext_lazy("The event goes on.")),
    "cancel": (life.cancel_event, gettext_lazy("The event is cancelled.")),
    "remind-lists": (
        remind_of_lists,
        gettext_lazy("Everybody who owes a deck list is reminded: on “My table”, and by e-mail where known."),
    ),
    "restore": (life.restore_event, gettext_lazy("The event is on again.")),
}
WITH_REASON = frozenset({"finish", "cancel"})


@require_POST
@event_view("view_desk")
def event_step(request: EventRequest, step: str) -> HttpResponse:
    """One press of a button about the whole event."""
    if step not in STEPS:
        raise NotFound(_("There is no such step."))
    change, said = STEPS[step]
    extra = {"reason": request.http.POST.get("reason", "")} if step in WITH_REASON else {}
    if step == "start":
        extra = {"lists_missing": request.http.POST.get("lists_missing", "")}
    try:
        change(request.event, by=request.actor, now=now(), **extra)
    except ListsMissing as error:
        messages.error(request.http, in_words(error))
        return request.then(request.url("desk") + "#desk-lists")
    except ListsChecking as error:
        messages.error(request.http, in_words(error))
        return request.then(request.url("desk") + "#desk-checking")
    except OtherRulesToday as error:
        messages.error(request.http, in_words(error))
        return request.then(request.url("event_edit") + "#id_starts_at")
    if step == "start" and stand_in_is_missing(request.event):
        messages.warning(
            request.http,
            _(
                "The organiser plays, and nobody stands in: nobody judges at that table. Name a stand-in under Staff."
            ),
        )
    return request.then(request.url("desk"), str(said))
