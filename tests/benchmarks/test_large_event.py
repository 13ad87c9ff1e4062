"""A whole event of 5,000 players, 13 rounds and a cut to 64: what each step and page takes. Prints figures; decides
nothing by time."""

from __future__ import annotations

import os
from statistics import median

import pytest
from django.db import connection

from config.frames import with_room
from tests.tournaments.large.whole_event import play

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True), pytest.mark.timeout(3600)]

PLAYERS = int(os.environ.get("EVENT_PLAYERS", "5000"))
ROUNDS = int(os.environ.get("EVENT_ROUNDS", "13"))
CUT = int(os.environ.get("EVENT_CUT", "64"))


def test_a_large_event_from_the_first_round_to_the_final() -> None:
    # As a thread of the pages does it.
    _event, counts = with_room(play)(PLAYERS, ROUNDS, CUT)
    print(
        f"\n{PLAYERS} players, {ROUNDS} rounds, cut to {CUT}, {connection.vendor}: step or page, how often,"
    )
    print("statements at most; seconds: median, longest, all together")
    for what, seconds in sorted(counts.seconds.items(), key=lambda each: -sum(each[1])):
        print(
            f"{what:60} {len(seconds):6} {max(counts.statements[what]):4} "
            f"{median(seconds):8.4f} {max(seconds):8.4f} {sum(seconds):8.2f}"
        )
    pressed = [sum(pair) for pair in zip(counts.seconds["offer"], counts.seconds["publish"], strict=True)]
    print(
        f"a round offered and published: median {median(pressed):.2f} s, longest {max(pressed):.2f} s (goal 3 s)"
    )
