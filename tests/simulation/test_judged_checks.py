"""What is checked of branches, of what judges cite, and of logs judged anew: facts that are not as they were
acknowledged are seen, on a day that has all of them."""

from __future__ import annotations

from copy import deepcopy

import pytest

from config.simulation.day import Day
from config.simulation.moves import citing, disputes, judges, logs, rejudging, tables, what_ifs
from config.simulation.plan import Plan
from referee.models.citations import Citation
from referee.models.disputes import DisputeRow
from referee.models.records import Record
from referee.models.rejudging import Rejudged
from tests.simulation.test_desk_checks import brought_about, look_in_a_round, seen

pytestmark = [pytest.mark.django_db(transaction=True)]


def test_what_is_not_as_it_was_acknowledged_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    look_in_a_round(monkeypatch, Plan("6", 6, 1), of_branches, of_rulings, of_jobs)


def of_branches(day: Day) -> None:
    """One is kept and shown; it is lost, changed, shown twice, or changes the log."""
    known = day.expected.what_ifs
    brought_about(day, tables.open_table, lambda: day.lives)
    (live,) = day.lives.values()
    brought_about(day, tables.tap, lambda: live.run is not None and len(live.run.entries) > 2)
    brought_about(day, disputes.open_about_log, lambda: day.expected.disputes)
    brought_about(day, what_ifs.keep, lambda: known)
    brought_about(day, what_ifs.share, lambda: any(one.shared for one in known.values()))
    what_ifs.check_branches(day)
    branch = next(one for one in known.values() if one.shared)
    kept, shown = DisputeRow.objects.filter(pk=branch.pk), DisputeRow.objects.filter(of=branch.pk)
    with seen(day, "what if"):
        kept.update(payload={"lines": []})
        what_ifs.check_branches(day)
    with seen(day, "what if"):
        shown.delete()
        what_ifs.check_branches(day)
    with seen(day, "what if"):
        twice = shown.get()
        twice.pk = None
        twice.save(force_insert=True)
        what_ifs.check_branches(day)


def of_rulings(day: Day) -> None:
    """A branch is put forward as the ruling: other entries than its own stand after it; what it cites is lost."""
    reasons = day.ledger.rulings
    brought_about(day, what_ifs.rule_by, lambda: reasons)
    (record, ruling), *_ = reasons.values()
    branch = next(one for one in day.expected.what_ifs.values() if one.record == record and one.shared)
    what_ifs._check_put_forward(day, branch, ruling)
    other = deepcopy(branch)
    other.entries = [{"do": "concede", "by": "A"}]
    with seen(day, "what if"):
        what_ifs._check_put_forward(day, other, ruling)

    for _ in range(30):
        day.step(disputes.open_dispute(day))
        day.step(judges.answer_call(day))
        if any(day.ledger.cited.values()):
            break
    citing.check_cited(day)
    text = next(text for text, cited in day.ledger.cited.items() if cited)
    cited = Citation.objects.filter(ruling__reason=text) | Citation.objects.filter(row__text=text)
    with seen(day, "cited"):
        Citation.objects.filter(pk=cited.order_by("-pk")[0].pk).delete()
        citing.check_cited(day)
    with seen(day, "cited"):
        Citation.objects.filter(pk=cited.order_by("pk")[0].pk).update(key="another")
        citing.check_cited(day)


def of_jobs(day: Day) -> None:
    """A log is judged anew and its outcome used; a job has left a log out."""
    brought_about(day, logs.send_in, lambda: rejudging._of_a_winner(day))
    rejudging.judged_otherwise_before(day)
    assert Record.objects.exclude(adopted_outcome=None).exists()
    rejudging.check_jobs(day)
    judged = Rejudged.objects.order_by("pk")
    with seen(day, "judged anew"):
        judged.filter(pk=judged[0].pk).delete()
        rejudging.check_jobs(day)
