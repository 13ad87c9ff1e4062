"""A new event out of another: its choices, staff and cards; its players only where that is asked for."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.errors import NotAllowed
from tournaments.events.changes import CHOICES, STAGES, create_event
from tournaments.journal import note
from tournaments.locks import locked
from tournaments.many_rows import write_rows
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.card_lists import CardList
from tournaments.models.entrants import Entrant, EntrantChange, Status
from tournaments.models.events import Event, StaffRole
from tournaments.stages.chosen import as_chosen
from tournaments.stages.queries import stages_of


def copy_event(
    event: Event,
    *,
    by: Actor,
    now: datetime,
    name: str = "",
    starts_at: datetime | None = None,
    staff: bool = True,
    cards: bool = True,
    entrants: bool = False,
) -> Event:
    """A draft with the choices and the chain of stages of this event, and the actor as an organiser of it. With
    `staff` everybody keeps the role he has now, with `cards` its card list comes along, with `entrants` everybody who
    was entered and not disqualified is entered anew, in the order of entry.

    Raises NotAllowed; Invalid for a bad name, or where the site has changed so that a choice cannot be used any more.
    """
    require(by, "copy_event", event)
    if by.user is None:
        raise NotAllowed(_("Sign in to make an event."))
    choices: dict[str, object] = {each: getattr(event, each) for each in CHOICES}
    choices |= {"name": name or event.name, "starts_at": starts_at}
    # The days of the other event are over.
    choices |= {"registration_opens_at": None, "registration_closes_at": None, "deck_deadline": None}
    if event.plan:
        choices["plan"] = {**event.plan, "starts": []}
    choices[STAGES] = [as_chosen(stage) for stage in stages_of(event)]
    with transaction.atomic():
        made = create_event(choices, by=by, now=now)
        if staff:
            _copy_staff(event, made, by, now)
        if cards:
            _copy_cards(event, made, by, now)
        if entrants:
            _copy_entrants(event, made, by, now)
        said = _("Copied from %(name)s.", name=event.name)
        note(made, "copied", said, by=by, now=now, details={"from": event.slug})
    return made


def mark_template(event: Event, *, by: Actor, now: datetime, wanted: bool = True) -> Event:
    """Makes the event a template of its organisers, from which new events are made; or no longer one."""
    with transaction.atomic():
        event = locked(event)
        require(by, "mark_template", event)
        if event.is_template != wanted:
            event.is_template = wanted
            event.save(update_fields=["is_template"])
            said = _("Marked as a template.") if wanted else _("No longer a template.")
            note(event, "template", said, by=by, now=now)
    return event


def templates_of(user: User | None) -> list[Event]:
    """The templates of the events that this account organises."""
    if user is None:
        return []
    own = StaffRole.objects.filter(user=user, role="organiser", revoked_at=None).values("event")
    return list(Event.objects.filter(pk__in=own, is_template=True).order_by("name", "pk")[:50])


def _copy_staff(event: Event, made: Event, by: Actor, now: datetime) -> None:
    assert by.user is not None
    roles = event.staff_roles.filter(revoked_at=None).exclude(user=by.user, role="organiser").order_by("pk")
    StaffRole.objects.bulk_create(
        [StaffRole(event=made, user_id=held.user_id, role=held.role, at=now, **by.fact) for held in roles]
    )


def _copy_cards(event: Event, made: Event, by: Actor, now: datetime) -> None:
    cards = event.card_lists.filter(replaced_at=None).first()
    if cards is not None:
        CardList.objects.create(
            event=made,
            cards=cards.cards,
            decks=cards.decks,
            count=cards.count,
            digest=cards.digest,
            at=now,
            **by.fact,
        )


def _copy_entrants(event: Event, made: Event, by: Actor, now: datetime) -> None:
    known = list(
        event.entrants.exclude(status=Status.DISQUALIFIED).order_by("entered_at", "pk").values_list(*_KEPT)
    )
    places = made.capacity if made.capacity is not None else len(known)
    statuses = [Status.REGISTERED if n < places else Status.WAITLISTED for n in range(len(known))]
    rows = [
        (f"P{number:02d}", status, *kept)
        for number, (kept, status) in enumerate(zip(known, statuses, strict=True), start=1)
    ]
    said = {"event": made, "entered_at": now, "missed_rounds_as": made.missed_rounds_as}
    entered = zip(write_rows(Entrant, ("code", "status", *_KEPT), rows, **said), statuses, strict=True)
    write_rows(EntrantChange, ("entrant_id", "after"), entered, kind="entered", at=now, **by.fact)


#: What stays of an entrant; a whole row takes twice as long to read.
_KEPT = (
    *("user_id", "name", "email", "club"),
    *("list_seed", "rating", "fixed_table", "table_range"),
)
