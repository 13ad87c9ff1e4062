"""Acts that write a row for each of many: for a hundred and for three they send the database as many statements, but
for parts of two hundred rows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import actor, at, make_event
from tests.tournaments.large.large import large_event, large_round
from tournaments.clocks.whole_round import call_time_now
from tournaments.entrants.claims import make_claim_links
from tournaments.entrants.many import add_entrants
from tournaments.entrants.taken_lists import take_back_list, taken_lists
from tournaments.events.changes import edit_event
from tournaments.events.copying import copy_event
from tournaments.events.life import publish_event
from tournaments.leaving.changes import delete_account
from tournaments.live.changes import TOPICS, mark_events
from tournaments.models.accounts import FORMER
from tournaments.models.entrants import Entrant, EntrantChange
from tournaments.models.events import Event
from tournaments.models.live import LiveVersion
from tournaments.models.notifications import Notification, Subscription
from tournaments.models.rounds import Match, Round
from tournaments.rounds.changes import offer_round, publish_round

pytestmark = pytest.mark.django_db
#: More than are written, named or read at once where it is done in parts.
FEW, MANY, LARGE = 3, 100, 450


def sent(act: Callable[[], object]) -> int:
    """How many statements it sends."""
    with CaptureQueriesContext(connection) as found:
        act()
    return len(found)


def full(name: str, waiting: int) -> Event:
    """An event for two, both taken, in which so many wait. Those two came with a list."""
    event = publish_event(make_event(name=name, capacity=2), by=actor("olga"), now=at(-110))
    rows = "name\n" + "".join(f"Listed {n}\n" for n in range(2))
    add_entrants(event, rows.encode(), by=actor("olga"), now=at(-100))
    Entrant.objects.bulk_create(
        Entrant(
            event=event,
            code=f"P{n:02d}",
            name=f"Waiting {n}",
            status="waitlisted",
            # who was entered last has waited longest
            entered_at=at(-90) - timedelta(seconds=n),
        )
        for n in range(3, waiting + 3)
    )
    return event


def of_size(make: Callable[[str, int], Callable[[], object]], most: int = MANY) -> tuple[int, int]:
    """The statements of an act, with few and with many."""
    few, many = make("Few", FEW), make("Many", most)
    few_sent = sent(few)
    return few_sent, sent(many)


def test_room_for_all_who_wait_is_given_in_a_few_statements() -> None:
    def made(name: str, many: int) -> Callable[[], object]:
        event = full(name, many)
        return lambda: edit_event(event, {"capacity": many + 2}, by=actor("olga"), now=at(0))

    few, many = of_size(made)
    assert few == many
    event = Event.objects.get(name="Many")
    assert set(event.entrants.values_list("status", flat=True)) == {"registered"}
    told = EntrantChange.objects.filter(entrant__event=event, kind="promoted")
    assert set(told.values_list("before", "after", "by", "at")) == {
        ("waitlisted", "registered", "Olga", at(0))
    }
    assert told.count() == MANY


def test_who_has_waited_longest_gets_the_places_there_are() -> None:
    event = edit_event(full("Some", 5), {"capacity": 4}, by=actor("olga"), now=at(0))
    promoted = event.entrants.filter(status="registered", name__startswith="Waiting")
    assert set(promoted.values_list("code", flat=True)) == {"P07", "P06"}
    assert event.entrants.filter(status="waitlisted").count() == 3
    # in the order in which they waited
    told = EntrantChange.objects.filter(kind="promoted").order_by("pk")
    assert list(told.values_list("entrant__code", flat=True)) == ["P07", "P06"]
    event = edit_event(event, {"capacity": None}, by=actor("olga"), now=at(1))
    assert not event.entrants.filter(status="waitlisted").exists()


def test_who_waits_moves_up_where_a_list_is_taken_back() -> None:
    event = full("List", 5)
    (taken,) = taken_lists(event, by=actor("olga"))
    take_back_list(event, taken.number, by=actor("olga"), now=at(0))
    assert list(event.entrants.filter(status="registered").values_list("code", flat=True)) == ["P06", "P07"]


def test_links_for_everybody_who_plays_are_made_in_a_few_statements() -> None:
    def made(name: str, many: int) -> Callable[[], object]:
        event = large_event(many, name=name)
        large_round(event)
        return lambda: make_claim_links(event.entrants.all(), by=actor("olga"), now=at(10))

    few, many = of_size(made, LARGE)
    assert many - few <= 6  # who has none is asked for in parts of two hundred, and so are versions raised


def test_who_sits_in_the_round_and_who_sat_before_look_again() -> None:
    """Their phones hear of it by their last match's version."""
    event = large_event(4)
    first = large_round(event)
    versions = dict(first.matches.values_list("pk", "version"))
    gone = first.matches.order_by("table")[0]
    # the round that stands now has the other table's players alone
    second = Round.objects.create(
        event=event, stage=first.stage, number=2, state="published", offered_at=at(8), published_at=at(9)
    )
    moved = Match.objects.create(round=second, table=1)
    for seat in first.matches.order_by("table")[1].seats.all():
        moved.seats.create(round=second, entrant=seat.entrant, letter=seat.letter)
    make_claim_links(event.entrants.all(), by=actor("olga"), now=at(10))
    after = dict(Match.objects.filter(round__event=event).values_list("pk", "version"))
    raised = {pk for pk in after if after[pk] != versions.get(pk, 0)}
    assert raised == {gone.pk, moved.pk}


def told(event: Event) -> None:
    """Everybody has a phone that is told of rounds and time, and one that is told of penalties alone."""
    Subscription.objects.bulk_create(
        Subscription(
            entrant=entrant, channel="push", about=about, language="en", digest=f"{about}", created_at=at(-20)
        )
        for entrant in event.entrants.all()
        for about in (["round", "time"], ["penalty"])
    )


def test_everybodys_phone_is_told_of_a_round_and_of_time_in_a_few_statements() -> None:
    rounds: dict[str, Round] = {}

    def publishing(name: str, many: int) -> Callable[[], object]:
        event = large_event(many, name=name, clock_kind="fixed")
        told(event)
        rounds[name] = offer_round(event, by=actor("olga"), now=at(0))
        return lambda: publish_round(rounds[name], by=actor("olga"), now=at(0))

    few, many = of_size(publishing, LARGE)
    assert few == many
    written = Notification.objects.filter(about="round", subscription__entrant__event__name="Many")
    assert {row.data["round"] for row in written} == {rounds["Many"].pk}
    assert written.count() == written.values("subscription__entrant").distinct().count() == LARGE
    assert not Notification.objects.exclude(subscription__about=["round", "time"]).exists()


def test_time_is_called_at_all_tables_in_a_few_statements() -> None:
    def calling(name: str, many: int) -> Callable[[], object]:
        event = large_event(many, name=name, clock_kind="fixed")
        round = large_round(event)
        told(event)
        return lambda: call_time_now(round, by=actor("olga"), now=at(5))

    few, many = of_size(calling, LARGE)
    assert many - few <= 2  # versions are raised, and hard stops set, in parts of two hundred
    seats = {
        seat.entrant_id: seat.match_id
        for match in Match.objects.filter(round__event__name="Many", is_bye=False)
        for seat in match.seats.all()
    }
    written = Notification.objects.filter(about="time", subscription__entrant__event__name="Many")
    assert {row.subscription.entrant_id: row.data["match"] for row in written} == seats
    called = Event.objects.get(name="Many").rounds.get().clock_events.filter(kind="time_called")
    assert called.count() == LARGE // 2


def test_everybody_is_copied_in_a_few_statements() -> None:
    def copying(name: str, many: int) -> Callable[[], object]:
        event = large_event(many, name=name)
        Entrant.objects.filter(event=event, code="P02").update(club="Ours", rating=1500, list_seed=7)
        return lambda: copy_event(event, by=actor("olga"), now=at(0), name=f"{name} again", entrants=True)

    few, many = of_size(copying, LARGE)
    assert few == many
    row = Entrant.objects.get(event__name="Many again", code="P02")
    assert (row.name, row.club, row.rating, row.list_seed, row.status) == (
        *("Player 2", "Ours", 1500, 7, "registered"),
    )


def test_an_account_leaves_many_events_that_are_over_in_a_few_statements() -> None:
    def leaving(name: str, many: int) -> Callable[[], object]:
        who = actor(f"leaver-{name}")
        events = [make_event(name=f"{name} {n}") for n in range(many)]
        Event.objects.filter(pk__in=[one.pk for one in events]).update(state="finished")
        Entrant.objects.bulk_create(
            Entrant(event=one, user=who.user, code="P01", name="Leaver", status="playing", entered_at=at(0))
            for one in events
        )
        LiveVersion.objects.all().delete()  # of their making
        return lambda: delete_account(by=who, now=at(10))

    few, many = of_size(leaving)
    assert many - few <= 3  # six hundred marks, in parts
    assert set(Entrant.objects.values_list("name", flat=True)) == {FORMER}
    marks = LiveVersion.objects.filter(
        event_id__in=Event.objects.filter(name__startswith="Many").values("pk")
    )
    assert marks.count() == MANY * 6 and marks.values("event_id", "topic").distinct().count() == MANY * 6


def test_no_topic_is_marked_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="no topic 'weather'"):
        mark_events([1], ["event", "weather"])
    assert not LiveVersion.objects.exists()
    assert "weather" not in TOPICS
