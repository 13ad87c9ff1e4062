"""Reports of players, and their answers to one another's."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.choices import never_drawn
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.live.changes import mark_tables
from tournaments.locks import check_standing, locked_match
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.results import Provenance, Report, Result
from tournaments.models.rounds import Match, MatchState, RoundState
from tournaments.outbox.changes import put
from tournaments.outcomes.outcome import Outcome, same_outcome
from tournaments.results.deciding import cleaned_outcome
from tournaments.results.holds import is_held
from tournaments.results.writes import move, standing_reports, standing_result, write_result
from tournaments.stages.queries import match_rules
from tournaments.text import clean_text


class AlreadyDecided(Conflict):
    """A match whose result stands."""

    code = "already_decided"


class TableChanged(Conflict):
    """A report that was made before something happened at its table that its sender did not know of."""

    code = "table_changed"


@dataclass(frozen=True)
class Seen:
    """The table as the sender of a report saw it: the ids of the sender's own report and of the newest result there,
    also of one that was cleared since; 0 where there was none."""

    report: int
    result: int


class NothingToConfirm(Conflict):
    """There is no report that waits for this entrant."""

    code = "nothing_to_confirm"


def report_result(
    match: Match,
    outcome: object,
    *,
    by: Actor,
    now: datetime,
    key: str = "",
    entrant: Entrant | None = None,
    source: str = "",
    seen: Seen | None = None,
) -> Report:
    """Keeps what a player of the match says.

    The first report makes a reported result; one that agrees with the other's confirms it; one that differs
    makes the match contested. The same report again, or the same `key`, is the same report. One that says what its
    sender had `seen` may come late: it takes the place of no report of the sender's that was made since, and of no
    result that staff cleared since.
    Raises BadOutcome, AlreadyDecided, TableChanged, NotAllowed.
    """
    key = clean_text(key, "key", limit=100)
    with transaction.atomic():
        match = locked_match(match)
        require(by, "report_result", match.round.event, match)
        whose = reporter_at(match, by, entrant)
        known = Report.objects.filter(match=match, entrant=whose, key=key).first() if key else None
        cleaned = cleaned_outcome(outcome, match)
        if known is not None:
            return _repeated(known, cleaned)
        _check_somebody_won(match, cleaned)
        check_open_for_players(match)
        if seen is not None:
            _check_unchanged(match, whose, cleaned, seen)
        return keep_report(match, whose, cleaned, by=by, now=now, key=key, source=source)


def keep_report(
    match: Match,
    whose: Entrant | None,
    outcome: Outcome,
    *,
    by: Actor,
    now: datetime,
    key: str = "",
    source: str = "",
) -> Report:
    """The report kept and its consequence drawn. The match is locked; None is a report by the site."""
    mine = Report.objects.filter(match=match, entrant=whose, replaced_at=None).first()
    result = standing_result(match)
    agrees = result is not None and same_outcome(result.outcome, outcome)
    if match.state == MatchState.DECIDED and not agrees:
        raise AlreadyDecided(_("The result of this match stands. Call a judge if it is wrong."))
    if mine is not None and same_outcome(mine.outcome, outcome):
        return mine
    if match.state == MatchState.DECIDED and mine is None and whose is None:
        raise AlreadyDecided(_("The result of this match stands."))
    others = [report for report in standing_reports(match) if report.entrant_id != (whose and whose.pk)]
    if mine is not None:
        mine.replaced_at = now
        mine.save(update_fields=["replaced_at"])
    report = Report.objects.create(
        match=match, entrant=whose, outcome=outcome, source=source, key=key, at=now, **by.fact
    )
    mark_tables(match.round.event_id, [match.pk])
    if match.state != MatchState.DECIDED:
        _draw_consequence(match, report, others, by=by, now=now)
    return report


def _draw_consequence(
    match: Match, report: Report, others: list[Report], *, by: Actor, now: datetime
) -> None:
    """One says it: reported. All say the same: confirmed. They differ: contested."""
    if not others:
        write_result(match, report.outcome, Provenance.REPORTED, by=by, now=now, source=report.source)
        return
    agree = all(same_outcome(report.outcome, other.outcome) for other in others)
    if agree and len({said.entrant_id for said in (report, *others)} - {None}) < 2:
        # a log that nobody sent in agrees with one player: that is nobody else's word
        write_result(match, report.outcome, Provenance.REPORTED, by=by, now=now, source=report.source)
        return
    if agree:
        fuller = max([report, *others], key=lambda said: len(str(said.outcome)))
        source = report.source or next((said.source for said in others if said.source), "")
        write_result(match, fuller.outcome, Provenance.CONFIRMED, by=by, now=now, source=source)
        return
    contest(match, by=by, now=now)


def contest(match: Match, *, by: Actor, now: datetime) -> None:
    """Marks the match as contested, because its reports differ: a judge decides. The match is locked; one that is
    decided stays so."""
    if match.state in (MatchState.OPEN, MatchState.REPORTED):
        move(match, MatchState.CONTESTED, by=by, now=now)
        put(match.round.event, "result_contested", {"match": match.pk}, now=now)


def confirm_result(
    match: Match, *, by: Actor, now: datetime, entrant: Entrant | None = None, result: int | None = None
) -> Result:
    """The other player agrees with what was reported. `result` is the id of the one that was seen.

    Confirming twice is confirming once. Raises NothingToConfirm, also for who reported it himself.
    """
    with transaction.atomic():
        match = locked_match(match)
        require(by, "report_result", match.round.event, match)
        whose = reporter_at(match, by, entrant)
        standing = standing_result(match)
        if match.state == MatchState.DECIDED and standing is not None:
            if result is not None and result not in (standing.pk, standing.replaces_id):
                raise Conflict(_("The result has changed since you saw it. Look again."))
            return standing
        if match.state == MatchState.CONTESTED:
            raise NothingToConfirm(_("The reports of this table differ. A judge will come."))
        if match.state != MatchState.REPORTED or standing is None:
            raise NothingToConfirm(_("Nobody has reported a result yet."))
        if result is not None and result != standing.pk:
            raise Conflict(_("The result has changed since you saw it. Look again."))
        if any(report.entrant_id == whose.pk for report in standing_reports(match)):
            raise NothingToConfirm(_("Your own report waits for the other player."))
        check_open_for_players(match)
        keep_report(match, whose, standing.outcome, by=by, now=now, source=standing.source)
        confirmed = standing_result(match)
        assert confirmed is not None
        return confirmed


def confirm_as_unchallenged(match: Match, *, now: datetime, by: Actor) -> Result | None:
    """A report nobody objected to stands; None when something happened to it meanwhile, or a judge was asked."""
    with transaction.atomic():
        match = locked_match(match)
        # against those too who only refer to the match: a call that is being written is waited for, or comes after
        Match.objects.select_for_update().get(pk=match.pk)
        result = standing_result(match)
        if match.state != MatchState.REPORTED or result is None or match.round.state != RoundState.RUNNING:
            return None
        if is_held(match):
            return None
        return write_result(
            match,
            result.outcome,
            Provenance.CONFIRMED,
            by=by,
            now=now,
            source=result.source,
            unchallenged=True,
        )


def reporter_at(match: Match, by: Actor, entrant: Entrant | None) -> Entrant:
    """Whom the actor speaks for at this table."""
    own = [seat.entrant for seat in match.seats.select_related("entrant") if by.speaks_for(seat.entrant)]
    if entrant is not None:
        own = [mine for mine in own if mine.pk == entrant.pk]
    if not own:
        raise NotAllowed(_("You do not sit at this table."))
    return own[0]


def _repeated(known: Report, outcome: Outcome) -> Report:
    if not same_outcome(known.outcome, outcome):
        raise Conflict(_("This key was used for another report already."))
    return known


def _check_somebody_won(match: Match, outcome: Outcome) -> None:
    """Where a game is never drawn, a match of one has a winner unless the players agreed on a draw. Raises Invalid."""
    event = match.round.event
    played = outcome.get("kind", "played") == "played" and "ranking" not in outcome
    if played and match_rules(match).games == 1 and never_drawn(event.game) and outcome.get("winner") is None:
        said = _("This game has no draw: say who won, or call a judge.")
        raise Invalid(said, fields={"winner": said})


def seen_at(match: Match, entrant: Entrant) -> Seen:
    """What this player of the match sees there now."""
    mine = Report.objects.filter(match=match, entrant=entrant, replaced_at=None).values_list("pk", flat=True)
    newest = Result.objects.filter(match=match).order_by("-pk").values_list("pk", flat=True)
    return Seen(mine.first() or 0, newest.first() or 0)


def _check_unchanged(match: Match, whose: Entrant, outcome: Outcome, seen: Seen) -> None:
    there = seen_at(match, whose)
    if there.report not in (0, seen.report):
        mine = Report.objects.get(pk=there.report)
        if not same_outcome(mine.outcome, outcome):
            said = _(
                "You have reported something else since. Look at your table, and report again if it is wrong."
            )
            raise TableChanged(said)
    if match.state == MatchState.OPEN and there.result != seen.result:
        raise TableChanged(
            _(
                "A result of this table was taken away since. Look at your table, and report again what counts."
            )
        )


def check_open_for_players(match: Match) -> None:
    """Raises Conflict where players say nothing of this match: before its round runs, and after it."""
    check_standing(match.round)
    if match.is_bye:
        raise Conflict(_("A bye needs no report."))
    if match.round.state == RoundState.PUBLISHED:
        raise Conflict(_("The round has not started yet."))
    if match.round.state != RoundState.RUNNING:
        raise Conflict(_("This round is over. Ask a judge to correct its results."))
