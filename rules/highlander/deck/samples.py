"""Sample decks: legal ones, of what the engine executes, for every Persona whose Power it executes and for none."""

from __future__ import annotations

from collections import Counter
from functools import cache

import msgspec

from rules.highlander.card import PRE_GAME, HighlanderCard
from rules.highlander.cards import CARDS
from rules.highlander.cards.samples import ALWAYS, SELDOM
from rules.highlander.deck.built import BASICS, TITLE_LIMIT
from rules.highlander.language import one_card as own
from rules.highlander.language import requirements as needs
from rules.kernel.cards import CardRef, Catalogue, DeckLine, DeckList
from rules.kernel.chance import Source

CATALOGUE = Catalogue(CARDS)
OWN = 14  # cards of the Persona's own, at most
FREELY = 26  # and others
OFTEN = 5
NO_PERSONA = "Generic Persona"


@cache
def personas() -> tuple[HighlanderCard | None, ...]:
    """The Personas that have a sample deck; None: a Generic Persona."""
    executed = [c for c in CARDS if c.type == "persona" and c.owners and c.is_executed]
    return (None, *sorted(executed, key=lambda card: card.title))


def sample_deck(source: Source, persona: str | None = None) -> DeckList:
    """A deck of a Persona (by its title, or by lot): the Basic cards, cards of its own, and others by lot."""
    by_name = {one.title if one else NO_PERSONA: one for one in personas()}
    name = persona or source.choice(sorted(by_name))
    chosen = by_name[name]
    weapon = source.choice(["", "", *sorted(c.title for c in CARDS if _is_weapon(c))])
    counts = _needed(chosen)
    limit = (chosen.master_limit or 0) if chosen else 0
    own, free = _fitting(chosen, weapon)
    _add_by_lot(counts, own, OWN, limit, bool(chosen), source)
    _add_by_lot(counts, free, FREELY, limit, bool(chosen), source)
    if source.choice([True, False]):
        _add_a_plot(counts, source)
    before = [name] if chosen else []
    before += [*ALWAYS, *([weapon] if weapon else [])]
    lines = tuple(DeckLine(card=_ref(n), count=count) for n, count in sorted(counts.items()))
    sections = {"deck": lines, "pre_game": tuple(DeckLine(card=title) for title in before)}
    return DeckList(name=name, sections=sections)


def _needed(chosen: HighlanderCard | None) -> Counter[int]:
    """The Basic cards, and those that the Persona's Power asks for."""
    counts = Counter({n: 2 for n, card in enumerate(CARDS) if card.title in BASICS})
    power = chosen.while_in_play if chosen else ()
    wanted = {effect.what for effect in power if isinstance(effect, own.BuyAnAttack)}
    counts.update({n: 3 for n, card in enumerate(CARDS) if card.title in wanted})
    return counts


def _fitting(chosen: HighlanderCard | None, weapon: str) -> tuple[list[int], list[int]]:
    """The Persona's own cards and those that anybody may have; what seldom comes to anything stands there often."""
    names = {*chosen.owners, *chosen.factions} if chosen else set()
    fitting = [(n, card) for n, card in enumerate(CARDS) if _fits(card, weapon)]
    own = [n for n, card in fitting if names & set(card.owners)]
    free = [n for n, card in fitting if _is_free(card, names)]
    own += [n for n in own if CARDS[n].title in SELDOM] * OFTEN
    free += [n for n in free if CARDS[n].title in SELDOM] * OFTEN
    return own, free


def _is_weapon(card: HighlanderCard) -> bool:
    return card.type == "weapon_of_choice" and not card.declared and "Secondary" not in card.groups


def _fits(card: HighlanderCard, weapon: str) -> bool:
    """A card that the engine executes, of this weapon or of none."""
    executed = card.is_executed and card.type not in PRE_GAME and "announced" not in card.deck
    return executed and card.weapon in ("", weapon) and card.title not in BASICS


def _is_free(card: HighlanderCard, names: set[str]) -> bool:
    return not card.owners or (not names and not card.mark)


def _add_by_lot(
    counts: Counter[int], numbers: list[int], most: int, masters: int, persona: bool, source: Source
) -> None:
    """Adds up to ``most`` copies of cards drawn by lot, as many as restriction numbers, titles and Masters allow."""
    for _ in range(most if numbers else 0):
        number = source.choice(numbers)
        card = CARDS[number]
        limit = TITLE_LIMIT if card.restriction is None else card.restriction
        if card.owners and not persona:
            limit = 1
        of_title = sum(count for n, count in counts.items() if CARDS[n].title == card.title)
        in_deck = sum(count for n, count in counts.items() if CARDS[n].is_master)
        if counts[number] < limit and of_title < TITLE_LIMIT and (not card.is_master or in_deck < masters):
            counts[number] += 1


def _add_a_plot(counts: Counter[int], source: Source) -> None:
    """Three of each part of a Plot, with the card that completes it: by lot alone they would hardly meet."""
    last = source.choice(
        [card for card in CARDS if any(isinstance(effect, own.DiscardParts) for effect in card.on_play)]
    )
    parts = [effect.what for effect in last.requires if isinstance(effect, needs.PlotPart)]
    wanted = [n for n, c in enumerate(CARDS) if c is last or any(c.is_called(part) for part in parts)]
    for number in wanted:
        others = sum(
            count for n, count in counts.items() if n != number and CARDS[n].title == CARDS[number].title
        )
        counts[number] = max(counts[number], min(TITLE_LIMIT // len(wanted), TITLE_LIMIT - others))


def _ref(number: int) -> CardRef:
    ref: CardRef = msgspec.convert(CATALOGUE.reference(number), CardRef)
    return ref
