"""A position laid out in a dispute: one begins it, each player confirms it on the phone, a judge stores it as a log.

Each side's telling is a row's payload and leaves it through the functions here alone: to its own seat, to judges who
see logs whole, and to everybody only in what everybody at the table can see.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
import structlog
from django.db import transaction

from referee.budget import TooCostly
from referee.disputes.opening import check_room
from referee.disputes.reading import is_asked, reader_of, rows_for
from referee.disputes.rows import add_row
from referee.disputes.statements import check_open, held
from referee.judging.viewers import own_seat
from referee.models.disputes import Dispute, DisputeRow, RowKind
from referee.models.records import Record
from referee.positions.sides import Difference, Plain, differences, merged, positions_seen, seen_header
from referee.records.changes import attach_log
from rules.kernel.entries import PUBLIC
from rules.kernel.errors import LogError
from rules.kernel.game import Game
from rules.kernel.log import VERSION
from rules.registry import load
from tournaments.access import Actor, require
from tournaments.decks.own_cards import declared_cards
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.messages import message as _
from tournaments.models.rounds import Match

MAX_BYTES = 100_000
#: The side of the judges.
JUDGES = ""
KEPT = ("rules", "options", "position")

log = structlog.get_logger(__name__)


class BadPosition(Invalid):
    """A position that cannot be laid out."""

    code = "bad_position"


class Agreement(msgspec.Struct, frozen=True):
    """How far a position has come: each side's telling by seat, the judges' by the empty one; who has still to confirm
    it, and the public facts that are told differently."""

    begun: DisputeRow
    sides: dict[str, Plain]
    missing: list[str]
    differing: list[Difference]

    @property
    def agreed(self) -> bool:
        """Whether everybody has confirmed the same."""
        return not self.missing and not self.differing


def tell_position(
    dispute: Dispute, told: Mapping[str, Any], *, anew: bool = False, by: Actor, now: datetime
) -> DisputeRow:
    """A side tells the position: the first begins it, the others confirm or correct it, each as often as they like.
    ``told``: rules, options and position as in a log's header. ``anew``: what was told before counts no more. The same
    telling again is the same row.

    Raises NotAllowed, NotFound, BadPosition, TooCostly, Conflict.
    """
    match = dispute.match
    seat = own_seat(by, match)
    require(by, "rule" if seat is None else "state_side", match.round.event, match)
    if not is_asked(rows_for(dispute, reader_of(by, match))):
        raise NotFound(_("There is no such dispute."))
    kept = _checked(match, told, seat)
    with held(dispute) as now_held:
        check_open(now_held)
        if seat is not None:
            check_room(match, seat)
        begun, sides = _told(now_held)
        if not anew and sides.get(seat or JUDGES) == kept:
            last = now_held.rows.filter(kind__in=TELLINGS, seat=seat or "").order_by("-id").first()
            assert last is not None
            return last
        if anew and begun is not None and begun.seat == (seat or "") and sides == {begun.seat: kept}:
            return begun
        begins = anew or begun is None
        return add_row(
            now_held,
            RowKind.POSITION if begins else RowKind.CONFIRMED,
            _("A position was laid out.") if begins else _("The position was gone through."),
            by=by,
            now=now,
            seat=seat or "",
            of=None if begins else begun,
            payload={"header": kept, "anew": begins},
        )


def agreement_of(dispute: Dispute) -> Agreement | None:
    """How far the position of this dispute has come; None where nobody has begun one."""
    begun, sides = _told(dispute)
    if begun is None:
        return None
    match = dispute.match
    letters = sorted(seat.letter for seat in match.seats.all())
    game = load(match.round.event.game)
    public = {side: positions_seen(game, full_header(match, told))[PUBLIC] for side, told in sides.items()}
    return Agreement(
        begun, sides, [letter for letter in letters if letter not in sides], differences(game, public)
    )


def told_to(dispute: Dispute, seat: str | None) -> Plain | None:
    """The header from which this reader goes on: what the own side told, else the latest telling as this seat (or a
    judge who may not see hands: ``public``; None: a judge who may) may see it. None where nobody has begun."""
    begun, sides = _told(dispute)
    if begun is None:
        return None
    match = dispute.match
    own = sides.get(JUDGES if seat in (None, PUBLIC) else str(seat))
    told = own if own is not None else next(reversed(sides.values()))
    header = full_header(match, told)
    return header if seat is None else seen_header(load(match.round.event.game), header, seat)


def told_by_others(dispute: Dispute, seat: str | None) -> Plain | None:
    """The latest telling of another side than the reader's own, as this reader may see it; ``seat`` as with
    ``told_to``. None where no other side has told any."""
    _begun, sides = _told(dispute)
    own = JUDGES if seat in (None, PUBLIC) else str(seat)
    others = [told for side, told in sides.items() if side != own]
    if not others:
        return None
    header = full_header(dispute.match, others[-1])
    return header if seat is None else seen_header(load(dispute.match.round.event.game), header, seat)


def whole_position(dispute: Dispute) -> tuple[Plain, list[str]]:
    """The header with what all sides tell put together: the judges' public facts where they told any, else those of who
    began; and the paths of what the sides' tellings leave unsure. For judges who see logs whole. Raises Conflict."""
    begun, sides = _told(dispute)
    if begun is None:
        raise Conflict(_("Nobody has laid out a position."))
    match = dispute.match
    game = load(match.round.event.game)
    views = {side: positions_seen(game, full_header(match, told)) for side, told in sides.items()}
    first = JUDGES if JUDGES in views else begun.seat
    seats = {side: (seen[side], seen[PUBLIC]) for side, seen in views.items() if side != JUDGES}
    whole, unsure = merged(views[first][PUBLIC], seats)
    return {**full_header(match, sides[first]), "position": whole}, unsure


def store_position(dispute: Dispute, *, game_number: int = 1, by: Actor, now: datetime) -> Record:
    """A judge stores the position as the staff's log of the game: from there it is a log like any other. Whoever has
    not confirmed it is passed over, so a judge decides when it is enough.

    Raises NotAllowed (also for who may not see logs whole), Conflict, BadPosition, BadLog.
    """
    match = dispute.match
    require(by, "rule", match.round.event, match)
    require(by, "view_log", match.round.event, match)
    header, _unsure = whole_position(dispute)
    _views(load(match.round.event.game), header)
    with transaction.atomic(), held(dispute) as now_held:
        check_open(now_held)
        record = attach_log(match, game_number, msgspec.json.encode(header) + b"\n", by=by, now=now)
        if not DisputeRow.objects.filter(dispute=now_held, kind=RowKind.LOG, record=record).exists():
            said = _("The position was stored as a log: play can be judged from there.")
            add_row(now_held, RowKind.LOG, said, by=by, now=now, record=record)
    return record


def full_header(match: Match, told: Mapping[str, Any]) -> Plain:
    """The header of a log that begins at the position: the match's seats, the event's cards, no deck list."""
    event = match.round.event
    cards = declared_cards(event)
    players = [{"seat": letter} for letter in sorted(seat.letter for seat in match.seats.all())]
    header: Plain = {"log": VERSION, "game": event.game, "players": players}
    header |= {name: told[name] for name in KEPT if told.get(name) is not None}
    header.setdefault("rules", load(event.game).editions[-1])
    return header | ({"cards": cards} if cards else {})


TELLINGS = (RowKind.POSITION, RowKind.CONFIRMED)


def _told(dispute: Dispute) -> tuple[DisputeRow | None, dict[str, Plain]]:
    """The row by which the position was begun, and each side's latest telling since, the newest last."""
    begun: DisputeRow | None = None
    sides: dict[str, Plain] = {}
    for row in DisputeRow.objects.filter(dispute=dispute, kind__in=TELLINGS).order_by("id"):
        if begun is None or row.payload.get("anew"):
            begun, sides = row, {}
        sides.pop(row.seat, None)
        sides[row.seat] = row.payload["header"]
    return begun, sides


def _checked(match: Match, told: Mapping[str, Any], seat: str | None) -> Plain:
    """What is kept of a telling: of a seat's, what that seat may know. Raises BadPosition."""
    position = told.get("position")
    if not isinstance(position, dict):
        raise BadPosition(_("Lay out the position first."))
    header = full_header(match, told)
    if len(msgspec.json.encode({name: header.get(name) for name in KEPT})) > MAX_BYTES:
        raise BadPosition(_("This position is too long."))
    game = load(match.round.event.game)
    if seat is not None:
        try:
            header = seen_header(game, header, seat)
        except LogError as error:
            raise _wrong(error.message) from None
        except Exception as error:
            raise _wrong(repr(error)) from error
    _views(game, header)
    return {name: header[name] for name in KEPT if name in header}


def _views(game: Game, header: Plain) -> None:
    """Checks that the position can be shown to everybody. Raises BadPosition, TooCostly."""
    try:
        positions_seen(game, header)
    except LogError as error:
        raise _wrong(error.message) from None
    except TooCostly:
        raise
    except Exception as error:  # a position that nobody can have at a table
        log.info("a told position cannot be laid out", error=repr(error)[:200])
        raise _wrong(_("a seat, a card or a number in it does not fit")) from error


def _wrong(why: str) -> BadPosition:
    return BadPosition(_("This position cannot be laid out: %(why)s.", why=why))
