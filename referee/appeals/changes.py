"""A player appeals; the head judge decides, or the player takes it back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.urls import reverse

from referee.appeals.queries import MOST_MINUTES, clock_runs, minutes_waited, newest_appeal, open_appeal
from referee.appeals.targets import Target, targets_at
from referee.appeals.words import APPEALED
from referee.citing.choosing import Citable, chosen
from referee.citing.kept import keep_citations
from referee.disputes.of_rulings import answer_anew, answered_dispute, dispute_of_ruling
from referee.disputes.rows import add_row
from referee.judging.viewers import own_seat
from referee.models.appeals import Against, Appeal, How
from referee.models.disputes import Dispute, DisputeRow, Kind, RowKind, VisibleTo
from referee.models.live import LiveTable
from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from referee.phone_updates import notify_phones
from tournaments.access import Actor, require
from tournaments.clocks.changes import extend_match
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound
from tournaments.journal import note
from tournaments.live.changes import mark_tables
from tournaments.locks import check_standing, locked, locked_match
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.notifications import About
from tournaments.models.results import Result
from tournaments.models.rounds import Match
from tournaments.outbox.notifications import notify_judges, notify_of_answer
from tournaments.penalties.head_judge import acts_as_head_judge
from tournaments.results.changes import enter_result
from tournaments.text import clean_int, clean_reason, clean_text

MAX_WORDS = 500
#: Disputes about a result.
OF_RESULTS = (Kind.CONTESTED, Kind.DIFFERS, Kind.HARD_STOP, Kind.RESULT)


def make_appeal(
    match: Match,
    *,
    words: object = "",
    against: object = None,
    number: object = None,
    by: Actor,
    now: datetime,
) -> Appeal:
    """A player of the table appeals to the head judge: against the decision that is named, else the newest one that can
    be appealed. The game, the report and the next round wait for it. The same appeal again is the same; one of a ruling
    or an answer that its seat took back is not made again.

    Raises NotAllowed, Invalid, Conflict where there is nothing to appeal (any more).
    """
    said = clean_text(words, "words", limit=MAX_WORDS)
    with transaction.atomic():
        locked(match.round.event)  # against a round that is published now
        match = locked_match(match)
        require(by, "appeal", match.round.event, match)
        seat = own_seat(by, match)
        if seat is None:
            raise NotAllowed(_("The players of this table may appeal."))
        check_standing(match.round)
        known = open_appeal(match)
        if known is not None:
            if known.seat == seat and (number is None or number == known.number):
                return known
            raise Conflict(_("An appeal of this table waits for the head judge already."))
        target = _chosen(match, seat, against, number)
        dispute, row, about = _about(match, target)
        try:
            with transaction.atomic():
                appeal = Appeal.objects.create(
                    dispute=dispute, match=match, against=target.against, seat=seat, words=said, at=now,
                    **about, **by.fact,
                )  # fmt: skip
        except IntegrityError:
            raise Conflict(_("An appeal of this table waits for the head judge already.")) from None
        add_row(
            dispute, RowKind.APPEAL, said or APPEALED, by=by, now=now, visible_to=VisibleTo.TABLE, seat=seat,
            of=row, payload={"appeal": appeal.pk},
        )  # fmt: skip
        _tell_phones(match, called=True)
        path = reverse("referee:dispute", args=[match.round.event.slug, dispute.pk])
        notify_judges(match, About.APPEAL, path, by=by, now=now)
    return appeal


def take_back_appeal(appeal: Appeal, *, by: Actor, now: datetime) -> Appeal:
    """The seat that made it takes the appeal back while nobody has decided. Raises NotAllowed, Conflict."""
    with transaction.atomic():
        appeal, match = _held(appeal)
        require(by, "appeal", match.round.event, match)
        if own_seat(by, match) != appeal.seat:
            raise NotAllowed(_("Who has appealed may take it back."))
        if appeal.how == How.WITHDRAWN:
            return appeal
        _check_open(appeal)
        _close(appeal, How.WITHDRAWN, "", by=by, now=now)
        _add(appeal, RowKind.WITHDRAWN, _("The appeal is taken back."), by=by, now=now, seat=appeal.seat)
        _tell_phones(match)
    return appeal


def take_back_newest(match: Match, *, by: Actor, now: datetime) -> Appeal:
    """The newest appeal of a table is taken back by who made it, as ``take_back_appeal`` does: what every door calls.
    Raises NotFound, too, where nobody has appealed."""
    require(by, "appeal", match.round.event, match)
    return take_back_appeal(newest_appeal(match), by=by, now=now)


def decide_appeal(
    appeal: Appeal,
    *,
    upheld: bool,
    reason: object,
    by: Actor,
    now: datetime,
    answer: object = "",
    outcome: object = None,
    minutes: object = None,
    cites: Sequence[object] = (),
) -> Appeal:
    """The head judge decides: the decision stands (``upheld``), or another takes its place, the ``answer`` or the
    ``outcome`` of the match. A ruling on a log is superseded by another ruling, which decides the appeal. The table
    gets ``minutes`` back; left open, those since the appeal, where its clock runs. ``cites``: rules, cards and
    precedents, as ``citing.choosing.chosen`` takes them.

    Raises NotAllowed for anybody but the head judge, Invalid, Conflict, BadOutcome.
    """
    said = clean_reason(reason)
    given = None if minutes in (None, "") else clean_int(minutes, "minutes", 0, MOST_MINUTES)
    with transaction.atomic():
        appeal, match = _held(appeal)
        check_decides(by, match)
        _check_open(appeal)
        cited = chosen(match.round.event, cites, by)
        how = How.UPHELD if upheld else How.CHANGED
        finish_appeal(appeal, match, how, said, given, by=by, now=now, cited=cited)
        if not upheld:
            _change(appeal, match, said, answer, outcome, by=by, now=now, cited=cited)
            mark_tables(match.round.event_id, [match.pk], "records")
    return appeal


def check_decides(by: Actor, match: Match) -> None:
    """Raises NotAllowed for anybody but the head judge of this table, or an organiser where it has none."""
    require(by, "decide_appeal", match.round.event, match)
    if not acts_as_head_judge(by, match.round.event, match):
        raise NotAllowed(_("The head judge decides appeals."))


def finish_appeal(
    appeal: Appeal,
    match: Match,
    how: How,
    said: str,
    minutes: int | None,
    *,
    by: Actor,
    now: datetime,
    cited: Sequence[Citable] = (),
    ruling: IssuedRuling | None = None,
) -> None:
    """Writes down what came of an open appeal that is held, gives the table its time back, and tells it. ``ruling``:
    that decides it, and cites by itself."""
    given = minutes
    if given is None:
        given = min(minutes_waited(appeal, now), MOST_MINUTES) if clock_runs(match) else 0
    if given:
        extend_match(match, given, by=by, now=now, reason=_("Time of an appeal."))
    _close(appeal, how, said, by=by, now=now, minutes=given or None)
    keep_citations(cited, row=_add(appeal, RowKind.DECIDED, said, by=by, now=now, how=how, ruling=ruling))
    note(
        match.round.event,
        "appeal",
        _("Round %(n)s, %(table)s: an appeal was decided.", n=match.round.number, table=match.place),
        by=by,
        now=now,
        reason=said,
        details={"match": match.pk, "appeal": appeal.pk, "how": str(how)},
        topic="records",
    )
    notify_of_answer(match, said, now=now)
    _tell_phones(match)


def appeal_numbered(event: Event, number: int) -> Appeal:
    """An appeal of an event. Raises NotFound."""
    appeals = Appeal.objects.select_related("match__round__event", "dispute")
    appeal = appeals.filter(pk=number, match__round__event=event).first() if number < 2**63 else None
    if appeal is None:
        raise NotFound(_("There is no such appeal."))
    return appeal


def _chosen(match: Match, seat: str, against: object, number: object) -> Target:
    targets = targets_at(match, seat)
    if number is not None:
        kind, wanted = str(against), clean_int(number, "number", 1, 2**62)
        targets = [target for target in targets if (target.against, target.number) == (kind, wanted)]
        if not targets:
            raise Conflict(_("Something else was decided since. Look again before you appeal."))
    able = [target for target in targets if not target.refusal]
    if not able:
        refusals = [target.refusal for target in targets]
        raise Conflict(
            refusals[0] if refusals else _("No judge has decided anything here that can be appealed.")
        )
    return max(able, key=lambda target: target.at)


def _about(match: Match, target: Target) -> tuple[Dispute, DisputeRow | None, dict[str, object]]:
    """The dispute in whose story the appeal stands, the row that it is about, and the columns that name it."""
    if target.against == Against.RULING:
        ruling = IssuedRuling.objects.select_related("record", "by_user").get(pk=target.number)
        dispute, row = dispute_of_ruling(ruling, match)
        return dispute, row, {"ruling": ruling}
    if target.against == Against.ANSWER:
        answer = DisputeRow.objects.select_related("dispute").get(pk=target.number)
        return answer.dispute, answer, {"answer": answer}
    result = Result.objects.select_related("by_user").get(pk=target.number)
    known = Dispute.objects.filter(match=match, kind__in=OF_RESULTS, resolved_at__isnull=False)
    known = known.filter(rows__kind=RowKind.OPENED, rows__visible_to=VisibleTo.TABLE)
    about = known.order_by("-resolved_at", "-pk").first() or _dispute_about(result, match)
    return about, about.rows.filter(kind=RowKind.ANSWERED).order_by("-pk").first(), {"result": result}


def _dispute_about(result: Result, match: Match) -> Dispute:
    """A dispute about a result that was decided without one."""
    who = Actor(user=result.by_user, label=result.by)
    asked, said = _("The result of the match was decided."), result.said_reason
    return answered_dispute(
        match, Kind.RESULT, asked, said or _("The result was decided."), by=who, at=result.at
    )


def _change(
    appeal: Appeal,
    match: Match,
    said: str,
    answer: object,
    outcome: object,
    *,
    by: Actor,
    now: datetime,
    cited: Sequence[Citable],
) -> None:
    """Puts another decision in the place of the one that was appealed."""
    if appeal.against == Against.RULING:
        raise Conflict(_("Rule on the entry anew: that decides the appeal."))
    if appeal.against == Against.ANSWER:
        text = clean_text(answer, "answer", limit=MAX_WORDS)
        if not text:
            raise Invalid(_("Say what holds instead."), fields={"answer": _("Needed.")})
        answer_anew(appeal.dispute, text, by=by, now=now, cited=cited)
        return
    if outcome is None:
        raise Invalid(_("Say what the result is instead."), fields={"outcome": _("Needed.")})
    enter_result(match, outcome, by=by, now=now, reason=said)
    answer_anew(appeal.dispute, said, by=by, now=now, cited=cited)


def _held(appeal: Appeal) -> tuple[Appeal, Match]:
    """The appeal read anew, with its match held."""
    match = locked_match(appeal.match)
    held = Appeal.objects.select_for_update(no_key=True, of=("self",)).select_related("dispute")
    appeal = held.get(pk=appeal.pk)
    appeal.match = appeal.dispute.match = match
    return appeal, match


def _check_open(appeal: Appeal) -> None:
    if appeal.decided_at is not None:
        raise Conflict(_("This appeal is decided, or was taken back."))


def _close(
    appeal: Appeal, how: How, reason: str, *, by: Actor, now: datetime, minutes: int | None = None
) -> None:
    appeal.decided_at, appeal.decided_by, appeal.how = now, by.label[:150], how
    appeal.reason, appeal.minutes = reason[:500], minutes
    appeal.save(update_fields=["decided_at", "decided_by", "how", "reason", "minutes"])


def _add(
    appeal: Appeal,
    kind: RowKind,
    text: str,
    *,
    by: Actor,
    now: datetime,
    seat: str = "",
    how: How | None = None,
    ruling: IssuedRuling | None = None,
) -> DisputeRow:
    made = DisputeRow.objects.filter(dispute=appeal.dispute, kind=RowKind.APPEAL, payload__appeal=appeal.pk)
    payload = {"appeal": appeal.pk} | ({"how": str(how)} if how is not None else {})
    told = VisibleTo.TABLE
    return add_row(
        appeal.dispute,
        kind,
        text,
        by=by,
        now=now,
        visible_to=told,
        seat=seat,
        of=made.first(),
        ruling=ruling,
        payload=payload,
    )


def _tell_phones(match: Match, **columns: object) -> None:
    for table in LiveTable.objects.filter(record__match=match).select_related("record__match__round"):
        notify_phones(table, **columns)


def decide_by_result(
    match: Match, result: Result, *, by: Actor, now: datetime, cites: Sequence[object] = ()
) -> None:
    """A result that the head judge entered decides the appeal of the one before, citing what is picked. Inside the
    transaction that entered it. Raises Invalid for what cannot be cited, and where something is cited and no appeal is
    decided."""
    held = result_appeal(match, by)
    if held is not None:
        held, match = _held(held)
    if held is None or held.decided_at is not None:
        if cites:
            why = _("No appeal of this result waits for you: only a decision on one cites.")
            raise Invalid(why, fields={"cites": why})
        return
    cited = chosen(match.round.event, cites, by)
    said: str = result.reason or _("The result was corrected.")
    finish_appeal(held, match, How.CHANGED, said, 0, by=by, now=now, cited=cited)
    answer_anew(held.dispute, said, by=by, now=now, cited=cited)


def result_appeal(match: Match, by: Actor) -> Appeal | None:
    """The open appeal of this match's result, for who decides it: another result by them decides it."""
    appeal = Appeal.objects.filter(match=match, decided_at=None, against=Against.RESULT).first()
    if appeal is None or by.is_system or not acts_as_head_judge(by, match.round.event, match):
        return None
    return appeal


def void_appeal(appeal: Appeal, said: str, *, by: Actor, now: datetime) -> bool:
    """Closes an open appeal that has nothing left to decide; gives whether it did."""
    with transaction.atomic():
        appeal, match = _held(appeal)
        if appeal.decided_at is not None:
            return False
        _close(appeal, How.VOID, "", by=by, now=now)
        _add(appeal, RowKind.DECIDED, said, by=by, now=now, how=How.VOID)
        _tell_phones(match)
    return True


def appealed_at(record: Record, match: Match) -> Appeal | None:
    """The open appeal that is about this log: a ruling on it, or the result that came from it."""
    appeal = open_appeal(match)
    if appeal is None or appeal.against == Against.ANSWER:
        return None
    if appeal.ruling is not None:
        return appeal if appeal.ruling.record_id == record.pk else None
    return appeal if appeal.result is not None and appeal.result.source == f"record:{record.pk}" else None
