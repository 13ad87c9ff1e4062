"""An event's life: the steps from draft to finished, and each step back."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.clocks.changes import pause_running_clocks
from tournaments.day_rules.pinning import pin_rules, release_rules
from tournaments.day_rules.queries import rules_of
from tournaments.decks.before_start import check_before_start
from tournaments.decks.missing import LISTS_MISSING, lists_missing_of, names_of
from tournaments.decks.queries import owing
from tournaments.decks.rechecks import check_again
from tournaments.entrants.many_work import check_no_list
from tournaments.errors import Conflict, Invalid
from tournaments.events.before_start import go_back_before_start, newest_change, state_before_start
from tournaments.journal import note
from tournaments.live.changes import mark_changed
from tournaments.locks import locked
from tournaments.many_rows import write_rows
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.entrants import EntrantChange, Status
from tournaments.models.events import Event, EventSeed, State
from tournaments.models.rounds import RoundState
from tournaments.outbox.ratings import ratings_change
from tournaments.outbox.webhooks import tell_of_state
from tournaments.pairing import rounds_for
from tournaments.policies.pinning import pin_policy, release_policy
from tournaments.reading import AT_ONCE
from tournaments.results.holds import check_no_appeals
from tournaments.rounds.coming import coming_round
from tournaments.stages.lengths import rounds_of_structure
from tournaments.stages.queries import stages_of, title_of
from tournaments.text import clean_line, clean_reason


def publish_event(event: Event, *, by: Actor, now: datetime) -> Event:
    """Draft to registration: everybody sees the event and may enter."""
    return _step(event, "publish_event", State.REGISTRATION, _("Registration is open."), by, now)


def back_to_draft(event: Event, *, by: Actor, now: datetime) -> Event:
    """Undoes the publication: the event is seen by its staff alone again."""
    return _step(event, "back_to_draft", State.DRAFT, _("The event is a draft again."), by, now)


def open_check_in(event: Event, *, by: Actor, now: datetime) -> Event:
    """Registration to check-in."""
    return _step(event, "open_check_in", State.CHECK_IN, _("Check-in is open."), by, now)


def back_to_registration(event: Event, *, by: Actor, now: datetime) -> Event:
    """Undoes the opening of check-in; who has checked in stays so."""
    return _step(event, "back_to_registration", State.REGISTRATION, _("Registration is open again."), by, now)


def _step(event: Event, action: str, to: State, text: str, by: Actor, now: datetime) -> Event:
    with transaction.atomic():
        event = locked(event)
        require(by, action, event)
        event.state = to
        event.save(update_fields=["state"])
        note(event, action, text, by=by, now=now, public=to != State.DRAFT)
        tell_of_state(event, now=now)
    return event


def start_event(
    event: Event, *, by: Actor, now: datetime, lists_missing: str = "", seed: str = "", many: bool = True
) -> Event:
    """Starts play: who has checked in (or, without check-in, is registered) plays; the seed is drawn. No door passes a
    `seed`: one that is said beforehand is for the demo, which comes out the same each time.

    Who has not checked in is marked as not shown up. Where deck lists are required and somebody owes one,
    `lists_missing` says what becomes of them: “drop”, or “keep”: they play. Raises ListsMissing without it, Conflict
    with fewer than two to play, or while a list of people is being taken; ListsChecking while a job checks many lists
    (without `many` also while it should and nobody does it, else they are checked here); OtherRulesToday where many
    would have to be checked by the rules of another day.
    """
    with transaction.atomic():
        event = locked(event)
        require(by, "start_event", event)
        check_no_list(event, now)
        check_before_start(event, many=many, by=by, now=now)
        _start(event, _clean_choice(lists_missing), seed, by, now)
    return event


def _start(event: Event, lists_missing: str, seed: str, by: Actor, now: datetime) -> None:
    checked = event.state == State.CHECK_IN
    changes = newest_change(event)
    wanted = [Status.CHECKED_IN] if checked else [Status.REGISTERED, Status.CHECKED_IN]
    _settle_deck_lists(event, wanted, lists_missing, by, now)
    field = event.entrants.filter(status__in=wanted).count()
    if field < 2:
        raise Conflict(
            _("An event needs at least two players who have checked in.")
            if checked
            else _("An event needs at least two players who play.")
        )
    if checked:
        _leave_out_the_missing(event, by, now)
    event.entrants.filter(status__in=wanted).update(status=Status.PLAYING)
    pin_rules(event, by=by, now=now)
    event.planned_rounds = planned_rounds_of(event, field)
    event.seed_hash = publish_seed_hash(event, seed)
    came_from, event.state = event.state, State.RUNNING
    event.save(update_fields=["planned_rounds", "seed_hash", "state"])
    pin_policy(event, by=by, now=now)
    note(
        event,
        "start_event",
        _started(field, event.planned_rounds),
        by=by,
        now=now,
        public=True,
        details={"seed_hash": event.seed_hash, "from": came_from, "changes": changes},
    )
    tell_of_state(event, now=now)
    mark_changed(event.pk, "entrants")


def planned_rounds_of(event: Event, field: int) -> int | None:
    """The rounds of the first stage for a field of this size; None where its results will say."""
    first = stages_of(event)[0]
    if first.is_open:
        return event.swiss_rounds or rounds_for(field, first.pod_size or 2)
    return rounds_of_structure(first, field)


def _started(field: int, rounds: int | None) -> Message:
    if rounds is None:
        return _("The event has started: %(n)s players.", n=field)
    if rounds == 1:
        return _("The event has started: %(n)s players, one round.", n=field)
    return _("The event has started: %(n)s players, %(m)s rounds.", n=field, m=rounds)


def _clean_choice(value: object) -> str:
    """What becomes of those who owe a deck list. Raises Invalid."""
    choice = clean_line(value, "lists_missing", limit=8)
    if choice not in ("", *LISTS_MISSING):
        raise Invalid(_("Say “drop” or “keep”."), fields={"lists_missing": _("“drop”, “keep”, or left out.")})
    return choice


def _settle_deck_lists(event: Event, wanted: list[Status], choice: str, by: Actor, now: datetime) -> None:
    """Drops or keeps who of the field owes a deck list, and writes down whom. Raises ListsMissing without a choice."""
    owed = owing(event)
    without = [one for one in owed.without if one.status in wanted]
    illegal = [one for one in owed.illegal if one.status in wanted]
    rows = without + illegal
    if not rows:
        return
    if not choice:
        raise lists_missing_of(without, illegal)
    said = _("Started without a legal deck list: %(names)s.", names=names_of(rows))
    if choice == "drop":
        said = _("Dropped without a legal deck list: %(names)s.", names=names_of(rows))
        was = {"kind": "dropped", "after": Status.DROPPED, "at": now, **by.fact}
        write_rows(EntrantChange, ("entrant_id", "before"), [(one.pk, one.status) for one in rows], **was)
        for start in range(0, len(rows), AT_ONCE):
            part = event.entrants.filter(pk__in=[one.pk for one in rows[start : start + AT_ONCE]])
            part.update(status=Status.DROPPED, dropped_after=0)
    codes = {"codes": [one.code for one in rows]}
    note(event, f"deck_lists_{choice}", said, by=by, now=now, details=codes)


def _leave_out_the_missing(event: Event, by: Actor, now: datetime) -> None:
    """Who has not checked in did not show up; that is a fact like any other."""
    missing = event.entrants.filter(status=Status.REGISTERED)
    was = {"kind": "no_show", "before": Status.REGISTERED, "after": Status.NO_SHOW, "at": now, **by.fact}
    write_rows(EntrantChange, ("entrant_id",), missing.values_list("pk"), **was)
    missing.update(status=Status.NO_SHOW, dropped_after=0)


def publish_seed_hash(event: Event, said: str = "") -> str:
    """Draws the seed, once for all, unless one is said; gives the hash that is published at once."""
    drawn = said or secrets.token_hex(16)
    seed, _made = EventSeed.objects.get_or_create(event=event, defaults={"value": drawn})
    return hashlib.sha256(seed.value.encode()).hexdigest()


def unstart_event(event: Event, *, by: Actor, now: datetime) -> Event:
    """Undoes the start while no round was ever published: everybody is where he was before it, whatever he did since.
    The seed stays the one drawn."""
    with transaction.atomic():
        event = locked(event)
        require(by, "unstart_event", event)
        if event.rounds.exclude(published_at=None).exists():
            raise Conflict(_("A round was published already. Withdraw it, or go on from there."))
        event.rounds.exclude(state=RoundState.WITHDRAWN).update(state=RoundState.WITHDRAWN)
        event.state = state_before_start(event)
        taken_back = go_back_before_start(event, by=by, now=now)
        judged_by = rules_of(event).digest
        release_rules(event, now=now)
        event.planned_rounds = None
        event.save(update_fields=["state", "planned_rounds"])
        release_policy(event, now=now)
        said = (
            _("The start was undone; registration is open.")
            if event.state == State.REGISTRATION
            else _("The start was undone; check-in is open.")
        )
        note(event, "unstart_event", said, by=by, now=now, public=True)
        if rules_of(event).digest != judged_by:  # what was declared meanwhile is for this event, too
            check_again(event, by=by, now=now, tell=True)
        if taken_back:
            names = ", ".join(taken_back[:20]) + (" …" if len(taken_back) > 20 else "")
            again = _("As before the start again, whatever they did since: %(names)s.", names=names)
            note(event, "start_undone", again, by=by, now=now, topic="entrants")
        tell_of_state(event, now=now)
        mark_changed(event.pk, "entrants")
    return event


def finish_event(event: Event, *, by: Actor, now: datetime, reason: str = "") -> Event:
    """Ends the event after its last round; earlier only with a reason. Publishes the seed."""
    reason = clean_reason(reason, needed=False)
    with transaction.atomic():
        event = locked(event)
        require(by, "finish_event", event)
        standing = event.rounds.exclude(state=RoundState.WITHDRAWN)
        open_round = standing.exclude(state=RoundState.FINISHED).first()
        if open_round is not None and open_round.state != RoundState.OFFERED:
            raise Conflict(_("Round %(n)s is not finished yet.", n=open_round.number))
        if not reason:
            check_no_appeals(event, to_end=True)
            _check_all_played(event, standing.filter(state=RoundState.FINISHED).count())
        if open_round is not None:
            open_round.state = RoundState.WITHDRAWN
            open_round.save(update_fields=["state"])
        event.state = State.FINISHED
        event.save(update_fields=["state"])
        note(event, "finish_event", _("The event is finished."), by=by, now=now, reason=reason, public=True)
        tell_of_state(event, now=now)
        ratings_change([event.game], now=now)
        mark_changed(event.pk, "standings")
    return event


def _check_all_played(event: Event, played: int) -> None:
    """Raises Conflict while a round is to come: the event ends early only with a reason."""
    coming = coming_round(event)
    if coming.over:
        return
    said = (
        _(
            "Only %(played)s of %(planned)s rounds were played. To end here, give a reason.",
            played=played,
            planned=event.planned_rounds,
        )
        if coming.stage.number == 1 and event.planned_rounds
        else _(
            "The stage “%(stage)s” is still to be played. To end here, give a reason.",
            stage=title_of(coming.stage),
        )
    )
    raise Conflict(said, reason_needed=True)


def reopen_event(event: Event, *, by: Actor, now: datetime) -> Event:
    """Undoes the finish."""
    with transaction.atomic():
        event = _step(event, "reopen_event", State.RUNNING, _("The event goes on."), by, now)
        ratings_change([event.game], now=now)
    return event


def cancel_event(event: Event, *, reason: str, by: Actor, now: datetime) -> Event:
    """Cancels the event from any state but finished; running clocks are paused."""
    reason = clean_reason(reason)
    with transaction.atomic():
        event = locked(event)
        require(by, "cancel_event", event)
        pause_running_clocks(event, by=by, now=now, reason=_("The event was cancelled."))
        event.state_before_cancel, event.state = event.state, State.CANCELLED
        event.save(update_fields=["state", "state_before_cancel"])
        note(event, "cancel_event", _("The event is cancelled."), by=by, now=now, reason=reason, public=True)
        tell_of_state(event, now=now)
    return event


def restore_event(event: Event, *, by: Actor, now: datetime) -> Event:
    """Undoes a cancellation. Clocks stay paused until somebody resumes them."""
    with transaction.atomic():
        event = locked(event)
        require(by, "restore_event", event)
        event.state = event.state_before_cancel or State.DRAFT
        event.state_before_cancel = ""
        event.save(update_fields=["state", "state_before_cancel"])
        note(event, "restore_event", _("The event is on again."), by=by, now=now, public=True)
        tell_of_state(event, now=now)
    return event
