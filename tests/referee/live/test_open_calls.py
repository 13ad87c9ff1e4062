"""While a judge is asked about a match no deadline closes it, and staff who confirm an unsound log are told why not."""

from __future__ import annotations

import pytest
from django.test import Client

from referee.disputes.answering import answer_call
from referee.disputes.changes import open_dispute
from referee.live.answers import Unsound, call_judge, confirm_outcome
from referee.live.queries import live_table
from referee.models.disputes import Dispute, Kind
from referee.models.live import LiveTable
from tests.referee.conftest import Who
from tests.referee.live.playing import opened, phone, state, tap
from tests.rules.kernel.helpers import draw, lay, reveal
from tests.tournaments.factories import actor, at, player, tables, win
from tournaments.access import Actor
from tournaments.models.events import Event
from tournaments.models.results import Provenance, Result
from tournaments.models.rounds import Match
from tournaments.results.reports import report_result
from tournaments.results.tasks import confirm_unchallenged

pytestmark = pytest.mark.django_db


def finished(match: Match, laid: str, mode: str = "phones") -> LiveTable:
    """A game that A wins by what everybody saw; B laid this face down."""
    table = opened(match, mode)
    for who, entry in (
        ("A", draw("A")), ("A", lay("A", "Number 9")), ("B", draw("B")), ("B", lay("B", laid)),
        ("A", reveal("A", "Number 9")), ("B", reveal("B", "Number 3")),
    ):  # fmt: skip
        tap(table, "sam" if mode == "scorekeeper" else who, entry)
    return table


def standing(match: Match) -> tuple[str, str] | None:
    found = Result.objects.filter(match=match, replaced_at=None).first()
    return None if found is None else (found.provenance, found.outcome["winner"])


@pytest.mark.parametrize("calls", [True, False])
def test_a_report_from_an_unsound_log_waits_for_the_judge(match: Match, calls: bool) -> None:
    """A confirms at minute 5 what A could see; ten minutes later it would stand."""
    Event.objects.filter(pk=match.round.event_id).update(illegal_calls_judge=calls)
    match.round.event.refresh_from_db()
    table = finished(match, "Blank")
    confirm_outcome(live_table(table.pk), phone(table, "A"), last=6, now=at(5))
    assert Dispute.objects.get(resolved_at=None).kind == Kind.ILLEGAL
    assert confirm_unchallenged(at(15)) == 0
    assert confirm_unchallenged(at(300)) == 0
    assert standing(match) == (Provenance.REPORTED, "A")


def test_a_report_from_a_sound_log_stands_in_its_time(match: Match) -> None:
    table = finished(match, "Number 3")
    confirm_outcome(live_table(table.pk), phone(table, "A"), last=6, now=at(5))
    assert (confirm_unchallenged(at(14.9)), confirm_unchallenged(at(15))) == (0, 1)
    assert standing(match) == (Provenance.CONFIRMED, "A")


@pytest.mark.parametrize("kind", Kind.values)
def test_every_open_question_about_a_result_holds_a_report(match: Match, kind: str) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    open_dispute(match, Kind(kind), "Hm?", by=Actor.system(), now=at(11), quiet=True)
    assert confirm_unchallenged(at(20)) == int(kind in (Kind.SLOW_PLAY, Kind.HARD_STOP))


def test_a_call_of_one_table_holds_no_other_and_answered_it_holds_none(match: Match) -> None:
    one, two = tables(match.round)
    for each in (one, two):
        report_result(each, win("A"), by=player(each, "A"), now=at(10))
    table = opened_by_call(one)
    assert confirm_unchallenged(at(20)) == 1
    assert standing(two) == (Provenance.CONFIRMED, "A")
    assert standing(one) == (Provenance.REPORTED, "A")
    answer_call(match.round.event, table.pk, "It is fine.", by=actor("jude"), now=at(25))
    assert confirm_unchallenged(at(25)) == 1
    assert standing(one) == (Provenance.CONFIRMED, "A")


def opened_by_call(match: Match) -> Dispute:
    table = opened(match)
    mine = phone(table, "B")
    call_judge(live_table(table.pk), mine, "Whose turn was it?", by=player(match, "B"), now=at(12))
    return Dispute.objects.get()


def test_reports_that_wait_for_a_judge_crowd_out_nobody(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.results.tasks.AT_ONCE", 1)
    one, two = tables(match.round)
    for each in (one, two):
        report_result(each, win("A"), by=player(each, "A"), now=at(10))
    open_dispute(one, Kind.CALL, "Hm?", by=player(one, "A"), now=at(11))
    assert confirm_unchallenged(at(20)) == 1
    assert standing(two) == (Provenance.CONFIRMED, "A")


# -- the scorekeeper -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("who", ["sam", "olga"])
def test_a_scorekeeper_who_confirms_an_unsound_log_is_told_why_not_and_a_judge_is_called(
    match: Match, who: str
) -> None:
    """Olga sees the whole log, Sam what everybody sees; the whole log stopped at B's hidden card."""
    Event.objects.filter(pk=match.round.event_id).update(illegal_calls_judge=False)
    match.round.event.refresh_from_db()
    table = finished(match, "Blank", "scorekeeper")
    if who == "sam":
        with pytest.raises(Unsound, match="nothing was entered, and a judge has been called"):
            confirm_outcome(live_table(table.pk), phone(table, who), last=6, now=at(5))
        assert [(one.kind, one.entry) for one in Dispute.objects.all()] == [(Kind.ILLEGAL, 4)]
    assert state(table, who)["result"] is None or state(table, who)["result"]["wanted"] is (who == "sam")
    assert standing(match) is None
    assert live_table(table.pk).state == "playing"


@pytest.mark.parametrize(("laid", "status"), [("Number 3", 200), ("Blank", 409)])
def test_the_scorekeepers_page_has_the_button_and_the_sentence(
    match: Match, who: Who, laid: str, status: int
) -> None:
    table = finished(match, laid, "scorekeeper")
    page, sam = f"/live/{table.pk}/", who("sam")
    button = b"Yes, that is the result"
    assert button in sam.get(page).content
    api = sam.post(f"/api/v1/live/{table.pk}/result/", {"last": 6}, content_type="application/json")
    assert api.status_code == status
    if status == 409:
        assert api.json()["code"] == "unsound"
        assert Dispute.objects.filter(resolved_at=None, kind=Kind.ILLEGAL).count() == 1
    for language, words in (("en", b"nothing was entered"), ("de", b"nichts eingetragen")):
        sent = sam.post(
            f"{page}result/", {"last": 6}, follow=True, headers={"accept-language": language}
        ).content
        assert (words in sent) is (status == 409), language
    assert (standing(match) is None) is (status == 409)
    assert (button in sam.get(page).content) is (status == 409)


def test_who_keeps_no_scores_has_no_button(match: Match) -> None:
    table = finished(match, "Number 3")
    for name in ("sam", "jude"):
        assert state(table, name)["result"]["wanted"] is False, name


def test_a_visitor_confirms_nothing(match: Match) -> None:
    table = finished(match, "Blank", "scorekeeper")
    assert Client().post(f"/live/{table.pk}/result/", {"last": 6}).status_code in (302, 303, 403, 404)
    assert standing(match) is None and not Dispute.objects.exclude(kind=Kind.ILLEGAL).exists()
