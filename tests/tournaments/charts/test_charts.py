"""Charts: what they show, worked by hand, and who is shown which."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.factories import (
    actor,
    at,
    finish_round,
    open_event,
    played_round,
    player,
    running_event,
    running_round,
    started,
    tables,
    win,
)
from tests.tournaments.pages.conftest import Who, who
from tournaments.access import Actor
from tournaments.charts.decks import Deck, breakdown_of
from tournaments.charts.drawing import APART, line_chart
from tournaments.charts.lengths import Bar, _in_bars, lengths_of
from tournaments.charts.places import Course, courses_of
from tournaments.decks.changes import submit_deck
from tournaments.entrants.changes import late_entry
from tournaments.models.events import Event
from tournaments.models.rounds import Round
from tournaments.results.changes import enter_result, report_result

__all__ = ["who"]
pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def decided(event: Event, minute: float, winners: dict[str, float], **more: Any) -> Round:
    """The next round, in which these win, each so many minutes after its start."""
    round = running_round(event, minute)
    for match in tables(round):
        code = next(seat.entrant.code for seat in match.seats.all() if seat.entrant.code in winners)
        letter = match.seats.get(entrant__code=code).letter
        enter_result(match, win(letter) | more, by=actor("sam"), now=at(minute + winners[code]))
    return finish_round(round, by=actor("olga"), now=at(minute + 90))


def test_places_after_every_round_and_where_nobody_stood_yet() -> None:
    """Two rounds of four: after the first the winners share place 1; a late player is in the second table alone."""
    event = running_event(4, swiss_rounds=3)
    first = played_round(event)
    winners = {match.seats.get(letter="A").entrant.code for match in tables(first)}
    losers = {"P01", "P02", "P03", "P04"} - winners
    rounds, before = courses_of(event, [])
    assert rounds == (1,)
    assert {each.code: each.places for each in before} == {
        **dict.fromkeys(winners, (1,)),
        **dict.fromkeys(losers, (3,)),
    }
    running = running_round(event, 60)
    late_entry(event, "Late Larry", missed_rounds_as="loss", by=actor("olga"), now=at(65))
    for match in tables(running):
        enter_result(match, win("A"), by=actor("sam"), now=at(80))
    finish_round(running, by=actor("olga"), now=at(100))
    rounds, after = courses_of(event, ["P05", "P01", "nobody"])
    assert rounds == (1, 2) and [each.code for each in after] == ["P05", "P01"]
    assert after[0].places[0] is None and after[0].name == "Late Larry"
    assert len(courses_of(event, [])[1]) == 5


def test_somebody_s_own_places_are_always_there_and_others_are_looked_for(who: Who) -> None:
    event = running_event(12, swiss_rounds=4)
    played_round(event)
    address = f"/events/{event.slug}/charts/"
    _rounds, eight = courses_of(event, [])
    last = courses_of(event, [], own="P12")[1]
    assert len(eight) == len(last) == 8 and "P12" in {each.code for each in last}
    assert "<title>Player12</title>" in who("player12").get(address).content.decode()
    page = who("").get(address + "?q=PLAYER1").content.decode()
    assert set(re.findall(r"<title>(Player\d+)</title>", page)) == {
        "Player1",
        "Player10",
        "Player11",
        "Player12",
    }
    page = who("").get(address + "?q=%00nobody").content.decode()
    assert "Nobody has such a name" in page and page.count("<title>Player") == 8


def test_before_the_first_round_is_finished_there_is_nothing_to_draw(client: Client) -> None:
    event = running_event(4)
    running_round(event)
    page = client.get(f"/events/{event.slug}/charts/").content.decode()
    assert "once the first round is finished" in page and '<svg class="chart' not in page
    told = client.get(f"/api/v1/events/{event.slug}/charts/").json()
    assert told == {
        "rounds": [],
        "courses": [],
        "lengths": {"matches": 0, "half": None, "bars": []},
        "game_lengths": None,
        "breakdown": None,
    }


def test_a_match_is_as_long_as_until_the_first_word_of_it() -> None:
    """Reported after 12 minutes and corrected after 80; entered after 24; a no-show has no length."""
    event = running_event(6, swiss_rounds=3)
    round = running_round(event)
    one, two, three = tables(round)
    report_result(one, win("A"), by=player(one, "A"), now=at(12))
    enter_result(one, win("A"), by=actor("sam"), now=at(20))
    enter_result(one, win("B"), by=actor("hedda"), now=at(80), reason="Wrong way round.")
    enter_result(two, {"winner": None}, by=actor("sam"), now=at(24))
    enter_result(three, win("A") | {"kind": "no_show"}, by=actor("sam"), now=at(5))
    assert lengths_of(event).matches == 0  # of a round that is being played nothing is said
    finish_round(round, by=actor("olga"), now=at(90))
    lengths = lengths_of(event)
    assert (lengths.matches, lengths.half) == (2, 18)
    assert lengths.bars == (
        Bar(0, 5, 0, 0), Bar(5, 10, 0, 0), Bar(10, 15, 1, 0), Bar(15, 20, 0, 0), Bar(20, 25, 0, 1),
    )  # fmt: skip


def test_one_forgotten_table_stretches_no_picture() -> None:
    """A hundred matches of 7 minutes and one of a day: the last bar has it, without an end."""
    lengths = _in_bars([(7.0, False)] * 200 + [(1440.0, False)])
    assert lengths.bars == (Bar(0, 5, 0, 0), Bar(5, None, 201, 0))
    assert _in_bars([(float(n), n % 2 == 0) for n in range(1, 101)]).bars[0] == Bar(0, 10, 5, 4)


def handed_in(event: Event, names: dict[str, str]) -> None:
    for code, name in names.items():
        entrant = event.entrants.get(code=code)
        entrant.event = event
        body = {"name": name, "sections": {"personal": [{"card": "Anvil", "count": 1}]}}
        submit_deck(entrant, body, by=actor("olga"), now=at(-80))


def test_decks_by_their_players_what_they_won_and_who_came_into_the_cut() -> None:
    """Four of six have lists of three kinds; by hand: Anvils (P01, P02), Carrots (P03), no name (P04)."""
    stages = [{"kind": "swiss"}, {"kind": "single_elimination", "size": 2}]
    event = open_event(6, deck_lists="optional", open_decks="start", swiss_rounds=1, stages=stages)
    handed_in(event, {"P01": "Falling Anvils", "P02": "falling  ANVILS", "P03": "Carrots", "P04": " "})
    event = started(event)
    round = running_round(event)
    expected = {"falling anvils": [0, 0], "carrots": [0, 0], "": [0, 0]}
    kinds = {"P01": "falling anvils", "P02": "falling anvils", "P03": "carrots", "P04": ""}
    winners = set()
    for match in tables(round):
        codes = {seat.letter: seat.entrant.code for seat in match.seats.all()}
        enter_result(match, win("A"), by=actor("sam"), now=at(20))
        winners.add(codes["A"])
        first, second = kinds.get(codes["A"]), kinds.get(codes["B"])
        if first != second:
            if first is not None:
                expected[first][0] += 1
            if second is not None:
                expected[second][1] += 1
    finish_round(round, by=actor("olga"), now=at(30))
    breakdown = breakdown_of(event, by=Actor.anonymous())
    assert breakdown is not None and (breakdown.players, breakdown.without, breakdown.cut) == (4, 2, None)
    assert {deck.title.casefold(): [deck.won, deck.lost] for deck in breakdown.decks} == expected
    assert breakdown.decks[0].title == "Falling Anvils" and breakdown.decks[0].players == 2
    final = running_round(event, 100)
    after = breakdown_of(event, by=Actor.anonymous())
    assert after is not None and after.cut == 2
    inside = {seat.entrant.code for match in tables(final) for seat in match.seats.all()}
    assert sum(deck.into_cut for deck in after.decks) == len(inside & kinds.keys())


def test_a_share_is_parts_of_a_win() -> None:
    assert Deck("x", 3, won=1, lost=1, drawn=2).share == 0.5
    assert Deck("x", 3).share is None


def test_closed_lists_are_told_by_no_chart(who: Who) -> None:
    event = open_event(4, deck_lists="optional")
    handed_in(event, {"P01": "Falling Anvils"})
    event = started(event)
    played_round(event)
    for name in ("", "player1", "hedda", "olga"):
        page = who(name).get(f"/events/{event.slug}/charts/").content.decode()
        assert "Falling Anvils" not in page
        told = who(name).get(f"/api/v1/events/{event.slug}/charts/").json()
        assert told["breakdown"] is None and told["rounds"] == [1]


def test_names_at_the_ends_of_lines_never_cover_each_other() -> None:
    courses = [Course(n, f"P{n}", f"Player {n}", (n, 1)) for n in range(1, 9)]
    chart = line_chart((1, 2), courses, "P3")
    heights = sorted(line.label.y for line in chart.lines)
    assert all(b - a >= APART for a, b in pairwise(heights))
    assert heights[-1] < chart.height
    assert [line.own for line in chart.lines] == [n == 3 for n in range(1, 9)]


def test_a_line_is_broken_where_somebody_was_not_in_the_table() -> None:
    chart = line_chart((1, 2, 3, 4), [Course(1, "P1", "Player 1", (2, None, 1, 1))])
    assert len(chart.lines[0].points) == 3 and len(chart.lines[0].pieces) == 1
    assert [point.text for point in chart.places] == ["1", "2"]


def test_no_query_for_each_player(django_assert_max_num_queries: Any, client: Client) -> None:
    event = running_event(8, swiss_rounds=3, deck_lists="optional", open_decks="start")
    played_round(event)
    with django_assert_max_num_queries(37):
        assert client.get(f"/events/{event.slug}/charts/").status_code == 200
