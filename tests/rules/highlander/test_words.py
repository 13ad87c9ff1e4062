"""What refusals call things: no word that only declarations and positions know reaches a judge."""

from __future__ import annotations

import pytest

from rules.highlander import words
from rules.highlander.cards import CARDS
from rules.highlander.language.requirements import Requirement
from rules.highlander.language.serialization import what_of
from rules.highlander.verbs import Play
from rules.kernel.log import read_log
from rules.kernel.replay import Replay
from rules.registry import load

#: what the engine asks apart: a part of a Plot, the last attack and the last Defense
APART = {"part", "associated", "begins_with", "last_defense"}
KINDS = sorted(
    {
        what_of(effect)
        for card in CARDS
        for effect in (*card.on_play, *card.requires, *card.conjunction, *card.discard_to_use)
        if effect.do in ("choose", "target", "with", "played", "exert_to_keep")
    }
)
TITLES = {card.title for card in CARDS} | {group for card in CARDS for group in card.groups}


@pytest.mark.parametrize("what", KINDS)
def test_a_kind_is_called_by_a_name(what: str) -> None:
    said = words.kind(what)
    assert said.split()[0] in ("a", "an", "any") or said in TITLES
    assert not set(said) & set("_|!")


def test_a_combination_that_no_card_has_is_said_in_words() -> None:
    assert words.kind("situation|event !Plot") == "a Situation or an Event, not Plot"


REQUIRED = sorted({effect for card in CARDS for effect in card.requires if effect.do not in APART}, key=str)


@pytest.mark.parametrize("required", REQUIRED, ids=str)
def test_what_is_lacking_is_a_sentence(required: Requirement) -> None:
    said = words.lacking("Some Card", required)
    assert "_" not in said and not said.endswith(f": {required.do.replace('_', ' ')}")


def test_every_phase_has_its_name() -> None:
    for name in ("must_do", "may_do", "defense", "attack", "draw_discard"):
        assert words.phase(name).endswith("Phase")


HEADER = (
    b'{"log": 1, "game": "highlander", "rules": "1999.3.10", "players": [{"seat": "A"}, {"seat": "B"}], '
    b'"position": {"turn": "A", "phase": "%s", "number": 5, "players": {"A": {"turns": 2, "hand": ["%s"]}, '
    b'"B": {"turns": 2}}}}\n'
)


@pytest.mark.parametrize(
    ("title", "phase", "said"),
    [
        ("Princes of the Universe", "defense", "“Princes of the Universe” cannot be played now: "
         "this player's Ability will not increase this turn"),
        ("Mishap", "defense", "“Mishap” cannot be played now: the opponent made no Power Blow in the last turn"),
        ("Dust Cloud", "attack", "“Dust Cloud” may only be played while this is in play: Desert"),
        ("Impulse", "attack", "“Impulse” has no target in play: an In-Game card that is discarded to use"),
    ],
)  # fmt: skip
def test_a_judge_reads_what_is_lacking(title: str, phase: str, said: str) -> None:
    game = load("highlander")
    entry = b'{"by": "A", "do": "play", "card": "%s"}\n'
    log = read_log((HEADER + entry) % (phase.encode(), title.encode(), title.encode()), game.all_verbs)
    assert isinstance(log.entries[0], Play)
    found = Replay(game, log.header).push(log.entries[0])
    assert said in [violation.message for violation in found.violations]
