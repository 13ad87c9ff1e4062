"""An event file as this site can take it: read, checked, and summed up for who looks it over. No database."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256

from msgspec.structs import replace

from rules.registry import games
from tournaments.adjustments.changes import MOST_POINTS
from tournaments.entrants.entry import MAX_ENTRANTS
from tournaments.event_file import read_event
from tournaments.facts import Entrant, EventFile, EventFileError, Forbidden, Match, Round
from tournaments.importing.choices import choices_of
from tournaments.importing.decks import count_decks
from tournaments.importing.logs import count_logs
from tournaments.importing.refusing import refused
from tournaments.messages import Message, joined
from tournaments.messages import message as _
from tournaments.pairing import PairingRefused, is_over
from tournaments.standings import standings_of
from tournaments.standings.chain import ELIMINATION_KINDS, Chain

MAX_BYTES = 30 * 1024 * 1024
MAX_ROUNDS, MAX_NAME, MOST_AT_A_TABLE = 50, 100, 8
#: As this site numbers its own entrants.
OWN_CODE = re.compile(r"P\d{2,6}")


@dataclass(frozen=True)
class LookedOverFile:
    """What would come of a file. `digest` differs for every file; `renumbered`: its entrants get numbers of this site;
    `open_tables`: of the last round, without a result; `over`: no round is left to pair; `decks` and `logs`: how many
    come along."""

    facts: EventFile
    digest: str
    renumbered: bool
    open_tables: int
    over: bool
    decks: int = 0
    logs: int = 0

    @property
    def started(self) -> bool:
        """Whether a round was paired."""
        return bool(self.facts.rounds)

    @property
    def left(self) -> int:
        """How many have dropped or were disqualified."""
        return sum(
            1
            for one in self.facts.entrants
            if one.dropped_after is not None or one.disqualified_after is not None
        )


def look_over(data: bytes) -> LookedOverFile:
    """Reads the file. Raises BadFile or Invalid at the first thing that cannot be taken, with its place."""
    if len(data) > MAX_BYTES:
        raise refused("the file", _("is larger than %(n)s MB", n=MAX_BYTES // 1024 // 1024))
    try:
        facts = read_event(data)
    except EventFileError as error:
        raise refused(error.place, error.reason) from None
    if facts.game not in games():
        raise refused("game", _("this site has no game of that name"))
    if len(facts.entrants) > MAX_ENTRANTS:
        raise refused("entrants", _("more than this site can take in one event"))
    for at, entrant in enumerate(facts.entrants):
        _check_entrant(f"entrants[{at}]", entrant)
    for at, played in enumerate(facts.rounds):
        _check_round(f"rounds[{at}]", played, last=at == len(facts.rounds) - 1)
    if len(facts.rounds) > MAX_ROUNDS:
        raise refused("rounds", _("there are more than %(n)s", n=MAX_ROUNDS))
    renumbered = not all(OWN_CODE.fullmatch(one.id) for one in facts.entrants)
    if renumbered:
        facts = _renumbered(facts)
    choices_of(facts)
    decks, logs = count_decks(facts), count_logs(facts)
    _check_play(facts)
    waiting = sum(1 for match in facts.rounds[-1].matches if match.result is None) if facts.rounds else 0
    return LookedOverFile(
        facts,
        sha256(data).hexdigest(),
        renumbered,
        waiting,
        bool(facts.rounds) and not waiting and _is_over(facts),
        decks,
        logs,
    )


def _check_play(facts: EventFile) -> None:
    """Whether the rounds fit their structures: what every page of the event works out later."""
    try:
        chain = Chain(facts)
        for at in range(chain.current + 1):
            chain.seeds(at)
            if facts.stages[at].kind in ELIMINATION_KINDS:
                chain.elimination(at)
        standings_of(facts)
    except EventFileError as error:
        raise refused(error.place, error.reason) from None


def _is_over(facts: EventFile) -> bool:
    try:
        return is_over(facts)
    except PairingRefused:
        return False
    except EventFileError as error:
        raise refused(error.place, error.reason) from None


def _check_entrant(place: str, entrant: Entrant) -> None:
    if "\0" in entrant.name or len(entrant.name) > MAX_NAME:
        raise refused(f"{place}.name", _("is no name of at most %(n)s characters", n=MAX_NAME))
    if isinstance(entrant.club, str) and ("\0" in entrant.club or len(entrant.club) > 80):
        raise refused(f"{place}.club", _("is no name of at most %(n)s characters", n=80))
    for at, adjustment in enumerate(entrant.adjustments):
        here = f"{place}.adjustments[{at}]"
        if "\0" in adjustment.reason or len(adjustment.reason) > 500:
            raise refused(f"{here}.reason", _("is no text of at most %(n)s characters", n=500))
        if (2 * adjustment.match_points) % 1 or abs(adjustment.match_points) > MOST_POINTS:
            raise refused(
                f"{here}.match_points", _("must be whole or half points, at most %(n)s", n=MOST_POINTS)
            )
    if isinstance(entrant.forbidden.until_round, int):
        raise refused(f"{place}.forbidden.until_round", _("this site keeps pairs apart for the whole event"))
    if entrant.seed is not None and not 1 <= entrant.seed <= 1_000_000:
        raise refused(f"{place}.seed", _("must be a place in the list, from 1 on"))


def _check_round(place: str, played: Round, *, last: bool) -> None:
    tables = [match.table for match in played.matches if match.table is not None]
    if len(set(tables)) != len(tables):
        raise refused(f"{place}.matches", _("two of them have the same table"))
    for at, match in enumerate(played.matches):
        here = f"{place}.matches[{at}]"
        if len(match.seats) > MOST_AT_A_TABLE:
            raise refused(f"{here}.seats", _("more than %(n)s at a table", n=MOST_AT_A_TABLE))
        if len(match.seats) > 1 and match.table is None:
            raise refused(f"{here}.table", _("a table has a number"))
        _check_result(here, match, last=last)


def _check_result(place: str, match: Match, *, last: bool) -> None:
    result = match.result
    if result is None:
        if not last:
            raise refused(f"{place}.result", _("is missing, and a later round was paired"))
        if len(match.seats) == 1:
            raise refused(f"{place}.result", _("one seat alone has a bye"))
    elif not isinstance(result, str) and len(match.seats) > 2 and result.ranking is None:
        raise refused(f"{place}.result", _("a table of three or more has a ranking"))


def _renumbered(facts: EventFile) -> EventFile:
    """The same event, its entrants named P01, P02, … in their order."""
    codes = {entrant.id: f"P{number:02d}" for number, entrant in enumerate(facts.entrants, 1)}

    def of(several: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(codes[one] for one in several)

    def seated(match: Match) -> Match:
        result = match.result
        if result is None or isinstance(result, str):
            return replace(match, seats=of(match.seats))
        figures = {
            name: {codes[one]: value for one, value in values.items()}
            for name in ("scores", "tiebreakers")
            if (values := getattr(result, name)) is not None
        }
        if isinstance(result.winner, str):
            result = replace(result, winner=codes[result.winner])
        ranking = None if result.ranking is None else tuple(of(group) for group in result.ranking)
        return replace(match, seats=of(match.seats), result=replace(result, ranking=ranking, **figures))

    return replace(
        facts,
        entrants=tuple(
            replace(
                one,
                id=codes[one.id],
                name=one.name or one.id[:MAX_NAME],
                forbidden=Forbidden(of(one.forbidden.absolute), of(one.forbidden.weak)),
            )
            for one in facts.entrants
        ),
        stages=tuple(
            stage if stage.entrants is None else replace(stage, entrants=of(stage.entrants))
            for stage in facts.stages
        ),
        rounds=tuple(replace(one, matches=tuple(map(seated, one.matches))) for one in facts.rounds),
    )


def summed_up(looked: LookedOverFile) -> Message:
    """The file in one sentence, for the journal."""
    facts = looked.facts
    parts = [_("players: %(n)s", n=len(facts.entrants)), _("rounds: %(n)s", n=len(facts.rounds))]
    if looked.decks:
        parts.append(_("deck lists: %(n)s", n=looked.decks))
    if looked.logs:
        parts.append(_("logs: %(n)s", n=looked.logs))
    return joined(", ", parts)
