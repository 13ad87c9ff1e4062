"""Two people at the same record in the same moment: two processes, real transactions."""

import pytest

from referee.alignments.changes import store_merged
from referee.alignments.finding import align_new
from referee.disputes.tasks import take_in_outbox
from referee.judging.judged import forget
from referee.logs.storage import stored_log
from referee.models.alignments import LogPair
from referee.models.disputes import Dispute, Kind
from referee.models.records import Record, RecordPart
from referee.models.rulings import IssuedRuling
from referee.records.changes import attach_log
from referee.records.queries import records
from tests.referee.conftest import table
from tests.referee.logs import NAMED, WON_BY_A, WON_BY_B, log
from tests.referee.ruled import issued
from tests.rules.alignment.test_align import BY_A, BY_B
from tests.tournaments.factories import actor, at, player, running_event, running_round, win
from tests.tournaments.races.together import together
from tournaments.errors import Conflict
from tournaments.jobs.working import work_for
from tournaments.models.events import Event
from tournaments.models.jobs import Job
from tournaments.models.results import Result
from tournaments.models.rounds import Match
from tournaments.results.changes import report_result

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Match:
    made = running_event(4)
    Event.objects.filter(pk=made.pk).update(game="toy")
    running_round(made)
    made.refresh_from_db()
    return table(made, 0)


def test_of_two_rulings_at_once_one_stands(match: Match) -> None:
    number = attach_log(match, 1, log(*NAMED), by=player(match, "A"), now=at(10)).pk
    jude, hedda = actor("jude"), actor("hedda")

    def rule(by: object, decision: str) -> IssuedRuling:
        record = records().get(pk=number)
        return issued(record, on=5, decision=decision, reason="So.", seen=7, by=by, now=at(12))  # type: ignore[arg-type]

    answers = together(lambda: rule(jude, "uphold"), lambda: rule(hedda, "let_stand"))
    assert sorted(answers) == [("done", "row"), ("refused", "conflict")]
    record = records().get(pk=number)
    assert (IssuedRuling.objects.count(), RecordPart.objects.count()) == (1, 2)
    assert stored_log(record, "toy").chain is None


def test_a_log_that_grew_since_its_row_was_read_is_read_as_the_row_says(match: Match) -> None:
    early = attach_log(match, 1, log(*NAMED), by=player(match, "A"), now=at(10))
    late = records().get(pk=early.pk)
    issued(late, on=5, decision="let_stand", reason="First.", seen=7, by=actor("jude"), now=at(11))
    forget()
    found = stored_log(early, "toy")
    assert (len(found.entries), found.chain) == (7, None)
    with pytest.raises(Conflict):
        issued(early, on=5, decision="uphold", reason="Second.", seen=7, by=actor("hedda"), now=at(12))
    assert [row.reason for row in IssuedRuling.objects.all()] == ["First."]


def test_the_same_file_twice_at_once_is_one_record(match: Match) -> None:
    ann = player(match, "A")
    answers = together(
        lambda: attach_log(match, 1, log(*WON_BY_A), by=ann, now=at(10)),
        lambda: attach_log(match, 1, log(*WON_BY_A), by=ann, now=at(10)),
    )
    assert ("done", "row") in answers
    assert (Record.objects.count(), RecordPart.objects.count()) == (1, 1)
    assert Result.objects.count() == 1


def test_two_sweeps_open_one_dispute(match: Match) -> None:
    for letter in "AB":
        report_result(match, win(letter), by=player(match, letter), now=at(10))
    together(lambda: take_in_outbox(at(11)), lambda: take_in_outbox(at(11)))
    assert Dispute.objects.count() == 1


def test_two_sweeps_ask_once_about_logs_that_part(match: Match) -> None:
    attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    attach_log(match, 1, log(*WON_BY_B), by=player(match, "B"), now=at(10))

    def sweep() -> int:
        align_new(at(12))
        return work_for()

    together(sweep, sweep)
    work_for()
    assert Dispute.objects.filter(kind=Kind.DIVERGENCE).count() == 1
    assert (LogPair.objects.count(), Job.objects.count()) == (1, 1)


def test_two_judges_store_one_merged_log(match: Match) -> None:
    first = attach_log(match, 1, log(*BY_A), by=player(match, "A"), now=at(10)).pk
    second = attach_log(match, 1, log(*BY_B), by=player(match, "B"), now=at(10)).pk

    def store(name: str) -> Record:
        one, other = (records().get(pk=number) for number in (first, second))
        return store_merged(one, other, by=actor(name), now=at(12))

    jude, hedda = (lambda: store("jude")), (lambda: store("hedda"))
    actor("jude"), actor("hedda")
    assert ("done", "row") in together(jude, hedda)
    assert Record.objects.filter(merged=True).count() == 1
    assert LogPair.objects.get().stored == Record.objects.get(merged=True)
