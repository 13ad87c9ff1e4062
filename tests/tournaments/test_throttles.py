"""Requests are counted by their times, and a clock that is set back holds nobody up."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.test import RequestFactory
from django.utils.module_loading import import_string
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from config.settings.api import REST_FRAMEWORK
from referee.live.api_base import BadTokens, LookThrottle, TapThrottle
from tests.tournaments.access.doors import patterns
from tournaments.accounts.api import SignInThrottle
from tournaments.throttles import ByAccount, ByAddress, Rate

pytestmark = pytest.mark.anywhere
HOUR = 3600.0
NOON = 1_800_000_000.0
KINDS: list[type[SimpleRateThrottle]] = [
    ByAddress,
    ByAccount,
    SignInThrottle,
    TapThrottle,
    LookThrottle,
    BadTokens,
]


@pytest.fixture(autouse=True)
def unthrottled() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """What the machine's clock says."""
    said = SimpleNamespace(now=NOON)
    monkeypatch.setattr(SimpleRateThrottle, "timer", staticmethod(lambda: said.now))
    return said


def ask(kind: type[SimpleRateThrottle], times: int = 1) -> list[bool]:
    """So many requests, each of which is counted by an object of its own; three a minute are let in."""
    found = []
    for _ in range(times):
        request: Any = RequestFactory().get("/")
        request.user = SimpleNamespace(pk=7, is_authenticated=kind is ByAccount)
        view: Any = SimpleNamespace(kwargs={"table_id": 5})
        throttle = kind()
        throttle.num_requests = 3
        throttle.parse_rate = lambda rate: (3, 60)  # type: ignore[assignment,method-assign]
        found.append(throttle.allow_request(request, view))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_clock_that_is_set_back_holds_nobody_up(
    kind: type[SimpleRateThrottle], clock: SimpleNamespace
) -> None:
    assert ask(kind, 4) == [True, True, True, False]
    clock.now -= HOUR
    # What counts is what was asked by this clock: three again, and no more.
    assert ask(kind, 4) == [True, True, True, False]
    clock.now += 59
    assert ask(kind) == [False]
    clock.now += 1
    assert ask(kind, 4) == [True, True, True, False]


@pytest.mark.parametrize("kind", KINDS)
def test_a_clock_that_is_set_on_forgets_what_is_over(
    kind: type[SimpleRateThrottle], clock: SimpleNamespace
) -> None:
    assert ask(kind, 4) == [True, True, True, False]
    clock.now += HOUR
    assert ask(kind, 4) == [True, True, True, False]


def test_who_waits_is_told_until_when(clock: SimpleNamespace) -> None:
    throttle = BadTokens()
    throttle.num_requests = 2
    request: Any = RequestFactory().get("/")
    asked = []
    for _ in range(3):
        asked.append(throttle.allow_request(request, None))
        clock.now += 10
    assert asked == [True, True, False]
    # The first was asked 20 seconds before the third, and counts for 60.
    assert throttle.wait() == 40


def test_every_door_of_the_api_counts_in_this_way() -> None:
    # As the site has it: the tests do without.
    kinds = {import_string(name) for name in REST_FRAMEWORK["DEFAULT_THROTTLE_CLASSES"]}
    views = {getattr(pattern.callback, "cls", None) for _, pattern in patterns()}
    for view in views:
        if isinstance(view, type) and issubclass(view, APIView):
            kinds |= set(view.throttle_classes)
    assert len(kinds) >= 3
    assert not [kind for kind in kinds if not issubclass(kind, Rate)]
