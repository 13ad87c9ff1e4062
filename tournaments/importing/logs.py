"""The logs of an event file: how many it may hold, and whoever reads and keeps them."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Protocol

from msgspec import UNSET

from tournaments.access import Actor
from tournaments.errors import DomainError
from tournaments.exports.files import MOST_LOG_BYTES, MOST_LOGS
from tournaments.facts import EventFile, MatchLog
from tournaments.facts import Match as MatchFact
from tournaments.importing.refusing import refused
from tournaments.messages import message as _
from tournaments.models.rounds import Match
from tournaments.rounds.steps import LETTERS

#: The game of a match that a log is of, at most.
MOST_GAMES = 9
#: Seconds of computing for all logs of a file.
ALL_LOGS = 60.0
#: Where a log stands: the round, the match, and which of its logs, each from 0.
Place = tuple[int, int, int]


class LogTaker(Protocol):
    """Another part of the site that keeps logs."""

    def look(self, game: str, letters: Collection[str], log: str) -> object:
        """Reads and judges one. Raises DomainError."""

    def keep(
        self, match: Match, number: int, seat: str, read: object, *, merged: bool, by: Actor, now: datetime
    ) -> None:
        """Keeps one that was read, inside the caller's transaction. `merged`: it was made of two others."""


#: Whoever keeps logs makes itself known here.
TAKERS: list[LogTaker] = []


def logs_in(facts: EventFile) -> Iterator[tuple[Place, MatchFact, MatchLog]]:
    """Every log of the file, with its match."""
    for at, played in enumerate(facts.rounds):
        for of_round, match in enumerate(played.matches):
            for number, log in enumerate(() if match.logs is UNSET else match.logs):
                yield (at, of_round, number), match, log


def count_logs(facts: EventFile) -> int:
    """How many there are. Raises BadFile for more, or larger ones, than an import takes, and for one that is no game's
    or no seat's of its match."""
    number, size = 0, 0
    for place, match, log in logs_in(facts):
        number, size = number + 1, size + len(log.log.encode(errors="replace"))
        here = _named(place)
        if number > MOST_LOGS or size > MOST_LOG_BYTES:
            raise refused(
                here,
                _(
                    "more logs than an import takes: %(n)s, %(mb)s MB",
                    n=MOST_LOGS,
                    mb=MOST_LOG_BYTES // 1_000_000,
                ),
            )
        if len(match.seats) < 2:
            raise refused(here, _("a bye has no game to log"))
        if not 1 <= log.game <= MOST_GAMES:
            raise refused(f"{here}.game", _("is no game of the match"))
        if log.seat and log.seat not in LETTERS[: len(match.seats)]:
            raise refused(f"{here}.seat", _("there is no such seat at this table"))
        if log.seat and log.merged is True:
            raise refused(f"{here}.merged", _("what was merged of two logs is no seat’s own"))
        others = () if match.logs is UNSET else match.logs[: place[2]]
        if any((other.game, other.seat) == (log.game, log.seat) for other in others):
            raise refused(here, _("a second log of the same game and seat"))
    return number


def read_logs(facts: EventFile) -> dict[Place, object]:
    """Every log read and judged. Never call it inside a transaction: long logs take their time. Raises BadFile with the
    place of the first that cannot be taken, and where all together take too long."""
    read: dict[Place, object] = {}
    begun = time.thread_time()  # others compute in the same process
    for place, match, log in logs_in(facts):
        here = f"{_named(place)}.log"
        if not TAKERS:
            raise refused(here, _("this site keeps no logs"))
        try:
            read[place] = TAKERS[0].look(facts.game, LETTERS[: len(match.seats)], log.log)
        except DomainError as error:
            raise refused(here, error.message) from None
        if time.thread_time() - begun > ALL_LOGS:
            raise refused(here, _("the logs take more computing than the site allows for one import"))
    return read


def keep_logs(
    facts: EventFile, read: dict[Place, object], keys: list[list[int]], *, by: Actor, now: datetime
) -> None:
    """Keeps them with the matches, whose `keys` are given by round and in the order of the file."""
    logged = {place: keys[place[0]][place[1]] for place, _match, _log in logs_in(facts)}
    rows = Match.objects.select_related("round__event").in_bulk(set(logged.values()))
    for place, _match, log in logs_in(facts):
        merged = log.merged is True
        TAKERS[0].keep(rows[logged[place]], log.game, log.seat, read[place], merged=merged, by=by, now=now)


def _named(place: Place) -> str:
    at, of_round, number = place
    return f"rounds[{at}].matches[{of_round}].logs[{number}]"
