"""The entries of a live log as one view may read them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.games.presentation import drawer_of
from referee.judging.words import entry_words, plain_entry, who_did
from rules.kernel.entries import Ruling
from rules.kernel.replay import Replay

Names = Mapping[str, str]


def line_json(run: Replay, n: int, names: Names, phone_seat: str, active: frozenset[int]) -> dict[str, Any]:
    """One entry with its verdict. ``off``: a ruling took play back to before it."""
    entry = run.entries[n - 1]
    plain = plain_entry(entry)
    at = plain.pop("at", None)
    for ours in ("seen_by", "note"):
        if not plain.get(ours):
            plain.pop(ours, None)
    verdict = run.verdicts[n - 1].to_json(n)
    verdict.pop("n", None)
    line: dict[str, Any] = {
        "n": n,
        "by": str(entry.by),
        "who": who_did(str(entry.by), names),
        "entry": plain,
        "words": entry_words(entry, drawer_of(run.game.name), names),
        "verdict": verdict,
        "declared": n in run.declared,
        "findings": [finding.message for finding in run.findings if n in finding.entries],
        "mine": entry.by == phone_seat,
        "at": at,
    }
    if n not in active and run.verdicts[n - 1].verdict != "not_reached" and n != run.stopped:
        line["off"] = True
    return line


def lines_since(run: Replay, since: int, names: Names, seat: str) -> tuple[list[Any], list[Any]]:
    """The entries after ``since``, and those earlier ones whose verdict or state has changed since then."""
    last = len(run.entries)
    active = frozenset(run.active_entries)
    fresh = [line_json(run, n, names, seat, active) for n in range(since + 1, last + 1)]
    changed = [line_json(run, n, names, seat, active) for n in _changed(run, since)]
    return fresh, changed


def _changed(run: Replay, since: int) -> list[int]:
    if since <= 0:
        return []
    if any(isinstance(entry, Ruling) for entry in run.entries[since:]):
        return list(range(1, since + 1))
    changed = {
        n
        for n, verdict in enumerate(run.verdicts[:since], 1)
        if (verdict.decided_at or 0) > since or (verdict.undone or 0) > since
    }
    for finding in run.findings:
        if any(n > since for n in finding.entries):
            changed.update(n for n in finding.entries if 0 < n <= since)
    return sorted(changed)
