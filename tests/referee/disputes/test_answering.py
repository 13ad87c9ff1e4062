"""A judge's word closes a call: the table is told, its turn clock goes on, and nobody else can."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from referee.disputes.answering import answer_call
from referee.live.answers import call_judge
from referee.live.queries import live_table
from referee.models.disputes import Dispute, Kind
from referee.models.live import LiveTable
from tests.referee.live.playing import opened, phone, state
from tests.tournaments.factories import actor, at, player
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


@pytest.fixture
def called(match: Match) -> LiveTable:
    """A table that has called a judge."""
    table = opened(match)
    call_judge(live_table(table.pk), phone(table, "A"), "May he?", by=player(match, "A"), now=at(3))
    return table


def test_the_judges_word_is_kept_and_the_call_is_over(called: LiveTable) -> None:
    assert state(called, "B")["judge_called"]
    version = state(called, "B")["version"]
    event = called.record.match.round.event
    number = Dispute.objects.get().pk
    answered = answer_call(event, number, " Yes, he may. ", by=actor("jude"), now=at(5))
    assert (answered.resolved_at, answered.resolution) == (at(5), "Yes, he may.")
    assert not state(called, "B")["judge_called"]
    assert state(called, "B")["version"] > version
    with pytest.raises(Conflict):
        answer_call(event, number, "No.", by=actor("jude"), now=at(6))


def test_who_may_and_what_is_left_to_a_ruling(called: LiveTable) -> None:
    event = called.record.match.round.event
    number = Dispute.objects.get().pk
    for who in (player(called.record.match, "A"), actor("sam")):
        with pytest.raises(NotAllowed):
            answer_call(event, number, "", by=who, now=at(5))
    with pytest.raises(NotFound):
        answer_call(event, number + 1, "", by=actor("jude"), now=at(5))
    Dispute.objects.update(kind=Kind.ILLEGAL)
    with pytest.raises(Conflict):
        answer_call(event, number, "", by=actor("jude"), now=at(5))
    assert Dispute.objects.get().resolved_at is None


def test_the_judge_answers_on_the_list_at_the_table_and_by_the_api(called: LiveTable) -> None:
    event = called.record.match.round.event
    number = Dispute.objects.get().pk
    user = actor("jude").user
    assert user is not None
    judge = Client()
    judge.force_login(user)
    doors = (f"/events/{event.slug}/disputes/{number}/answer/", f"/live/{called.pk}/calls/{number}/")
    for shown, door in zip((f"/events/{event.slug}/disputes/", f"/live/{called.pk}/"), doors, strict=True):
        assert door in judge.get(shown).content.decode()
        assert judge.post(door, {"answer": "Yes."}).status_code == 303
        assert Dispute.objects.get().resolution == "Yes."
        assert door not in judge.get(shown).content.decode()
        Dispute.objects.update(resolved_at=None)
    api = APIClient()
    api.force_authenticate(user)
    said = api.post(f"/api/v1/events/{event.slug}/disputes/{number}/answer/", {}, format="json").json()
    assert (said["state"], said["resolution"]) == ("resolved", "Answered at the table.")
    mine = Client()
    mine.force_login(player(called.record.match, "A").user)  # type: ignore[arg-type]
    assert doors[1] not in mine.get(f"/live/{called.pk}/").content.decode()
