"""What can be appealed at a match, by whom it is decided, and which appeals are open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Any

from django.db.models import Prefetch, QuerySet

from referee.disputes.answering import BY_WORD
from referee.disputes.of_rulings import decided_words
from referee.disputes.rows import asked_before
from referee.models.appeals import Against, Appeal, How
from referee.models.disputes import Dispute, DisputeRow, Kind, RowKind, VisibleTo
from referee.models.live import Tap
from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from tournaments.access import Actor
from tournaments.access.permissions import ever
from tournaments.access.rows import entrants_spoken_for
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.clocks import ClockState, Deadline
from tournaments.models.events import Event
from tournaments.models.results import Provenance, Result
from tournaments.models.rounds import PUBLISHED_STATES, Match, MatchState, RoundState, Seat
from tournaments.penalties.head_judge import acts_as_head_judge

#: Answers that are a ruling on the floor. How somebody behaves is a matter of penalties.
ANSWERS = frozenset(BY_WORD) - {Kind.SLOW_PLAY, Kind.NOTED, Kind.DECK, Kind.CONDUCT, Kind.DIVERGENCE}
#: The most appeals that are drawn.
MOST = 60
#: The most that is given back at once.
MOST_MINUTES = 60
#: Who enters in a log what is none of the players' doing.
NOT_PLAY = ("judge", "clock")


@dataclass(frozen=True)
class Waiting:
    """An open appeal, for a reader at a moment. `proposed`: the minutes that the table has lost, where its clock runs;
    `may_decide`: whether the reader is its head judge; `record` and `entry`: where a new ruling would be made."""

    appeal: Appeal
    minutes: int
    proposed: int
    may_decide: bool
    record: int | None
    entry: int | None


@dataclass(frozen=True)
class Target:
    """A decision at a table. `number`: of the ruling, of the row with the answer, of the result. `refusal`: why it
    cannot be appealed; empty where it can."""

    against: Against
    number: int
    by: str
    at: datetime
    words: str
    reason: str
    dispute: Dispute | None
    refusal: str = ""


def open_appeal(match: Any) -> Appeal | None:
    """The appeal of a match that waits for the head judge."""
    return Appeal.objects.filter(match=match, decided_at=None).first()


def newest_appeal(match: Match) -> Appeal:
    """The last appeal of a match, open or not. Raises NotFound where nobody has appealed."""
    appeal = Appeal.objects.filter(match=match).order_by("pk").last()
    if appeal is None:
        raise NotFound(_("There is no such appeal."))
    return appeal


def holding_appeals(match: Any) -> QuerySet[Appeal]:
    """The open appeals that keep a report of a match from becoming final by time alone."""
    return Appeal.objects.filter(match=match, decided_at=None)


def appeals_of(event: Event, *, is_open: bool | None = None) -> QuerySet[Appeal]:
    """An event's appeals, oldest first."""
    seats = Prefetch("match__seats", Seat.objects.select_related("entrant").order_by("letter"))
    appeals = Appeal.objects.filter(match__round__event=event).order_by("pk")
    appeals = appeals.select_related("match__round__event", "dispute", "ruling", "answer", "result")
    appeals = appeals.prefetch_related(seats)
    return appeals if is_open is None else appeals.filter(decided_at__isnull=is_open)


def appeals_for(actor: Actor, event: Event, *, is_open: bool | None = None) -> QuerySet[Appeal]:
    """The same for a member of the staff, without those of a table at which the actor plays."""
    own = [entrant.pk for entrant in entrants_spoken_for(event, actor.user_at(event.pk), actor.claimed)]
    appeals = appeals_of(event, is_open=is_open)
    return appeals.exclude(match__seats__entrant__in=own) if own else appeals


def waiting_appeals(event: Event, actor: Actor, now: datetime) -> list[Waiting]:
    """The open appeals by age, as the judges' floor shows them."""
    waiting = []
    for appeal in appeals_for(actor, event, is_open=True)[:MOST]:
        ruling, match = appeal.ruling, appeal.match
        minutes = minutes_waited(appeal, now)
        proposed = min(minutes, MOST_MINUTES) if clock_runs(match) else 0
        record = ruling.record_id if ruling is not None else _record_of(appeal.result)
        entry = ruling.on if ruling is not None else None
        decides = acts_as_head_judge(actor, event, match)
        waiting.append(Waiting(appeal, minutes - 1, proposed, decides, record, entry))
    return waiting


def clock_runs(match: Match) -> bool:
    """Whether time can be given back: the round is on, the match is not decided, and its clock was not stopped."""
    if match.state == MatchState.DECIDED or match.round.state != RoundState.RUNNING:
        return False
    return Deadline.objects.filter(match=match).exclude(state=ClockState.STOPPED).exists()


def _record_of(result: Result | None) -> int | None:
    """The log that a result came from."""
    if result is None or not result.source.startswith("record:"):
        return None
    return int(result.source.removeprefix("record:"))


def minutes_waited(appeal: Appeal, now: datetime) -> int:
    """The whole minutes that a table has lost by its appeal."""
    return max(1, ceil((now - appeal.at).total_seconds() / 60))


def targets_at(match: Match) -> list[Target]:
    """The newest decisions at a table that a player could want to appeal, each with the reason why not, if there is
    one. Of a match that is decided it is the result; of one that is played, rulings on its logs and judges' answers."""
    if match.is_bye or match.round.state not in (RoundState.RUNNING, RoundState.FINISHED):
        return []
    if match.state == MatchState.DECIDED:
        return _of_result(match)
    if match.round.state != RoundState.RUNNING:
        return []
    return [*_of_rulings(match), *_of_answers(match)]


def next_is_published(match: Match) -> bool:
    """Whether a later round is published: then results stay as they are."""
    rounds = match.round.event.rounds.filter(number__gt=match.round.number)
    return rounds.filter(state__in=PUBLISHED_STATES).exists()


def _of_result(match: Match) -> list[Target]:
    result = Result.objects.filter(match=match, replaced_at=None).select_related("by_user").first()
    if result is None or result.provenance not in (Provenance.STAFF, Provenance.ADJUDICATED):
        return []
    refusal = ""
    if next_is_published(match):
        refusal = _("The next round is published, so that this result stays. A correction is the desk’s.")
    elif _is_final(result.by_user, match) or _came_of_appeal(match, result):
        refusal = _("The head judge has decided this. That is final.")
    target = Target(
        Against.RESULT, result.pk, result.by, result.at, _("The result"), result.said_reason, None, refusal
    )
    return [target] if result.by_user is not None else []


def _came_of_appeal(match: Match, result: Result) -> bool:
    """Whether the head judge upheld this result, or the ruling from whose log it came."""
    decided = Appeal.objects.filter(match=match, how__in=(How.UPHELD, How.CHANGED))
    if decided.filter(result=result).exists():
        return True
    record = _record_of(result)
    return record is not None and decided.filter(ruling__record=record).exists()


def _of_rulings(match: Match) -> list[Target]:
    targets = []
    for record in Record.objects.filter(match=match, replaced_at=None).order_by("pk"):
        rulings = IssuedRuling.objects.filter(record=record, superseded_by=None)
        ruling = rulings.select_related("record", "by_user").order_by("-entry").first()
        if ruling is None or ruling.by_user is None or record.merged:
            continue  # of a merged log the players hear once the match is decided
        refusal = ""
        if ruling.final or Appeal.objects.filter(ruling=ruling, how=How.UPHELD).exists():
            refusal = _("The head judge has decided this. That is final.")
        elif _played_since(record, n=ruling.last_entry) or _went_on_elsewhere(record, ruling.at):
            refusal = _("Play has gone on since. A ruling is appealed before that.")
        words = decided_words(ruling)
        targets.append(
            Target(Against.RULING, ruling.pk, ruling.by, ruling.at, words, ruling.reason, None, refusal)
        )
    return targets


def _went_on_elsewhere(record: Record, at: datetime) -> bool:
    """Whether the match went on in another game since: a log of it was begun, or play entered there."""
    others = Record.objects.filter(match=record.match_id).exclude(game_number=record.game_number)
    later = others.filter(game_number__gt=record.game_number, at__gt=at)
    return later.exists() or any(_played_since(other, at=at) for other in others)


def _of_answers(match: Match) -> list[Target]:
    targets = []
    disputes = Dispute.objects.filter(match=match, kind__in=ANSWERS, resolved_at__isnull=False)
    for dispute in disputes.order_by("-resolved_at", "-pk")[:5]:
        answers = dispute.rows.filter(kind=RowKind.ANSWERED, visible_to=VisibleTo.TABLE)
        answer = answers.select_related("by_user").order_by("-pk").first()
        if answer is None or not _is_judge(answer, match):
            continue
        by_ruling = dispute.rows.filter(kind=RowKind.RULING, at=answer.at).exists()
        if by_ruling or asked_before(dispute)[0] != VisibleTo.TABLE:
            continue  # the ruling itself is appealed; of what the table was not asked it is told nothing
        refusal = ""
        if _is_final(answer.by_user, match) or Appeal.objects.filter(answer=answer, how=How.UPHELD).exists():
            refusal = _("The head judge has decided this. That is final.")
        elif any(_played_since(record, at=answer.at) for record in Record.objects.filter(match=match)):
            refusal = _("Play has gone on since. A ruling is appealed before that.")
        asked, said = dispute.said_question, answer.said
        targets.append(Target(Against.ANSWER, answer.pk, answer.by, answer.at, asked, said, dispute, refusal))
    return targets


def _is_judge(row: DisputeRow, match: Match) -> bool:
    """Whether a judge wrote this, and not a player who took the question back."""
    if row.by_user is None or any(seat.entrant.user_id == row.by_user_id for seat in match.seats.all()):
        return False
    return ever(Actor.of_user(row.by_user), ["rule"], match.round.event, match)


def _is_final(user: User | None, match: Match) -> bool:
    """Whether who decided acts as head judge at this table."""
    return user is not None and acts_as_head_judge(Actor.of_user(user), match.round.event, match)


def _played_since(record: Record, *, n: int | None = None, at: datetime | None = None) -> bool:
    """Whether anybody has entered play in a live log after entry ``n``, or since ``at``."""
    taps = Tap.objects.filter(table__record=record).exclude(phone__in=NOT_PLAY)
    return (taps.filter(n__gt=n) if n is not None else taps.filter(at__gt=at)).exists()


def open_in(event: Event) -> Iterable[tuple[int, int | None]]:
    """The round and the table of each open appeal of an event."""
    return appeals_of(event, is_open=True).values_list("match__round__number", "match__table")
