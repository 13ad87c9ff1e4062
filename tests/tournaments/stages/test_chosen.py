"""Chains of stages as organisers choose them: what fits, what is refused, and that event files agree."""

from typing import Any

import msgspec
import pytest

from tests.tournaments.factories import actor, at, make_event, open_event, running_event
from tournaments.errors import Invalid
from tournaments.event_file import read_event
from tournaments.events.changes import edit_event
from tournaments.projection import facts_of
from tournaments.stages.chosen import as_chosen
from tournaments.stages.queries import stages_of

pytestmark = pytest.mark.django_db

CUT = {"kind": "single_elimination", "size": 4}
CHAINS: dict[str, list[dict[str, Any]]] = {
    "swiss": [{"kind": "swiss"}],
    "swiss and cut": [{"kind": "swiss"}, CUT | {"third_place": True, "places": "shared"}],
    "groups and final": [{"kind": "round_robin", "groups": 2, "legs": 2}, CUT],
    "pods and pods": [
        {"kind": "pods", "pod_size": 4, "smallest": 3},
        {"kind": "pods", "size": 4, "rounds": 1, "fresh": True},
    ],
    "double": [{"kind": "double_elimination", "reset": False, "last_tiebreak": "lot", "games_per_match": 5}],
    "day two": [{"kind": "swiss"}, {"kind": "swiss", "size": 8, "rounds": 3, "id": "day-2"}, CUT],
}


@pytest.mark.parametrize("name", sorted(CHAINS))
def test_a_chain_is_kept_as_chosen_and_an_event_file_takes_it(name: str) -> None:
    event = make_event(stages=CHAINS[name])
    stages = stages_of(event)
    assert [stage.kind for stage in stages] == [chosen["kind"] for chosen in CHAINS[name]]
    for stage, chosen in zip(stages, CHAINS[name], strict=True):
        expected = {"code" if field == "id" else field: value for field, value in chosen.items()}
        assert expected.items() <= {**as_chosen(stage), **expected}.items()
        assert all(getattr(stage, field) == value for field, value in expected.items())
    read = read_event(msgspec.json.encode(facts_of(event)))
    assert [stage.kind for stage in read.stages] == [stage.kind for stage in stages]
    assert len({stage.id for stage in read.stages}) == len(stages)


def test_an_event_is_swiss_unless_something_else_is_chosen() -> None:
    assert [as_chosen(stage) for stage in stages_of(make_event())] == [{"kind": "swiss", "code": "swiss"}]


@pytest.mark.parametrize(
    ("stages", "field"),
    [
        ([], "stages"),
        ("swiss", "stages"),
        ([{"kind": "swiss"}] * 7, "stages"),
        ([7], "stages"),
        ([{}], "stages[0].kind"),
        ([{"kind": "ladder"}], "stages[0].kind"),
        ([{"kind": "swiss", "size": 8}], "stages[0].size"),
        ([{"kind": "swiss", "rounds": 4}], "stages[0].rounds"),
        ([{"kind": "swiss", "third_place": True}], "stages[0].third_place"),
        ([{"kind": "swiss", "colour": "red"}], "stages[0].colour"),
        ([{"kind": "swiss"}, {"kind": "swiss", "size": 8}], "stages[1].rounds"),
        ([{"kind": "swiss"}, CUT | {"size": 1}], "stages[1].size"),
        ([{"kind": "swiss"}, CUT | {"size": "four"}], "stages[1].size"),
        ([{"kind": "swiss"}, CUT | {"draws": True}], "stages[1].draws"),
        ([{"kind": "swiss"}, CUT | {"last_tiebreak": "further_day"}], "stages[1].last_tiebreak"),
        ([{"kind": "swiss"}, CUT | {"code": "Top 8"}], "stages[1].code"),
        ([{"kind": "swiss"}, CUT | {"code": "swiss"}], "stages[1].code"),
        ([{"kind": "single_elimination", "last_tiebreak": "higher_seed"}], "stages[0].last_tiebreak"),
        ([{"kind": "swiss", "draws": False, "last_tiebreak": "higher_seed"}], "stages[0].last_tiebreak"),
        ([{"kind": "round_robin", "groups": 3}, CUT], "stages[1].size"),
        ([{"kind": "pods", "pod_size": 9}], "stages[0].pod_size"),
        ([{"kind": "pods", "pod_size": 4, "smallest": 5}], "stages[0].smallest"),
        ([{"kind": "swiss"}, CUT | {"clock_kind": "sundial"}], "stages[1].clock_kind"),
        ([{"kind": "swiss"}, CUT | {"games_per_match": [3]}], "stages[1].games_per_match"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_by_stage_and_field(stages: Any, field: str) -> None:
    with pytest.raises(Invalid) as refused:
        make_event(stages=stages)
    assert list(refused.value.details["fields"]) == [field]  # type: ignore[call-overload]


def test_pods_need_a_game_for_three() -> None:
    with pytest.raises(Invalid):
        make_event(game="highlander", stages=[{"kind": "pods"}])


def test_a_game_or_a_first_round_that_the_stages_do_not_fit_is_refused() -> None:
    event = make_event(stages=[{"kind": "pods"}])
    with pytest.raises(Invalid):
        edit_event(event, {"game": "highlander"}, by=actor("olga"), now=at())
    seeded = make_event(
        first_round="seed", stages=[{"kind": "single_elimination", "last_tiebreak": "higher_seed"}]
    )
    with pytest.raises(Invalid):
        edit_event(seeded, {"first_round": "random"}, by=actor("olga"), now=at())


def test_the_last_tiebreak_is_the_games_own_where_it_has_one() -> None:
    for game, expected in (
        ("looney_tunes", "further_scene"),
        ("nightmare_before_christmas", "further_day"),
        ("herocard_duel", "next_victory_point"),
        ("highlander", "higher_seed"),
    ):
        event = make_event(game=game, stages=[{"kind": "swiss"}, CUT])
        assert stages_of(event)[1].last_tiebreak == expected
    drawn = make_event(game="highlander", stages=[{"kind": "single_elimination"}])
    assert stages_of(drawn)[0].last_tiebreak == "lot"


def test_a_first_swiss_stage_has_no_seeds_also_where_the_event_is_seeded() -> None:
    with pytest.raises(Invalid):
        make_event(
            first_round="seed", stages=[{"kind": "swiss", "draws": False, "last_tiebreak": "higher_seed"}]
        )


def test_a_changed_chain_keeps_the_rows_that_stay() -> None:
    event = open_event(0, stages=[{"kind": "swiss"}, CUT])
    first = stages_of(event)[0].pk
    edit_event(event, {"stages": [{"kind": "swiss"}, CUT | {"size": 8}]}, by=actor("olga"), now=at())
    stages = stages_of(event)
    assert stages[0].pk == first and stages[1].size == 8 and event.stages.count() == 2


def test_points_of_places_are_the_events_own() -> None:
    event = running_event(4, pod_points={"4": [7, 3, 1, 0]}, stages=[{"kind": "pods"}])
    assert facts_of(event).rules.pod_points == {"4": (7, 3, 1, 0)}
    for wrong in ({"4": [1, 2]}, {"4": [1, 2, 3, 4]}, {"2": [1, 0]}, {"3": [1, 1, "0"]}, [3]):
        with pytest.raises(Invalid):
            make_event(pod_points=wrong)
