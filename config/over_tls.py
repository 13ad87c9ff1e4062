"""Whether a request came over TLS, and what an answer that Django did not make says then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings

from config.front.gateway import Headers


def is_secure(header: Callable[[str], str | None], scheme: str) -> bool:
    """Whether a request came over TLS, to us or to a proxy of ours. ``header`` gives a field of its head by name."""
    if settings.SECURE_PROXY_SSL_HEADER is not None:
        name, value = settings.SECURE_PROXY_SSL_HEADER
        told = header(name.removeprefix("HTTP_").replace("_", "-").lower())
        if told is not None:
            return told.partition(",")[0].strip() == value
    return scheme == "https"


def strict_transport(header: Callable[[str], str | None], scheme: str) -> Headers:
    """The header by which browsers insist on TLS, as Django's SecurityMiddleware writes it; none without TLS."""
    if not settings.SECURE_HSTS_SECONDS or not is_secure(header, scheme):
        return []
    parts = [f"max-age={settings.SECURE_HSTS_SECONDS}"]
    parts += ["includeSubDomains"] if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS else []
    parts += ["preload"] if settings.SECURE_HSTS_PRELOAD else []
    return [("strict-transport-security", "; ".join(parts))]


def of_a_page(scope: Any) -> Headers:
    """The same for a request to the pages' server."""
    return strict_transport(scope.headers.get, scope.scheme)
