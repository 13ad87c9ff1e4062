"""The game's own options of an event: chosen before it starts, asked for by the form, used by deck checks and logs."""

import pytest
from django.test import Client

from referee.live.opening import header_of
from rules.registry import games
from tests.tournaments.factories import (
    actor,
    at,
    make_event,
    open_event,
    running_event,
    running_round,
    tables,
    walk_in,
)
from tournaments.decks.changes import submit_deck
from tournaments.errors import Conflict, Invalid
from tournaments.events.changes import edit_event
from tournaments.events.game_options import LABELS, OF_THE_CLOCK, VALUES, option_fields
from tournaments.models.events import Event

pytestmark = pytest.mark.django_db
ATTACKS = ["Upper Left Attack", "Upper Center Attack", "Upper Right Attack", "Middle Left Attack", "Thrust",
           "Middle Right Attack", "Lower Left Attack", "Lower Center Attack", "Lower Right Attack"]  # fmt: skip
BLOCKS = ["Upper Left Block", "Upper Center Block", "Upper Right Block", "Lower Left Block", "Lower Center Block",
          "Lower Right Block"]  # fmt: skip
FIFTEEN = {"name": "", "sections": {"deck": [{"card": title} for title in (*ATTACKS, *BLOCKS)]}}


def change(event: Event, **options: object) -> Event:
    return edit_event(event, {"game_options": options}, by=actor("olga"), now=at(1))


@pytest.mark.parametrize(
    "options", [{"min_deck": "many"}, {"smallest": 3}, {"announced": "all"}, [1], {"sanctioned": 3}]
)
def test_what_the_game_does_not_know_is_refused(options: object) -> None:
    event = open_event(2, game="highlander")
    with pytest.raises(Invalid) as refusal:
        edit_event(event, {"game_options": options}, by=actor("olga"), now=at(1))
    assert list(refusal.value.details["fields"]) == ["game_options"]
    event.refresh_from_db()
    assert event.game_options == {}


def test_decks_are_checked_by_the_options_also_when_they_change() -> None:
    """15 Basic cards are a legal deck without a minimum size (reading B1), and too few for one of 50."""
    event = open_event(0, game="highlander", deck_lists="optional")
    deck = submit_deck(walk_in(event), FIFTEEN, by=actor("olga"), now=at())
    assert (deck.legal, deck.violations) == (True, [])
    change(event, min_deck=50)
    deck.refresh_from_db()
    assert deck.legal is False and deck.violations[0]["rule"] == "reading.b1"
    change(event, min_deck=15)
    deck.refresh_from_db()
    assert deck.legal is True


def test_a_live_log_is_kept_under_the_events_options() -> None:
    event = running_event(2, game="looney_tunes", game_options={"time_tie": "shared"})
    match = tables(running_round(event))[0]
    assert header_of(match, {})[0]["options"] == {"time_tie": "shared"}
    assert header_of(match, {"untaken": "stay"})[0]["options"] == {
        "time_tie": "shared",
        "untaken": "stay",
    }


def test_they_are_fixed_by_the_start() -> None:
    with pytest.raises(Conflict):
        change(running_event(2, game="looney_tunes"), time_tie="shared")


def test_the_form_asks_for_them_and_keeps_what_differs(client: Client) -> None:
    event = make_event(game="highlander")
    client.force_login(actor("olga").user)
    page = client.get(f"/events/{event.slug}/edit/").content.decode()
    assert 'name="option_min_deck"' in page and 'name="option_announced"' in page
    assert 'name="option_minutes"' not in page
    shown = client.get(f"/events/{event.slug}/edit/").context["form"]
    data = {name: value for name, value in shown.initial.items() if value is not None and value is not False}
    data |= {"option_min_deck": "60", "option_announced": "Head Shot\n\n  Luck ", "option_sanctioned": "on"}
    assert client.post(f"/events/{event.slug}/edit/", data).status_code == 303
    event.refresh_from_db()
    assert event.game_options == {"min_deck": 60, "announced": ["Head Shot", "Luck"]}
    bad = client.post(f"/events/{event.slug}/edit/", data | {"option_min_deck": "-4"})
    assert bad.status_code == 400
    event.refresh_from_db()
    assert event.game_options["min_deck"] == 60


def test_another_game_starts_with_its_own_defaults(client: Client) -> None:
    event = make_event(game="highlander", game_options={"min_deck": 60})
    client.force_login(actor("olga").user)
    shown = client.get(f"/events/{event.slug}/edit/").context["form"]
    data = {name: value for name, value in shown.initial.items() if value is not None and value is not False}
    assert client.post(f"/events/{event.slug}/edit/", data | {"game": "looney_tunes"}).status_code == 303
    event.refresh_from_db()
    assert (event.game, event.game_options) == ("looney_tunes", {})


@pytest.mark.parametrize("game", games())
def test_every_option_of_a_form_has_words(game: str) -> None:
    for name, field in option_fields(game, {}).items():
        assert name.removeprefix("option_") in set(LABELS) - OF_THE_CLOCK
        for value, _words in getattr(field, "choices", ()):
            assert value in VALUES
