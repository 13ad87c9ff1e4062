"""The door of the pages: what a guard refused becomes a page that says so, with its HTTP status."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

from tournaments.access import actor_of
from tournaments.access.doors import ANYONE, PAGES, ask_first
from tournaments.errors import DomainError
from tournaments.pages.translation import in_words
from tournaments.read_once import read_once
from tournaments.unavailable import answer_to

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class DomainErrorMiddleware:
    """Shows a refusal as a page. The API has its own door and never gets here with one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in SAFE:
            with read_once():
                return self.get_response(request)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, values: dict[str, object]
    ) -> HttpResponse | None:
        """Asks the table before a page that changes something looks at what was sent. The API asks in its own door,
        where it knows by what token one comes."""
        resolved = request.resolver_match
        if request.method in SAFE or resolved is None or request.path_info.startswith("/api/"):
            return None
        name = resolved.url_name or ""
        actions = PAGES.get(f"{name}:{values['step']}" if "step" in values else name, ANYONE)
        try:
            if actions:
                ask_first(actor_of(request), actions, values)
        except DomainError as error:
            return self.process_exception(request, error)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page of a refusal; None for what is not ours, which stays an error of the program."""
        if not isinstance(error, DomainError):
            return answer_to(error, request)
        context = {"error": error, "said": in_words(error), "back": came_from(request)}
        answer = render(request, "problem.html", context, status=error.status)
        if error.retry_after:
            answer["Retry-After"] = str(error.retry_after)
        return answer


def came_from(request: HttpRequest) -> str:
    """The page of this site the reader came from; empty where that is not known."""
    referer = request.headers.get("Referer", "")
    safe = url_has_allowed_host_and_scheme(referer, {request.get_host()}, require_https=request.is_secure())
    return referer if safe and referer != request.build_absolute_uri() else ""
