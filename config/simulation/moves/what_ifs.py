"""Branches of a what-if in a dispute: kept by a judge, shown to the table, put forward as the ruling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from config.simulation.disputed import Disputed, WhatIf
from config.simulation.facts import rows
from config.simulation.moves.citing import cite, note_cited
from config.simulation.moves.disputes import JUDGES, STAFF
from config.simulation.moves.tables import Live, run_of
from config.simulation.site_client import Answer, Ask
from referee.judging.words import plain_entry
from referee.logs.storage import stored_log
from referee.models.records import Record
from rules.kernel.chance import Source
from rules.kernel.selfplay import choose

if TYPE_CHECKING:
    from config.simulation.day import Day

#: Entries of a branch at the most.
MOST = 3
#: What a log and its match are, which no branch changes before it is put forward.
KEPT = ("entries", "head", "status", "outcome", "adopted_outcome")


def keep(day: Day) -> Ask | None:
    """A judge plays on from some entry of the log as the game could go, and keeps that."""
    at = _asked_about(day)
    if at is None:
        return None
    dispute, live = at
    run = run_of(day, live)
    after = day.chance.randrange(len(run.entries)) if run.entries else 0
    fork, lines = run.fork(after), []
    source = Source(f"{day.plan.text} what if {day.numbers}")
    for _ in range(day.chance.randint(1, MOST)):
        entry = choose(fork, source)
        if entry is None:
            break
        fork.push(entry)
        lines.append(msgspec.to_builtins(plain_entry(entry)))
    name = day.word("what-if")
    day.marks.plant(name, *JUDGES)

    def done(answer: Answer) -> None:
        told = answer.data
        made = WhatIf(told["id"], dispute.pk, live.record, name, told["after"], told["entries"])
        day.expected.what_ifs.setdefault(told["id"], made)
        day.check((told["after"], len(told["entries"])) == (after, len(lines)), "what if", f"{made}: {told}")

    path, body = (
        day.path(f"disputes/{dispute.pk}/branches/"),
        {"after": after, "entries": lines, "name": name},
    )
    who = day.people.with_role(*JUDGES)
    return Ask("keep_branch", who, "POST", path, body, day.word("k"), done, sure=bool(lines), never=not lines)


def share(day: Day) -> Ask | None:
    """A judge shows one to whoever may read the question; again, it is shown once."""
    branch = _one(day)
    if branch is None:
        return None
    told = day.expected.disputes[branch.dispute].told
    day.marks.plant(branch.name, *told, *STAFF)

    def done(answer: Answer) -> None:
        branch.shared = True
        day.check(answer.data["shared"], "what if", f"{branch} was shown: {answer.data}")

    def refused(answer: Answer) -> None:
        if not branch.shared:
            day.marks.plant(branch.name, *JUDGES)

    path = day.path(f"disputes/{branch.dispute}/branches/{branch.pk}/share/")
    who = day.people.with_role(*JUDGES)
    return Ask("share_branch", who, "POST", path, {}, day.word("k"), done, refused, sure=True)


def look(day: Day) -> Ask | None:
    """A judge reads the branches, each as it was kept; a player of the table is not let in."""
    branch = _one(day)
    if branch is None:
        return None
    dispute = day.expected.disputes[branch.dispute]
    judge = day.people.with_role(*JUDGES)
    who = judge if day.chance.once_in(2) else day.chance.choice(list(day.people.players.values()))

    def done(answer: Answer) -> None:
        day.check(who is judge, "permissions", f"{who} reads the branches of {dispute.pk}")
        for told in answer.data:
            kept = day.expected.what_ifs.get(told["id"])
            same = kept is None or (told["name"], told["after"], told["entries"], told["shared"]) == (
                kept.name, kept.after, kept.entries, kept.shared
            )  # fmt: skip
            day.check(same, "what if", f"{kept} reads {told}")

    path = day.path(f"disputes/{dispute.pk}/branches/")
    return Ask("look at branches", who, "GET", path, None, "", done, may=True if who is judge else None)


def without_right(day: Day) -> Ask | None:
    """Somebody who is no judge keeps one, or shows one, or rules by it."""
    branch = _one(day)
    if branch is None:
        return None
    here = day.path(f"disputes/{branch.dispute}/branches/")
    path, body = day.chance.choice((
        (here, {"after": branch.after, "entries": branch.entries, "name": day.word("not-his")}),
        (f"{here}{branch.pk}/share/", {}),
        (f"{here}{branch.pk}/rule/", {"reason": day.word("not-his"), "seen": 0}),
    ))  # fmt: skip
    return Ask("branch not his", day.people.without(*JUDGES), "POST", path, body, day.word("k"), may=False)


def rule_by(day: Day) -> Ask | None:
    """A judge puts one forward as the ruling: play goes back to where it leaves the log, and on with its entries."""
    branch = _one(day)
    live = None if branch is None else _live_of(day, branch.record)
    if branch is None or live is None or day.expected.round_state != "running":
        return None
    seen, reason = len(run_of(day, live).entries), day.word("ruling")
    body: dict[str, Any] = {"reason": reason, "seen": seen}
    there = cite(day, reason, body)
    day.ledger.send("referee.IssuedRuling.reason", reason)

    def done(answer: Answer) -> None:
        day.ledger.keep("referee.IssuedRuling.reason", reason)
        day.ledger.rulings[reason] = (branch.record, answer.data["entry"])
        note_cited(day, reason, body)
        _check_put_forward(day, branch, answer.data["entry"])

    path = day.path(f"disputes/{branch.dispute}/branches/{branch.pk}/rule/")
    return Ask(
        "rule_by_branch", day.people.with_role(*JUDGES), "POST", path, body, day.word("k"), done, whole=False,
        never=not there, by_log=live.table,
    )  # fmt: skip


def _check_put_forward(day: Day, branch: WhatIf, ruling: int) -> None:
    """After the ruling's entry the log has the branch's, and says where play has gone back to."""
    log = stored_log(Record.objects.get(pk=branch.record), day.choices["game"])
    issued: Any = log.entries[ruling - 1]
    after = [_plain(plain_entry(entry)) for entry in log.entries[ruling:][: len(branch.entries)]]
    wanted = [_plain(entry) for entry in branch.entries]
    said = f"{branch}: entry {ruling} is {issued}, then {after}"
    day.check(issued.to == branch.after and after == wanted, "what if", said)


def _plain(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry without what is added to it when it is stored."""
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(entry))
    return {
        name: value for name, value in told.items() if name not in ("salt", "hash", "at", "seen_by", "note")
    }


def changes_nothing(day: Day) -> None:
    """Keeping a branch and showing it leaves the log, the match and its result as they were."""
    at = _asked_about(day)
    if at is None:
        return
    before = _facts(day, at[1])
    made = keep(day)
    if made is None or not day.quietly(made).done:
        return
    shown = share(day)
    if shown is not None:
        day.quietly(shown)
    after = _facts(day, at[1])
    day.check(after == before, "what if", f"a branch was kept and shown, and there is {after}, was {before}")


def _facts(day: Day, live: Live) -> list[Any]:
    there: dict[str, Any] = {"match__in": day.expected.tables}
    return [
        rows("referee.Record", *KEPT, match__round__event__slug=day.slug),
        rows("tournaments.Match", "state", pk__in=day.expected.tables),
        rows("tournaments.Result", "match", "outcome", replaced_at=None, order="match", **there),
        rows("referee.IssuedRuling", "pk", record=live.record),
    ]


def check_branches(day: Day) -> None:
    """Each acknowledged branch is kept once, as it was answered, and shown once where that was acknowledged."""
    wanted = day.expected.what_ifs
    columns = ("pk", "of", "dispute", "text", "entry", "payload")
    there = rows("referee.DisputeRow", *columns, kind="branch", dispute__event__slug=day.slug)
    kept = {pk: (dispute, text, entry or 0, payload["lines"])
            for pk, of, dispute, text, entry, payload in there if of is None}  # fmt: skip
    shown = [of for _, of, *_rest in there if of is not None]
    for pk, one in wanted.items():
        same = kept.get(pk) == (one.dispute, one.name, one.after, one.entries)
        day.check(same, "what if", f"{one} is kept as {kept.get(pk)}")
        times = shown.count(pk)
        day.check(times == 1 if one.shared else times <= 1, "what if", f"{one} is shown {times} times")
    names = [text for _, text, _, _ in kept.values()]
    day.check(len(names) == len(set(names)), "what if", f"kept more than once: {sorted(names)}")


def _live_of(day: Day, record: int) -> Live | None:
    return next((live for live in day.lives.values() if live.record == record), None)


def _one(day: Day) -> WhatIf | None:
    """A branch whose table stands."""
    tables = day.expected.tables
    known = [one for one in day.expected.what_ifs.values()
             if day.expected.disputes[one.dispute].match in tables]  # fmt: skip
    return day.chance.choice(known) if known and day.expected.state == "running" else None


def _asked_about(day: Day) -> tuple[Disputed, Live] | None:
    """A dispute about an entry of a log that is kept at a table of this round."""
    if day.expected.round_state != "running" or day.expected.state != "running":
        return None
    about = dict(rows("referee.Dispute", "pk", "record", pk__in=day.expected.disputes, record__isnull=False))
    fitting = [
        (day.expected.disputes[pk], live)
        for pk, record in about.items()
        if (live := _live_of(day, record)) is not None and live.table.pk in day.expected.tables
    ]
    return day.chance.choice(fitting) if fitting else None
