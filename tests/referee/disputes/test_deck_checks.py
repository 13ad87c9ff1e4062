"""A deck check that noticed a difference is on the judges' list, with the way to it, until it is answered or mended."""

import pytest
from django.test import Client

from referee.disputes.answering import answer_call
from referee.disputes.tasks import take_in_outbox
from referee.models.disputes import Dispute, Kind
from tests.tournaments.factories import (
    actor,
    at,
    open_event,
    player,
    running_round,
    seated,
    started,
    tables,
    win,
)  # fmt: skip
from tournaments.decks.changes import submit_deck
from tournaments.decks.table_checks import begin_deck_check, record_finding
from tournaments.models.deck_checks import DeckCheck
from tournaments.models.rounds import Match
from tournaments.results.changes import enter_result

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
LIST = {"sections": {"personal": [{"card": "Planted one", "count": 2}, {"card": "Planted two"}]}}


@pytest.fixture
def checked(db: None) -> DeckCheck:
    event = open_event(2, deck_lists="optional")
    for number in (1, 2):
        submit_deck(event.entrants.get(code=f"P0{number}"), LIST, by=actor(f"player{number}"), now=at(-90))
    match = tables(running_round(started(event), 0))[0]
    return begin_deck_check(match, by=actor("jude"), now=at(5))


def counted(check: DeckCheck, letter: str, *counts: int, minute: float = 6) -> None:
    who = seated(check.match, letter)
    record_finding(check, who, list(counts), by=actor("jude"), now=at(minute))
    take_in_outbox(at(minute))


def read_by(name: str, match: Match) -> str:
    client = Client()
    client.force_login(actor(name).user)  # type: ignore[arg-type]
    return client.get(f"/events/{match.round.event.slug}/disputes/").content.decode()


def test_a_difference_is_on_the_judges_list_with_the_way_to_the_check(checked: DeckCheck) -> None:
    counted(checked, "A", 2, 1)
    assert not Dispute.objects.exists()
    counted(checked, "A", 1, 1)
    counted(checked, "A", 1, 1, minute=7)
    dispute = Dispute.objects.get()
    assert (dispute.kind, dispute.resolved_at) == (Kind.DECK, None)
    name = seated(checked.match, "A").name
    page = read_by("hedda", checked.match)
    assert f"Deck check: the deck of {name} is not as the list says." in page
    assert f"/matches/{checked.match.pk}/deck-check/" in page
    # players learn nothing of it by their page
    client = Client()
    client.force_login(player(checked.match, "B").user)  # type: ignore[arg-type]
    assert "not as the list says" not in client.get(f"/events/{dispute.event.slug}/me/").content.decode()
    # the other deck is written down there, too
    counted(checked, "B", 2, 3, minute=8)
    assert dispute.rows.count() == 2 and Dispute.objects.count() == 1


def test_it_goes_when_it_was_a_slip_and_stays_when_the_match_is_decided(checked: DeckCheck) -> None:
    counted(checked, "A", 1, 1)
    enter_result(checked.match, win("A"), by=actor("sam"), now=at(7))
    take_in_outbox(at(8))
    assert Dispute.objects.get().resolved_at is None
    counted(checked, "A", 2, 1, minute=9)
    assert Dispute.objects.get().resolved_at is not None


def test_a_judge_answers_it_in_a_word(checked: DeckCheck) -> None:
    counted(checked, "A", 1, 1)
    dispute = Dispute.objects.get()
    answer_call(dispute.event, dispute.pk, "A game loss.", by=actor("hedda"), now=at(9))
    dispute.refresh_from_db()
    assert dispute.resolution == "A game loss."
