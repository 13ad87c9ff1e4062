"""The replay page: one page for all games; every entry has an address, and stepping fetches only its part."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from referee.judging.over import is_over
from referee.judging.own_match import check_may_read_verdicts
from referee.judging.trying import may_try
from referee.judging.viewers import Viewer, seen_as, viewer_of
from referee.models.records import Record
from referee.records.listing import whose_log
from referee.records.queries import record_of
from referee.replays.note_forms import NoteForm, notes_context
from referee.replays.page import (
    entry_context,
    names_of,
    replay_for,
    summary_context,
    views_of,
    wanted_entry,
)
from referee.replays.questions import questions_about
from referee.replays.ruling_forms import RulingForm, ruling_form
from tournaments.access import Actor, actor_of
from tournaments.pages.event_request import EventRequest

FRAGMENT = "X-Fragment"


@require_safe
@never_cache
def record_page(request: HttpRequest, record_id: int) -> HttpResponse:
    """The replay of a log, at the entry that ``?entry=`` names."""
    actor = actor_of(request)
    record = record_of(record_id, actor)
    return show_replay(request, actor, record, request.GET.get("entry"), seat=request.GET.get("seat"))


@require_safe
@never_cache
def record_entry(request: HttpRequest, record_id: int, n: int) -> HttpResponse:
    """The same at an entry's own address; for the page's script only the parts that change."""
    actor = actor_of(request)
    record = record_of(record_id, actor)
    fragment = bool(request.headers.get(FRAGMENT))
    return show_replay(request, actor, record, str(n), seat=request.GET.get("seat"), fragment=fragment)


def show_replay(
    http: HttpRequest,
    actor: Actor,
    record: Record,
    entry: str | None,
    *,
    seat: str | None = None,
    fragment: bool = False,
    form: RulingForm | None = None,
    note_form: NoteForm | None = None,
    effects: object = None,
    status: int = 200,
) -> HttpResponse:
    """Renders the replay, whole or only what changes from entry to entry; from a ``seat`` that somebody chose."""
    request = EventRequest(http, record.match.round.event, actor)
    own = viewer_of(actor, record.match)
    check_may_read_verdicts(actor, own)
    names = names_of(record)
    viewer = seen_as(own, seat, names)
    judged_log = replay_for(record, viewer)
    n = wanted_entry(judged_log, entry)
    match, can = record.match, request.can_about(record.match)
    notes = notes_context(record, actor, own, viewer, n, table_lets="note_entry" in can, sent=note_form)
    context = entry_context(record, viewer, judged_log, n, views_of(own, viewer, names), notes["noted"])
    context |= notes
    context["over"] = is_over(record, own)
    context["may_try"] = viewer == own and may_try(own, record.match)
    # what was asked is not part of the log as another sees it
    context["questions"] = questions_about(actor, record, n) if n and viewer == own else []
    context["match"], context["can_match"] = match, can
    context["form"] = form or _form(record, viewer, context)
    context["effects"] = effects
    if fragment:
        return request.show("referee/replays/entry.html", status, **context)
    summary = summary_context(record, viewer, judged_log, notes["noted"])
    address = http.build_absolute_uri(reverse("referee:check_log"))
    return request.show(
        "referee/replays/page.html",
        status,
        code_address=f"{address}?{urlencode({'code': summary['log_code']})}",
        round=record.match.round,
        preview_address=http.build_absolute_uri(reverse("referee:record_picture", args=[record.pk, n])),
        preview_words=_("%(event)s, round %(round)s, table %(table)s: entry %(n)s of %(last)s")
        % {
            "event": request.event.name,
            "round": record.match.round.number,
            "table": record.match.table,
            "n": n,
            "last": context["step"].last,
        },
        plays=http.GET.get("play") == "1" and context["after"] is not None,
        whose=whose_log(record, list(record.match.seats.all())),
        **summary,
        **context,
    )


def _form(record: Record, viewer: Viewer, context: dict[str, object]) -> RulingForm | None:
    return ruling_form(record, context["step"]) if viewer.rules and record.replaced_at is None else None
