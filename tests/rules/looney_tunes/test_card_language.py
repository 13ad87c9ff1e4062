"""Texts beyond the catalogue, as an organiser's card list says them in a cell of CSV."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from rules import card_lists
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.importing import read_cards

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "looney_tunes"
#: scenario, card → the cell that says its text
CELLS = {
    ("LTX-01-every-rival-is-lowered", "Gust"): "lower_rank 2 rivals",
    ("LTX-02-all-small-actors-go", "Sieve"): "sack_actor 2 all",
    ("LTX-03-what-the-scene-is-worth", "Flop"): "raise_points -1",
    ("LTX-04-cards-lost-by-chance", "Moths"): "lose_card 2",
    ("LTX-05-a-hand-is-looked-through", "Lantern"): "lose_card player",
    ("LTX-06-a-card-for-it", "Bribe"): "lose_card own + raise_rank 4",
    ("LTX-07-only-if", "Weather"): (
        "raise_rank 1 if scene_color red and scene_rank_at_most 5 + paint_scene green if scene_rank_at_least 6 + "
        "draw_cards 1 if active yes and own_color red + raise_points 5 if actors_at_least 2 + "
        "raise_points 5 if overacting yes"
    ),
    ("LTX-08-one-of-two-texts", "Fork"): "raise_rank 3 | draw_cards 1 may",
    ("LTX-09-an-actor-with-a-text", "Stage Mother"): "raise_rank 2 if actor Prodigy",
    ("LTX-09-an-actor-with-a-text", "Heel"): "lower_rank 1 if rival_actor Prodigy",
    ("LTX-10-a-scene-with-a-text", "The Long Queue"): "draw_cards 1 all + lose_card all victim",
    ("LTX-11-painted-and-kept-in-line", "Paint"): "paint_actors green rivals",
}


@pytest.mark.parametrize(("scenario", "title"), CELLS)
def test_a_cell_says_what_the_header_declares(scenario: str, title: str) -> None:
    header = json.loads((SCENARIOS / f"{scenario}.jsonl").read_text(encoding="utf-8").splitlines()[0])
    declared = msgspec.convert(next(c for c in header["cards"] if c["title"] == title), LooneyCard)
    row = ",".join(
        str(getattr(declared, name) or "") for name in ("title", "type", "color", "rank", "points")
    )
    data = f"title,type,color,rank,points,effect\n{row},{CELLS[scenario, title]}\n"
    found = read_cards(data.encode(), "csv")
    assert found.problems == ()
    assert found.cards == (declared,)
    text, poorer = card_lists.as_csv("looney_tunes", found.cards, {})
    assert poorer == ()
    assert read_cards(text.encode(), "csv").cards == (declared,)
