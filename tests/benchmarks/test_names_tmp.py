import cProfile, pstats, time, gc
import pytest
from django.test import Client
from django.urls import reverse
from config.frames import with_room
from tests.tournaments.factories import actor, make_event
from tests.benchmarks.test_large_pages import field, ROUNDS
from tournaments.models.events import Event
pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True), pytest.mark.timeout(1800)]
NAMES = "\n".join(f"Player Number {n}" for n in range(5000))
def go(profile):
    event = make_event()
    client = Client(); client.force_login(actor("olga").user)
    url = reverse("tournaments:enter_list", args=[event.slug]) if False else None
    return event, client
def test_n():
    import tournaments.entrants.many as many
    print([n for n in dir(many) if not n.startswith("__")])
