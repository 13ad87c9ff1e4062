"""What a player is offered to appeal: each decision once, and not a second time what was taken back."""

from __future__ import annotations

import pytest

from referee.appeals.changes import make_appeal, take_back_appeal
from referee.appeals.targets import targets_at
from referee.calls.changes import call_judge, finish_call
from referee.live.answers import call_judge as call_live
from referee.live.queries import live_table
from referee.models.appeals import Appeal
from referee.models.disputes import Dispute, DisputeRow
from referee.models.live import LiveTable
from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from tests.referee.conftest import Who
from tests.referee.live.playing import opened, phone, tap
from tests.referee.ruled import issued
from tests.rules.kernel.helpers import draw, lay, reveal
from tests.tournaments.factories import actor, at, player, seated, win
from tournaments.errors import Conflict
from tournaments.models.rounds import Match
from tournaments.results.changes import enter_result

pytestmark = pytest.mark.django_db


def ruled(record: Record, decision: str, minute: float, who: str = "jude", **more: object) -> IssuedRuling:
    record = Record.objects.select_related("match__round__event").get(pk=record.pk)
    return issued(
        record, on=5, decision=decision, reason="So it is.", seen=record.entries, follow=False, by=actor(who),
        now=at(minute), **more,
    )  # type: ignore[arg-type]  # fmt: skip


@pytest.fixture
def table(match: Match) -> LiveTable:
    """A live table at which play stands: B revealed in A's turn, entry 5."""
    table = opened(match)
    for by, entry in (
        ("A", draw("A", "Number 9", "Number 1")), ("A", lay("A", "Number 9")), ("B", draw("B", "Number 3", "Number 1")),
        ("B", lay("B", "Number 3")), ("B", reveal("B", "Number 3")),
    ):  # fmt: skip
        tap(table, by, entry)
    return live_table(table.pk)


def renewed(match: Match) -> Match:
    return Match.objects.select_related("round__event").get(pk=match.pk)


def test_a_ruling_is_appealed_once_by_each_who_thinks_better_of_it(match: Match, table: LiveTable) -> None:
    """B may halt the game once for this ruling, and A once."""
    first = ruled(table.record, "uphold", 12)
    for who, minute in (("B", 13), ("A", 15)):
        appeal = make_appeal(match, by=player(match, who), now=at(minute))
        take_back_appeal(appeal, by=player(match, who), now=at(minute + 1))
        for number in (None, first.pk):
            with pytest.raises(Conflict, match="not made a second time"):
                make_appeal(
                    match, against="ruling", number=number, by=player(match, who), now=at(minute + 1.5)
                )
    assert Appeal.objects.count() == 2


def test_a_ruling_in_the_place_of_one_is_another(match: Match, table: LiveTable) -> None:
    first = ruled(table.record, "uphold", 12)
    take_back_appeal(make_appeal(match, by=player(match, "B"), now=at(13)), by=player(match, "B"), now=at(14))
    second = ruled(table.record, "uphold", 15, supersedes=first.pk)
    assert make_appeal(match, by=player(match, "B"), now=at(16)).ruling == second


def test_an_answer_taken_back_is_not_appealed_again_and_a_result_is(match: Match) -> None:
    """An answer halts the game like a ruling; the appeal of a result halts none, and may be made until the next
    round."""
    call = call_judge(match, "deck", "May he?", by=player(match, "A"), now=at(3))
    finish_call(call, "He may not.", 0, by=actor("jude"), now=at(4))
    take_back_appeal(make_appeal(match, by=player(match, "B"), now=at(5)), by=player(match, "B"), now=at(6))
    with pytest.raises(Conflict, match="not made a second time"):
        make_appeal(match, by=player(match, "B"), now=at(7))
    enter_result(match, win("A"), by=actor("sam"), now=at(10))
    match = renewed(match)
    take_back_appeal(make_appeal(match, by=player(match, "B"), now=at(11)), by=player(match, "B"), now=at(12))
    assert make_appeal(match, by=player(match, "B"), now=at(13)).against == "result"


def test_the_form_and_the_api_say_so(who: Who, match: Match, table: LiveTable) -> None:
    ruling = ruled(table.record, "uphold", 12)
    appeal = make_appeal(match, by=player(match, "B"), now=at(13))
    take_back_appeal(appeal, by=player(match, "B"), now=at(14))
    a, b = (who(seated(match, seat).user.username) for seat in "AB")  # type: ignore[union-attr]
    slug = match.round.event.slug
    field = f'name="number" value="{ruling.pk}"'
    for client, may in ((a, True), (b, False)):
        html = client.get(f"/events/{slug}/me/").content.decode()
        assert (field in html) == may and ("not made a second time" in html) != may
        (told,) = client.get(f"/api/v1/matches/{match.pk}/appeals/").json()["decisions"]
        assert (told["refusal"] == "") == may
    sent = {"against": "ruling", "number": ruling.pk}
    answer = b.post(f"/api/v1/matches/{match.pk}/appeals/", sent, "application/json")
    assert answer.status_code == 409 and "second time" in answer.content.decode()
    assert b.post(f"/matches/{match.pk}/appeal/", sent).status_code == 409
    assert a.post(f"/matches/{match.pk}/appeal/", sent).status_code == 303


@pytest.mark.parametrize("first", ["word", "ruling"])
def test_a_word_and_a_ruling_on_the_same_halt_are_one_decision(
    match: Match, table: LiveTable, first: str
) -> None:
    """The table calls at entry 5, where play stands; the judge says what holds, closes the call and rules."""
    call = call_judge(match, "rules", "May he?", by=player(match, "A"), now=at(11))
    if first == "word":
        finish_call(call, "No.", 0, by=actor("jude"), now=at(12))
    ruled(table.record, "uphold", 13)
    if first == "ruling":
        finish_call(call, "No.", 0, by=actor("jude"), now=at(14))
    assert [target.against for target in targets_at(renewed(match))] == ["ruling"]


def test_another_question_stays_another_decision(match: Match, table: LiveTable) -> None:
    """A deck, asked about in the same halt; and the rules, asked about and answered before that entry was there."""
    call = call_judge(match, "deck", "Is it his?", by=player(match, "A"), now=at(11))
    finish_call(call, "It is.", 0, by=actor("jude"), now=at(12))
    ruled(table.record, "uphold", 13)
    assert [target.against for target in targets_at(renewed(match))] == ["ruling", "answer"]


def test_a_word_after_play_went_on_is_a_decision_of_its_own(match: Match, table: LiveTable) -> None:
    call = call_judge(match, "rules", "May he?", by=player(match, "A"), now=at(11))
    ruled(table.record, "uphold", 12)
    tap(live_table(table.pk), "A", reveal("A", "Number 9"), now=at(13))
    finish_call(call, "Yes, now.", 0, by=actor("jude"), now=at(14))
    told = {target.against: target.refusal for target in targets_at(renewed(match))}
    assert told["answer"] == "" and "gone on" in told["ruling"]


@pytest.mark.parametrize("reason", ["rules", "deck", ""])
@pytest.mark.parametrize("entry", [None, 5, 4])
def test_a_call_from_the_live_page_that_a_ruling_answers_is_one_decision_with_it(
    match: Match, table: LiveTable, reason: str, entry: int | None
) -> None:
    """Play stands at entry 5, for which a judge is asked, and the table calls as well: two disputes, and one ruling
    that answers both. So it stays where a ruling takes its place, however the times of the two rows fall."""
    call_live(
        table, phone(table, "A"), "May he?", by=player(match, "A"), now=at(11), entry=entry, reason=reason
    )
    assert Dispute.objects.filter(match=match, resolved_at=None).count() == 2
    first = ruled(table.record, "uphold", 12)
    assert not Dispute.objects.filter(match=match, resolved_at=None).exists()
    told = [(target.against, target.number) for target in targets_at(renewed(match))]
    assert told == [("ruling", first.pk)]
    second = ruled(table.record, "uphold", 13, supersedes=first.pk)
    DisputeRow.objects.filter(kind="answered").update(at=at(13.01))
    told = [(target.against, target.number) for target in targets_at(renewed(match))]
    assert told == [("ruling", second.pk)]
