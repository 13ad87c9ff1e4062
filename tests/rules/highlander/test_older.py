"""Words that were written before are read as the general parts that took their places, and are no words of now."""

from __future__ import annotations

from typing import Any

import pytest

from rules.highlander.card import HighlanderCard
from rules.highlander.language import former
from rules.highlander.language import requirements as needs
from rules.highlander.language.filters import CardName
from rules.highlander.language.older import OLDER
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
]


@pytest.mark.parametrize(("slot", "written", "meant"), READ, ids=lambda value: str(value)[:50])
def test_an_older_word_is_read_as_what_it_meant(slot: str, written: dict[str, Any], meant: object) -> None:
    (read,) = convert_cards(HighlanderCard, [{"title": "X", slot: [written]}])
    assert isinstance(read, HighlanderCard) and getattr(read, slot) == (meant,) and read.unheeded == ()
    assert convert_cards(HighlanderCard, [read.as_written()]) == [read]


def test_no_older_word_is_a_word_of_now() -> None:
    words = {word for kinds in former.SLOTS.values() for word in kinds}
    assert not words & set(OLDER)
    assert {older.do for older in OLDER.values()} <= words
