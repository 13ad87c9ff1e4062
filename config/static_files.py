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
from config.over_tls import is_secure


def static_files() -> Files | None:
    """The files as they are at the start. None while files are looked for anew each time, and where a monitor counts
    all requests: Django answers for them there."""
    if settings.WHITENOISE_AUTOREFRESH or settings.METRICS_TOKEN:
        return None
    middleware = WhiteNoiseMiddleware(lambda request: HttpResponse())
    insecure = None if settings.SECURE_SSL_REDIRECT else _said(secure=False)
    return Files(middleware.files, {True: _said(secure=True), False: insecure}, _secure)


def _secure(scope: Any) -> bool:
    return is_secure(scope.headers.get, scope.scheme)


def _said(*, secure: bool) -> Headers:
    """The headers that the middleware before the files adds to an answer."""
    request, answer = HttpRequest(), HttpResponse()
    if settings.SECURE_PROXY_SSL_HEADER is not None:
        name, value = settings.SECURE_PROXY_SSL_HEADER
        request.META[name] = value if secure else "http"
    request._get_scheme = lambda: "https" if secure else "http"  # type: ignore[attr-defined]
    before = set(answer.headers)
    SecurityMiddleware(content_security_policy(lambda request: answer))(request)
    return [(name, value) for name, value in answer.items() if name not in before]
