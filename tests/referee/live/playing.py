"""Playing at a live table in tests: taps by seat, whole self-played games, a match of any game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec

from referee.judging.words import plain_entry
from referee.live.entries import Stored, add_entry
from referee.live.opening import open_live_table
from referee.live.phones import Phone, phone_of
from referee.live.queries import live_table
from referee.live.table_request import LiveTableRequest
from referee.live.tap import read_tap
from referee.models.live import LiveTable
from rules.kernel.entries import JUDGE, TABLE, Entry
from rules.kernel.log import Log
from rules.kernel.messages import plainly
from rules.kernel.selfplay import play_game
from rules.registry import load
from tests.tournaments.factories import actor, at, player, running_event, running_round, tables
from tests.tournaments.kept import kept
from tournaments.models.decks import DeckList
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round

GAMES = (
    "highlander",
    "nightmare_before_christmas",
    "herocard_duel",
    "herocard_nightmare",
    "looney_tunes",
)


@lru_cache(maxsize=32)
def played(game: str, seed: str = "live", call_time: int | None = None) -> Log:
    """A self-played game of two with every card named and secrets marked."""
    run = play_game(load(game), seed, 2, call_time)
    return Log(run.header, tuple(run.entries))


def match_of_game(game: str, **choices: Any) -> Match:
    """A running match of two at this game."""
    found = tables(_round_of_game(game, **choices))[0]
    return Match.objects.select_related("round__event").prefetch_related("seats__entrant").get(pk=found.pk)


@kept
def _round_of_game(game: str, **choices: Any) -> Round:
    event = running_event(2, **choices)
    Event.objects.filter(pk=event.pk).update(game=game)
    event.refresh_from_db()
    return running_round(event)


def opened(match: Match, mode: str = "phones", header: Any = None) -> LiveTable:
    """The live table of the match's first game. ``header``: decks and options of this log instead of the registered."""
    options = {} if header is None else header.options
    for seated in match.seats.all() if header is not None else ():
        deck = next(line.deck for line in header.players if line.seat == seated.letter)
        if deck is not None:
            body = msgspec.to_builtins(deck)
            DeckList.objects.create(entrant=seated.entrant, body=body, legal=True, at=at(-30), by="Olga")
    by = actor("sam") if mode == "scorekeeper" else player(match, "A")
    table = open_live_table(match, 1, mode, options=options, by=by, now=at(1))
    return live_table(table.pk)


def phone(table: LiveTable, who: str) -> Phone:
    """The phone of a seat, or of somebody by name."""
    match = Match.objects.prefetch_related("seats__entrant").get(pk=table.record.match_id)
    found = live_table(table.pk)
    found.record.match.seats  # noqa: B018
    by = player(match, who) if len(who) == 1 else actor(who)
    return phone_of(found, by)


def tap(
    table: LiveTable,
    who: str | Phone,
    entry: Mapping[str, Any],
    *,
    after: int | None = None,
    key: str = "",
    now: datetime | None = None,
    anyway: bool = False,
) -> Stored:
    """One tap, after the last entry unless told otherwise."""
    fresh = live_table(table.pk)
    last = fresh.record.entries if after is None else after
    mine = phone(table, who) if isinstance(who, str) else who
    return enter(
        fresh, mine, entry, after=last, key=key or f"{mine.seat}{last}", now=now or at(2), anyway=anyway
    )


def enter(
    table: LiveTable,
    phone: Phone,
    entry: Mapping[str, Any],
    *,
    after: int,
    key: str,
    now: datetime,
    anyway: bool = False,
) -> Stored:
    """A tap as a phone sends it."""
    sent = read_tap({"key": key, "after": after, "entry": entry, "anyway": anyway})
    return add_entry(table, phone, sent, now=now)


def state(table: LiveTable, who: str | Phone, since: int = 0, now: datetime | None = None) -> dict[str, Any]:
    """What that phone shows."""
    mine = phone(table, who) if isinstance(who, str) else who
    return LiveTableRequest(live_table(table.pk), mine).state(now or at(2), since)


def sent(entry: Entry) -> dict[str, Any]:
    """An entry as a phone would send it."""
    return {key: value for key, value in plain_entry(entry).items() if key not in ("seen_by", "at")}


def owner(entry: Entry) -> str:
    """Whose phone enters it: the table's are A's to enter, the judge's the judge's."""
    return "jude" if entry.by == JUDGE else "A" if entry.by == TABLE else str(entry.by)


def play(table: LiveTable, log: Log, until: int | None = None) -> None:
    """Plays a log's entries at the table, each by the phone it belongs to."""
    phones: dict[str, Phone] = {}
    fresh = live_table(table.pk)
    for entry in log.entries[fresh.record.entries : until]:
        who = owner(entry)
        phones.setdefault(who, phone(table, who if entry.do != "time_called" else "jude"))
        mine = phones[who] if entry.do != "time_called" else phone(table, "jude")
        n = fresh.record.entries
        enter(fresh, mine, sent(entry), after=n, key=f"k{n}", now=at(2 + n / 600))


def as_json(value: Any) -> bytes:
    """Canonical bytes of an answer."""
    return msgspec.json.encode(value, order="sorted", enc_hook=plainly)
