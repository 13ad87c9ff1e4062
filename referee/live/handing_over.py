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
from referee.live.asking import Asking
from referee.live.models import LiveTable, Mode, SeatCode
from referee.live.phones import Phone
from rules.kernel.entries import JUDGE
from tournaments.access import Actor, require
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound
from tournaments.events.journal import note
from tournaments.now import now

MOST_WRONG = 10


def taken_over(table: LiveTable, phone: Phone, seat: str, code: str) -> Phone:
    """The phone with a seat's view, where the code is that seat's. The first code given for a seat becomes its code.

    A judge who names a seat opens it again. Raises NotAllowed for a wrong code, Conflict after too many.
    """
    if not seat:
        return phone
    if JUDGE in phone.acts_for:
        reopen_seat(table, seat, by=phone.actor(), now=now())
        return phone
    if table.mode != Mode.SHARED or seat not in phone.acts_for:
        raise NotAllowed("Only a phone that is passed around is taken over.")
    if not 4 <= len(code) <= 20 or not code.isascii() or not code.isalnum():
        raise Invalid("A code has 4 to 20 letters or digits.", fields={"code": "4 to 20 letters or digits."})
    held = SeatCode.objects.filter(table=table, letter=seat).first()
    if held is None:
        try:
            with transaction.atomic():
                SeatCode.objects.create(table=table, letter=seat, code=make_password(code))
        except IntegrityError:
            return taken_over(table, phone, seat, code)
    else:
        _check(held, code)
    return msgspec.structs.replace(phone, view=seat)


def reopen_seat(table: LiveTable, seat: str, *, by: Actor, now: datetime) -> None:
    """Forgets the code of a seat: the next one given counts. For who forgot it, or was not the first to choose one.

    Raises NotAllowed, NotFound, Conflict where no phone is passed around.
    """
    match = table.record.match
    require(by, "reopen_seat", match.round.event, match)
    if table.mode != Mode.SHARED:
        raise Conflict("Only a phone that is passed around has codes.")
    if seat not in {held.letter for held in match.seats.all()}:
        raise NotFound("There is no such seat at this table.")
    with transaction.atomic():
        if SeatCode.objects.filter(table=table, letter=seat).delete()[0]:
            name = next(held.entrant.name for held in match.seats.all() if held.letter == seat)
            text = f"Round {match.round.number}, {match}: the code of {name} is forgotten."
            details = {"match": match.pk, "table": table.pk, "seat": seat}
            note(match.round.event, "live_table", text, by=by, now=now, details=details, topic="records")


def seats_with_codes(table: LiveTable) -> dict[str, bool]:
    """The seats that have a code, and whether it was typed wrongly too often."""
    held = SeatCode.objects.filter(table=table).order_by("letter").values_list("letter", "wrong")
    return {letter: wrong >= MOST_WRONG for letter, wrong in held}


def _check(held: SeatCode, code: str) -> None:
    if held.wrong >= MOST_WRONG:
        raise Conflict("Too many wrong codes. A judge can open this seat again.")
    if not check_password(code, held.code):
        SeatCode.objects.filter(pk=held.pk).update(wrong=F("wrong") + 1)
        raise NotAllowed("This is not the code of that seat.")


def given_word(asking: Asking, seat: str, code: str, request: HttpRequest) -> dict[str, Any]:
    """A new word for this phone, perhaps with a seat's view."""
    phone = taken_over(asking.table, asking.phone, seat, code)
    return {
        "word": Asking(asking.table, phone).word(),
        "stream": table_stream_url(asking.table, request),
        "phone": {"view": phone.view, "seat": phone.seat, "acts_for": list(phone.acts_for)},
    }
