"""Deck lists of a large event checked again as long work, when its cards are changed."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from tests.tournaments.factories import actor, at, open_event
from tournaments.card_lists.changes import set_card_list
from tournaments.decks import rechecks
from tournaments.decks.changes import submit_deck
from tournaments.decks.rechecks import CHECK, is_checking
from tournaments.events.life import start_event
from tournaments.jobs.changes import cancel_job
from tournaments.jobs.kinds import KINDS
from tournaments.jobs.queries import progress_of
from tournaments.jobs.working import work_for
from tournaments.models.decks import DeckList
from tournaments.models.events import Event
from tournaments.models.jobs import Job

pytestmark = pytest.mark.django_db
LIST = b"title,type,color,rank,points\nNight Train,scene,blue,5,4\nTicket Man,actor,red,3,\n"
WITHOUT = LIST.replace(b"Ticket Man", b"Ticket Woman")
DECK = {"sections": {"personal": [{"card": "Ticket Man", "count": 3}]}}


@pytest.fixture
def event(monkeypatch: pytest.MonkeyPatch) -> Event:
    """An event with three lists, which are many."""
    event = open_event(3, deck_lists="required")
    set_card_list(event, LIST, by=actor("olga"), now=at(0))
    for number in (1, 2, 3):
        submit_deck(event.entrants.get(code=f"P0{number}"), DECK, by=actor(f"player{number}"), now=at(1))
    monkeypatch.setattr(rechecks, "FEW", 2)
    return event


def legal() -> list[bool | None]:
    return list(DeckList.objects.order_by("pk").values_list("legal", flat=True))


def test_a_job_checks_them_and_tells_the_staff(event: Event) -> None:
    assert legal() == [True] * 3
    done = set_card_list(event, WITHOUT, by=actor("olga"), now=at(2))
    assert done.no_longer_legal == () and done.job is not None and legal() == [True] * 3
    assert work_for() == 2 and legal() == [False] * 3 and not is_checking(event)
    line = event.journal.get(kind=CHECK)
    assert line.text == "The deck lists were checked again; legal before and not now: 3." and not line.public
    assert line.details["no_longer_legal"] == list(event.entrants.order_by("pk").values_list("pk", flat=True))
    progress = progress_of(done.job, actor("olga"), at(3))
    assert (progress.done, progress.items, progress.may_end) == (4, 4, True)


def test_few_are_checked_at_once(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rechecks, "FEW", 3)
    done = set_card_list(event, WITHOUT, by=actor("olga"), now=at(2))
    assert len(done.no_longer_legal) == 3 and done.job is None and legal() == [False] * 3


def test_the_last_change_is_what_counts(event: Event) -> None:
    first = set_card_list(event, WITHOUT, by=actor("olga"), now=at(2)).job
    assert first is not None
    kind = KINDS[CHECK]
    read = [(deck.pk, kind.work(first, deck.pk)) for deck in DeckList.objects.all()]
    set_card_list(event, LIST, by=actor("olga"), now=at(3))
    # they were checked by the cards of before, and it is written after those were changed back
    kind.keep(first, read, at(3))
    assert legal() == [True] * 3
    work_for()
    assert legal() == [True] * 3 and not is_checking(event)
    assert event.journal.get(kind=CHECK).details["no_longer_legal"] == []


def test_what_was_read_by_the_cards_of_before_is_read_once_more(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = set_card_list(event, WITHOUT, by=actor("olga"), now=at(2)).job
    assert job is not None
    read = [(deck.pk, KINDS[CHECK].work(job, deck.pk)) for deck in DeckList.objects.all()]
    # by now they are few, and checked at once: no later job says so
    monkeypatch.setattr(rechecks, "FEW", 3)
    assert set_card_list(event, LIST, by=actor("olga"), now=at(3)).job is None
    KINDS[CHECK].keep(job, read, at(4))
    assert legal() == [True] * 3


def test_whose_lists_fell_is_told_though_another_change_came(event: Event) -> None:
    first = set_card_list(event, WITHOUT, by=actor("olga"), now=at(2)).job
    assert first is not None
    read = [(deck.pk, KINDS[CHECK].work(first, deck.pk)) for deck in DeckList.objects.all()]
    KINDS[CHECK].keep(first, read, at(3))
    assert legal() == [False] * 3
    more = WITHOUT + b"Night Bus,scene,blue,5,4\n"
    set_card_list(event, more, by=actor("olga"), now=at(4))
    work_for()
    players = list(event.entrants.order_by("pk").values_list("pk", flat=True))
    assert event.journal.get(kind=CHECK).details["no_longer_legal"] == players


def test_a_list_handed_in_meanwhile_stays_as_it_was_checked_then(event: Event) -> None:
    job = set_card_list(event, WITHOUT, by=actor("olga"), now=at(2)).job
    assert job is not None
    first = DeckList.objects.get(entrant__code="P01")
    read = [(first.pk, KINDS[CHECK].work(job, first.pk))]
    other = {"sections": {"personal": [{"card": "Ticket Woman", "count": 3}]}}
    mine = submit_deck(event.entrants.get(code="P01"), other, by=actor("player1"), now=at(3))
    KINDS[CHECK].keep(job, read, at(3))
    first.refresh_from_db()
    assert first.legal is True, "what was replaced while it was read stays as it was"
    work_for()
    mine.refresh_from_db()
    assert mine.legal is True
    assert event.journal.get(kind=CHECK).details["no_longer_legal"] == [
        entrant.pk for entrant in event.entrants.exclude(code="P01").order_by("pk")
    ]


def test_an_event_starts_by_what_the_lists_are_now(event: Event) -> None:
    done = set_card_list(event, WITHOUT, by=actor("olga"), now=at(2))
    assert done.job is not None
    cancel_job(done.job, by=actor("olga"), now=at(3))
    start_event(event, by=actor("olga"), now=at(4), lists_missing="keep")
    assert legal() == [False] * 3


def test_programs_are_told_of_the_job(event: Event) -> None:
    olga = APIClient()
    olga.force_login(actor("olga").user)
    address = f"/api/v1/events/{event.slug}/card-list/"
    told = olga.put(address, {"text": WITHOUT.decode()}, format="json").json()
    assert told["no_longer_legal"] == [] and told["job"] == Job.objects.get().pk
    assert olga.get(f"/api/v1/jobs/{told['job']}/").json()["kind"] == CHECK
