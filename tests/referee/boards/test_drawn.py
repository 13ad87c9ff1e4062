"""A part of a board is drawn once for the same values in the same language, and anew for any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from referee.boards.scene import Face
from referee.templatetags import boards

CARD, AREA = "referee/boards/card.html", "referee/boards/area.html"


@pytest.fixture
def renders(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """How often each template was worked through."""
    count: Counter[str] = Counter()

    def counted(name: str, values: dict[str, Any]) -> str:
        count[name] += 1
        return render_to_string(name, values)

    boards._drawn.cache_clear()
    monkeypatch.setattr("referee.templatetags.boards.render_to_string", counted)
    yield count
    boards._drawn.cache_clear()


def test_the_same_values_are_drawn_once(renders: Counter[str]) -> None:
    first = boards.drawn(CARD, face=Face(title="Rooftop <1>"))
    assert "Rooftop &lt;1&gt;" in first
    assert boards.drawn(CARD, face=Face(title="Rooftop <1>")) == first
    assert renders == {CARD: 1}


def test_any_other_fact_is_drawn_anew(renders: Counter[str]) -> None:
    backs = [boards.drawn(CARD, face=Face(unknown=True, count=count)) for count in (2, 3)]
    assert "2 ×" in backs[0]
    assert "3 ×" in backs[1]
    assert "Rooftop" in boards.drawn(CARD, face=Face(title="Rooftop"))
    assert "Rooftop" not in boards.drawn(AREA, face=Face(title="Rooftop"))
    assert renders == {CARD: 3, AREA: 1}


def test_each_language_has_its_own(renders: Counter[str]) -> None:
    with override("en"):
        english = boards.drawn(CARD, face=Face(unknown=True))
    with override("de"):
        german = boards.drawn(CARD, face=Face(unknown=True))
    assert "face down" in english
    assert "verdeckt" in german
