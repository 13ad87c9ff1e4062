"""An appeal: what it is possible against, what waits for it, who decides, and what is left readable."""

from __future__ import annotations

from datetime import timedelta

import pytest

from referee.appeals.changes import decide_appeal, make_appeal, take_back_appeal
from referee.appeals.queries import waiting_appeals
from referee.appeals.targets import targets_at
from referee.appeals.tasks import close_void_appeals
from referee.calls.changes import call_judge, finish_call, take_back_call
from referee.disputes.opening import open_by_hand
from referee.live.entries import NotOpen
from referee.live.pauses import pauses_of
from referee.live.queries import live_table
from referee.models.appeals import Appeal
from referee.models.disputes import Dispute, RowKind
from referee.models.live import LiveTable
from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from referee.records.changes import attach_log
from tests.referee.live.playing import match_of_game, open_live_table, opened, state, tap
from tests.referee.logs import NAMED, log
from tests.referee.ruled import issued
from tests.rules.kernel.helpers import draw, lay, reveal
from tests.tournaments.factories import actor, at, player, win
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.events.life import cancel_event, finish_event, restore_event
from tournaments.events.staff import revoke_role
from tournaments.models.clocks import ClockEvent, Deadline
from tournaments.models.events import Event, StaffRole
from tournaments.models.results import Result
from tournaments.models.rounds import Match, MatchState
from tournaments.results.changes import confirm_result, enter_result, report_result
from tournaments.results.holds import AppealsOpen
from tournaments.results.queries import result_of
from tournaments.results.reports import confirm_as_unchallenged
from tournaments.rounds.changes import finish_round, offer_round, publish_round

pytestmark = pytest.mark.django_db


def ruled(
    record: Record, decision: str, who: str = "jude", minute: float = 12, **more: object
) -> IssuedRuling:
    record = Record.objects.select_related("match__round__event").get(pk=record.pk)
    return issued(
        record, on=5, decision=decision, reason=f"{who}: {decision}.", seen=record.entries, follow=False,
        by=actor(who), now=at(minute), **more,
    )  # type: ignore[arg-type]  # fmt: skip


@pytest.fixture
def table(match: Match) -> LiveTable:
    """A live table that stopped: B revealed in A's turn, entry 5; a judge upheld that it does not count."""
    table = opened(match)
    for by, entry in (
        ("A", draw("A", "Number 9", "Number 1")), ("A", lay("A", "Number 9")), ("B", draw("B", "Number 3", "Number 1")),
        ("B", lay("B", "Number 3")), ("B", reveal("B", "Number 3")),
    ):  # fmt: skip
        tap(table, by, entry)
    ruled(table.record, "uphold")
    return live_table(table.pk)


def test_the_game_waits_from_the_appeal_to_the_decision_and_gets_the_time_back(
    match: Match, table: LiveTable
) -> None:
    """B appeals at minute 13, Hedda decides at 17.5: five minutes are given back, and no turn ran meanwhile."""
    ends = Deadline.objects.get(match=match).due_at
    appeal = make_appeal(match, words="It was my turn.", by=player(match, "B"), now=at(13))
    assert (appeal.against, appeal.ruling, appeal.seat) == ("ruling", IssuedRuling.objects.get(), "B")
    waiting = live_table(table.pk)
    for who in "AB":
        with pytest.raises(NotOpen, match="head judge"):
            tap(waiting, who, reveal(who, "Number 9"))
        shown = state(waiting, who, now=at(14))
        assert (shown["appeal"]["by"], shown["choices"], shown["undo"]) == ("B", None, None)
    assert (at(13), None) in pauses_of(waiting)
    decide_appeal(appeal, upheld=True, reason="A begins.", by=actor("hedda"), now=at(17.5))
    appeal.refresh_from_db()
    assert (appeal.how, appeal.decided_by, appeal.reason, appeal.minutes) == (
        "upheld",
        "Hedda",
        "A begins.",
        5,
    )
    assert Deadline.objects.get(match=match).due_at == ends + timedelta(minutes=5)  # type: ignore[operator]
    assert ClockEvent.objects.get(match=match, kind="extended").reason == "Time of an appeal."
    assert (at(13), at(17.5)) in pauses_of(live_table(table.pk))
    tap(live_table(table.pk), "A", reveal("A", "Number 9"))


def test_it_is_appealed_before_play_goes_on_and_once(match: Match, table: LiveTable) -> None:
    tap(table, "A", reveal("A", "Number 9"))
    with pytest.raises(Conflict, match="Play has gone on"):
        make_appeal(match, by=player(match, "B"), now=at(13))
    assert not Appeal.objects.exists()


def test_twice_is_once_and_one_at_a_table(match: Match, table: LiveTable) -> None:
    first = make_appeal(match, by=player(match, "B"), now=at(13))
    assert make_appeal(match, words="again", by=player(match, "B"), now=at(14)).pk == first.pk
    with pytest.raises(Conflict, match="already"):
        make_appeal(match, by=player(match, "A"), now=at(14))
    decide_appeal(first, upheld=True, reason="So.", by=actor("hedda"), now=at(15))
    with pytest.raises(Conflict, match="final"):
        make_appeal(match, by=player(match, "A"), now=at(16))
    with pytest.raises(Conflict, match="decided"):
        decide_appeal(first, upheld=False, reason="So.", by=actor("hedda"), now=at(16))


def test_taken_back_by_its_seat_while_nobody_decided(match: Match, table: LiveTable) -> None:
    appeal = make_appeal(match, by=player(match, "B"), now=at(13))
    with pytest.raises(NotAllowed):
        take_back_appeal(appeal, by=player(match, "A"), now=at(14))
    take_back_appeal(appeal, by=player(match, "B"), now=at(14))
    assert take_back_appeal(appeal, by=player(match, "B"), now=at(15)).how == "withdrawn"
    assert not ClockEvent.objects.filter(kind="extended").exists()
    tap(live_table(table.pk), "A", reveal("A", "Number 9"))


def test_who_decides(match: Match, table: LiveTable) -> None:
    """The head judge; an organiser only once there is none."""
    appeal = make_appeal(match, by=player(match, "B"), now=at(13))
    for name in ("jude", "sam", "olga", "player3", "stranger"):
        with pytest.raises(NotAllowed):
            decide_appeal(appeal, upheld=True, reason="So.", by=actor(name), now=at(14))
    held = StaffRole.objects.get(event=match.round.event, role="head_judge", revoked_at=None)
    revoke_role(held, by=actor("olga"), now=at(15))
    decide_appeal(appeal, upheld=True, reason="So.", by=actor("olga"), now=at(16))


def test_a_new_ruling_by_the_head_judge_decides_it(match: Match, table: LiveTable) -> None:
    """Let stand, B's early reveal ends the toy game; the story has both rulings, the appeal, and the decision."""
    first = IssuedRuling.objects.get()
    appeal = make_appeal(match, by=player(match, "B"), now=at(13))
    with pytest.raises(Conflict, match="waits for the head judge"):
        ruled(table.record, "let_stand", "jude", supersedes=first.pk)
    with pytest.raises(Conflict, match="Rule on the entry"):
        decide_appeal(appeal, upheld=False, reason="No.", by=actor("hedda"), now=at(14))
    second = ruled(table.record, "let_stand", "hedda", 16, supersedes=first.pk)
    appeal.refresh_from_db()
    assert (appeal.how, appeal.reason, second.final) == ("changed", "hedda: let_stand.", True)
    assert result_of(match).outcome["winner"] == "B"  # type: ignore[union-attr]
    rows = Dispute.objects.get(match=match).rows.order_by("pk").values_list("kind", flat=True)
    assert list(rows) == ["opened", "ruling", "answered", "appeal", "ruling", "answered", "decided"]
    with pytest.raises(Conflict, match="final"):
        make_appeal(match, by=player(match, "A"), now=at(20))


def test_a_judges_word_is_appealed_and_answered_anew(match: Match) -> None:
    call = call_judge(match, "rules", "May he?", by=player(match, "A"), now=at(3))
    finish_call(call, "He may not.", 0, by=actor("jude"), now=at(4))
    appeal = make_appeal(match, by=player(match, "B"), now=at(5))
    assert (appeal.against, appeal.answer.text) == ("answer", "He may not.")  # type: ignore[union-attr]
    with pytest.raises(Invalid):
        decide_appeal(appeal, upheld=False, reason="Page 3.", by=actor("hedda"), now=at(6))
    decide_appeal(
        appeal, upheld=False, reason="Page 3.", answer="He may.", minutes=0, by=actor("hedda"), now=at(7)
    )
    dispute = Dispute.objects.get()
    assert (dispute.resolution, dispute.resolved_by) == ("He may.", "Hedda")
    told = dispute.rows.filter(kind=RowKind.ANSWERED).order_by("pk").values_list("text", flat=True)
    assert list(told) == ["He may not.", "He may."]
    with pytest.raises(Conflict, match="final"):
        make_appeal(match, by=player(match, "A"), now=at(8))


def test_what_a_table_took_back_itself_is_no_decision(match: Match) -> None:
    call = call_judge(match, "rules", "May he?", by=player(match, "A"), now=at(3))
    take_back_call(call, by=player(match, "A"), now=at(4))
    with pytest.raises(Conflict, match="No judge has decided"):
        make_appeal(match, by=player(match, "B"), now=at(5))


def test_no_report_becomes_final_by_time_while_an_appeal_is_open(match: Match) -> None:
    call = call_judge(match, "rules", "May he?", by=player(match, "A"), now=at(3))
    finish_call(call, "No.", 0, by=actor("jude"), now=at(4))
    report_result(match, win("A"), by=player(match, "A"), now=at(5))
    appeal = make_appeal(match, by=player(match, "B"), now=at(6))
    assert confirm_as_unchallenged(match, now=at(30), by=actor("olga")) is None
    decide_appeal(appeal, upheld=True, reason="So.", by=actor("hedda"), now=at(31))
    assert confirm_as_unchallenged(match, now=at(32), by=actor("olga")) is not None


def finished(event: Event) -> None:
    """Every other table is decided and the round is finished."""
    round = event.rounds.get(number=1)
    for other in round.matches.filter(state=MatchState.OPEN):
        enter_result(other, win("A"), by=actor("hedda"), now=at(20))
    finish_round(round, by=actor("olga"), now=at(21))


def test_a_result_is_appealed_until_the_next_round_is_published(event: Event, match: Match) -> None:
    enter_result(match, win("A"), by=actor("sam"), now=at(10))
    finished(event)
    appeal = make_appeal(match, words="I won.", by=player(match, "B"), now=at(22))
    assert (appeal.against, appeal.result) == ("result", result_of(match))
    round = offer_round(event, by=actor("olga"), now=at(23))
    with pytest.raises(AppealsOpen, match="1"):
        publish_round(round, by=actor("olga"), now=at(24))
    publish_round(round, by=actor("olga"), now=at(24), past_appeals=True)
    assert appeal.decided_at is None  # it is decided all the same
    decide_appeal(appeal, upheld=False, reason="B won.", outcome=win("B"), by=actor("hedda"), now=at(25))
    assert result_of(match).outcome["winner"] == "B"  # type: ignore[union-attr]
    appeal.refresh_from_db()
    assert (appeal.how, appeal.minutes) == ("changed", None)


def test_after_that_it_is_too_late(event: Event, match: Match) -> None:
    enter_result(match, win("A"), by=actor("sam"), now=at(10))
    finished(event)
    publish_round(offer_round(event, by=actor("olga"), now=at(23)), by=actor("olga"), now=at(24))
    with pytest.raises(Conflict, match="next round"):
        make_appeal(match, by=player(match, "B"), now=at(25))


def test_a_head_judges_result_is_final_and_one_of_the_players_is_no_decision(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(5))
    confirm_result(match, by=player(match, "B"), now=at(6))
    with pytest.raises(Conflict, match="No judge has decided"):
        make_appeal(match, by=player(match, "B"), now=at(7))
    enter_result(match, win("B"), by=actor("hedda"), now=at(8), reason="Looked at the log.")
    with pytest.raises(Conflict, match="final"):
        make_appeal(match, by=player(match, "A"), now=at(9))


def test_a_correction_by_the_head_judge_decides_it_and_one_by_the_desk_does_not(match: Match) -> None:
    enter_result(match, win("A"), by=actor("sam"), now=at(10))
    appeal = make_appeal(match, by=player(match, "B"), now=at(11))
    enter_result(match, win("A", [1, 0, 0]), by=actor("sam"), now=at(12), reason="A typing error.")
    appeal.refresh_from_db()
    assert appeal.decided_at is None
    enter_result(match, win("B"), by=actor("hedda"), now=at(13), reason="B had won.")
    appeal.refresh_from_db()
    assert (appeal.how, appeal.reason, appeal.decided_by) == ("changed", "B had won.", "Hedda")
    assert Dispute.objects.get(pk=appeal.dispute_id).resolution == "B had won."


def test_of_a_result_that_is_gone_nothing_is_left_to_decide(match: Match) -> None:
    from tournaments.results.changes import clear_result

    enter_result(match, win("A"), by=actor("sam"), now=at(10))
    appeal = make_appeal(match, by=player(match, "B"), now=at(11))
    assert close_void_appeals(at(12)) == 0
    clear_result(match, reason="Wrong table.", by=actor("sam"), now=at(12))
    assert (close_void_appeals(at(13)), close_void_appeals(at(14))) == (1, 0)
    appeal.refresh_from_db()
    assert appeal.how == "void"


def renewed(match: Match) -> Match:
    return Match.objects.select_related("round__event").get(pk=match.pk)


def test_what_the_head_judge_has_upheld_is_not_appealed_by_the_answer_it_left(match: Match) -> None:
    """A question about an entry is answered by the ruling: one decision, and one appeal."""
    table = opened(match)
    for by, entry in (
        ("A", draw("A", "Number 9", "Number 1")), ("A", lay("A", "Number 9")), ("B", draw("B", "Number 3", "Number 1")),
        ("B", lay("B", "Number 3")), ("B", reveal("B", "Number 3")),
    ):  # fmt: skip
        tap(table, by, entry)
    open_by_hand(
        match, "rules", "May he?", record=table.record_id, entry=5, by=player(match, "A"), now=at(11)
    )
    ruled(table.record, "uphold")
    assert [target.against for target in targets_at(renewed(match))] == ["ruling"]
    appeal = make_appeal(match, by=player(match, "B"), now=at(13))
    decide_appeal(appeal, upheld=True, reason="Final.", by=actor("hedda"), now=at(14))
    with pytest.raises(Conflict, match="final"):
        make_appeal(match, by=player(match, "B"), now=at(15))


def test_a_ruling_on_a_game_is_not_appealed_once_the_next_is_played() -> None:
    match = match_of_game("toy", games_per_match=3)
    record = attach_log(match, 1, log(*NAMED), by=player(match, "A"), now=at(5))
    ruled(record, "uphold", minute=6)
    assert [target.refusal for target in targets_at(renewed(match))] == [""]
    table = open_live_table(renewed(match), 2, "phones", by=player(match, "A"), now=at(20))
    tap(table, "A", draw("A", "Number 9", "Number 1"))
    with pytest.raises(Conflict, match="gone on"):
        make_appeal(renewed(match), by=player(match, "B"), now=at(30))


def test_the_floor_proposes_minutes_only_where_they_can_be_given(match: Match, table: LiveTable) -> None:
    event = match.round.event
    appeal = make_appeal(match, by=player(match, "B"), now=at(13))
    # four minutes; after a hundred the most that is given at once
    assert waiting_appeals(event, actor("hedda"), at(17))[0].proposed == 4
    assert waiting_appeals(event, actor("hedda"), at(113))[0].proposed == 60
    Deadline.objects.filter(match=match).update(state="stopped", due_at=None, left_ms=None)
    (one,) = waiting_appeals(event, actor("hedda"), at(17))
    assert one.proposed == 0
    decide_appeal(appeal, upheld=True, reason="x", minutes=one.proposed, by=actor("hedda"), now=at(17))


def test_an_event_ends_past_an_appeal_only_with_a_reason_and_closes_it(event: Event, match: Match) -> None:
    enter_result(match, win("A"), by=actor("sam"), now=at(10))
    finished(event)
    appeal = make_appeal(match, by=player(match, "B"), now=at(22))
    with pytest.raises(Conflict, match="An appeal waits") as refused:
        finish_event(Event.objects.get(pk=event.pk), by=actor("olga"), now=at(23))
    assert refused.value.details["reason_needed"]
    assert close_void_appeals(at(24)) == 0
    finish_event(Event.objects.get(pk=event.pk), reason="The hall closes.", by=actor("olga"), now=at(25))
    assert close_void_appeals(at(26)) == 1 and close_void_appeals(at(27)) == 0
    assert Appeal.objects.get(pk=appeal.pk).how == "void"


def test_what_is_appealed_in_an_event_that_is_cancelled_waits_until_it_goes_on(
    event: Event, match: Match
) -> None:
    """Its result is gone by the time of the sweep: nothing is said of it while nobody plays, and once they do."""
    enter_result(match, win("A"), by=actor("sam"), now=at(10), reason="The slip.")
    make_appeal(renewed(match), by=player(match, "B"), now=at(60))
    cancelled = cancel_event(event, reason="No power.", by=actor("olga"), now=at(61))
    Result.objects.filter(match=match, replaced_at=None).update(replaced_at=at(62))
    assert close_void_appeals(at(63)) == 0
    assert Appeal.objects.get().decided_at is None
    restore_event(cancelled, by=actor("olga"), now=at(70))
    assert close_void_appeals(at(71)) == 1 and close_void_appeals(at(72)) == 0
    assert Appeal.objects.get().how == "void"
