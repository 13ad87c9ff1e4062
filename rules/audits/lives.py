"""The lives of the cards: from where to where each went, and what was seen of it on the way.

The replay's cards are ids, and an id is one card of the table only as long as nobody mixes it with others: a shuffle
gives new ids, and a card played out of a hand that nobody saw is given the first id there that may be it. So the life
of an id is cut wherever it might be another card's: all that may have changed places meet in a *node*, as many come
out of it as went in, and which is which is forgotten. What lies between two nodes is a *stretch*: one card, with all
that was seen of it. Ids that no longer lie anywhere, and cards out of a deck that nobody counted, go to and come from
the *reserve*, whose nodes follow each other in time.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.audits.moments import Moment, moments
from rules.audits.shown import Shown
from rules.audits.whereabouts import Key, Lying, Place, lying, moved
from rules.kernel.knowledge import Knowledge
from rules.kernel.position import Position
from rules.kernel.replay import Replay

#: the node before every card's life, and the one after it
SOURCE, SINK = 0, 1


class Stretch:
    """One card between two nodes. ``owner``: whose deck it is from, empty where that is not sure; ``faces``: the
    cards of which it is one, None where nobody saw it; ``entry``: by which entry that is known; ``handled``: it was
    elsewhere than in a deck nobody has looked into."""

    __slots__ = ("end", "entry", "faces", "handled", "owner", "start")

    def __init__(self, start: int, owner: str, handled: bool) -> None:
        self.start, self.end = start, SINK
        self.owner = owner
        self.faces: tuple[int, ...] | None = None
        self.entry = 0
        self.handled = handled


class Change:
    """What an entry changed of where the cards lie. ``known``: what the replay knew of them before; ``ended`` and
    ``born``: ids that lay somewhere and lie nowhere any more, and the other way round; ``elsewhere``: all others."""

    __slots__ = ("born", "come", "elsewhere", "ended", "gone", "known")

    def __init__(self, known: Knowledge, gone: Lying, come: Lying) -> None:
        self.known, self.gone, self.come = known, gone, come
        self.ended = [card for card in gone.cards if card not in come.cards]
        self.born = [card for card in come.cards if card not in gone.cards]
        self.elsewhere = [card for card in gone.cards if card in come.cards]


class Lives:
    """All stretches of a log. ``reserve``: its nodes, each after the one before it; ``emptied``: seats of whom a deck
    ran out."""

    def __init__(self, run: Replay) -> None:
        """Follows every card of a judged log."""
        self.stretches: list[Stretch] = []
        self.nodes = 2
        self.reserve: list[int] = []
        self.emptied: set[str] = set()
        self.shown = Shown(run)
        self._game, self._seats = run.game, frozenset(run.seats)
        self._places: dict[int, Place] = {}
        #: how many ids lie in each deck
        self._in_deck: dict[Key, int] = {}
        self._now: dict[int, Stretch] = {}
        self._owners: dict[int, str] = {}
        #: what was seen of an id, and by which entry, also while it lies nowhere
        self._seen: dict[int, tuple[tuple[int, ...], int]] = {}
        self._endless: set[Key] = set()
        #: something that was seen is not known to the replay any more
        self._rewound = False
        #: known from the header's deck list alone, and lying where not everybody sees it
        self._from_list: set[int] = set()
        steps = moments(run)
        before = next(steps)
        self._begin(before, run)
        for moment in steps:
            self._step(before, moment)
            before = moment

    # -- the start --------------------------------------------------------------------------------------------------

    def _begin(self, start: Moment, run: Replay) -> None:
        given = run.header.position is not None
        counted = given and not run.play.assumed
        there = lying(start.position)
        self._endless |= there.endless
        assumed = run.play.assumed  # nobody counted these decks
        self._endless |= {p.key for p in there.cards.values() if p.closed and p.key[0] in assumed}
        lent = self._lent(start.position)
        for card, place in there.cards.items():
            self._owners[card] = self._owner(card, place, lent)
            self._enter(card, place, SOURCE)
            self._now[card].handled |= counted
        for card in self._learned(Knowledge(), start.known):
            if given or self._places[card].open:
                self._note(card, start)
            else:
                self._from_list.add(card)

    def _owner(self, card: int, place: Place, lent: frozenset[int]) -> str:
        """Whose card it is by where it lies; empty where cards of others may lie there too."""
        return "" if card in lent or place.key[1] in self._game.shared_fields else place.home

    def _lent(self, position: Position) -> frozenset[int]:
        """The cards that a position says are borrowed."""
        fields = self._game.lent_fields
        if not fields:
            return frozenset()
        sides: dict[str, object] = getattr(position, "players", {})
        mentions = (getattr(side, name) for side in sides.values() for name in fields)
        return frozenset(
            card for cards in mentions if cards for card in (cards if isinstance(cards, tuple) else (cards,))
        )

    # -- one entry ----------------------------------------------------------------------------------------------------

    def _step(self, before: Moment, after: Moment) -> None:
        if after.position is before.position and after.known is before.known:
            return
        gone, come = moved(before.position, after.position)
        learned = self._learned(before.known, after.known)
        self._endless |= gone.endless | come.endless
        self._rewound |= len(after.known.faces) < len(before.known.faces)
        if gone.cards or come.cards or learned:
            self._follow(Change(before.known, gone, come), learned, after)

    def _follow(self, change: Change, learned: list[int], after: Moment) -> None:
        """Follows the cards that moved, and notes what was learned of them."""
        if self.nodes > 2 or self._rewound:
            self._forget_guesses(change, learned)
        if change.ended or change.born:
            self._change_ids(change, self._lent(after.position))
        for card, place in change.come.cards.items():
            self._lie(card, place, after)
        left = (place.key for place in change.gone.cards.values() if place.closed)
        self.emptied.update(key[0] for key in left if not self._in_deck[key])
        for card in (*learned, *change.born):
            if card in self._now:
                self._note(card, after)

    def _learned(self, before: Knowledge, after: Knowledge) -> list[int]:
        """The ids of which more is known than before, or something else."""
        faces, narrowed = after.faces, after.narrowed
        cards: list[int] = []
        if faces is not before.faces:
            cards += [card for card, _ in faces.items() - before.faces.items()]
        if narrowed is not before.narrowed:
            cards += [card for card, _ in narrowed.items() - before.narrowed.items() if card not in faces]
        return [card for card in cards if card in self._places] if cards else cards

    @staticmethod
    def _face(known: Knowledge, card: int) -> tuple[int, ...] | None:
        """What the replay knows of an id."""
        face = known.faces.get(card)
        return known.narrowed.get(card) if face is None else (face,)

    def _put(self, card: int, place: Place | None) -> None:
        """The card lies there now (None: nowhere)."""
        old = self._places.pop(card, None)
        if old is not None and old.closed:
            self._in_deck[old.key] -= 1
        if place is not None:
            self._places[card] = place
            if place.closed:
                self._in_deck[place.key] = self._in_deck.get(place.key, 0) + 1

    def _lie(self, card: int, place: Place, after: Moment) -> None:
        """The card has come there."""
        self._put(card, place)
        stretch = self._now[card]
        stretch.handled |= not place.closed
        if not self._owners[card]:
            self._owners[card] = stretch.owner = self._owner(card, place, self._lent(after.position))
        if place.open and card in self._from_list:
            self._from_list.discard(card)
            self._note(card, after)

    def _note(self, card: int, moment: Moment) -> None:
        """Writes down what is known of a card, and since which entry."""
        known = self._face(moment.known, card)
        if known is None or len(known) == len(self.shown.catalogue.cards):
            return
        seen = self._seen.get(card)
        if seen is not None and seen[0] == known:
            faces, entry = seen
        else:
            faces, entry = self._narrowed(seen, self.shown.meant(moment.n, known), known, moment.n)
        stretch = self._now[card]
        if stretch.faces is not None and set(stretch.faces).isdisjoint(
            faces
        ):  # it was called otherwise before
            self._mix([card], True)
            stretch = self._now[card]
        self._seen[card] = faces, entry
        stretch.faces, stretch.entry = faces, entry

    def _narrowed(
        self,
        seen: tuple[tuple[int, ...], int] | None,
        named: tuple[int, ...] | None,
        known: tuple[int, ...],
        n: int,
    ) -> tuple[tuple[int, ...], int]:
        """What is seen of a card after entry ``n`` named it so; None: the entry does not name it, and the replay knows
        it from others."""
        if named is None:
            if seen is not None and not set(known).isdisjoint(seen[0]):
                return seen
            return self.shown.of_title(known), n
        both = named if seen is None else tuple(face for face in seen[0] if face in named)
        return seen if seen is not None and both == seen[0] else (both or named, n)

    # -- mixing -------------------------------------------------------------------------------------------------------

    def _forget_guesses(self, change: Change, learned: Iterable[int]) -> None:
        """Where a card left a place, or was shown there, that nobody had seen, it may have been any other unseen one
        there: they are mixed, unless they have all been through the same."""
        faces = change.known.faces
        touched = {*change.elsewhere, *learned, *(() if change.born else change.ended)}
        unseen: dict[Key, list[int]] = {self._places[card].key: [] for card in touched if card not in faces}
        if change.born:  # a card out of one of these may have been one of those counted there
            unseen |= {key: [] for key in sorted(self._endless)}
        if not unseen:
            return
        for card, place in self._places.items():
            if place.key in unseen and card not in faces:
                unseen[place.key].append(card)
        for key, cards in unseen.items():
            endless = key in self._endless
            if not self._alike(cards, endless):
                self._mix(cards, endless)

    def _alike(self, cards: list[int], endless: bool) -> bool:
        """Whether nothing tells these cards apart, nor from those of the reserve where they lie with some of it."""
        starts = {self._now[card].start for card in cards}
        if endless:
            starts.add(self._of_reserve())
        return len(starts) < 2 and all(self._now[card].faces is None for card in cards)

    def _mix(self, cards: list[int], with_reserve: bool, counted: bool = True) -> None:
        """Forgets which of these cards is which, and with the reserve which of them come from there; not ``counted``:
        nor is it sure that they were there before."""
        node = self._renewed_reserve() if with_reserve else self._node()
        for card in cards:
            old = self._now[card]
            self._end(card, node)
            self._seen.pop(card, None)
            self._start(card, node, old.handled)
            old.handled &= counted

    def _node(self) -> int:
        self.nodes += 1
        return self.nodes - 1

    def _renewed_reserve(self) -> int:
        """The reserve after cards came into it."""
        self.reserve.append(self._node())
        return self.reserve[-1]

    # -- ids that end and begin ---------------------------------------------------------------------------------------

    def _change_ids(self, change: Change, lent: frozenset[int]) -> None:
        """Ids that lie nowhere any more became those that are new, or left the game; others came out of nowhere."""
        ended, born, come = change.ended, change.born, change.come.cards
        for card in born:
            if not self._owners.get(card):
                self._owners[card] = self._owner(card, come[card], lent)
        keys = {self._places[card].key for card in ended} | {come[card].key for card in born}
        if len(ended) != len(born) or keys & self._endless:
            self._by_reserve(change)
            return
        for gone, new in self._parts(ended, born):
            node = self._node()
            for card in gone:
                self._leave(card, node)
            for card in new:
                self._enter(card, come[card], node)

    def _parts(self, ended: list[int], born: list[int]) -> list[tuple[list[int], list[int]]]:
        """Ids that ended and those they became, apart by whose cards they are; together, and nobody's for sure, where
        these numbers do not fit."""
        of = self._owners
        owners = dict.fromkeys(of[card] for card in (*ended, *born))
        parts = [([c for c in ended if of[c] == o], [c for c in born if of[c] == o]) for o in owners]
        if all(len(gone) == len(new) for gone, new in parts):
            return parts
        of |= dict.fromkeys(born, "")
        return [(ended, born)]

    def _by_reserve(self, change: Change) -> None:
        ended, born = change.ended, change.born
        if ended and born:
            # where a deck that nobody counted is made anew, unseen cards may have come off it before or after
            owners = {"", *(self._owners[card] for card in ended)}
            apart = {*ended, *change.known.faces}
            doubtful = [c for c in self._now if c not in apart and self._owners[c] in owners]
            self._mix(doubtful, True, counted=False)
        elif ended:
            self._renewed_reserve()
        node = self._of_reserve()
        for card in ended:
            self._leave(card, node)
        for card in born:
            self._enter(card, change.come.cards[card], node)

    def _of_reserve(self) -> int:
        """The node out of which cards come that were never counted."""
        return self.reserve[-1] if self.reserve else SOURCE

    def _enter(self, card: int, place: Place, node: int) -> None:
        self._put(card, place)
        self._start(card, node, not place.closed)

    def _leave(self, card: int, node: int) -> None:
        self._end(card, node)
        self._put(card, None)
        del self._now[card]

    def _start(self, card: int, node: int, handled: bool) -> None:
        stretch = self._now[card] = Stretch(node, self._owners[card], handled)
        self.stretches.append(stretch)

    def _end(self, card: int, node: int) -> None:
        self._now[card].end = node
