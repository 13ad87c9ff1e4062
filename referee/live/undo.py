"""Taking an entry back: one's own last one, else with the others' consent or by a judge. It is an entry like others.

One's own last entry goes at once while nothing came to light by it or since, and nobody has answered it. A draw is
taken back by consent: its player has seen the cards.
"""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction

from referee.live.entries import (
    Stored,
    check_open,
    moment,
    store,
    stored_before,
)
from referee.live.live_replay import LiveReplay, live_replay
from referee.live.phones import Phone
from referee.live.rows import entered_after
from referee.live.tap import BadTap, check_key
from referee.live.trial import tried
from referee.models.live import Ask, LiveTable, Mode
from referee.phone_updates import notify_phones
from rules.kernel.entries import JUDGE, Entry, Ruling, Undo
from rules.kernel.replay import Replay
from rules.kernel.rulings import is_last
from rules.kernel.texts import joined
from rules.kernel.verdict import Verdict
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.messages import message as _


class CannotUndo(Conflict):
    """An entry that cannot be taken back."""

    code = "cannot_undo"


def undo_entry(table: LiveTable, phone: Phone, *, on: int, key: str, now: datetime) -> Stored | None:
    """Takes entry ``on`` back, or asks the others; None when they were asked. A judge takes back by himself.

    Raises NotAllowed, NotOpen, CannotUndo, TooCostly, CameFirst.
    """
    check_key(key)
    known = stored_before(table, key)
    if known is not None:
        return known
    check_open(table, phone)
    run = live_replay(table.record)
    with run.lock:
        _check_target(run.view(phone.sees), on)
        if phone.is_seat and not _is_free(table, run, phone, on):
            _ask(table, phone, on, key, now)
            return None
        if JUDGE not in phone.acts_for and not _is_free(table, run, phone, on):
            raise CannotUndo(
                _(
                    "Another entry followed this one, or it revealed something. Only a judge can take it back now."
                )
            )
        by = JUDGE if JUDGE in phone.acts_for else str(run.lines[on - 1].by)
        entry = Undo(by=by, on=on, at=moment(now))
        trial = tried(run, entry, phone.payer)
        _check_carries(trial.verdict(phone.sees))
        return store(table, run, entry, trial, phone=phone, key=key, now=now)


def undo_offer(table: LiveTable, run: LiveReplay, phone: Phone) -> dict[str, object] | None:
    """The last own entry that may be taken back, and whether at once; by the phone's own view."""
    view = run.view(phone.sees)
    if not phone.acts_for:
        return None
    mine = (
        list(view.active_entries)
        if view.stopped in (None, *view.active_entries)
        else [*view.active_entries, view.stopped]
    )
    for n in reversed([n for n in mine if n is not None]):
        entry = view.entries[n - 1]
        if isinstance(entry, Undo | Ruling) or (phone.is_seat and not _is_own(table, run, phone, n)):
            continue
        if view.stopped not in (None, n):
            return None
        free = JUDGE in phone.acts_for or _is_free(table, run, phone, n)
        return {"on": n, "free": free} if free or phone.is_seat else None
    return None


def _check_target(view: Replay, on: int) -> None:
    """Raises CannotUndo in words, by what this phone may know."""
    if isinstance(on, bool) or not isinstance(on, int) or not 1 <= on <= len(view.entries):
        raise BadTap(_("There is no such entry."), fields={"on": _("No such entry.")})
    if isinstance(view.entries[on - 1], Undo | Ruling):
        raise CannotUndo(_("Rulings and undos cannot be undone."))
    if view.verdicts[on - 1].undone is not None:
        raise CannotUndo(_("This entry is taken back already."))
    if view.stopped is not None and on != view.stopped:
        raise CannotUndo(_("Play stopped at entry %(n)s: only that one can be taken back.", n=view.stopped))
    if on not in view.active_entries and on != view.stopped:
        raise CannotUndo(_("This entry is no longer part of the play."))


def _check_carries(verdict: Verdict) -> None:
    """Raises CannotUndo with the replay's words where what followed rests on it."""
    if verdict.verdict == "illegal":
        said = joined((violation.message for violation in verdict.violations), "; ")
        raise CannotUndo(_("This cannot be taken back: %(why)s.", why=said))


def _is_free(table: LiveTable, run: LiveReplay, phone: Phone, on: int) -> bool:
    """Whether who entered it may take it back without asking: it is the last of the play, nothing came to light by it
    or since, and nobody else has entered anything since. An illegal one also later: nothing after it was judged.
    A scorekeeper, who holds no cards, mends what he wrote."""
    view = run.view(phone.sees)
    stands = view.stopped == on
    if not (stands or is_last(view.play, on)) or not _is_own(table, run, phone, on):
        return False
    if not phone.is_seat:
        return True
    if any(isinstance(line, Entry) and line.reveals() for line in run.lines[on - 1 :]):
        return False
    return stands or all(_is_own(table, run, phone, n) for n in range(on, run.count + 1))


def _is_own(table: LiveTable, run: LiveReplay, phone: Phone, n: int) -> bool:
    """Whether this phone entered it: for its own seat, or for the table."""
    by = str(run.lines[n - 1].by)
    if by == phone.seat and by in phone.acts_for:
        return True
    if by not in phone.acts_for:
        return False
    if n not in run.entered_by:
        held = entered_after(table.pk, max(run.entered_by, default=0))
        run.entered_by |= dict.fromkeys(range(1, run.count + 1), "") | run.entered_by
        run.entered_by |= dict(held)
    return run.entered_by[n] == phone.seat


def _ask(table: LiveTable, phone: Phone, on: int, key: str, now: datetime) -> None:
    try:
        with transaction.atomic():
            Ask.objects.create(table=table, on=on, seat=phone.seat, agreed=[phone.seat], key=key, at=now)
            notify_phones(table, asking=True)
    except IntegrityError:
        ask = Ask.objects.filter(table=table, on=on, closed_at=None).first()
        if ask is not None and ask.seat != phone.seat:
            # two who ask for the same agree
            answer_ask(table, phone, ask.pk, agree=True, now=now)


def answer_ask(table: LiveTable, phone: Phone, number: int, *, agree: bool, now: datetime) -> Stored | None:
    """A seat agrees or refuses that an entry is taken back. Once all have agreed it is taken back, and the new entry
    is given.

    Raises NotFound, NotAllowed, CannotUndo where play has gone on meanwhile in a way that forbids it.
    """
    if not phone.is_seat or not phone.acts_for:
        raise NotAllowed(_("The players at the table have been asked."))
    check_open(table, phone)
    seats = {seat.letter for seat in table.record.match.seats.all()}
    run = live_replay(table.record)
    with run.lock:
        try:
            with transaction.atomic():
                ask = Ask.objects.select_for_update(no_key=True).filter(pk=number, table=table).first()
                if ask is None:
                    raise NotFound(_("Nobody is asking for this any more."))
                if ask.closed_at is not None:
                    return stored_before(table, ask.key)
                if not agree:
                    _close(table, ask, "refused", now)
                    return None
                # a phone that is passed around is everybody's
                mine = seats if table.mode == Mode.SHARED else {phone.seat}
                ask.agreed = sorted({*ask.agreed, *mine})
                ask.save(update_fields=["agreed"])
                notify_phones(table)
                if set(ask.agreed) < seats:
                    return None
                _close(table, ask, "done", now)
                return _with_consent(table, run, phone, ask, now)
        except CannotUndo:
            Ask.objects.filter(pk=number, closed_at=None).update(closed_at=now, how="passed by")
            notify_phones(table)
            raise


def _with_consent(table: LiveTable, run: LiveReplay, phone: Phone, ask: Ask, now: datetime) -> Stored:
    _check_target(run.view(phone.sees), ask.on)
    consent = tuple(seat for seat in ask.agreed if seat != ask.seat)
    entry = Undo(by=ask.seat, on=ask.on, consent=consent, at=moment(now))
    trial = tried(run, entry, phone.payer)
    _check_carries(trial.verdict(phone.sees))
    return store(table, run, entry, trial, phone=phone, key=ask.key, now=now)


def _close(table: LiveTable, ask: Ask, how: str, now: datetime) -> None:
    ask.closed_at, ask.how = now, how
    ask.save(update_fields=["closed_at", "how"])
    # who was refused is told so
    more = how == "refused" or Ask.objects.filter(table=table, closed_at=None).exists()
    notify_phones(table, asking=more)
