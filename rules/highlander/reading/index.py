"""What cards in play and lasting effects do to each player, as an index of the position: which cards have effect, and
what they say of whom (nullify, Stacking, Quickening). ``reading.modifiers`` reads in it.

The index depends on nothing but which faces lie in play with effect and what lasts: it is built once for each such
combination and remembered with the catalogue."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from rules.highlander.card import PLAYER, HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.language import one_card as own
from rules.highlander.language.parts import Part, Unheeded
from rules.highlander.position import Highlander, InPlay, Lasting
from rules.highlander.reading.own_texts import says_of_itself
from rules.kernel.cards import Card, Catalogue
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

#: how many combinations are remembered before the memory is emptied
MEMORY = 4096
#: continuous effects of which identical cards do add up (Stacking)
ADD_UP = frozenset({during.Ability})
#: for each card in play its number in the catalogue; None where it is unknown or has no effect
Numbers = tuple[int | None, ...]
#: a card in play: its seat, and its place there (from 0)
Spot = tuple[str, int]
K = TypeVar("K", bound=Part)


class Modifier(Struct, Generic[K], frozen=True, gc=False):
    """One continuous effect on a player. ``by``: whose card it is; ``place``: where it lies on that side (from 0), -1
    for what lasts without a card; ``face``: the card; ``event``: an Event gives it; ``title``: for messages."""

    by: str
    place: int
    face: HighlanderCard | None
    effect: K
    event: bool
    title: str


#: kind of effect → what does it to a seat
OnPlayer = dict[type[Part], tuple[Modifier[Any], ...]]
OnPlayers = dict[str, OnPlayer]
#: what holds of each player, and the cards that another one keeps from having effect
Holding = tuple[OnPlayers, frozenset[Spot]]


class Lying(Struct, frozen=True, eq=False, gc=False):
    """The cards in play on one side in a turn. ``ids``: those with effect, 0 or None for one without; ``numbers``: what
    they are known to be; ``speaking``: the places of those that say something while in play, with their numbers;
    ``turned``: those that are aimed at their own player; ``timed``: in another turn others could have effect;
    ``silences``: one decides whether others have effect."""

    cards: tuple[InPlay, ...]
    ids: list[int | None]
    numbers: Numbers
    speaking: tuple[tuple[int, int], ...]
    turned: tuple[Spot, ...]
    timed: bool
    silences: bool

    def holds_as(self, other: Lying) -> bool:
        """Whether the same holds by these cards as by others, whatever lies on the other side."""
        if self is other:
            return not self.silences
        same = self.speaking == other.speaking and self.turned == other.turned
        return same and not self.silences and not other.silences


class Index(Struct, eq=False, gc=False):
    """``on``: seat → kind of effect → what does it to that seat; ``silenced``: the cards that another one keeps from
    having effect. Beside it what was asked about: ``position`` and ``faces`` are the last of those to which the answer
    is the same, since the very same cards lie in play, known as the same."""

    position: Highlander
    faces: dict[int, int]
    seats: tuple[str, ...]
    sides: dict[str, Lying]
    on: OnPlayers
    silenced: frozenset[Spot]

    def live(self, seat: str, place: int) -> bool:
        """Whether the card at ``place`` (from 0) of a player's cards in play has effect."""
        return self.sides[seat].numbers[place] is not None and (seat, place) not in self.silenced


class Bearing(Struct, frozen=True, eq=False, gc=False):
    """The cards of a catalogue whose Text bears on what holds while they lie in play. ``speaking``: it says something
    then; ``silencing``: it decides whether other cards have effect. Those are hardly any."""

    speaking: frozenset[int]
    silencing: frozenset[int]


# -- asking --------------------
def index(j: Judgment) -> Index:
    """The index of the judgment's position. An entry asks for it many times on end, of one position or of some that
    differ in other things: such are told by what they hold being the very same, without a look at the cards."""
    p: Highlander = j.position
    faces = j.known.faces
    last: Index | None = j.catalogue.latest
    if last is None:
        return _asked(j, None)
    before = last.position
    if before is p and last.faces is faces:  # mostly so, and then the seats are the same too
        return last
    if last.seats is not j.seats:
        return _asked(j, None)
    if before is not p:
        if before.lasting is not p.lasting or (before.number != p.number and _is_timed(last)):
            return _asked(j, last)
        players = p.players
        if before.players is not players:
            for seat, side in last.sides.items():
                if side.cards is not players[seat].in_play:
                    return _asked(j, last)
    if last.faces is not faces:
        for side in last.sides.values():
            if tuple(map(faces.get, side.ids)) != side.numbers:  # type: ignore[arg-type]
                return _asked(j, last)
        last.faces = faces
    last.position = p
    return last


def _is_timed(last: Index) -> bool:
    """Whether in another turn the answer could be another."""
    if last.position.lasting:
        return True
    for side in last.sides.values():  # noqa: SIM110
        if side.timed:
            return True
    return False


def _asked(j: Judgment, last: Index | None) -> Index:
    """The index of a position with other cards in play than the last one asked about: mostly on one side, or those of
    the position asked about before that."""
    p: Highlander = j.position
    faces, memory = j.known.faces, j.catalogue.memory
    earlier: Index | None = memory.get("earlier")
    memory["earlier"] = last
    if earlier is not None and earlier.position is p and earlier.faces is faces and earlier.seats is j.seats:
        j.catalogue.latest = earlier
        return earlier
    bearing: Bearing = memory.get("bearing") or _bearing(j.catalogue)
    sides = {}
    same = last is not None and not p.lasting and not last.position.lasting
    for seat in j.seats:
        side = sides[seat] = _lying(j, seat, bearing, last)
        same = same and last is not None and side.holds_as(last.sides[seat])
    holding = (last.on, last.silenced) if last is not None and same else _holding(j, sides)
    j.catalogue.latest = new = Index(p, faces, j.seats, sides, *holding)
    return new


def _lying(j: Judgment, seat: str, bearing: Bearing, last: Index | None) -> Lying:
    """The cards in play of a seat; those that lay so when the last question was asked, and were known so, are not
    looked at again."""
    p: Highlander = j.position
    cards, faces = p.players[seat].in_play, j.known.faces
    if last is not None:
        before, known = last.sides[seat], last.faces is faces
        if not before.timed or last.position.number == p.number:
            if before.cards is cards and (known or tuple(map(faces.get, before.ids)) == before.numbers):  # type: ignore[arg-type]
                return before
            if known and cards and cards[:-1] == before.cards:  # a card was played, mostly
                return _with_one_more(before, seat, cards, p.number, faces, bearing)
    ids, turned, timed = _with_effect(seat, cards, p.number)
    numbers = tuple(map(faces.get, ids))  # type: ignore[arg-type]
    said: list[tuple[int, int]] = []
    for at in enumerate(numbers):
        if at[1] in bearing.speaking:
            said.append(at)  # type: ignore[arg-type]
    silences = not bearing.silencing.isdisjoint(numbers)
    return Lying(cards, ids, numbers, tuple(said), turned, timed, silences)


def _with_one_more(
    before: Lying, seat: str, cards: tuple[InPlay, ...], number: int, faces: dict[int, int], bearing: Bearing
) -> Lying:
    """The cards in play of a seat where one has come to those ``before``, of which nothing else is known since."""
    place = len(before.cards)
    ids, turned, timed = _with_effect(seat, cards[place:], number, place)
    face = faces.get(ids[0])  # type: ignore[arg-type]
    speaking = before.speaking
    if face is not None and face in bearing.speaking:
        speaking = (*speaking, (place, face))
    silences = before.silences or face in bearing.silencing
    numbers = (*before.numbers, face)
    timed = before.timed or timed
    return Lying(cards, [*before.ids, *ids], numbers, speaking, before.turned + turned, timed, silences)


def _with_effect(
    seat: str, cards: tuple[InPlay, ...], number: int, first: int = 0
) -> tuple[list[int | None], tuple[Spot, ...], bool]:
    """Of cards in play of a seat in turn ``number``, which lie from place ``first`` on: ``ids``, ``turned`` and
    ``timed`` (``Lying``)."""
    ids: list[int | None] = []
    turned: tuple[Spot, ...] = ()
    timed = False
    for place, card in enumerate(cards, first):
        shown = card.card
        if card.nullified or card.condition or card.target:  # few are any of this
            timed = timed or bool(card.nullified)
            if card.condition or number in card.nullified:
                shown = 0
            if card.target == seat:
                turned += ((seat, place),)
        ids.append(shown)
    return ids, turned, timed


def _holding(j: Judgment, sides: dict[str, Lying]) -> Holding:
    """What holds while these cards lie in play. Those that say nothing then matter to cards alone that speak of what
    lies in play, and to what lasts: without these, a card that comes and says nothing changes nothing."""
    p: Highlander = j.position
    lasting = tuple([e for e in p.lasting if e.since <= p.number <= e.until]) if p.lasting else ()
    every = bool(lasting)
    turned: tuple[Spot, ...] = ()
    for side in sides.values():
        turned += side.turned
        every = every or side.silences
    key = (j.seats, turned, lasting, *[side.numbers if every else side.speaking for side in sides.values()])
    memory = j.catalogue.memory
    holding: Holding | None = memory.get(key)
    if holding is None:
        if len(memory) > MEMORY:
            memory.clear()
        holding = memory[key] = _built(j.catalogue, sides, lasting, turned)
    return holding


def _bearing(catalogue: Catalogue) -> Bearing:
    """Looked up once for each catalogue."""
    bearing: Bearing | None = catalogue.memory.get("bearing")
    if bearing is None:
        cards = [(n, card) for n, card in enumerate(catalogue.cards) if isinstance(card, HighlanderCard)]
        bearing = catalogue.memory["bearing"] = Bearing(
            frozenset(n for n, card in cards if card.while_in_play),
            frozenset(
                n for n, card in cards if "mutual" in card.marks or says_of_itself(card, during.Nullify)
            ),
        )
    return bearing


# -- building --------------------
def _built(
    catalogue: Catalogue, sides: dict[str, Lying], lasting: tuple[Lasting, ...], turned: tuple[Spot, ...]
) -> Holding:
    """``turned``: the cards that are aimed at their own player."""
    numbers = {seat: side.numbers for seat, side in sides.items()}
    silenced = _all_silenced(catalogue, numbers)
    on: OnPlayers = {seat: {} for seat in sides}
    seen: set[Hashable] = set()
    for holder in sides:
        _of_a_side(catalogue, sides, silenced, holder, turned, on, seen)
    for one in lasting:
        if one.seat not in sides:
            continue  # a position may say anything
        effect = one.effect
        if isinstance(effect, lasting_effects.WonPower):
            _gained(catalogue, numbers, silenced, on, seen, one.seat, effect.what)
        elif not isinstance(effect, Unheeded):
            _add(on[one.seat], _of_lasting(catalogue, numbers, one, effect))
    return on, silenced


def _of_a_side(
    catalogue: Catalogue,
    sides: dict[str, Lying],
    silenced: frozenset[Spot],
    holder: str,
    turned: tuple[Spot, ...],
    on: OnPlayers,
    seen: set[Hashable],
) -> None:
    """Adds what the cards of one side do to each player (``on``)."""
    # as ``_reaches`` says it, of every effect of this side at once
    reached = {"all": tuple(sides), "you": (holder,)}
    others = tuple([seat for seat in sides if seat != holder])
    for place, number in sides[holder].speaking:
        if (holder, place) in silenced:
            continue
        face: HighlanderCard = catalogue.cards[number]  # type: ignore[assignment]
        for effect in face.while_in_play:
            modifier = Modifier(holder, place, face, effect, face.type == "event", face.title)
            own = effect.who == PLAYER and (holder, place) in turned
            for seat in (holder,) if own else reached.get(effect.who, others):
                once = _once(face, number, effect, seat)
                if once is None or once not in seen:
                    seen.add(once)
                    _add(on[seat], modifier)


def _add(on: OnPlayer, modifier: Modifier[Any]) -> None:
    kind = type(modifier.effect)
    on[kind] = (*on.get(kind, ()), modifier)


def _of_lasting(catalogue: Catalogue, sides: dict[str, Numbers], one: Lasting, effect: K) -> Modifier[K]:
    """The modifier of an effect that lasts without a card."""
    lying = _source(catalogue, sides.get(one.by, ()), one.source)
    return Modifier(one.by, -1, lying, effect, one.event, one.source)


@enforces("reading.b52")
def _source(catalogue: Catalogue, numbers: Numbers, title: str) -> HighlanderCard | None:
    """The card that gave what lasts, while it waits to be swept: until then it is in play."""
    for number in numbers if title else ():
        card = None if number is None else catalogue.cards[number]
        if isinstance(card, HighlanderCard) and card.title == title:
            return card
    return None


@enforces("quickening", "stacking")
def _gained(
    catalogue: Catalogue,
    sides: dict[str, Numbers],
    silenced: frozenset[Spot],
    on: OnPlayers,
    seen: set[Hashable],
    holder: str,
    title: str,
) -> None:
    """Add the effects of a Persona Power that ``holder`` has won and a card with effect keeps; not those that hold
    already."""
    left = keeper(catalogue, sides[holder], holder, silenced)
    if left is None:
        return
    place, kept_by = left
    for number in catalogue.find(title):
        persona = catalogue.cards[number]
        for effect in persona.while_in_play if isinstance(persona, HighlanderCard) else ():
            for seat in sides:
                once = ("power", effect, seat)
                if once not in seen and _reaches(effect, holder, seat):
                    seen.add(once)
                    _add(on[seat], Modifier(holder, place, kept_by, effect, False, title))


def _reaches(effect: Part, holder: str, seat: str) -> bool:
    return effect.who == "all" or (effect.who == "you") == (holder == seat)


@enforces("stacking", "quickenings-and-watcher-database")
def _once(face: HighlanderCard, number: int, effect: Part, seat: str) -> Hashable | None:
    """The key by which two effects on a player are the same: identical cards count once, and so does a Quickening that
    says what the Persona says. None for effects that add up."""
    if type(effect) in ADD_UP or "stacks" in face.marks:
        return None
    if face.type in ("persona", "quickening"):
        return ("power", effect, seat)
    return (number, effect, seat)


@enforces("higher-ground-multiple-higher-grounds")
def _mutual(catalogue: Catalogue, sides: dict[str, Numbers]) -> set[Spot]:
    """Cards of a Title that each side has in play and that are then all without effect."""
    places_of: dict[str, list[Spot]] = {}
    for seat, numbers in sides.items():
        for place, number in enumerate(numbers):
            card = None if number is None else catalogue.cards[number]
            if isinstance(card, HighlanderCard) and "mutual" in card.marks:
                places_of.setdefault(card.title, []).append((seat, place))
    both = (places for places in places_of.values() if len({seat for seat, _ in places}) > 1)
    return {place for places in both for place in places}


@enforces("nullify", "masters-advantage-2", "masters-advantage-and-persona-specific-or-master-cards")
def _all_silenced(catalogue: Catalogue, sides: dict[str, Numbers]) -> frozenset[Spot]:
    """Which cards in play have no effect because of another card in play."""
    silencing = _bearing(catalogue).silencing
    if all(silencing.isdisjoint(numbers) for numbers in sides.values()):
        return frozenset()
    dead = _mutual(catalogue, sides)
    for holder, numbers in sides.items():
        for place, number in enumerate(numbers):
            face = None if number is None or (holder, place) in dead else catalogue.cards[number]
            for effect in _nullifying(face):
                dead |= _silenced(catalogue, sides, holder, place, effect)
    return frozenset(dead)


def _nullifying(face: Card | None) -> list[during.Nullify]:
    """The effects of a card that nullify others."""
    effects = face.while_in_play if isinstance(face, HighlanderCard) else ()
    return [effect for effect in effects if isinstance(effect, during.Nullify)]


def _silenced(
    catalogue: Catalogue, sides: dict[str, Numbers], holder: str, place: int, effect: during.Nullify
) -> set[Spot]:
    """The cards that one card nullifies while it is in play."""
    silenced = set()
    for seat, numbers in sides.items():
        for spot, number in enumerate(numbers):
            if number is None or (seat, spot) == (holder, place) or not _reaches(effect, holder, seat):
                continue
            card = catalogue.cards[number]
            if isinstance(card, HighlanderCard) and card.is_a(effect.what):
                silenced.add((seat, spot))
    return silenced


def keeper(
    catalogue: Catalogue, numbers: Numbers, seat: str, silenced: frozenset[Spot]
) -> tuple[int, HighlanderCard] | None:
    """The card in play with effect that keeps the Powers its player has won, and its place."""
    for place, number in enumerate(numbers):
        live = number is not None and (seat, place) not in silenced
        card = catalogue.cards[number] if number is not None and live else None
        if isinstance(card, HighlanderCard) and says_of_itself(card, own.WonPowers):
            return place, card
    return None
