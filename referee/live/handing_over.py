"""A phone that is passed around: a player takes it over with his own code, so that only he sees his cards on it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from django.contrib.auth.hashers import check_password, make_password
from django.db import IntegrityError, transaction
from django.db.models import F
from django.http import HttpRequest

from referee.live.address import table_stream_url
from referee.live.phones import Phone
from referee.live.table_request import LiveTableRequest
from referee.models.live import LiveTable, Mode, SeatCode
from rules.kernel.entries import JUDGE
from tournaments.access import Actor, require
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound
from tournaments.journal import note
from tournaments.messages import message as _
from tournaments.now import now

MAX_WRONG = 10


def taken_over(table: LiveTable, phone: Phone, seat: str, code: str) -> Phone:
    """The phone with a seat's view, where the code is that seat's. The first code is given by the seat's own account or
    claim link, or by whoever holds the phone after a judge opened the seat; a judge who names a seat opens it.

    Raises NotAllowed for a wrong code, Conflict after too many.
    """
    if not seat:
        return phone
    if JUDGE in phone.acts_for:
        reopen_seat(table, seat, by=phone.actor(), now=now())
        return phone
    if table.mode != Mode.SHARED or seat not in phone.acts_for:
        raise NotAllowed(_("Only a phone that is passed around can be taken over."))
    if not 4 <= len(code) <= 20 or not code.isascii() or not code.isalnum():
        raise Invalid(
            _("A code has 4 to 20 letters or digits."), fields={"code": _("4 to 20 letters or digits.")}
        )
    held = SeatCode.objects.filter(table=table, letter=seat).first()
    if held is None:
        held = _first_code(table, phone, seat, code)
    elif held.code:
        _check(held, code)
    elif not SeatCode.objects.filter(pk=held.pk, code="").update(code=make_password(code)):
        return taken_over(table, phone, seat, code)
    return msgspec.structs.replace(phone, view=seat, code=held.pk)


def _first_code(table: LiveTable, phone: Phone, seat: str, code: str) -> SeatCode:
    """The seat's first code, from its own player. Raises NotAllowed for anybody else."""
    entrant = next(held.entrant for held in table.record.match.seats.all() if held.letter == seat)
    if not phone.actor().speaks_for(entrant):
        raise NotAllowed(
            _("The first code of a seat is given by its own player, or after a judge opened the seat.")
        )
    try:
        with transaction.atomic():
            return SeatCode.objects.create(table=table, letter=seat, code=make_password(code))
    except IntegrityError:
        held = SeatCode.objects.get(table=table, letter=seat)
        _check(held, code)
        return held


def reopen_seat(table: LiveTable, seat: str, *, by: Actor, now: datetime) -> None:
    """Opens a seat: its code is forgotten with every token given for it, and the next code counts. For who forgot it
    or has no account and no claim link at hand to choose the first.

    Raises NotAllowed, NotFound, Conflict where no phone is passed around.
    """
    match = table.record.match
    require(by, "reopen_seat", match.round.event, match)
    if table.mode != Mode.SHARED:
        raise Conflict(_("Only a phone that is passed around has codes."))
    if seat not in {held.letter for held in match.seats.all()}:
        raise NotFound(_("There is no such seat at this table."))
    with transaction.atomic():
        LiveTable.objects.select_for_update(no_key=True).get(pk=table.pk)
        if SeatCode.objects.filter(table=table, letter=seat, code="").exists():
            return
        known = SeatCode.objects.filter(table=table, letter=seat).delete()[0]
        SeatCode.objects.create(table=table, letter=seat, code="")
        name = next(held.entrant.name for held in match.seats.all() if held.letter == seat)
        said = f"the code of {name} is forgotten" if known else f"the seat of {name} is open for a first code"
        text = f"Round {match.round.number}, {match}: {said}."
        details = {"match": match.pk, "table": table.pk, "seat": seat}
        note(match.round.event, "live_table", text, by=by, now=now, details=details, topic="records")


def seats_to_open(table: LiveTable) -> dict[str, bool]:
    """The seats that a judge may open (all but open ones), and whether the code was typed wrongly too often."""
    held = {one.letter: one for one in SeatCode.objects.filter(table=table)}
    letters = sorted(seat.letter for seat in table.record.match.seats.all())
    wrong = {letter: held[letter].wrong if letter in held else 0 for letter in letters}
    return {n: wrong[n] >= MAX_WRONG for n in letters if n not in held or held[n].code}


def _check(held: SeatCode, code: str) -> None:
    if held.wrong >= MAX_WRONG:
        raise Conflict(_("Too many wrong codes. A judge can open this seat again."))
    if not check_password(code, held.code):
        SeatCode.objects.filter(pk=held.pk).update(wrong=F("wrong") + 1)
        raise NotAllowed(_("This is not the code of that seat."))


def given_token(live_request: LiveTableRequest, seat: str, code: str, request: HttpRequest) -> dict[str, Any]:
    """A new token for this phone, perhaps with a seat's view."""
    phone = taken_over(live_request.table, live_request.phone, seat, code)
    return {
        "word": LiveTableRequest(live_request.table, phone).token(),
        "stream": table_stream_url(live_request.table, request),
        "phone": {"view": phone.view, "seat": phone.seat, "acts_for": list(phone.acts_for)},
    }
