"""How many copies of a card the lives of a seat's cards prove, and by which entries."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.audits.flow import MANY, Fewest, fewest
from rules.audits.lives import SINK, SOURCE, Lives, Stretch

#: cards by their numbers in the catalogue: one, or several of which it is one
Faces = tuple[int, ...]
_Way = tuple[int, int]


class Proof(msgspec.Struct, frozen=True):
    """``count`` copies, and the entries that prove them (0: the header)."""

    count: int
    entries: tuple[int, ...]


class CardsAtPlaces:
    """The stretches of one seat's cards. ``sure``: those that are certainly the seat's, by what they are known to be;
    ``handled``: how many of those that are certainly the seat's were elsewhere than in a deck."""

    def __init__(self, lives: Lives, seat: str) -> None:
        self.sure: dict[Faces, list[Stretch]] = {}
        self.handled = 0
        self._nodes = lives.nodes
        self._stretches = [stretch for stretch in lives.stretches if stretch.owner in ("", seat)]
        reserve = lives.reserve
        #: any number of cards went these ways
        self._endless: list[_Way] = (
            list(zip([SOURCE, *reserve], [*reserve, SINK], strict=True)) if reserve else []
        )
        #: how many cards that nobody saw went each way, and which may be the seat's and were seen
        self._unseen: dict[_Way, int] = {}
        self._unsure: dict[Faces, list[Stretch]] = {}
        for stretch in self._stretches:
            way = stretch.start, stretch.end
            self.handled += stretch.handled and bool(stretch.owner)
            if stretch.faces is None:
                self._unseen[way] = self._unseen.get(way, 0) + 1
            else:
                (self.sure if stretch.owner else self._unsure).setdefault(stretch.faces, []).append(stretch)

    def seen_of(self, faces: Faces) -> list[Stretch]:
        """The stretches of cards that are certainly one of these."""
        return list(_inside(self.sure, faces))

    def count(self, faces: Faces | None) -> int:
        """The fewest copies that what was seen of these cards can have been; None: of any, seen or not."""
        if faces is None:
            return self._least(None).cards
        seen = self.seen_of(faces)
        # those at the start lie side by side, and those at the end
        sure = max(sum(s.start == SOURCE for s in seen), sum(s.end == SINK for s in seen))
        return sure if sure == len(seen) else self._least(faces).cards

    def proof(self, faces: Faces | None) -> Proof:
        """As ``count``, with the entries that prove it."""
        least = self._least(faces)
        return Proof(least.cards, tuple(sorted(set(self._entries(faces, least)))))

    def _least(self, faces: Faces | None) -> Fewest:
        bounds = self._bounds_of_all() if faces is None else self._bounds(faces, self.seen_of(faces))
        least = fewest(bounds, SOURCE, SINK)
        if least is None:  # the log contradicts itself: cards may have come and gone at any node
            for node in range(2, self._nodes):
                for way in ((SOURCE, node), (node, SINK)):
                    bounds[way] = bounds.get(way, (0, 0))[0], MANY
            least = fewest(bounds, SOURCE, SINK)
        return least or Fewest(0, frozenset())

    def _bounds(self, faces: Faces, seen: list[Stretch]) -> dict[_Way, tuple[int, int]]:
        """How many of these cards went each way at least and at most."""
        bounds = {way: (0, count) for way, count in self._unseen.items()}
        for stretch in seen:
            way = stretch.start, stretch.end
            least, most = bounds.get(way, (0, 0))
            bounds[way] = least + 1, most + 1
        for stretch in (*_touching(self._unsure, faces), *_open_to(self.sure, faces)):
            way = stretch.start, stretch.end
            least, most = bounds.get(way, (0, 0))
            bounds[way] = least, most + 1
        return self._with_endless(bounds)

    def _bounds_of_all(self) -> dict[_Way, tuple[int, int]]:
        bounds: dict[_Way, tuple[int, int]] = {}
        for stretch in self._stretches:
            way = stretch.start, stretch.end
            least, most = bounds.get(way, (0, 0))
            bounds[way] = least + (stretch.handled and bool(stretch.owner)), most + 1
        return self._with_endless(bounds)

    def _with_endless(self, bounds: dict[_Way, tuple[int, int]]) -> dict[_Way, tuple[int, int]]:
        for way in self._endless:
            least, most = bounds.get(way, (0, 0))
            bounds[way] = least, most + MANY
        return bounds

    def _entries(self, faces: Faces | None, least: Fewest) -> Iterator[int]:
        """The entries that show the cards on both sides of the cut: those that lie side by side across it, and those
        that came back across it and are none of them."""
        before = least.before
        for stretch in self._stretches:
            if stretch.faces is None or (stretch.start in before) is (stretch.end in before):
                continue
            if stretch.end in before:
                proves = faces is not None and set(faces).isdisjoint(stretch.faces)
            else:
                proves = bool(stretch.owner) and (faces is None or set(stretch.faces) <= set(faces))
            if proves:
                yield stretch.entry


def _inside(groups: dict[Faces, list[Stretch]], faces: Faces) -> Iterator[Stretch]:
    """Those that are certainly one of these cards."""
    if len(faces) == 1:
        yield from groups.get(faces, ())
        return
    wanted = set(faces)
    for one, stretches in groups.items():
        if wanted.issuperset(one):
            yield from stretches


def _touching(groups: dict[Faces, list[Stretch]], faces: Faces) -> Iterator[Stretch]:
    """Those that may be one of these cards."""
    wanted = set(faces)
    for one, stretches in groups.items():
        if not wanted.isdisjoint(one):
            yield from stretches


def _open_to(groups: dict[Faces, list[Stretch]], faces: Faces) -> Iterator[Stretch]:
    """Those that may be one of these cards, or another."""
    wanted = set(faces)
    for one, stretches in groups.items():
        if len(one) > 1 and not wanted.isdisjoint(one) and not wanted.issuperset(one):
            yield from stretches
