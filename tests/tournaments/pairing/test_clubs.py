"""Members of one club are forbidden pairs as long as the event says so: the same pairing as with every pair named."""

from __future__ import annotations

from copy import deepcopy
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.tournaments.playing import field, name, paired, pairs, play, read
from tournaments.event_file import read_event, write_event
from tournaments.facts import EventFileError

SWISS = {"kind": "swiss", "rounds": 4}
PODS = {"kind": "pods", "rounds": 3, "pod_size": 4}


def in_clubs(made: dict[str, Any], clubs: list[str], strength: str, until: int | None) -> dict[str, Any]:
    """The event with the club of each entrant, and its choice."""
    said = deepcopy(made)
    said["rules"]["clubs_apart"] = {"strength": strength, "until_round": until}
    for entrant, club in zip(said["entrants"], clubs, strict=True):
        if club:
            entrant["club"] = club
    return said


def in_pairs(made: dict[str, Any], clubs: list[str], strength: str, until: int | None) -> dict[str, Any]:
    """The same event with every pair of members named."""
    said = deepcopy(made)
    for one, other in combinations(range(len(clubs)), 2):
        if clubs[one] and clubs[one] == clubs[other]:
            forbidden = said["entrants"][one].setdefault("forbidden", {"absolute": [], "weak": []})
            forbidden[strength].append(name(other + 1))
            forbidden["until_round"] = until
    return said


@pytest.mark.parametrize("stage", [SWISS, PODS], ids=["swiss", "pods"])
@pytest.mark.parametrize(
    "seed", [*range(2), *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 60))]
)
def test_clubs_are_pairs_that_are_kept_apart(seed: int, stage: dict[str, Any]) -> None:
    random = Random(seed)
    made = field(random.randint(5, 14 if stage is SWISS else 9), stage)
    made["seed"] = str(seed)
    clubs = [random.choice(("", "Ravens", "Owls", "Bell family")) for _ in made["entrants"]]
    strength, until = random.choice(("weak", "absolute")), random.choice((1, 2, None))
    for _round in range(2):
        by_clubs = paired(in_clubs(made, clubs, strength, until))
        assert by_clubs == paired(in_pairs(made, clubs, strength, until))
        play(made, 1)


def test_two_clubs_of_four_meet_only_each_other_in_round_one() -> None:
    clubs = ["Ravens", " ravens", "RAVENS ", "Ravens", "Owls", "Owls", "owls", "Owls"]
    for seed in range(20):
        made = in_clubs(field(8, SWISS) | {"seed": str(seed)}, clubs, "weak", 1)
        for one, other in pairs(paired(made)):
            assert (one <= 4) != (other <= 4), "capitals and spaces make no other club"


def test_a_choice_that_is_none_is_refused_and_a_sound_one_goes_there_and_back() -> None:
    made = in_clubs(field(4, SWISS), ["A", "", "A", ""], "absolute", None)
    event = read(made)
    assert read_event(write_event(event)) == event
    assert b'"club":"A"' in write_event(event) and write_event(event).count(b'"club":') == 2
    for bad, why in (
        ({"strength": "strong"}, "strength"),
        ({"strength": "weak", "until_round": -1}, "clubs_apart.until_round: must be a round between 0"),
    ):
        made["rules"]["clubs_apart"] = bad
        with pytest.raises(EventFileError, match=why):
            read(made)
