"""Phones of people: signed in, or with a claim link opened."""

from django.test import Client
from django.urls import reverse

from tests.tournaments.factories import actor
from tournaments.entrants.claims import make_claim_link
from tournaments.models.entrants import Entrant
from tournaments.now import now


def signed_in(name: str) -> Client:
    """The phone of who has an account."""
    client, user = Client(), actor(name).user
    assert user is not None
    client.force_login(user)
    return client


def by_link(entrant: Entrant) -> Client:
    """The phone on which this entrant's claim link was opened."""
    client = Client()
    link = make_claim_link(entrant, by=actor("olga"), now=now())
    client.post(reverse("tournaments:claim", args=[link]))
    return client
