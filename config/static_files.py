"""Which static files the front answers by itself, and what it says with each: what Django's own way would say."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.security import SecurityMiddleware
from whitenoise.middleware import WhiteNoiseMiddleware

from config.front.files import Files
from config.front.gateway import Headers
from config.middleware import content_security_policy


def static_files() -> Files | None:
    """The files as they are at the start. None while files are looked for anew each time, and where a monitor counts
    all requests: Django answers for them there."""
    if settings.WHITENOISE_AUTOREFRESH or settings.METRICS_TOKEN:
        return None
    found = WhiteNoiseMiddleware(lambda request: HttpResponse())
    insecure = None if settings.SECURE_SSL_REDIRECT else _said(secure=False)
    return Files(found.files, {True: _said(secure=True), False: insecure}, is_secure)


def is_secure(scope: Any) -> bool:
    """Whether a request came over TLS, to us or to a proxy of ours."""
    if settings.SECURE_PROXY_SSL_HEADER is not None:
        name, value = settings.SECURE_PROXY_SSL_HEADER
        told = scope.headers.get(name.removeprefix("HTTP_").replace("_", "-").lower())
        if told is not None:
            return str(told).partition(",")[0].strip() == value
    return bool(scope.scheme == "https")


def _said(*, secure: bool) -> Headers:
    """What the middleware before the files adds to an answer."""
    request, answer = HttpRequest(), HttpResponse()
    if settings.SECURE_PROXY_SSL_HEADER is not None:
        name, value = settings.SECURE_PROXY_SSL_HEADER
        request.META[name] = value if secure else "http"
    request._get_scheme = lambda: "https" if secure else "http"  # type: ignore[attr-defined]
    before = set(answer.headers)
    SecurityMiddleware(content_security_policy(lambda request: answer))(request)
    return [(name, value) for name, value in answer.items() if name not in before]
