"""Answers with much text go out compressed to who takes that; a proxy in front need not do it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

#: Shorter answers gain nothing: they fit into one packet as they are.
LEAST = 1024
#: Pictures and papers are packed by themselves.
PACKED_WELL = frozenset({
    "text/html", "text/plain", "text/css", "text/csv", "text/javascript", "text/calendar", "application/json",
    "application/javascript", "application/manifest+json", "application/problem+json", "image/svg+xml",
    "application/vnd.oai.openapi", "application/x-ndjson",
})  # fmt: skip


class Packing(GZipMiddleware):
    """Django's own, which adds up to a hundred random bytes, so that the length of a page tells nothing of a secret in
    it (BREACH); for long answers of text alone."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, compressed where that is worth it."""
        kind = response.get("Content-Type", "").partition(";")[0].strip().lower()
        if kind not in PACKED_WELL:
            return response
        if isinstance(response, HttpResponse) and len(response.content) < LEAST:
            return response
        packed: HttpResponseBase = super().process_response(request, response)
        return packed
