"""Choosing, and changing what was chosen."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress

from tests.tournaments.factories import (
    actor,
    at,
    make_event,
    open_event,
    played_round,
    running_event,
    running_round,
)
from tournaments.access import Actor
from tournaments.clocks.queries import clock_view
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound, ReasonNeeded
from tournaments.events.changes import create_event, edit_event
from tournaments.events.staff import grant_role, revoke_role
from tournaments.kept_standings.standings import standings_now
from tournaments.models.events import Event
from tournaments.models.rounds import Round
from tournaments.rounds.changes import finish_round

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
GAMES = ("highlander", "nightmare_before_christmas", "herocard_duel", "herocard_nightmare", "looney_tunes")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_procedure_for_the_end_of_time(game: str) -> None:
    event = make_event(game=game)
    assert event.procedure
    assert event.hard_stop_turns or event.hard_stop_minutes


def test_the_maker_is_the_organiser_and_the_event_a_draft() -> None:
    event = make_event()
    assert event.state == "draft"
    assert [(held.user.username, held.role) for held in event.staff_roles.all()] == [("olga", "organiser")]


def test_a_visitor_makes_no_event() -> None:
    with pytest.raises(NotAllowed):
        create_event({"name": "X", "game": "looney_tunes"}, by=Actor.anonymous(), now=at(0))


@pytest.mark.parametrize(
    "choices",
    [
        {"name": ""},
        {"name": "x" * 121},
        {"name": 5},
        {"game": "chess"},
        {"game": None},
        {"games_per_match": 2},
        {"games_per_match": "many"},
        {"swiss_rounds": 0},
        {"swiss_rounds": 51},
        {"swiss_rounds": 10**30},
        {"capacity": 1},
        {"capacity": -5},
        {"round_minutes": 0},
        {"round_minutes": 601},
        {"clock_kind": "sand"},
        {"profile": "chess"},
        {"tiebreakers": "match_points"},
        {"tiebreakers": ["luck"]},
        {"tiebreakers": ["omw", "omw"]},
        {"tiebreakers": [1]},
        {"floor": 2},
        {"floor": float("nan")},
        {"floor": "third"},
        {"points_win": 0},
        {"points_draw": 9},
        {"points_win": 10**9},
        {"starts_at": "tomorrow"},
        {"state": "finished"},
        {"seed_hash": "0"},
        {"first_round": []},
        {"description": "x" * 5001},
        {"missed_rounds_as": "win"},
    ],
)
def test_choices_that_cannot_be_are_refused_and_name_the_field(choices: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        create_event({"name": "Cup", "game": "looney_tunes"} | choices, by=actor("olga"), now=at(0))
    assert not Event.objects.exists()


def test_the_chain_defaults_to_the_profiles_own() -> None:
    assert make_event().tiebreakers == ["match_points", "omw", "gw", "ogw"]
    assert make_event(profile="netrunner").tiebreakers == ["match_points", "sos", "xsos"]


def test_after_the_start_some_choices_are_fixed() -> None:
    event = running_event(4)
    for choices in ({"game": "highlander"}, {"games_per_match": 3}, {"first_round": "seed"}):
        with pytest.raises(Conflict, match="After the start"):
            edit_event(event, choices, by=actor("olga"), now=at(0), reason="x")


def test_what_players_rely_on_changes_with_a_reason_that_all_can_read() -> None:
    event = running_event(4)
    change = {"tiebreakers": ["match_points", "buchholz"]}
    with pytest.raises(ReasonNeeded):
        edit_event(event, change, by=actor("olga"), now=at(0))
    edit_event(event, change, by=actor("olga"), now=at(0), reason="Announced wrongly.")
    line = event.journal.get(kind="edited")
    assert line.public
    assert line.reason == "Announced wrongly."
    assert line.details["tiebreakers"] == [["match_points", "omw", "gw", "ogw"], ["match_points", "buchholz"]]
    event.refresh_from_db()
    round = played_round(event)
    assert list(standings_now(event)[0].values) == ["match_points", "buchholz"]
    assert finish_round(round, by=actor("olga"), now=at(90)).state == "finished"


def test_more_rounds_are_added_with_a_reason() -> None:
    event = running_event(4)
    event = edit_event(event, {"swiss_rounds": 3}, by=actor("olga"), now=at(0), reason="Time is left.")
    assert event.planned_rounds == 3


def test_the_capacity_is_not_set_below_who_is_entered() -> None:
    event = open_event(4)
    with pytest.raises(Conflict, match="More people"):
        edit_event(event, {"capacity": 3}, by=actor("olga"), now=at(0))


def test_a_larger_capacity_lets_the_waitlist_in() -> None:
    event = open_event(4, capacity=2)
    edit_event(event, {"capacity": 3}, by=actor("olga"), now=at(0))
    assert list(event.entrants.order_by("id").values_list("status", flat=True)) == ["registered"] * 3 + [
        "waitlisted"
    ]


@pytest.mark.parametrize(
    "choices", [{"clock_kind": "fixed"}, {"round_minutes": 60}, {"hard_stop_minutes": 5}]
)
def test_the_clock_does_not_change_under_a_round(choices: dict[str, Any]) -> None:
    """Else the end of a random round could be read off the clock of a fixed one."""
    event = running_event(4, clock_kind="random")
    round = running_round(event)
    with pytest.raises(Conflict, match="between rounds"):
        edit_event(event, choices, by=actor("olga"), now=at(1), reason="x")
    Event.objects.filter(pk=event.pk).update(clock_kind="fixed")
    shown = clock_view(Round.objects.get(pk=round.pk), at(5))
    assert (shown.random_end, shown.remaining_seconds, shown.ends_at) == (True, None, None)


def test_names_keep_to_one_line() -> None:
    assert make_event(name="  Autumn \n\t Open ").name == "Autumn Open"
    with pytest.raises(Invalid):
        make_event(name="Autumn \u202enepO")


def test_roles_are_granted_by_name_or_address_and_taken_back() -> None:
    event = make_event()
    sam = actor("sam")
    held = grant_role(event, "SAM", "judge", by=actor("olga"), now=at(0))
    EmailAddress.objects.create(user=sam.user, email="sam@example.org", verified=True)
    assert grant_role(event, "sam@example.org", "judge", by=actor("olga"), now=at(1)) == held
    revoke_role(held, by=actor("olga"), now=at(2))
    assert not event.staff_roles.filter(user=sam.user, revoked_at=None).exists()


def test_roles_that_cannot_be_granted() -> None:
    event = make_event()
    actor("sam")
    for who in ("nobody", "nobody@example.org"):
        with pytest.raises(NotFound):
            grant_role(event, who, "judge", by=actor("olga"), now=at(0))
    with pytest.raises(Invalid):
        grant_role(event, "sam", "king", by=actor("olga"), now=at(0))
    with pytest.raises(NotAllowed):
        grant_role(event, "sam", "organiser", by=actor("sam"), now=at(0))
    with pytest.raises(Conflict, match="needs an organiser"):
        revoke_role(event.staff_roles.get(), by=actor("olga"), now=at(0))
