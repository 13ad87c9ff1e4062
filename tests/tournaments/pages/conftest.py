"""Clients of people, and an event in the middle of its second round."""

from collections.abc import Callable

import pytest
from django.test import Client

from tests.tournaments.factories import actor, second_round
from tournaments.models.events import Event

Who = Callable[[str], Client]


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


@pytest.fixture
def event(db: None) -> Event:
    """Five players, one round finished, the second being played."""
    return second_round(5)


@pytest.fixture
def between(db: None) -> Event:
    """Six players, one round finished, the second published and not started."""
    return second_round(6, under_way=False)
