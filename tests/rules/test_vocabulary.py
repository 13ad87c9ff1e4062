"""Every word in which cards are declared stands in its game's page, with one line and a card that uses it."""

from __future__ import annotations

from typing import get_args

import pytest

from rules.herocard.core.reading.effects import Counted
from rules.looney_tunes.cards.language import KINDS
from tests.rules.vocabulary import LANGUAGES, PAGES, ROOT, page, words

GAMES = sorted(LANGUAGES)


@pytest.mark.parametrize("name", GAMES)
def test_the_page_is_that_of_the_code(name: str) -> None:
    assert (PAGES / f"{name}.md").read_text(encoding="utf-8") == page(LANGUAGES[name])


@pytest.mark.parametrize("name", GAMES)
def test_the_page_is_named_where_engines_are_explained(name: str) -> None:
    assert f"cards/{name}.md" in (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")


def test_nothing_is_left_out() -> None:
    found = {name: {word.name for _, group in words(LANGUAGES[name]) for word in group} for name in GAMES}
    assert set(KINDS) | {"When", "own_color", "active"} <= found["looney_tunes"]
    assert {"search", "cover", "Discount", "Ability", "together", "beside"} <= found[
        "nightmare_before_christmas"
    ]
    assert set(get_args(Counted)) | {"twist", "Meant", "Amount"} <= found["herocard"]
    assert {"choices", "points"} <= found["looney_tunes"] and {"deploy", "exits"} <= found["herocard"]
    assert {"placed", "shields", "gathers", "executed"} <= found["nightmare_before_christmas"]
    assert "settle" not in found["nightmare_before_christmas"]  # of pending steps alone, no card says it
