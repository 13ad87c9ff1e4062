"""The address of a page's event stream."""

from collections.abc import Mapping
from typing import Protocol
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest

from tournaments.live.queries import versions_of
from tournaments.live.tokens import token_for, token_for_jobs
from tournaments.live.versions import JOBS, Versions, as_mark


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
    if not settings.STREAM_URL:
        return ""
    versions = versions_of(event.pk) | ({"table": version} if table else {})
    if match is not None:
        versions["match"] = match.version
    return _address(request, token_for(event.pk, table, 0 if match is None else match.pk), versions)


def jobs_stream_url(jobs: Mapping[int, int], request: HttpRequest) -> str:
    """The address of a stream of these jobs' progress, by their numbers with the versions they are at now; empty where
    there is none. The caller has already asked whether the reader may see each of them."""
    if not settings.STREAM_URL or not jobs:
        return ""
    return _address(request, token_for_jobs(jobs), {JOBS: sum(jobs.values())})


def _address(request: HttpRequest, token: str, versions: Versions) -> str:
    base = _base(request)
    if base.startswith("http"):
        parts = urlsplit(base)
        request.stream_origin = f"{parts.scheme}://{parts.netloc}"  # type: ignore[attr-defined]
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
