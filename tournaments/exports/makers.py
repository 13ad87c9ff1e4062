"""The exports of large events that are made as long work: how large that is, and for whom they are alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import msgspec

from tournaments.access import Actor, may
from tournaments.decks.publication import are_public, public_lists
from tournaments.exports.files import complete_file_of, event_file_of
from tournaments.exports.tables import (
    Rows,
    all_lists,
    as_csv,
    as_json,
    pairings_rows,
    results_rows,
    rows_of_lists,
)
from tournaments.kept_standings.standings import standings_with_working
from tournaments.made_files.makers import Asked, Maker, make_known
from tournaments.models.accounts import User
from tournaments.models.decks import DeckList
from tournaments.models.events import Event
from tournaments.models.rounds import PUBLISHED_STATES, Match, Seat

#: For whom there is no file to be kept: it is made for this one reader, within the request.
NOBODY_ELSE = "-"


@dataclass(frozen=True)
class Large:
    """A table that may be large: `things` counts what is written. `for_whom` names the readers who get the same; `rows`
    makes it for them."""

    rows: Callable[[Event, str], Rows]
    things: Callable[[Event], int]
    for_whom: Callable[[Event, Actor], str] = lambda event, actor: ""


def seats_in(event: Event) -> int:
    """How many seats the published rounds have."""
    return Seat.objects.filter(round__event=event, round__state__in=PUBLISHED_STATES).count()


def matches_in(event: Event) -> int:
    """How many matches the published rounds have."""
    return Match.objects.filter(round__event=event, round__state__in=PUBLISHED_STATES).count()


def standing_lists(event: Event) -> int:
    """How many deck lists stand."""
    return DeckList.objects.filter(entrant__event=event, replaced_at=None).count()


def _readers_of_decks(event: Event, actor: Actor) -> str:
    if may(actor, "export_decks", event):
        return "judges"
    return "everybody" if may(actor, "view_open_decks", event) and are_public(event) else NOBODY_ELSE


def _decks(event: Event, for_whom: str) -> Rows:
    return rows_of_lists(all_lists(event) if for_whom == "judges" else public_lists(event))


TABLES: dict[str, Large] = {
    "results": Large(lambda event, for_whom: results_rows(event), matches_in),
    "pairings": Large(lambda event, for_whom: pairings_rows(event), seats_in),
    "decks": Large(_decks, standing_lists, _readers_of_decks),
}
#: So many things of each within a request.
MOST = {"results": 6_000, "pairings": 10_000, "decks": 300}


def _csv(large: Large, event: Event, asked: Asked) -> bytes:
    return as_csv(large.rows(event, asked["for"])).encode("utf-8-sig")


def _json(name: str, large: Large, event: Event, asked: Asked) -> bytes:
    return as_json(name, large.rows(event, asked["for"]))


for _name, _large in TABLES.items():
    # lists may be handed in without a change of anything else
    _stays = _name != "decks"
    make_known(Maker(f"{_name}.csv", partial(_csv, _large), MOST[_name], _stays))
    make_known(Maker(f"{_name}.json", partial(_json, _name, _large), MOST[_name], _stays))

EVENT = make_known(
    Maker(
        "event.json",
        lambda event, asked: msgspec.json.encode(event_file_of(event, for_staff=asked["for"] == "staff")),
        10_000,
    )
)
STANDINGS = make_known(
    Maker("standings.json", lambda event, asked: msgspec.json.encode(standings_with_working(event)), 6_000)
)


def _complete(event: Event, asked: Asked) -> bytes:
    """For one reader: what an account may know, as it may when the file is made."""
    number = asked["for"].partition(" ")[0]
    user = User.objects.get(pk=int(number)) if number else None
    actor = Actor.anonymous() if user is None else Actor.of_user(user)
    return msgspec.json.encode(complete_file_of(event, actor))


COMPLETE = make_known(Maker("complete.json", _complete, 6_000, stays=False))


def reader(event: Event, actor: Actor) -> str:
    """The one for whom a complete file is: an account, or anybody, with what of it this reader may have just now, so
    that no file of before is given to who may no more. Not who comes by a link, or with a token for some things
    alone."""
    if actor.grant is not None or actor.claimed:
        return NOBODY_ELSE
    number = str(actor.user.pk) if actor.user is not None else ""
    rights = [name for name in ("export_staff", "export_decks", "view_log") if may(actor, name, event)]
    rights += ["open_decks"] if are_public(event) else []
    return " ".join([number, *rights])
