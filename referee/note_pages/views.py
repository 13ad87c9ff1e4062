"""A note is written, changed, shown, taken back from the replay."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from referee.judging.viewers import Viewer, seen_as, viewer_of
from referee.models.notes import EntryNote
from referee.models.records import Record
from referee.notes.changes import change_note, take_back_note, write_note
from referee.records.queries import record_of
from referee.replays.note_forms import note_form
from referee.replays.page import names_of
from referee.replays.views import show_replay
from tournaments.access import Actor, actor_of, require
from tournaments.errors import DomainError
from tournaments.pages.event_request import EventRequest, now
from tournaments.pages.forms import show_refusal


@require_POST
def note_entry(http: HttpRequest, record_id: int, n: int) -> HttpResponse:
    """Writes a note at entry ``n``, or the next version of the one that the form names."""
    actor = actor_of(http)
    record = record_of(record_id, actor)
    require(actor, "note_entry", record.match.round.event, record.match)
    own = viewer_of(actor, record.match)
    seat = http.POST.get("seat") or None
    viewer = seen_as(own, seat, names_of(record))
    form = note_form(record, own, viewer, http.POST)
    if not form.is_valid():
        return show_replay(http, actor, record, str(n), seat=seat, note_form=form, status=400)
    try:
        note = _written(record, n, form.cleaned_data, viewer, actor)
    except DomainError as error:
        show_refusal(form, error)
        return show_replay(http, actor, record, str(n), seat=seat, note_form=form, status=error.status)
    query = {"entry": n} | ({"seat": seat} if seat else {})
    address = f"{reverse('referee:record_page', args=[record.pk])}?{urlencode(query)}#note-{note.number}"
    return EventRequest(http, record.match.round.event, actor).then(address, _("The note is written down."))


@require_POST
def take_back(http: HttpRequest, record_id: int, number: int) -> HttpResponse:
    """Takes a note back."""
    actor = actor_of(http)
    record = record_of(record_id, actor)
    take_back_note(record, number, by=actor, now=now())
    address = reverse("referee:record_page", args=[record.pk])
    return EventRequest(http, record.match.round.event, actor).then(address, _("The note is taken back."))


def _written(record: Record, n: int, said: dict[str, Any], viewer: Viewer, actor: Actor) -> EntryNote:
    told: dict[str, Any] = {"shown_to": said["shown_to"], "viewer": viewer, "by": actor, "now": now()}
    if said["number"]:
        return change_note(record, said["number"], said["text"], **told)
    return write_note(record, n, said["text"], **told)
