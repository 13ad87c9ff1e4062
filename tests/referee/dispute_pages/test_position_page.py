"""The table of a dispute, laid out by touch: what it begins with, what a touch does, and that nobody learns more."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.disputes.opening import open_by_hand
from referee.games.starts import starts_of
from referee.judging import own_match
from referee.models.disputes import Dispute, DisputeRow, Kind, RowKind
from referee.positions.agreeing import tell_position, told_by_others
from referee.records.changes import attach_log
from rules.kernel.entries import PUBLIC
from tests.referee.conftest import Who
from tests.referee.live.playing import match_of_game
from tests.referee.logs import secret_log
from tests.referee.positions.test_agreeing import NINE, THREE, position, unknown
from tests.tournaments.factories import at, player, seated
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


@pytest.fixture
def dispute(match: Match) -> Dispute:
    """About the end of A's log, in which A alone saw the own hand: a 9 and a 1; the 9 is laid down hidden."""
    record = attach_log(match, 1, secret_log(NINE), by=player(match, "A"), now=at(2))
    return open_by_hand(
        match, Kind.PLAY, "Whose turn?", by=player(match, "A"), now=at(3), record=record.pk, entry=1
    )


def reader(who: Who, dispute: Dispute, letter: str) -> Client:
    user = seated(dispute.match, letter).user
    assert user is not None
    return who(user.username)


def address(dispute: Dispute) -> str:
    return reverse("referee:dispute_position", args=[dispute.event.slug, dispute.pk])


def carried(client: Client, dispute: Dispute, **query: Any) -> dict[str, str]:
    """What the page holds of the table."""
    answer = client.get(address(dispute), query)
    assert answer.status_code == 200
    hidden = r'<input type="hidden" name="(p\.[^"]+)" value="([^"]*)">'
    return dict(re.findall(hidden, answer.content.decode()))


def test_it_begins_with_the_log_as_the_side_may_see_it(
    who: Who, dispute: Dispute, verdicts_told: None
) -> None:
    a, b = (reader(who, dispute, letter) for letter in "AB")
    mine = carried(a, dispute)
    assert NINE in mine["p.players.A.hand"] and "Number 1" in mine["p.players.A.hand"]
    later = carried(a, dispute, **{"from": "log", "entry": 2})
    assert NINE not in later["p.players.A.hand"] and "Number 1" in later["p.players.A.hand"]
    theirs = b.get(address(dispute), {"from": "log", "entry": 1}).content.decode()
    assert NINE not in theirs and "Number 1" not in theirs and "2 x ?" in theirs
    assert not any(
        value for name, value in carried(a, dispute, **{"from": "empty"}).items() if "hand" in name
    )
    assert b.get(address(dispute), {"from": "log", "entry": 99}).status_code == 404


def test_where_a_log_stops_is_told_nobody_who_still_plays(who: Who, dispute: Dispute) -> None:
    """In a competitive event each reads the entry in question, as he told it, and no other; a judge reads all."""
    assert dispute.event.logs == own_match.COMPETITIVE
    a, jude = reader(who, dispute, "A"), who("jude")
    assert a.get(address(dispute), {"from": "log", "entry": 1}).status_code == 200
    assert a.get(address(dispute), {"from": "log", "entry": 2}).status_code == 404
    assert 'id="from-entry"' not in a.get(address(dispute)).content.decode()
    assert jude.get(address(dispute), {"from": "log", "entry": 2}).status_code == 200
    # A question about the log as a whole would open where it stopped.
    Dispute.objects.filter(pk=dispute.pk).update(entry=None)
    assert "from=log" not in a.get(address(dispute)).content.decode()
    assert carried(a, dispute) == carried(a, dispute, **{"from": "empty"})
    assert a.get(address(dispute), {"from": "log"}).status_code == 404
    assert jude.get(address(dispute), {"from": "log"}).status_code == 200


def test_it_begins_with_what_the_other_side_laid_out_but_for_its_hand(who: Who, dispute: Dispute) -> None:
    ann, bob = (player(dispute.match, letter) for letter in "AB")
    a, b = (reader(who, dispute, letter) for letter in "AB")
    assert b.get(address(dispute), {"from": "others"}).status_code == 404
    tell_position(dispute, position([NINE, "Blank"], [unknown(1)], turn="B"), by=ann, now=at(4))
    assert "from=others" in b.get(address(dispute)).content.decode()
    assert a.get(address(dispute), {"from": "others"}).status_code == 404
    seen = b.get(address(dispute), {"from": "others"}).content.decode()
    assert NINE not in seen and "Blank" not in seen and "2 x ?" in seen
    tell_position(dispute, position([unknown(2)], [THREE]), by=bob, now=at(5))
    # each goes on from the own, or looks at the other's
    assert carried(b, dispute)["p.turn"] == "A" and carried(b, dispute, **{"from": "others"})["p.turn"] == "B"
    assert THREE not in str(told_by_others(dispute, "A")) and NINE not in str(told_by_others(dispute, "B"))
    assert not {THREE, NINE} & set(re.findall(r"Number \d", str(told_by_others(dispute, PUBLIC))))


def test_a_touch_puts_a_card_and_is_no_telling(who: Who, dispute: Dispute) -> None:
    a = reader(who, dispute, "A")
    sent = carried(a, dispute, **{"from": "empty"}) | {"by": "touching"}
    opened = a.post(address(dispute), sent | {"touch": "players.A.hand"}).content.decode()
    assert 'data-held="players.A.hand"' in opened and 'id="find"' in opened
    hits = a.post(address(dispute), sent | {"touched": "players.A.hand", "find": "nu", "part": "hits"})
    put = re.search(r'name="edit"\s+value="(\w+ players\.A\.hand Number[^"]*)"', hits.content.decode())
    assert put is not None
    there = a.post(address(dispute), sent | {"touched": "players.A.hand", "edit": put[1]}).content.decode()
    held = dict(re.findall(r'name="(p\.players\.A\.hand)" value="([^"]*)"', there))
    assert held["p.players.A.hand"].startswith("Number")
    assert not DisputeRow.objects.filter(kind=RowKind.POSITION).exists()
    told = a.post(address(dispute), sent | held | {"p.turn": "A", "p.phase": "lay", "do": "tell"})
    assert told.status_code == 303 and DisputeRow.objects.filter(kind=RowKind.POSITION).count() == 1


def test_a_line_says_what_lies_where_and_nothing_is_asked(who: Who, dispute: Dispute) -> None:
    """It would be help from outside: no entry is played, none is judged, no card is declared."""
    a = reader(who, dispute, "A")
    sent = carried(a, dispute, **{"from": "empty"}) | {"by": "touching", "do": "say"}
    said = a.post(address(dispute), sent | {"say": f'A hand: "{NINE}"'}).content.decode()
    assert f'name="p.players.A.hand" value="{NINE}"' in said
    refused = a.post(address(dispute), sent | {"say": "A > draw?"}).content.decode()
    assert "nothing is played or asked" in refused
    asked = sent | {
        "lines": '{"by": "A", "do": "draw", "expect": "legal"}',
        "ask": '{"by": "A", "do": "draw"}',
    }
    page = a.post(address(dispute), asked | {"touch": "players.A.hand"}).content.decode()
    assert not [word for word in ("Is it legal?", "Legal here", 'name="ask"', 'name="lines"') if word in page]
    declared = sent | {"edit": "declare add players.A.hand", "new.title": "Mine"}
    assert "Mine" not in a.post(address(dispute), declared).content.decode()
    typed = declared | {"edit": "", "put_change": declared["edit"], "put": "x"}
    assert "Mine" not in a.post(address(dispute), typed).content.decode()


def test_it_begins_with_a_common_question_of_as_many_seats(who: Who) -> None:
    match = match_of_game("highlander")
    dispute = open_by_hand(match, Kind.PLAY, "May I?", by=player(match, "A"), now=at(3))
    a = reader(who, dispute, "A")
    start = next(one for one in starts_of("highlander").values() if one.seats == 2)
    page = a.get(address(dispute)).content.decode()
    assert f"?start={start.id}" in page
    assert carried(a, dispute, start=start.id) != carried(a, dispute)
    assert a.get(address(dispute), {"start": "no-such"}).status_code == 404


def test_it_begins_with_the_position_of_an_example_without_what_is_played_there(who: Who) -> None:
    """HL-009 has A's Breastplate and Helmet in play, and goes on with entries."""
    match = match_of_game("highlander")
    dispute = open_by_hand(match, Kind.PLAY, "May I?", by=player(match, "A"), now=at(3))
    a = reader(who, dispute, "A")
    page = a.get(address(dispute), {"examples": "HL-009"}).content.decode()
    assert 'href="' + address(dispute) + '?example=HL-009-armor"' in page
    assert re.search(r'<details class="fold begin" id="begin" open', page)
    held = carried(a, dispute, example="HL-009-armor")
    assert "Breastplate" in held["p.players.A.in_play.0.card"] and held["p.phase"] == "defense"
    laid = a.get(address(dispute), {"example": "HL-009-armor"}).content.decode()
    assert 'name="lines"' not in laid and "illegal" not in laid
    assert a.get(address(dispute), {"example": "no-such"}).status_code == 404


def test_an_example_with_cards_that_the_event_does_not_know_or_for_more_players_is_none(who: Who) -> None:
    """HC-08 is for three players; NBC-273 declares Ghost 2."""
    for game, name in (("herocard_nightmare", "HC-08"), ("nightmare_before_christmas", "NBC-273")):
        match = match_of_game(game)
        dispute = open_by_hand(match, Kind.PLAY, "May I?", by=player(match, "A"), now=at(3))
        a = reader(who, dispute, "A")
        assert "No example has" in a.get(address(dispute), {"examples": name}).content.decode()
        full = next(path.stem for path in (Path("tests/scenarios") / game).glob(f"{name}*.jsonl"))
        assert a.get(address(dispute), {"example": full}).status_code == 404


def test_all_of_it_can_be_typed(who: Who, dispute: Dispute) -> None:
    a = reader(who, dispute, "A")
    sent = carried(a, dispute) | {"by": "touching", "do": "typing"}
    page = a.post(address(dispute), sent).content.decode()
    assert re.search(r'<textarea[^>]*name="p\.players\.A\.hand"', page) and NINE in page
    assert 'name="by" value="typing"' in page and 'id="places"' not in page


def test_a_judge_touches_it_too(who: Who, dispute: Dispute) -> None:
    assert 'id="places"' in who("jude").get(address(dispute)).content.decode()
    assert who("stranger").get(address(dispute)).status_code in (403, 404)
