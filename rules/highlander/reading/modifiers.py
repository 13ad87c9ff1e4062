"""The effects of cards in play and lasting effects on each player, as an index of the position, and how they deny,
permit, ignore and nullify (Prevention, Denial v Permission, ignore, nullify, Stacking).

The index depends on nothing but which faces lie in play with effect and what lasts: it is built once for each such
combination and remembered with the catalogue. Everything that asks what holds of a player asks here."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from rules.highlander.card import PLAYER, HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.language import one_card as own
from rules.highlander.language.filters import Called, Word
from rules.highlander.language.parts import Counted, Part, Unheeded
from rules.highlander.position import START_ABILITY, Highlander, InPlay, Lasting
from rules.highlander.reading.own_texts import says_of_itself
from rules.kernel.cards import Card, Catalogue
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

#: how many combinations are remembered before the memory is emptied
MEMORY = 4096
#: continuous effects of which identical cards do add up (Stacking)
ADD_UP = frozenset({during.Ability})
#: kinds of denials: what each is a denial of, it says itself
DENIALS = (during.Prevent, during.PreventByLastTurn)
#: for each card in play its number in the catalogue; None where it is unknown or has no effect
Numbers = tuple[int | None, ...]
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


class Index(Struct, frozen=True, eq=False):
    """``on``: seat → kind of effect → what does it to that seat; ``live``: seat → for each card in play whether it
    has effect."""

    on: OnPlayers
    live: dict[str, tuple[bool, ...]]


@enforces("focus-nullifying-situations")
def active(p: Highlander, card: InPlay) -> bool:
    """Whether no effect nullifies a card in play this turn (Focus - Nullifying Situations, Countering Cards)."""
    return p.number not in card.nullified


class Lying(Struct, frozen=True, eq=False):
    """The cards in play on one side in a turn. ``ids``: those with effect, 0 for one without; ``turned``: those that
    are aimed at their own player; ``timed``: in another turn others could have effect."""

    cards: tuple[InPlay, ...]
    ids: list[int]
    turned: tuple[tuple[str, int], ...]
    timed: bool


class Asked(Struct, frozen=True, eq=False):
    """A question and its answer. ``sides``: the cards in play of each seat; ``numbers``: what those with effect are
    known to be."""

    position: Highlander
    seats: tuple[str, ...]
    faces: dict[int, int]
    sides: list[Lying]
    numbers: list[Numbers]
    answer: Index


def index(j: Judgment) -> Index:
    """The index of the judgment's position. An entry asks for it many times on end, of one position or of some that
    differ in other things: such are told by what they hold being the very same, without a look at the cards."""
    p: Highlander = j.position
    faces = j.known.faces
    memory = j.catalogue.memory
    last: Asked | None = memory.get("last")
    if last is None or last.seats is not j.seats:
        return _asked(j, None)
    before = last.position
    if before is p and last.faces is faces:
        return last.answer
    if before.lasting is not p.lasting or (before.number != p.number and _is_timed(last)):
        return _asked(j, last)
    players = p.players
    for seat in last.seats:
        if before.players[seat].in_play is not players[seat].in_play:
            return _asked(j, last)
    sides = last.sides
    if last.faces is not faces and [tuple(map(faces.get, side.ids)) for side in sides] != last.numbers:
        return _asked(j, last)
    memory["last"] = Asked(p, last.seats, faces, sides, last.numbers, last.answer)
    return last.answer


def _is_timed(asked: Asked) -> bool:
    """Whether in another turn the answer could be another."""
    return bool(asked.position.lasting) or any(side.timed for side in asked.sides)


def _asked(j: Judgment, last: Asked | None) -> Index:
    """The index of a position with other cards in play than the last one asked about: mostly on one side, or those of
    the position asked about before that."""
    p: Highlander = j.position
    faces, memory = j.known.faces, j.catalogue.memory
    earlier: Asked | None = memory.get("earlier")
    memory["earlier"] = last
    if earlier is not None and earlier.position is p and earlier.faces is faces and earlier.seats is j.seats:
        memory["last"] = earlier
        return earlier.answer
    sides = _sides(p, j.seats, last)
    numbers: list[Numbers] = [tuple(map(faces.get, side.ids)) for side in sides]
    turned = tuple([at for side in sides for at in side.turned])
    lasting = tuple([e for e in p.lasting if e.since <= p.number <= e.until])
    key = (j.seats, *numbers, turned, lasting)
    answer: Index | None = memory.get(key)
    if answer is None:
        if len(memory) > MEMORY:
            memory.clear()
        answer = memory[key] = _built(j.catalogue, dict(zip(j.seats, numbers, strict=True)), lasting, turned)
    memory["last"] = Asked(p, j.seats, faces, sides, numbers, answer)
    return answer


def _sides(p: Highlander, seats: tuple[str, ...], last: Asked | None) -> list[Lying]:
    """The cards in play of each seat; those that lay so when the last question was asked are not looked at again."""
    sides = []
    for place, seat in enumerate(seats):
        cards = p.players[seat].in_play
        side = None if last is None else last.sides[place]
        if side is None or side.cards is not cards or side.timed:
            side = _lying(seat, cards, p.number)
        sides.append(side)
    return sides


def _lying(seat: str, cards: tuple[InPlay, ...], number: int) -> Lying:
    """The cards in play of a seat as they lie in turn ``number``."""
    ids = []
    turned: tuple[tuple[str, int], ...] = ()
    timed = False
    for place, card in enumerate(cards):
        nullified = card.nullified
        timed = timed or bool(nullified)
        ids.append(0 if card.condition or number in nullified else card.card or 0)
        if card.target == seat:
            turned += ((seat, place),)
    return Lying(cards, ids, turned, timed)


def _built(
    catalogue: Catalogue,
    sides: dict[str, Numbers],
    lasting: tuple[Lasting, ...],
    turned: tuple[tuple[str, int], ...] = (),
) -> Index:
    """``turned``: the cards that are aimed at their own player."""
    live = _live(catalogue, sides)
    on: OnPlayers = {seat: {} for seat in sides}
    seen: set[Hashable] = set()
    for holder in sides:
        _of_a_side(catalogue, sides, live, holder, turned, on, seen)
    for one in lasting:
        if one.seat not in sides:
            continue  # a position may say anything
        effect = one.effect
        if isinstance(effect, lasting_effects.WonPower):
            _gained(catalogue, sides, live, on, seen, one.seat, effect.what)
        elif not isinstance(effect, Unheeded):
            _add(on[one.seat], _of_lasting(catalogue, sides, one, effect))
    return Index(on, live)


def _of_a_side(
    catalogue: Catalogue,
    sides: dict[str, Numbers],
    live: dict[str, tuple[bool, ...]],
    holder: str,
    turned: tuple[tuple[str, int], ...],
    on: OnPlayers,
    seen: set[Hashable],
) -> None:
    """Adds what the cards of one side do to each player (``on``)."""
    # as ``_reaches`` says it, of every effect of this side at once
    reached = {"all": tuple(sides), "you": (holder,)}
    others = tuple([seat for seat in sides if seat != holder])
    for place, number in enumerate(sides[holder]):
        face = catalogue.cards[number] if number is not None and live[holder][place] else None
        if number is None or not isinstance(face, HighlanderCard):
            continue
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
    live: dict[str, tuple[bool, ...]],
    on: OnPlayers,
    seen: set[Hashable],
    holder: str,
    title: str,
) -> None:
    """Add the effects of a Persona Power that ``holder`` has won and a card with effect keeps; not those that hold
    already."""
    left = _keeper(catalogue, sides[holder], live[holder])
    if left is None:
        return
    place, keeper = left
    for number in catalogue.find(title):
        persona = catalogue.cards[number]
        for effect in persona.while_in_play if isinstance(persona, HighlanderCard) else ():
            for seat in sides:
                once = ("power", effect, seat)
                if once not in seen and _reaches(effect, holder, seat):
                    seen.add(once)
                    _add(on[seat], Modifier(holder, place, keeper, effect, False, title))


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
def _mutual(catalogue: Catalogue, sides: dict[str, Numbers]) -> set[tuple[str, int]]:
    """Cards of a Title that each side has in play and that are then all without effect."""
    places_of: dict[str, list[tuple[str, int]]] = {}
    for seat, numbers in sides.items():
        for place, number in enumerate(numbers):
            card = None if number is None else catalogue.cards[number]
            if isinstance(card, HighlanderCard) and "mutual" in card.marks:
                places_of.setdefault(card.title, []).append((seat, place))
    both = (places for places in places_of.values() if len({seat for seat, _ in places}) > 1)
    return {place for places in both for place in places}


@enforces("nullify", "masters-advantage-2", "masters-advantage-and-persona-specific-or-master-cards")
def _live(catalogue: Catalogue, sides: dict[str, Numbers]) -> dict[str, tuple[bool, ...]]:
    """Which cards in play have effect: not those that another card in play nullifies."""
    silencing = _silencing(catalogue)
    if all(silencing.isdisjoint(numbers) for numbers in sides.values()):
        return {seat: tuple([number is not None for number in numbers]) for seat, numbers in sides.items()}
    dead = _mutual(catalogue, sides)
    dead |= {(seat, place) for seat, numbers in sides.items() for place, n in enumerate(numbers) if n is None}
    for holder, numbers in sides.items():
        for place, number in enumerate(numbers):
            face = None if number is None or (holder, place) in dead else catalogue.cards[number]
            for effect in _nullifying(face):
                dead |= _silenced(catalogue, sides, holder, place, effect)
    return {
        seat: tuple((seat, place) not in dead for place in range(len(numbers)))
        for seat, numbers in sides.items()
    }


def _nullifying(face: Card | None) -> list[during.Nullify]:
    """The effects of a card that nullify others."""
    effects = face.while_in_play if isinstance(face, HighlanderCard) else ()
    return [effect for effect in effects if isinstance(effect, during.Nullify)]


def _silencing(catalogue: Catalogue) -> frozenset[int]:
    """The cards that bear on whether others have effect: hardly any, so that most combinations need no further look."""
    silencing: frozenset[int] | None = catalogue.memory.get("silencing")
    if silencing is None:
        silencing = catalogue.memory["silencing"] = frozenset(
            number
            for number, card in enumerate(catalogue.cards)
            if isinstance(card, HighlanderCard)
            and ("mutual" in card.marks or says_of_itself(card, during.Nullify))
        )
    return silencing


def _silenced(
    catalogue: Catalogue, sides: dict[str, Numbers], holder: str, place: int, effect: during.Nullify
) -> set[tuple[str, int]]:
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


# -- questions --------------------
def modifiers(j: Judgment, seat: str, kind: type[K], what: str | None = None) -> tuple[Modifier[K], ...]:
    """Everything of a kind that holds of a player now; ``what``: only what says this."""
    of_kind = index(j).on[seat].get(kind, ())
    if what is None or not of_kind:
        return of_kind
    return tuple([one for one in of_kind if one.effect.what == what])


def on_anyone(j: Judgment, kind: type[K]) -> list[Modifier[K]]:
    """Everything of a kind that holds of any player now, once for each player."""
    return [one for on in index(j).on.values() for one in on.get(kind, ())]


def live(j: Judgment, seat: str, place: int) -> bool:
    """Whether the card at ``place`` (from 0) of a player's cards in play has effect."""
    return index(j).live[seat][place]


def has(j: Judgment, seat: str, kind: type[K], what: str | None = None) -> K | None:
    """A continuous effect on ``seat`` of a kind; ``what``: one that says this."""
    of_kind = index(j).on[seat].get(kind)
    if what is None or not of_kind:
        return of_kind[0].effect if of_kind else None
    return next((one.effect for one in of_kind if one.effect.what == what), None)


def total(j: Judgment, seat: str, kind: type[Counted]) -> int:
    """The sum of the counts of an effect: different cards with similar effects add up (Stacking)."""
    return sum(modifier.effect.count for modifier in index(j).on[seat].get(kind, ()))


@enforces("prevention", "denial-v-permission", "cannot", "arms-and-tactics-break-glass")
def barred(j: Judgment, seat: str, what: during.Denied, card: HighlanderCard | None = None) -> str | None:
    """The title of the card that prevents ``seat`` from doing something (Prevention), neither ignored nor lifted by a
    permission that names just that; else None. ``card``: the one that would be played."""
    on = index(j).on[seat]
    for modifier in on.get(during.Prevent, ()):
        if modifier.effect.what == what and not _lifted(on, modifier, seat, card):
            return modifier.title or "an effect that lasts"
    return None


def _lifted(on: OnPlayer, denial: Modifier[Any], seat: str, card: HighlanderCard | None) -> bool:
    """Whether the player ignores a denial."""
    return any(ignores(modifier.effect, denial, seat, card) for modifier in on.get(during.Ignores, ()))


def denied_groups(j: Judgment, seat: str, card: HighlanderCard | None) -> list[tuple[str, Called]]:
    """The groups and Titles whose cards a player is prevented from playing, each with what prevents it."""
    on = index(j).on[seat]
    return [
        (modifier.title or "an effect that lasts", modifier.effect.what)
        for modifier in on.get(during.Prevent, ())
        if isinstance(modifier.effect.what, Called) and not _lifted(on, modifier, seat, card)
    ]


def excused(j: Judgment, seat: str) -> tuple[Word, ...]:
    """The kinds of cards to play which a player ignores what cards in play prevent."""
    kinds = (one.effect.to_play for one in index(j).on[seat].get(during.Ignores, ()))
    return tuple(cards for cards in kinds if cards is not None)


def denied_by_last_turn(
    j: Judgment, seat: str, what: during.Denied
) -> Modifier[during.PreventByLastTurn] | None:
    """The modifier by which the last turn denies a player something, neither ignored nor lifted."""
    on = index(j).on[seat]
    for modifier in on.get(during.PreventByLastTurn, ()):
        if modifier.effect.what == what and not _lifted(on, modifier, seat, None):
            return modifier
    return None


@enforces("discipline-all-versions")
def ignores(
    effect: during.Ignores, modifier: Modifier[Any], seat: str, card: HighlanderCard | None = None
) -> bool:
    """Whether what a player ignores covers an effect on ``seat``: every denial, or those of one kind by a card in play;
    Events of the opponent; cards in play, to play such a card; cards of a Type, a group or a Title."""
    if effect.denials is not None:
        denies = type(modifier.effect) in DENIALS
        one = effect.denials == modifier.effect.what and modifier.face is not None
        return denies and (effect.denials == "all" or one)
    if effect.to_play is not None:
        return card is not None and card.is_a(effect.to_play) and modifier.face is not None
    if effect.cards == "event":
        return modifier.event and modifier.by != seat
    return effect.cards is not None and modifier.face is not None and modifier.face.is_a(effect.cards)


def won_personas(j: Judgment, seat: str) -> list[HighlanderCard]:
    """The Personas whose Powers a player has won and a card in play with effect keeps."""
    p: Highlander = j.position
    effects = [one.effect for one in p.lasting if one.seat == seat]
    titles = [effect.what for effect in effects if isinstance(effect, lasting_effects.WonPower)]
    if not titles:
        return []
    numbers = tuple(j.known.faces.get(card.card or 0) for card in p.players[seat].in_play)
    if _keeper(j.catalogue, numbers, index(j).live[seat]) is None:
        return []
    cards = (j.catalogue.cards[number] for title in titles for number in j.catalogue.find(title))
    return [card for card in cards if isinstance(card, HighlanderCard) and card.type == "persona"]


def _keeper(
    catalogue: Catalogue, numbers: Numbers, live: tuple[bool, ...]
) -> tuple[int, HighlanderCard] | None:
    """The card in play with effect that keeps the Powers its player has won, and its place."""
    for place, number in enumerate(numbers):
        card = catalogue.cards[number] if number is not None and live[place] else None
        if isinstance(card, HighlanderCard) and says_of_itself(card, own.WonPowers):
            return place, card
    return None


def lasts(p: Highlander, seat: str, wanted: Part) -> bool:
    """Whether an effect of no card in play holds of a player."""
    for effect in p.lasting:
        if effect.seat == seat and effect.since <= p.number <= effect.until and effect.effect == wanted:
            return True
    return False


@enforces("maximum-ability")
def maximum(j: Judgment, seat: str) -> int:
    """Maximum Ability: 15 and what continuous effects add (Maximum Ability)."""
    return START_ABILITY + sum(
        max(0, modifier.effect.count) for modifier in modifiers(j, seat, during.Ability)
    )


def ability(j: Judgment, seat: str) -> int:
    """Continuous gains and losses of Ability; identical cards do add up here (Stacking)."""
    return total(j, seat, during.Ability)
