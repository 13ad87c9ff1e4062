"""Giving an event its own card list, another one, or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.db import transaction

from rules.kernel.card_list import ListProblem
from tournaments.access import Actor, require
from tournaments.card_lists.reading import Understood, understand
from tournaments.decks.own_cards import takes_lists
from tournaments.decks.rechecks import check_again
from tournaments.errors import Conflict, Invalid, ReasonNeeded
from tournaments.journal import note
from tournaments.locks import locked
from tournaments.messages import message as _
from tournaments.models.card_lists import CardList
from tournaments.models.decks import DeckList
from tournaments.models.events import Event, State
from tournaments.models.jobs import Job
from tournaments.text import clean_reason

MAX_PROBLEMS = 200


class BadCardList(Invalid):
    """A list that is not taken; ``problems`` are what is wrong, by line."""

    code = "bad_card_list"

    def __init__(self, problems: Sequence[ListProblem]) -> None:
        shown = [{"line": problem.line, "message": problem.message} for problem in problems[:MAX_PROBLEMS]]
        super().__init__(
            _("The card list was not accepted; mistakes found: %(n)s.", n=len(problems)),
            problems=shown,
            fields={"text": _("Correct what is named below, line by line.")},
        )


@dataclass(frozen=True)
class Changed:
    """The list as it stands now (None: removed), and the deck lists that were legal until now; in a large event the
    job that checks them."""

    card_list: CardList | None
    no_longer_legal: tuple[DeckList, ...] = ()
    job: Job | None = None


def set_card_list(
    event: Event,
    data: bytes,
    *,
    by: Actor,
    now: datetime,
    form: str = "",
    reason: str = "",
    seen: int | None = None,
) -> Changed:
    """Reads a list and puts it in the place of the one before; every deck list is checked again. Logs that were begun
    keep the cards of their own header. ``seen``: the list that the sender knows as standing (0: none).

    Raises BadCardList with every problem by line and changes nothing; NotAllowed, Conflict, ReasonNeeded.
    """
    require(by, "edit_card_list", event)
    if not takes_lists(event):
        raise Conflict(_("This site reads no card lists of this game."))
    read_for = event.game
    understood = understand(read_for, data, form)
    if not understood.sound:
        raise BadCardList(understood.problems)
    reason = clean_reason(reason, needed=False)
    with transaction.atomic():
        event, before = _taken(event, by, seen)
        if event.game != read_for:
            raise Conflict(_("The event's game was changed in the same moment. Look again."))
        if before is not None and before.digest == understood.digest:
            return Changed(before)
        _check_reason(event, reason)
        if before is not None:
            _end(before, now)
        row = _row(event, understood, by, now)
        checked = check_again(event, by=by, now=now)
        said = (
            _("The card list was replaced: %(n)s cards.", n=row.count)
            if before
            else _("A card list: %(n)s cards.", n=row.count)
        )
        _note(event, said, checked.fallen, by=by, now=now, reason=reason)
    return Changed(row, checked.fallen, checked.job)


def remove_card_list(
    event: Event, *, by: Actor, now: datetime, reason: str = "", seen: int | None = None
) -> Changed:
    """Takes the list away: the event is played with the site's own catalogue again.

    Raises NotAllowed, Conflict where there is none, ReasonNeeded.
    """
    reason = clean_reason(reason, needed=False)
    with transaction.atomic():
        event, before = _taken(event, by, seen)
        if before is None:
            raise Conflict(_("This event has no card list."))
        _check_reason(event, reason)
        _end(before, now)
        checked = check_again(event, by=by, now=now)
        _note(event, _("The card list was removed."), checked.fallen, by=by, now=now, reason=reason)
    return Changed(None, checked.fallen, checked.job)


def _taken(event: Event, by: Actor, seen: int | None) -> tuple[Event, CardList | None]:
    """The event and its list, locked. Raises Conflict when the list is not the one the sender saw."""
    event = locked(event)
    require(by, "edit_card_list", event)
    before = event.card_lists.filter(replaced_at=None).first()
    if seen is not None and seen != (before.pk if before else 0):
        raise Conflict(_("Somebody changed the card list since you looked at it. Look again."))
    return event, before


def _check_reason(event: Event, reason: str) -> None:
    if event.state == State.RUNNING and not reason:
        raise ReasonNeeded(
            _("Players rely on this. Give a reason; it is shown with the change."),
            fields={"reason": _("Needed.")},
        )


def _end(before: CardList, now: datetime) -> None:
    before.replaced_at = now
    before.save(update_fields=["replaced_at"])


def _row(event: Event, understood: Understood, by: Actor, now: datetime) -> CardList:
    return CardList.objects.create(
        event=event,
        cards=understood.declared,
        decks=msgspec.to_builtins(understood.decks),
        count=len(understood.cards),
        digest=understood.digest,
        at=now,
        **by.fact,
    )


def _note(
    event: Event, said: str, fallen: Sequence[DeckList], *, by: Actor, now: datetime, reason: str
) -> None:
    """The line of the journal; whose deck lists fell stands in its details, for the staff's pages ask for it there."""
    note(
        event,
        "card_list",
        said,
        by=by,
        now=now,
        reason=reason,
        details={"no_longer_legal": [deck.entrant_id for deck in fallen]},
        public=event.state != State.DRAFT,
    )
