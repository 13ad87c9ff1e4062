"""A series: who owns it, what its page shows, and its doors of the API."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.db import transaction
from django.urls import reverse

from tests.tournaments.factories import actor, at, open_event, played_round, running_event, started, walk_in
from tests.tournaments.pages.conftest import Who
from tests.tournaments.pages.conftest import who as who  # the fixture
from tournaments.access import Actor
from tournaments.entrants.claims import adopt_entrant
from tournaments.errors import Invalid, NotAllowed
from tournaments.events.life import finish_event, reopen_event
from tournaments.leaving.changes import take_account_away
from tournaments.models.events import Event
from tournaments.models.series import Series
from tournaments.results.changes import enter_result
from tournaments.series.changes import edit_series, make_series, set_series
from tournaments.series.queries import counted_events, events_of, table_of_series

pytestmark = pytest.mark.django_db


def finished(name: str, swiss_rounds: int = 1) -> Event:
    event = running_event(2, name=name, swiss_rounds=swiss_rounds)
    played_round(event)
    return finish_event(event, by=actor("olga"), now=at(60))


def league() -> Series:
    return make_series({"name": "League", "points": [5, 2]}, by=actor("olga"), now=at(0))


def test_only_its_owner_changes_a_series_and_puts_events_into_it() -> None:
    series, event = league(), open_event()
    for change in (
        lambda: edit_series(series, {"name": "Mine"}, by=actor("sam"), now=at(1)),
        lambda: set_series(event, series, by=actor("sam"), now=at(1)),
        lambda: set_series(open_event(name="Other"), make_series({"name": "S"}, by=actor("sam"), now=at(0)),
                           by=actor("olga"), now=at(1)),
    ):  # fmt: skip
        with pytest.raises(NotAllowed):
            change()
    set_series(event, series, by=actor("olga"), now=at(2))
    edit_series(series, {"points": [7, 3]}, by=actor("olga"), now=at(3))
    said = list(
        event.journal.filter(kind="series", public=True).order_by("pk").values_list("text", flat=True)
    )
    assert said == [
        "The event is part of the series League.",
        "The points of the series League were changed.",
    ]
    set_series(event, None, by=actor("olga"), now=at(4))
    event.refresh_from_db()
    assert event.series is None


@pytest.mark.parametrize(
    "choices",
    [
        {"name": ""}, {"name": "S", "points": []}, {"name": "S", "points": [1, 2]}, {"name": "S", "points": ["3"]},
        {"name": "S", "beyond": -1}, {"name": "S", "best_of": 0}, {"name": "S", "owner": 1},
    ],
)  # fmt: skip
def test_choices_that_cannot_be(choices: dict[str, object]) -> None:
    with pytest.raises(Invalid):
        make_series(choices, by=actor("olga"), now=at(0))


def test_the_page_shows_the_finished_events_points_and_no_draft(who: Who) -> None:
    series = league()
    done = finished("First day")
    winner, loser = (row.name for row in done.entrants.order_by("pk"))
    for event in (done, open_event(name="Second day")):
        set_series(event, series, by=actor("olga"), now=at(70))
    draft = Event.objects.create(
        slug="hidden", name="Hidden day", game="looney_tunes", created_at=at(0), series=series
    )
    page = who("").get(reverse("tournaments:series_page", args=[series.slug])).content.decode()
    assert winner in page and loser in page and "<strong>5</strong>" in page and "<strong>2</strong>" in page
    assert "Second day" in page and draft.name not in page
    event_page = who("").get(reverse("tournaments:event_page", args=[done.slug])).content.decode()
    assert reverse("tournaments:series_page", args=[series.slug]) in event_page
    api = who("").get(f"/api/v1/series/{series.slug}/").json()
    assert (api["events"], api["counted"]) == ([done.slug, "second-day"], [done.slug])
    assert [(row["place"], row["total"]) for row in api["table"]] == [(1, 5.0), (2, 2.0)]


def test_made_and_changed_on_pages(who: Who) -> None:
    event, client = open_event(), who("olga")
    new = reverse("tournaments:series_new")
    assert who("").get(new).status_code == 302
    assert client.post(new, {"name": "Cup", "points": "5, 7", "beyond": "0"}).status_code == 400
    assert client.post(new, {"name": "Cup", "points": "5-x", "beyond": "0"}).status_code == 400
    assert (
        client.post(new, {"name": "Cup", "points": "7, 5 3", "beyond": "1", "best_of": "4"}).status_code
        == 303
    )
    series = Series.objects.get()
    assert (series.points, series.beyond, series.best_of) == ([7, 5, 3], 1, 4)
    edit = reverse("tournaments:series_edit", args=[series.slug])
    assert "7 5 3" in client.get(edit).content.decode()
    assert who("sam").get(edit).status_code == 403
    own = reverse("tournaments:event_series", args=[event.slug])
    assert client.post(own, {"series": str(series.pk)}).status_code == 303
    event.refresh_from_db()
    assert event.series == series
    assert client.post(own, {"series": "999999"}).status_code == 400


def test_the_api_makes_and_changes(who: Who) -> None:
    event, client, json = open_event(), who("olga"), {"content_type": "application/json"}
    made = client.post("/api/v1/series/", {"name": "Cup"}, **json)
    assert (made.status_code, made.json()["points"][:2]) == (201, [10, 8])
    assert client.patch("/api/v1/series/cup/", {"best_of": 2}, **json).json()["best_of"] == 2
    assert who("sam").patch("/api/v1/series/cup/", {"best_of": 3}, **json).status_code == 403
    base = f"/api/v1/events/{event.slug}/series/"
    assert client.put(base, {"series": "cup"}, **json).json() == {"series": "cup"}
    assert client.put(base, {"series": "none"}, **json).status_code == 404
    assert client.get("/api/v1/series/").json()["count"] == 1


def table_of(series: Series) -> list[tuple[int, str, list[float | None]]]:
    """Of each person the number of the account, 0 without one, the name, and the points of each event."""
    events = counted_events(events_of(series))
    return [
        (row.account, row.name, [None if score is None else float(score.points) for score in row.scores])
        for row in table_of_series(series, events)
    ]


@pytest.mark.django_db(transaction=True)
def test_the_table_is_made_once_and_never_shown_when_something_changed(
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    """What it is made of: the standings, whose the entries are, the names, and the points of the series."""
    series, event = league(), finished("First day")
    set_series(event, series, by=actor("olga"), now=at(70))
    first, second = event.entrants.order_by("pk")
    both = [entrant.user_id for entrant in (first, second)]
    assert table_of(series) == [(both[0], first.name, [5]), (both[1], second.name, [2])]
    events = counted_events(events_of(series))
    with django_assert_num_queries(1):  # the versions
        table_of_series(series, events)
    match = event.rounds.get().matches.get()
    reopen_event(event, by=actor("olga"), now=at(75))
    enter_result(match, {"winner": "B"}, by=actor("hedda"), now=at(80), reason="A slip.")
    finish_event(event, by=actor("olga"), now=at(82))
    assert table_of(series) == [(both[1], second.name, [5]), (both[0], first.name, [2])]
    series = edit_series(series, {"points": [9, 4]}, by=actor("olga"), now=at(85))
    assert [points for _account, _name, points in table_of(series)] == [[9], [4]]
    assert second.user is not None
    with transaction.atomic():
        take_account_away(second.user, now=at(90))
    gone, stays = table_of(series)
    assert stays == (both[0], first.name, [4])
    assert gone[1:] == ("A former player", [9])


@pytest.mark.django_db(transaction=True)
def test_an_entry_that_gets_its_account_is_that_persons() -> None:
    series = league()
    event = open_event(0, name="First day", swiss_rounds=1)
    wanda, _other = walk_in(event, "Wanda"), walk_in(event, "Xaver")
    played_round(started(event))
    set_series(finish_event(event, by=actor("olga"), now=at(60)), series, by=actor("olga"), now=at(70))
    assert {account for account, _name, _points in table_of(series)} == {0}
    person = actor("wanda").user
    assert person is not None
    adopt_entrant(wanda, person, by=Actor.of_user(person, frozenset({wanda.pk})), now=at(80))
    assert {name: account for account, name, _points in table_of(series)} == {"Wanda": person.pk, "Xaver": 0}
