"""The page on which precedents of another site are taken in: the file is looked over, and then taken."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from referee.precedents.exchange import MAX_FILE, LookedOver, look_over
from referee.precedents.taking import import_or_begin
from tournaments.errors import DomainError, Invalid
from tournaments.messages import message
from tournaments.models.jobs import Job
from tournaments.now import now
from tournaments.pages.event_request import EventRequest, event_view
from tournaments.pages.translation import in_words


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@event_view("import_precedents")
def precedents_import(request: EventRequest) -> HttpResponse:
    """Looks a file over, or takes the one that was looked over."""
    if request.http.method != "POST":
        return _page(request)
    try:
        data = _sent(request)
        looked = request.http.POST.get("looked", "")[:64]
        if request.http.POST.get("do") != "take" or not looked:
            return _page(request, looked=look_over(data), data=data)
        taken = import_or_begin(data, by=request.actor, now=now(), event=request.event, looked=looked)
    except DomainError as error:
        return _page(request, in_words(error), status=error.status)
    if isinstance(taken, Job):
        return request.then(reverse("tournaments:job", args=[taken.pk]))
    said = _("%(n)s precedents are taken in.") % {"n": len(taken)}
    return request.then(reverse("referee:precedents", args=[request.event.slug]), said)


def _sent(request: EventRequest) -> bytes:
    """The file, or the text in its place. A browser writes the ends of lines in its own way. Raises Invalid."""
    file = request.http.FILES.get("file")
    if file is not None and file.size is not None and file.size > MAX_FILE:
        raise Invalid(message("The file is too large."))
    data = file.read() if file is not None else request.http.POST.get("text", "").encode(errors="replace")
    if not data.strip():
        raise Invalid(message("Choose a file."))
    return data.replace(b"\r\n", b"\n")


def _page(
    request: EventRequest,
    wrong: str = "",
    *,
    looked: LookedOver | None = None,
    data: bytes = b"",
    status: int = 200,
) -> HttpResponse:
    text = data.decode(errors="replace") if looked is not None else ""
    return request.show("referee/precedents/import.html", status, wrong=wrong, looked=looked, text=text)
