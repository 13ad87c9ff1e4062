"""Whatever is sent, the answer is clear and nothing is half-done."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.tournaments.api.conftest import Client
from tests.tournaments.factories import (
    actor,
    at,
    make_event,
    open_event,
    round_under_way,
    running_event,
    tables,
    walk_in,
)
from tournaments.entrants.claims import make_claim_link, revoke_claim_links
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, JournalEntry
from tournaments.models.live import LiveVersion
from tournaments.models.results import Report
from tournaments.models.rounds import Match

pytestmark = pytest.mark.django_db
BASE = "/api/v1/events/"

STRANGE: list[Any] = [
    None,
    True,
    -1,
    0,
    1.5,
    2**63,
    10**40,
    "",
    "x" * 100_000,
    "nul\x00",
    "\ud800",
    [],
    [[[]]],
    {},
    {"a": {"b": []}},
]


def sent(client: APIClient, address: str, body: object, method: str = "post") -> Any:
    """The answer to a JSON body, surrogates and all."""
    text = "" if method == "get" else json.dumps(body)
    return client.generic(method.upper(), address, data=text, content_type="application/json")


def clear(answer: Any) -> bool:
    """A refusal with a code and a message; never a fault."""
    return 400 <= answer.status_code < 500 and bool(answer.data["code"]) and bool(answer.data["message"])


@pytest.mark.parametrize("value", STRANGE, ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize(
    "field",
    [
        "name",
        "game",
        "tiebreakers",
        "floor",
        "round_minutes",
        "capacity",
        "starts_at",
        "points_win",
        "profile",
    ],
)
def test_strange_choices_make_no_event_or_a_sound_one(api: Client, field: str, value: object) -> None:
    answer = sent(api("olga"), BASE, {"name": "Cup", "game": "looney_tunes", field: value})
    if answer.status_code == 201:
        assert Event.objects.count() == 1
        return
    assert clear(answer)
    assert not Event.objects.exists()


def test_what_nobody_may_set_is_not_set(api: Client) -> None:
    """Fields of the rows that no door offers, sent along with those that it does."""
    far = 987_654_321  # no number that a database comes to by counting the rows of all tests
    more = {
        "state": "finished",
        "slug": "mine",
        "id": far,
        "pk": far,
        "version": 99,
        "created_by": 1,
        "game_id": 7,
    }
    sent(api("olga"), BASE, {"name": "Cup", "game": "looney_tunes", **more})
    event = Event.objects.get()
    assert (event.state, event.slug, event.pk == far) == ("draft", "cup", False)
    user = actor("stranger").user
    assert user is not None
    raised = {
        "is_staff": True,
        "is_superuser": True,
        "id": 1,
        "username": "olga",
        "password": "x",
        "is_active": False,
    }
    api("stranger").patch(
        "/api/v1/me/", data={"display_name": "Me", **raised}, content_type="application/json"
    )
    kept = (user.is_staff, user.is_superuser, user.username, user.password, user.is_active)
    user.refresh_from_db()
    assert (user.is_staff, user.is_superuser, user.username, user.password, user.is_active) == kept


@pytest.mark.parametrize("body", ["", "{", "[]", "null", "7", '"x"', "[" * 100_000, '{"name": NaN}', "\xff"])
def test_a_body_that_is_no_object_is_refused(api: Client, body: str) -> None:
    answer = api("olga").post(BASE, data=body.encode("latin-1"), content_type="application/json")
    assert clear(answer)
    assert not Event.objects.exists()


def test_another_content_type_is_refused(api: Client) -> None:
    assert (
        api("olga").post(BASE, data="name=x", content_type="application/x-www-form-urlencoded").status_code
        == 415
    )


@pytest.fixture
def match() -> Match:
    return tables(round_under_way(4))[0]


@pytest.mark.parametrize("value", STRANGE, ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize("field", ["winner", "games", "scores", "figures", "kind", "ranking"])
def test_strange_reports_leave_no_trace(api: Client, match: Match, field: str, value: object) -> None:
    user = match.seats.get(letter="A").entrant.user
    assert user is not None
    answer = sent(api(user.username), f"/api/v1/matches/{match.pk}/reports/", {"winner": "A", field: value})
    match.refresh_from_db()
    if answer.status_code == 201:
        assert match.state == "reported"
        return
    assert clear(answer)
    assert (match.state, Report.objects.count()) == ("open", 0)


@pytest.mark.parametrize(
    ("path", "method", "body"),
    [
        ("matches/999999/", "get", None),
        (f"matches/{10**30}/", "get", None),
        ("matches/999999/reports/", "post", {"winner": "A"}),
        ("events/nowhere/", "get", None),
        ("events/autumn-open/entrants/P99/drop/", "post", {}),
        ("events/autumn-open/rounds/99/publish/", "post", {}),
        (f"events/autumn-open/rounds/{10**30}/publish/", "post", {}),
        ("events/autumn-open/staff/999/", "delete", None),
        ("events/autumn-open/forbidden-pairs/999/", "delete", None),
        (
            "events/autumn-open/forbidden-pairs/",
            "post",
            {"first": "P01", "second": "P99", "strength": "weak"},
        ),
        ("events/autumn-open/standings/P99/", "get", None),
    ],
)
def test_foreign_ids_are_not_found(api: Client, match: Match, path: str, method: str, body: object) -> None:
    answer = sent(api("olga"), f"/api/v1/{path}", body, method)
    assert answer.status_code == 404, answer.content
    assert clear(answer)


def test_entrants_and_roles_of_another_event_are_foreign(api: Client) -> None:
    mine, other = open_event(2), make_event(by=actor("oscar"), name="Other")
    role = other.staff_roles.get()
    assert api("olga").delete(f"{BASE}{mine.slug}/staff/{role.pk}/").status_code == 404
    role.refresh_from_db()
    assert role.revoked_at is None


def test_a_draft_is_not_found_by_strangers(api: Client) -> None:
    event = make_event()
    for name in ("", "stranger"):
        assert api(name).get(f"{BASE}{event.slug}/").status_code == 404
        assert [row["slug"] for row in api(name).get(BASE).data["results"]] == []
        assert api(name).post(f"{BASE}{event.slug}/publish/").status_code == 404
    assert api("olga").get(f"{BASE}{event.slug}/").status_code == 200


@pytest.mark.parametrize("query", ["after=0", "after=x", "after=-1", f"after={10**40}", "after=9"])
def test_standings_after_a_round_that_is_not_there(api: Client, match: Match, query: str) -> None:
    assert clear(api("").get(f"{BASE}autumn-open/standings/?{query}"))


@pytest.mark.parametrize("query", [f"offset={10**40}", "limit=-5", f"limit={10**30}", "state=x", "game=%00"])
def test_strange_pages_of_a_list(api: Client, query: str) -> None:
    assert api("").get(f"{BASE}?{query}").status_code in (200, 400)


@pytest.fixture
def unchanged(match: Match) -> Iterator[None]:
    """Holds that the test's requests have written nothing at all."""

    def everything() -> list[Any]:
        return [
            list(model.objects.order_by("pk").values())
            for model in (Event, Entrant, Match, Report, JournalEntry, LiveVersion)
        ]

    before = everything()
    yield
    assert everything() == before


@pytest.mark.usefixtures("unchanged")
def test_a_player_acts_for_no_other_table(api: Client, match: Match) -> None:
    other = tables(match.round)[1]
    user = match.seats.get(letter="A").entrant.user
    stranger = other.seats.get(letter="A").entrant
    assert user is not None
    client = api(user.username)
    for path, body in (
        (f"matches/{other.pk}/reports/", {"winner": "A"}),
        (f"matches/{other.pk}/confirm/", {}),
        (f"matches/{match.pk}/extend/", {"minutes": 5}),
        (f"events/autumn-open/entrants/{stranger.code}/drop/", {}),
        ("events/autumn-open/rounds/1/finish/", {}),
        ("events/autumn-open/rounds/1/clock/pause/", {}),
        ("events/autumn-open/staff/", {"who": "player1", "role": "organiser"}),
    ):
        answer = sent(client, f"/api/v1/{path}", body)
        assert answer.status_code == 403, path
        assert clear(answer)
    assert sent(client, f"/api/v1/matches/{match.pk}/result/", {"winner": "A"}, "put").status_code == 403
    assert client.get("/api/v1/events/autumn-open/offer/").status_code == 403


def test_claim_links_expired_revoked_foreign_or_forged(api: Client) -> None:
    event = open_event(1)
    wanda, wendy = walk_in(event), walk_in(event, "Wendy")
    good = make_claim_link(wanda, by=actor("olga"), now=now_of_the_site())
    old = make_claim_link(wanda, by=actor("olga"), now=at(-60 * 24 * 10_000))
    gone = make_claim_link(wendy, by=actor("olga"), now=now_of_the_site())
    revoke_claim_links(wendy, by=actor("olga"), now=now_of_the_site())
    address = f"{BASE}{event.slug}/entrants/{{}}/drop/"
    for token in (old, gone, good[:-1] + "x", "x", "", "a" * 5000, good.replace(".", ".."), "é"):
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Claim {token}".encode().decode("latin-1"))
        answer = client.post(address.format(wanda.code))
        assert answer.status_code in (401, 403, 404), token
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Claim {good}")
    assert client.post(address.format(wendy.code)).status_code == 403
    assert client.post(address.format(wanda.code)).data["status"] == "dropped"


def now_of_the_site() -> Any:
    from tournaments.now import now

    return now()


@pytest.mark.parametrize("path", ["", "autumn-open/entrants/", "running/late-entries/"])
def test_a_key_makes_a_repeated_request_one_row(api: Client, path: str) -> None:
    open_event()
    running_event(2, name="Running")
    body = {"name": "Wanda", "game": "looney_tunes"} if not path else {"name": "Wanda"}
    headers = {"Idempotency-Key": "tap-1"}
    before = Event.objects.count() + Entrant.objects.count()
    first, second = (api("olga").post(BASE + path, body, format="json", headers=headers) for _ in range(2))
    assert (first.status_code, first.json()) == (201, second.json())
    assert Event.objects.count() + Entrant.objects.count() == before + 1


def test_a_key_makes_a_repeated_request_one_report(api: Client, match: Match) -> None:
    user = match.seats.get(letter="A").entrant.user
    assert user is not None
    client = api(user.username)
    first, second = (
        client.post(
            f"/api/v1/matches/{match.pk}/reports/",
            {"winner": "A"},
            format="json",
            headers={"Idempotency-Key": "tap-1"},
        )
        for _ in range(2)
    )
    assert first.data["id"] == second.data["id"]
    assert Report.objects.count() == 1
