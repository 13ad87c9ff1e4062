"""The legal options: candidates that ``verify`` accepts; and for self-play the same with random cards filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, product

import msgspec
from msgspec.structs import replace

from rules.herocard.core.actions.clearing import cards_named, names_cards
from rules.herocard.core.actions.drawing import due
from rules.herocard.core.reading.card import (
    ACTIONS,
    ATTRIBUTES,
    Attribute,
    HeroCard,
    needs_attribute,
    needs_target,
)
from rules.herocard.core.reading.position import (
    Clearing,
    Converting,
    Deploying,
    Discarding,
    Drawing,
    Hero,
    HeroPosition,
    Step,
    Twisting,
    Wasting,
)
from rules.herocard.core.reading.stacks import stack_of, top_of
from rules.herocard.core.reading.variant import game_of
from rules.herocard.core.reading.verbs import (
    Clear,
    ConvertCard,
    Deploy,
    Discard,
    Done,
    Draw,
    First,
    LayOut,
    Pass,
    Play,
    PlayCards,
    Refresh,
    Shuffle,
    TwistCard,
    WasteCard,
)
from rules.herocard.core.turn import flow
from rules.herocard.core.turn.unknown_deck_size import TURN_DRAW, may_be_over, with_draws_over
from rules.kernel.cards import CardRef
from rules.kernel.chance import Source
from rules.kernel.entries import TABLE, Entry
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN


def legal(j: Judgment, entry: Entry) -> bool:
    """Whether an entry is not illegal here."""
    scratch = Judgment.of(j, j.position)
    j.game.verbs[type(entry)].verify(scratch, entry)
    return scratch.violations is None


def reference(ctx: EntryContext, face: int) -> CardRef:
    """The shortest reference to a card of the catalogue."""
    ref: CardRef = msgspec.convert(ctx.catalogue.reference(face), CardRef)
    return ref


def faces_of(j: Judgment, cards: Iterable[int]) -> list[int]:
    """The possible faces of these cards: each face once, in the catalogue's order; Action cards only."""
    faces: set[int] = set()
    for card in cards:
        face = j.known.faces.get(card) if card != OPEN else None
        if face is not None:
            faces.add(face)
        else:
            faces.update(j.catalogue.everything if card == OPEN else j.known.candidates(card, j.catalogue))
    table = j.catalogue.cards
    return [face for face in sorted(faces) if table[face].kind in ACTIONS]  # type: ignore[attr-defined]


def options(j: Judgment, by: str) -> list[Entry]:
    """Every legal entry of ``by`` in canonical form."""
    position: HeroPosition = j.position
    game = game_of(j)
    if by not in game.to_act(position):
        return []
    entries = _candidates(j, by)
    if may_be_over(position):
        after = Judgment.of(j, position)
        after.position = with_draws_over(after, position)
        if by in game.to_act(after.position):
            entries += [entry for entry in _candidates(after, by) if entry not in entries]
    return [entry for entry in entries if legal(j, entry)]


def _candidates(j: Judgment, by: str) -> list[Entry]:
    position: HeroPosition = j.position
    game = game_of(j)
    if by == TABLE:
        return table_options(j)
    if not position.steps:
        return game.phase_options(j, by)
    entries: list[Entry] = []
    for place in game.open_steps(position):
        step = position.steps[place]
        if by in game.step_actors(position, step):
            entries += game.step_options(j, by, step)
    return entries


def table_options(j: Judgment) -> list[Entry]:
    """The options of the table: who starts, which deck is shuffled."""
    position: HeroPosition = j.position
    if position.phase == "first":
        return [First(by=TABLE, seat=seat) for seat in j.seats]
    return [Shuffle(by=TABLE, seat=seat) for seat, hero in position.players.items() if flow.shuffle_due(hero)]


def phase_options(j: Judgment, by: str) -> list[Entry]:
    """The candidates in a phase with no step waiting."""
    position: HeroPosition = j.position
    hero = position.players[by]
    phase = position.phase
    entries: list[Entry] = []
    if phase == "discard":
        entries += discards(j, by, hero)
    if phase == "opening" and not hero.laid_out:
        entries.append(LayOut(by=by))
    if phase == "opening" or phase in TURN_DRAW:
        entries += draws(position, by, hero)
    elif phase == "clear":
        entries += [Done(by=by), *clears(by, hero)]
    elif phase == "action":
        entries += [Pass(by=by), *plays(j, by, hero), *deploys(j, by, hero)]
    if phase == game_of(j).refresh_phase:
        entries.append(Refresh(by=by))
    return entries


def step_options(j: Judgment, by: str, step: Step) -> list[Entry]:
    """The candidates of a waiting step."""
    position: HeroPosition = j.position
    hero = position.players[by]
    if isinstance(step, Drawing):
        return draws(position, by, hero)
    if isinstance(step, Clearing):
        return [Done(by=by), *clearings(j, by, step)]
    if isinstance(step, Discarding):
        return discards(j, by, hero)
    if isinstance(step, Wasting):
        faces = faces_of(j, hero.hand)
        return [
            WasteCard(by=by, card=reference(j, face), discarded=short)
            for face in faces
            for short in (False, True)
        ]
    if isinstance(step, Converting):
        cards = {
            (a.seat, j.known.faces[a.card])
            for a in flow.convertible(position, step)
            if a.card in j.known.faces
        }
        converts = [ConvertCard(by=by, seat=seat, card=reference(j, face)) for seat, face in sorted(cards)]
        return [Done(by=by), *converts]
    if isinstance(step, Deploying):
        return [Done(by=by), *deploys(j, by, hero)]
    if isinstance(step, Twisting):
        return twists(j, by, position.players[step.whose])
    return []


def draws(position: HeroPosition, by: str, hero: Hero) -> list[Entry]:
    """Each number of cards that may be drawn."""
    allowed = due(position, by)
    if allowed is None:
        return []
    least, most = allowed
    if OPEN not in hero.deck:
        least, most = min(least, len(hero.deck)), min(most, len(hero.deck))
    return [Draw(by=by, count=count) for count in range(least, most + 1)]


def discards(j: Judgment, by: str, hero: Hero) -> list[Entry]:
    """Each known card of the hand, and one unnamed where some are unknown."""
    known = {j.known.faces[card] for card in hero.hand if card in j.known.faces}
    entries: list[Entry] = [Discard(by=by, card=reference(j, face)) for face in sorted(known)]
    if any(card not in j.known.faces for card in hero.hand):
        entries.append(Discard(by=by))
    return entries


def clears(by: str, hero: Hero) -> list[Entry]:
    """Each stack that has a top card."""
    return [Clear(by=by, stack=name) for name in ATTRIBUTES if top_of(hero, name)[0] is not None]


def clearings(j: Judgment, by: str, step: Clearing) -> list[Entry]:
    """Each card that a text lets be cleared: the tops of the stacks it speaks of, or the cards it names."""
    stacks = step.stacks or ATTRIBUTES
    if not names_cards(step):
        entries = clears(by, j.position.players[step.whose])
        return [entry for entry in entries if getattr(entry, "stack", "") in stacks]
    cards = {
        (stack, j.known.faces[card])
        for stack in stacks
        for card in cards_named(j, j.position, step, stack)
        if card in j.known.faces
    }
    return [Clear(by=by, stack=stack, card=reference(j, face)) for stack, face in sorted(cards)]


def twists(j: Judgment, by: str, hero: Hero) -> list[Entry]:
    """Each card in play that may be twisted."""
    in_play = {
        (name, j.known.faces[card])
        for name in ATTRIBUTES
        for card in stack_of(hero, name)
        if card in j.known.faces and card not in hero.twisted
    }
    return [TwistCard(by=by, stack=name, card=reference(j, face)) for name, face in sorted(in_play)]


def deploys(j: Judgment, by: str, hero: Hero) -> list[Entry]:
    """Each card of the hand whose text lets it be deployed."""
    position: HeroPosition = j.position
    step = flow.top_step(position)
    free = isinstance(step, Deploying)
    if not free and (by != position.turn or position.sequence is not None):
        return []
    entries: list[Entry] = []
    for face in faces_of(j, hero.hand):
        card = j.catalogue.cards[face]
        if isinstance(card, HeroCard) and (free or card.deploy) and card.attribute is not None:
            entries.append(Deploy(by=by, card=reference(j, face), attribute=card.attribute))
    return entries


# -- plays ------------------------------------------------------------------------------------------------------------


def plays(j: Judgment, by: str, hero: Hero) -> list[Entry]:
    """Every single card and every set, with each target and Attribute that may be chosen."""
    deployed = tuple(d.card for d in hero.deployed if d.card is not None)
    entries: list[Entry] = []
    for zone, down in ((hero.hand, False), (deployed, True)):
        for face in faces_of(j, zone):
            for target, attribute in _choices(j, by, (face,)):
                card = reference(j, face)
                entries.append(PlayCards(by=by, card=card, target=target, attribute=attribute, deployed=down))
    for items in _sets(j, hero.hand, deployed):
        for target, attribute in _choices(j, by, tuple(face for face, _ in items)):
            cards = tuple(play_option(j, face, down, target, attribute) for face, down in items)
            entries.append(PlayCards(by=by, plays=cards))
    return entries


def play_option(j: Judgment, face: int, down: bool, target: str | None, attribute: Attribute | None) -> Play:
    """A card of a play in canonical form: with target and Attribute where it asks for them."""
    card = j.catalogue.cards[face]
    assert isinstance(card, HeroCard)
    aimed = needs_target(card) or game_of(j).aims(j.position, card)
    return Play(
        reference(j, face), target if aimed else None, attribute if needs_attribute(card) else None, down
    )


def _choices(j: Judgment, by: str, faces: tuple[int, ...]) -> Iterator[tuple[str | None, Attribute | None]]:
    position: HeroPosition = j.position
    cards = [card for face in faces if isinstance(card := j.catalogue.cards[face], HeroCard)]
    targets: tuple[str | None, ...] = (None,)
    attributes: tuple[Attribute | None, ...] = (None,)
    if any(needs_target(card) or game_of(j).aims(position, card) for card in cards):
        targets = tuple(seat for seat in flow.living(position) if seat != by)
    if any(needs_attribute(card) for card in cards):
        attributes = ATTRIBUTES
    yield from product(targets, attributes)


#: A card of a set: its face, and whether it lies face down.
Item = tuple[int, bool]


def in_order(j: Judgment, items: Iterable[Item]) -> tuple[Item, ...]:
    """The cards of a set in the order of the canonical form: the Base Attack first, then by face."""
    base = {face for face, _ in items if getattr(j.catalogue.cards[face], "kind", "") == "base_attack"}
    return tuple(sorted(items, key=lambda item: (item[0] not in base, *item)))


def _sets(j: Judgment, hand: Iterable[int], deployed: Iterable[int]) -> Iterator[tuple[Item, ...]]:
    """Sets of two and more among the cards whose faces are known: one Base Attack at most with Attack Mods, or Base
    Blocks with Block Mods."""
    faces = j.known.faces
    counts = Counter((faces[card], False) for card in hand if card in faces)
    counts.update((faces[card], True) for card in deployed if card in faces)
    mods, bases = _of_kind(j, counts, "attack_mod"), _of_kind(j, counts, "base_attack")
    blocks = _of_kind(j, counts, "base_block", "block_mod")
    attacks = (
        base + chosen for chosen in _amounts(mods, counts) for base in ((), *((base,) for base in bases))
    )
    for chosen in chain(attacks, _amounts(blocks, counts)):
        if len(chosen) > 1:
            yield in_order(j, chosen)


def _of_kind(j: Judgment, items: Iterable[Item], *kinds: str) -> list[Item]:
    return [item for item in items if getattr(j.catalogue.cards[item[0]], "kind", "") in kinds]


def _amounts(items: list[Item], counts: Counter[Item]) -> Iterator[tuple[Item, ...]]:
    """Every choice of so many copies of each card."""
    for numbers in product(*(range(counts[item] + 1) for item in items)):
        yield tuple(item for item, number in zip(items, numbers, strict=True) for _ in range(number))


# -- self-play --------------------------------------------------------------------------------------------------------


def sampled(j: Judgment, cards: Iterable[int], source: Source) -> tuple[CardRef, ...]:
    """Draw faces for unseen cards from those they may have."""
    known = j.known
    out: list[CardRef] = []
    for card in cards:
        face = source.weighted(known.copies(card, j.catalogue))
        known, _ = known.bind(card, (face,))
        out.append(reference(j, face))
    return tuple(out)


def hand_named(j: Judgment, seat: str) -> tuple[CardRef, ...] | None:
    """The cards of a hand laid open; None where a face is unknown."""
    hand = j.position.players[seat].hand
    faces = [j.known.faces.get(card) for card in hand]
    return None if None in faces else tuple(reference(j, face) for face in faces if face is not None)


def fill(j: Judgment, entry: Entry, source: Source) -> Entry:
    """The option with the cards drawn or laid open named, for those who see them."""
    position: HeroPosition = j.position
    if isinstance(entry, Draw) and entry.count:
        pile = position.players[entry.by].deck
        if OPEN not in pile:
            cards = sampled(j, pile[: entry.count], source)
            return replace(entry, cards=cards, seen_by=(entry.by,))
    if isinstance(entry, LayOut):
        deck = (j.decks or {}).get(entry.by)
        lines = deck.lines("attributes") if deck is not None else ()
        return replace(entry, cards=tuple(line.card for line in lines)) if len(lines) == 3 else entry
    if isinstance(entry, Refresh):
        return replace(entry, cards=hand_named(j, entry.by))
    if isinstance(entry, Deploy):
        return replace(entry, seen_by=(entry.by,))
    return _cleared_named(j, position, entry) if isinstance(entry, Clear) else entry


def _cleared_named(ctx: EntryContext, position: HeroPosition, entry: Clear) -> Entry:
    """A clear of a card face down that is known, with its name."""
    step = flow.top_step(position)
    whose = step.whose if isinstance(step, Clearing) else entry.by
    card, deployed = top_of(position.players[whose], entry.stack)
    face = ctx.known.faces.get(card or 0)
    return entry if deployed is None or face is None else replace(entry, card=reference(ctx, face))
