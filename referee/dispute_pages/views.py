"""The page of one dispute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from referee.citing.forms import citing_sent
from referee.citing.kept import Cited, citations_in
from referee.dispute_pages.branch_shown import branch_words
from referee.dispute_pages.entry_shown import entry_shown
from referee.dispute_pages.forms import NoteForm, PictureForm, StatementForm
from referee.dispute_pages.position_shown import position_shown, waiting_for
from referee.dispute_pages.story import called, story_of
from referee.disputes.answering import BY_WORD
from referee.disputes.pictures import picture_for
from referee.disputes.reading import Reader, dispute_of
from referee.models.disputes import DisputeRow, RowKind
from referee.models.pictures import DisputePicture
from tournaments.pages.event_request import EventRequest, event_view


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@event_view()
def dispute_page(request: EventRequest, dispute_id: int) -> HttpResponse:
    """The dispute's story, as far as the reader may know it. What a judge sends here is an answer half written, with
    words for what it is to cite: it comes back with what was found, and nothing changes."""
    return show_dispute(request, dispute_id, sent=request.http.POST)


def show_dispute(
    request: EventRequest,
    dispute_id: int,
    *,
    wrong: str = "",
    sent: Mapping[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page; after a step that was refused with what is ``wrong``, and what was ``sent``, to be mended."""
    dispute, reader = dispute_of(request.event, dispute_id, request.actor)
    can = request.can_about(dispute.match)
    kept = {name: str(text)[:2000] for name, text in (sent or {}).items()}
    story = story_of(dispute, reader)
    position = position_shown(dispute, reader) if story.asked else None
    if position:
        story.next.extend(waiting_for(position))
    return request.show(
        "referee/dispute_pages/page.html",
        status,
        dispute=dispute,
        match=dispute.match,
        round=dispute.match.round,
        heard=dispute.match if reader.seat else None,
        reader=reader,
        story=story,
        called=called(dispute, reader),
        cited=_cited(request, [told.row for told in story.rows], reader),
        entry=entry_shown(dispute, request.actor) if story.asked else None,
        wrong=wrong,
        can_match=can,
        by_word=dispute.kind in BY_WORD,
        citing=citing_sent(request.http, request.event, request.actor) if "rule" in can else None,
        answer=kept.get("answer", "")[:500],
        may_state="state_side" in can and story.asked and dispute.resolved_at is None,
        position=position,
        branches=branch_words(dispute, [told.row for told in story.rows], request.actor),
        may_store={"rule", "view_log"} <= can and dispute.resolved_at is None,
        statement=StatementForm(initial=kept),
        note=NoteForm(initial=kept),
        picture=PictureForm(),
        may_erase="state_side" in can or "rule" in can,
        pairs=dispute.log_pairs.select_related("first", "second") if reader.judges else [],
        may_send=dispute.resolved_at is None and story.asked and ("state_side" in can or "rule" in can),
    )


def _cited(request: EventRequest, rows: Sequence[DisputeRow], reader: Reader) -> dict[int, list[Cited]]:
    """What these rows cite; of an answer by a ruling that is told beside it, the ruling has it."""
    told = citations_in(request.event, rows, request.actor, of_staff=reader.judges)
    rulings = {row.ruling_id for row in rows if row.kind == RowKind.RULING}
    again = {row.pk for row in rows if row.kind == RowKind.ANSWERED and row.ruling_id in rulings - {None}}
    return {number: cited for number, cited in told.items() if number not in again}


@require_safe
@never_cache
@event_view()
def picture(request: EventRequest, dispute_id: int, picture_id: int) -> HttpResponse:
    """A picture, for who may see its row."""
    dispute, reader = dispute_of(request.event, dispute_id, request.actor)
    return picture_answer(picture_for(dispute, picture_id, reader))


def picture_answer(picture: DisputePicture) -> HttpResponse:
    """The picture as a file that is shown and never kept, and never taken for a page."""
    answer = HttpResponse(bytes(picture.body), content_type="image/jpeg")
    answer["Content-Disposition"] = f'inline; filename="picture-{picture.pk}.jpg"'
    answer["Content-Security-Policy"] = "default-src 'none'; sandbox"
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cache-Control"] = "no-store, private"
    return answer
