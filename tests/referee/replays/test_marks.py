"""Jumps to the next entry of a kind, and which seat alone saw the cards of an entry."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from referee.judging.judged import judge_stored
from referee.replays.marks import (
    WIDTH,
    after,
    before,
    by_kind,
    jumps_from,
    knowledge_lines,
    path_of,
    who_alone_saw,
)
from rules.kernel.log import Log, read_log
from rules.kernel.seats import entry_for
from rules.kernel.selfplay import play_game
from rules.kernel.verdict import Verdict
from rules.registry import load
from tests.referee.logs import secret_log

GAMES = (("highlander", 2), ("looney_tunes", 2), ("nightmare_before_christmas", 3), ("herocard_nightmare", 4))


@pytest.mark.parametrize(
    ("here", "there"),
    [(0, 3), (3, 7), (5, 7), (7, 3), (9, 3)],
)
def test_the_next_one_is_behind_the_entry_shown_and_behind_the_last_the_first(here: int, there: int) -> None:
    jumps = jumps_from(here, {"illegal": [3, 7], "open": [], "chance": [], "declared": []})
    assert [(jump.kind, jump.count, jump.to) for jump in jumps] == [("illegal", 2, there)]


def test_there_is_no_other_than_the_one_shown() -> None:
    assert [jump.to for jump in jumps_from(4, {"open": [4]})] == [None]


def test_a_log_of_thousands_has_no_more_strokes_than_places() -> None:
    assert path_of([1, 2, 4], 4) == "M250 0v8M500 0v8M1000 0v8"
    assert path_of(range(1, 50_001), 50_000).count("M") == WIDTH + 1


def test_every_kind_has_its_entries() -> None:
    """Of the toy's log: a draw, a card that nobody declares, a declaration, a draw by who is not to draw."""
    run = SimpleNamespace(
        entries=["draw", "unknown", "declare", "out of turn", "after"],
        verdicts=[
            Verdict("legal"),
            Verdict("undetermined"),
            Verdict("legal"),
            Verdict("illegal"),
            Verdict("not_reached"),
        ],
        declared={3},
        findings=[],
    )
    assert by_kind(cast(Any, SimpleNamespace(run=run))) == {
        "illegal": [4],
        "open": [2],
        "chance": [],
        "declared": [3],
    }


def test_chance_is_what_the_table_saw_of_it() -> None:
    """Each roll, and a card turned over where nobody chose which: entries of the table that show something. What a
    player does, and what the table does unseen, is none."""
    game = load("highlander")
    run = play_game(game, "marks", 2)
    judged_log = judge_stored(Log(run.header, tuple(run.entries)), "highlander", None, "")
    chance = by_kind(judged_log)["chance"]
    rolls = [n for n, entry in enumerate(run.entries, 1) if entry.do == "roll"]
    assert rolls and set(rolls) <= set(chance)
    assert {run.entries[n - 1].do for n in chance} <= {"roll", "turn_over"}
    chosen = [n for n, entry in enumerate(run.entries, 1) if entry.do not in ("roll", "turn_over")]
    assert chosen and not set(chosen) & set(chance)


@pytest.mark.parametrize(
    ("here", "back", "on"), [(0, None, 3), (3, None, 7), (4, 3, 7), (7, 3, None), (9, 7, None)]
)
def test_the_entry_in_question_before_and_behind(here: int, back: int | None, on: int | None) -> None:
    assert (before(here, [3, 7]), after(here, [3, 7])) == (back, on)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_each_view_tells_the_same_of_a_draw_and_no_more_of_anything(name: str, seats: int) -> None:
    """Who drew knows his cards, in the whole log, to a spectator and to the other seat; and what a view says is said
    of an entry as that view shows it."""
    game = load(name)
    run = play_game(game, "marks", seats)
    told = 0
    for entry in run.entries:
        whole = who_alone_saw(entry, run.seats)
        for viewer in ("public", *run.seats):
            seen = who_alone_saw(entry_for(game, entry, viewer), run.seats)
            assert seen in ((), whole, (entry.by,))
            if entry.do == "draw" and whole:
                told += 1
                assert seen == whole == (entry.by,)
    assert told
    log = Log(run.header, tuple(run.entries))
    lines = knowledge_lines(judge_stored(log, name, None, ""))
    assert [line.name for line in lines] == list(run.seats)
    assert all(line.count for line in lines)


def test_a_stroke_stands_where_a_seat_alone_saw() -> None:
    """A's draw and the card A laid are written for A; what B drew nobody wrote down, and B saw it."""
    log = read_log(secret_log("Number 7"), load("toy").all_verbs)
    lines = knowledge_lines(judge_stored(log, "toy", None, ""))
    assert [(line.name, line.path) for line in lines] == [("A", "M250 0v8M500 0v8"), ("B", "M750 0v8")]
