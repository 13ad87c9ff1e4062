"""Logs judged anew: a job over an event's logs, its report read in pages, an outcome used log by log, and refused where
it was judged by other rules, or the event is over."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from config.simulation.facts import rows
from config.simulation.site_client import Answer, Ask
from referee.models.records import Record, Status

if TYPE_CHECKING:
    from config.simulation.day import Day

JUDGES = ("organiser", "head_judge", "judge")
#: What the logs are judged by: mostly what each names; else a day, or what is no edition.
A_DAY = "2026-05-02"
BY = ("", "", A_DAY, "no-such-edition")
#: How often the sweeps are waited for.
PATIENCE = 12


@dataclass
class Judging:
    """A job that was begun: by which rules, over how many logs."""

    pk: int
    rules: str
    items: int


def begin(day: Day) -> Ask | None:
    """A judge has all logs of the event judged anew. The simulator begins one at a time, as one sweep does."""
    if not Record.objects.filter(match__round__event__slug=day.slug, replaced_at=None).exists():
        return None
    if rows("tournaments.Job", "pk", event__slug=day.slug, finished_at=None, cancelled_at=None):
        return None
    return _begin(day, day.chance.choice(BY))


def _begin(day: Day, rules: str) -> Ask:
    def done(answer: Answer) -> None:
        told = answer.data
        day.expected.judgings.setdefault(told["id"], Judging(told["id"], rules, told["items"]))

    who, path = day.people.with_role(*JUDGES), day.path("rejudge/")
    never = rules == "no-such-edition"
    return Ask("rejudge", who, "POST", path, {"rules": rules}, day.word("k"), done, never=never)


def without_right(day: Day) -> Ask | None:
    """A player or a visitor has them judged, or uses what came of it."""
    outsiders = [day.people.visitor, day.people.name_problem, *day.people.players.values()]
    who, judged = day.chance.choice(outsiders), rows("referee.Rejudged", "pk")
    if judged and day.chance.once_in(2):
        path, body = day.path(f"rejudge/{judged[0][0]}/adopt/"), {"reason": day.word("not-his")}
    else:
        path, body = day.path("rejudge/"), {"rules": ""}
    return Ask("rejudge not his", who, "POST", path, body, day.word("k"), may=False)


def read(day: Day) -> Ask | None:
    """A judge reads what a job found, page by page: all of it stands on exactly one page."""
    job = _one(day)
    if job is None:
        return None
    _pages(day, job)
    path = day.path(f"rejudge/?job={job.pk}")
    return Ask("look at a report", day.people.with_role(*JUDGES), "GET", path)


def _pages(day: Day, job: Judging) -> list[dict[str, Any]]:
    """The rows of a report, read one a page."""
    hugo, here = day.people.staff["hugo"], f"events/{day.slug}/rejudge/?job={job.pk}"
    whole = day.reading(hugo, here)
    told: list[dict[str, Any]] = whole["differ"]
    one_by_one = [day.reading(hugo, f"{here}&limit=1&offset={n}")["differ"] for n in range(len(told) + 1)]
    paged = [row for page in one_by_one for row in page]
    day.check(
        paged == told and whole["differ_in_all"] == len(told),
        "judged anew", f"of job {job.pk} the pages tell {paged}, the report {whole}",
    )  # fmt: skip
    return told


def adopt(day: Day) -> Ask | None:
    """A judge uses what a log comes to now as its game's result; what was only what if, or is over, is not used."""
    job = _one(day)
    if job is None:
        return None
    differing = day.reading(day.people.staff["hugo"], f"events/{day.slug}/rejudge/?job={job.pk}")["differ"]
    of_round = {pk for (pk,) in rows("referee.Record", "pk", match__in=day.expected.tables)}
    fitting = [row for row in differing if row["record"] in of_round or row["adoption"] != "possible"]
    return _adopt(day, day.chance.choice(fitting)) if fitting else None


def _adopt(day: Day, row: dict[str, Any]) -> Ask:
    record = Record.objects.get(pk=row["record"])
    table = next((t for t in day.expected.every_table() if t.pk == record.match_id), None)
    path, body = day.path(f"rejudge/{row['id']}/adopt/"), {"reason": day.word("anew")}
    never = row["adoption"] in ("what_if", "not_running")
    return Ask(
        "adopt_rejudged", day.people.with_role(*JUDGES), "POST", path, body, day.word("k"), whole=False,
        never=never, unless_beside=row["adoption"] == "not_running", by_log=table,
    )  # fmt: skip


def judged_otherwise_before(day: Day) -> None:
    """An earlier version of the site gave a log to the other player. Judging it anew changes nothing; the report says
    what it comes to, and using that changes exactly this log's result."""
    day.settle_down()  # what a result took with it that was cleared a moment ago goes before this is looked at
    record = _of_a_winner(day)
    if record is None or day.expected.state != "running":
        return
    if rows("tournaments.Job", "pk", event__slug=day.slug, finished_at=None, cancelled_at=None):
        return
    assert record.outcome is not None
    right = record.outcome["ranking"]
    Record.objects.filter(pk=record.pk).update(outcome={**record.outcome, "ranking": right[::-1]})
    before, rules = _facts(day), day.chance.choice(("", A_DAY))
    begun = day.quietly(_begin(day, rules))
    if not begun.done:
        return
    job = day.expected.judgings[begun.data["id"]]
    for _ in range(PATIENCE):
        if _is_over(job):
            break
        day.settle_down()
    day.check(_is_over(job), "judged anew", f"job {job.pk} does not come to its end")
    check_jobs(day)
    day.check(_facts(day)["records"] == before["records"], "judged anew", "a job has changed a log")
    mine = [row for row in _pages(day, job) if row["record"] == record.pk]
    says = [(row["outcome_before"]["ranking"], row["outcome_now"]["ranking"]) for row in mine]
    day.check(says == [(right[::-1], right)], "judged anew", f"of record {record.pk} it says {mine}")
    if mine[0]["adoption"] == "possible":
        _use(day, record, mine[0])
    elif rules:
        day.check(mine[0]["adoption"] == "what_if", "judged anew", f"by the rules of a day it says {mine}")
        day.quietly(_adopt(day, mine[0]))  # which must be refused
        Record.objects.filter(pk=record.pk).update(outcome=record.outcome)


def _use(day: Day, record: Record, row: dict[str, Any]) -> None:
    """Uses one row of a report, in the middle of which nothing happens."""
    before = _facts(day)
    if not day.quietly(_adopt(day, row)).done:
        day.check(_facts(day) == before, "judged anew", "using an outcome was refused, and changed something")
        return
    after, (match,) = _facts(day), rows("referee.Record", "match", pk=record.pk)[0]
    now = Record.objects.get(pk=record.pk)
    used = now.outcome == now.adopted_outcome == row["outcome_now"]
    day.check(used, "judged anew", f"record {record.pk} has {now.outcome}, used {now.adopted_outcome}: {row}")
    if int(day.choices["games_per_match"]) == 1:
        result = dict(after["results"]).get(match) or {}
        won = result.get("kind") != "played" or [result.get("winner")] == row["outcome_now"]["ranking"][0]
        day.check(won, "judged anew", f"match {match} has {result}, the log {row['outcome_now']}")
    logs = {pk for (pk,) in rows("referee.Record", "pk", match=match)}
    for name, mine in (("records", logs), ("results", {match})):
        others = [[line for line in facts[name] if line[0] not in mine] for facts in (before, after)]
        day.check(others[0] == others[1], "judged anew", f"{name} of others changed: {others}")


def refused_when_over(day: Day) -> None:
    """Of an event that is finished nothing is used: the report says so, and the door, too."""
    if day.expected.state != "finished":
        return
    for job in day.expected.judgings.values():
        for row in _pages(day, job):
            day.check(row["adoption"] != "possible", "judged anew", f"the event is over: {row}")
        for row in _pages(day, job)[:1]:
            ask = _adopt(day, row)
            ask.never = True
            day.quietly(ask)


def check_jobs(day: Day) -> None:
    """A job that is over has judged each of its logs once, or says why it could not."""
    for job in day.expected.judgings.values():
        if not _is_over(job):
            continue
        judged = Counter(rows("referee.Rejudged", "record", job=job.pk))
        failed = rows("tournaments.JobFailure", "pk", job=job.pk)
        once = all(times == 1 for times in judged.values()) and len(judged) + len(failed) == job.items
        day.check(once, "judged anew", f"{job}: {judged}, and {len(failed)} failed")


def _is_over(job: Judging) -> bool:
    return not rows("tournaments.Job", "pk", pk=job.pk, finished_at=None)


def _one(day: Day) -> Judging | None:
    known = [job for job in day.expected.judgings.values() if _is_over(job)]
    return day.chance.choice(known) if known else None


def _facts(day: Day) -> dict[str, list[Any]]:
    """What an adopted outcome may change."""
    columns = ("pk", "entries", "head", "status", "outcome", "adopted_outcome")
    here: dict[str, Any] = {"match__round__event__slug": day.slug}
    return {
        "records": rows("referee.Record", *columns, **here),
        "results": rows("tournaments.Result", "match", "outcome", order="match", replaced_at=None, **here),
    }


def _of_a_winner(day: Day) -> Record | None:
    """A log of this round that somebody has won."""
    if day.expected.round_state != "running":
        return None
    standing = Record.objects.filter(match__in=day.expected.tables, status=Status.FINISHED, replaced_at=None)
    won = [
        record
        for record in standing.order_by("pk")
        if record.outcome and len(record.outcome["ranking"]) == 2 and len(record.outcome["ranking"][0]) == 1
    ]
    return day.chance.choice(won) if won else None
