"""Clients of the API for the tests."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from tests.tournaments.factories import actor

Client = Callable[[str], APIClient]


@pytest.fixture
def api() -> Client:
    """A client signed in as the account of that name; "" for nobody."""

    def client(name: str = "") -> APIClient:
        made = APIClient(raise_request_exception=True)
        if name:
            made.force_authenticate(actor(name).user)
        return made

    return client
