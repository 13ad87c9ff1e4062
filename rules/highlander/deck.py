"""Deck construction (Deck Construction and its companions), and sample decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rules.highlander.card import PRE_GAME, HighlanderCard
from rules.kernel.cards import Catalogue, DeckLine, DeckList, describe
from rules.kernel.chance import Source
from rules.kernel.game import DeckViolation

BASICS = (
    "Upper Left Attack", "Upper Center Attack", "Upper Right Attack", "Middle Left Attack", "Middle Right Attack",
    "Lower Left Attack", "Lower Center Attack", "Lower Right Attack", "Thrust", "Upper Left Block",
    "Upper Right Block", "Lower Left Block", "Lower Right Block", "Upper Center Block", "Lower Center Block",
)  # fmt: skip
TITLE_LIMIT = 6
PRE_GAME_LIMIT = 6
FACTIONS = {"Duncan": ("Clan MacLeod",), "Connor": ("Clan MacLeod",)}
BIG_AND_BAD = {1: 90, 2: 100, 3: 110, 4: 120, 5: 130, 6: 140}


class Built:
    """A deck list read with the catalogue: cards of each section with their copies."""

    def __init__(self, deck: DeckList, catalogue: Catalogue) -> None:
        self.main: Counter[int] = Counter()
        self.pre_game: Counter[int] = Counter()
        self.unknown: list[str] = []
        self.catalogue = catalogue
        for section, counts in (("deck", self.main), ("pre_game", self.pre_game)):
            for line in deck.lines(section):
                found = catalogue.find(line.card)
                if found:
                    counts[found[0]] += line.count
                else:
                    self.unknown.append(describe(line.card))

    def card(self, number: int) -> HighlanderCard:
        card = self.catalogue.cards[number]
        assert isinstance(card, HighlanderCard)
        return card

    def cards(self) -> Iterator[tuple[HighlanderCard, int]]:
        for counts in (self.main, self.pre_game):
            yield from ((self.card(number), count) for number, count in counts.items())

    @property
    def personas(self) -> list[HighlanderCard]:
        return [self.card(n) for n in self.pre_game if self.card(n).type == "persona"]


def check(deck: DeckList, options: Any, catalogue: Catalogue) -> list[DeckViolation]:
    """Every rule of deck construction that a list breaks, each with the cards by which it does."""
    built = Built(deck, catalogue)
    found = [DeckViolation("log.card", f"no card is called {title}", (title,)) for title in built.unknown]
    for section in deck.sections:
        if section not in ("deck", "pre_game"):
            found.append(DeckViolation("deck-construction", f"“{section}” is no section: deck, pre_game"))
    found += [
        *_basics(built),
        *_sections(built),
        *_limits(built),
        *_personas(built),
        *_weapons(built),
        *_size(built, options),
    ]
    return found


def _basics(built: Built) -> Iterator[DeckViolation]:
    have = {card.title for card, _ in built.cards()}
    missing = tuple(title for title in BASICS if title not in have)
    if missing:
        yield DeckViolation("basic-cards", "every deck includes each Basic Attack and Basic Block", missing)


def _sections(built: Built) -> Iterator[DeckViolation]:
    for number in built.main:
        if built.card(number).type in PRE_GAME:
            title = built.card(number).title
            yield DeckViolation(
                "pre-game-cards", f"“{title}” is a Pre-Game card: it belongs to pre_game", (title,)
            )
    for number, count in built.pre_game.items():
        title = built.card(number).title
        if built.card(number).type not in PRE_GAME:
            yield DeckViolation("pre-game-cards", f"“{title}” is no Pre-Game card", (title,))
        elif count > 1:
            yield DeckViolation("pre-game-cards", f"“{title}” is associated once", (title,))
    total = sum(n for number, n in built.pre_game.items() if "Crystal" not in built.card(number).groups)
    if total > PRE_GAME_LIMIT:
        yield DeckViolation("associate", f"{total} Pre-Game cards are associated: {PRE_GAME_LIMIT} at most")


def _limits(built: Built) -> Iterator[DeckViolation]:
    by_title: Counter[str] = Counter()
    for card, count in built.cards():
        by_title[card.title] += count
        if card.restriction is not None and count > card.restriction:
            message = f"“{card.title}” is restricted to {card.restriction}, not {count}"
            yield DeckViolation("restriction-number", message, (card.title,))
    for title, count in by_title.items():
        if count > TITLE_LIMIT:
            message = f"{count} cards are called “{title}”: {TITLE_LIMIT} at most"
            yield DeckViolation("restriction-by-title", message, (title,))


def _personas(built: Built) -> Iterator[DeckViolation]:
    personas = built.personas
    if len(personas) > 1:
        titles = tuple(card.title for card in personas)
        yield DeckViolation("persona", "one Persona is associated", titles)
    persona = personas[0] if len(personas) == 1 else None
    names = {*persona.owners, *(f for o in persona.owners for f in FACTIONS.get(o, ()))} if persona else set()
    masters = 0
    for card, count in built.cards():
        masters += count if card.is_master and card.type not in PRE_GAME else 0
        if not card.owners or card.type in PRE_GAME or names & set(card.owners):
            continue
        if persona is not None or card.mark:
            rule = {"signature": "signature-cards", "reserved": "reserved-cards"}.get(
                card.mark, "persona-specific"
            )
            message = f"“{card.title}” belongs to {', '.join(card.owners)}"
            yield DeckViolation(rule, message, (card.title,))
        elif count > 1:
            message = f"without a Persona one “{card.title}” is included, not {count}"
            yield DeckViolation("generic-persona", message, (card.title,))
    limit = (persona.master_limit if persona is not None else 0) or 0
    if persona is None and masters:
        yield DeckViolation("master", "Master cards want a Persona card")
    elif persona is not None and persona.master_limit is not None and masters > limit:
        yield DeckViolation("master-limit", f"{masters} Master cards: {limit} at most for {persona.title}")


def _weapons(built: Built) -> Iterator[DeckViolation]:
    """Weapon Specific cards want their Weapon of Choice; one Weapon of Choice is used."""
    weapons = tuple(built.card(n).title for n in built.pre_game if built.card(n).type == "weapon_of_choice")
    if len(weapons) > 1:
        yield DeckViolation("weapon-of-choice", "one Weapon of Choice is used", weapons)
    for card, _ in built.cards():
        if card.weapon and card.weapon not in weapons:
            message = f"“{card.title}” wants the Weapon of Choice {card.weapon}"
            yield DeckViolation("weapon-specific", message, (card.title,))


def _size(built: Built, options: Any) -> Iterator[DeckViolation]:
    size = sum(built.main.values())
    big = sum(count for card, count in built.cards() if card.title == "Big and Bad")
    wanted = max(getattr(options, "min_deck", 0), BIG_AND_BAD.get(min(big, 6), 0))
    if size < wanted:
        rule = "big-and-bad-calculating-minimum-deck-size" if big else "reading.b1"
        yield DeckViolation(rule, f"the deck has {size} cards; at least {wanted} are wanted")


#: Persona → titles beside the generic cards of a sample deck
SAMPLES: dict[str, tuple[str, ...]] = {
    "Duncan MacLeod": ("Leg Sweep", "Master's Advice", "Dodge", "Back Away"),
    "Xavier St. Cloud": (
        "Stalk",
        "Hook",
        "Poison Gas",
        "Forethought",
        "Plan Ahead",
        "Dodge",
        "Hidden Explosives",
    ),
    "The Kurgan": ("Run Through",),
    "Luther": ("Disappear", "Intimidate", "Dodge"),
}
GENERIC = (
    "Angry Mob", "Interference", "Linda Plager", "Reporter", "Thief", "Head Shot", "Extra Shot", "Combination",
    "Distraction", "Boom Boom", "Disarm", "Recover Weapon", "Police", "Watcher", "Flashing Blade", "Lunge",
    "Focused Strike", "Focus", "Lost Love", "Scorn", "Pedestrian", "Monkey", "Honor Bound", "Illusory Terrain", "Carl",
    "Mountain Cave", "Desert", "Verona, Italy 1637", "Ancestral Blade", "Slash", "Flurry Strike", "Upper Guard",
    "Lower Guard", "Left Guard", "Master Swordsman", "Improvised Weapon", "Street Punk", "Holy Ground", "Mishap",
    "Disarm", "Disarm",
)  # fmt: skip


def sample_deck(source: Source) -> DeckList:
    """A deck of one of the sample Personas: the Basic cards twice, its own cards, and generic ones drawn by lot."""
    from rules.highlander.cards import CARDS

    persona = source.choice(sorted(SAMPLES))
    catalogue = Catalogue(CARDS)
    counts: dict[int, int] = {}
    for title in (*BASICS, *BASICS, *SAMPLES[persona], *SAMPLES[persona]):
        _add(counts, catalogue, title, source)
    for _ in range(24):
        _add(counts, catalogue, source.choice(GENERIC), source)
    lines = tuple(DeckLine(card=_ref(catalogue, n), count=count) for n, count in sorted(counts.items()))
    before = (DeckLine(card=persona), DeckLine(card="Thunder Castle Games"))
    return DeckList(name=persona, sections={"deck": lines, "pre_game": before})


def _add(counts: dict[int, int], catalogue: Catalogue, title: str, source: Source) -> None:
    number = source.choice(catalogue.find(title))
    card = catalogue.cards[number]
    assert isinstance(card, HighlanderCard)
    limit = card.restriction if card.restriction is not None else TITLE_LIMIT
    if counts.get(number, 0) < limit:
        counts[number] = counts.get(number, 0) + 1


def _ref(catalogue: Catalogue, number: int) -> Any:
    from msgspec import convert

    from rules.kernel.cards import CardRef

    return convert(catalogue.reference(number), CardRef)
