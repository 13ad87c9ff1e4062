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
)
