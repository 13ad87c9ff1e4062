"""Limits how often somebody may ask, by the times of the last requests."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, BaseThrottle, SimpleRateThrottle, UserRateThrottle


class Rate(SimpleRateThrottle):
    """So many requests in a while. The machine's clock may be set back: a time that is still to come is forgotten, and
    holds nobody up until it has come."""

    # as the rate says it
    num_requests: int
    duration: int

    def allow_request(self, request: Any, view: Any) -> bool:
        """Counts a request, and whether it is one of those that may be."""
        self.key = None if self.rate is None else self.get_cache_key(request, view)
        if self.key is None:
            return True
        self.read()
        return bool(self.throttle_failure() if self.full() else self.throttle_success())

    def read(self) -> None:
        """The times that count by now, the last first."""
        kept = self.cache.get(self.key, [])
        self.now = self.timer()
        self.history = [at for at in kept if self.now - self.duration < at <= self.now]

    def full(self) -> bool:
        """Whether there were as many as may be."""
        return len(self.history) >= self.num_requests


class ByAddress(AnonRateThrottle, Rate):
    """Of who comes without an account, by address."""


class ByAccount(UserRateThrottle, Rate):
    """Of an account."""


def counted_address(request: HttpRequest) -> str:
    """The address that tries are counted by: behind our own proxies what they saw, or all would be one."""
    return str(BaseThrottle().get_ident(Request(request)))
