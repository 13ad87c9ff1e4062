"""Results that staff enter, correct and clear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.errors import Conflict, NotAllowed, ReasonNeeded
from tournaments.journal import note
from tournaments.locks import check_standing, locked_match
from tournaments.losses.queries import losses_at
from tournaments.messages import message as _
from tournaments.models.results import Provenance, Result
from tournaments.models.rounds import Match, MatchState, RoundState
from tournaments.outbox.changes import put
from tournaments.outbox.webhooks import tell_of_result
from tournaments.outcomes.outcome import Outcome
from tournaments.results.deciding import cleaned_outcome
from tournaments.results.holds import ENTERED
from tournaments.results.writes import BY_PENALTY, move, standing_result, take_back_reports, write_result
from tournaments.text import clean_reason


@dataclass(frozen=True)
class Entering:
    """A result as staff want it at a match, checked: the one that stands, the outcome that would, and whether it
    corrects or settles one. ``stays``: it says nothing new."""

    before: Result | None
    outcome: Outcome
    corrects: bool
    stays: bool


def check_result(
    match: Match, outcome: object, *, by: Actor, reason: str, seen: int | None = None
) -> Entering:
    """What ``enter_result`` would enter. Writes nothing, and raises as that does."""
    event = match.round.event
    before = standing_result(match)
    corrects = match.state in (MatchState.DECIDED, MatchState.CONTESTED)
    require(by, "correct_result" if corrects else "enter_result", event, match)
    _check_open_for_staff(match)
    cleaned = cleaned_outcome(outcome, match, by_staff=True, overridden=bool(reason))
    agrees = before is not None and before.outcome == cleaned
    if agrees and match.state == MatchState.DECIDED and not reason:
        return Entering(before, cleaned, corrects, stays=True)
    if seen is not None and not agrees:
        check_seen(before, seen)
    if not reason and (corrects or (before is not None and not agrees)):
        raise reason_needed()
    return Entering(before, cleaned, corrects, stays=False)


def reason_needed() -> ReasonNeeded:
    """The refusal of a result in the place of another without a reason."""
    return ReasonNeeded(_("A result stood here. Say why it changes."), fields={"reason": _("Needed.")})


def check_seen(standing: Result | None, seen: int) -> None:
    """Raises Conflict where another result stands at a match than was seen, by its id; 0: none."""
    if seen != (standing.pk if standing is not None else 0):
        raise Conflict(_("The result has changed since you saw it. Look again."))


def enter_result(
    match: Match,
    outcome: object,
    *,
    by: Actor,
    now: datetime,
    reason: str = "",
    source: str = "",
    seen: int | None = None,
    cites: Sequence[object] = (),
) -> Result:
    """Enters a result, or corrects or settles one; then with a reason. Entering the same twice is once. ``seen``: the
    id of the result that stood when what follows was looked at, 0 for none. ``cites``: what the decision on an appeal
    cites, where the result is one.

    Raises BadOutcome, ReasonNeeded, NotAllowed (also at one's own table), Conflict for a withdrawn round, and where
    another result stands than was seen.
    """
    reason = clean_reason(reason, needed=False)
    with transaction.atomic():
        match = locked_match(match)
        event = match.round.event
        wanted = check_result(match, outcome, by=by, reason=reason, seen=seen)
        before, cleaned = wanted.before, wanted.outcome
        if wanted.stays and before is not None:
            if cites:
                raise reason_needed()
            return before
        result = write_result(match, cleaned, Provenance.STAFF, by=by, now=now, reason=reason, source=source)
        for hear in ENTERED:
            hear(match, result, by=by, now=now, cites=cites)
        if wanted.corrects:
            text = _(
                "Round %(n)s, %(table)s: the result was corrected.", n=match.round.number, table=match.place
            )
            details = {"match": match.pk, "before": before and before.outcome, "after": cleaned}
            note(
                event,
                "result_corrected",
                text,
                by=by,
                now=now,
                reason=reason,
                details=details,
                topic="results",
            )
    return result


def clear_result(match: Match, *, reason: str, by: Actor, now: datetime) -> Match:
    """Takes a result away, so that the match is played or reported again. Its history stays."""
    reason = clean_reason(reason)
    with transaction.atomic():
        match = locked_match(match)
        event = match.round.event
        require(by, "correct_result", event, match)
        _check_open_for_staff(match)
        if match.round.state == RoundState.FINISHED:
            raise Conflict(_("The round is finished. Reopen it first, or enter the right result."))
        if match.state == MatchState.OPEN:
            return match
        before, settled = standing_result(match), match.state == MatchState.DECIDED
        if before is not None and _follows_from_penalties(match, before):
            raise Conflict(_("This result follows from a penalty. Take the penalty back."))
        if before is not None:
            before.replaced_at = now
            before.save(update_fields=["replaced_at"])
        take_back_reports(match, now)
        match.game_outcomes.filter(replaced_at=None).update(replaced_at=now)
        move(match, MatchState.OPEN, by=by, now=now)
        text = _("Round %(n)s, %(table)s: the result was cleared.", n=match.round.number, table=match.place)
        details = {"match": match.pk, "before": before and before.outcome}
        note(event, "result_cleared", text, by=by, now=now, reason=reason, details=details, topic="results")
        put(event, "result_withdrawn", {"match": match.pk}, now=now)
        if settled:
            tell_of_result(match, None, now=now)
    return match


def _follows_from_penalties(match: Match, result: Result) -> bool:
    """Whether penalties that stand made this result, or say who has lost the match."""
    losses = losses_at(match)
    return bool(losses.match or (losses.penalties and result.source == BY_PENALTY))


def _check_open_for_staff(match: Match) -> None:
    check_standing(match.round)
    if match.is_bye:
        raise Conflict(_("A bye has no other result."))
    if match.seats.count() < 2:
        raise NotAllowed(_("There is nobody to play against at this table."))
