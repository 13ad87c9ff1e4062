"""The steps of a round: published, started, finished; and each step back, as a new fact."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.clocks.rounds import end_clock, start_clock
from tournaments.errors import Conflict
from tournaments.facts import EventFile
from tournaments.journal import note
from tournaments.kept_standings.snapshots import drop_snapshot, standings_change
from tournaments.locks import locked_round
from tournaments.many_rows import write_rows
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.results import Provenance
from tournaments.models.rounds import (
    PUBLISHED_STATES,
    STATE_WORDS,
    Match,
    MatchState,
    Round,
    RoundState,
    Seat,
)
from tournaments.models.webhooks import Happening
from tournaments.outbox.changes import put
from tournaments.outbox.notifications import notify_of_round
from tournaments.outbox.webhooks import tell_of_round
from tournaments.outcomes.lots import START, drawn
from tournaments.penalties.settling import settle_round
from tournaments.projection import facts_of
from tournaments.results.holds import appealed_tables, check_no_appeals
from tournaments.results.writes import standing_result, write_result
from tournaments.rounds.offers import standing_offer
from tournaments.rounds.pairings import Pairing, check_not_stale
from tournaments.stages.lengths import rounds_published
from tournaments.standings.chain import Chain
from tournaments.text import clean_reason

LETTERS = "ABCDEFGH"


class WrongRoundState(Conflict):
    """The round is not where this step begins."""

    code = "wrong_round_state"


def publish_round(round: Round, *, by: Actor, now: datetime, past_appeals: bool = False) -> Round:
    """Shows the pairing to everybody: its matches exist from now on.

    Publishing twice is publishing once. Raises Conflict when the offer is outdated (somebody dropped, a
    result was corrected): pair again first; AppealsOpen while an appeal is open, unless `past_appeals`.
    """
    with transaction.atomic():
        round = locked_round(round)
        require(by, "publish_round", round.event)
        if round.state == RoundState.PUBLISHED:
            return round
        offer = standing_offer(round)
        facts = facts_of(round.event, untouched=True)
        check_not_stale(offer.computed, facts)
        waiting = len(appealed_tables(round.event))
        if not past_appeals:
            check_no_appeals(round.event)
        _keep_entrants(round, facts)
        _seat(round, offer.pairing, facts.seed)
        _go(round, RoundState.PUBLISHED, now, "published_at")
        text = _("The pairing of round %(n)s is published.", n=round.number)
        details = {"past_appeals": waiting} if waiting else None
        note(round.event, "publish_round", text, by=by, now=now, details=details, public=True, topic="rounds")
        tell_of_round(round, Happening.ROUND_PUBLISHED, now=now)
        notify_of_round(round, now=now)
    return round


def _keep_entrants(round: Round, facts: EventFile) -> None:
    """With a stage's first round its entrants are settled. A first stage that takes late entries keeps none."""
    stage = round.stage
    if stage.entrants is None and not (stage.number == 1 and stage.is_open):
        chain = Chain(facts)
        stage.entrants = list(chain.seeds([each.id for each in facts.stages].index(stage.code)))
        stage.save(update_fields=["entrants"])


def forget_entrants(round: Round) -> None:
    """The stage's first round is withdrawn: until it is published again its entrants follow from the standings."""
    stage = round.stage
    if stage.entrants is not None and not rounds_published(stage):
        stage.entrants = None
        stage.save(update_fields=["entrants"])


def _seat(round: Round, pairing: Pairing, seed: str) -> None:
    """Makes the matches and seats of a pairing; who starts is drawn, where the higher seed does not choose."""
    tables, byes, brackets = pairing["tables"], pairing["byes"], pairing.get("brackets", {})
    draws = not round.stage.eliminates
    places = [
        (
            table["table"],
            False,
            MatchState.OPEN,
            table.get("reasons", []),
            starting_seat(seed, round.number, table["seats"]) if draws else "",
            *_bracket(table.get("bracket")),
        )
        for table in tables
    ]
    places += [(None, True, MatchState.DECIDED, [], "", *_bracket(brackets.get(code))) for code in byes]
    matches = write_rows(Match, _OF_PLACE, places, round_id=round.pk)
    entrants = dict(Entrant.objects.filter(event_id=round.event_id).values_list("code", "pk"))
    seated = [*(table["seats"] for table in tables), *([code] for code in byes)]
    seats = [
        (match, entrants[code], letter)
        for match, codes in zip(matches, seated, strict=True)
        for letter, code in zip(LETTERS, codes, strict=False)
    ]
    write_rows(Seat, ("match_id", "entrant_id", "letter"), seats, round_id=round.pk)


#: What differs between the matches of a round.
_OF_PLACE = (
    *("table", "is_bye", "state", "reasons", "starts"),
    *("bracket_side", "bracket_round", "bracket_slot"),
)


def _bracket(place: dict[str, Any] | None) -> tuple[str, int | None, int | None]:
    return (place["side"], place["round"], place["slot"]) if place else ("", None, None)


def starting_seat(seed: str, number: int, codes: Sequence[str]) -> str:
    """The seat whose player starts: drawn by the event's seed, the round and the code, so that it is the same for
    everybody and can be checked once the seed is published."""
    return LETTERS[list(codes).index(drawn(seed, START, number, codes)[0].code)]


def start_round(round: Round, *, by: Actor, now: datetime) -> Round:
    """Starts play and the clock. Twice is once."""
    with transaction.atomic():
        round = locked_round(round)
        require(by, "start_round", round.event)
        if round.state == RoundState.RUNNING:
            return round
        _check(round, RoundState.PUBLISHED)
        _go(round, RoundState.RUNNING, now, "started_at")
        start_clock(round, by=by, now=now)
        settle_round(round, by=by, now=now)
        text = _("Round %(n)s has started.", n=round.number)
        note(round.event, "start_round", text, by=by, now=now, public=True, topic="rounds")
        tell_of_round(round, Happening.ROUND_STARTED, now=now)
    return round


def publish_and_start(round: Round, *, by: Actor, now: datetime, past_appeals: bool = False) -> Round:
    """Both at once, or neither: for a round that nobody has to be called to. Twice is once."""
    with transaction.atomic():
        round = locked_round(round)
        require(by, "publish_round", round.event)
        require(by, "start_round", round.event)
        if round.state == RoundState.RUNNING:
            return round
        return start_round(publish_round(round, by=by, now=now, past_appeals=past_appeals), by=by, now=now)


def finish_round(round: Round, *, by: Actor, now: datetime, accept_reports: bool = False) -> Round:
    """Ends the round once every match is decided, and keeps the standings after it. Twice is once.

    With `accept_reports` unconfirmed reports are taken as they stand, in the actor's name.
    """
    with transaction.atomic():
        round = locked_round(round)
        require(by, "finish_round", round.event)
        if round.state == RoundState.FINISHED:
            return round
        _check(round, RoundState.RUNNING)
        if accept_reports:
            _accept_reports(round, by=by, now=now)
        waiting = list(round.matches.exclude(state=MatchState.DECIDED))
        if waiting:
            tables = ", ".join(str(match.table) for match in waiting[:8]) + (" …" if len(waiting) > 8 else "")
            raise Conflict(
                _(
                    "Results are missing or open at %(n)s of the tables: %(which)s.",
                    n=len(waiting),
                    which=tables,
                ),
                tables=[match.table for match in waiting],
            )
        end_clock(round, by=by, now=now)
        _go(round, RoundState.FINISHED, now, "finished_at")
        standings_change(round.event, since=round.number, by=by, now=now)
        text = _("Round %(n)s is finished.", n=round.number)
        note(round.event, "finish_round", text, by=by, now=now, public=True, topic="rounds")
        tell_of_round(round, Happening.ROUND_FINISHED, now=now)
    return round


def _accept_reports(round: Round, *, by: Actor, now: datetime) -> None:
    for match in round.matches.select_for_update(no_key=True).filter(state=MatchState.REPORTED):
        match.round = round
        require(by, "enter_result", round.event, match)
        result = standing_result(match)
        if result is not None:
            write_result(match, result.outcome, Provenance.STAFF, by=by, now=now, source=result.source)


def unfinish_round(round: Round, *, reason: str, by: Actor, now: datetime) -> Round:
    """Opens the newest round again; an offer made after it is taken back."""
    reason = clean_reason(reason)
    with transaction.atomic():
        round = locked_round(round)
        require(by, "unfinish_round", round.event)
        if round.state == RoundState.RUNNING:
            return round
        _check(round, RoundState.FINISHED)
        _check_newest(round)
        take_back_offers(round.event)
        _go(round, RoundState.RUNNING, None, "finished_at")
        drop_snapshot(round, now=now)
        standings_change(round.event, since=round.number, by=by, now=now)
        text = _("Round %(n)s is open again.", n=round.number)
        note(round.event, "unfinish_round", text, by=by, now=now, reason=reason, public=True, topic="rounds")
        tell_of_round(round, Happening.ROUND_REOPENED, now=now)
    return round


def withdraw_round(
    round: Round, *, reason: str, by: Actor, now: datetime, void_results: bool = False
) -> Round:
    """Takes a publication back; the number is paired anew. Its matches stay in the record and count no more.

    Results already there are void by it: that needs `void_results`.
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        round = locked_round(round)
        require(by, "withdraw_round", round.event)
        if round.state == RoundState.WITHDRAWN:
            return round
        if round.state not in (RoundState.PUBLISHED, RoundState.RUNNING):
            raise WrongRoundState(_("Round %(n)s is %(state)s.", n=round.number, state=round.state_word))
        played = round.matches.filter(is_bye=False).exclude(state=MatchState.OPEN).count()
        if played and not void_results:
            raise Conflict(
                _("%(n)s results of this round would be void. Confirm that you want that.", n=played),
                void_results=played,
            )
        end_clock(round, by=by, now=now)
        forget_round(round.event, round.number)
        _go(round, RoundState.WITHDRAWN, None, None)
        forget_entrants(round)
        # Who came while it stood was late for it, and is now in the table after the round before.
        standings_change(round.event, since=max(round.number - 1, 1), by=by, now=now)
        text = _("The pairing of round %(n)s was withdrawn.", n=round.number)
        note(round.event, "withdraw_round", text, by=by, now=now, reason=reason, public=True, topic="rounds")
        put(round.event, "round_withdrawn", {"round": round.pk}, now=now)
        tell_of_round(round, Happening.ROUND_WITHDRAWN, now=now)
    return round


def forget_round(event: Event, number: int) -> None:
    """Undoes the round's effects on entrants: whoever left during it has not taken part in it; whoever came during it
    is in time for it."""
    event.entrants.filter(entered_before=number + 1).update(entered_before=number)
    event.entrants.filter(dropped_after=number).update(dropped_after=number - 1)
    event.entrants.filter(disqualified_after=number).update(disqualified_after=number - 1)
    for entrant in event.entrants.exclude(absences=[]):
        spans = [[first, min(last, number - 1)] for first, last in entrant.absences]
        entrant.absences = [span for span in spans if span[0] <= span[1]]
        entrant.save(update_fields=["absences"])


def take_back_offers(event: Event) -> None:
    event.rounds.filter(state=RoundState.OFFERED).update(state=RoundState.WITHDRAWN)


def _check(round: Round, state: RoundState) -> None:
    if round.state != state:
        raise WrongRoundState(
            _(
                "Round %(n)s is %(state)s, not %(wanted)s.",
                n=round.number,
                state=round.state_word,
                wanted=STATE_WORDS[state],
            ),
            state=round.state,
        )


def _check_newest(round: Round) -> None:
    if round.event.rounds.filter(number__gt=round.number, state__in=PUBLISHED_STATES).exists():
        raise Conflict(_("Only the newest round can be opened again. Correct single results instead."))


def _go(round: Round, state: RoundState, at: datetime | None, column: str | None) -> None:
    round.state = state
    fields = ["state"]
    if column is not None:
        setattr(round, column, at)
        fields.append(column)
    round.save(update_fields=fields)
