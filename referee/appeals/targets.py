"""What can be appealed at a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from referee.disputes.answering import BY_WORD
from referee.disputes.any_at import BY_STAFF, judged_at
from referee.disputes.of_rulings import decided_words
from referee.disputes.rows import asked_before
from referee.models.appeals import Against, Appeal, How
from referee.models.calls import Reason
from referee.models.disputes import Dispute, DisputeRow, Kind, RowKind, VisibleTo
from referee.models.live import Tap
from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from tournaments.access import Actor
from tournaments.access.permissions import ever
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.results import Result
from tournaments.models.rounds import PUBLISHED_STATES, Match, MatchState, Round, RoundState
from tournaments.penalties.head_judge import acts_as_head_judge
from tournaments.prepared import Prepared

#: Answers that are a ruling on the floor. How somebody behaves is a matter of penalties.
ANSWERS = frozenset(BY_WORD) - {Kind.SLOW_PLAY, Kind.NOTED, Kind.DECK, Kind.CONDUCT, Kind.DIVERGENCE}
FINAL = _("The head judge has decided this. That is final.")
GONE_ON = _("Play has gone on since. A ruling is appealed before that.")
BACK = _("You took your appeal of this back. It is not made a second time.")
#: Who enters in a log what is none of the players' doing.
NOT_PLAY = ("judge", "clock")


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


@dataclass(frozen=True)
class TakenBack:
    """Which rulings and answers a seat has appealed and thought better of: each halts the game for it once."""

    rulings: frozenset[int]
    answers: frozenset[int]


def targets_at(match: Match, seat: str = "") -> list[Target]:
    """The newest decisions at a table that a player (of that seat) could want to appeal, each with the reason why not,
    if there is one. Of a match that is decided it is the result; of one that is played, rulings on its logs and judges'
    answers. What a judge said by word and ruled at once is one decision: the ruling."""
    if match.is_bye or match.round.state not in (RoundState.RUNNING, RoundState.FINISHED):
        return []
    if match.state == MatchState.DECIDED:
        return _of_result(match)
    if match.round.state != RoundState.RUNNING:
        return []
    rulings, back = _standing_rulings(match), _taken_back(match, seat)
    return [
        *(_of_ruling(ruling, back) for ruling in rulings),
        *_of_answers(match, rulings, back),
    ]


def _taken_back(match: Match, seat: str) -> TakenBack:
    gone = Appeal.objects.filter(match=match, seat=seat, how=How.WITHDRAWN) if seat else Appeal.objects.none()
    pairs = list(gone.values_list("ruling", "answer"))
    return TakenBack(
        frozenset(ruling for ruling, _answer in pairs if ruling is not None),
        frozenset(answer for _ruling, answer in pairs if answer is not None),
    )


_newest_published = Prepared(
    lambda event: Round.objects.filter(event_id=event, state__in=PUBLISHED_STATES).order_by("-number")[:1],
    int,
)
_standing_result = Prepared(
    lambda match: Result.objects.filter(match_id=match, replaced_at=None).select_related("by_user"), int
)


def next_is_published(match: Match) -> bool:
    """Whether a later round is published: then results stay as they are."""
    newest = _newest_published.first(match.round.event_id)
    return newest is not None and newest.number > match.round.number


def _of_result(match: Match) -> list[Target]:
    result = _standing_result.first(match.pk)
    if result is None or result.provenance not in BY_STAFF or result.by_user is None:
        return []
    refusal = ""
    if next_is_published(match):
        refusal = _("The next round is published, so that this result stays. A correction is the desk’s.")
    elif _is_final(result.by_user, match) or _came_of_appeal(match, result):
        refusal = FINAL
    said = _("The result")
    return [Target(Against.RESULT, result.pk, result.by, result.at, said, result.said_reason, None, refusal)]


def _came_of_appeal(match: Match, result: Result) -> bool:
    """Whether the head judge upheld this result, or the ruling from whose log it came."""
    if not judged_at(match):
        return False
    decided = Appeal.objects.filter(match=match, how__in=(How.UPHELD, How.CHANGED))
    if decided.filter(result=result).exists():
        return True
    record = record_of_result(result)
    return record is not None and decided.filter(ruling__record=record).exists()


def _standing_rulings(match: Match) -> list[IssuedRuling]:
    """The newest ruling on each of its logs that a judge made and that counts. Of one on a merged log the players hear
    once the match is decided."""
    rulings = []
    for record in Record.objects.filter(match=match, replaced_at=None, merged=False).order_by("pk"):
        standing = IssuedRuling.objects.filter(record=record, superseded_by=None)
        ruling = standing.select_related("record", "by_user").order_by("-entry").first()
        if ruling is not None and ruling.by_user is not None:
            rulings.append(ruling)
    return rulings


def _of_ruling(ruling: IssuedRuling, back: TakenBack) -> Target:
    record, refusal = ruling.record, ""
    if ruling.final or Appeal.objects.filter(ruling=ruling, how=How.UPHELD).exists():
        refusal = FINAL
    elif _played_since(record, n=ruling.last_entry) or _went_on_elsewhere(record, ruling.at):
        refusal = GONE_ON
    elif ruling.pk in back.rulings:
        refusal = BACK
    words = decided_words(ruling)
    return Target(Against.RULING, ruling.pk, ruling.by, ruling.at, words, ruling.reason, None, refusal)


def _went_on_elsewhere(record: Record, at: datetime) -> bool:
    """Whether the match went on in another game since: a log of it was begun, or play entered there."""
    others = Record.objects.filter(match=record.match_id).exclude(game_number=record.game_number)
    later = others.filter(game_number__gt=record.game_number, at__gt=at)
    return later.exists() or any(_played_since(other, at=at) for other in others)


def _of_answers(match: Match, rulings: Sequence[IssuedRuling], back: TakenBack) -> list[Target]:
    targets = []
    disputes = Dispute.objects.filter(match=match, kind__in=ANSWERS, resolved_at__isnull=False)
    for dispute in disputes.select_related("call").order_by("-resolved_at", "-pk")[:5]:
        answers = dispute.rows.filter(kind=RowKind.ANSWERED, visible_to=VisibleTo.TABLE)
        answer = answers.select_related("by_user").order_by("-pk").first()
        if answer is None or not _is_judge(answer, match):
            continue
        if answer.ruling_id is not None or asked_before(dispute)[0] != VisibleTo.TABLE:
            continue  # the ruling itself is appealed; of what the table was not asked it is told nothing
        if any(_is_same(dispute, answer, ruling) for ruling in rulings):
            continue
        refusal = ""
        if _is_final(answer.by_user, match) or Appeal.objects.filter(answer=answer, how=How.UPHELD).exists():
            refusal = FINAL
        elif any(_played_since(record, at=answer.at) for record in Record.objects.filter(match=match)):
            refusal = GONE_ON
        elif answer.pk in back.answers:
            refusal = BACK
        asked, said = dispute.said_question, answer.said
        targets.append(Target(Against.ANSWER, answer.pk, answer.by, answer.at, asked, said, dispute, refusal))
    return targets


def _is_same(dispute: Dispute, answer: DisputeRow, ruling: IssuedRuling) -> bool:
    """Whether a judge's word and a ruling are one decision: asked about the entry that was ruled on, or about the rules
    while play stood there, and nobody played on between the two."""
    if dispute.record_id not in (None, ruling.record_id) or dispute.entry not in (None, ruling.on):
        return False
    if dispute.entry is None:
        call = getattr(dispute, "call", None)
        about_rules = dispute.kind == Kind.RULES or (call is not None and call.reason == Reason.RULES)
        entered = Tap.objects.filter(table__record=ruling.record_id, n=ruling.on, at__lte=dispute.at)
        if not about_rules or not entered.exists():
            return False
    first, last = sorted((answer.at, ruling.at))
    between = Tap.objects.filter(table__record=ruling.record_id, at__gt=first, at__lt=last)
    return not between.exclude(phone__in=NOT_PLAY).exists()


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


def record_of_result(result: Result | None) -> int | None:
    """The log that a result came from."""
    if result is None or not result.source.startswith("record:"):
        return None
    return int(result.source.removeprefix("record:"))
