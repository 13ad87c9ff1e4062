"""For machines that watch the site: whether it is well, and its numbers."""

import logging
import os
from collections.abc import Callable
from dataclasses import asdict
from secrets import compare_digest

from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView

from config.backups.states import waiting_migrations
from config.exported import database_away, site_numbers
from config.launch.draining import is_draining
from config.metrics_token import may_read_metrics
from tournaments.heartbeats.queries import calls_late_by, signs
from tournaments.now import now

log = logging.getLogger(__name__)

#: What this process knows of it.
_migrated = False


@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """`ok`: a process answers. Under the pages' own server its front says so before Django is asked."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """Whether the site can do its work: 200 when the database answers and has all that this version's migrations make,
    503 else; and whether time is called late. The launcher, which sends its own word, is told who was heard of when.
    A server that was told to end is not ready for more."""
    if is_draining():
        return JsonResponse({"ready": False, "draining": True}, status=503)
    moment = now()
    try:
        known = signs(moment)
        late = calls_late_by(moment)
        whole = is_migrated()
    except Error as error:
        # The error's text is for the log, not for the world.
        log.warning("not ready: %s", error)
        return JsonResponse({"ready": False, "database": "away"}, status=503)
    answer: dict[str, object] = {"ready": whole, "database": "ok", "calls": "late" if late else "ok"}
    if not whole:
        answer["migrations"] = "missing"
    word = os.environ.get("FIRST_BLOOD_WATCH", "")
    if word and compare_digest(request.headers.get("Authorization", "").encode(), f"Watch {word}".encode()):
        answer["parts"] = [asdict(sign) for sign in known]
    return JsonResponse(answer, status=200 if whole else 503)


def is_migrated() -> bool:
    """Whether the database has every migration of this version: asked until it has, and then never again. Those of a
    newer version, which this one goes on beside while it is replaced, are none of its business."""
    global _migrated
    _migrated = _migrated or not waiting_migrations()
    return _migrated


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """The numbers, for who sends METRICS_TOKEN as a bearer token; to all others there is no such page."""
    if not may_read_metrics(request.headers.get("Authorization", "")):
        raise Http404
    answer: HttpResponse = ExportToDjangoView(request)
    try:
        answer.content += site_numbers(now())
    except Error as error:
        # what this process counted itself is told all the same
        log.warning("the site's numbers could not be read: %s", error)
        answer.content += database_away()
    return answer


def for_monitors(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Tells a monitor the numbers by whatever name it asks: it goes to every process of the pages by that one's own
    address, which is no name of the site."""

    def respond(request: HttpRequest) -> HttpResponse:
        if request.path == "/metrics" and may_read_metrics(request.headers.get("Authorization", "")):
            return metrics(request)
        return get_response(request)

    return respond
