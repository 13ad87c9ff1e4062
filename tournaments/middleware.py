"""The door of the pages: what a guard refused becomes a page that says so, with its HTTP status."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

from tournaments.errors import DomainError
from tournaments.pages.refusals import in_words
from tournaments.unavailable import answer_to


class DomainErrorMiddleware:
    """Shows a refusal as a page. The API has its own door and never gets here with one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

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
