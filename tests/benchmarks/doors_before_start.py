"""Sites with events that have yet to start, or are over, and the writing doors asked for there; as `writing_doors`."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from tests.benchmarks.writing_doors import OLGA, Act, Asking, Doors, after, plain, warm
from tests.tournaments.factories import actor, at, make_event
from tests.tournaments.large.large import decide, large_event, large_round
from tournaments.event_file import write_event
from tournaments.events.life import finish_event, open_check_in, publish_event
from tournaments.exports.files import event_file_of
from tournaments.models.accounts import User
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Entrant, EntrantChange
from tournaments.models.events import Event, JournalEntry
from tournaments.models.series import Series
from tournaments.rounds.changes import finish_round

#: Of a series: its events, each with as many deck lists as are checked within a request.
EVENTS, LISTS, PAST = 20, 200, 200
BECAUSE = {"reason": "So."}


def entered(event: Event, many: int, status: str, first: int = 1, accounts: bool = True) -> None:
    """So many more players of that status."""
    names = [f"player{n}" for n in range(first, first + many)]
    if accounts:
        people = [User(username=name, display_name=name.title(), password="!") for name in names]
        User.objects.bulk_create(people, batch_size=500, ignore_conflicts=True)
    known = (
        dict(User.objects.filter(username__startswith="player").values_list("username", "pk"))
        if accounts
        else {}
    )
    rows = [
        Entrant(
            event=event,
            user_id=known.get(name),
            code=f"P{n:02d}",
            name=name.title(),
            status=status,
            entered_at=at(-100) + timedelta(seconds=n),
        )
        for n, name in enumerate(names, first)
    ]
    made = Entrant.objects.bulk_create(rows, batch_size=500)
    EntrantChange.objects.bulk_create(
        [EntrantChange(entrant=one, kind="entered", after=status, at=at(-100), by="Olga") for one in made],
        batch_size=500,
    )


def names_of(many: int) -> str:
    """A list of so many people."""
    return "name,email,club\n" + "".join(
        f"Guest Number {n},guest{n}@example.org,Club {n % 50}\n" for n in range(many)
    )


def deck_of(cards: int) -> dict[str, Any]:
    """A deck list of so many cards."""
    return {"sections": {"personal": [{"card": f"Card {n}", "count": 1} for n in range(cards)]}}


def check_in(players: int) -> Doors:
    """An event of so many with accounts at check-in, where nobody has checked in or handed in a list; another that is
    open and empty; and one that has just started."""
    olga = actor(OLGA)
    event = publish_event(make_event(name="At the door"), by=olga, now=at(-110))
    entered(event, players, "registered")
    event = open_check_in(event, by=olga, now=at(-60))
    empty = publish_event(make_event(name="Empty"), by=olga, now=at(-110))
    started = large_event(players, name="Just started")
    warm(event)
    asking, blank, begun = Asking(event.slug), Asking(empty.slug), Asking(started.slug)
    codes = list(event.entrants.values_list("code", flat=True))
    listed = {"text": names_of(min(players, 5_000))}

    def asks_for_lists() -> None:
        Event.objects.filter(pk=event.pk).update(deck_lists="required")

    def taken_back() -> Act:
        blank.api("POST", "entrant-list/", listed)()
        number = JournalEntry.objects.get(event=empty, kind="entrants_listed").pk
        return blank.api("DELETE", f"entrant-lists/{number}/")

    everybody = asking.api("POST", "check-ins/", {})
    return {
        "check-in: everybody": plain(everybody),
        "check-in: 5,000 named": plain(asking.api("POST", "check-ins/", {"entrants": codes})),
        "check-in: everybody, lists owed": after(asks_for_lists, everybody),
        "check-in: all taken back": after(everybody, asking.api("POST", "check-ins/undo/", {})),
        "check-in: one": plain(asking.api("POST", f"entrants/{codes[7]}/check-in/")),
        "check-in: by name": plain(asking.api("POST", "check-ins/code/", {"code": "player77"})),
        "check-in: page of everybody": plain(asking.page("entrants/check-in/all/", {})),
        "lists: everybody reminded": after(asks_for_lists, asking.api("POST", "remind-lists/")),
        "event: start": after(everybody, asking.api("POST", "start/", {})),
        "event: start, refused for lists": after(
            lambda: (everybody(), asks_for_lists()), asking.api("POST", "start/", {})
        ),
        "event: start, without whom lists are owed": after(
            lambda: (asking.api("POST", "check-ins/", {"entrants": codes[:100]})(), asks_for_lists()),
            asking.api("POST", "start/", {"lists_missing": "keep"}),
        ),
        "event: start, half not there": after(
            asking.api("POST", "check-ins/", {"entrants": codes[::2]}), asking.api("POST", "start/", {})
        ),
        "event: start undone": plain(begun.api("POST", "undo-start/")),
        "event: start undone, half not there": after(
            lambda: (
                asking.api("POST", "check-ins/", {"entrants": codes[::2]})(),
                asking.api("POST", "start/", {})(),
            ),
            asking.api("POST", "undo-start/"),
        ),
        "event: back to registration": plain(asking.api("POST", "back-to-registration/")),
        "event: registration": plain(asking.api("PATCH", "", {"capacity": 6_000})),
        "entrant: registers": plain(Asking(empty.slug, "player3").api("POST", "register/", {})),
        "entrant: a deck list": after(
            asks_for_lists,
            asking.api("PUT", f"entrants/{codes[7]}/deck/", {"body": deck_of(30)}),
        ),
        "entrant: added": plain(asking.api("POST", "entrants/", {"name": "One More"})),
        "entrant: drops before the start": plain(asking.api("POST", f"entrants/{codes[7]}/drop/")),
        "list of 5,000 names: looked over": plain(blank.api("POST", "entrant-list/check/", listed)),
        "list of 5,000 names": plain(blank.api("POST", "entrant-list/", listed)),
        "list of 5,000 names: beside 5,000": plain(asking.api("POST", "entrant-list/", listed)),
        "list of 5,000 names: page": plain(
            blank.page("entrants/many/", {"text": listed["text"], "do": "look"})
        ),
        "list of 5,000 names: taken back": taken_back,
    }


def waiting(players: int) -> Doors:
    """An event for a hundred in which all others wait."""
    event = publish_event(make_event(name="Full", capacity=100), by=actor(OLGA), now=at(-110))
    asking = Asking(event.slug)
    asking.api("POST", "entrant-list/", {"text": names_of(100)})()
    entered(event, players - 100, "waitlisted", 101)
    number = JournalEntry.objects.get(event=event, kind="entrants_listed").pk
    warm(event)
    return {
        "waitlist: room for everybody": plain(asking.api("PATCH", "", {"capacity": players})),
        "waitlist: no limit": plain(asking.api("PATCH", "", {"capacity": None})),
        "waitlist: a hundred gone with their list": plain(asking.api("DELETE", f"entrant-lists/{number}/")),
        "waitlist: room and a list of 1,000": after(
            lambda: Event.objects.filter(pk=event.pk).update(capacity=players),
            asking.api("POST", "entrant-list/", {"text": names_of(1000).replace("Guest", "Visitor")}),
        ),
        "waitlist: check-in opens": plain(asking.api("POST", "open-check-in/")),
    }


def series(players: int) -> Doors:
    """A series of twenty events that have yet to start, each with two hundred deck lists, and one of 5,000 that is
    over; somebody who played and noted much in all of them."""
    olga = actor(OLGA)
    assert olga.user is not None
    league = Series.objects.create(
        name="League", slug="league", owner=olga.user, points=[10, 8, 6], created_at=at()
    )
    event = large_event(players, name="Over")
    round = large_round(event)
    decide(round)
    finish_round(round, by=olga, now=at(40))
    event.refresh_from_db()
    finish_event(event, by=olga, now=at(50), reason="So.")
    body = deck_of(30)
    for n in range(EVENTS):
        one = publish_event(make_event(name=f"Evening {n}"), by=olga, now=at(-110))
        entered(one, LISTS, "registered")
        DeckList.objects.bulk_create(
            DeckList(entrant=entrant, body=body, legal=True, at=at(), by="x")
            for entrant in one.entrants.all()
        )
        Event.objects.filter(pk=one.pk).update(series=league)
    regular = User.objects.get(username="player14")
    over = [make_event(name=f"Past {n}") for n in range(PAST)]
    Event.objects.filter(pk__in=[one.pk for one in over]).update(state="finished")
    Entrant.objects.bulk_create(
        Entrant(event=one, user=regular, code="P01", name="Player 14", status="playing", entered_at=at())
        for one in over
    )
    asking = Asking(event.slug)
    erratum = {
        "title": "A card",
        "text": "So.",
        "applies_from": "2026-01-01",
        "game": "looney_tunes",
        "cards": [{"title": "Night Train", "type": "actor", "color": "red", "rank": 3}],
    }
    declared = asking.api("POST", "/series/league/errata/", erratum)

    played = {"file": json.loads(write_event(event_file_of(event, for_staff=True)))}
    policy = asking.api("GET", "/series/league/penalty-policy/")().json()["policy"]

    def gone(who: str) -> Callable[[], Act]:
        def made() -> Act:
            user = actor(who).user
            assert user is not None
            user.set_password("secret words")
            user.save()
            return Asking(event.slug, who).api(
                "POST", "/me/deletion/", {"confirm": True, "password": "secret words"}
            )

        return made

    return {
        "series: an event of 5,000 put into it": plain(asking.api("PUT", "series/", {"series": "league"})),
        "series: points": plain(asking.api("PATCH", "/series/league/", {"points": list(range(256, 0, -1))})),
        "series: erratum": plain(declared),
        "series: erratum replaced": after(
            declared, asking.api("PUT", "/series/league/errata/1/", erratum | {"seen": 1, "title": "Two"})
        ),
        "series: erratum withdrawn": after(
            declared, asking.api("DELETE", "/series/league/errata/1/?seen=1&reason=So.")
        ),
        "series: penalty policy": plain(
            asking.api("PUT", "/series/league/penalty-policy/", {"policy": policy | {"name": "Ours"}})
        ),
        "event file of 5,000 and a round: looked over": plain(asking.api("POST", "/imports/check/", played)),
        "event file of 5,000 and a round: taken in": plain(asking.api("POST", "/imports/", played)),
        "event: reopened": plain(asking.api("POST", "reopen/")),
        "own page shown": plain(Asking(event.slug, "player11").api("PUT", "/me/page/")),
        "own page hidden": after(
            Asking(event.slug, "player11").api("PUT", "/me/page/"),
            Asking(event.slug, "player11").api("DELETE", "/me/page/"),
        ),
        "account deleted: entered in twenty-one events": gone("player12"),
        "account deleted: of two hundred events that are over": gone("player14"),
        "series: points, of 200 events": after(
            lambda: Event.objects.filter(name__startswith="Past").update(series=league),
            asking.api("PATCH", "/series/league/", {"points": list(range(256, 0, -1))}),
        ),
    }
