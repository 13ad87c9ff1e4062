"""Whole games with two to six players: twelve Days, time called anywhere, hidden logs, seats' views, scenarios kept."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from rules import registry
from rules.kernel.log import Log, read_log
from rules.kernel.replay import replay
from rules.kernel.report import EXIT, judge_log
from rules.kernel.seats import hidden_log
from rules.kernel.selfplay import log_bytes, play_game

GAME = registry.load("nightmare_before_christmas")
SCENARIOS = Path(__file__).parents[2] / "scenarios" / "nightmare_before_christmas"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(4))
def test_a_game_has_exactly_twelve_days(players: int, seed: int) -> None:
    run = play_game(GAME, f"days:{seed}", players)
    assert run.status() == "finished"
    days = [position.day for position in run.positions]
    assert sorted(set(days)) == list(range(13)) and days == sorted(days)
    assert [entry.do for entry in run.entries].count("remove_day") == 12
    kings = [entry.by for entry in run.entries if entry.do == "remove_day"]
    seats = run.seats
    assert all(seats.index(b) == (seats.index(a) + 1) % players for a, b in itertools.pairwise(kings))
    assert [entry.do for entry in run.entries].count("end_turn") == 12 * players


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("after", [0, 1, 2, 17, 60, 101])
def test_when_time_is_called_the_day_is_finished(players: int, after: int) -> None:
    run = play_game(GAME, "time", players, call_time=after)
    called = next(n for n, entry in enumerate(run.entries) if entry.do == "time_called")
    day = run.positions[called].day
    assert run.status() == "finished"
    assert run.position.day == day
    assert not any(entry.do == "remove_day" for entry in run.entries[called:])
    if run.positions[called].stage not in ("day", "king"):
        ended = [entry.do for entry in run.entries].count("end_turn")
        assert ended == day * players


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_hidden_logs_and_seats_views_are_never_illegal(players: int) -> None:
    for seed in range(3):
        run = play_game(GAME, f"hidden:{seed}", players)
        log = Log(run.header, tuple(run.entries))
        closed = judge_log(GAME, read_log(log_bytes(hidden_log(GAME, log)), GAME.all_verbs))
        assert EXIT[closed["status"]] in (0, 2)
        assert closed["outcome"] == judge_log(GAME, log)["outcome"]
        for seat in (*run.seats, "public"):
            seen = judge_log(GAME, log, seat=seat)
            assert not [v for v in seen["verdicts"] if v["verdict"] in ("illegal", "not_reached")]
            assert seen["outcome"]["scores"] == closed["outcome"]["scores"]


def test_a_committed_end_and_a_hand_reach_no_other_seat() -> None:
    run = play_game(GAME, "secret", 3)
    log = Log(run.header, tuple(run.entries))
    n = next(n for n, entry in enumerate(run.entries, 1) if entry.do == "commit")
    by = run.entries[n - 1].by
    other = next(seat for seat in run.seats if seat != by)
    mine = judge_log(GAME, log, n, by)["position"]["players"][by]
    theirs = judge_log(GAME, log, n, other)["position"]["players"][by]
    assert mine["end"] in ("left", "right") and isinstance(mine["coming"], str)
    assert theirs["end"] is None and theirs["coming"] == {"unknown": True}
    assert [item for item in theirs["hand"] if isinstance(item, str)] == []


def test_a_given_position_is_hidden_from_others() -> None:
    position = replay(GAME, Log(play_game(GAME, "given", 2).header, ())).printed()
    position["players"]["A"].update(
        hand=["Sally"], discard=["Fetch", "Rummage"], end="left", coming="Lantern Row"
    )
    header = {
        "log": 1, "game": GAME.name, "rules": "1", "players": [{"seat": "A"}, {"seat": "B"}], "position": position,
    }  # fmt: skip
    log = read_log(json.dumps(header).encode(), GAME.all_verbs)
    seen = judge_log(GAME, log, seat="B")["position"]["players"]["A"]
    assert seen["hand"] == [{"unknown": True}] and seen["coming"] == {"unknown": True}
    assert seen["discard"] == [{"unknown": True, "count": 2}] and seen["end"] is None
    assert judge_log(GAME, log, seat="A")["position"]["players"]["A"]["hand"] == ["Sally"]


def test_every_worked_example_is_kept_and_eighty_more() -> None:
    names = sorted(path.stem for path in SCENARIOS.glob("*.jsonl"))
    for number in range(1, 18):
        assert sum(name.startswith(f"NBC-{number:02d}-") for name in names) == 1
    numbers = [name.split("-")[1] for name in names]
    own = [number for number in numbers if not number.isdecimal() or int(number) > 17]
    assert len(own) >= 80
    for name in names:
        text = (SCENARIOS / f"{name}.jsonl").read_text(encoding="utf-8")
        assert text.splitlines()[1].startswith("# ")


def test_nothing_but_the_twelve_days_is_waited_for_in_vain() -> None:
    """A position of which only a little is known still tells whose turn it is."""
    seats = [{"seat": "A"}, {"seat": "B"}]
    header = json.dumps({"log": 1, "game": GAME.name, "rules": "1", "players": seats, "position": {}})
    run = replay(GAME, read_log(header.encode(), GAME.all_verbs))
    assert GAME.to_act(run.position) == ("A",)
    assert run.position.players["B"].hand == (0,)
