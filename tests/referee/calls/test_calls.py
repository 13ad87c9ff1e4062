"""A call from the raised hand to the answer: one at a table, one judge to a call, and the time given back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from referee.calls.changes import (
    at_the_table,
    call_judge,
    finish_call,
    hand_over,
    on_the_way,
    take_back_call,
    take_call,
)
from referee.calls.queries import floor_calls
from referee.live import answers
from referee.live.queries import live_table
from referee.models.calls import Call, CallStep
from referee.models.disputes import Dispute
from tests.referee.live.playing import opened, phone
from tests.tournaments.factories import (
    actor,
    at,
    player,
    published_round,
    round_under_way,
    running_event,
    tables,
    win,
)
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound
from tournaments.events.staff import grant_role
from tournaments.models.clocks import ClockEvent, Deadline
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.results.changes import enter_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """A table of a round of 50 minutes, started at noon; Jude and Jim are judges."""
    round = round_under_way(4, round_minutes=50)
    actor("jim")
    grant_role(round.event, "jim", "judge", by=actor("olga"), now=at(-1))
    return tables(round)[0]


def calling(match: Match, minute: float = 10, reason: str = "rules", words: str = "") -> Call:
    return call_judge(match, reason, words, by=player(match, "A"), now=at(minute))


def done(call: Call) -> list[str]:
    return list(CallStep.objects.filter(call=call).order_by("pk").values_list("step", flat=True))


def number(who: str) -> int:
    user = actor(who).user
    assert user is not None
    return int(user.pk)


def test_a_call_with_a_reason_and_words(match: Match) -> None:
    call = calling(match, words="May he block that?")
    assert (call.reason, call.dispute.question, call.dispute.kind) == ("rules", "May he block that?", "call")
    assert call.entrant == match.seats.get(letter="A").entrant and call.judge is None
    # a second call of the table, also by the other player and for another reason, is the first
    assert calling(match, 11, "deck").pk == call.pk
    assert call_judge(match, "other", "", by=player(match, "B"), now=at(12)).pk == call.pk
    assert Dispute.objects.count() == 1


def test_without_words_the_reason_is_the_question(match: Match) -> None:
    assert calling(match, reason="slow_play").dispute.question == "Slow play."
    assert calling(tables(match.round)[1], reason="").reason == "other"


@pytest.mark.parametrize("reason", ["fire", 7, ["rules"]])
def test_another_reason_is_refused(match: Match, reason: Any) -> None:
    with pytest.raises(Invalid):
        calling(match, reason=reason)
    assert not Call.objects.exists()


def test_who_may_call_and_when(match: Match) -> None:
    for who in (actor("player9"), actor("jude"), Actor.anonymous(), player(tables(match.round)[1], "A")):
        with pytest.raises(NotAllowed):
            call_judge(match, "rules", "", by=who, now=at(10))
    enter_result(match, win("A"), by=actor("sam"), now=at(20))
    with pytest.raises(Conflict):
        calling(match, 21)


def test_a_published_table_may_call_before_the_round_starts() -> None:
    match = tables(published_round(running_event(4)))[0]
    assert calling(match, -2, "deck").reason == "deck"


def test_from_the_call_to_the_answer(match: Match) -> None:
    call = calling(match)
    take_call(call, by=actor("jude"), now=at(11))
    take_call(call, by=actor("jude"), now=at(11.5))
    with pytest.raises(Conflict, match="Jude"):
        take_call(call, by=actor("jim"), now=at(12))
    on_the_way(call, by=actor("jude"), now=at(12))
    at_the_table(call, by=actor("jude"), now=at(13))
    deadline = Deadline.objects.get(match=match)
    ends = deadline.due_at
    finish_call(call, "He may.", 5, by=actor("jude"), now=at(14.5))
    assert done(call) == ["taken", "coming", "here", "done"]
    dispute = Dispute.objects.get()
    assert (dispute.resolution, dispute.resolved_at, dispute.resolved_by) == ("He may.", at(14.5), "Jude")
    deadline.refresh_from_db()
    assert deadline.due_at - ends == timedelta(minutes=5)
    assert ClockEvent.objects.filter(kind="extended", match=match).count() == 1
    with pytest.raises(Conflict):
        finish_call(call, "Again.", None, by=actor("jude"), now=at(15))


def test_coming_takes_a_call_that_nobody_has(match: Match) -> None:
    call = on_the_way(calling(match), by=actor("jim"), now=at(11))
    assert call.judge_id == number("jim") and done(call) == ["taken", "coming"]


def test_handing_over_and_back_into_the_list(match: Match) -> None:
    call = calling(match)
    on_the_way(call, by=actor("jude"), now=at(11))
    hand_over(call, number("jim"), by=actor("jude"), now=at(12))
    call.refresh_from_db()
    assert (call.judge_id, call.coming_at) == (number("jim"), None)
    hand_over(call, "", by=actor("jim"), now=at(13))
    call.refresh_from_db()
    assert call.judge_id is None and done(call) == ["taken", "coming", "handed", "let_go"]
    for other in (number("player1"), 10**8):
        with pytest.raises((NotFound, NotAllowed)):
            hand_over(call, other, by=actor("jude"), now=at(14))
    with pytest.raises(Invalid):
        hand_over(call, "jim", by=actor("jude"), now=at(14))


def test_taken_back_while_nobody_has_come(match: Match) -> None:
    call = calling(match)
    on_the_way(call, by=actor("jude"), now=at(11))
    take_back_call(call, by=player(match, "B"), now=at(12))
    assert Dispute.objects.get().resolved_at == at(12) and done(call)[-1] == "taken_back"
    with pytest.raises(Conflict):
        take_call(call, by=actor("jim"), now=at(13))
    again = calling(match, 14)
    at_the_table(again, by=actor("jude"), now=at(15))
    with pytest.raises(Conflict):
        take_back_call(again, by=player(match, "A"), now=at(16))
    with pytest.raises(NotAllowed):
        take_back_call(again, by=actor("player9"), now=at(16))


def test_minutes_are_given_or_nothing_is_done() -> None:
    """The round has not started: there is no clock to move, so the answer is not kept either."""
    match = tables(published_round(running_event(4)))[0]
    call = calling(match, -3)
    with pytest.raises(Conflict):
        finish_call(call, "Yes.", 3, by=actor("jude"), now=at(-1))
    assert Dispute.objects.get().resolved_at is None and done(call) == []
    for minutes in (-1, 61, "five", 2.5):
        with pytest.raises(Invalid):
            finish_call(call, "Yes.", minutes, by=actor("jude"), now=at(-1))
    finish_call(call, "", 0, by=actor("jude"), now=at(-1))
    assert Dispute.objects.get().resolution == "Answered at the table."


def test_a_live_table_calls_by_the_same_list(match: Match) -> None:
    table = opened(match)
    first = phone(table, "A")
    answers.call_judge(live_table(table.pk), first, "", by=player(match, "A"), now=at(9), reason="slow_play")
    call = Call.objects.get()
    assert (call.reason, call.dispute.record_id) == ("slow_play", table.record_id)
    # from My table it is the same call
    assert calling(match).pk == call.pk
    finish_call(call, "Faster, please.", None, by=actor("jude"), now=at(12))
    assert calling(match, 13).pk != call.pk


def test_a_judge_who_plays_there_does_not_take_it(match: Match) -> None:
    grant_role(match.round.event, "player1", "judge", by=actor("olga"), now=at(0))
    own = next(each for each in tables(match.round) if each.seats.filter(entrant__name="Player1").exists())
    call = call_judge(own, "rules", "", by=actor("player1"), now=at(5))
    with pytest.raises(NotAllowed):
        take_call(call, by=actor("player1"), now=at(6))
    event = own.round.event
    assert floor_calls(event, actor("player1"), at(7)) == []
    assert [one.call.pk for one in floor_calls(event, actor("jude"), at(7))] == [call.pk]


def test_the_floor_by_age_reason_and_whose(match: Match) -> None:
    event, second = match.round.event, tables(match.round)[1]
    first = calling(match, 10)
    other = calling(second, 12, "deck")
    take_call(other, by=actor("jude"), now=at(13))
    jude = actor("jude")

    def shown(**asked: str) -> list[int]:
        return [one.call.pk for one in floor_calls(event, jude, at(14.2), **asked)]

    assert shown() == [first.pk, other.pk]
    assert shown(reason="deck") == shown(whose="mine") == [other.pk]
    assert shown(whose="nobody") == [first.pk]
    one, two = floor_calls(event, jude, at(14.2))
    # 4.2 minutes ago: four whole ones have passed, and five are proposed
    assert (one.minutes, one.proposed, one.state, two.state) == (4, 5, "waiting", "taken")


def client(who: str) -> Client:
    made = Client()
    user = actor(who).user
    assert user is not None
    made.force_login(user)
    return made


def test_by_the_pages(match: Match) -> None:
    event = match.round.event
    name = player(match, "A").user
    assert name is not None
    mine = Client()
    mine.force_login(name)
    page = mine.get(f"/events/{event.slug}/me/").content.decode()
    assert "Call a judge" in page and 'value="slow_play"' in page
    where = f"/matches/{match.pk}/call/"
    assert mine.post(where, {"reason": "rules", "words": "<b>?"}).status_code == 303
    assert "The judges see your call" in mine.get(f"/events/{event.slug}/me/").content.decode()
    judge, number_of_call = client("jude"), Dispute.objects.get().pk
    floor = judge.get(f"/events/{event.slug}/floor/").content.decode()
    assert "&lt;b&gt;?" in floor and "I am coming" in floor
    for step in ("coming", "here"):
        assert judge.post(f"/events/{event.slug}/calls/{number_of_call}/{step}/").status_code == 303
    assert "is at your table" in mine.get(f"/events/{event.slug}/me/").content.decode()
    sent = {"answer": "No.", "minutes": "4", "give": "1"}
    # the clock of the tests runs before the real one, so that the round is over by now
    assert judge.post(f"/events/{event.slug}/calls/{number_of_call}/done/", sent).status_code in (303, 409)
    assert judge.post(f"/events/{event.slug}/calls/{number_of_call}/dance/").status_code in (403, 404)
    assert client("sam").get(f"/events/{event.slug}/floor/").status_code == 403
    assert mine.get(f"/events/{event.slug}/floor/").status_code == 403


def test_by_the_api(match: Match) -> None:
    event: Event = match.round.event
    caller, judge = APIClient(), APIClient()
    caller.force_authenticate(player(match, "A").user)
    judge.force_authenticate(actor("jude").user)
    where = f"/api/v1/matches/{match.pk}/call/"
    assert caller.delete(where).status_code == 404
    made = caller.post(where, {"reason": "deck", "words": "Seven?"}, format="json")
    assert made.status_code == 201 and made.json()["reason"] == "deck"
    steps = f"/api/v1/events/{event.slug}/calls/{made.json()['id']}/"
    assert caller.post(steps, {"step": "take"}, format="json").status_code == 403
    assert judge.post(steps, {"step": "take"}, format="json").json()["judge"] == number("jude")
    (listed,) = judge.get(f"/api/v1/events/{event.slug}/calls/").json()["results"]
    assert [step["step"] for step in listed["steps"]] == ["taken"]
    assert judge.post(steps, {"step": "fly"}, format="json").status_code == 400
    assert caller.delete(where).status_code == 200
    assert judge.get(f"/api/v1/events/{event.slug}/calls/").json()["results"] == []
    assert caller.get(f"/api/v1/events/{event.slug}/calls/").status_code == 403
