"""A whole event over the API alone."""

import pytest
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from tests.tournaments.api.conftest import Client
from tests.tournaments.factories import UserFactory, actor
from tournaments.models.events import Event

pytestmark = pytest.mark.django_db
BASE = "/api/v1/events/"


def test_an_event_from_draft_to_finished(api: Client) -> None:
    """Four players, two rounds: made, published, entered, checked in, played, reported, confirmed, finished."""
    olga = api("olga")
    made = olga.post(BASE, {"name": "Spring Cup", "game": "looney_tunes", "round_minutes": 40}, format="json")
    assert made.status_code == 201, made.data
    here = f"{BASE}{made.data['slug']}/"
    assert olga.post(here + "publish/").data["state"] == "registration"
    codes = {}
    for name in ("ann", "bob", "cid"):
        entered = api(name).post(here + "register/", {}, format="json")
        assert entered.status_code == 201
        codes[entered.data["code"]] = api(name)
    guest = olga.post(here + "entrants/", {"name": "Wanda"}, format="json").data["code"]
    token = olga.post(f"{here}entrants/{guest}/claim-link/", {}, format="json").data["token"]
    wanda = APIClient()
    wanda.credentials(HTTP_AUTHORIZATION=f"Claim {token}")
    codes[guest] = wanda
    assert olga.post(here + "open-check-in/").status_code == 200
    for code, client in codes.items():
        assert client.post(f"{here}entrants/{code}/check-in/").status_code == 200
    assert olga.post(here + "start/").data["planned_rounds"] == 2
    for number in (1, 2):
        play_round(olga, here, number, codes)
    assert olga.get(here + "next/").data["action"] == "finish_event"
    assert olga.post(here + "finish/", {}, format="json").data["state"] == "finished"
    table = api("").get(here + "standings/").data
    assert [row["values"]["match_points"] for row in table] == [6, 3, 3, 0]
    working = api("").get(f"{here}standings/{table[0]['entrant']}/").data
    assert working["values"]["match_points"]["value"] == 6


def play_round(olga: APIClient, here: str, number: int, codes: dict[str, APIClient]) -> None:
    offered = olga.post(here + "rounds/")
    assert (offered.status_code, offered.data["number"]) == (201, number)
    assert APIClient().get(here + "rounds/").data == [] if number == 1 else True
    for word in ("publish", "start"):
        assert olga.post(f"{here}rounds/{number}/{word}/").status_code == 200
    for match in APIClient().get(f"{here}rounds/{number}/").data["matches"]:
        one, other = (codes[seat["entrant"]] for seat in match["seats"])
        address = f"/api/v1/matches/{match['id']}/"
        report = one.post(address + "reports/", {"winner": "A"}, format="json")
        assert report.status_code == 201, report.data
        assert other.post(address + "confirm/", {}, format="json").data["provenance"] == "confirmed"
    assert olga.post(f"{here}rounds/{number}/finish/", {}, format="json").data["state"] == "finished"


def test_a_token_signs_in_and_can_be_taken_back() -> None:
    user = UserFactory.create(username="tess")
    user.set_password("a-long-pass-phrase")
    user.save()
    client = APIClient()
    form = {"username": "tess", "password": "a-long-pass-phrase"}
    token = client.post("/api/v1/token/", form, format="json").data["token"]
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    assert client.get("/api/v1/me/").data["username"] == "tess"
    assert client.delete("/api/v1/token/").status_code == 204
    assert client.get("/api/v1/me/").status_code == 401
    assert not Token.objects.exists()


def test_a_wrong_password_gets_no_token() -> None:
    UserFactory.create(username="tess")
    answer = APIClient().post("/api/v1/token/", {"username": "tess", "password": "x"}, format="json")
    assert (answer.status_code, answer.data["code"]) == (403, "not_allowed")


def test_a_session_needs_the_cross_site_token() -> None:
    client = APIClient(enforce_csrf_checks=True)
    user = actor("olga").user
    assert user is not None
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post(BASE, {"name": "X", "game": "looney_tunes"}, format="json")
    assert answer.status_code == 403
    assert not Event.objects.exists()


@pytest.mark.anywhere
def test_the_description_and_its_page_are_served_here(client: APIClient) -> None:
    assert client.get("/api/v1/schema/").status_code == 200
    page = client.get("/api/v1/docs/").content.decode()
    assert "http://" not in page.replace("http://testserver", "")
    assert "cdn" not in page.lower()
