"""The toy game known to the site, and a match that plays it."""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from referee.judging import own_match
from referee.judging.judged import forget
from rules import registry
from tests.tournaments.factories import actor, running_event, running_round, tables
from tests.tournaments.kept import kept
from tournaments.models.events import Event
from tournaments.models.rounds import Match

Who = Callable[[str], Client]


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    """The toy game among the games: added, and nothing replaced, so it is not the test's own `monkeypatch`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.GAMES, "toy", ("Toy", "tests.rules.kernel.toy:ToyGame"))
        forget()
        yield
        forget()


@pytest.fixture
def verdicts_told() -> Iterator[None]:
    """Verdicts do not wait for whoever plays: for tests of what is told once it may be. What such a test begins with
    has no verdicts, and is what it always is: so this is not the test's own `monkeypatch`, either."""
    assert own_match.COMPETITIVE != "nowhere", "a test has left it so"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(own_match, "COMPETITIVE", "nowhere")
        yield


@pytest.fixture
def verdicts_wait(verdicts_told: None) -> Iterator[Callable[[Event], None]]:
    """Told by the test: from then on verdicts wait as they do in an event with these logs. It is undone before
    `verdicts_told` is, which a `monkeypatch` that another fixture had before would not be."""
    with pytest.MonkeyPatch.context() as patch:
        yield lambda event: patch.setattr(own_match, "COMPETITIVE", event.logs)


@pytest.fixture
def event(db: None) -> Event:
    """Four players in their first round of the toy game."""
    return toy_event()


@kept
def toy_event() -> Event:
    made = running_event(4)
    Event.objects.filter(pk=made.pk).update(game="toy")
    made.refresh_from_db()
    running_round(made)
    return made


@pytest.fixture
def match(event: Event) -> Match:
    """Its first table."""
    return table(event, 0)


def table(event: Event, place: int) -> Match:
    """A table of the event's newest round, read afresh."""
    found = tables(event.rounds.order_by("-number")[0])[place]
    return Match.objects.select_related("round__event").prefetch_related("seats__entrant").get(pk=found.pk)


@pytest.fixture
def who(db: None) -> Who:
    """A client signed in as somebody; "" is a visitor."""

    def client(name: str) -> Client:
        made = Client()
        if name:
            user = actor(name).user
            assert user is not None
            made.force_login(user)
        return made

    return client
