"""Pages of records: a match's logs, sending one in, taking one away as a file."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from referee.judging.own_match import may_read_verdicts
from referee.judging.viewers import own_seat, viewer_of
from referee.logs.reading import MAX_BYTES, BadLog
from referee.records.download import as_download, log_file
from referee.records.forms import LogForm
from referee.records.listing import earlier, listed
from referee.records.long_logs import attach_or_begin, attaching
from referee.records.queries import match_of, record_of
from tournaments.access import actor_of, allowed
from tournaments.day_rules.queries import rules_of
from tournaments.decks.own_cards import standing_list
from tournaments.errors import DomainError
from tournaments.messages import message
from tournaments.models.jobs import Job
from tournaments.models.rounds import Match
from tournaments.pages.event_request import EventRequest, now
from tournaments.pages.forms import show_refusal
from tournaments.results.queries import games_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def match_records(http: HttpRequest, match_id: int) -> HttpResponse:
    """A match's logs, and the form that takes one."""
    actor = actor_of(http)
    match = match_of(match_id, actor)
    request = EventRequest(http, match.round.event, actor)
    if http.method != "POST":
        return _page(request, match, upload_form(request, match))
    form = upload_form(request, match, http.POST, http.FILES) or LogForm(
        http.POST, http.FILES, games=games_of(match), seats=None
    )
    if not form.is_valid():
        return _page(request, match, form, 400)
    try:
        address, said = _attach(request, match, form.cleaned_data)
    except DomainError as error:
        show_refusal(form, error)
        return _page(request, match, form, error.status)
    return request.then(address, said)


def _attach(request: EventRequest, match: Match, said: dict[str, Any]) -> tuple[str, str]:
    """Stores a log, or begins the job that does; gives what page comes then, and what it says."""
    file = said["file"]
    if file.size > MAX_BYTES:
        raise BadLog(message("A log may be at most %(n)s MB.", n=MAX_BYTES // 1024 // 1024))
    record = attach_or_begin(
        match,
        said["game_number"],
        file.read(),
        seat=said.get("seat"),
        with_cards=said.get("with_cards", False),
        by=request.actor,
        now=now(),
    )
    if isinstance(record, Job):
        return reverse("tournaments:job", args=[record.pk]), ""
    stored = _("The log is stored and judged.")
    if not may_read_verdicts(request.actor, viewer_of(request.actor, match)):
        return reverse("referee:record_upload", args=[match.pk]), stored
    return reverse("referee:record_page", args=[record.pk]), stored


def upload_form(request: EventRequest, match: Match, *data: Any) -> LogForm | None:
    """The form for who may attach a log to this match; None for everybody else."""
    if match.is_bye or "attach_log" not in allowed(request.actor, request.event, match):
        return None
    seats = None
    if own_seat(request.actor, match) is None:
        seats = {seat.letter: f"{seat.letter}: {seat.entrant.name}" for seat in match.seats.all()}
    own_cards = standing_list(request.event) is not None or bool(rules_of(request.event).digest)
    return LogForm(*data, games=games_of(match), seats=seats, own_cards=own_cards)


def _page(request: EventRequest, match: Match, form: LogForm | None, status: int = 200) -> HttpResponse:
    viewer = viewer_of(request.actor, match)
    return request.show(
        "referee/records/match.html",
        status,
        match=match,
        round=match.round,
        seats=list(match.seats.all()),
        form=form,
        records=listed(match, viewer, by=request.actor),
        earlier=earlier(match, viewer),
        viewer=viewer,
        attaching=None if form is None else attaching(match, request.actor),
        may_audit=request.event.deck_lists != "none" and "audit_decks" in request.can_about(match),
    )


@require_safe
@never_cache
def record_download(request: HttpRequest, record_id: int) -> HttpResponse:
    """The log as a file, as the reader may see it."""
    actor = actor_of(request)
    record = record_of(record_id, actor)
    viewer = viewer_of(actor, record.match)
    return as_download(log_file(record, viewer), record_id, viewer.seat)
