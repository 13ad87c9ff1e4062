"""Checks that what was said in disputes is there, in order, and that calls took the steps that were acknowledged."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from config.simulation.facts import rows

if TYPE_CHECKING:
    from config.simulation.day import Day


def check_disputes(day: Day) -> None:
    """Each acknowledged row once and in its place; pictures written anew; each step of a call once."""
    texts: dict[int, list[str]] = defaultdict(list)
    for dispute, text in rows("referee.DisputeRow", "dispute", "text", dispute__in=day.expected.disputes):
        texts[dispute].append(text)
    for number, disputed in day.expected.disputes.items():
        there = [text for text in texts[number] if text in disputed.rows]
        day.check(
            there == disputed.rows, "disputes", f"in {number} stand {there}, acknowledged are {disputed.rows}"
        )
    taken: dict[int, list[tuple[str, int | None]]] = defaultdict(list)
    for number, step, minutes in rows(
        "referee.CallStep", "call__dispute", "step", "minutes", call__dispute__in=day.expected.calls
    ):
        taken[number].append((step, minutes))
    for number, called in day.expected.calls.items():
        day.check(taken[number] == called.steps, "calls", f"call {number} took {taken[number]}, not {called}")
    _check_pictures(day)


def _check_pictures(day: Day) -> None:
    """Those that were acknowledged and not erased, each without what its file hid."""
    wanted = {number for disputed in day.expected.disputes.values() for number in disputed.pictures}
    kept = dict(rows("referee.DisputePicture", "pk", "body", row__dispute__event__slug=day.slug))
    day.check(set(kept) == wanted, "pictures", f"{sorted(kept)} are there, acknowledged {sorted(wanted)}")
    for number, body in kept.items():
        clean = bytes(body)[:2] == b"\xff\xd8" and b"taken-at" not in bytes(body)
        day.check(clean, "pictures", f"picture {number} is kept as it was sent")
