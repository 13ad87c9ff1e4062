"""How long a match may take (Timed Games): facts for whoever keeps the clock."""

from __future__ import annotations

import pytest

from rules.highlander.event_options import HighlanderOptions
from rules.highlander.timed import random_minutes


def test_thirty_minutes_and_thirty_seconds_unless_the_event_says_otherwise() -> None:
    options = HighlanderOptions()
    assert (options.minutes, options.turn_seconds, options.random_minutes) == (30, 30, False)


@pytest.mark.parametrize(("roll", "minutes"), [(1, 27), (3, 29), (6, 32)])
def test_a_die_gives_from_27_to_32_minutes(roll: int, minutes: int) -> None:
    assert random_minutes(roll) == minutes


@pytest.mark.parametrize("roll", [0, 7])
def test_no_other_number_is_on_a_die(roll: int) -> None:
    with pytest.raises(ValueError, match="die"):
        random_minutes(roll)
