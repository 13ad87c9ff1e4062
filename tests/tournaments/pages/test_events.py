"""Event pages: forms with bad input, a form sent twice, lists that stay cheap."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.factories import (
    actor,
    make_event,
    open_event,
    played_round,
    running_event,
    running_round,
    walk_in,
)
from tests.tournaments.pages.conftest import Who
from tournaments.models.events import Event, JournalEntry

pytestmark = pytest.mark.anywhere

GOOD = {
    "name": "Winter Cup",
    "game": "looney_tunes",
    "games_per_match": "1",
    "deck_lists": "none",
    "logs": "competitive",
    "first_round": "random",
    "profile": "mtr",
    "points_win": "3",
    "points_draw": "1",
    "points_loss": "0",
    "points_bye": "3",
    "clock_kind": "fixed",
    "round_minutes": "50",
    "confirm_minutes": "10",
    "missed_rounds_as": "loss",
    "spectators": "public",
    "spectator_delay": "15",
}
NEW = "/events/new/"


def queries(ask: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as seen:
        ask()
    return len(seen)


def test_an_event_is_made_and_its_maker_runs_it(who: Who) -> None:
    answer = who("olga").post(NEW, GOOD | {"tiebreaker_1": "match_points", "tiebreaker_2": "buchholz"})
    event = Event.objects.get()
    assert answer.status_code == 303 and answer["Location"] == f"/events/{event.slug}/desk/"
    assert event.tiebreakers == ["match_points", "buchholz"]
    assert who("olga").get(answer["Location"]).status_code == 200


BAD = [
    ("name", ""),
    ("name", "x" * 121),
    ("name", "bad\x00name"),
    ("game", "chess"),
    ("game", ""),
    ("capacity", "1"),
    ("capacity", "many"),
    ("capacity", "9" * 40),
    ("swiss_rounds", "0"),
    ("swiss_rounds", "-3"),
    ("round_minutes", "1e9"),
    ("round_minutes", "0"),
    ("points_win", "0"),
    ("points_draw", "9"),
    ("points_loss", "99999"),
    ("floor", "nan"),
    ("floor", "2"),
    ("starts_at", "yesterday"),
    ("starts_at", "99999-01-01T00:00"),
    ("games_per_match", "2"),
    ("tiebreaker_1", "beauty"),
    ("clock_kind", "sundial"),
]


@pytest.mark.parametrize(("field", "value"), BAD, ids=lambda part: str(part)[:20])
def test_bad_choices_are_answered_beside_the_field(who: Who, field: str, value: str) -> None:
    answer = who("olga").post(NEW, GOOD | {field: value})
    assert answer.status_code == 400
    assert not Event.objects.exists()
    text = answer.content.decode()
    assert f'id="id_{field}_error"' in text, "the error stands beside its field"
    assert 'aria-invalid="true"' in text
    assert answer.context["form"].errors


def test_a_tiebreaker_twice_is_said_above_the_form(who: Who) -> None:
    answer = who("olga").post(NEW, GOOD | {"tiebreaker_1": "omw", "tiebreaker_2": "omw"})
    assert answer.status_code == 400 and "twice" in answer.content.decode()


def test_the_same_form_sent_twice_makes_one_event(who: Who) -> None:
    client = who("olga")
    first = client.post(NEW, GOOD | {"idempotency_key": "k1"})
    again = client.post(NEW, GOOD | {"idempotency_key": "k1"})
    assert first["Location"] == again["Location"]
    assert Event.objects.count() == 1
    client.post(NEW, GOOD | {"idempotency_key": "k2"})
    assert Event.objects.count() == 2


def test_a_refused_form_can_be_sent_again_with_its_key(who: Who) -> None:
    client = who("olga")
    twice = {"tiebreaker_1": "omw", "tiebreaker_2": "omw"}
    assert client.post(NEW, GOOD | twice | {"idempotency_key": "k"}).status_code == 400
    assert client.post(NEW, GOOD | {"idempotency_key": "k"}).status_code == 303


def test_players_rely_on_it_so_a_change_needs_a_reason(who: Who, event: Event) -> None:
    client, address = who("olga"), reverse("tournaments:event_edit", args=[event.slug])
    form = GOOD | {"name": event.name, "swiss_rounds": "4"}
    refused = client.post(address, form)
    assert refused.status_code == 400 and "reason" in refused.context["form"].errors
    assert client.post(address, form | {"reason": "The hall closes early."}).status_code == 303
    event.refresh_from_db()
    assert event.swiss_rounds == 4
    page = who("").get(reverse("tournaments:event_page", args=[event.slug])).content.decode()
    assert "The hall closes early." in page, "everybody reads the reason"


@pytest.mark.parametrize("name", ["", "player1", "sam", "jude"])
def test_only_an_organiser_changes_choices(who: Who, event: Event, name: str) -> None:
    address = reverse("tournaments:event_edit", args=[event.slug])
    answer = who(name).post(address, GOOD | {"name": "Stolen"})
    assert answer.status_code == 403
    event.refresh_from_db()
    assert event.name == "Autumn Open"


def test_the_list_is_searched_and_paged_with_a_fixed_number_of_queries(who: Who) -> None:
    client = who("")
    open_event(2, name="Cup 0", venue="York")
    few = queries(lambda: client.get("/events/"))
    for number in range(1, 30):
        open_event(0, name=f"Cup {number}", venue="York" if number % 2 else "Leeds")
    assert queries(lambda: client.get("/events/")) == few
    first = client.get("/events/")
    assert len(first.context["page"].object_list) == 25
    assert "1 to 25 of 30" in first.content.decode()
    second = client.get("/events/?page=2")
    assert len(second.context["page"].object_list) == 5
    found = client.get("/events/?q=cup+leeds")
    assert found.context["page"].paginator.count == 14
    assert "No event fits" in client.get("/events/?q=nothing+like+it").content.decode()


@pytest.mark.parametrize(
    "query", ["page=9999", "page=x", "page=-1", "q=%00", "state=odd&game=%27", "q=" + "a" * 5000]
)
def test_odd_addresses_are_answered(who: Who, db: None, query: str) -> None:
    open_event(1)
    assert who("").get("/events/?" + query).status_code == 200


@pytest.mark.parametrize("page", ["desk", "event_page", "standings", "projector", "entrants"])
def test_pages_cost_the_same_for_a_large_field(who: Who, page: str) -> None:
    client = who("olga")
    cost = []
    for players in (4, 24):
        event = running_event(players, name=f"Cup {players}")
        played_round(event, 0)
        running_round(event, 60)
        address = reverse(f"tournaments:{page}", args=[event.slug])
        client.get(address)
        cost.append(queries(lambda address=address: client.get(address)))  # type: ignore[misc]
    assert cost[0] == cost[1]
    assert cost[1] <= 32


def test_the_steps_of_an_event_in_order(who: Who) -> None:
    event = make_event()
    client = who("olga")
    for name in ("Ann", "Ben"):
        client.post(reverse("tournaments:add_entrant", args=[event.slug]), {"name": name})
    states = []
    for step in ("publish", "open-check-in", "back-to-registration", "back-to-draft", "publish", "start"):
        answer = client.post(reverse("tournaments:event_step", args=[event.slug, step]))
        assert answer.status_code == 303
        event.refresh_from_db()
        states.append(event.state)
    assert states == ["registration", "check_in", "registration", "draft", "registration", "running"]


def test_a_step_at_the_wrong_time_says_so(who: Who) -> None:
    event = open_event(1)
    answer = who("olga").post(reverse("tournaments:event_step", args=[event.slug, "start"]))
    assert answer.status_code == 409
    assert "at least two players" in answer.content.decode()
    assert (
        who("olga").post(reverse("tournaments:event_step", args=[event.slug, "explode"])).status_code == 404
    )
    assert who("olga").get(reverse("tournaments:event_step", args=[event.slug, "start"])).status_code == 405


@pytest.mark.parametrize("name", ["", "player1", "sam", "jude", "hedda"])
def test_only_an_organiser_takes_the_steps(who: Who, event: Event, name: str) -> None:
    for step in ("finish", "cancel"):
        answer = who(name).post(reverse("tournaments:event_step", args=[event.slug, step]), {"reason": "No."})
        assert answer.status_code == 403
    event.refresh_from_db()
    assert event.state == "running"


def test_roles_are_given_and_taken_back(who: Who, event: Event) -> None:
    client = who("olga")
    grant = reverse("tournaments:grant_role", args=[event.slug])
    assert client.post(grant, {"who": "nobody-here", "role": "judge"}).status_code == 404
    assert client.post(grant, {"who": "player1", "role": "king"}).status_code == 400
    assert client.post(grant, {"who": "", "role": "judge"}).status_code == 400
    actor("newcomer")
    assert client.post(grant, {"who": "newcomer", "role": "judge"}).status_code == 303
    held = event.staff_roles.get(user__username="newcomer")
    assert who("newcomer").get(reverse("tournaments:desk", args=[event.slug])).status_code == 200
    revoke = reverse("tournaments:revoke_role", args=[event.slug, held.pk])
    assert who("sam").post(revoke).status_code == 403
    assert client.post(revoke).status_code == 303
    assert who("newcomer").get(reverse("tournaments:desk", args=[event.slug])).status_code == 403
    own = event.staff_roles.get(user__username="olga")
    last = client.post(reverse("tournaments:revoke_role", args=[event.slug, own.pk]))
    assert last.status_code == 409 and "needs an organiser" in last.content.decode()


def test_a_role_of_another_event_is_not_found(who: Who, event: Event) -> None:
    other = make_event(name="Other")
    held = other.staff_roles.get()
    assert who("olga").post(reverse("tournaments:revoke_role", args=[event.slug, held.pk])).status_code == 404


def test_the_log_pages(who: Who, event: Event) -> None:
    now = JournalEntry.objects.latest("id").at
    lines = [JournalEntry(event=event, kind="note", text=f"Line {n}", at=now, by="x") for n in range(150)]
    JournalEntry.objects.bulk_create(lines)
    answer = who("olga").get(reverse("tournaments:journal", args=[event.slug]))
    assert len(answer.context["page"].object_list) == 100


@pytest.mark.parametrize(("language", "said"), [("en", "Enter 2 or more."), ("de", "Gib 2 oder mehr ein.")])
def test_what_a_form_says_tells_how_to_mend_it(who: Who, language: str, said: str) -> None:
    answer = who("olga").post(NEW, GOOD | {"capacity": "1"}, headers={"accept-language": language})
    assert said in answer.content.decode()


@pytest.mark.parametrize("page", ["event_page", "desk"])
def test_exports_are_linked_and_can_be_fetched(event: Event, who: Who, page: str) -> None:
    name = {"event_page": "", "desk": "olga"}[page]
    html = who(name).get(reverse(f"tournaments:{page}", args=[event.slug])).content.decode()
    links = re.findall(r'href="(/api/v1/[^"]+/export/[^"]+)">', html)
    assert [link.rsplit("/", 1)[1] for link in links] == [
        "event.json",
        "standings.csv",
        "standings.json",
        "entrants.csv",
        "results.csv",
        "log.csv",
    ]
    for link in links:
        answer = who(name).get(link)
        assert answer.status_code == 200 and "attachment" in answer["Content-Disposition"]
    assert ("list_seed" in who(name).get(links[3]).content.decode()) == (name == "olga")


def test_the_desk_offers_no_start_before_two_can_play(who: Who, db: None) -> None:
    client, event = who("olga"), open_event(0)
    desk = reverse("tournaments:desk", args=[event.slug])
    start, players = (reverse("tournaments:event_step", args=[event.slug, "start"]), "An event needs two.")
    assert players in (page := client.get(desk).content.decode()) and start not in page
    walk_in(event)
    assert start not in client.get(desk).content.decode()
    walk_in(event, "Second")
    assert start in (page := client.get(desk).content.decode()) and players not in page
    client.post(reverse("tournaments:event_step", args=[event.slug, "open-check-in"]))
    assert players in (page := client.get(desk).content.decode()) and start not in page
    for entrant in event.entrants.all():
        client.post(reverse("tournaments:entrant_step", args=[event.slug, entrant.pk, "check-in"]))
    assert start in (page := client.get(desk).content.decode()) and players not in page
