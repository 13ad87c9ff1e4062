"""The tables that a position may begin with: each is judged, and the rulebook's answer comes out."""

import pytest

from referee.games.starts import header_of_start, starts_of
from referee.positions.document import data_of
from rules.kernel.scenario import run_scenario
from rules.registry import games, load

STARTS = [(game, name) for game in games() for name in starts_of(game)]


@pytest.mark.parametrize(("game", "name"), STARTS)
def test_what_a_start_shows_comes_out(game: str, name: str) -> None:
    engine, start = load(game), starts_of(game)[name]
    header = header_of_start(game, engine.editions[-1], start)
    assert any('"expect"' in line for line in start.lines), "a start asks something"
    assert run_scenario(engine, data_of(header, "\n".join(start.lines))) == []
    assert start.shows["de"] and start.shows["en"]


@pytest.mark.parametrize("game", games())
def test_every_game_has_four(game: str) -> None:
    assert len(starts_of(game)) >= 4
