"""Asking for events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournaments.access import Actor, may
from tournaments.access.permissions import GONE
from tournaments.access.rows import entrants_spoken_for
from tournaments.decks.before_start import checking_in
from tournaments.journal import ADJUSTED
from tournaments.models.accounts import User
from tournaments.models.entrants import Status
from tournaments.models.events import Event, JournalEntry, StaffRole, State
from tournaments.models.rounds import MatchState, Round, RoundState
from tournaments.now import now
from tournaments.rounds.coming import coming_round
from tournaments.rounds.offered import is_outdated
from tournaments.stages.queries import title_of


def events_seen_by(actor: Actor) -> QuerySet[Event]:
    """The published events, and the actor's own drafts."""
    seen = ~Q(state=State.DRAFT)
    if actor.user is not None:
        own = Q(staff_roles__user=actor.user, staff_roles__revoked_at=None)
        if actor.grant is not None and actor.grant.events is not None:
            own &= Q(pk__in=actor.grant.events)
        seen |= own
    return Event.objects.filter(seen).distinct()


def events_worked_at(user: User) -> QuerySet[Event]:
    """The events at which the account has a role, newest first."""
    return Event.objects.filter(staff_roles__user=user, staff_roles__revoked_at=None).distinct()


def staff_of(event: Event) -> QuerySet[StaffRole]:
    """The staff and their current roles."""
    return event.staff_roles.filter(revoked_at=None).select_related("user").order_by("id")


def journal_of(event: Event, actor: Actor) -> QuerySet[JournalEntry]:
    """The journal, newest first: all of it for staff, the public lines for everybody else."""
    lines = event.journal.order_by("-id")
    return lines if may(actor, "view_journal", event) else lines.filter(public=True)


def as_read_by(actor: Actor, event: Event, lines: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Lines of the journal without what the reader is not to know yet: who plays does not read why a pairing was
    changed before it is published."""
    shown = list(lines)
    changed = [line for line in shown if line.kind == ADJUSTED and line.reason]
    plays = any(
        one.status not in GONE for one in entrants_spoken_for(event, actor.user_at(event.pk), actor.claimed)
    )
    if not changed or not plays:
        return shown
    published = set(event.rounds.filter(published_at__isnull=False).values_list("pk", flat=True))
    for line in changed:
        if line.details.get("round_id") not in published:
            line.reason = ""
    return shown


@dataclass(frozen=True)
class NextStep:
    """The organiser's next step. `action` is a name of the table of access; None: only wait."""

    sentence: str
    action: str | None = None
    label: str = ""
    blocked_by: tuple[str, ...] = ()
    round: Round | None = None


def next_step(event: Event) -> NextStep:
    """One sentence and one button."""
    entered = event.entrants.filter(status__in=[Status.REGISTERED, Status.CHECKED_IN]).count()
    if event.state == State.DRAFT:
        return NextStep(
            "Look over the choices, then open registration.", "publish_event", "Open registration"
        )
    if event.state == State.REGISTRATION:
        blocked = () if entered >= 2 else ("Two players at least are needed.",)
        sentence = f"{entered} entered. Open check-in when people arrive."
        return NextStep(sentence, "open_check_in", "Open check-in", blocked)
    if event.state == State.CHECK_IN:
        return _before_start(event)
    if event.state == State.FINISHED:
        return NextStep("The event is finished.")
    if event.state == State.CANCELLED:
        return NextStep("The event is cancelled.", "restore_event", "Restore the event")
    return _while_running(event)


def _before_start(event: Event) -> NextStep:
    here = event.entrants.filter(status=Status.CHECKED_IN).count()
    missing = event.entrants.filter(status=Status.REGISTERED).count()
    sentence = f"{here} have checked in."
    if missing:
        sentence += f" {missing} have not; starting leaves them out."
    blocked = [] if here >= 2 else ["Two players at least must have checked in."]
    checking = checking_in(event, now())
    if checking is not None and checking.waited_for and not checking.taken_up:
        blocked.append(f"Deck lists are still being checked: {len(checking.left)}.")
    return NextStep(sentence, "start_event", "Start the event", tuple(blocked))


def _while_running(event: Event) -> NextStep:
    standing = event.rounds.exclude(state=RoundState.WITHDRAWN)
    going = standing.exclude(state=RoundState.FINISHED).order_by("-number").first()
    if going is None:
        return _after_a_round(event)
    name = f"round {going.number}"
    if going.state == RoundState.OFFERED:
        going.event = event
        if is_outdated(going):
            sentence = f"Something changed since the pairing of {name} was made. Pair again."
            return NextStep(sentence, "offer_round", "Pair again", round=going)
        return NextStep(
            f"The pairing of {name} is ready. Publish it.", "publish_round", "Publish", round=going
        )
    if going.state == RoundState.PUBLISHED:
        return NextStep(
            f"People look for their tables. Start {name}.", "start_round", f"Start {name}", round=going
        )
    return _results_awaited(going, name)


def _after_a_round(event: Event) -> NextStep:
    coming = coming_round(event)
    if coming.over:
        return NextStep("All rounds are played.", "finish_event", "Finish the event")
    button = f"Pair round {coming.number}"
    if coming.begins_stage:
        return NextStep(f"{title_of(coming.stage)} can begin.", "offer_round", button)
    if coming.planned and coming.number == coming.in_stage:
        return NextStep(f"Round {coming.number} of {coming.planned} can be paired.", "offer_round", button)
    if coming.number == coming.in_stage:
        return NextStep(f"Round {coming.number} can be paired.", "offer_round", button)
    return NextStep(f"Round {coming.number} ({title_of(coming.stage)}) can be paired.", "offer_round", button)


def _results_awaited(going: Round, name: str) -> NextStep:
    open_matches = going.matches.exclude(state=MatchState.DECIDED)
    contested = open_matches.filter(state=MatchState.CONTESTED).count()
    reported = open_matches.filter(state=MatchState.REPORTED).count()
    playing = open_matches.filter(state=MatchState.OPEN).count()
    if not (contested or reported or playing):
        return NextStep(f"All results of {name} are in.", "finish_round", f"Finish {name}", round=going)
    waits = [
        (playing, "still playing"),
        (reported, "waiting for confirmation"),
        (contested, "contested"),
    ]
    blocked = tuple(f"{count} {what}" for count, what in waits if count)
    sentence = f"{name.capitalize()} is being played: " + ", ".join(blocked) + "."
    return NextStep(sentence, "finish_round", f"Finish {name}", blocked, round=going)
