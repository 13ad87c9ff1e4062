"""What rounds are called on every page, and how the structure of an event is said."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.factories import actor, at, make_event, open_event, running_event
from tests.tournaments.stages.test_played import CUT, OLGA, begun, played
from tournaments.models.events import Event
from tournaments.models.rounds import Round
from tournaments.rounds.changes import offer_round
from tournaments.stages.queries import stages_of
from tournaments.stages.titles import chain_words, match_words, name_by_what_follows, round_title

pytestmark = pytest.mark.django_db


def titles(event: Event) -> list[str]:
    return [round_title(each) for each in Round.objects.filter(event=event).order_by("number")]


@pytest.mark.parametrize(
    ("left", "name"),
    [
        (0, "Final"),
        (1, "Semi-finals"),
        (2, "Quarter-finals"),
        (3, "Round of 16"),
        (4, "Round of 32"),
        (6, "Round of 128"),
    ],
)
def test_rounds_of_a_bracket_have_their_usual_names(left: int, name: str) -> None:
    assert name_by_what_follows(left) == name


@pytest.mark.parametrize(
    ("stages", "players", "rounds", "names"),
    [
        ([{"kind": "swiss"}], 4, 2, ["Round 1 of 2", "Round 2 of 2"]),
        (
            [{"kind": "swiss"}, CUT],
            4,
            4,
            ["Swiss · Round 1 of 2", "Swiss · Round 2 of 2", "Top 4 · Semi-finals", "Top 4 · Final"],
        ),
        (
            [{"kind": "swiss"}, {"kind": "pods", "rounds": 1}],
            4,
            3,
            ["Swiss · Round 1 of 2", "Swiss · Round 2 of 2", "Pods · Round 3 (1 of 1)"],
        ),
        # winners 1; winners 2 with losers 1; losers 2; the final
        (
            [{"kind": "double_elimination"}],
            4,
            4,
            [*(f"Double elimination · Round {n}" for n in (1, 2, 3)), "Double elimination · Final"],
        ),
    ],
)
def test_a_round_is_called_by_its_stage(
    stages: list[dict[str, Any]], players: int, rounds: int, names: list[str]
) -> None:
    event = running_event(players, stages=stages)
    for number in range(rounds):
        played(event, 60 * number)
    assert titles(event) == names


def test_the_offer_of_a_bracket_round_has_its_name_already() -> None:
    event = running_event(4, stages=[{"kind": "single_elimination"}])
    offer_round(event, by=actor(OLGA), now=at(0))
    assert titles(event) == ["Single elimination · Semi-finals"]


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"swiss_rounds": 5, "stages": [{"kind": "swiss"}]}, "Swiss, 5 rounds"),
        ({"stages": [{"kind": "swiss"}]}, "Swiss, as many rounds as the number of players requires"),
        (
            {
                "swiss_rounds": 5,
                "stages": [
                    {"kind": "swiss"},
                    {"kind": "single_elimination", "size": 8, "games_per_match": 3},
                ],
            },
            "Swiss, 5 rounds, then top 8, single elimination, best of three",
        ),
        (
            {"stages": [{"kind": "round_robin", "groups": 4, "legs": 2}, CUT | {"size": 8}]},
            "round robin in 4 groups, 2 matches against each opponent, then top 8, single elimination, with a match for"
            " third place",
        ),
        (
            {"swiss_rounds": 1, "stages": [{"kind": "pods"}, {"kind": "swiss", "rounds": 2, "fresh": True}]},
            "pods of 4, one round, then Swiss, 2 rounds, starting from zero",
        ),
    ],
)
def test_the_structure_is_one_sentence(choices: dict[str, Any], said: str) -> None:
    assert chain_words(make_event(**choices)) == said


@pytest.mark.parametrize(
    ("games", "stages", "said"),
    [
        (1, [{"kind": "swiss"}], "one game"),
        (3, [{"kind": "swiss"}, CUT], "best of three"),
        (3, [{"kind": "swiss"}, CUT | {"games_per_match": 5}], "Swiss: best of three; Top 4: best of five"),
        (3, [{"kind": "pods"}, CUT], "Pods: one game, no draws; Top 4: best of three"),
        (1, [{"kind": "swiss", "draws": False}, CUT], "Swiss: one game, no draws; Top 4: one game"),
        (1, [{"kind": "pods", "draws": True}], "one game"),
    ],
)
def test_games_and_draws_are_said_by_stage_where_they_differ(
    client: Client, games: int, stages: list[dict[str, Any]], said: str
) -> None:
    event = open_event(games_per_match=games, stages=stages)
    assert match_words(event, stages_of(event)) == said
    assert said[0].upper() + said[1:] in client.get(f"/events/{event.slug}/").content.decode()


def test_event_page_desk_and_projector_say_the_round_with_its_stage(client: Client) -> None:
    event = running_event(4, stages=[{"kind": "swiss"}, CUT])
    client.force_login(actor(OLGA).user)  # type: ignore[arg-type]
    assert "Swiss, 2 rounds, then top 4" in client.get(f"/events/{event.slug}/desk/").content.decode()
    for number in range(2):
        played(event, 60 * number)
    desk = client.get(f"/events/{event.slug}/desk/").content.decode()
    assert "Swiss · Round 2 of 2" in desk and "Top 4 can begin. Next: pair round 3." in desk
    begun(event, 200)
    for page in ("", "desk/", "projector/"):
        assert "Top 4 · Semi-finals" in client.get(f"/events/{event.slug}/{page}").content.decode(), page
    client.cookies["django_language"] = "de"
    german = client.get(f"/events/{event.slug}/", headers={"accept-language": "de"}).content.decode()
    assert "Schweizer System, 2 Runden, dann Top 4" in german
