"""A report in words, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

STATUS = {
    "finished": "The game is finished.",
    "in_progress": "The game is not over.",
    "illegal": "The replay stopped at an illegal entry.",
    "undetermined": "Something is still open.",
}


def report_text(report: dict[str, Any], seats: Sequence[str]) -> str:
    """The output of ``replay`` without ``--json``: one line for each thing worth knowing."""
    return "\n".join(_lines(report, seats))


def _lines(report: dict[str, Any], seats: Sequence[str]) -> Iterator[str]:
    yield f"{report['game']}, rules {report['rules']}, seats {', '.join(seats)}: {report['entries']} entries judged."
    yield STATUS[report["status"]]
    yield from _entries(report["verdicts"])
    if report["declared"]:
        yield "Rests on a declaration: entry " + ", ".join(map(str, report["declared"]))
    for finding in report["findings"]:
        where = ", ".join("the header" if n == 0 else f"entry {n}" for n in finding["entries"])
        yield f"Finding ({where}): {finding['message']}"
    if report["outcome"]:
        yield "Outcome: " + outcome_text(report["outcome"])
    yield f"Digest of the position: {report['digest']}"


def _entries(verdicts: list[dict[str, Any]]) -> Iterator[str]:
    """Every entry that is not simply legal."""
    for verdict in verdicts:
        words = verdict["verdict"].replace("_", " ")
        if verdict["verdict"] == "legal" and "decided_at" not in verdict:
            continue
        settled = f", decided at entry {verdict['decided_at']}" if "decided_at" in verdict else ""
        stands = ", let stand" if verdict.get("let_stand") else ""
        if verdict["verdict"] == "not_reached":
            continue
        yield f"Entry {verdict['n']}: {words}{settled}{stands}"
        for violation in verdict.get("violations", ()):
            yield f"  {violation['rule']}: {violation['message']} ({violation['source']})"
        for missing in verdict.get("missing", ()):
            yield f"  Not known: {missing}"
    left = sum(1 for verdict in verdicts if verdict["verdict"] == "not_reached")
    if left:
        yield f"Not reached: {left} entries after it."


def outcome_text(outcome: dict[str, Any]) -> str:
    """Places and scores: “1. A (40), 2. B (12)”."""
    places, place = [], 1
    for group in outcome["ranking"]:
        for seat in group:
            score = outcome["scores"].get(seat)
            places.append(f"{place}. {seat}" + (f" ({score})" if score is not None else ""))
        place += len(group)
    return ", ".join(places)
