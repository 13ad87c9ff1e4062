"""For machines that watch the site: whether it is well, and its numbers."""

from secrets import compare_digest

from django.conf import settings
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView


@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """`ok` when the database answers; the error's name is for the log, not for the world."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """The numbers, for who sends METRICS_TOKEN as a bearer token; to all others there is no such page."""
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    sent = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not compare_digest(sent.encode(), wanted.encode()):
        raise Http404
    answer: HttpResponse = ExportToDjangoView(request)
    return answer
