"""Event files of any chain of stages, played on for a while and then spoilt: read, ranked and paired, or refused."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import strategies as st

from tests.hostile.values import WRONG, search, spoilt
from tests.tournaments.playing import add_round, drop, field, paired, play, table
from tournaments.event_file import read_event, write_event
from tournaments.event_file.stage_checks import MAX_STAGES
from tournaments.facts import EventFile, EventFileError
from tournaments.pairing import PairingRefused, pair_next_round, pairing_json
from tournaments.standings import standings_json, standings_of, working_json, working_of
from tournaments.standings.chain import Chain

CUT: dict[str, Any] = {"id": "cut", "kind": "single_elimination", "size": 4, "third_place": True}
#: every kind first, and every kind after another one
CHAINS: list[list[dict[str, Any]]] = [
    [{"kind": "swiss", "rounds": 2}, CUT | {"places": "shared", "last_tiebreak": "higher_seed"}],
    [{"kind": "single_elimination", "places": "by_seed"}, {"kind": "swiss", "rounds": 1, "fresh": True}],
    [{"kind": "double_elimination", "reset": True}, {"kind": "pods", "rounds": 1, "pod_size": 4, "smallest": 3}],
    [{"kind": "round_robin", "groups": 2, "legs": 2, "withdrawn": "expunge"}, CUT],
    [
        {"kind": "pods", "rounds": 1, "pod_size": 4, "smallest": 3},
        {"kind": "round_robin", "size": 4, "legs": 1, "withdrawn": "forfeit", "draws": False},
        {"kind": "double_elimination", "size": 3, "reset": False},
    ],
]  # fmt: skip
WORDS: tuple[Any, ...] = (
    *WRONG, "swiss", "round_robin", "single_elimination", "double_elimination", "pods", "cut", "P001", "P007", "P099",
    ["P002", "P001", "P003"], ["P001", "P001"], "bye", "double_loss", {"winner": None}, {"winner": "P001"},
    {"winner": "P002", "decided_by": "lot"}, {"ranking": [["P001"], ["P002"]]}, {"ranking": [["P001", "P002"]]},
    {"ranking": [[], ["P001"]]}, {"side": "losers", "round": 2, "slot": 1},
    {"side": "third_place", "round": 1, "slot": 1}, {"side": "final", "round": 2, "slot": 1},
    {"side": "winners", "round": 0, "slot": -1}, "final", "winners",
    1, 2, 3, 4, 99, 1_000, 1_000_000, "shared", "expunge",
    {"id": "more", "kind": "round_robin", "groups": 1_000, "legs": 10},
    {"id": "more", "kind": "double_elimination", "entrants": ["P003"]}, {"id": "more", "kind": "pods", "pod_size": 100},
)  # fmt: skip


@cache
def played(at: int, rounds: int, left: int, stored: bool, open_ones: bool) -> str:
    """The chain at that place of CHAINS with seven entrants after so many rounds: one has left after the first, those
    of each stage are stored or to be computed, and the last round is open or has its results."""
    made = field(7, *CHAINS[at], rules={"swiss_rounds": 2})
    play(made, min(rounds, 1))
    if left:
        drop(made, f"P{left:03}", **{"disqualified_after" if left % 2 else "dropped_after": 1})
    play(made, rounds - 1)
    if stored:
        begun = {row["stage"] for row in made["rounds"]}
        chain = Chain(read_event(json.dumps(made).encode()))
        for k, stage in enumerate(made["stages"]):
            if stage["id"] in begun:
                stage["entrants"] = list(chain.seeds(k))
    if open_ones:
        answer = paired(made)
        if not answer.get("over"):
            add_round(made, answer, lambda match: None)
    return json.dumps(made)


@st.composite
def files(draw: st.DrawFn, chains: list[int]) -> Any:
    """Any of these, with none to three of its places made wrong; four in five of those of its stages and brackets."""
    text = played(
        draw(st.sampled_from(chains)),
        draw(st.integers(0, 9)),
        draw(st.integers(0, 7)),
        draw(st.booleans()),
        draw(st.booleans()),
    )
    made, words = json.loads(text), st.sampled_from(WORDS)
    if draw(st.integers(0, 4)):
        part = draw(st.sampled_from(["stages", "rounds", "entrants"]))
        return made | {part: draw(spoilt(made[part], words, 0))}
    return draw(spoilt(made, words, 0))


def listed(event: EventFile) -> list[str]:
    """Who is in the table: everybody who is in by the next round, without the disqualified."""
    last = len(event.rounds)
    return [
        one.id
        for one in event.entrants
        if one.entered_before <= last + 1
        and (one.disqualified_after is None or one.disqualified_after > last)
    ]


def check_pairing(event: EventFile) -> None:
    """Who is paired is of that stage, in the event still, and sits at one table."""
    chain, pairing = Chain(event), pair_next_round(event)
    assert json.dumps(pairing_json(pairing))
    seats = [seat for match in pairing.matches for seat in match.seats]
    assert len(seats) == len(set(seats))
    k = next(k for k, stage in enumerate(event.stages) if stage.id == pairing.stage)
    assert not chain.left.keys() & {*seats, *pairing.byes}
    late = {entrant.id for entrant in event.entrants if entrant.entered_before > 1}
    assert {*seats, *pairing.byes, *pairing.unpaired} <= {*chain.seeds(k), *late}


ALL = list(range(len(CHAINS)))


@pytest.mark.parametrize(
    ("chains", "amount"), [(ALL, 150), *(pytest.param([n], 4_000, marks=pytest.mark.long) for n in ALL)]
)
def test_a_file_of_stages_is_ranked_and_paired_or_refused(chains: list[int], amount: int) -> None:
    """What is read is written and read again alike; a bracket that its rounds do not fit is refused by its place."""
    taken, refused = 0, 0

    def check(made: Any) -> None:
        nonlocal taken, refused
        try:
            event = read_event(json.dumps(made).encode())
            assert read_event(write_event(event)) == event
            rows = standings_json(standings_of(event))["standings"]
            there = [row["entrant"] for row in rows]
            assert sorted(there) == sorted(listed(event))
            assert all(json.dumps(working_json(working_of(event, entrant))) for entrant in there[:2])
            check_pairing(event)
        except EventFileError as error:
            assert error.place and error.reason
            refused += 1
        except PairingRefused as error:
            assert str(error)
        else:
            taken += 1

    search(files(chains), check, amount)
    assert taken > amount // 10 and refused > amount // 10, (taken, refused)


@pytest.mark.parametrize("kind", ["swiss", "round_robin", "single_elimination", "double_elimination", "pods"])
def test_a_long_chain_costs_each_stage_once(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each stage took twice the time of the one before it: fourteen of nobody took ten seconds."""
    asked: list[int] = []
    ranked = Chain._ranked
    monkeypatch.setattr(Chain, "_ranked", lambda chain, k, who: asked.append(k) or ranked(chain, k, who))  # type: ignore[func-returns-value]
    made = field(0, *({"id": f"s{n}", "kind": kind} for n in range(MAX_STAGES)))
    assert paired(made).get("over") and table(made) == []
    assert len(asked) <= MAX_STAGES + 1
    made["stages"].append({"id": "more", "kind": kind})
    with pytest.raises(EventFileError, match="at most 20"):
        paired(made)


@pytest.mark.parametrize("kind", ["single_elimination", "double_elimination"])
def test_nobody_is_paired_at_two_tables_of_a_bracket(kind: str) -> None:
    """The file says that seed 2 played in the place of seed 8, and his own match of round one is still to come."""
    made = field(8, {"kind": kind})
    played_by = {1: ["P001", "P002"], 2: ["P004", "P005"]}
    matches = [
        {
            "seats": seats,
            "result": {"winner": max(seats)},
            "bracket": {"side": "winners", "round": 1, "slot": slot},
        }
        for slot, seats in played_by.items()
    ]
    made["rounds"].append({"number": 1, "stage": kind, "matches": matches})
    with pytest.raises(PairingRefused, match="'P002' would sit at two tables"):
        paired(made)
