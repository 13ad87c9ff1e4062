"""Limits the computing that one address may ask of the engines without an account: some seconds of every minute."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from rest_framework.exceptions import APIException
from rest_framework.throttling import AnonRateThrottle

from tournaments.errors import DomainError
from tournaments.messages import message as _

#: Seconds of computing in a minute. An ordinary question takes hundredths of one.
ALLOWED = 6.0
MINUTE = 60


class Spent(DomainError):
    """An address that has used its computing of this minute up."""

    code = "throttled"
    status = 429
    retry_after = MINUTE


def check(request: HttpRequest) -> None:
    """Raises ``Spent`` where the address of somebody without an account has used its minute's allowance up."""
    if not _has_account(request) and cache.get(_key(request), 0.0) >= ALLOWED:
        raise Spent(
            _(
                "Too much was asked from this address in a short time. Wait a minute and try again, or"
                " sign in."
            )
        )


def count(request: HttpRequest, seconds: float) -> None:
    """Counts what was computed for somebody without an account. Two at once may lose one's sum: it is a bound."""
    if not _has_account(request):
        key = _key(request)
        cache.set(key, cache.get(key, 0.0) + seconds, 2 * MINUTE)


def _has_account(request: HttpRequest) -> bool:
    """Whether an account asks. Who comes with a word that is no good is refused, and is nobody."""
    try:
        return request.user.is_authenticated
    except (APIException, DomainError):
        return False


def _key(request: HttpRequest) -> str:
    address = AnonRateThrottle().get_ident(request)  # type: ignore[arg-type]
    return f"spent:{address}:{int(time.time()) // MINUTE}"


def counted(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that counts what it computes."""

    @functools.wraps(view)
    def bounded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        check(request)
        begun = time.thread_time()
        try:
            return view(request, *args, **kwargs)
        finally:
            count(request, time.thread_time() - begun)

    return bounded
