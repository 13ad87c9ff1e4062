"""A table calls a judge; a judge takes the call, hands it over, comes, and answers it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from referee.disputes.answering import answer_call
from referee.disputes.changes import open_dispute, resolve_disputes
from referee.models.calls import Call, CallStep, Reason
from referee.models.disputes import Dispute, Kind
from referee.models.live import LiveTable
from referee.phone_updates import notify_phones
from tournaments.access import Actor, require
from tournaments.access.rows import entrants_spoken_for
from tournaments.clocks.changes import extend_match
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.live.changes import mark_tables
from tournaments.locks import check_standing, locked_match
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.events import Event
from tournaments.models.rounds import Match, MatchState, RoundState
from tournaments.text import clean_int, clean_text

Step = CallStep.Step
#: The question of a call without words.
REASONS = {
    Reason.RULES: _("A question about the rules."),
    Reason.RESULT: _("A question about the result."),
    Reason.SLOW_PLAY: _("Slow play."),
    Reason.DECK: _("A question about a deck."),
    Reason.OTHER: _("A judge is needed."),
}
MOST_WORDS = 300
#: The most that is given back at once.
MOST_MINUTES = 60


def call_judge(match: Match, reason: object, words: object, *, by: Actor, now: datetime) -> Call:
    """A player calls a judge to the table of a match. A call that is open there is not made twice.

    Raises NotAllowed, Invalid for no reason of the list, Conflict where the table plays no more.
    """
    kind = clean_call_reason(reason)
    said = clean_text(words, "words", limit=MOST_WORDS)
    with transaction.atomic():
        match = locked_match(match)
        require(by, "call_judge", match.round.event, match)
        check_standing(match.round)
        known = open_call(match)
        if known is not None:
            return known
        if match.is_bye or match.round.state not in (RoundState.PUBLISHED, RoundState.RUNNING):
            raise Conflict(_("This table does not play."))
        if match.state == MatchState.DECIDED:
            raise Conflict(_("This match is decided. Ask at the desk."))
        question = said or REASONS[kind]
        dispute = open_dispute(match, Kind.CALL, question, by=by, now=now)
        call = with_call(dispute, kind, by=by)
        _tell_phones(match, called=True)
    return call


def with_call(dispute: Dispute, reason: str, *, by: Actor) -> Call:
    """The call of a dispute, made where it has none yet. The caller holds the transaction."""
    own = entrants_spoken_for(dispute.event, by.user_at(dispute.event_id), by.claimed)
    seated = {seat.entrant_id for seat in dispute.match.seats.all()}
    caller = next((entrant for entrant in own if entrant.pk in seated), None)
    return Call.objects.get_or_create(dispute=dispute, defaults={"reason": reason, "entrant": caller})[0]


def take_back_call(call: Call, *, by: Actor, now: datetime) -> Call:
    """A player of the table takes the call back while no judge has come."""
    with transaction.atomic():
        call, match = _locked(call)
        require(by, "take_back_call", match.round.event, match)
        if call.here_at is not None:
            raise Conflict(_("The judge is at your table already."))
        _check_open(call)
        _step(call, Step.TAKEN_BACK, by=by, now=now)
        resolve_disputes(match, resolution=_("Taken back by the table."), by=by, now=now, kinds=(Kind.CALL,))
        _tell_phones(match)
        _hear(match)
    return call


def take_call(call: Call, *, by: Actor, now: datetime) -> Call:
    """A judge takes the call. Doing it twice is doing it once; Conflict where another has it."""
    with transaction.atomic():
        call, match = _locked(call)
        require(by, "take_call", match.round.event, match)
        _check_open(call)
        judge = _judge(by)
        if call.judge_id == judge.pk:
            return call
        if call.judge is not None:
            raise Conflict(
                _("%(name)s has taken this call. Ask for it to be handed over.", name=call.judge.shown_name)
            )
        call.judge = judge
        call.save(update_fields=["judge"])
        _step(call, Step.TAKEN, by=by, now=now)
        _hear(match)
    return call


def hand_over(call: Call, to: object, *, by: Actor, now: datetime) -> Call:
    """Gives the call to another judge of the event by the number of the account, or (None, "") back into the list.
    Whoever has it may, and any judge for one that nobody comes for."""
    with transaction.atomic():
        call, match = _locked(call)
        event = match.round.event
        require(by, "take_call", event, match)
        _check_open(call)
        other = None if to in (None, "") else _judge_of(event, match, to)
        if call.judge_id == (other.pk if other is not None else None):
            return call
        call.judge, call.coming_at, call.here_at = other, None, None
        call.save(update_fields=["judge", "coming_at", "here_at"])
        _step(call, Step.HANDED if other is not None else Step.LET_GO, by=by, now=now, to=other)
        _hear(match)
    return call


def on_the_way(call: Call, *, by: Actor, now: datetime) -> Call:
    """The judge says that he is coming; who had not taken the call takes it by that."""
    with transaction.atomic():
        call = take_call(call, by=by, now=now)
        if call.coming_at is None:
            call.coming_at = now
            call.save(update_fields=["coming_at"])
            _step(call, Step.COMING, by=by, now=now)
            _hear(call.dispute.match)
    return call


def at_the_table(call: Call, *, by: Actor, now: datetime) -> Call:
    """The judge has come."""
    with transaction.atomic():
        call = take_call(call, by=by, now=now)
        if call.here_at is None:
            call.here_at = now
            call.save(update_fields=["here_at"])
            _step(call, Step.HERE, by=by, now=now)
            _hear(call.dispute.match)
    return call


def finish_call(
    call: Call, answer: object, minutes: object, *, by: Actor, now: datetime, cites: Sequence[object] = ()
) -> Call:
    """Answers the call with what was said, citing what is picked, and gives the table so many minutes back; none where
    it is left out.

    All or nothing: Conflict where the table has no running clock and minutes were given.
    """
    given = clean_int(minutes, "minutes", 0, MOST_MINUTES) if minutes not in (None, "") else 0
    said = clean_text(answer, "answer", limit=500)
    with transaction.atomic():
        call, match = _locked(call)
        event = match.round.event
        require(by, "take_call", event, match)
        _check_open(call)
        answer_call(event, call.dispute_id, said, by=by, now=now, cites=cites)
        if given:
            extend_match(match, given, by=by, now=now, reason=_("Time of a judge’s call."))
        _step(call, Step.DONE, by=by, now=now, minutes=given or None)
        call.dispute.refresh_from_db()
    return call


def open_call(match: Match) -> Call | None:
    """The call of a match that waits for an answer."""
    waiting = Call.objects.filter(dispute__match=match, dispute__resolved_at=None)
    return waiting.select_related("dispute__match__round__event", "judge").first()


def call_numbered(event: Event, number: int) -> Call:
    """A call of an event by the number of its dispute. Raises NotFound."""
    calls = Call.objects.select_related("dispute__match__round__event", "judge")
    call = calls.filter(dispute_id=number, dispute__event=event).first()
    if call is None:
        raise NotFound(_("There is no such call."))
    return call


def _locked(call: Call) -> tuple[Call, Match]:
    """The call read anew, with its match held."""
    match = locked_match(call.dispute.match)
    call = Call.objects.select_for_update(no_key=True, of=("self",)).get(pk=call.pk)
    call.dispute = Dispute.objects.get(pk=call.dispute_id)
    call.dispute.match = match
    return call, match


def _check_open(call: Call) -> None:
    if call.dispute.resolved_at is not None:
        raise Conflict(_("This call was answered in the meantime."))


def clean_call_reason(reason: object) -> Reason:
    """The reason of a call; left out, another one than those of the list. Raises Invalid."""
    if reason in (None, ""):
        return Reason.OTHER
    if reason not in Reason.values:
        said = _("“%(name)s” is one of %(which)s.", name="reason", which=", ".join(Reason.values))
        raise Invalid(said, fields={"reason": said})
    return Reason(str(reason))


def _judge(by: Actor) -> User:
    if by.user is None:
        raise Conflict(_("Sign in with an account to take a call."))
    return by.user


def _judge_of(event: Event, match: Match, to: object) -> User:
    number = clean_int(to, "to", 1, 2**31)
    roles = event.staff_roles.filter(revoked_at=None, user_id=number).select_related("user")
    for role in roles:
        require(Actor.of_user(role.user), "take_call", event, match)
        return role.user
    raise NotFound(_("There is no such judge in this event."))


def _step(
    call: Call, step: str, *, by: Actor, now: datetime, to: User | None = None, minutes: int | None = None
) -> None:
    CallStep.objects.create(call=call, step=step, to=to, minutes=minutes, at=now, **by.fact)


def _tell_phones(match: Match, *, called: bool | None = None) -> None:
    """The phones that log at this table: turns are not timed while a judge is called."""
    tables = LiveTable.objects.filter(record__match=match).select_related("record__match__round")
    for table in tables:
        notify_phones(table, **({} if called is None else {"called": called}))


def _hear(match: Match) -> None:
    mark_tables(match.round.event_id, [match.pk], "records")
