"""The demo: an event of each game, each in another state, made by the site's own functions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from referee.demo.bracket import Bracket
from referee.demo.people import Account
from referee.demo.playing import People, Played
from referee.demo.pods import Pods
from referee.demo.registration import Registration
from referee.demo.season import Season
from referee.demo.swiss import Swiss
from tournaments.access import Actor
from tournaments.models.events import Event
from tournaments.people.changes import show_page
from tournaments.series.changes import make_series, set_series

#: The running event is the one that is named first and made last: lists show what was made last at their top.
EVENTS: tuple[type[Played], ...] = (Season, Bracket, Registration, Pods, Swiss)


def build(accounts: Sequence[Account], now: datetime) -> list[Event]:
    """The events, the running one first; ``now`` is the moment at which they are being looked at. The accounts are an
    organiser's, a head judge's, a judge's and a player's."""
    people = People(*(Actor.of_user(account.user) for account in accounts))
    show_page(by=people.ann, now=now)
    series = make_series({"name": "The Hall’s Year", "best_of": 3}, by=people.olivia, now=now)
    events = []
    for kind in EVENTS:
        event = kind(people, now).build()
        events.append(set_series(event, series, by=people.olivia, now=now))
    return events[::-1]
