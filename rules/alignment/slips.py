"""How two logs may have come from one game, step by step: the slips of the pen, and what each costs.

A writer leaves an entry out, writes one twice, exchanges two, or writes something else than what happened. What costs
least together is the likeliest, as long as the rules do not speak against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.alignment.telling import Tellings
from rules.alignment.windows import Window

#: what is written in both logs; in one alone, left out of the merged log where it was written twice or cannot stand;
#: and two that cannot both stand, of which the first log's or the second's is taken
AGREE, FIRST, SECOND = "agree", "first", "second"
TWICE, STRAY = "twice", "stray"
DIFFER_FIRST, DIFFER_SECOND = "differ_first", "differ_second"

LEFT_OUT, WRITTEN_TWICE, EXCHANGED = 1.0, 1.01, 1.0
#: another verb or player costs a little more than that each log lacks what the other has, and so does what may be the
#: entry beside it, written twice
ALTERED, ALTERED_AT_ALL, CANNOT_STAND = 1.5, 2.1, 3.0
#: of two that differ the second log's is taken where the first's cannot be
SECOND_LOG = 0.02
#: one that a log takes back, or that was ruled on, is rather another than one of which the other log says no such thing
TAKEN_BACK = 0.1
#: for each entry that an exchanged one stands further off than its neighbour, up to ten of them
FURTHER_OFF = 0.1
#: the next of a row is part of the same slip
NEXT = 0.25
#: how far behind the entry that was written twice may stand
BEHIND = 3

Places = frozenset[int]


class Step(NamedTuple):
    """A step of the merged log: what came of entry ``i`` of the first log, of entry ``j`` of the second (places from
    0). Of a stray one the other number is the place where the missing one would stand."""

    kind: str
    i: int | None = None
    j: int | None = None
    #: 0: of the first log, 1: of the second (written twice, stray)
    side: int = 0


class At(NamedTuple):
    """How far both logs are told: the next places, those further on that are told already, and the last slip."""

    i: int
    j: int
    used: tuple[Places, Places] = (frozenset(), frozenset())
    slip: str = ""


class Move(NamedTuple):
    """A step that may be next (None: nothing to add), what it costs, and how far it leads."""

    step: Step | None
    cost: float
    to: At


def moves(at: At, window: Window, tellings: Tellings) -> Iterator[Move]:
    """What may be next in a window, the cheapest first among equals."""
    i, j = at.i, at.j
    here, there = i < window.i_end, j < window.j_end
    if here and i in at.used[0]:
        yield Move(None, 0.0, at._replace(i=i + 1))
        return
    if there and j in at.used[1]:
        yield Move(None, 0.0, at._replace(j=j + 1))
        return
    loose = here and i in window.loose[0], there and j in window.loose[1]
    if here and there:
        yield from _both(at, all(loose), tellings)
    for side in (0, 1):
        if loose[side]:
            yield from _alone(at, window, tellings, side)


def _both(at: At, loose: bool, tellings: Tellings) -> Iterator[Move]:
    """What may be with the next entries of both logs. ``loose``: they need not be one."""
    i, j = at.i, at.j
    agree = tellings.agree(i, j)
    if agree:
        cost = TAKEN_BACK if tellings.is_decided(0, i) != tellings.is_decided(1, j) else 0.0
        yield Move(Step(AGREE, i, j), cost, At(i + 1, j + 1, at.used))
    if loose and (not agree or tellings.is_doubtful(i, j)):
        yield from _differing(at, tellings)


def _slip(at: At, step: Step, cost: float, kind: str, to: At) -> Move:
    return Move(step, cost * NEXT if at.slip == kind else cost, to._replace(slip=kind))


def _differing(at: At, tellings: Tellings) -> Iterator[Move]:
    one, other = tellings.first[at.i], tellings.second[at.j]
    same = (one.by, one.do) == (other.by, other.do)
    twice = tellings.beside_its_like(0, at.i) or tellings.beside_its_like(1, at.j)
    price = ALTERED if same and not twice else ALTERED_AT_ALL
    to = at._replace(i=at.i + 1, j=at.j + 1)
    for kind, more in ((DIFFER_FIRST, 0.0), (DIFFER_SECOND, SECOND_LOG)):
        yield Move(Step(kind, at.i, at.j), price + more, to._replace(slip=kind))


def _alone(at: At, window: Window, tellings: Tellings, side: int) -> Iterator[Move]:
    """What may be with the next entry of one log by itself."""
    place = at.j if side else at.i
    to = at._replace(j=place + 1) if side else at._replace(i=place + 1)
    for twin in _twins(at, window, tellings, side, place):
        step = Step(AGREE, twin, place) if side else Step(AGREE, place, twin)
        off = min(10, twin - (at.i if side else at.j) - 1)
        cost = EXCHANGED + FURTHER_OFF * off
        yield _slip(at, step, cost, f"exchanged{side}", to._replace(used=_with(at, 1 - side, twin)))
    yield _slip(at, _lone(side, place), LEFT_OUT, f"left_out{side}", to)
    if any(tellings.alike(side, place - back, place) for back in range(1, min(BEHIND, place) + 1)):
        yield _slip(at, Step(TWICE, *_numbers(side, place, None), side), WRITTEN_TWICE, f"twice{side}", to)
    after = place + 1
    end = window.j_end if side else window.i_end
    if after < end and after in window.loose[side] and after not in at.used[side]:
        early = at._replace(used=_with(at, side, after))
        yield _slip(at, _lone(side, after), LEFT_OUT + EXCHANGED, f"early{side}", early)
    stray = Step(STRAY, *_numbers(side, place, at.i if side else at.j), side)
    yield _slip(at, stray, CANNOT_STAND, f"stray{side}", to)


def _lone(side: int, place: int) -> Step:
    return Step(SECOND, None, place) if side else Step(FIRST, place, None)


def _twins(at: At, window: Window, tellings: Tellings, side: int, place: int) -> Iterator[int]:
    """The entries further on in the other log that may be this one."""
    start, end = (at.i, window.i_end) if side else (at.j, window.j_end)
    for other in range(start + 1, end):
        if other not in window.loose[1 - side] or other in at.used[1 - side]:
            continue
        if tellings.agree(other, place) if side else tellings.agree(place, other):
            yield other
            return


def _with(at: At, side: int, place: int) -> tuple[Places, Places]:
    ours, theirs = at.used
    return (ours, theirs | {place}) if side else (ours | {place}, theirs)


def _numbers(side: int, place: int, other: int | None) -> tuple[int | None, int | None]:
    return (other, place) if side else (place, other)
