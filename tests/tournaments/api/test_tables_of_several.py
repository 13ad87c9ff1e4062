"""A table of four over the API: seated by hand, reported with the game's tiebreakers, confirmed, paired again."""

import pytest

from tests.tournaments.api.conftest import Client
from tests.tournaments.factories import many_seated, player, running_event

pytestmark = pytest.mark.django_db
NBC = "nightmare_before_christmas"
FIGURES = {"active_locales": {"A": 2, "B": 3, "C": 1, "D": 1}, "active_thresholds": {"A": 9, "B": 9}}


def test_reported_and_confirmed(api: Client) -> None:
    match = many_seated(NBC, 4)
    first, second = (player(match, letter).label.lower() for letter in "AB")
    said = {
        "ranking": [["B"], ["A"], ["C", "D"]],
        "scores": {"A": 20, "B": 20, "C": 3, "D": 3},
        "figures": FIGURES,
    }
    address = f"/api/v1/matches/{match.pk}/"
    assert api(first).post(address + "reports/", said, format="json").status_code == 201
    confirmed = api(second).post(address + "confirm/", {}, format="json")
    assert confirmed.status_code == 200
    assert confirmed.data["outcome"]["ranking"] == [["B"], ["A"], ["C", "D"]]
    assert confirmed.data["outcome"]["figures"] == FIGURES
    assert confirmed.data["outcome"]["tiebreakers"] == FIGURES["active_locales"]


def test_seated_by_hand_and_paired_again(api: Client) -> None:
    event = running_event(6, game=NBC)
    olga, here = api("olga"), f"/api/v1/events/{event.slug}/"
    assert olga.post(here + "rounds/", {}, format="json").status_code == 201
    wanted = {"entrants": ["P01", "P02", "P03", "P04"], "table": 9, "reason": "One of four."}
    placed = olga.post(here + "offer/place/", wanted, format="json")
    assert placed.status_code == 200, placed.data
    assert [len(table["seats"]) for table in placed.data["pairing"]["tables"]][-1] == 4
    again = olga.post(here + "rounds/", {}, format="json")
    assert (again.status_code, again.data["by_hand"]) == (409, True)
    assert olga.post(here + "rounds/", {"by_hand": "mix"}, format="json").status_code == 400
    assert olga.post(here + "rounds/", {"by_hand": "keep"}, format="json").status_code == 201
    offer = olga.get(here + "offer/").data
    assert [len(table["seats"]) for table in offer["pairing"]["tables"]][-1] == 4
    assert olga.post(here + "rounds/", {"by_hand": "drop"}, format="json").status_code == 201
    offer = olga.get(here + "offer/").data
    assert {len(table["seats"]) for table in offer["pairing"]["tables"]} == {2}
