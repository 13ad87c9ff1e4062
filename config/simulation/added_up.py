"""What several days covered, added up: branches, functions, and verbs by the states they were met in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec


class Covered(msgspec.Struct):
    """What one day covered, or several together. Branches are places, so that those of two days can be joined."""

    days: int = 0
    branches: int = 0
    functions: int = 0
    taken: list[list[Any]] = []
    not_called: list[str] = []
    #: verb -> state and answer -> how often
    verbs: dict[str, dict[str, int]] = {}

    @property
    def with_states(self) -> int:
        """How many verbs there are, each with each of its states and answers."""
        return sum(len(states) for states in self.verbs.values())


def of_report(report: dict[str, Any]) -> Covered:
    """What the report of a day says of it."""
    covered, changes = report["covered"], report["covered"]["changes"]
    return Covered(
        days=1,
        branches=changes.get("branches", 0),
        functions=changes.get("functions", 0),
        taken=changes.get("taken_places", []),
        not_called=changes.get("not_called", []),
        verbs=covered["verbs"],
    )


def added_up(each: Iterable[Covered]) -> Covered:
    """All of them together. What was counted in none is left out."""
    whole, taken, not_called = Covered(), set[tuple[Any, ...]](), None
    verbs: dict[str, Counter[str]] = {}
    for one in each:
        whole.days += one.days
        for verb, states in one.verbs.items():
            verbs.setdefault(verb, Counter()).update(states)
        if one.branches:
            whole.branches, whole.functions = one.branches, one.functions
            taken |= set(map(tuple, one.taken))
            missing = set(one.not_called)
            not_called = missing if not_called is None else not_called & missing
    whole.taken = [list(place) for place in sorted(taken)]
    whole.not_called = sorted(not_called or ())
    whole.verbs = {verb: dict(sorted(states.items())) for verb, states in sorted(verbs.items())}
    return whole


def in_words(whole: Covered) -> str:
    """The same for people."""
    lines = [
        f"{whole.days} days: {len(whole.verbs)} verbs, {whole.with_states} with their states and answers"
    ]
    if whole.branches:
        called = whole.functions - len(whole.not_called)
        lines.append(
            f"changes: {len(whole.taken)} of {whole.branches} branches taken, {called} of {whole.functions} "
            "functions called; not called:"
        )
        lines += [f"  {name}" for name in whole.not_called]
    return "\n".join(lines)
