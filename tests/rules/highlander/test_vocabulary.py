"""A declaration says nothing that no rule asks for: every kind of part has what carries it out or asks for it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from rules.highlander.effects import EFFECTS
from rules.highlander.language import conjunction, continuous, effects, marks, requirements, serialization
from rules.highlander.language.parts import Part, Unheeded
from rules.highlander.legality.requirements import HOLDS

FLOORS = ("reading", "legality", "changes", "effects", "turn", "deck")
CODE = "".join(path.read_text() for floor in FLOORS for path in Path("rules/highlander", floor).rglob("*.py"))
#: asked of a deck, of an attack or of a Plot, by its own rule
APART = {requirements.PlotPart, requirements.LastDefense, requirements.Associated, requirements.BeginsWith}


def test_what_happens_at_once_has_what_carries_it_out() -> None:
    assert set(EFFECTS) == set(effects.DONE)


def test_what_is_required_has_what_asks_for_it() -> None:
    assert set(HOLDS) == set(requirements.REQUIREMENTS.values()) - APART


@pytest.mark.parametrize(
    "kind",
    [*continuous.CONTINUOUS.values(), *conjunction.JOINING.values(), *effects.DOING.values(), *sorted(APART, key=str)],
    ids=lambda kind: kind.__name__,
)  # fmt: skip
def test_a_kind_of_part_is_asked_for_by_a_rule(kind: type[Part]) -> None:
    assert re.search(rf"\b{kind.__name__}\b", CODE)


@pytest.mark.parametrize("word", sorted({*get_args(marks.CardMark), *get_args(marks.DeckMark)}))
def test_a_mark_is_asked_for_by_a_rule(word: str) -> None:
    known = (word, word.removesuffix("_after_gain"), word.removeprefix("next_"))
    assert any(f'"{one}"' in CODE for one in known)


def test_the_kinds_of_a_fact_are_those_of_its_type() -> None:
    unions = {
        "requires": requirements.Requirement, "conjunction": conjunction.Joining, "on_play": effects.Doing,
        "while_in_play": continuous.Continuous, "discard_to_use": effects.Using, "when_over": effects.Done,
        "on_leave": effects.Done,
    }  # fmt: skip
    assert {slot: set(kinds.values()) for slot, kinds in serialization.SLOTS.items()} == {
        slot: set(get_args(union)) - {Unheeded} for slot, union in unions.items()
    }
