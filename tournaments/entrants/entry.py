"""Getting into an event: by account, at the desk, late."""

from __future__ import annotations

import math
from datetime import datetime

from django.db import transaction
from django.utils.timezone import localtime

from tournaments.access import Actor, require
from tournaments.entrants.list_reading import clean_email
from tournaments.entrants.registration_code import check_code
from tournaments.errors import Conflict, Invalid
from tournaments.kept_standings.snapshots import standings_change
from tournaments.locks import locked
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.entrants import Entrant, Status
from tournaments.models.events import Event, MissedRounds
from tournaments.roster.queries import places_taken
from tournaments.roster.record import locked_entrant, newest_round_number, promote_from_waitlist, record
from tournaments.stages.queries import takes_late_entries
from tournaments.text import clean_int, clean_line

MAX_ENTRANTS = 100_000
LATE = _("Somebody came late or returned.")


class AlreadyEntered(Conflict):
    """The account is in the event already."""

    code = "already_entered"


class RegistrationClosed(Conflict):
    """Registration has not opened yet, or is over."""

    code = "registration_closed"


def registration_closed(event: Event, now: datetime) -> Message | None:
    """Why nobody can register just now, before registration opens and after it closes; None while it is open."""
    opens, closes = event.registration_opens_at, event.registration_closes_at
    if opens is not None and now < opens:
        return _("Registration opens on %(when)s.", when=_moment(opens))
    if closes is not None and now >= closes:
        return _("Registration closed on %(when)s. Ask at the desk.", when=_moment(closes))
    return None


def _moment(at: datetime) -> str:
    return localtime(at).strftime("%Y-%m-%d, %H:%M")


def register(event: Event, name: str = "", *, by: Actor, now: datetime, code: str = "") -> Entrant:
    """Enters the actor's own account; on the waitlist when the event is full.

    Who withdrew comes back at the end of the line. Raises AlreadyEntered; RegistrationClosed before and after the
    event's times; Invalid where the event asks for a code and this is not it, TooManyCodes after ten wrong ones.
    """
    with transaction.atomic():
        event = locked(event)
        require(by, "register", event)
        if closed := registration_closed(event, now):
            raise RegistrationClosed(closed)
        assert by.user is not None
        check_code(event, by.user, code)
        name = clean_line(name, "name", limit=100) or by.user.shown_name[:100]
        entrant = event.entrants.select_for_update(no_key=True).filter(user=by.user).first()
        if entrant is None:
            return _enter(event, name, by=by, now=now, user=by.user)
        if entrant.status != Status.DROPPED:
            raise AlreadyEntered(_("You are entered in this event already."))
        entrant.event, entrant.name, entrant.dropped_after = event, name, None
        entrant.entered_at = now
        entrant.status = status_for_new(event)
        entrant.save()
        record(entrant, "returned", by=by, now=now, before=Status.DROPPED)
    return entrant


def add_entrant(
    event: Event,
    name: str,
    *,
    by: Actor,
    now: datetime,
    rating: float | None = None,
    list_seed: int | None = None,
) -> Entrant:
    """Enters somebody by name at the desk, without an account."""
    name = clean_line(name, "name", limit=100, needed=True)
    with transaction.atomic():
        event = locked(event)
        require(by, "add_entrant", event)
        entrant = _enter(event, name, by=by, now=now, rating=rating, list_seed=list_seed)
        promote_from_waitlist(event, by=by, now=now)
        entrant.refresh_from_db()
    return entrant


def late_entry(
    event: Event,
    name: str,
    *,
    by: Actor,
    now: datetime,
    missed_rounds_as: str | None = None,
    user: User | None = None,
) -> Entrant:
    """Enters somebody after the start, from the next round on. Missed rounds count as the event says,
    or as `missed_rounds_as` says for this one. Raises Conflict after the last round open to late entry.
    """
    name = clean_line(name, "name", limit=100, needed=True)
    if missed_rounds_as is not None and missed_rounds_as not in MissedRounds.values:
        raise Invalid(
            _("Say how missed rounds count."), fields={"missed_rounds_as": _("Loss, bye or nothing.")}
        )
    with transaction.atomic():
        event = locked(event)
        require(by, "late_entry", event)
        first = check_late_entry(event)
        waiting = event.entrants.filter(status=Status.WAITLISTED).order_by("entered_at", "pk").first()
        if waiting is not None:
            raise Conflict(
                _(
                    "%(name)s waits on the waitlist. Enter whoever waits first, or take them off the "
                    "waitlist.",
                    name=waiting.name,
                )
            )
        if user is not None and event.entrants.filter(user=user).exists():
            raise AlreadyEntered(_("This account is entered in the event already."))
        entrant = _enter(
            event,
            name,
            by=by,
            now=now,
            user=user,
            status=Status.PLAYING,
            entered_before=first,
            missed_rounds_as=missed_rounds_as or event.missed_rounds_as,
        )
        # In the table from the round before his first on, with what the missed rounds are worth.
        standings_change(event, since=first - 1, note=LATE, by=by, now=now)
    return entrant


def check_late_entry(event: Event) -> int:
    """The first round a late entrant is in. Raises Conflict after the last one open to late entry, and in a stage whose
    entrants stand."""
    first = newest_round_number(event) + 1
    if first > 1 and not takes_late_entries(event):
        raise Conflict(_("Nobody can enter late in this stage: its players are settled."))
    if event.late_entry_until is not None and first > event.late_entry_until:
        raise Conflict(_("Late entry was open until round %(n)s.", n=event.late_entry_until))
    return first


def edit_entrant(entrant: Entrant, choices: dict[str, object], *, by: Actor, now: datetime) -> Entrant:
    """Changes name, e-mail address, club, rating, place in the seeding list, fixed table or table range of an
    entrant."""
    known = {"name", "email", "club", "rating", "list_seed", "fixed_table", "table_range"}
    unknown = sorted(set(choices) - known)
    if unknown:
        raise Invalid(
            _("There is no choice “%(name)s”.", name=unknown[0][:40]), fields={unknown[0][:40]: _("Unknown.")}
        )
    with transaction.atomic():
        entrant = locked_entrant(entrant)
        require(by, "edit_entrant", entrant.event)
        before = {name: getattr(entrant, name) for name in choices}
        if "name" in choices:
            entrant.name = clean_line(choices["name"], "name", limit=100, needed=True)
        if "email" in choices:
            entrant.email = clean_email(choices["email"])
        if "club" in choices:
            entrant.club = clean_line(choices["club"], "club", limit=80)
        if "rating" in choices:
            entrant.rating = clean_rating(choices["rating"])
        for field in ("list_seed", "fixed_table"):
            if field in choices:
                value = choices[field]
                setattr(entrant, field, None if value is None else clean_int(value, field, 1, MAX_ENTRANTS))
        if "table_range" in choices:
            entrant.table_range = _clean_range(entrant.event, choices["table_range"])
        _check_fixed_table(entrant)
        entrant.save()
        record(entrant, "edited", by=by, now=now, details={"before": before})
        if entrant.list_seed != before.get("list_seed", entrant.list_seed):
            standings_change(entrant.event, note=_("The seeding list was changed."), by=by, now=now)
    return entrant


def clean_rating(value: object) -> float | None:
    """A rating, or none. Raises Invalid for what is no plain number."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Invalid(_("The rating must be a number."), fields={"rating": _("A number.")})
    if not math.isfinite(value) or abs(value) > 1e6:
        raise Invalid(
            _("The rating must be a number below a million."), fields={"rating": _("A smaller number.")}
        )
    return float(value)


def _clean_range(event: Event, value: object) -> str:
    """The name of one of the event's table ranges, or none."""
    name = clean_line(value or "", "table_range", limit=40)
    if name and name not in [each["name"] for each in event.table_ranges]:
        said = _("This event has no table range of that name.")
        raise Invalid(said, fields={"table_range": said})
    return name


def _check_fixed_table(entrant: Entrant) -> None:
    if entrant.fixed_table is None:
        return
    other = entrant.event.entrants.filter(fixed_table=entrant.fixed_table).exclude(pk=entrant.pk).first()
    if other is not None and other.dropped_after is None:
        raise Conflict(_("Table %(n)s is kept for %(name)s already.", n=entrant.fixed_table, name=other.name))


def status_for_new(event: Event) -> Status:
    """The state of an entrant who comes now: registered while there is a place, else on the waitlist."""
    full = event.capacity is not None and places_taken(event) >= event.capacity
    waiting = event.entrants.filter(status=Status.WAITLISTED).exists()
    return Status.WAITLISTED if full or waiting else Status.REGISTERED


def next_number(event: Event) -> int:
    """The number of the next entrant's code. An event that was imported may have gaps in its codes."""
    number = event.entrants.count() + 1
    if event.entrants.filter(code=f"P{number:02d}").exists():
        codes = event.entrants.filter(code__regex=r"^P[0-9]+$").values_list("code", flat=True)
        number = max(int(code[1:]) for code in codes) + 1
    return number


def _enter(
    event: Event,
    name: str,
    *,
    by: Actor,
    now: datetime,
    user: User | None = None,
    status: Status | None = None,
    rating: float | None = None,
    list_seed: int | None = None,
    entered_before: int = 1,
    missed_rounds_as: str = "",
) -> Entrant:
    number = next_number(event)
    if number > MAX_ENTRANTS:
        raise Conflict(_("The event has as many entrants as this site can take."))
    if list_seed is not None:
        list_seed = clean_int(list_seed, "list_seed", 1, MAX_ENTRANTS)
    entrant = Entrant.objects.create(
        event=event,
        user=user,
        code=f"P{number:02d}",
        name=name,
        status=status or status_for_new(event),
        entered_at=now,
        rating=clean_rating(rating),
        list_seed=list_seed,
        entered_before=entered_before,
        missed_rounds_as=missed_rounds_as or event.missed_rounds_as,
    )
    record(entrant, "late_entry" if entered_before > 1 else "entered", by=by, now=now)
    return entrant
