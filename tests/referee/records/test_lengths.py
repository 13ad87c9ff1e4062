"""How long games were by their logs: counted apart from the engines, noted by the sweep, drawn in the charts."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from referee.models.records import NotedLog, Record
from referee.records.changes import attach_log
from referee.rulebooks.tasks import note_played
from rules.kernel.log import Log
from rules.kernel.replay import Replay
from rules.kernel.selfplay import log_bytes, play_game
from rules.registry import load
from tests.referee.live.playing import match_of_game
from tests.tournaments.factories import actor, at, finish_round, player
from tournaments.charts.lengths import Bar, LoggedGame, _counted_in_bars, game_lengths_of
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.anywhere]


def entries_of(run: Replay, verb: str) -> int:
    return sum(entry.do == verb for entry in run.entries)


def seats_in_turn(run: Replay) -> int:
    """How often the turn went over to a seat."""
    turns, last = 0, None
    for position in run.positions:
        seat = getattr(position, "turn", None)
        if seat in run.seats and seat != last:
            turns, last = turns + 1, seat
    return turns


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize(
    ("game", "counted"),
    [
        ("highlander", seats_in_turn),
        ("herocard_duel", seats_in_turn),
        # a Day ends when each of the two has ended the turn
        ("nightmare_before_christmas", lambda run: entries_of(run, "end_turn") / 2),
        ("looney_tunes", lambda run: entries_of(run, "score")),
    ],
)
def test_the_length_of_a_game_is_what_its_log_counts(game: str, counted: Any, seed: str) -> None:
    engine = load(game)
    run = play_game(engine, f"length:{seed}", 2)
    assert run.outcome() is not None
    assert engine.length(run.positions[-1]) == counted(run) > 1


def test_each_game_says_what_it_counts() -> None:
    said = {
        game: load(game).event_rules.length.period
        for game in ("highlander", "nightmare_before_christmas", "herocard_nightmare", "looney_tunes")
    }
    assert said == {
        "highlander": "turn",
        "nightmare_before_christmas": "day",
        "herocard_nightmare": "turn",
        "looney_tunes": "scene",
    }


def games(*lengths: int, drawn: int = 0) -> list[LoggedGame]:
    return [LoggedGame(length, at < drawn) for at, length in enumerate(lengths)]


@pytest.mark.parametrize(
    ("lengths", "bars"),
    [
        # eleven lengths at most have a bar each
        ((7, 8, 8, 10), [Bar(7, 7, 0, 1), Bar(8, 8, 2, 0), Bar(9, 9, 0, 0), Bar(10, 10, 1, 0)]),
        # from 3 to 24 are 22: by twos, which begin with odd numbers
        (
            (3, 4, 9, 24),
            [
                Bar(first, first + 1, {3: 1, 9: 1, 23: 1}.get(first, 0), 1 if first == 3 else 0)
                for first in range(3, 25, 2)
            ],
        ),
        ((0,), [Bar(0, 0, 0, 1)]),
    ],
)
def test_whole_numbers_in_bars(lengths: tuple[int, ...], bars: list[Bar]) -> None:
    assert list(_counted_in_bars(games(*lengths, drawn=1))) == bars


def test_the_slowest_in_a_hundred_share_the_last_bar() -> None:
    bars = _counted_in_bars(games(*[5] * 150, 6, 400))
    assert bars == (Bar(5, 5, 150, 0), Bar(6, None, 2, 0))


@pytest.fixture
def match(db: None) -> Match:
    return match_of_game("looney_tunes", name="Autumn")


def attached(match: Match, number: int, seed: str, seat: str = "A") -> int:
    """A finished game sent in by a seat: how many Scenes were scored in it."""
    run = play_game(load("looney_tunes"), f"length:{seed}", 2)
    data = log_bytes(Log(run.header, tuple(run.entries)))
    attach_log(match, number, data, by=player(match, seat), now=at(5))
    return entries_of(run, "score")


def finished(match: Match) -> None:
    from tournaments.results.changes import enter_result

    for other in match.round.matches.filter(is_bye=False):
        enter_result(other, {"winner": "A"}, by=actor("sam"), now=at(40), reason="Played.")
    finish_round(match.round, by=actor("olga"), now=at(50))


def test_a_logged_game_is_in_the_charts_once_its_round_is_over(match: Match) -> None:
    scenes = attached(match, 1, "a")
    attached(match, 1, "a", seat="B")  # of the same game: it counts once
    event = match.round.event
    assert note_played(at(6)) == 2
    assert set(NotedLog.objects.values_list("length", flat=True)) == {scenes}
    assert game_lengths_of(event) is None  # of a round that is being played nothing is said
    finished(match)
    told = Client().get(f"/api/v1/events/{event.slug}/charts/").json()["game_lengths"]
    drawn = len(Record.objects.first().outcome["ranking"]) == 1  # type: ignore[union-attr, index]
    bar = {"first": scenes, "last": scenes, "won": int(not drawn), "drawn": int(drawn)}
    assert told == {"period": "scene", "games": 1, "half": scenes, "bars": [bar]}
    page = Client().get(f"/events/{event.slug}/charts/").content.decode()
    assert "How long games were" in page and f"1 game with a log. Scenes: {scenes}." in page
    german = Client().get(f"/events/{event.slug}/charts/", headers={"Accept-Language": "de"})
    assert "Szenen" in german.content.decode()


def test_a_log_that_is_noted_later_is_drawn_at_once_and_kept_in_memory(
    match: Match, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    attached(match, 1, "a")
    finished(match)
    event = match.round.event
    assert game_lengths_of(event) is None
    note_played(at(60))
    first = game_lengths_of(event)
    assert first is not None and first.games == 1
    with django_assert_num_queries(2):  # where it stands, and what was noted
        assert game_lengths_of(event) == first


def test_a_log_of_a_game_that_is_not_over_says_nothing(match: Match) -> None:
    run = play_game(load("looney_tunes"), "length:a", 2)
    data = log_bytes(Log(run.header, tuple(run.entries[:20])))
    attach_log(match, 1, data, by=player(match, "A"), now=at(5))
    finished(match)
    assert note_played(at(60)) == 1 and NotedLog.objects.get().length is None
    assert game_lengths_of(match.round.event) is None
    assert (
        "How long games were"
        not in Client().get(f"/events/{match.round.event.slug}/charts/").content.decode()
    )
