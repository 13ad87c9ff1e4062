"""Checking the deck lists that were handed in again, when what they are checked by was changed: at once, or in a large
event as long work. So are many that came in together checked for the first time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import structlog
from django.db.models import QuerySet

from tournaments.access import Actor, may
from tournaments.decks.checks import check_of_game
from tournaments.decks.own_cards import cards_mark, catalogue_of, options_of
from tournaments.jobs.changes import begin_job
from tournaments.jobs.kinds import Done, Kind
from tournaments.journal import note
from tournaments.locks import locked
from tournaments.messages import Message, joined
from tournaments.messages import message as _
from tournaments.models.decks import DeckList
from tournaments.models.events import Event
from tournaments.models.jobs import Job
from tournaments.reading import AT_ONCE as PART

log = structlog.get_logger(__name__)

CHECK = "check_decks"
#: So many lists are checked within a request: a third of a second's work.
FEW = 200
AT_ONCE = 50
#: The last thing of a job: to tell whose lists fell, and whose were not legal when they were first checked.
TELL = "tell"
FALLEN, FIRST = "fallen", "first"
#: The entrants of both, by their keys.
Told = dict[str, list[int]]


@dataclass(frozen=True)
class Checked:
    """The deck lists that were legal until now, or the job that says so when it is done; `first`: those that were not
    legal when they were first checked; `looked`: how many were checked at once."""

    fallen: tuple[DeckList, ...] = ()
    first: tuple[DeckList, ...] = ()
    job: Job | None = None
    looked: int = 0


def check_again(
    event: Event, *, by: Actor, now: datetime, few: int | None = None, tell: bool = False
) -> Checked:
    """Judges every standing deck list of the event by its game, options and cards as they are now; more than
    `few` of them (`FEW` where nothing is said) by and by. Inside the transaction of the change. Whose lists fell is for
    the caller to tell; with `tell` it is told as a job tells it."""
    numbers = list(standing(event).order_by("pk").values_list("pk", flat=True))
    if len(numbers) <= (FEW if few is None else few):
        checked = _check(event, standing(event).select_related("entrant"))
        before = _replace_job(event, by, now)
        _tell_of(event, _together(before, _said(checked)) if tell else before, now)
        return checked
    # The job before, if it is not done, tells nothing any more: whose lists it saw fall is told by this one.
    said = untold(newest_job(event))
    return Checked(job=begin_job(CHECK, numbers, event=event, arguments=said, by=by, now=now, last=[TELL]))


def check_at_start(event: Event, numbers: Sequence[int], *, by: Actor, now: datetime) -> None:
    """Checks these lists at once, all that are still to be checked, and tells whose fell, as a job does at its end. One
    over which the check itself fails stays as it was: whoever waits for the others is kept by none."""
    said = _said(Checked())
    looked = wanted = 0
    for start in range(0, len(numbers), PART):
        decks = list(standing(event).filter(pk__in=numbers[start : start + PART]))
        checked = _check(event, decks, past_errors=True)
        said = _together(said, _said(checked))
        looked, wanted = looked + checked.looked, wanted + len(decks)
    if looked == wanted:
        said = _together(_replace_job(event, by, now), said)
    _tell_of(event, said, now)


def _said(checked: Checked) -> Told:
    return {
        FALLEN: [deck.entrant_id for deck in checked.fallen],
        FIRST: [deck.entrant_id for deck in checked.first],
    }


def _together(one: Told, other: Told) -> Told:
    """Each once."""
    return {name: list(dict.fromkeys(one[name] + other[name])) for name in one}


def newest_job(event: Event) -> Job | None:
    """The job that checks its lists, or did last: those before it keep nothing any more."""
    return Job.objects.filter(kind=CHECK, event=event).order_by("-pk").first()


def _replace_job(event: Event, by: Actor, now: datetime) -> Told:
    """All lists were checked just now: what a job has left is done. Gives what it has yet to tell."""
    before = newest_job(event)
    if before is not None and (before.finished_at is None or before.failures.exists()):
        begin_job(CHECK, [], event=event, by=by, now=now)
    return untold(before)


def untold(job: Job | None) -> Told:
    """Whose lists it saw fall and has not told: yet, or since that could not be written."""
    has_told = job is None or (job.finished_at is not None and not job.failures.filter(item=TELL).exists())
    said = {} if job is None or has_told else job.arguments
    return {name: list(said.get(name, [])) for name in (FALLEN, FIRST)}


def _check(event: Event, decks: Iterable[DeckList], *, past_errors: bool = False) -> Checked:
    catalogue, options = catalogue_of(event), options_of(event)
    fallen, first, looked = list[DeckList](), list[DeckList](), 0
    for deck in decks:
        was = deck.legal
        try:
            deck.legal, deck.violations = check_of_game(event.game, deck.body, options, catalogue)
        except Exception:
            if not past_errors:
                raise
            log.exception("a deck list could not be checked", deck=deck.pk)
            continue
        deck.save(update_fields=["legal", "violations"])
        looked += 1
        if deck.legal is False and was is not False:
            (first if was is None else fallen).append(deck)
    return Checked(tuple(fallen), tuple(first), looked=looked)


def is_checking(event: Event) -> bool:
    """Whether lists are still to be checked again."""
    return Job.objects.filter(kind=CHECK, event=event, finished_at=None).exists()


def standing(event: Event) -> QuerySet[DeckList]:
    """The lists that count."""
    return DeckList.objects.filter(entrant__event=event, replaced_at=None)


class Read(NamedTuple):
    """What the check of a list said, and what it was checked by."""

    legal: bool | None
    violations: list[dict[str, Any]]
    by: tuple[Any, ...]


def _read(event: Event, body: Any) -> Read:
    by = _checked_by(event)
    return Read(*check_of_game(event.game, body, options_of(event), catalogue_of(event)), by)


def _checked_by(event: Event) -> tuple[Any, ...]:
    """Differs once lists are to be checked by something else."""
    return event.game, options_of(event), cards_mark(event)


def _work(job: Job, item: Any) -> Read | None:
    deck = None if item == TELL else DeckList.objects.filter(pk=item, replaced_at=None).first()
    if deck is None or job.event is None:
        return None
    return _read(job.event, deck.body)


def _keep(job: Job, done: Sequence[Done], now: datetime) -> None:
    """Writes what the checks said, unless a later change has everything checked anew. The event is held: it may be
    started just now, by the rules of today and by what the lists are. What was read before such a change is read here
    once more."""
    if job.event is None:
        return
    event = locked(job.event)
    if Job.objects.filter(kind=CHECK, event=event, pk__gt=job.pk).exists():
        return
    fallen, first = (job.arguments.setdefault(name, []) for name in (FALLEN, FIRST))
    today = _checked_by(event)
    for number, read in done:
        if number == TELL:
            _tell(event, fallen, first, now)
        if read is None:
            continue
        deck = DeckList.objects.select_for_update(no_key=True).filter(pk=number, replaced_at=None).first()
        if deck is None:
            continue
        said = read if read.by == today else _read(event, deck.body)
        if said.legal is False and deck.legal is not False:
            told = first if deck.legal is None else fallen
            if deck.entrant_id not in told:
                told.append(deck.entrant_id)
        deck.legal, deck.violations = said.legal, said.violations
        deck.save(update_fields=["legal", "violations"])
    job.save(update_fields=["arguments"])


def _tell_of(event: Event, said: Told, now: datetime) -> None:
    """Tells at once what no job will."""
    if said[FALLEN] or said[FIRST]:
        _tell(event, said[FALLEN], said[FIRST], now)


def _tell(event: Event, fallen: list[int], first: list[int], now: datetime) -> None:
    illegal = set(standing(event).filter(legal=False).values_list("entrant", flat=True))
    told = [entrant for entrant in fallen if entrant in illegal]
    others = illegal.difference(told)
    new = [entrant for entrant in first if entrant in others]
    details = {"no_longer_legal": told, "not_legal": new}
    said = [_("The deck lists were checked again; legal before and not now: %(n)s.", n=len(told))]
    if new:
        said.append(_("Checked for the first time and not legal: %(n)s.", n=len(new)))
    note(event, CHECK, joined(" ", said), by=Actor.system(), now=now, details=details)


def _title(job: Job) -> Message:
    return _("Deck lists checked again")


def _may_see(actor: Actor, job: Job) -> bool:
    return job.event is not None and may(actor, "view_desk", job.event)


def _may_end(actor: Actor, job: Job) -> bool:
    return job.event is not None and may(actor, "edit_card_list", job.event)


KIND = Kind(CHECK, _title, _work, _may_see, _may_end, _keep, at_once=AT_ONCE)
