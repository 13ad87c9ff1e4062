"""Who repairs."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments.factories import actor


@pytest.fixture
def judge() -> Client:
    client = Client()
    user = actor("jude").user
    assert user is not None
    client.force_login(user)
    return client
