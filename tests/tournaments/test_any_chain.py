"""Chains of any stages, with people leaving, double losses and draws: what must be true whatever happens."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.playing import add_round, drop, field, paired, read, seats, table
from tournaments.event_file import read_event, write_event
from tournaments.standings import open_workings, standings_of

KINDS = ["swiss", "round_robin", "single_elimination", "double_elimination", "pods"]


@st.composite
def stages(draw: st.DrawFn) -> list[dict[str, Any]]:
    made = []
    for at in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(KINDS))
        stage: dict[str, Any] = {"id": f"s{at}", "kind": kind, "fresh": draw(st.booleans())}
        if kind in ("swiss", "pods"):
            stage["rounds"] = draw(st.integers(1, 3))
        if kind == "round_robin":
            stage |= {"groups": draw(st.integers(1, 2)), "legs": draw(st.integers(1, 2))}
        if kind == "single_elimination":
            stage |= {"third_place": draw(st.booleans())}
        if at:
            stage["size"] = 2 * draw(st.integers(1, 6))
        made.append(stage)
    return made


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(chain=stages(), size=st.integers(0, 14), data=st.data())
def test_an_event_goes_on_to_its_end(chain: list[dict[str, Any]], size: int, data: st.DataObject) -> None:
    first = data.draw(st.sampled_from(["seed", "random"]))
    made = field(
        size, *chain, rules={"first_round": first, "tiebreakers": ["match_points", "omw", "buchholz"]}
    )
    kinds = {stage["id"]: stage["kind"] for stage in chain}
    left: set[str] = set()
    for _ in range(120):
        answer = paired(made)
        if answer.get("over"):
            break
        kind = kinds[answer["stage"]]
        here = [e for match in seats(answer) for e in match]
        assert len(here) == len(set(here))
        assert not left & {*here, *answer["byes"]}
        assert len(here) > 0

        def decide(match: Any, kind: str = kind) -> Any:
            everybody = match["seats"]
            if len(everybody) > 2:
                return {"ranking": [[e] for e in data.draw(st.permutations(everybody))]}
            odd = ["double_loss"] if "elimination" in kind else ["double_loss", {"winner": None}]
            return data.draw(st.sampled_from([{"winner": everybody[0]}, {"winner": everybody[1]}, *odd]))

        add_round(made, answer, decide)
        if data.draw(st.integers(0, 3)) == 0:
            gone = data.draw(st.sampled_from([row["id"] for row in made["entrants"]]))
            if gone not in left:
                left.add(gone)
                what = data.draw(st.sampled_from(["dropped_after", "disqualified_after"]))
                drop(made, gone, **{what: len(made["rounds"])})
        check_standings(made)
    else:
        raise AssertionError("the event goes on for ever")
    event = read(made)
    assert read_event(write_event(event)) == event


def check_standings(made: dict[str, Any]) -> None:
    """Everybody but the disqualified is there once, the places go up, the last stage's entrants stand first."""
    rows = table(made)
    there = [row["entrant"] for row in rows]
    assert sorted(there) == [row["id"] for row in made["entrants"] if "disqualified_after" not in row]
    places = [row["place"] for row in rows]
    assert places == sorted(places)
    for at, place in enumerate(places):
        assert place == places.index(place) + 1 or (place == 2 and at < 2), "shared places are counted"
    order = [stage["id"] for stage in made["stages"]]
    begun = [order.index(row["stage"]) for row in rows]
    assert begun == sorted(begun, reverse=True)
    event = read(made)
    workings = open_workings(event)
    for row in standings_of(event).rows:
        working = workings.of(row.entrant)
        assert {name: figure.value for name, figure in working.values.items()} == dict(row.values)
