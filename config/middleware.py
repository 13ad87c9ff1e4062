"""The site's own middleware: who asks (for the log), security headers, refusals, answers that nobody may keep."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from structlog.contextvars import bind_contextvars, clear_contextvars

from config.addresses import address_of
from config.front.bodies import MAX_BODY
from config.front.gateway import REFUSED

Handler = Callable[[HttpRequest], HttpResponse]


def who_asks(get_response: Handler) -> Handler:
    """Has each line of the log that a request comes to, the one of its refusal among them, say where it came from, and
    by whose account where that is known. The next request of the thread says its own."""

    def respond(request: HttpRequest) -> HttpResponse:
        clear_contextvars()
        bind_contextvars(address=address_of(request))
        response = get_response(request)
        user = request.__dict__.get("user")
        if isinstance(user, SimpleLazyObject):
            # Nobody is looked up for a line that may not be written.
            user = request.__dict__.get("_cached_user")
        number = getattr(user, "pk", None)
        if number is not None:
            bind_contextvars(account=number)
        return response

    return respond


def content_security_policy(get_response: Handler) -> Handler:
    """Adds the Content-Security-Policy, with the event stream's origin where that is another one."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "Content-Security-Policy" not in response:
            response["Content-Security-Policy"] = policy(getattr(request, "stream_origin", ""))
        response.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()")
        return response

    return respond


def policy(stream_origin: str = "") -> str:
    """The header's text."""
    parts = dict(settings.CONTENT_SECURITY_POLICY)
    if stream_origin:
        parts["connect-src"] = f"{parts['connect-src']} {stream_origin}"
    return "; ".join(f"{name} {value}" for name, value in parts.items())


def no_detours(get_response: Handler) -> Handler:
    """Refuses a program that does not come by https where the site is reached by https only."""

    def respond(request: HttpRequest) -> HttpResponse:
        if settings.SECURE_SSL_REDIRECT and request.path.startswith("/api/") and not request.is_secure():
            said = {"code": "https_only", "message": _("This site is reached by https only.")}
            return JsonResponse(said, status=403)
        return get_response(request)

    return respond


def no_null_characters(get_response: Handler) -> Handler:
    """Leaves null characters out of an address's query: no text has any, and PostgreSQL refuses them."""

    def respond(request: HttpRequest) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        if "%00" in query:
            request.META["QUERY_STRING"] = query.replace("%00", "")
        return get_response(request)

    return respond


def private_answers(get_response: Handler) -> Handler:
    """Lets nothing be kept, by browsers or on the way, that was made for one who is known: by a session, a claim link
    in it, a token or a word. What a view says itself of keeping stands."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        known = settings.SESSION_COOKIE_NAME in request.COOKIES or "HTTP_AUTHORIZATION" in request.META
        if (known or response.cookies) and not response.has_header("Cache-Control"):
            response["Cache-Control"] = "no-store, private"
        return response

    return respond


def too_large(get_response: Handler) -> Handler:
    """Says what the front refused to take in for its size: a page, or JSON to a program."""

    def respond(request: HttpRequest) -> HttpResponse:
        if not request.META.get(REFUSED):
            return get_response(request)
        megabytes = MAX_BODY // (1024 * 1024)
        if request.path.startswith("/api/"):
            message = _("What was sent is larger than %(n)s MB. Nothing was stored.") % {"n": megabytes}
            return JsonResponse({"code": "too_large", "message": message}, status=413)
        return render(request, "413.html", {"megabytes": megabytes}, status=413)

    return respond
