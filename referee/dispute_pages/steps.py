"""What the players and the judges do in a dispute: forms on its page, each with an address of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from referee.dispute_pages.views import show_dispute
from referee.disputes.pictures import add_picture, erase_picture
from referee.disputes.reading import dispute_of
from referee.disputes.reencoding import MAX_BYTES, BadPicture
from referee.disputes.statements import add_note, make_statement, reopen_dispute, show_statements
from referee.models.disputes import Dispute
from tournaments.access import Actor
from tournaments.errors import DomainError, NotAllowed, NotFound
from tournaments.messages import message
from tournaments.now import now
from tournaments.pages.event_request import EventRequest, event_view
from tournaments.pages.translation import in_words

Step = Callable[[Dispute, HttpRequest, Actor], object]


def _state(dispute: Dispute, http: HttpRequest, who: Actor) -> object:
    return make_statement(dispute, http.POST.get("statement", ""), by=who, now=now())


def _show(dispute: Dispute, http: HttpRequest, who: Actor) -> object:
    return show_statements(dispute, by=who, now=now())


def _note(dispute: Dispute, http: HttpRequest, who: Actor) -> object:
    return add_note(
        dispute, http.POST.get("note", ""), to_table=bool(http.POST.get("to_table")), by=who, now=now()
    )


def _reopen(dispute: Dispute, http: HttpRequest, who: Actor) -> object:
    return reopen_dispute(dispute, http.POST.get("reason", ""), by=who, now=now())


def _picture(dispute: Dispute, http: HttpRequest, who: Actor) -> object:
    file = http.FILES.get("picture")
    if file is None:
        raise BadPicture(message("Choose a picture first."))
    # one byte more than is taken is enough to refuse it
    data, sent = file.read(MAX_BYTES + 1), http.POST
    shared = bool(sent.get("to_table"))
    return add_picture(dispute, data, caption=sent.get("caption", ""), to_table=shared, by=who, now=now())


#: Each step with what is said once it is done.
STEPS: dict[str, tuple[Step, Any]] = {
    "state": (_state, gettext_lazy("Your statement is written down.")),
    "show": (_show, gettext_lazy("Everybody at the table may read the statements.")),
    "picture": (_picture, gettext_lazy("The picture is stored, without anything about your phone.")),
    "note": (_note, gettext_lazy("The note is written down.")),
    "reopen": (_reopen, gettext_lazy("The dispute is open again.")),
}


@require_POST
@event_view()
def dispute_step(request: EventRequest, dispute_id: int, step: str) -> HttpResponse:
    """Takes one of the steps. What is refused is said on the dispute's page, with what was written."""
    if step not in STEPS:
        raise NotFound(message("There is no such step."))
    dispute, _reader = dispute_of(request.event, dispute_id, request.actor)
    change, said = STEPS[step]
    try:
        change(dispute, request.http, request.actor)
    except (NotAllowed, NotFound):
        raise
    except DomainError as error:
        return show_dispute(
            request, dispute_id, wrong=in_words(error), sent=request.http.POST, status=error.status
        )
    return request.then(reverse("referee:dispute", args=[request.event.slug, dispute.pk]), str(said))


@require_POST
@event_view()
def erase(request: EventRequest, dispute_id: int, picture_id: int) -> HttpResponse:
    """Erases a picture."""
    dispute, _reader = dispute_of(request.event, dispute_id, request.actor)
    erase_picture(dispute, picture_id, by=request.actor, now=now())
    return request.then(
        reverse("referee:dispute", args=[request.event.slug, dispute.pk]), _("The picture is erased.")
    )
