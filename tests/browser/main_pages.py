"""The demo, and its main pages as those see them who use them: what is looked at and measured."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.urls import reverse

from referee.demo.event import build
from referee.demo.people import make_account
from referee.models.disputes import Dispute
from referee.models.live import LiveTable
from referee.models.records import Record
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.now import now

PEOPLE = (("olivia", "Olivia Hart"), ("jude", "Jude Weir"), ("rhea", "Rhea Stone"), ("ann", "Ann Bell"))
#: The games' events in the demo that have logs, and the game's name on a picture.
LOGGED = ("highlander", "looney_tunes", "herocard_duel", "herocard_nightmare")


class Main(NamedTuple):
    """A page: its name on a picture, who looks at it (nobody signed in: ``""``), where it is."""

    name: str
    who: str
    address: str


def build_demo() -> dict[str, Event]:
    """The demo of today, its events by their game."""
    return {
        event.game: event for event in build([make_account(*name, "", "secret") for name in PEOPLE], now())
    }


def main_pages(events: dict[str, Event]) -> Iterator[Main]:
    """Every main page, once, at an event where it has something to show."""
    autumn = events["highlander"]
    event, late = f"/events/{autumn.slug}/", f"/events/{events['looney_tunes'].slug}/"
    yield from (
        Main("front", "", "/"),
        Main("events", "", "/events/"),
        Main("event", "", event),
        Main("pairings", "", f"{event}rounds/3/"),
        Main("standings", "", f"{late}standings/"),
        Main("players", "", f"{event}entrants/"),
        Main("bracket", "", f"/events/{events['herocard_duel'].slug}/stages/cut/"),
        Main("pods", "", f"/events/{events['herocard_nightmare'].slug}/rounds/2/"),
        Main("register", "", f"/events/{events['nightmare_before_christmas'].slug}/"),
        Main("projector", "", f"{event}projector/"),
        Main("my-table", "ann", f"{event}me/"),
        Main("my-table-before-pairing", "ann", f"/events/{events['nightmare_before_christmas'].slug}/me/"),
        Main("desk", "olivia", f"{event}desk/"),
        Main("new-event", "olivia", "/events/new/"),
        Main("floor", "jude", f"{event}floor/"),
        Main("disputes", "jude", f"{event}disputes/"),
    )
    yield from _of_matches(autumn)
    yield from _of_logs(events)
    yield from (
        Main("editor-choose", "", "/positions/"),
        *(Main(f"editor-{game}", "", f"/positions/{game}/") for game in events),
        Main("rules", "", "/rules/"),
        Main("rules-highlander", "", "/rules/highlander/"),
        Main("check-log", "", "/check/"),
        Main("sign-in", "", "/accounts/login/"),
        Main("profile", "ann", "/profile/"),
    )


def _of_matches(event: Event) -> Iterator[Main]:
    dispute = Dispute.objects.filter(event=event, resolved_at=None, record=None).first()
    assert dispute is not None
    yield Main("dispute", "jude", f"/events/{event.slug}/disputes/{dispute.pk}/")
    yield Main("match", "jude", f"/matches/{dispute.match_id}/")
    anns = Match.objects.get(round__event=event, round__number=3, seats__entrant__user__username="ann")
    yield Main("live-table", "ann", f"/live/{LiveTable.objects.get(record__match=anns).pk}/")
    first_blood = (
        LiveTable.objects.filter(record__match__round__event=event).exclude(record__match=anns).get()
    )
    yield Main("live-watch", "", f"/live/{first_blood.pk}/watch/")


def _of_logs(events: dict[str, Event]) -> Iterator[Main]:
    for game in LOGGED:
        record = Record.objects.filter(match__round__event=events[game]).order_by("pk").first()
        assert record is not None
        yield Main(f"replay-{game}", "jude", f"{reverse('referee:record_page', args=[record.pk])}?entry=30")
    illegal = Dispute.objects.filter(event=events["highlander"], kind="illegal", resolved_at=None).get()
    at = f"/records/{illegal.record_id}/entries/{illegal.entry}/"
    yield Main("replay-illegal", "jude", f"/records/{illegal.record_id}/?entry={illegal.entry}")
    yield Main("repair", "jude", f"{at}repair/")
    yield Main("what-if", "jude", f"{at}what-if/")
