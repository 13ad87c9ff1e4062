"""Pods, sentence by sentence of the format's section on stages, on fields small enough to think through."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.playing import add_round, field, number, paired, play, points, read, seats
from tournaments.event_file import read_event, write_event
from tournaments.facts import EventFileError
from tournaments.pairing import PairingRefused
from tournaments.pairing.pods.sizes import repeats_at_least, sizes_for
from tournaments.standings import working_of

PODS = {"kind": "pods"}


@pytest.mark.parametrize(("players", "most", "fewest", "sizes"), [
    (17, 4, 3, [4, 4, 3, 3, 3]),
    (16, 4, 3, [4, 4, 4, 4]),
    (15, 4, 3, [4, 4, 4, 3]),
    (9, 4, 3, [3, 3, 3]),
    (6, 4, 3, [3, 3]),
    (5, 4, 3, [4]),  # one is left
    (2, 4, 3, []),  # nobody can be seated
    (1, 4, 3, []),
    (11, 6, 3, [6, 5]),
    (13, 6, 3, [6, 4, 3]),
    (14, 4, 4, [4, 4, 4]),  # two are left
    (7, 3, 3, [3, 3]),
])  # fmt: skip
def test_as_many_full_tables_as_can_be(players: int, most: int, fewest: int, sizes: list[int]) -> None:
    assert sizes_for(players, most, fewest) == sizes


@given(players=st.integers(0, 400), most=st.integers(3, 8), fewest=st.integers(2, 8))
def test_tables_of_every_field(players: int, most: int, fewest: int) -> None:
    """As many as can be are seated, and as many of them as can be at full tables: counted by trying all."""
    fewest = min(fewest, most)
    sizes = sizes_for(players, most, fewest)
    assert all(fewest <= size <= most for size in sizes)
    best: dict[int, int] = {0: 0}
    for n in range(1, players + 1):
        found = [best[n - s] + (s == most) for s in range(fewest, most + 1) if n - s in best]
        if found:
            best[n] = max(found)
    assert sum(sizes) == max(best)
    assert sizes.count(most) == best[sum(sizes)]


def test_seventeen_at_five_tables() -> None:
    answer = paired(field(17, PODS))
    assert sorted(map(len, seats(answer)), reverse=True) == [4, 4, 3, 3, 3]
    assert sorted(e for table in seats(answer) for e in table) == [f"P{n:03}" for n in range(1, 18)]
    assert (answer["byes"], answer["unpaired"], answer["stage"]) == ([], [], "pods")


def test_the_same_file_gives_the_same_tables() -> None:
    made = field(19, PODS)
    play(made, 3)
    assert seats(paired(made)) == seats(paired(made))
    assert seats(paired(made)) != seats(paired(made | {"seed": "another"}))


def test_who_cannot_be_seated_has_a_bye_worth_the_first_place_at_the_smallest_table() -> None:
    made = field(5, PODS)
    answer = paired(made)
    assert (len(seats(answer)[0]), len(answer["byes"])) == (4, 1)
    add_round(made, answer)
    assert points(made)[number(answer["byes"][0])] == 4, "4-2-1 at a table of three"
    made["rules"]["pod_points"] = {"3": [9, 2, 1], "4": [5, 3, 2, 1]}
    assert points(made)[number(answer["byes"][0])] == 9
    made["rules"]["points"] = {"bye": 2}
    assert points(made)[number(answer["byes"][0])] == 2
    del made["rules"]["points"]
    made["stages"][0]["smallest"] = 4
    made["rules"]["pod_points"] = {"4": [5, 3, 2, 1]}
    assert points(made)[number(answer["byes"][0])] == 5
    assert paired(made)["byes"] != answer["byes"], "nobody has two before everybody has one"


def test_a_bye_of_pods_is_no_more_than_a_win_in_percentages() -> None:
    made = field(5, PODS, rules={"tiebreakers": ["match_points", "gw", "omw"]})
    add_round(made, paired(made))
    bye = next(m["seats"][0] for m in made["rounds"][0]["matches"] if len(m["seats"]) == 1)
    working = working_of(read(made), bye)
    assert (working.values["gw"].value, working.values["omw"].value) == (1, None)


def test_the_event_with_too_few_for_a_table_is_over() -> None:
    answer = paired(field(2, PODS))
    assert (answer["matches"], sorted(answer["byes"]), answer["over"]) == ([], ["P001", "P002"], True)
    assert answer["over_because"] == "too_few_left"
    assert paired(field(0, PODS))["over_because"] == "nobody_left"


def test_never_more_at_a_table_than_the_game_seats() -> None:
    """HeroCard seats four at most, Highlander two."""
    five = field(10, PODS | {"pod_size": 5}, game="herocard_nightmare")
    with pytest.raises(PairingRefused, match="tables of 5, and herocard_nightmare seats 4 at most"):
        paired(five)
    with pytest.raises(PairingRefused, match="tables of 3, and highlander seats 2 at most"):
        paired(field(6, PODS, game="highlander"))
    assert sorted(map(len, seats(paired(five | {"game": "looney_tunes"})))) == [5, 5]


def test_absolutely_forbidden_pairs_come_first() -> None:
    """Eight at two tables, met as 1234 and 5678: any new seating repeats. 1 must not meet 5, 6, 7 and 8, so 1 is left
    with 2, 3 and 4: all six pairs of either table again, rather than one that must never be."""
    made = field(8, PODS)
    made["rounds"] = [{"number": 1, "stage": "pods", "matches": [
        {"table": t, "seats": s, "result": {"ranking": [[e] for e in s]}}
        for t, s in ((1, ["P001", "P002", "P003", "P004"]), (2, ["P005", "P006", "P007", "P008"]))]}]  # fmt: skip
    answer = paired(made)
    assert len(answer["relaxed"]) == 4, (
        "two and two at each table: one pair again from each half of each table"
    )
    made["entrants"][0]["forbidden"] = {"absolute": ["P005", "P006", "P007", "P008"]}
    answer = paired(made)
    assert {frozenset(map(number, table)) for table in seats(answer)} == {
        frozenset({1, 2, 3, 4}), frozenset({5, 6, 7, 8})}  # fmt: skip
    assert len([r for r in answer["relaxed"] if r["promise"] == "no_rematch"]) == 12


def test_somebody_who_must_meet_nobody_is_left() -> None:
    made = field(7, PODS)
    made["entrants"][0]["forbidden"] = {"absolute": [f"P{n:03}" for n in range(2, 8)]}
    answer = paired(made)
    assert answer["byes"] == ["P001"]
    assert sorted(map(len, seats(answer))) == [3, 3]


def test_fewer_full_tables_where_forbidden_pairs_leave_no_other_way() -> None:
    """Twelve of three families who must not meet: no four can sit together, four threes can."""
    made = field(12, PODS)
    for n, row in enumerate(made["entrants"], start=1):
        row["forbidden"] = {"absolute": [f"P{m:03}" for m in range(1, 13) if m != n and m % 3 == n % 3]}
    answer = paired(made)
    assert sorted(map(len, seats(answer))) == [3, 3, 3, 3]
    assert all({number(e) % 3 for e in table} == {0, 1, 2} for table in seats(answer))


def test_forbidden_until_a_round() -> None:
    made = field(8, PODS)
    family = ["P002", "P003", "P004"]
    made["entrants"][0]["forbidden"] = {"absolute": family + [f"P{n:03}" for n in (5, 6)], "until_round": 1}
    answer = paired(made)
    first = next((t for t in seats(answer) if "P001" in t), [])
    assert not set(first) & {*family, "P005", "P006"}
    made["entrants"][0]["forbidden"]["until_round"] = 0
    assert "P001" not in paired(made)["byes"]


def test_weakly_forbidden_pairs_give_way_to_new_opponents_only() -> None:
    made = field(8, PODS)
    made["entrants"][0]["forbidden"] = {"weak": ["P002", "P003", "P004", "P005"]}
    answer = paired(made)
    here = next(table for table in seats(answer) if "P001" in table)
    # Three others are at the table, and only 6, 7 and 8 are not weakly forbidden.
    assert sorted(here) == ["P001", "P006", "P007", "P008"]


def short_seats(answer: dict[str, Any]) -> set[str]:
    return {e for table in seats(answer) if len(table) < 4 for e in table}


def test_nobody_sits_at_a_short_table_twice_before_everybody_has_once() -> None:
    """Twenty-three: five tables of four and one of three, so in three rounds nine sit there, each once; new opponents
    for everybody can be had besides."""
    made = field(23, PODS, rules={"first_round": "random"})
    answers = play(made, 3)
    short = [e for answer in answers for e in short_seats(answer)]
    assert len(short) == len(set(short)) == 9
    assert not any(answer["relaxed"] for answer in answers)


def test_new_opponents_go_before_the_short_tables() -> None:
    """Eleven sat at tables A, B of four and C of three. A table of four has two of one of these, so two pairs meet
    again at the least; no more do if the short table has one of each: so one of C sits there a second time."""
    made = field(11, PODS, rules={"first_round": "random"})
    first, second = play(made, 2)
    assert [relaxed["promise"] for relaxed in second["relaxed"]] == ["no_rematch", "no_rematch"]
    assert len(short_seats(first) & short_seats(second)) == 1


def test_nearest_points_sit_together() -> None:
    """Twelve that have met nobody: four with 5 points, four with 3, four with 0 sit together."""
    made = field(12, PODS)
    for n, row in enumerate(made["entrants"]):
        row["adjustments"] = [{"round": 0, "match_points": [5, 3, 0][n % 3]}]
    answer = paired(made)
    assert {frozenset(number(e) % 3 for e in table) for table in seats(answer)} == {
        frozenset({0}), frozenset({1}), frozenset({2})}  # fmt: skip
    assert answer["cost"]["squared_difference"] == 0
    assert number(answer["matches"][0]["seats"][0]) % 3 == 1, "the most points at the first table"


def test_seats_are_shared_out_evenly() -> None:
    """Four play four rounds: everybody has every seat once."""
    made = field(4, PODS | {"rounds": 4})
    answers = play(made)
    assert len(answers) == 4
    where = {e: {seats(answer)[0].index(e) for answer in answers} for e in seats(answers[0])[0]}
    assert set(map(frozenset, where.values())) == {frozenset({0, 1, 2, 3})}


def test_awarded_byes_and_late_entries_belong_to_pods() -> None:
    made = field(9, PODS)
    made["entrants"][0]["awarded_byes"] = [1]
    made["entrants"][1]["entered_before"] = 2
    answer = paired(made)
    assert answer["byes"] == ["P001"]
    assert sorted(map(len, seats(answer))) == [3, 4]
    add_round(made, answer)
    assert "P002" in {e for table in seats(paired(made)) for e in table}


def test_a_stage_of_so_many_rounds() -> None:
    made = field(8, PODS | {"rounds": 2}, rules={"swiss_rounds": 5})
    assert len(play(made)) == 2
    del made["stages"][0]["rounds"]
    assert len(play(made)) == 3, "five by the rules"


def test_no_draws_where_the_stage_has_none() -> None:
    made = field(4, PODS | {"draws": False})
    add_round(made, paired(made), lambda match: {"ranking": [match["seats"]]})
    with pytest.raises(EventFileError, match="the stage 'pods' has no draws"):
        paired(made)


def test_the_bound_on_opponents_met_again() -> None:
    """Nine, four rounds of threes: eight opponents of eight, none again. A fifth round: ten of eight, two again each,
    eighteen ends of nine pairs."""
    assert repeats_at_least([8] * 9, 9) == 0
    assert repeats_at_least([10] * 9, 9) == 9
    assert repeats_at_least([24] * 2000, 2000) == 0


@settings(max_examples=9, deadline=None)
@given(size=st.integers(3, 40), rounds=st.integers(1, 3), seed=st.integers(0, 10**6))
def test_everybody_is_seated_once_or_has_a_bye(size: int, rounds: int, seed: int) -> None:
    chance = random.Random(seed)
    made = field(size, PODS, seed=str(seed))
    for row in made["entrants"]:
        if chance.random() < 0.1:
            row["forbidden"] = {chance.choice(["absolute", "weak"]): [f"P{chance.randint(1, size):03}"]}
            row["forbidden"] = {k: [e for e in v if e != row["id"]] for k, v in row["forbidden"].items()}
    apart = {frozenset({row["id"], e}) for row in made["entrants"]
             for e in row.get("forbidden", {}).get("absolute", [])}  # fmt: skip
    for _ in range(rounds):
        answer = paired(made)
        if answer.get("over"):
            break
        here = [e for table in seats(answer) for e in table] + answer["byes"] + answer["unpaired"]
        present = [r["id"] for r in made["entrants"] if r.get("dropped_after") is None]
        assert sorted(here) == present
        assert all(3 <= len(table) <= 4 for table in seats(answer))
        met = {frozenset(pair) for table in seats(answer) for pair in combinations(table, 2)}
        assert not met & apart
        add_round(made, answer)
        if chance.random() < 0.5:
            gone: Any = chance.choice(made["entrants"])
            gone.setdefault("dropped_after", len(made["rounds"]))
    assert read_event(write_event(read(made))) == read(made)
