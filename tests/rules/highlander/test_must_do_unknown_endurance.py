"""Several things that must be done, with an Endurance of few cards: illegal to nobody who did not count it."""

from __future__ import annotations

import pytest

from tests.rules.highlander.must_do_games import illegal

#: some that drew to the Ability, milled across a shuffle, or had several draws to choose among
HARD = (115, 324, 350)


def test_what_was_legal_stays_so_where_nobody_counted() -> None:
    for seed in (*range(12), *HARD):
        assert illegal(seed) == [], seed


@pytest.mark.long
def test_hundreds_of_such_positions() -> None:
    for seed in range(400):
        assert illegal(seed) == [], seed
