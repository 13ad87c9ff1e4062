"""The page of one dispute."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from referee.dispute_pages.story import story_of
from referee.disputes.answering import BY_WORD
from referee.disputes.reading import dispute_of
from tournaments.pages.event_request import EventRequest, event_view


@require_safe
@never_cache
@event_view()
def dispute_page(request: EventRequest, dispute_id: int) -> HttpResponse:
    """The dispute's story, as far as the reader may know it."""
    dispute, reader = dispute_of(request.event, dispute_id, request.actor)
    return request.show(
        "referee/dispute_pages/page.html",
        dispute=dispute,
        match=dispute.match,
        round=dispute.match.round,
        heard=dispute.match if reader.seat else None,
        reader=reader,
        story=story_of(dispute, reader),
        by_word=BY_WORD,
        can_match=request.can_about(dispute.match),
    )
