"""Each invariant of the machine sees what it is there for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from rules.highlander.changes.state import change
from rules.highlander.game import HighlanderGame
from rules.highlander.position import Highlander
from rules.highlander.verbs import NextPhase, Play, Use
from rules.kernel.chance import Source
from rules.kernel.replay import Replay
from rules.kernel.selfplay import choose
from tests.rules.highlander import invariants

GAME = HighlanderGame()
PLAYED = {"position": {"turn": "A", "phase": "attack", "number": 5, "players": {
    "A": {"turns": 2, "hand": ["Monkey", "Angry Mob"], "in_play": [{"owner": "A", "card": "Master's Advice"}]},
    "B": {"turns": 2, "in_play": [{"owner": "B", "card": "Duncan MacLeod"}]},
}}}  # fmt: skip


def table(**more: Any) -> Replay:
    """A game under way in the Attack Phase of turn 5."""
    header = GAME.sample_header(2, Source("invariants"))
    position = {**PLAYED["position"], **more}
    players = tuple(replace(player, deck=None) for player in header.players)
    return Replay(GAME, replace(header, players=players, position=position))


def test_what_is_right_passes() -> None:
    run = table()
    p: Highlander = run.position
    turn = invariants.Turn(p.number)
    invariants.ability_is_not_above_its_maximum(run, change(p, "A", ability=17))
    invariants.a_turn_ends_within_the_ability(run, p)
    invariants.ability_moves_only_where_it_may(p, p)
    play = Play(by="A", card="Monkey")
    assert run.push(play).verdict == "legal"
    turn.note(run, p, play)
    invariants.specials_are_those_allowed(run, run.position, turn)
    invariants.exertions_are_those_allowed(run.position, turn)


def doctored(name: str, turn: invariants.Turn, run: Replay) -> Callable[[], None]:
    """The check by that name, of a position that breaks it."""
    p: Highlander = run.position
    hand = tuple(range(900, 904))
    if name == "maximum":
        return lambda: invariants.ability_is_not_above_its_maximum(run, change(p, "A", ability=18))
    if name == "maximum of who has no such card":
        return lambda: invariants.ability_is_not_above_its_maximum(run, change(p, "B", ability=16))
    if name == "nullified":
        silent = change(
            p, "A", ability=17, in_play=(replace(p.players["A"].in_play[0], nullified=(p.number,)),)
        )
        return lambda: invariants.ability_is_not_above_its_maximum(run, silent)
    if name == "at once":
        gone = change(p, "A", ability=13, in_play=())
        return lambda: invariants.ability_moves_only_where_it_may(p, gone)
    if name == "out of turn":
        return lambda: invariants.ability_moves_only_where_it_may(p, change(p, "B", ability=13))
    if name == "the opponent's adjustment":
        return lambda: invariants.ability_moves_only_where_it_may(
            p, replace(change(p, "B", ability=13), phase="draw_discard")
        )
    if name == "hand":
        return lambda: invariants.a_turn_ends_within_the_ability(run, change(p, "A", ability=3, hand=hand))
    if name == "not counted":
        return lambda: invariants.specials_are_those_allowed(run, change(p, "A", specials_played=1), turn)
    if name == "a second Special card":
        turn.specials = 2
        turn.played["Angry Mob"] = 2
        return lambda: invariants.specials_are_those_allowed(run, change(p, "A", specials_played=2), turn)
    return lambda: invariants.exertions_are_those_allowed(change(p, "A", exertions=2), turn)


@pytest.mark.parametrize(
    "name",
    [
        "maximum", "maximum of who has no such card", "nullified", "at once", "out of turn",
        "the opponent's adjustment", "hand", "not counted", "a second Special card", "a second Exertion",
    ],
)  # fmt: skip
def test_what_is_wrong_is_seen(name: str) -> None:
    run = table()
    with pytest.raises(AssertionError):
        doctored(name, invariants.Turn(run.position.number), run)()


def test_a_flashback_by_name_allows_another_exertion() -> None:
    run = table()
    turn = invariants.Turn(run.position.number)
    turn.used["Flashback"] += 1
    invariants.exertions_are_those_allowed(change(run.position, "A", exertions=2), turn)


def test_seeded_games_keep_them() -> None:
    for seed in range(8):
        source = Source(f"kept {seed}")
        run = Replay(GAME, GAME.sample_header(2, source))
        turn = invariants.Turn(1)
        while (entry := choose(run, source)) is not None:
            before: Highlander = run.position
            assert run.push(entry).verdict == "legal"
            after: Highlander = run.position
            if after.number != turn.number:
                turn = invariants.Turn(after.number)
            else:
                turn.note(run, before, entry)
            invariants.ability_is_not_above_its_maximum(run, after)
            invariants.ability_moves_only_where_it_may(before, after)
            invariants.specials_are_those_allowed(run, after, turn)
            invariants.exertions_are_those_allowed(after, turn)
            if isinstance(entry, NextPhase) and before.phase == "draw_discard":
                invariants.a_turn_ends_within_the_ability(run, before)


def test_a_card_used_is_counted_by_its_name() -> None:
    run = table()
    turn = invariants.Turn(run.position.number)
    turn.note(run, run.position, Use(by="A", place=1))
    assert turn.used == {"Master's Advice": 1}
