"""Event files with something wrong in them: taken, or refused by name; never half, never a fault of the program."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.tournaments.factories import actor, at
from tests.tournaments.phones.people import signed_in
from tests.tournaments.playing import add_round, field, paired
from tournaments.errors import DomainError
from tournaments.importing.changes import import_event
from tournaments.importing.reading import look_over
from tournaments.kept_standings.snapshots import keep_standings
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, State
from tournaments.models.rounds import Match, Seat
from tournaments.projection import facts_of
from tournaments.standings import standings_of

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
VALUES: list[Any] = [
    None, True, -1, 0, 1, 7, 2**31, 2**70, 0.5, 1e308, "", "P001", "P999", "\0", "x" * 300, "ä\u202e", [], ["P001"],
    [["P001"], ["P002"]], {}, {"x": 1}, "bye", "double_loss", "swiss", "pods", "single_elimination", [[1, 2]], [[]],
]  # fmt: skip


def whole() -> dict[str, Any]:
    stages = [{"kind": "swiss", "rounds": 2}, {"kind": "single_elimination", "size": 4}]
    made = field(5, *stages, game="looney_tunes", name="Cup", rules={"games_per_match": 1})
    made["entrants"][4] |= {"awarded_byes": [2], "forbidden": {"absolute": ["P004"]}}
    for number in range(1, 4):
        add_round(made, paired(made))
        if number == 2:
            made["entrants"][4]["dropped_after"] = 2
    return made


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of the file."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, each in inner for place in places(each, (*path, key)))]


PLACES = places(whole())[1:]


#: What may stand at a key of that name: most of it fits by itself, and not with what stands beside it.
LIKELY: dict[str, list[Any]] = {
    "seed": [1, 2, 5, 999, None],
    "rating": [None, 0, 1500.5, -3],
    "dropped_after": [None, 0, 1, 2, 3, 50],
    "disqualified_after": [None, 0, 1, 2, 3],
    "entered_before": [1, 2, 3, 9],
    "absences": [[], [[1, 1]], [[2, 3]], [[1, 1], [1, 2]]],
    "missed_rounds_as": ["loss", "bye", "nothing"],
    "awarded_byes": [[], [1], [2, 2], [3], [9]],
    "absolute": [[], ["P002"], ["P001", "P002", "P003"]],
    "fixed_table": [None, 1, 2, 1_000_000],
    "club": ["", "Ravens"],
    "table": [1, 2, 3, 99, None],
    "seats": [["P001", "P002"], ["P002", "P001"], ["P005"], ["P001", "P002", "P003"], ["P003", "P003"]],
    "result": [
        None, "bye", "double_loss", {"winner": None}, {"winner": "P001"}, {"winner": "P003", "kind": "forfeit"},
        {"winner": "P002", "games": [2, 1, 0]}, {"ranking": [["P001", "P002"]]},
        {"winner": "P004", "decided_by": "lot"},
        {"winner": "P001", "scores": {"P001": -5.5}, "tiebreakers": {"P001": 3}},
    ],
    "bracket": [None, {"side": "final", "round": 1, "slot": 1}, {"side": "winners", "round": 9, "slot": 9}],
    "kind": ["swiss", "pods", "round_robin", "single_elimination", "double_elimination"],
    "size": [None, 2, 3, 4, 5, 8, 64],
    "rounds": [None, 1, 2, 3, 50],
    "entrants": [None, ["P001", "P002"], ["P004", "P003", "P002", "P001"]],
    "third_place": [True, False],
    "fresh": [True, False],
    "last_tiebreak": [None, "lot", "higher_seed", "judge", "further_scene"],
    "games_per_match": [1, 2, 3, 5],
    "first_round": ["seed", "random", "rating"],
    "profile": ["mtr", "pokemon", "netrunner", "fide"],
    "floor": [None, 0, 0.33, 1],
    "swiss_rounds": [None, 0, 1, 2, 7],
    "points": [{}, {"win": 2}, {"bye": 0}, {"draw": 4}],
    "tiebreakers": [[], ["match_points"], ["lot", "omw", "head_to_head", "game"]],
}  # fmt: skip
OF_ENTRANTS = (
    *(
        "seed",
        "rating",
        "dropped_after",
        "disqualified_after",
        "entered_before",
        "absences",
        "missed_rounds_as",
    ),
    *("awarded_byes", "fixed_table", "club"),
)
OF_RULES = ("games_per_match", "first_round", "profile", "floor", "swiss_rounds", "points", "tiebreakers")
OF_STAGES = ("kind", "size", "rounds", "entrants", "third_place", "fresh", "last_tiebreak", "games_per_match")
ADDED = [
    *(("entrants", at, key) for at in range(5) for key in OF_ENTRANTS),
    *(("rules", key) for key in OF_RULES),
    *(("stages", at, key) for at in range(2) for key in OF_STAGES),
]
CHANGES = [
    (path, value)
    for path in dict.fromkeys(
        [*(place for place in PLACES if place[0] != "entrants" or len(place) > 1), *ADDED]
    )
    for value in LIKELY.get(str(path[-1]), ())
]


def set_at(made: Any, path: tuple[Any, ...], value: Any) -> None:
    """Puts the value there; a place that another change took away is left."""
    for key in path[:-1]:
        if not isinstance(made, dict | list) or (
            isinstance(made, list) and (type(key) is not int or key >= len(made))
        ):
            return
        if isinstance(made, dict) and key not in made:
            return
        made = made[key]
    if isinstance(made, dict) or (isinstance(made, list) and type(path[-1]) is int and path[-1] < len(made)):
        made[path[-1]] = value


def test_the_file_itself_is_taken() -> None:
    event = import_event(json.dumps(whole()).encode(), by=actor("olga"), now=at(0))
    assert (event.state, event.rounds.count(), event.entrants.count()) == (State.RUNNING, 3, 5)


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    st.lists(
        st.one_of(
            *[st.sampled_from(CHANGES)] * 4, st.tuples(st.sampled_from(PLACES), st.sampled_from(VALUES))
        ),
        min_size=1,
        max_size=3,
    )
)
@example(changes=[(("rules", "tiebreakers"), [])])
def test_a_mangled_file_is_taken_or_refused(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
    made = whole()
    for path, value in changes:
        set_at(made, path, deepcopy(value))
    before = Event.objects.count(), Entrant.objects.count(), Match.objects.count()
    try:
        event = import_event(json.dumps(made).encode(), by=actor("olga"), now=at(0))
    except DomainError as error:
        assert error.status < 500 and str(error.message)
        assert before == (Event.objects.count(), Entrant.objects.count(), Match.objects.count())
        return
    seated = list(Seat.objects.filter(round__event=event).values_list("round", "entrant"))
    assert len(seated) == len(set(seated))
    there, told = standings_of(facts_of(event)), standings_of(look_over(json.dumps(made).encode()).facts)
    assert [(row.entrant, row.place, row.values) for row in there.rows] == [
        (row.entrant, row.place, row.values) for row in told.rows
    ]
    keep_standings(event.pk)
    desk = signed_in("olga")
    for page in ("", "standings/", "desk/", "entrants/", "rounds/1/", "charts/", "projector/"):
        assert desk.get(f"/events/{event.slug}/{page}").status_code in (200, 302, 404), page
    if event.state == State.RUNNING:
        assert desk.post(f"/events/{event.slug}/rounds/offer/").status_code < 500
