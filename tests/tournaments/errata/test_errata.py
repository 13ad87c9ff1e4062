"""Errata of a series: who declares them, which events they hold for, and what they change."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from tests.tournaments.factories import actor, at, open_event, started
from tests.tournaments.pages.conftest import Who
from tests.tournaments.pages.conftest import who as who  # the fixture
from tournaments.access import Actor
from tournaments.card_lists.changes import BadCardList, set_card_list
from tournaments.day_rules.queries import rules_of
from tournaments.decks.changes import submit_deck
from tournaments.decks.own_cards import catalogue_of, declared_cards, options_of
from tournaments.errata import changes
from tournaments.errata.changes import declare_erratum, replace_erratum, withdraw_erratum
from tournaments.errors import Conflict, DomainError, Invalid, NotAllowed, NotFound
from tournaments.events.changes import edit_event
from tournaments.events.life import start_event, unstart_event
from tournaments.events.staff import grant_role
from tournaments.jobs.working import work_for
from tournaments.models.decks import DeckList
from tournaments.models.errata import Erratum, PinnedRules
from tournaments.models.events import Event, JournalEntry
from tournaments.models.jobs import Job
from tournaments.models.series import Series
from tournaments.series.changes import make_series, set_series

pytestmark = pytest.mark.django_db
#: the day of all events here (``factories.NOON``)
DAY = date(2026, 11, 21)
THRUST = {"title": "Thrust", "grid": "OOO/OAO/OOO", "type": "attack", "restriction": 2}
SAID: dict[str, Any] = {"game": "highlander", "title": "Thrust", "applies_from": DAY, "cards": [THRUST]}


def league() -> Series:
    return make_series({"name": "League"}, by=actor("olga"), now=at(-150))


def event_of(series: Series, players: int = 2, **choices: Any) -> Event:
    event = open_event(players, game="highlander", **choices)
    return set_series(event, series, by=actor("olga"), now=at(-95))


def declare(series: Series, **more: Any) -> Erratum:
    return declare_erratum(series, SAID | more, by=actor("olga"), now=at(-90))


def restriction(event: Event) -> int | None:
    catalogue = catalogue_of(event)
    assert catalogue is not None
    (number,) = catalogue.find("Thrust")
    return catalogue.cards[number].restriction  # type: ignore[attr-defined,no-any-return]


def test_an_event_keeps_what_holds_on_the_day_it_starts() -> None:
    series = league()
    event, later = event_of(series), event_of(series, name="Later")
    assert restriction(event) is None and rules_of(event).edition == "1999.3.10"
    declare(series)
    assert restriction(event) == 2  # so it would be, and deck lists are checked by it
    started(event)
    assert rules_of(event).day == DAY and [one.number for one in rules_of(event).errata] == [1]
    changed = SAID | {"cards": [THRUST | {"restriction": 1}]}
    replace_erratum(series, 1, {"cards": changed["cards"]}, seen=1, by=actor("olga"), now=at(0))
    assert (restriction(event), restriction(later)) == (2, 1)
    withdraw_erratum(series, 1, reason="Not yet.", seen=2, by=actor("olga"), now=at(1))
    assert (restriction(event), restriction(later)) == (2, None)
    later = started(later)
    assert rules_of(later).errata == () and rules_of(later).pin
    # Every version stays, in its order.
    versions = list(series.errata.values_list("version", "withdrawn").order_by("version"))
    assert versions == [(1, False), (2, False), (3, True)]
    public = list(later.journal.filter(kind="erratum", public=True).values_list("text", flat=True))
    assert public == [
        "Erratum 1 of the series: Thrust.",
        "Erratum 1 of the series was changed: Thrust.",
        "Erratum 1 of the series was withdrawn: Thrust.",
    ]
    assert [line.kind for line in event.journal.filter(kind="erratum")] == ["erratum"]


def test_it_holds_from_its_day_on_in_the_zone_of_the_event() -> None:
    series = league()
    early = event_of(series, starts_at=at(0))
    declare(series, applies_from=date(2026, 11, 22))
    assert restriction(early) is None
    # It starts at noon in Greenwich, which is the next day already in Auckland's summer.
    far = event_of(series, name="Far", starts_at=at(0), time_zone="Pacific/Auckland")
    assert restriction(far) == 2
    assert started(far) and rules_of(far).day == date(2026, 11, 22) and restriction(far) == 2
    assert started(early) and restriction(early) is None


def test_an_undone_start_keeps_what_the_next_one_finds() -> None:
    series = league()
    event = started(event_of(series))
    declare(series)
    assert restriction(event) is None
    event = unstart_event(event, by=actor("olga"), now=at(-5))
    assert restriction(event) == 2
    start_event(event, by=actor("olga"), now=at(-4))
    assert restriction(event) == 2 and PinnedRules.objects.filter(event=event).count() == 2


def test_of_another_game_or_another_series_it_says_nothing() -> None:
    series, other = league(), make_series({"name": "Other"}, by=actor("olga"), now=at(-150))
    declare(other)
    declare(series, game="looney_tunes", cards=[], options={"next_active": "alternate"})
    assert rules_of(event_of(series)).errata == ()
    looney = set_series(open_event(game="looney_tunes", name="L"), series, by=actor("olga"), now=at(-80))
    assert options_of(looney) == {"next_active": "alternate"}
    # What the event chose itself holds before that.
    edit_event(looney, {"game_options": {"next_active": "loser"}}, by=actor("olga"), now=at(-70))
    looney.refresh_from_db()
    assert options_of(looney) == {"next_active": "loser"}
    assert rules_of(open_event(game="highlander", name="Alone")).errata == ()


def test_the_later_one_holds_and_it_corrects_the_events_own_list() -> None:
    series = league()
    event = event_of(series)
    listed = b"title,type,grid,restriction\nThrust,attack,OOO/OAO/OOO,6\nHome Rule,event,,\n"
    set_card_list(event, listed, by=actor("olga"), now=at(-92))
    assert restriction(event) == 6
    declare(series, applies_from=date(2026, 11, 20), cards=[THRUST | {"restriction": 3}])
    declare(series, title="Once more", applies_from=date(2026, 11, 1), cards=[THRUST | {"restriction": 1}])
    assert restriction(event) == 3
    assert [card["title"] for card in declared_cards(event)] == ["Thrust", "Home Rule"]
    assert [one.title for one in rules_of(event).errata] == ["Once more", "Thrust"]


def test_deck_lists_of_coming_events_are_checked_again() -> None:
    series = league()
    event = event_of(series, deck_lists="optional")
    entrant = event.entrants.order_by("pk")[0]
    three = {"sections": {"deck": [{"card": "Thrust", "count": 3}]}}
    submit_deck(entrant, three, by=actor("player1"), now=at(-91))
    rules = {one["rule"] for one in entrant.deck_lists.get(replaced_at=None).violations}
    assert not any(rule.startswith("restriction") for rule in rules)
    declare(series)
    rules = {one["rule"] for one in entrant.deck_lists.get(replaced_at=None).violations}
    assert any(rule.startswith("restriction-number") for rule in rules)


def test_many_deck_lists_of_several_events_are_checked_by_and_by(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many at once, all told, as of a single event: a series of twenty had each of them checked while its owner
    waited."""
    monkeypatch.setattr(changes, "FEW", 3)
    series = league()
    events = [event_of(series, 2, deck_lists="optional", name=f"Evening {n}") for n in range(3)]
    three = {"sections": {"deck": [{"card": "Thrust", "count": 3}]}}
    for event in events:
        for entrant in event.entrants.select_related("user"):
            submit_deck(entrant, three, by=Actor.of_user(entrant.user), now=at(-91))
    declare(series)

    def restricted() -> list[int]:
        """How many lists of each event break the rule that the erratum made."""
        return [
            sum(
                any(one["rule"].startswith("restriction-number") for one in deck.violations)
                for deck in DeckList.objects.filter(entrant__event=event, replaced_at=None)
            )
            for event in events
        ]

    # two of the first; with two more they would be four
    assert restricted() == [2, 0, 0]
    assert set(Job.objects.values_list("kind", "event")) == {
        ("check_decks", events[1].pk),
        ("check_decks", events[2].pk),
    }
    work_for()
    assert restricted() == [2, 2, 2]
    # each of the three says what it was about
    assert JournalEntry.objects.filter(kind="erratum", event__in=events).count() == 3


@pytest.mark.parametrize(
    ("name", "allowed"),
    [("olga", True), ("hedda", True), ("jude", False), ("sam", False), ("player1", False)],
)
def test_the_owner_and_head_judges_of_its_events_declare(name: str, allowed: bool) -> None:
    series = league()
    event = started(event_of(series))
    by = actor(name)
    if allowed:
        declare_erratum(series, SAID, by=by, now=at(0))
        return
    for change in (
        lambda: declare_erratum(series, SAID, by=by, now=at(0)),
        lambda: replace_erratum(series, 1, {}, seen=1, by=by, now=at(0)),
        lambda: withdraw_erratum(series, 1, reason="x", seen=1, by=by, now=at(0)),
    ):
        with pytest.raises(NotAllowed):
            change()
    other = make_series({"name": "Other"}, by=actor("olga"), now=at(0))
    grant_role(event, "hedda", "head_judge", by=actor("olga"), now=at(0)) if name == "jude" else None
    with pytest.raises(NotAllowed):
        declare_erratum(other, SAID, by=actor("hedda"), now=at(0))


@pytest.mark.parametrize(
    ("more", "error", "field"),
    [
        ({"game": "chess"}, Invalid, "game"),
        ({"title": " "}, Invalid, "title"),
        ({"applies_from": None}, Invalid, "applies_from"),
        ({"applies_from": "2026-11-21"}, Invalid, "applies_from"),
        ({"cards": [], "options": {}}, Invalid, "cards"),
        ({"options": {"nonsense": 1}}, Invalid, "game_options"),
        ({"options": {"turn_seconds": 60}}, Invalid, "options"),
        ({"options": "none"}, Invalid, "game_options"),
        ({"cards": "title,type\nThrust,spell\n"}, BadCardList, "text"),
        ({"cards": [{"title": "Thrust", "size": 3}]}, BadCardList, "text"),
        ({"cards": [THRUST | {"summary": "x" * 100_000}]}, Invalid, "cards"),
        ({"why": "not asked"}, Invalid, "why"),
    ],
)
def test_what_cannot_be_declared(more: dict[str, Any], error: type[DomainError], field: str) -> None:
    series = league()
    with pytest.raises(error) as refused:
        declare(series, **more)
    assert field in dict(refused.value.details["fields"])  # type: ignore[call-overload]
    assert not series.errata.exists()


def test_of_two_at_once_the_second_looks_again() -> None:
    series = league()
    declare(series)
    replace_erratum(series, 1, {"title": "Thrust, once more"}, seen=1, by=actor("olga"), now=at(0))
    with pytest.raises(Conflict, match="Somebody changed"):
        replace_erratum(series, 1, {"title": "Mine"}, seen=1, by=actor("olga"), now=at(0))
    with pytest.raises(Conflict, match="Somebody changed"):
        withdraw_erratum(series, 1, reason="Why not", seen=1, by=actor("olga"), now=at(0))
    withdraw_erratum(series, 1, reason="Why not", seen=2, by=actor("olga"), now=at(0))
    with pytest.raises(NotFound):
        replace_erratum(series, 1, {"title": "Mine"}, seen=3, by=actor("olga"), now=at(0))
    assert [row.number for row in (declare(series), declare(series))] == [2, 3]


def test_pages(who: Who) -> None:
    series = league()
    event = event_of(series)
    new = reverse("tournaments:series_erratum_new", args=[series.slug])
    page = who("olga").get(new, {"card": "Thrust"}).content.decode()
    assert "Thrust,attack,,,,OOO/OAO/OOO" in page and "as it is" in page
    assert "knows no card" in who("olga").get(new, {"card": "No such card"}).content.decode()
    assert who("sam").get(new).status_code == 403 and who("").get(new).status_code == 302
    said = {"title": "Thrust is rare", "text": "Two a deck.", "applies_from": "2026-11-21",
            "cards": "title,type,grid,restriction\nThrust,attack,OOO/OAO/OOO,two\n"}  # fmt: skip
    wrong = who("olga").post(new, said)
    assert wrong.status_code == 400 and "Line 2: " in wrong.content.decode()
    said["cards"] = "title,type,grid,restriction\nThrust,attack,OOO/OAO/OOO,2\n"
    listed = reverse("tournaments:series_errata", args=[series.slug])
    assert who("olga").post(new, said).headers["Location"] == listed
    page = who("").get(listed).content.decode()
    assert "Thrust is rare" in page and "restriction" in page and "Nov. 21, 2026" in page
    assert new not in page and new in who("olga").get(listed).content.decode()
    one = reverse("tournaments:series_erratum", args=[series.slug, 1])
    assert "Thrust,attack,,,,OOO/OAO/OOO" in who("olga").get(one).content.decode()
    said |= {"seen": "1", "title": "Thrust is very rare", "option_sanctioned": "no"}
    assert who("olga").post(one, said).status_code == 303
    assert series.errata.get(replaced_at=None).options == {"sanctioned": False}
    rules = who("").get(reverse("tournaments:event_rules", args=[event.slug])).content.decode()
    assert "1999.3.10" in rules and "Thrust is very rare" in rules
    assert who("olga").post(one, {"do": "withdraw", "seen": "2", "reason": ""}).status_code == 400
    assert who("olga").post(one, {"do": "withdraw", "seen": "2", "reason": "Too rare."}).status_code == 303
    page = who("").get(listed).content.decode()
    assert "withdrawn" in page and "Earlier versions" in page and "Too rare." in page
    assert "No errata" in who("").get(reverse("tournaments:event_rules", args=[event.slug])).content.decode()


def test_api() -> None:
    series = league()
    event = event_of(series)
    api, address = APIClient(), f"/api/v1/series/{series.slug}/errata/"
    said = SAID | {"applies_from": "2026-11-21"}
    assert api.post(address, said, format="json").status_code in (401, 403)
    api.force_login(actor("olga").user)
    made = api.post(address, said, format="json")
    assert made.status_code == 201 and made.json()["version"] == 1
    assert made.json()["cards"] == [THRUST]
    changed = said | {"title": "Other", "seen": 1}
    changed.pop("game")
    assert api.put(f"{address}1/", changed, format="json").json()["version"] == 2
    assert api.put(f"{address}1/", changed, format="json").status_code == 409
    rules = APIClient().get(f"/api/v1/events/{event.slug}/rules-of-the-day/").json()
    assert (rules["edition"], rules["pinned"], rules["day"]) == ("1999.3.10", False, None)
    assert [one["title"] for one in rules["errata"]] == ["Other"] and rules["cards"] == [THRUST]
    assert [row["version"] for row in APIClient().get(f"{address}1/").json()] == [2, 1]
    assert APIClient().get(f"{address}2/").status_code == 404
    assert api.delete(f"{address}1/?reason=No&seen=2").json()["withdrawn"] is True
    assert [row["withdrawn"] for row in APIClient().get(address).json()] == [True]


def test_started_on_another_day_than_planned_deck_lists_are_checked_by_that_days_rules() -> None:
    series = league()
    event = event_of(series, deck_lists="optional", starts_at=at(60 * 24 * 3))
    declare(series, applies_from=date(2026, 11, 23))
    entrant = event.entrants.order_by("pk")[0]
    submit_deck(
        entrant, {"sections": {"deck": [{"card": "Thrust", "count": 3}]}}, by=actor("player1"), now=at(-80)
    )
    named = [one["rule"] for one in entrant.deck_lists.get().violations]
    assert any(rule.startswith("restriction-number") for rule in named)
    started(event)
    named = [one["rule"] for one in entrant.deck_lists.get().violations]
    assert not any(rule.startswith("restriction-number") for rule in named)
