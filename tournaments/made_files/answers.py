"""What is answered at an address of a file: the file, or that it is being made."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse

from tournaments.access import Actor
from tournaments.jobs.queries import progress_of
from tournaments.made_files.changes import Wanted, ask_for_file
from tournaments.made_files.makers import Maker
from tournaments.models.events import Event
from tournaments.models.jobs import Job
from tournaments.now import now
from tournaments.pages.event_request import EventRequest

#: Seconds after which a program looks again.
AGAIN = 2
Send = Callable[[bytes], HttpResponse]


def page_of_file(
    request: EventRequest, maker: Maker, asked: Mapping[str, str], things: int, send: Send
) -> HttpResponse:
    """The file at once where it is small or there; else a page that says how far it is, and leads to it then."""
    if not maker.is_large(things):
        return send(maker.make(request.event, asked))
    came = ask_for_file(request.event, _wanted(request.http, maker, asked), by=request.actor, now=now())
    if isinstance(came, bytes) and not _stays_open(request.http):
        return send(came)
    return _page(request, maker, came)


def _stays_open(http: HttpRequest) -> bool:
    """Whether a page that is open asks for itself once more: it is answered by itself, and says that the file is
    there."""
    return "X-Live" in http.headers


def _page(request: EventRequest, maker: Maker, came: bytes | Job, query: str = "") -> HttpResponse:
    path, made = request.http.path, _number(request.http)
    if isinstance(came, Job) and came.pk != made:
        # by its number, so that the page waits for this one, whatever is changed meanwhile
        return HttpResponseRedirect(f"{path}?made={came.pk}{query}")
    progress = progress_of(came, request.actor, now()) if isinstance(came, Job) else None
    anew = f"{path}?{query[1:]}" if query else path
    context = {"maker": maker, "progress": progress, "file": f"{path}?made={made}{query}", "anew": anew}
    answer = request.show("tournaments/made_files/waiting.html", 202, **context)
    answer["Cache-Control"] = "no-store"
    return answer


def answer_of_file(
    http: HttpRequest,
    event: Event,
    actor: Actor,
    maker: Maker,
    asked: Mapping[str, str],
    send: Send,
    query: str = "",
    begun: Callable[[], None] | None = None,
) -> HttpResponse:
    """For programs the file, or 202 with where it will be, and when to look there; for who pressed a link on a page,
    the page that waits for it. `query`: what its address has besides; `begun`: called where a job is begun for it."""
    came = ask_for_file(event, _wanted(http, maker, asked, query, begun), by=actor, now=now())
    if isinstance(came, bytes) and not _stays_open(http):
        return send(came)
    if isinstance(came, bytes) or _stays_open(http) or "text/html" in http.headers.get("Accept", ""):
        return _page(EventRequest(http, event, actor), maker, came, query)
    address = http.build_absolute_uri(f"{http.path}?made={came.pk}{query}")
    told = {"job": came.pk, "state": progress_of(came, actor, now()).state, "file": address}
    answer = JsonResponse(told, status=202)
    answer["Location"], answer["Retry-After"], answer["Cache-Control"] = address, str(AGAIN), "no-store"
    return answer


def _wanted(
    http: HttpRequest,
    maker: Maker,
    asked: Mapping[str, str],
    query: str = "",
    begun: Callable[[], None] | None = None,
) -> Wanted:
    return Wanted(maker, asked, http.path, _number(http), query, begun)


def _number(http: HttpRequest) -> int | None:
    """The job that an answer of before named; None for anything else."""
    said = http.GET.get("made", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 19 else None
