"""The door of the referee: what a log's game came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from tournaments.access import Actor, may, require
from tournaments.errors import Conflict
from tournaments.journal import note
from tournaments.locks import check_standing, locked_match
from tournaments.losses.queries import Losses, losses_at
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.results import GameOutcome, Provenance, Report, Result
from tournaments.models.rounds import Match, MatchState, RoundState
from tournaments.outbox.webhooks import tell_of_result
from tournaments.outcomes.outcome import BadOutcome, Outcome, clean_game, outcome_of_games, same_outcome
from tournaments.results.deciding import decided, honouring, letters_of
from tournaments.results.following import Assumed, Stays
from tournaments.results.reports import contest, keep_report
from tournaments.results.writes import move, standing_result, take_back_reports, write_result
from tournaments.stages.queries import match_rules
from tournaments.text import clean_int, clean_text


class LogDiffers(Conflict):
    """A log whose outcome is not what its sender reported."""

    code = "log_differs"


def report_from_log(
    match: Match,
    game_number: int,
    outcome: Mapping[str, object],
    source: str,
    *,
    by: Actor,
    now: datetime,
    reason: str = "",
) -> Result | None:
    """Keeps the outcome of one game of a match; once the games decide the match, its result follows.

    By staff it stands at once as adjudicated. By a player it is his report, which the other confirms.
    By the site it is a report of neither, which a player confirms. Gives the standing result, or None
    while the match is not decided: a judge is asked where games are equal, somebody must win, and neither
    seed nor lot says who. Raises BadOutcome, AlreadyDecided, NotAllowed, LogDiffers.
    """
    source = clean_text(source, "source", limit=100, needed=True)
    with transaction.atomic():
        match = locked_match(match)
        event = match.round.event
        check_standing(match.round)
        staff = may(by, "enter_result", event, match) or may(by, "rule", event, match)
        as_staff = staff and not by.is_system
        if not as_staff:
            require(by, "report_result", event, match)
        letters = letters_of(match)
        clean_int(game_number, "game_number", 1, match_rules(match, len(letters)).games)
        _keep(match, game_number, clean_game(outcome, letters), source, by=by, now=now)
        kept = match.game_outcomes.filter(replaced_at=None).order_by("number")
        try:
            whole = outcome_by_games(match, [game.outcome for game in kept], letters, losses_at(match))
        except BadOutcome:
            if as_staff:
                raise
            contest(match, by=by, now=now)  # equal games: who won is played on, or left to a judge
            return None
        if whole is None:
            return None
        if as_staff:
            return _adjudicate(match, whole, source, by=by, now=now, reason=reason)
        whose = None
        if not by.is_system:
            own = [
                seat.entrant for seat in match.seats.select_related("entrant") if by.speaks_for(seat.entrant)
            ]
            whose = own[0]
            _check_own_word(match, whose, whole)
        keep_report(match, whose, whole, by=by, now=now, source=source)
        return standing_result(match)


def outcome_by_games(
    match: Match,
    games: Sequence[Outcome],
    letters: Sequence[str],
    losses: Losses,
    codes: Mapping[str, str] | None = None,
) -> Outcome | None:
    """What the match comes to by the outcomes of its games' logs and by what penalties cost in it; None while that does
    not decide it. ``codes``: who sits where, if it was read already. Raises BadOutcome where games are equal and a
    judge says who won, or penalties say otherwise."""
    rules = match_rules(match, len(letters))
    whole = outcome_of_games(games, letters, rules.games, losses.of(letters))
    return None if whole is None else decided(honouring(whole, losses, letters), match, rules, codes)


def outcome_with_games(
    match: Match, new: Mapping[int, Outcome | None], letters: Sequence[str], losses: Losses
) -> Outcome | None:
    """What the match would come to with these outcomes of games, by their numbers, beside those that stand. Raises
    BadOutcome."""
    stands = GameOutcome.objects.filter(match=match, replaced_at=None).values_list("number", "outcome")
    games = dict(stands) | {number: clean_game(each, letters) for number, each in new.items()}
    return outcome_by_games(match, [games[number] for number in sorted(games)], letters, losses)


def result_if_logged(match: Match, game_number: int, outcome: Outcome) -> Assumed:
    """The match's result if staff took this outcome of a game's log, as ``report_from_log`` would. Writes nothing.
    Raises BadOutcome."""
    letters = letters_of(match)
    clean_int(game_number, "game_number", 1, match_rules(match, len(letters)).games)
    whole = outcome_with_games(match, {game_number: outcome}, letters, losses_at(match))
    return Stays.AS_IT_IS if whole is None else whole


def result_if_withdrawn(match: Match, source: str) -> Assumed:
    """The match's result if the outcome of this log counted no more, as ``withdraw_from_log`` would have it."""
    standing = standing_result(match)
    rests = standing is not None and standing.source == source and match.state != MatchState.CONTESTED
    return None if rests and match.round.state == RoundState.RUNNING else Stays.AS_IT_IS


def _check_own_word(match: Match, whose: Entrant, outcome: Outcome) -> None:
    """A log that ends otherwise than its sender said himself takes nothing back. Raises LogDiffers."""
    said = Report.objects.filter(match=match, entrant=whose, replaced_at=None, source="").first()
    if said is not None and not same_outcome(said.outcome, outcome):
        raise LogDiffers(_("It ends differently from what its sender reported."))


def _keep(
    match: Match, number: int, outcome: Outcome, source: str, *, by: Actor, now: datetime
) -> GameOutcome:
    before = match.game_outcomes.filter(number=number, replaced_at=None).first()
    if before is not None:
        if before.outcome == outcome and before.source == source:
            return before
        before.replaced_at = now
        before.save(update_fields=["replaced_at"])
    return GameOutcome.objects.create(
        match=match, number=number, outcome=outcome, source=source, at=now, **by.fact
    )


def _adjudicate(
    match: Match, outcome: Outcome, source: str, *, by: Actor, now: datetime, reason: str
) -> Result:
    before = standing_result(match)
    settled = match.state == MatchState.DECIDED and before is not None
    if settled and before is not None and before.outcome == outcome and before.source == source:
        return before
    return write_result(
        match,
        outcome,
        Provenance.ADJUDICATED,
        by=by,
        now=now,
        reason=reason or _("From the log."),
        source=source,
    )


def withdraw_from_log(
    match: Match, game_number: int, source: str, *, by: Actor, now: datetime, reason: str
) -> bool:
    """A ruling has changed the log that a game's outcome came from, and the game is not over by it any more: its
    outcome counts no more, and the match is played on. Gives whether that could be done: in a round that is over the
    result stays until it is corrected. Raises NotAllowed."""
    with transaction.atomic():
        match = locked_match(match)
        event = match.round.event
        if not may(by, "enter_result", event, match):
            require(by, "rule", event, match)
        standing = standing_result(match)
        rests = standing is not None and standing.source == source and match.state != MatchState.CONTESTED
        if rests and match.round.state != RoundState.RUNNING:
            return False
        games = match.game_outcomes.filter(number=game_number, source=source, replaced_at=None)
        games.update(replaced_at=now)
        if standing is None or not rests:
            return True
        settled = match.state == MatchState.DECIDED
        standing.replaced_at = now
        standing.save(update_fields=["replaced_at"])
        take_back_reports(match, now)
        move(match, MatchState.OPEN, by=by, now=now)
        text = _("Round %(n)s, %(table)s: the result was cleared.", n=match.round.number, table=match.place)
        details = {"match": match.pk, "before": standing.outcome}
        note(event, "result_cleared", text, by=by, now=now, reason=reason, details=details, topic="results")
        if settled:
            tell_of_result(match, None, now=now)
    return True
