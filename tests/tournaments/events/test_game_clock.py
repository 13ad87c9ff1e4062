"""An event's clock and what its game says of time: Highlander's Timed Games (Handbook) are 30 minutes, or a die and 26
where the event announces it, and 30 seconds a turn; the other rulebooks name no time."""

from typing import Any

import pytest
from django.test import Client

from referee.live.opening import header_of, open_live_table
from rules.highlander.timed import random_minutes
from rules.registry import games
from tests.tournaments.factories import (
    actor,
    at,
    make_event,
    round_under_way,
    running_event,
    running_round,
    tables,
)
from tournaments.clocks import rounds
from tournaments.errors import Invalid
from tournaments.events.changes import edit_event
from tournaments.events.game_clock import default_clock
from tournaments.models.events import Event

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
OTHERS = sorted(set(games()) - {"highlander"})


def clock_of(event: Event) -> tuple[str, int, int | None]:
    event.refresh_from_db()
    return event.clock_kind, event.round_minutes, event.turn_seconds


def change(event: Event, **choices: object) -> Event:
    return edit_event(event, choices, by=actor("olga"), now=at(1))


def posted(client: Client, event: Event, **changed: object) -> int:
    """Sends the form of an event's choices as it is shown, but for what is given."""
    client.force_login(actor("olga").user)
    shown = client.get(f"/events/{event.slug}/edit/").context["form"]
    data: dict[str, Any] = {name: v for name, v in shown.initial.items() if v is not None and v is not False}
    return client.post(f"/events/{event.slug}/edit/", data | changed).status_code


def test_highlander_has_the_handbooks_times() -> None:
    assert clock_of(make_event(game="highlander")) == ("fixed", 30, 30)


@pytest.mark.parametrize("game", OTHERS)
def test_the_other_games_have_no_turn_clock_and_the_usual_round(game: str) -> None:
    assert clock_of(make_event(game=game)) == ("fixed", 50, None)


def test_what_is_chosen_stands() -> None:
    chosen = {"clock_kind": "none", "round_minutes": 45, "turn_seconds": None}
    assert clock_of(make_event(game="highlander", **chosen)) == ("none", 45, None)


def test_the_random_end_is_the_handbooks() -> None:
    """A die and 26: from 27 to 32, the same in the game's rules and on the site."""
    lengths = [rounds.ADDED + roll for roll in range(1, rounds.DIE + 1)]
    assert lengths == [27, 28, 29, 30, 31, 32] == [random_minutes(roll) for roll in range(1, 7)]


def test_what_nobody_chose_follows_the_game() -> None:
    event = make_event(game="looney_tunes")
    change(event, game="highlander")
    assert clock_of(event) == ("fixed", 30, 30)
    assert event.procedure == default_clock("highlander")["procedure"]
    change(event, game="looney_tunes")
    assert clock_of(event) == ("fixed", 50, None)


def test_what_somebody_chose_stays_when_the_game_changes() -> None:
    event = make_event(game="looney_tunes", round_minutes=40, procedure="Stop at once.")
    change(event, game="highlander")
    assert clock_of(event) == ("fixed", 40, 30)
    assert event.procedure == "Stop at once."
    change(event, game="looney_tunes", round_minutes=30, turn_seconds=30)
    assert clock_of(event) == ("fixed", 30, 30)


def test_the_games_options_of_time_are_the_events_clock() -> None:
    event = make_event(game="highlander", game_options={"min_deck": 60, "minutes": 40, "turn_seconds": 20})
    assert clock_of(event) == ("fixed", 40, 20)
    assert event.game_options == {"min_deck": 60}
    change(event, game_options={"random_minutes": True, "turn_seconds": 0})
    assert clock_of(event) == ("random", 40, None)
    assert event.game_options == {}


@pytest.mark.parametrize(
    ("options", "chosen", "field"),
    [
        ({"minutes": 40}, {"round_minutes": 30}, "round_minutes"),
        ({"random_minutes": True}, {"clock_kind": "fixed"}, "clock_kind"),
        ({"turn_seconds": 20}, {"turn_seconds": 30}, "turn_seconds"),
        ({"minutes": 0}, {}, "round_minutes"),
        ({"turn_seconds": 1}, {}, "turn_seconds"),
    ],
)
def test_contradictions_and_impossible_times_are_refused(
    options: dict[str, Any], chosen: dict[str, Any], field: str
) -> None:
    event = make_event(game="highlander")
    with pytest.raises(Invalid) as refusal:
        change(event, game_options=options, **chosen)
    assert field in refusal.value.details["fields"]
    assert clock_of(event) == ("fixed", 30, 30)


@pytest.mark.parametrize(
    ("chosen", "options"),
    [
        ({}, {}),
        ({"round_minutes": 40}, {"minutes": 40}),
        ({"clock_kind": "random"}, {"random_minutes": True}),
        ({"turn_seconds": None, "clock_kind": "none"}, {"turn_seconds": 0}),
    ],
)
def test_a_logs_header_says_the_events_clock(chosen: dict[str, Any], options: dict[str, Any]) -> None:
    match = tables(round_under_way(2, game="highlander", **chosen))[0]
    assert header_of(match, {})[0]["options"] == options
    assert header_of(match, {"min_deck": 50})[0]["options"] == options | {"min_deck": 50}


def test_a_log_cannot_be_opened_with_another_time() -> None:
    event = running_event(2, game="highlander", round_minutes=40)
    match = tables(running_round(event))[0]
    for wrong in ({"minutes": 30}, {"random_minutes": True}, {"turn_seconds": 10}):
        with pytest.raises(Invalid) as refusal:
            open_live_table(match, 1, "phones", by=actor("sam"), now=at(5), options=wrong)
        assert list(refusal.value.details["fields"]) == ["options"]
    same = {"minutes": 40, "turn_seconds": 30}
    table = open_live_table(match, 1, "phones", by=actor("sam"), now=at(5), options=same)
    assert table.turn_seconds == 30


def test_the_page_that_opens_a_log_does_not_ask_for_the_time(client: Client) -> None:
    match = tables(round_under_way(2, game="highlander"))[0]
    client.force_login(actor("sam").user)
    page = client.get(f"/matches/{match.pk}/live/").content.decode()
    assert "min_deck" in page
    assert "turn_seconds" not in page and "o.minutes" not in page and "random_minutes" not in page


@pytest.mark.parametrize(
    ("game", "clock"), [("highlander", ("fixed", 30, 30)), ("herocard_duel", ("fixed", 50, None))]
)
def test_the_form_for_a_new_event_follows_the_game(
    client: Client, game: str, clock: tuple[str, int, int | None]
) -> None:
    client.force_login(actor("olga").user)
    shown = client.get("/events/new/").context["form"]
    assert shown.initial["round_minutes"] is None
    data = {
        field.name: field.initial
        for field in shown
        if field.initial is not None and field.initial is not False
    }
    data |= {"name": "Gathering", "game": game}
    assert client.post("/events/new/", data).status_code == 303
    assert clock_of(Event.objects.get(name="Gathering")) == clock


def test_the_form_of_an_event_that_changes_its_game(client: Client) -> None:
    event = make_event(game="looney_tunes")
    assert posted(client, event, game="highlander") == 303
    assert clock_of(event) == ("fixed", 30, 30)
    assert "First Blood" in event.procedure
    assert posted(client, event, round_minutes="", turn_seconds="", clock_kind="random") == 303
    assert clock_of(event) == ("random", 30, None)


def test_the_api_does_the_same(client: Client) -> None:
    client.force_login(actor("olga").user)
    made = client.post("/api/v1/events/", {"name": "A", "game": "highlander"}, "application/json").json()
    assert (made["clock_kind"], made["round_minutes"], made["turn_seconds"]) == ("fixed", 30, 30)
    address = f"/api/v1/events/{made['slug']}/"
    bad = client.patch(address, {"game_options": {"minutes": 20}, "round_minutes": 25}, "application/json")
    assert bad.status_code == 400
    good = client.patch(address, {"game_options": {"minutes": 20}}, "application/json").json()
    assert (good["round_minutes"], good["game_options"]) == (20, {})
