"""Giving a penalty, putting another in its place, taking it back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from tournaments.access import Actor, may, require
from tournaments.access.permissions import Subject
from tournaments.entrants.changes import disqualify_entrant, reinstate_entrant
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound, ReasonNeeded
from tournaments.journal import note as note_line
from tournaments.live.changes import mark_changed, mark_tables
from tournaments.locks import locked, locked_match
from tournaments.losses.queries import landing_of
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant, Status
from tournaments.models.events import Event
from tournaments.models.penalties import LOSSES, Penalty, PenaltyKind
from tournaments.models.rounds import PUBLISHED_STATES, Match, MatchState, Round, RoundState, Seat
from tournaments.outbox.notifications import notify_of_penalty
from tournaments.penalties.consequences import counts_here, game_now
from tournaments.penalties.head_judge import check_head_judge
from tournaments.penalties.queries import match_now
from tournaments.penalties.settling import give_points_back, settle
from tournaments.policies.queries import policy_of
from tournaments.policies.stepping import policy_says
from tournaments.policies.structs import Infraction
from tournaments.policies.words import PENALTY_WORDS, name_of
from tournaments.text import clean_int, clean_reason, clean_text

MOST_GAMES = 9


class PenaltiesChanged(Conflict):
    """Somebody gave the player a penalty since the sender looked."""

    code = "penalties_changed"


@dataclass(frozen=True)
class Given:
    """What is to be given: the infraction, and for the head judge another penalty than the policy's with its reason.

    `note` is what happened, which the player reads. `game`: of the match, the game that a game loss is for; None: the
    one that is on, or the next. `seen`: the newest row about the player that the giver saw (0: none); a penalty for the
    same infraction that came since is the same. `source`: a deck check or a dispute that it came from. `minutes`: late
    by so many.
    """

    infraction: str
    penalty: str = ""
    reason: str = ""
    note: str = ""
    game: int | None = None
    seen: int | None = None
    source: str = ""
    minutes: int | None = None


def give_penalty(
    event: Event, entrant: Entrant, given: Given, *, by: Actor, now: datetime, match: Match | None = None
) -> Penalty:
    """Gives the player what the event's policy says for this infraction, stepped up, or what the head judge says
    instead. Without `match` it is given at the player's table of the newest round, where there is one.

    Raises NotAllowed, also at one's own table and for a judge who goes beyond or below the policy; Invalid,
    ReasonNeeded, NotFound; PenaltiesChanged where another penalty came since `seen`; Conflict for who is disqualified.
    """
    given = _cleaned(given)
    with transaction.atomic():
        event, entrant, match = _held(event, entrant, match)
        require(by, "give_penalty", event, match or entrant)
        known = _given_since(entrant, match, given)
        if known is not None:
            return known
        if entrant.status == Status.DISQUALIFIED:
            raise Conflict(_("%(name)s is disqualified.", name=entrant.name))
        infraction = policy_of(event).policy.infraction(given.infraction)
        if infraction is None:
            raise _wrong("infraction", _("The event’s policy has no such infraction."))
        says = policy_says(infraction, times_before(entrant, infraction))
        kind = PenaltyKind(given.penalty or says.penalty)
        if kind != says.penalty:
            check_head_judge(by, event, match or entrant)
            if not given.reason:
                raise ReasonNeeded(
                    _(
                        "The policy says %(penalty)s here. Say why it is another.",
                        penalty=PENALTY_WORDS[says.penalty],
                    ),
                    fields={"reason": _("Needed.")},
                )
        if kind == PenaltyKind.DISQUALIFICATION:
            _check_disqualifies(by, entrant)
        row = Penalty(
            by_policy=says.penalty,
            time=says.time,
            reason=given.reason if kind != says.penalty else "",
            **_columns(event, entrant, match, given, kind),
        )
        return write_penalty(row, match, by=by, now=now)


def write_penalty(row: Penalty, match: Match | None, *, by: Actor, now: datetime) -> Penalty:
    """Keeps the row and does what follows from it. Event and match are locked."""
    row.at, row.by_user, row.by = now, by.user, by.fact["by"]
    _place(row, match)
    row.save()
    said = _("%(name)s, %(what)s: %(penalty)s.", **_words(row))
    _tell(row, match, "penalty", said, row.reason, by, now)
    _apply(row, by, now)
    notify_of_penalty(row.entrant, row.pk, now=now)
    return row


def change_penalty(penalty: Penalty, kind: str, *, reason: str, by: Actor, now: datetime) -> Penalty:
    """Puts another penalty in the place of this one: for the head judge, with a reason. The same changes nothing.

    Raises NotAllowed, Invalid, Conflict for one that was replaced or taken back meanwhile.
    """
    reason = clean_reason(reason)
    if kind not in PenaltyKind.values:
        raise _wrong("penalty", _("There is no such penalty."))
    with transaction.atomic():
        penalty, match = _held_penalty(penalty)
        _require(by, "give_penalty", penalty, match)
        check_head_judge(by, penalty.event, match or penalty.entrant)
        if penalty.penalty == kind:
            return penalty
        if PenaltyKind.DISQUALIFICATION in (penalty.penalty, kind):
            _check_disqualifies(by, penalty.entrant)
        row = _in_place(penalty, now)
        row.penalty, row.reason = PenaltyKind(kind), reason
        if kind in LOSSES and penalty.penalty not in LOSSES:
            _place(row, match)  # the match at which it was given may be over by now
        row.at, row.by_user, row.by = now, by.user, by.fact["by"]
        row.save()
        said = _("%(name)s, %(what)s: now %(penalty)s.", **_words(row))
        _tell(row, match, "penalty_changed", said, reason, by, now)
        _undo(penalty, by, now)
        _apply(row, by, now)
        notify_of_penalty(row.entrant, row.pk, now=now)
    return row


def take_back_penalty(penalty: Penalty, *, reason: str, by: Actor, now: datetime) -> Penalty:
    """Takes the penalty back, with what followed from it: points, a result that it made while the round is played, a
    disqualification. Who gave it may, and the head judge. Gives the row that says so; twice is once."""
    reason = clean_reason(reason)
    with transaction.atomic():
        penalty, match = _held_penalty(penalty, also_taken_back=True)
        _require(by, "give_penalty", penalty, match)
        if by.user is None or penalty.by_user_id != by.user.pk:
            check_head_judge(by, penalty.event, match or penalty.entrant)
        if penalty.taken_back:
            return penalty
        if penalty.penalty == PenaltyKind.DISQUALIFICATION:
            _check_disqualifies(by, penalty.entrant)
        return write_taken_back(penalty, match, reason=reason, by=by, now=now)


def write_taken_back(
    penalty: Penalty, match: Match | None, *, reason: str, by: Actor, now: datetime
) -> Penalty:
    """Keeps the row that says so and undoes what followed. Event and match are locked."""
    row = _in_place(penalty, now)
    row.taken_back, row.reason = True, reason
    row.at, row.by_user, row.by = now, by.user, by.fact["by"]
    row.save()
    said = _("%(name)s, %(what)s: the %(penalty)s was taken back.", **_words(row))
    _tell(row, match, "penalty_back", said, reason, by, now)
    _undo(penalty, by, now)
    return row


def _check_disqualifies(by: Actor, entrant: Entrant) -> None:
    if not may(by, "disqualify", entrant.event, entrant):
        raise NotAllowed(_("Only the head judge disqualifies. Call the head judge."))


def times_before(entrant: Entrant, infraction: Infraction) -> int:
    """How often the player was punished for this in the event, what was taken back apart."""
    return Penalty.objects.filter(
        entrant=entrant, infraction=infraction.id, replaced_at=None, taken_back=False
    ).count()


def _cleaned(given: Given) -> Given:
    if given.penalty and given.penalty not in PenaltyKind.values:
        raise _wrong("penalty", _("There is no such penalty."))
    if given.game is not None:
        clean_int(given.game, "game", 1, MOST_GAMES)
    return Given(
        given.infraction,
        given.penalty,
        clean_reason(given.reason, needed=False),
        clean_text(given.note, "note", limit=500),
        given.game,
        given.seen,
        clean_text(given.source, "source", limit=60),
        given.minutes,
    )


def _columns(
    event: Event, entrant: Entrant, match: Match | None, given: Given, kind: PenaltyKind
) -> dict[str, object]:
    return {
        "event": event,
        "entrant": entrant,
        "match": match,
        "infraction": given.infraction,
        "penalty": kind,
        "game": given.game or (game_now(match, entrant) if match is not None else 1),
        "minutes": given.minutes,
        "note": given.note,
        "source": given.source,
    }


def _held(event: Event, entrant: Entrant, match: Match | None) -> tuple[Event, Entrant, Match | None]:
    """Event, match and entrant as they are now, the first two locked. Raises NotFound for who does not sit there."""
    event = locked(event)
    held = event.entrants.select_for_update(no_key=True).filter(pk=entrant.pk).first()
    if held is None:
        raise NotFound(_("There is no such entrant in this event."))
    held.event = event
    match = match if match is not None else match_now(held)
    if match is None:
        return event, held, None
    match = locked_match(match)
    shown = match.round.state in PUBLISHED_STATES and match.round.event_id == event.pk
    if not shown or not match.seats.filter(entrant=held).exists():
        raise NotFound(_("There is no such entrant at this table."))
    match.round.event = event
    return event, held, match


def _held_penalty(penalty: Penalty, *, also_taken_back: bool = False) -> tuple[Penalty, Match | None]:
    """The newest row of this penalty. Raises Conflict where it was replaced or taken back meanwhile."""
    event = locked(penalty.event)
    known = Penalty.objects.select_related("entrant", "match").get(pk=penalty.pk)
    if also_taken_back:
        after = (
            Penalty.objects.filter(replaces=known, taken_back=True).select_related("entrant", "match").first()
        )
        known = after or known
    if known.replaced_at is not None or (known.taken_back and not also_taken_back):
        raise Conflict(_("This penalty was changed or taken back meanwhile. Look again."))
    known.event = known.entrant.event = event
    match = None if known.match is None else locked_match(known.match)
    if match is not None:
        match.round.event = event
    return known, match


def _require(by: Actor, action: str, penalty: Penalty, match: Match | None) -> None:
    """At a table of one's own nobody changes a penalty, nor one of one's own."""
    subject: Subject = match or penalty.entrant
    require(by, action, penalty.event, subject)


def _given_since(entrant: Entrant, match: Match | None, given: Given) -> Penalty | None:
    """A penalty that was given since the giver looked, for the same: it is the same. Raises PenaltiesChanged."""
    if given.seen is None:
        return None
    newer = Penalty.objects.filter(entrant=entrant, pk__gt=given.seen).order_by("pk")
    same = newer.filter(infraction=given.infraction, match=match, replaced_at=None, taken_back=False).first()
    if same is None and newer.exists():
        raise PenaltiesChanged(
            _("%(name)s was given a penalty since you looked. Look again.", name=entrant.name)
        )
    return same


def _place(row: Penalty, match: Match | None) -> None:
    """Where a loss counts: at this table while it plays, else in the player's next match that is not decided."""
    if match is None:
        row.from_round = _next_round(row.event)
        return
    row.counts_here = counts_here(row.penalty, match)
    row.from_round = match.round.number if row.counts_here else _over_until(row, match.round) + 1


def _over_until(row: Penalty, round: Round) -> int:
    """The last round from this one on in which the player's match, or bye, is over for this loss: decided, or reported
    where it is a game that is lost. At least this one, or the one before it where this one was taken back and is paired
    anew."""
    last = round.number - (round.state == RoundState.WITHDRAWN)
    seats = Seat.objects.filter(
        entrant=row.entrant, round__number__gt=last, round__state__in=PUBLISHED_STATES
    )
    for seat in seats.select_related("match__round__event", "match__round__stage"):
        match = seat.match
        waits = not match.is_bye and match.state != MatchState.DECIDED
        if match.state == MatchState.DECIDED or (waits and not counts_here(row.penalty, match)):
            last = max(last, match.round.number)
    return last


def _next_round(event: Event) -> int:
    """The first round in which somebody who sits nowhere now can play: the newest, if it may still seat somebody."""
    newest = event.rounds.filter(state__in=PUBLISHED_STATES).order_by("-number").first()
    if newest is None:
        return 1
    return newest.number + (newest.state == RoundState.FINISHED)


def _apply(row: Penalty, by: Actor, now: datetime) -> None:
    """The consequence of a row that has come to stand."""
    if row.penalty in LOSSES:
        _settle(row, by, now)
    elif row.penalty == PenaltyKind.DISQUALIFICATION:
        reason = _("Penalty: %(what)s.", what=name_of(policy_of(row.event).policy, row.infraction))
        disqualify_entrant(row.entrant, reason=row.note or reason, by=by, now=now)


def _undo(penalty: Penalty, by: Actor, now: datetime) -> None:
    """The consequence of a row that stands no more."""
    give_points_back(penalty, by=by, now=now)
    if penalty.penalty in LOSSES:
        _settle(penalty, by, now)
    elif penalty.penalty == PenaltyKind.DISQUALIFICATION:
        entrant = Entrant.objects.get(pk=penalty.entrant_id)
        entrant.event = penalty.event
        if entrant.status == Status.DISQUALIFIED:
            reinstate_entrant(entrant, reason=_("The penalty was taken back."), by=by, now=now)


def _settle(penalty: Penalty, by: Actor, now: datetime) -> None:
    """The match in which this loss counts, anew: while its round is played. As the round starts it is settled again."""
    counted = Match.objects.filter(pk=landing_of([penalty]).get(penalty.pk, 0)).first()
    if counted is None:
        return
    match = locked_match(counted)
    if match.round.state == RoundState.RUNNING:
        settle(match, by=by, now=now)


def _in_place(penalty: Penalty, now: datetime) -> Penalty:
    """A new row like this one, which it replaces."""
    Penalty.objects.filter(pk=penalty.pk).update(replaced_at=now)
    same = (
        *(
            "event",
            "entrant",
            "match",
            "infraction",
            "penalty",
            "by_policy",
            "time",
            "counts_here",
            "from_round",
        ),
        *("game", "minutes", "note", "source"),
    )
    return Penalty(replaces=penalty, **{name: getattr(penalty, name) for name in same})


def _words(row: Penalty) -> dict[str, str]:
    policy = policy_of(row.event).policy
    return {
        "name": row.entrant.name,
        "what": name_of(policy, row.infraction),
        "penalty": PENALTY_WORDS[row.penalty],
    }


def _tell(
    row: Penalty, match: Match | None, kind: str, said: str, reason: str, by: Actor, now: datetime
) -> None:
    details = {"penalty": row.pk, "entrant": row.entrant.code, "infraction": row.infraction}
    note_line(row.event, kind, said, by=by, now=now, reason=reason, details=details, topic="entrants")
    if match is not None:
        mark_tables(row.event.pk, [match.pk])
    mark_changed(row.event.pk, "entrants")


def _wrong(field: str, why: Message) -> Invalid:
    return Invalid(why, fields={field: why})
