"""Editions by name and by day, and corrections of cards."""

from __future__ import annotations

import msgspec
import pytest

from rules.kernel.editions import corrected, edition_named, edition_on
from rules.kernel.errors import LogError
from rules.registry import games, load
from tests.rules.kernel.toy import TOY, ToyGame


class Dated(ToyGame):
    editions = ("1", "2", "3")
    edition_days = {"2": "2026-03-01", "3": "2026-11-21"}


@pytest.mark.parametrize(
    ("day", "edition"),
    [("1999-01-01", "1"), ("2026-02-28", "1"), ("2026-03-01", "2"), ("2026-11-20", "2"), ("2026-11-21", "3")],
)
def test_the_newest_in_force_on_a_day(day: str, edition: str) -> None:
    assert edition_on(Dated(), day) == edition == edition_named(Dated(), day)


def test_by_name_and_what_there_is_not() -> None:
    assert edition_named(Dated(), "2") == "2"
    with pytest.raises(LogError, match="edition “4” is unknown; known: 1, 2, 3"):
        edition_named(Dated(), "4")
    highlander = load("highlander")  # the Handbook of 10 March 1999
    assert edition_named(highlander, "1999-03-10") == "1999.3.10"
    with pytest.raises(LogError, match="in force on 1999-03-09"):
        edition_named(highlander, "1999-03-09")


def test_every_game_has_an_edition_today() -> None:
    assert all(edition_on(load(game), "2026-11-24") == load(game).editions[-1] for game in games())


TWINS = [{"title": "Twin", "variant": "red", "number": 5}, {"title": "Twin", "variant": "blue"}]


def test_a_correction_takes_the_place_of_the_card_it_means() -> None:
    own = [{"title": "Ten", "number": 10, "edition": "first"}, *TWINS]
    errata = [
        {"title": "twin", "variant": "Red", "number": 6},
        {"title": "Ten", "number": 11},
        {"title": "Number 9", "number": 8},
    ]
    assert corrected(TOY, own, errata) == [
        {"title": "Ten", "number": 11, "edition": "first"},
        {"title": "twin", "variant": "Red", "number": 6},
        TWINS[1],
        {"title": "Number 9", "number": 8},
    ]


def test_a_correction_that_means_several_stands_beside_them() -> None:
    assert corrected(TOY, TWINS, [{"title": "Twin", "number": 1}]) == [*TWINS, {"title": "Twin", "number": 1}]
    assert corrected(TOY, TWINS, []) == TWINS
    with pytest.raises(msgspec.ValidationError):
        corrected(TOY, TWINS, [{"title": "Twin", "size": 3}])
