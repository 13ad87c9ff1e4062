"""Reminding of deck lists: once, on the own page, and by e-mail where an address is known."""

import threading

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.tournaments.factories import actor, at, open_event, walk_in
from tournaments.decks import tasks
from tournaments.decks.changes import submit_deck
from tournaments.decks.reminders import remind_of_lists
from tournaments.errors import Conflict, NotAllowed

pytestmark = pytest.mark.django_db


class AtOnce(threading.Thread):
    """A thread that has done its work when it is started."""

    def start(self) -> None:
        self.run()


def test_everybody_who_owes_a_list_is_reminded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks.threading, "Thread", AtOnce)
    monkeypatch.setattr(tasks.connection, "close", lambda: None)
    event, olga = open_event(3, deck_lists="required"), actor("olga")
    known, unknown = walk_in(event, "Wanda"), walk_in(event, "Wim")
    event.entrants.filter(pk=known.pk).update(email="wanda@example.org")
    users = [event.entrants.get(code=f"P0{number}").user for number in (1, 2, 3)]
    for user in users:
        EmailAddress.objects.create(user=user, email=f"{user}@example.net", verified=user != users[2])
    submit_deck(event.entrants.get(code="P01"), {"sections": {}}, by=actor("player1"), now=at(-90))
    event.entrants.get(code="P01").deck_lists.update(legal=True)
    with pytest.raises(NotAllowed):
        remind_of_lists(event, by=actor("player2"), now=at(0))
    remind_of_lists(event, by=olga, now=at(0))
    with pytest.raises(Conflict, match="30 minutes"):
        remind_of_lists(event, by=olga, now=at(10))
    # An address that nobody has verified is not written to; Wim has none.
    assert tasks.mail_reminders(at(1)) == 4
    assert sorted(message.to[0] for message in mail.outbox) == ["player2@example.net", "wanda@example.org"]
    assert tasks.mail_reminders(at(2)) == 0 and len(mail.outbox) == 2
    assert unknown.changes.filter(kind="deck_reminded").count() == 1
    client = Client()
    assert actor("player2").user is not None
    client.force_login(users[1])
    page = client.get(reverse("tournaments:my_table", args=[event.slug])).content.decode()
    assert "The desk reminds you" in page
    client.force_login(users[0])
    assert (
        "The desk reminds you"
        not in client.get(reverse("tournaments:my_table", args=[event.slug])).content.decode()
    )
