"""Checks that what was said in disputes is there, in order, and that calls took the steps that were acknowledged."""

from __future__ import annotations

from collections import Counter, defaultdict
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
    _check_appeals(day)
    _check_pictures(day)


def _check_appeals(day: Day) -> None:
    """Each that was acknowledged is there, decided as it was answered, and at most one of a table is open."""
    there = {
        pk: (match, seat, how)
        for pk, match, seat, how in rows("referee.Appeal", "pk", "match", "seat", "how")
    }
    for number, one in day.expected.appeals.items():
        match, seat, how = there.get(number, (0, "", ""))
        same = (match, seat) == (one.match, one.seat) and (not one.how or how == one.how)
        day.check(same, "appeals", f"{one} is {there.get(number)}")
    waiting = Counter(match for (match,) in rows("referee.Appeal", "match", decided_at=None))
    twice = [match for match, times in waiting.items() if times > 1]
    day.check(not twice, "appeals", f"of the matches {twice} more than one appeal is open")


def _check_pictures(day: Day) -> None:
    """Those that were acknowledged and not erased, each without what its file hid."""
    wanted = {number for disputed in day.expected.disputes.values() for number in disputed.pictures}
    kept = dict(rows("referee.DisputePicture", "pk", "body", row__dispute__event__slug=day.slug))
    day.check(set(kept) == wanted, "pictures", f"{sorted(kept)} are there, acknowledged {sorted(wanted)}")
    for number, body in kept.items():
        clean = bytes(body)[:2] == b"\xff\xd8" and b"taken-at" not in bytes(body)
        day.check(clean, "pictures", f"picture {number} is kept as it was sent")
