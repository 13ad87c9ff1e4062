"""Whether two entries of two logs tell the same, and the entry that says what both know of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from rules.alignment.cards import Differ, count_named, together
from rules.kernel.cards import Catalogue
from rules.kernel.entries import BadEntry, Declare, Entry, Ruling, Undo, card_fields
from rules.kernel.play import Line

#: how far an undo of an undo is followed
MAX_BACK = 4
_encode = msgspec.json.Encoder(order="sorted").encode


class Told(NamedTuple):
    """An entry that says what two say together, and how many cards one of them named and the other did not.
    ``doubtful``: one leaves out what its writer saw as well, so that it may have been meant."""

    entry: Line
    bound: int
    doubtful: bool = False


class Tellings:
    """The entries of two logs of one game, asked in pairs, by their places from 0."""

    def __init__(self, first: Sequence[Line], second: Sequence[Line], catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        numbers: dict[bytes, int] = {}
        self.first = tuple(map(plain, first))
        self.second = tuple(map(plain, second))
        self.first_kinds = [_kind(entry, numbers) for entry in self.first]
        self.second_kinds = [_kind(entry, numbers) for entry in self.second]
        self._told: dict[tuple[int, int], Told | None] = {}
        #: the places of entries that a later one of the same log takes back or rules on
        self._decided_on = (_decided_in(self.first), _decided_in(self.second))
        said: dict[bytes, int] = {}
        #: what each entry says to all, to tell those that occur once
        self.first_said = [_kind(plain(_public(entry)), said) for entry in self.first]
        self.second_said = [_kind(plain(_public(entry)), said) for entry in self.second]
        here, there = Counter(self.first_said), Counter(self.second_said)
        self._rare = {kind for kind, times in here.items() if times == there[kind] == 1}

    def agree(self, i: int, j: int) -> bool:
        """Whether both entries may tell the same."""
        return self.told(i, j) is not None

    def is_doubtful(self, i: int, j: int) -> bool:
        """Whether both may tell the same, and may not: the rules are asked."""
        both = self.told(i, j)
        return both is not None and both.doubtful

    def told(self, i: int, j: int) -> Told | None:
        """What both entries say together; None where they tell different things."""
        one, other = self.first[i], self.second[j]
        if one.do != other.do or one.by != other.by:
            return None
        if isinstance(one, Undo | Ruling | Declare):
            return self._decided(one, other, i, j, MAX_BACK)
        key = self.first_kinds[i], self.second_kinds[j]
        if key not in self._told:
            self._told[key] = told(one, other, self.catalogue)
        return self._told[key]

    def alike(self, side: int, one: int, other: int) -> bool:
        """Whether two entries of one log are the same, word for word."""
        kinds = self.second_kinds if side else self.first_kinds
        return kinds[one] == kinds[other]

    def is_decided(self, side: int, place: int | None) -> bool:
        """Whether an entry is taken back or ruled on later in its log."""
        return place in self._decided_on[side]

    def is_rare(self, i: int) -> bool:
        """Whether an entry of the first log is one that each log has just once, by what all see of it."""
        return self.first_said[i] in self._rare

    def beside_its_like(self, side: int, place: int) -> bool:
        """Whether the same entry, word for word, stands beside this one in its log."""
        kinds = self.second_kinds if side else self.first_kinds
        return kinds[place] in (*kinds[max(0, place - 1) : place], *kinds[place + 1 : place + 2])

    def _decided(self, one: Line, other: Line, i: int, j: int, back: int) -> Told | None:
        """The same of entries that name others by their numbers: those must tell the same."""
        if not isinstance(one, Undo | Ruling | Declare) or type(one) is not type(other):
            return None
        assert isinstance(other, Undo | Ruling | Declare)
        if not self._same_target(one.on, other.on, i, j, back):
            return None
        if isinstance(one, Ruling) and isinstance(other, Ruling):
            same = one.decision == other.decision and one.repair == other.repair
            same = same and self._same_target(one.to, other.to, i, j, back)
        elif isinstance(one, Declare) and isinstance(other, Declare):
            same = one.changes == other.changes
        else:
            same = True
        return Told(one, 0) if same else None

    def _same_target(self, on: int | None, other: int | None, i: int, j: int, back: int) -> bool:
        """Whether two numbers, said in entries ``i`` and ``j``, stand for the same entry of the game."""
        if not on or not other:
            return (on or 0) == (other or 0)
        here, there = on - 1, other - 1
        if here >= i or there >= j:
            return (on - i) == (other - j)
        if isinstance(self.first[here], Undo | Ruling | Declare):
            decided = back and self._decided(self.first[here], self.second[there], here, there, back - 1)
            return decided is not None and bool(back)
        return self.agree(here, there)


def plain(entry: Line) -> Line:
    """An entry without what the rules ignore and what belongs to its chain or to a scenario."""
    if isinstance(entry, BadEntry):
        return entry
    return msgspec.structs.replace(
        entry,
        at=None,
        note="",
        seen_by=None,
        salt=None,
        hash=None,
        expect=None,
        rule=None,
        applied=False,
        decided_at=None,
    )


def _decided_in(entries: Sequence[Line]) -> frozenset[int]:
    return frozenset(
        entry.on - 1
        for place, entry in enumerate(entries)
        if isinstance(entry, Undo | Ruling) and 0 < entry.on <= place
    )


def _public(entry: Line) -> Line:
    return entry if isinstance(entry, BadEntry) else entry.public()


def _kind(entry: Line, numbers: dict[bytes, int]) -> int:
    """A number for all entries that say just the same."""
    written = _encode(entry.raw if isinstance(entry, BadEntry) else entry)
    return numbers.setdefault(written, len(numbers))


def told(one: Line, other: Line, catalogue: Catalogue) -> Told | None:
    """What two plain entries of one player and verb say together; None where they differ."""
    if one == other:
        return Told(one, 0)
    if isinstance(one, BadEntry) or isinstance(other, BadEntry):
        return None
    if type(one) is not type(other):
        return None
    mine, theirs = plain(one.public()), plain(other.public())
    assert isinstance(mine, Entry) and isinstance(theirs, Entry)
    if mine == other:
        merged: Entry | None = one
    elif theirs == one:
        merged = other
    else:
        merged = _fields(one, other, catalogue)
        if merged is None or not _is_seen_as(merged, mine, theirs, catalogue):
            merged = _by_what_all_see(one, other, mine, theirs, catalogue)
    if merged is None:
        return None
    count = count_named(merged)
    doubtful = _left_out_openly(one, other) and mine != other and theirs != one
    return Told(merged, 2 * count - count_named(one) - count_named(other), doubtful)


def _left_out_openly(one: Entry, other: Entry) -> bool:
    """Whether one of them leaves out an argument that is no secret."""
    return any(
        (getattr(one, field) is None) != (getattr(other, field) is None)
        and (one.closed is False or field not in one.secret)
        for field in one.__struct_fields__
    )


def _fields(one: Entry, other: Entry, catalogue: Catalogue) -> Entry | None:
    """Field by field: what one of them leaves out the other may say."""
    cards = card_fields(type(one))
    changes: dict[str, object] = {}
    left_out: tuple[list[str], list[str]] = ([], [])
    for field in one.__struct_fields__:
        mine, theirs = getattr(one, field), getattr(other, field)
        if mine == theirs:
            continue
        if mine is None or theirs is None:
            left_out[theirs is None].append(field)
        elif field not in cards:
            return None
        try:
            changes[field] = together(mine, theirs, catalogue)
        except Differ:
            return None
    if all(left_out) and not _each_lacks(one, (*left_out[0], *left_out[1])):
        return None
    return msgspec.structs.replace(one, **changes) if changes else one


def _each_lacks(entry: Entry, fields: Sequence[str]) -> bool:
    """Whether each of two logs may lack what the other says: of an entry that lies open each says the whole, one card
    or several."""
    return entry.closed is not False and all(field in entry.secret for field in fields)


def _is_seen_as(merged: Entry, mine: Entry, theirs: Entry, catalogue: Catalogue) -> bool:
    """Whether others see of the merged entry what they see of both: how many cards it names, say."""
    seen = plain(merged.public())
    assert isinstance(seen, Entry)
    return all(_fields(seen, public, catalogue) is not None for public in (mine, theirs))


def _by_what_all_see(
    one: Entry, other: Entry, mine: Entry, theirs: Entry, catalogue: Catalogue
) -> Entry | None:
    """Where what all see of both is the same and one of them says no more than that: the one that says more."""
    if _fields(mine, theirs, catalogue) is None:
        return None
    if not _says_more(other, theirs):
        return one
    return other if not _says_more(one, mine) else None


def _says_more(entry: Entry, public: Entry) -> bool:
    """Whether an entry says anything that not everybody sees."""
    return any(
        getattr(entry, name) != getattr(public, name) and getattr(entry, name) is not None
        for name in entry.secret
        if hasattr(entry, name)
    )
