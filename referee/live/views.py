"""A new seat token for a page, by the browser's session."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from referee.live.handing_over import given_token
from referee.live.table_request import LiveTableRequest
from tournaments.access import actor_of


@require_POST
@never_cache
def live_token(request: HttpRequest, table_id: int) -> HttpResponse:
    """A new seat token for who is signed in or came by a claim link in this browser."""
    live_request = LiveTableRequest.by_actor(table_id, actor_of(request))
    seat, code = request.POST.get("seat", "")[:1], request.POST.get("code", "")
    return JsonResponse(given_token(live_request, seat, code, request))
