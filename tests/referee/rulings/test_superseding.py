"""A ruling in the place of another: play goes back before the first, everything follows the second."""

import pytest

from referee.judging.judged import judged
from referee.logs.storage import stored_log
from referee.models.disputes import Dispute, RowKind
from referee.models.live import LiveTable, TableState
from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from referee.records.changes import attach_log
from tests.referee.conftest import Who
from tests.referee.logs import NAMED, log
from tests.referee.ruled import issued
from tests.tournaments.factories import actor, at, player, seated
from tournaments.errors import Conflict, Invalid
from tournaments.models.clocks import Deadline
from tournaments.models.results import Result
from tournaments.models.rounds import Match, MatchState
from tournaments.results.changes import confirm_result
from tournaments.results.queries import result_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def illegal(match: Match) -> Record:
    """Entry 5 is illegal (B reveals in A's turn); entries 6 and 7 would finish the game: 9 against 3."""
    return attach_log(match, 1, log(*NAMED), by=player(match, "A"), now=at(10))


def ruled(record: Record, decision: str, seen: int, who: str = "jude", **more: object) -> IssuedRuling:
    reason = f"{who} says {decision}."
    more = {"follow": False, **more}
    return issued(
        record, on=5, decision=decision, reason=reason, seen=seen, by=actor(who), now=at(12), **more
    )  # type: ignore[arg-type]


def fresh(record: Record) -> Record:
    return Record.objects.select_related("match__round__event").get(pk=record.pk)


def test_what_followed_the_first_ruling_is_gone_with_it(match: Match, illegal: Record) -> None:
    """Upheld with what follows, A wins by 9 to 3; let stand instead, B's early reveal ends the toy game at once for B,
    and 6 and 7 come after the end."""
    first = ruled(illegal, "uphold", 7, follow=True)
    assert result_of(match).outcome["winner"] == "A"  # type: ignore[union-attr]
    second = ruled(fresh(illegal), "let_stand", 10, supersedes=first.pk)
    assert (first.entry, first.through) == (8, 10)
    assert (second.entry, second.through, second.supersedes_id) == (12, 12, first.pk)
    record = fresh(illegal)
    run = judged(record).run
    assert (record.entries, record.status) == (12, "finished")
    assert run.active_entries == [1, 2, 3, 4, 11, 5, 12]
    assert stored_log(record, "toy").chain is None
    standing = result_of(match)
    assert standing is not None
    assert (standing.outcome["winner"], standing.source) == ("B", f"record:{record.pk}")
    assert [result.outcome["winner"] for result in Result.objects.filter(match=match)] == ["A", "B"]


def test_a_ruling_that_ends_no_game_takes_the_result_back_and_play_goes_on(
    match: Match, illegal: Record
) -> None:
    first = ruled(illegal, "uphold", 7, follow=True)
    second = ruled(fresh(illegal), "rewind", 10, to=2, supersedes=first.pk)
    record = fresh(illegal)
    assert (record.status, record.adopted_at, result_of(match)) == ("in_progress", None, None)
    match.refresh_from_db()
    assert match.state == MatchState.OPEN
    assert Deadline.objects.get(match=match).state == "running"
    assert judged(record).run.active_entries == [1, 2, second.entry]


def test_both_stand_in_the_story_and_the_older_one_is_marked(who: Who, match: Match, illegal: Record) -> None:
    first = ruled(illegal, "uphold", 7)
    second = ruled(fresh(illegal), "let_stand", 8, supersedes=first.pk)
    dispute = Dispute.objects.get(match=match)
    assert (dispute.resolution, dispute.resolved_by) == ("jude says let_stand.", second.by)
    rows = dispute.rows.filter(kind=RowKind.RULING).order_by("pk")
    assert [row.ruling for row in rows] == [first, second]
    assert rows[1].of == rows[0]
    told = dispute.rows.filter(kind=RowKind.ANSWERED).order_by("pk").values_list("text", flat=True)
    assert list(told) == ["jude says uphold.", "jude says let_stand."]
    for name in ("jude", seated(match, "B").user.username):  # type: ignore[union-attr]
        page = who(name).get(f"/events/{match.round.event.slug}/disputes/{dispute.pk}/").content.decode()
        story = page.partition('id="story-title"')[2].partition("</ol>")[0]
        assert story.count(">superseded<") == 1
        assert "jude says uphold." in page
        rulings = who(name).get(f"/api/v1/records/{illegal.pk}/rulings/").json()
        assert [(one["supersedes"], one["superseded_by"]) for one in rulings] == [
            (None, second.pk),
            (first.pk, None),
        ]
    file = who("jude").get(f"/api/v1/events/{match.round.event.slug}/export/rulings.json").json()["rulings"]
    assert [(one["entry"], one["supersedes"], one["superseded_by"]) for one in file] == [
        (8, None, 10),
        (10, 8, None),
    ]
    replay = who("jude").get(f"/records/{illegal.pk}/?entry=5").content.decode()
    assert replay.count(">superseded<") == 1


def test_one_ruling_is_superseded_once_and_by_a_ruling_on_the_same_entry(illegal: Record) -> None:
    first = ruled(illegal, "uphold", 7)
    with pytest.raises(Invalid):
        issued(
            fresh(illegal), on=4, decision="rewind", to=1, reason="x", seen=8, supersedes=first.pk,
            by=actor("jude"), now=at(13),
        )  # fmt: skip
    ruled(fresh(illegal), "let_stand", 8, supersedes=first.pk)
    with pytest.raises(Conflict):
        ruled(fresh(illegal), "rewind", 10, to=1, supersedes=first.pk)


def test_a_head_judges_ruling_is_superseded_by_a_head_judge_alone(illegal: Record) -> None:
    """Olga, the organiser, is no head judge where there is one."""
    first = ruled(illegal, "uphold", 7)
    assert not first.final
    second = ruled(fresh(illegal), "let_stand", 8, "hedda", supersedes=first.pk)
    assert second.final
    for name in ("jude", "olga"):
        for supersedes in (None, second.pk):
            with pytest.raises(Conflict, match="final"):
                ruled(fresh(illegal), "rewind", 10, name, to=1, supersedes=supersedes)
    third = ruled(fresh(illegal), "rewind", 10, "hedda", to=1, supersedes=second.pk)
    assert (third.entry, judged(fresh(illegal)).run.active_entries) == (12, [1, 12])


def test_the_form_of_an_entry_that_was_ruled_on_supersedes(who: Who, illegal: Record) -> None:
    first = ruled(illegal, "uphold", 7)
    page = who("jude").get(f"/records/{illegal.pk}/?entry=5").content.decode()
    assert "This supersedes the ruling by" in page
    assert f'name="supersedes" value="{first.pk}"' in page
    sent = {
        "decision": "let_stand",
        "reason": "Looked again.",
        "seen": 8,
        "follow": "no",
        "supersedes": first.pk,
    }
    answer = who("jude").post(f"/records/{illegal.pk}/entries/5/rule/", sent)
    assert answer.status_code == 302 or answer.status_code == 303
    assert IssuedRuling.objects.get(supersedes=first).decision == "let_stand"
    late = who("jude").post(f"/records/{illegal.pk}/entries/5/rule/", {**sent, "seen": 10})
    assert late.status_code == 409


def test_a_live_table_whose_result_was_confirmed_plays_on(match: Match, illegal: Record) -> None:
    table = LiveTable.objects.create(
        record=illegal, mode="phones", assisted=False, deductions=False, calls_judge=True, spectators="none",
        spectator_delay=0, by="Olga", at=at(1),
    )  # fmt: skip
    first = ruled(illegal, "uphold", 7, follow=True)
    LiveTable.objects.filter(pk=table.pk).update(state=TableState.CONFIRMED, confirmed=["A", "B"])
    ruled(fresh(illegal), "rewind", 10, to=2, supersedes=first.pk)
    table.refresh_from_db()
    assert (table.state, table.confirmed) == (TableState.PLAYING, [])


def test_a_first_ruling_that_takes_play_back_takes_the_result_with_it(match: Match) -> None:
    """A legal log that is over and confirmed, of which a judge finds that play goes back to entry 2."""
    record = attach_log(match, 1, log(*NAMED[:4], *NAMED[5:]), by=player(match, "A"), now=at(10))
    confirm_result(match, by=player(match, "B"), now=at(11))
    assert result_of(match).outcome["winner"] == "A"  # type: ignore[union-attr]
    ruled(record, "rewind", 6, to=2)
    kept = fresh(record)
    assert (kept.status, kept.outcome, kept.adopted_at, result_of(match)) == ("in_progress", None, None, None)
    assert Match.objects.get(pk=match.pk).state == MatchState.OPEN


def test_a_head_judges_ruling_is_not_undone_by_going_back_before_it(illegal: Record) -> None:
    final = ruled(illegal, "let_stand", 7, who="hedda")
    seen = fresh(illegal).entries
    back = {"on": 4, "decision": "rewind", "to": 1, "reason": "x", "seen": seen, "now": at(13)}
    with pytest.raises(Conflict, match="final"):
        issued(fresh(illegal), by=actor("jude"), **back)  # type: ignore[arg-type]
    assert fresh(illegal).entries == seen and final.entry in judged(fresh(illegal)).run.active_entries
    issued(fresh(illegal), by=actor("hedda"), **back)  # type: ignore[arg-type]
    assert final.entry not in judged(fresh(illegal)).run.active_entries
