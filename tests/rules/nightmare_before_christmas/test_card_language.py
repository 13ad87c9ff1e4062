"""Texts beyond the catalogue, as an organiser's card list says them in JSON."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from rules import card_lists
from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.importing import import_cards

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "nightmare_before_christmas"
DECLARED_ONLY = sorted(SCENARIOS.glob("NBC-X*.jsonl"))


def test_there_are_ten_and_more() -> None:
    assert len({path.stem.split("-")[1] for path in DECLARED_ONLY}) >= 10


@pytest.mark.parametrize("path", DECLARED_ONLY, ids=lambda path: path.stem)
def test_a_list_says_what_the_header_declares(path: Path) -> None:
    rows = json.loads(path.read_text(encoding="utf-8").splitlines()[0])["cards"]
    declared = tuple(msgspec.convert(rows, list[NightmareCard], strict=True))
    found = import_cards(json.dumps(rows).encode(), "json")
    assert (found.cards, found.problems) == (declared, ())
    again = import_cards(card_lists.as_json("nightmare_before_christmas", found.cards, {}), "json")
    assert again.cards == declared
    table, poorer = card_lists.as_csv("nightmare_before_christmas", found.cards, {})
    assert not poorer
    assert import_cards(table.encode(), "csv").cards == declared


@pytest.mark.parametrize(
    ("card", "says"),
    [
        ({"choices": [{"effects": [{"effect": "stack", "title": ""}]}]}, "title"),
        ({"choices": [{"effects": [{"effect": "move_character", "whose": "nobody"}]}]}, "whose"),
        ({"shields": ["draw"]}, "shields"),
        ({"costs": [{"by": 99}]}, "by"),
        ({"choices": [{"effects": [{"effect": "draw", "count": 1}], "when": {"absent": [""]}}]}, "absent"),
    ],
)
def test_what_means_nothing_is_refused(card: dict, says: str) -> None:
    found = import_cards(json.dumps([{"title": "X", "type": "Surprise", **card}]).encode(), "json")
    assert not found.cards
    assert says in found.problems[0].message
