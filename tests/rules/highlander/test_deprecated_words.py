"""Words that were written before are read as the general parts that took their places, and are no words of now."""

from __future__ import annotations

from typing import Any

import pytest

from rules.highlander.card import HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.language import effects as act
from rules.highlander.language import requirements as needs
from rules.highlander.language import serialization
from rules.highlander.language.deprecated_words import DEPRECATED
from rules.highlander.language.filters import Called, CardName, every
from rules.kernel.cards import convert_cards

KATANA = CardName("General Katana")
#: as lists and logs wrote parts, and what they mean: what such a word never heeded is left out
READ: list[tuple[str, dict[str, Any], object]] = [
    ("requires", {"do": "attack_phase", "what": "defense"}, needs.InPhase("attack")),
    ("requires", {"do": "opponent_gained"}, needs.OpponentLastTurn("gain")),
    ("requires", {"do": "disarmed", "what": "completely"}, needs.Disarmed()),
    ("requires", {"do": "completely_disarmed"}, needs.Disarmed("completely")),
    ("requires", {"do": "will_gain", "who": "opponent"}, needs.Pending("gain")),
    ("requires", {"do": "in_play", "who": "opponent", "what": KATANA.title}, needs.CardInPlay(KATANA)),
    (
        "requires",
        {"do": "opponent_is", "what": {"title": KATANA.title}},
        needs.CardInPlay(KATANA, "opponent"),
    ),
    ("on_play", {"do": "prevent_damage", "count": 2, "what": "redirect"}, act.AvertDamage(2)),
    ("on_play", {"do": "redirect_damage", "count": 1}, act.AvertDamage(1, "redirect")),
    ("on_play", {"do": "draw_up", "who": "all", "count": 2}, act.DrawCards(what="up", who="all")),
    ("on_play", {"do": "mill", "who": "opponent", "count": 10, "what": "all"}, act.Mill(10, who="opponent")),
    ("on_play", {"do": "next_own_turn", "who": "all", "what": "prevent attacks"},
     act.Lasts(what=during.Prevent("attacks"), until="own_next")),
    ("on_play", {"do": "when_successful_mill", "who": "opponent", "count": 3},
     act.WhenSuccessful(3, what="mill", who="opponent")),
    ("on_play", {"do": "damage_for_each", "who": "all", "count": 1, "what": "Plot"},
     act.Damage(1, who="all", each="Plot")),
    ("on_play", {"do": "roll_for_each", "who": "all", "what": "situation"}, act.MustRoll(each="situation")),
    ("on_play", {"do": "chance", "count": 2, "what": "roll_for_each situation"},
     act.Chance(2, then=act.MustRoll(each="situation"))),
    ("discard_to_use", {"do": "remove_chosen", "who": "opponent", "what": "situation"},
     act.Choose(what=every("situation"))),
    ("on_play", {"do": "chance", "count": 2, "what": "mill 3"}, act.Chance(2, then=act.Mill(3))),
    ("while_in_play", {"do": "leaves_when_drawn", "who": "all"}, during.LeavesWhen(what="drawn")),
    ("while_in_play", {"do": "leaves_when_hand_below", "who": "all", "count": 5},
     during.LeavesWhen(5, what="hand_below", who="all")),
    ("while_in_play", {"do": "each_turn_draw_for", "what": "Watcher"},
     during.EachTurn(1, does="draw", each=Called("Watcher"))),
    ("while_in_play", {"do": "each_turn_draw_for", "what": {"called": "Watcher"}, "count": 3},
     during.EachTurn(1, does="draw", each=Called("Watcher"))),
    ("while_in_play", {"do": "exert_to_move_under", "what": "Watcher"},
     during.ExertTo("move_under", Called("Watcher"))),
    ("while_in_play", {"do": "when_power_block_discard", "count": 1, "what": "defense"},
     during.WhenPowerBlock(1, does="discard", cards="defense")),
    ("while_in_play", {"do": "half_damage", "count": 3}, during.AttackDamage(what="half")),
    ("while_in_play", {"do": "power_blocks", "count": 3}, during.WithoutExertion(3, what="next_power_blocks")),
    ("while_in_play", {"do": "no_more_attacks", "who": "opponent"},
     during.PreventByLastTurn("attacks", who="opponent")),
]  # fmt: skip


@pytest.mark.parametrize(("slot", "written", "meant"), READ, ids=lambda value: str(value)[:50])
def test_an_older_word_is_read_as_what_it_meant(slot: str, written: dict[str, Any], meant: object) -> None:
    (read,) = convert_cards(HighlanderCard, [{"title": "X", slot: [written]}])
    assert isinstance(read, HighlanderCard) and getattr(read, slot) == (meant,) and read.unheeded == ()
    assert convert_cards(HighlanderCard, [read.as_written()]) == [read]


def test_a_word_means_nothing_in_a_fact_where_it_never_did() -> None:
    """What is chosen and removed was a word of cards that are discarded to use; played, such a card did nothing."""
    (read,) = convert_cards(
        HighlanderCard, [{"title": "X", "on_play": [{"do": "remove_chosen", "what": "event"}]}]
    )
    assert isinstance(read, HighlanderCard) and read.unheeded == ("remove_chosen",)
    assert not any(isinstance(part, act.Choose) for part in read.on_play)


@pytest.mark.parametrize("word", [word for word, older in DEPRECATED.items() if older.alone])
def test_a_word_without_what_it_is_about_means_nothing(word: str) -> None:
    """“So much for each”, and of what is not said: it did nothing, and is told as the word it is."""
    slot = next(name for name, kinds in serialization.SLOTS.items() if DEPRECATED[word].do in kinds)
    (read,) = convert_cards(HighlanderCard, [{"title": "X", slot: [{"do": word, "count": 2}]}])
    assert isinstance(read, HighlanderCard) and read.unheeded == (word,)


def test_no_older_word_is_a_word_of_now() -> None:
    words = {word for kinds in serialization.SLOTS.values() for word in kinds}
    assert not words & set(DEPRECATED)
    assert {older.do for older in DEPRECATED.values()} <= words
