"""Forms that were open while somebody else changed the same thing, and times that are kept to the second."""

from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest
from django.test import Client, override_settings

from tests.tournaments.factories import actor, at, make_event, open_event, walk_in
from tests.tournaments.pages.conftest import Who
from tournaments.entrants.changes import edit_entrant
from tournaments.events.changes import edit_event
from tournaments.models.events import Event

pytestmark = pytest.mark.anywhere


class Forms(HTMLParser):
    """The forms of a page, each as what a browser would send of it as it came."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str]]] = []
        self._open = ""

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        has = dict(given)
        name, sent = has.get("name") or "", self.forms[-1][1] if self.forms else {}
        if tag == "form":
            self.forms.append((has.get("action") or "", {}))
        elif tag in ("select", "textarea") and "disabled" not in has:
            self._open, sent[name] = name, ""
        elif tag == "option" and "selected" in has:
            sent[self._open] = has.get("value") or ""
        elif tag == "input" and name and "disabled" not in has:
            if has.get("type") != "checkbox":
                sent[name] = has.get("value") or ""
            elif "checked" in has:
                sent[name] = "on"

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open and self.lasttag == "textarea":
            self.forms[-1][1][self._open] += data.removeprefix("\n")


def filled(client: Client, page: str, part: str = "", text: str = "") -> dict[str, str]:
    """What a browser would send of the page's form about a name; `part` stands in its action."""
    found = Forms()
    found.feed(text or client.get(page).content.decode())
    return next(sent for action, sent in found.forms if part in action and "name" in sent)


def kept(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def edited(event: Event, **choices: object) -> None:
    edit_event(event, choices, by=actor("olga"), now=at())


def test_two_tabs_of_the_choices_keep_what_each_changed(who: Who) -> None:
    event, olga = make_event(capacity=16), who("olga")
    page = f"/events/{event.slug}/edit/"
    one, other = filled(olga, page), filled(olga, page)
    assert olga.post(page, one | {"capacity": "32"}).status_code == 303
    assert olga.post(page, other | {"venue": "Town hall"}).status_code == 303
    assert (kept(event).capacity, kept(event).venue) == (32, "Town hall")


def test_the_same_choice_changed_in_two_tabs_is_asked_again_and_then_taken(who: Who) -> None:
    event, olga = make_event(capacity=16), who("olga")
    page = f"/events/{event.slug}/edit/"
    sent = filled(olga, page) | {"capacity": "64"}
    edited(event, capacity=32)
    answer = olga.post(page, sent)
    assert answer.status_code == 400
    text = answer.content.decode()
    assert "it is now “32”" in text
    assert kept(event).capacity == 32
    again = filled(olga, page, text=text)
    assert again["capacity"] == "64"
    assert olga.post(page, again).status_code == 303
    assert kept(event).capacity == 64


def test_lines_ended_as_browsers_end_them_are_no_change_of_others(who: Who) -> None:
    event, olga = make_event(description="Bring a pen.\nDoors at nine."), who("olga")
    page = f"/events/{event.slug}/edit/"
    sent = filled(olga, page)
    assert sent["description"] == "Bring a pen.\nDoors at nine."
    sent["initial-description"] = sent["description"].replace("\n", "\r\n")
    assert olga.post(page, sent | {"description": "Bring two pens."}).status_code == 303
    assert kept(event).description == "Bring two pens."


def test_a_choice_that_is_named_says_its_name_in_the_refusal(who: Who) -> None:
    event, olga = make_event(deck_lists="none"), who("olga")
    page = f"/events/{event.slug}/edit/"
    sent = filled(olga, page) | {"deck_lists": "optional", "tiebreaker_2": "seed"}
    edited(event, deck_lists="required", tiebreakers=["match_points", "buchholz"])
    text = olga.post(page, sent).content.decode()
    assert "it is now “Required”" in text
    assert "it is now “Buchholz”" in text


def test_an_unchanged_start_keeps_its_seconds_and_their_parts(who: Who) -> None:
    begins = datetime(2026, 11, 28, 9, 30, 15, 250_000, tzinfo=UTC)
    event, olga = make_event(starts_at=begins), who("olga")
    page = f"/events/{event.slug}/edit/"
    sent = filled(olga, page)
    assert sent["starts_at"] == "2026-11-28T09:30:15"
    olga.post(page, sent | {"venue": "Town hall"})
    assert (kept(event).starts_at, kept(event).venue) == (begins, "Town hall")
    olga.post(page, filled(olga, page) | {"starts_at": "2026-11-28T09:45:20"})
    assert kept(event).starts_at == begins.replace(minute=45, second=20, microsecond=0)


@override_settings(TIME_ZONE="Europe/Berlin")
def test_the_night_the_clocks_go_back_can_be_edited_and_the_missing_hour_is_refused(who: Who) -> None:
    second = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)  # 02:30 for the second time
    event, olga = make_event(starts_at=second), who("olga")
    page = f"/events/{event.slug}/edit/"
    assert "Times are in Europe/Berlin" in olga.get(page).content.decode()
    assert olga.post(page, filled(olga, page) | {"venue": "Town hall"}).status_code == 303
    assert kept(event).starts_at == second
    olga.post(page, filled(olga, page) | {"starts_at": "2026-10-25T02:31"})
    assert kept(event).starts_at == datetime(2026, 10, 25, 0, 31, tzinfo=UTC)
    assert olga.post(page, filled(olga, page) | {"starts_at": "2027-03-28T02:30"}).status_code == 400


def test_two_of_the_desk_edit_one_player(who: Who) -> None:
    event, olga = open_event(), who("olga")
    wanda = walk_in(event)
    page = f"/events/{event.slug}/entrants/{wanda.pk}/"
    sent = filled(olga, page, "/edit/")
    edit_entrant(wanda, {"rating": 1500}, by=actor("olga"), now=at())
    assert olga.post(page + "edit/", sent | {"fixed_table": "3"}).status_code == 303
    wanda.refresh_from_db()
    assert (wanda.rating, wanda.fixed_table) == (1500, 3)
    edit_entrant(wanda, {"name": "Wanda B"}, by=actor("olga"), now=at())
    answer = olga.post(page + "edit/", sent | {"name": "Wanda C"})
    assert answer.status_code == 400
    assert "it is now “Wanda B”" in answer.content.decode()
