"""Judges: they rule where play has stopped, answer calls, take a log's outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from config.simulation.expected import DECIDED
from config.simulation.facts import rows
from config.simulation.moves.citing import cite, note_cited
from config.simulation.moves.tables import run_of
from config.simulation.site_client import API, Answer, Ask
from referee.models.records import Record, Status

if TYPE_CHECKING:
    from config.simulation.day import Day

JUDGES = ("organiser", "head_judge", "judge")


def rule(day: Day) -> Ask | None:
    """A judge rules on the entry at which play has stopped, or on any other."""
    lives = [live for live in day.lives.values() if live.table.pk in day.expected.tables]
    stopped = [live for live in lives if run_of(day, live).stopped is not None]
    if not stopped and not (lives and day.chance.once_in(4)):
        return None
    live = day.chance.choice(stopped or lives)
    run = run_of(day, live)
    if not run.entries or day.expected.round_state != "running":
        return None
    on = run.stopped or day.chance.randint(1, len(run.entries))
    earlier = sorted(entry for (entry,) in rows("referee.IssuedRuling", "on", record=live.record))
    if earlier and day.chance.once_in(2):
        on = day.chance.choice(earlier)
    reason, seen = day.word("ruling"), len(run.entries)
    decision = day.chance.choice(("uphold", "let_stand", "rewind"))
    body: dict[str, Any] = {"decision": decision, "reason": reason, "seen": seen}
    if decision == "rewind":
        body["to"] = day.chance.randrange(on)
    before = rows("referee.IssuedRuling", "pk", record=live.record, on=on, superseded_by=None)
    old = day.chance.choice(sorted(before))[0] if before and not day.chance.once_in(3) else None
    if old is not None:
        body["supersedes"] = old
    day.ledger.send("referee.IssuedRuling.reason", reason)
    there = cite(day, reason, body)

    def done(answer: Answer) -> None:
        day.ledger.keep("referee.IssuedRuling.reason", reason)
        note_cited(day, reason, body)
        day.ledger.rulings[reason] = (live.record, answer.data["entry"])
        # where it supersedes another, an entry that goes back before that one comes first
        fits = answer.data["entry"] == seen + (1 if old is None else 2)
        day.check(fits, "rulings", f"{reason} is entry {answer.data['entry']}")

    who = day.people.with_role(*JUDGES)
    path = f"{API}records/{live.record}/entries/{on}/rule/"
    return Ask(
        "issue_ruling", who, "POST", path, body, day.word("k"), done, whole=False, never=not there,
        by_log=live.table,
    )  # fmt: skip


def answer_call(day: Day) -> Ask | None:
    """A judge answers a call by word."""
    who = day.people.with_role(*JUDGES)
    disputes = day.reading(who, f"events/{day.slug}/disputes/")["results"]
    if not disputes:
        return None
    dispute = day.chance.choice(disputes)
    table = day.expected.tables.get(dispute["match"])
    path = day.path(f"disputes/{dispute['id']}/answer/")
    words = day.word("answer")
    body: dict[str, Any] = {"answer": words}
    there = cite(day, words, body)
    return Ask(
        "answer_call", who, "POST", path, body, day.word("k"), lambda _: note_cited(day, words, body),
        never=not there, by_log=table,
    )  # fmt: skip


def adopt(day: Day) -> Ask | None:
    """A judge takes a log's outcome as the result."""
    mine = [pk for pk, table in day.records.items() if table.pk in day.expected.tables]
    records = Record.objects.filter(pk__in=mine, status=Status.FINISHED, replaced_at=None).order_by("pk")
    undecided = [record for record in records if day.records[record.pk].state != DECIDED]
    if not undecided or day.expected.round_state != "running":
        return None
    record = day.chance.choice(undecided)
    table = day.records[record.pk]
    who = day.people.with_role(*JUDGES)
    path = f"{API}records/{record.pk}/adopt/"
    body = {"reason": day.word("adopted")}
    return Ask("adopt_outcome", who, "POST", path, body, day.word("k"), whole=False, by_log=table)
