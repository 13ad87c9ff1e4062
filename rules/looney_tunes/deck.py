"""Decks: any assortment makes a personal deck; a Movie deck holds Scenes."""

from __future__ import annotations

from rules.kernel.cards import CardSpec, Catalogue, DeckLine, DeckList
from rules.kernel.chance import Source
from rules.kernel.enforce import enforces
from rules.kernel.game import DeckViolation
from rules.looney_tunes.cards import actors, scenes, special_effects
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.position import MOVIE
from rules.looney_tunes.texts import say

SECTIONS = ("personal", MOVIE)
MOVIE_SIZE = 50


@enforces("setting-up.personal-deck", "reading.d15.any")
def check_deck(deck: DeckList, catalogue: Catalogue) -> list[DeckViolation]:
    """Every rule of deck construction the list breaks: sections and cards that are not known, a Movie deck that is not
    fifty Scenes. A personal deck may hold anything, in any number."""
    violations = []
    for section in deck.sections:
        if section not in SECTIONS:
            known = ", ".join(SECTIONS)
            violations.append(
                DeckViolation(
                    "setting-up.three-decks", say("unknown_deck", section=section[:40], known=known)
                )
            )
    for section in SECTIONS:
        for line in deck.lines(section):
            cards = [catalogue.cards[number] for number in catalogue.find(line.card)]
            if not cards:
                violations.append(DeckViolation.unknown_card(line.card))
            elif section == MOVIE and not any(isinstance(c, LooneyCard) and c.type == "scene" for c in cards):
                title = cards[0].title
                violations.append(
                    DeckViolation("building.movie-deck", say("title_not_scene", title=title), (title,))
                )
    size = sum(line.count for line in deck.lines(MOVIE))
    if MOVIE in deck.sections and size != MOVIE_SIZE:
        violations.append(DeckViolation("building.movie-deck", say("wrong_movie_deck_size", size=size)))
    return violations


def movie_deck() -> DeckList:
    """The demonstration set's Movie deck."""
    return DeckList("Demonstration Movie deck", {MOVIE: tuple(DeckLine(card.title) for card in scenes.CARDS)})


def sample_deck(source: Source) -> DeckList:
    """A personal deck of forty cards drawn at random from the demonstration set, for self-play."""
    counts: dict[LooneyCard, int] = {}
    for pool, size in ((actors.CARDS, 28), (special_effects.CARDS, 9), (scenes.CARDS, 3)):
        for _ in range(size):
            card = source.choice(pool)
            counts[card] = counts.get(card, 0) + 1
    lines = []
    for card, count in sorted(counts.items(), key=lambda item: (item[0].title, item[0].variant)):
        ref = CardSpec(title=card.title, variant=card.variant) if card.variant else card.title
        lines.append(DeckLine(ref, count))
    return DeckList("Demonstration deck", {"personal": tuple(lines)})
