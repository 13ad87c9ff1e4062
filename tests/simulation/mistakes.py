"""Mistakes that somebody could make in the site's code, one line each, for the simulator to find."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mistake:
    """`was`, which stands once in the file, becomes `made`."""

    what: str
    file: str
    was: str
    made: str


MISTAKES = (
    Mistake(
        "an outdated offer can be published",
        "tournaments/rounds/pairings.py",
        'if offered.get("facts") != facts_digest(facts):',
        'if offered.get("facts") is None:',
    ),
    Mistake(
        "deadlines do not move with a clock that jumps",
        "tournaments/jumps/changes.py",
        'update(due_at=F("due_at") + by)',
        'update(due_at=F("due_at"))',
    ),
    Mistake(
        "a correction of a finished round leaves the standings as they were",
        "tournaments/results/writes.py",
        "standings_change(round.event, since=round.number",
        "standings_change(round.event, since=1000",
    ),
    Mistake(
        "a disqualification taken back leaves its mark on the entrant",
        "tournaments/entrants/changes.py",
        "        entrant.disqualified_after = None\n",
        "",
    ),
    Mistake(
        "opponents' percentages have no floor",
        "tournaments/standings/tiebreakers/percentages.py",
        "return max(numerator, floor)",
        "return numerator",
    ),
    Mistake(
        "points taken for a penalty stay when it is taken back",
        "tournaments/penalties/settling.py",
        "        drop_adjustment(adjustment, by=by, now=now)\n",
        "        pass\n",
    ),
    Mistake(
        "any judge goes beyond and below the policy",
        "tournaments/penalties/head_judge.py",
        "    if acts_as_head_judge(actor, event, subject):\n        return\n",
        "    return\n",
    ),
    Mistake(
        "a loss counts at a table that is over",
        "tournaments/penalties/consequences.py",
        "return match.state != MatchState.DECIDED or by_penalty",
        "return True or by_penalty",
    ),
    Mistake(
        "a side reads the other's statement before it has spoken",
        "referee/disputes/reading.py",
        'or (shown and (reader.seat != "" or reader.rules))',
        'or (reader.seat != "" or reader.rules)',
    ),
    Mistake(
        "minutes given back for a call are given twice",
        "referee/calls/changes.py",
        "extend_match(match, given, by=by",
        "extend_match(match, 2 * given, by=by",
    ),
    Mistake(
        "a branch that is shown twice stands twice",
        "referee/rulings/branches.py",
        "        if shown is not None:\n            return shown\n",
        "",
    ),
    Mistake(
        "a ruling by a branch leaves out its last entry",
        "referee/rulings/branches.py",
        'plays=row.payload["lines"],',
        'plays=row.payload["lines"][:-1],',
    ),
    Mistake(
        "of several things that are cited the first is kept",
        "referee/citing/kept.py",
        "        for one in cited\n",
        "        for one in list(cited)[:1]\n",
    ),
    Mistake(
        "an outcome is used that was judged by other rules",
        "referee/rejudging/adopting.py",
        "    if by_other_rules(row.job):\n        raise",
        "    if row.job is None:\n        raise",
    ),
    Mistake(
        "a report says of an event that is over that its outcomes can be used",
        "referee/rejudging/adopting.py",
        "return Adoption.POSSIBLE if event.state == State.RUNNING else",
        "return Adoption.POSSIBLE if event.state else",
    ),
    Mistake(
        "who follows a match hears of everybody's results",
        "config/notifier.py",
        "if topic in AT_A_TABLE}",
        "if topic}",
    ),
    Mistake(
        "judges read what a player keeps for himself",
        "referee/notes/reading.py",
        "    if kept and not (is_mine(row, actor, own) if row.entrant_id else own.sees_all):\n",
        "    if kept and not (is_mine(row, actor, own) or own.sees_all):\n",
    ),
    Mistake(
        "a note that is changed stands beside what it said before",
        "referee/notes/changes.py",
        "if not standing.update(replaced_at=now):",
        "if not standing.exists():",
    ),
    Mistake(
        "the copy of a precedent for everybody holds what was hidden",
        "referee/precedents/copies.py",
        'return b"" if failures else copy',
        "return data",
    ),
)
