"""Which static files the front answers by itself, and what it says with each: what Django's own way would say."""

from __future__ import annotations

import os
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.security import SecurityMiddleware
from whitenoise.middleware import WhiteNoiseMiddleware

from config.front.files import Files
from config.front.gateway import Headers
from config.middleware import content_security_policy
from config.over_tls import is_secure


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise, which also answers files that were collected after this process began: while a new version takes the
    place of one before, a browser may have the new one's page and ask the old one for what belongs to it."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path = request.path_info
        if settings.COLLECTED and path.startswith(self.static_prefix) and path not in self.files:
            self._look_for(path)
        answer: HttpResponse = super().__call__(request)
        return answer

    def _look_for(self, path: str) -> None:
        root = os.path.join(os.path.abspath(self.static_root), "")
        file = os.path.join(root, path[len(self.static_prefix) :])
        if self.url_is_canonical(path) and self.path_is_child_of(file, root) and os.path.isfile(file):
            self.add_file_to_dictionary(path, file)


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
