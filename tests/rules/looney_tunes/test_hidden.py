"""Cards sent unseen: which rule was broken is said when they are turned up."""

from __future__ import annotations

import json

import pytest

from rules import registry
from rules.kernel.log import read_log
from rules.kernel.replay import Replay, replay

GAME = registry.load("looney_tunes")
POSITION = {"storyboard": ["Long-Haired Hare"], "players": {"A": {}, "B": {}}}
CHOICE = {"by": "A", "do": "choose_scene", "scene": "Long-Haired Hare"}


def sent_unseen(*cards: str, deck: list[dict] | None = None) -> Replay:
    """A log in which A sends these cards unseen and turns them up."""
    players = [{"seat": "A", "deck": deck and {"sections": {"personal": deck}}}, {"seat": "B"}]
    header = {"log": 1, "game": "looney_tunes", "rules": "1", "players": players, "position": POSITION}
    entries = [
        CHOICE,
        {"by": "A", "do": "send", "count": len(cards)},
        {"by": "B", "do": "send", "count": 1},
        {"by": "A", "do": "reveal", "cards": list(cards)},
    ]
    return replay(GAME, read_log("\n".join(map(json.dumps, (header, *entries))).encode(), GAME.all_verbs))


@pytest.mark.parametrize(
    ("cards", "rules"),
    [
        (("Rusty Gate", "Rusty Gate"), ["actors.same-name"]),
        (("Long-Haired Hare",), ["actors.from-hand", "actors.at-least-one"]),
        (("Rusty Gate", "Stilts", "Banana Peel"), ["actors.special-effect.one"]),
        (("Rusty Gate", "Inkwell"), ["actors.special-effect.color"]),
        (("Rusty Gate", "Encore"), ["actors.impossible-effect"]),
    ],
)
def test_the_rule_broken_is_named_when_the_cards_are_shown(cards: tuple[str, ...], rules: list[str]) -> None:
    verdict = sent_unseen(*cards).verdicts[1]
    assert (verdict.verdict, verdict.decided_at) == ("illegal", 4)
    assert [violation.rule for violation in verdict.violations] == rules
    assert all(violation.source for violation in verdict.violations)


def test_what_was_right_becomes_legal() -> None:
    verdict = sent_unseen("Rusty Gate", "Stilts").verdicts[1]
    assert (verdict.verdict, verdict.decided_at) == ("legal", 4)


def test_a_deck_of_nothing_but_one_actor_settles_it_at_once() -> None:
    one = [{"card": "Rusty Gate", "count": 9}]
    assert sent_unseen("Rusty Gate", deck=one).verdicts[1].decided_at is None
    assert sent_unseen("Rusty Gate", deck=one).verdicts[1].verdict == "legal"
    assert sent_unseen("Rusty Gate", "Rusty Gate", deck=one).verdicts[1].verdict == "illegal"
    assert sent_unseen("Rusty Gate", "Rusty Gate", deck=one).verdicts[1].decided_at is None
