"""Both players agree that spectators see hidden cards while the game runs; neither ever sees the other's by it.

A draws Number 9 at minute 10 and lays it face down at minute 20; spectators see everything 15 minutes later.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from referee.live.entries import NotOpen
from referee.live.handing_over import taken_over
from referee.live.hands import agree_to_show
from referee.live.queries import forget_tables, live_table
from referee.live.seat_tokens import token_of
from referee.live.table_request import LiveTableRequest
from referee.live.watching import watch_state
from referee.models.live import LiveTable
from tests.referee.live.playing import opened, phone, state, tap
from tests.rules.kernel.helpers import draw, lay
from tests.tournaments.factories import actor, at, seated
from tournaments.access import Actor
from tournaments.entrants.claims import make_claim_link
from tournaments.errors import Conflict, NotAllowed
from tournaments.models.events import Event, JournalEntry
from tournaments.models.rounds import Match, Round
from tournaments.now import now

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
HIDDEN = "Number 9"


def table_of(match: Match, mode: str = "phones", **choices: Any) -> LiveTable:
    """A featured table of an event that shows everything with a delay."""
    chosen = {"spectators": "delayed", "spectator_delay": 15, **choices}
    Event.objects.filter(pk=match.round.event_id).update(**chosen)
    match.round.event.refresh_from_db()
    table = opened(match, mode)
    LiveTable.objects.filter(pk=table.pk).update(featured=True)
    who = "sam" if mode == "scorekeeper" else "A"
    tap(table, who, draw("A", HIDDEN, "Blank"), now=at(10))
    tap(table, who, lay("A", HIDDEN), now=at(20))
    return live_table(table.pk)


def agree(table: LiveTable, who: str, said: bool = True) -> None:
    agree_to_show(live_table(table.pk), phone(table, who), said, now=at(21))


def shown(table: LiveTable, minute: float = 60) -> bool:
    """Whether a visitor is shown A's hidden card."""
    seen = watch_state(live_table(table.pk), Actor.anonymous(), now=at(minute))
    assert seen["hands"]["shown"] is (HIDDEN in str(seen)) or minute < 35
    return HIDDEN in str(seen)


def test_it_takes_both_and_the_delay_and_each_may_take_it_back(match: Match) -> None:
    table = table_of(match)
    assert not shown(table)
    agree(table, "A")
    assert not shown(table)
    agree(table, "B")
    agree(table, "B")
    assert shown(table)
    assert [shown(table, minute) for minute in (24.9, 25)] == [False, True]
    agree(table, "A", False)
    assert not shown(table)
    said = JournalEntry.objects.filter(kind="live_table").order_by("id")
    words = [line.text.partition(": ")[2] for line in said]
    one, two = (seated(match, letter).name for letter in "AB")
    assert words == [
        f"{one} agrees that spectators see hidden cards.",
        f"{two} agrees that spectators see hidden cards.",
        f"{one} no longer agrees that spectators see hidden cards.",
    ]
    assert not any(line.public for line in said)


def test_a_phone_is_told_how_it_stands(match: Match) -> None:
    table = table_of(match)
    agree(table, "B")
    found = {who: state(table, who)["hands"] for who in ("A", "B", "sam")}
    assert {who: (one["mine"], one["wanted"]) for who, one in found.items()} == {
        "A": (False, True), "B": (True, True), "sam": (False, False),
    }  # fmt: skip
    assert found["A"]["agreed"] == ["B"] and found["A"]["shown"] is False
    for spectators in ("none", "public"):
        LiveTable.objects.filter(pk=table.pk).update(spectators=spectators)
        forget_tables()
        assert state(table, "A")["hands"] is None


@pytest.mark.parametrize("name", ["sam", "jude", "olga", "somebody"])
def test_nobody_agrees_for_a_player(match: Match, name: str) -> None:
    table = table_of(match)
    with pytest.raises(NotAllowed):
        agree(table, name)
    assert live_table(table.pk).open_hands == []


def test_a_player_of_another_table_agrees_to_nothing_here(match: Match) -> None:
    table = table_of(match)
    other = seated(match.round.matches.exclude(pk=match.pk).get(), "A")
    client = Client()
    client.force_login(other.user)  # type: ignore[arg-type]
    assert (
        client.post(
            f"/api/v1/live/{table.pk}/hands/", {"agree": True}, content_type="application/json"
        ).status_code
        == 403
    )


@pytest.mark.parametrize("ended", ["confirmed", "closed", "decided", "round"])
def test_it_is_agreed_while_the_game_runs_and_no_later(match: Match, ended: str) -> None:
    table = table_of(match)
    agree(table, "A")
    if ended in ("confirmed", "closed"):
        LiveTable.objects.filter(pk=table.pk).update(state=ended)
    elif ended == "decided":
        Match.objects.filter(pk=match.pk).update(state="decided")
    else:
        Round.objects.filter(pk=match.round_id).update(state="finished")
    with pytest.raises(NotOpen):
        agree(table, "B")
    if ended == "closed":  # the game may go on without the log: its cards are still hidden
        agree(table, "A", False)
        assert live_table(table.pk).open_hands == []
    else:
        with pytest.raises(Conflict):
            agree(table, "A", False)


@pytest.mark.parametrize("spectators", ["none", "public"])
def test_where_the_event_shows_no_hidden_cards_nobody_can_agree_to_it(match: Match, spectators: str) -> None:
    table = table_of(match, spectators=spectators)
    with pytest.raises(Conflict, match="no hidden cards"):
        agree(table, "A")


def test_on_a_phone_passed_around_each_agrees_with_his_own_code(match: Match) -> None:
    table = table_of(match, "shared")
    for who in "AB":
        with pytest.raises(NotAllowed, match="with your code"):
            agree(table, who)
    mine = taken_over(table, phone(table, "A"), "A", "code1")
    agree_to_show(live_table(table.pk), mine, True, now=at(21))
    assert live_table(table.pk).open_hands == ["A"]
    # B's code, given on A's phone: B agrees
    taken_over(table, phone(table, "B"), "B", "code2")
    theirs = taken_over(table, phone(table, "A"), "B", "code2")
    agree_to_show(live_table(table.pk), theirs, True, now=at(21))
    assert live_table(table.pk).open_hands == ["A", "B"] and shown(table)


def test_players_agree_also_where_a_scorekeeper_writes(match: Match) -> None:
    table = table_of(match, "scorekeeper")
    agree(table, "A")
    agree(table, "B")
    assert shown(table)


# -- who sits at the table -----------------------------------------------------------------------------------------
def by_account(match: Match) -> Client:
    client = Client()
    client.force_login(seated(match, "B").user)  # type: ignore[arg-type]
    return client


def by_claim_link(match: Match) -> Client:
    made, client = make_claim_link(seated(match, "B"), by=actor("olga"), now=now()), Client()
    client.post(f"/claim/{made}/")
    return client


@pytest.mark.parametrize("come", [by_account, by_claim_link])
def test_the_opponent_never_sees_it_whatever_was_agreed(
    match: Match, come: Callable[[Match], Client]
) -> None:
    """B by account and by claim link, on every page and answer about the table, before both agreed and after: the
    same view of the game, never A's card. A visitor is shown it."""
    table, client = table_of(match, spectator_delay=1), come(match)
    pages = [
        f"/live/{table.pk}/watch/",
        f"/live/{table.pk}/",
        f"/records/{table.record_id}/",
        f"/matches/{match.pk}/",
    ]
    asked = [(page, {}) for page in pages] + [(page, {"X-Fragment": "1"}) for page in pages[:2]]
    asked += [(f"/api/v1/live/{table.pk}/{more}", {}) for more in ("watch/", "watch/?since=0", "", "board/")]
    for _ in range(2):
        for address, headers in asked:
            answer = client.get(address, headers=headers)
            assert answer.status_code in (200, 302, 401, 403, 404), address
            assert HIDDEN.encode() not in answer.content, address
        agree(table, "A")
        agree(table, "B")
    assert HIDDEN.encode() in Client().get(pages[0]).content
    assert b"You sit at this table" in client.get(pages[0]).content


def test_a_seat_token_is_shown_no_more(match: Match) -> None:
    """The token says whose phone it is, though no account or claim comes with it."""
    table = table_of(match, spectator_delay=1)
    agree(table, "A")
    agree(table, "B")
    address = f"/api/v1/live/{table.pk}/watch/"
    assert HIDDEN in Client().get(address).content.decode()
    token = LiveTableRequest(table, phone(table, "B")).token()
    assert token == token_of(table, phone(table, "B"))
    for said in (token, "old.word"):
        seen = Client().get(address, headers={"authorization": f"Seat {said}"})
        assert seen.status_code == 200 and HIDDEN not in seen.content.decode()


# -- page and API --------------------------------------------------------------------------------------------------
def test_on_the_phones_page_and_over_the_api(match: Match) -> None:
    table, bea = table_of(match, spectator_delay=1), by_account(match)
    page, api = f"/live/{table.pk}/", f"/api/v1/live/{table.pk}/hands/"
    send: Callable[[Any], Any] = lambda body: bea.post(api, body, content_type="application/json")  # noqa: E731
    shown_page = bea.get(page).content.decode()
    assert f"{page}hands/" in shown_page and "I agree" in shown_page
    assert [
        bea.post(f"{page}hands/", body, headers={"X-Tap": "1"}).status_code for body in ({}, {"agree": "x"})
    ] == [400, 400]
    assert [send(body).status_code for body in ({}, {"agree": "²x"}, [])] == [400, 400, 400]
    assert live_table(table.pk).open_hands == []
    assert bea.post(f"{page}hands/", {"agree": "yes"}).status_code == 303
    assert live_table(table.pk).open_hands == ["B"]
    assert "I no longer agree" in bea.get(page).content.decode()
    assert "Ich stimme nicht mehr zu" in bea.get(page, headers={"accept-language": "de"}).content.decode()
    assert send({"agree": False}).json()["hands"]["agreed"] == []
    assert send({"agree": True}).json()["hands"] == {
        "shown": False, "agreed": ["B"], "mine": True, "wanted": True, "delay_minutes": 1,
    }  # fmt: skip
    agree(table, "A")
    watch = f"/live/{table.pk}/watch/"
    assert b"all who play this game agreed" in Client().get(watch).content
    assert (
        "Alle, die dieses Spiel spielen"
        in Client().get(watch, headers={"accept-language": "de"}).content.decode()
    )
    LiveTable.objects.filter(pk=table.pk).update(open_hands=["A"])
    assert b"or when all who play it agree" in Client().get(watch).content
