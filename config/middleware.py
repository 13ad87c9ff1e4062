"""What every answer carries."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

Handler = Callable[[HttpRequest], HttpResponse]


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


def no_null_characters(get_response: Handler) -> Handler:
    """Leaves null characters out of an address's query: no text has any, and PostgreSQL refuses them."""

    def respond(request: HttpRequest) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        if "%00" in query:
            request.META["QUERY_STRING"] = query.replace("%00", "")
        return get_response(request)

    return respond
