"""Takes the messages of tournaments out of the outbox, each once."""

from datetime import datetime

from django.db.models import F

from referee.disputes.changes import open_dispute, resolve_disputes
from referee.disputes.closing import close_dispute
from referee.disputes.rows import add_row
from referee.models.disputes import STAYS, Dispute, Kind, RowKind, VisibleTo
from referee.models.records import Record
from tournaments.access import Actor
from tournaments.live.changes import mark_changed
from tournaments.messages import message as _
from tournaments.models.deck_checks import DeckFinding, DeckOutcome
from tournaments.models.outbox import OutboxRow
from tournaments.models.results import GameOutcome, Provenance, Result
from tournaments.models.rounds import Match, MatchState, Round, RoundState
from tournaments.outbox.changes import consume
from tournaments.reading import AT_ONCE

CONTESTED, WITHDRAWN, ROUND_WITHDRAWN = "result_contested", "result_withdrawn", "round_withdrawn"
HARD_STOP, DECK_DIFFERS = "hard_stop", "deck_differs"


def take_in_outbox(now: datetime) -> int:
    """Opens a dispute for every contested result, lets go what a withdrawn result or round took with it, and closes
    disputes about results that are settled by now; gives how many things it did."""

    def handle(row: OutboxRow) -> None:
        _HANDLERS[row.topic](row, now)

    return consume(list(_HANDLERS), handle, now=now) + close_settled(now)


def close_settled(now: datetime) -> int:
    """Closes the open disputes about results that nobody contests any more, and every dispute of a match whose result
    the staff decided after it was opened."""
    # These first, by their numbers: joined to results at once, a database may begin with every result there is.
    waiting = list(Dispute.objects.filter(resolved_at=None).order_by("pk").values_list("pk", flat=True))
    parts = (waiting[start : start + AT_ONCE] for start in range(0, len(waiting), AT_ONCE))
    return sum(_close_settled(part, now) for part in parts)


def _close_settled(disputes: list[int], now: datetime) -> int:
    waiting = Dispute.objects.filter(pk__in=disputes, resolved_at=None).select_related("match__round__event")
    stopped = waiting.filter(kind=Kind.HARD_STOP).exclude(match__state=MatchState.OPEN)
    agreed = waiting.filter(kind=Kind.CONTESTED).exclude(match__state=MatchState.CONTESTED)
    decided = waiting.exclude(kind__in=STAYS).filter(
        match__results__replaced_at=None,
        match__results__provenance__in=[Provenance.STAFF, Provenance.ADJUDICATED],
        match__results__at__gt=F("at"),
    )
    # both say the same by now; what the site itself noticed of a log is not settled by that
    said_by_both = waiting.filter(
        kind=Kind.DIFFERS,
        match__results__replaced_at=None,
        match__results__provenance=Provenance.CONFIRMED,
        match__results__unchallenged=False,
        match__results__at__gt=F("at"),
    ).exclude(by=Actor.system().label)
    done = 0
    for dispute in [*agreed, *stopped, *decided, *said_by_both]:
        standing = dispute.match.results.filter(replaced_at=None).first()
        said: str = _("The result was decided.") if standing else _("The reports were taken back.")
        if standing is not None and standing.reason:
            said = standing.said_reason
        done += close_dispute(dispute, said, by=_who(standing), now=now)
        mark_changed(dispute.event_id, "records")
    return done


def _who(standing: Result | None) -> Actor:
    return Actor.system() if standing is None else Actor(user=standing.by_user, label=standing.by)


def _contested(row: OutboxRow, now: datetime) -> None:
    match = _match(row)
    if match is not None and match.state == MatchState.CONTESTED:
        question = _("The players' reports of this match differ.")
        open_dispute(match, Kind.CONTESTED, question, by=Actor.system(), now=now)


def _hard_stop(row: OutboxRow, now: datetime) -> None:
    """A table that still plays after its hard stop waits for a judge, with the event's measure."""
    match = _match(row)
    if match is None or match.state != MatchState.OPEN or match.round.state != RoundState.RUNNING:
        return
    measure = match.round.event.hard_stop_measure
    question = (
        _("Hard stop: decide this match by “%(measure)s”.", measure=measure)
        if measure
        else _("Hard stop: decide this match.")
    )
    open_dispute(match, Kind.HARD_STOP, question, by=Actor.system(), now=now)


def _deck_differs(row: OutboxRow, now: datetime) -> None:
    """A deck check noticed a difference, or noticed later that there is none."""
    match = _match(row)
    if match is None:
        return
    wrong = DeckFinding.objects.filter(deck_check__match=match, replaced_at=None, outcome=DeckOutcome.DIFFERS)
    names = list(wrong.order_by("entrant_id").values_list("entrant__name", flat=True).distinct())
    if names:
        question = _("Deck check: the deck of %(who)s is not as the list says.", who=", ".join(names))
        by, told = Actor.system(), VisibleTo.JUDGES
        dispute = open_dispute(match, Kind.DECK, question, by=by, now=now, visible_to=told)
        if not dispute.rows.filter(text=question).exists():
            add_row(dispute, RowKind.NOTE, question, by=by, now=now, visible_to=told)
    else:
        said = _("The deck check noticed no difference in the end.")
        resolve_disputes(match, resolution=said, by=Actor.system(), now=now, kinds=(Kind.DECK,))


def _withdrawn(row: OutboxRow, now: datetime) -> None:
    """A result is gone: no record's outcome counts until it is taken again. One that stands counts on: that of another
    game, or one that was taken in the second that this waited."""
    match = row.payload.get("match")
    standing = GameOutcome.objects.filter(match=match, replaced_at=None).values_list("source", flat=True)
    for record in Record.objects.filter(match=match, adopted_at__isnull=False):
        if record.source not in standing:
            record.adopted_outcome, record.adopted_ruleset, record.adopted_at = None, "", None
            record.save(update_fields=["adopted_outcome", "adopted_ruleset", "adopted_at"])


def _round_withdrawn(row: OutboxRow, now: datetime) -> None:
    withdrawn = Round.objects.filter(pk=row.payload.get("round"), state=RoundState.WITHDRAWN).first()
    for match in withdrawn.matches.select_related("round__event") if withdrawn else []:
        resolve_disputes(match, resolution=_("The round was withdrawn."), by=Actor.system(), now=now)


def _match(row: OutboxRow) -> Match | None:
    return Match.objects.select_related("round__event").filter(pk=row.payload.get("match")).first()


_HANDLERS = {
    CONTESTED: _contested,
    WITHDRAWN: _withdrawn,
    ROUND_WITHDRAWN: _round_withdrawn,
    HARD_STOP: _hard_stop,
    DECK_DIFFERS: _deck_differs,
}
