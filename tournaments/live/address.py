"""The address of a page's event stream."""

from typing import Protocol
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest

from tournaments.live.queries import versions_of
from tournaments.live.tokens import token_for
from tournaments.live.versions import as_mark


class HasId(Protocol):
    """Anything with an event's id."""

    pk: int


class HasVersion(HasId, Protocol):
    """A match."""

    version: int


def live_stream_url(
    event: HasId, request: HttpRequest, *, table: int = 0, version: int = 0, match: HasVersion | None = None
) -> str:
    """The address of the event's stream from here on; empty where there is none. `table`: with the topic of
    that live table, which is at this version now. `match`: with the topic of that match.

    The caller has already asked whether the reader may see this event. Allows the address in the answer's
    Content-Security-Policy where it is another origin than the page's.
    """
    base = _base(request)
    if not base:
        return ""
    if base.startswith("http"):
        parts = urlsplit(base)
        request.stream_origin = f"{parts.scheme}://{parts.netloc}"  # type: ignore[attr-defined]
    versions = versions_of(event.pk) | ({"table": version} if table else {})
    if match is not None:
        versions["match"] = match.version
    token = token_for(event.pk, table, 0 if match is None else match.pk)
    query = urlencode({"token": token, "since": as_mark(versions)})
    return f"{base}?{query}"


def _base(request: HttpRequest) -> str:
    """STREAM_URL as it stands, or for `:8001` this page's own host at that port."""
    setting: str = settings.STREAM_URL
    if not setting.startswith(":"):
        return setting
    host = request.get_host()
    name = host[: host.index("]") + 1] if host.startswith("[") else host.partition(":")[0]
    return f"{request.scheme}://{name}{setting}/stream/"
