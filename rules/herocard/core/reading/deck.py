"""Creating decks: three Attribute cards, an Action deck, build points."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import msgspec

from rules.herocard.core.reading.card import ACTIONS, ATTRIBUTE_NAMES, ATTRIBUTES, HeroCard
from rules.herocard.core.reading.position import Scores
from rules.herocard.texts import say
from rules.kernel.cards import Catalogue, DeckLine, DeckList
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.game import DeckViolation, Options

SECTIONS = ("attributes", "actions")


class HeroOptions(Options, frozen=True, forbid_unknown_fields=True):
    """The event's choices: the build points a custom Hero may have, the smallest deck, copies of one card, and after
    how many turns past the end of time play stops with the lead shared (0: no stop)."""

    build_limit: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 30
    min_deck: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 20
    max_copies: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 6
    extra_turns: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0


@enforces(
    "creating-your-own-decks",
    "balancing-customized-heroes",
    "glossary.hero",
    "glossary.attribute-card",
    "reading.c18",
)
def check_deck(deck: DeckList, options: HeroOptions, catalogue: Catalogue) -> list[DeckViolation]:
    """Every rule of deck construction a list breaks: three Attribute cards, one of each; enough Action cards, not too
    many of one; build points within the limit agreed."""
    violations = [
        DeckViolation("creating-your-own-decks.sections", say("unknown_hero_section", name=name[:40]))
        for name in deck.sections
        if name not in SECTIONS
    ]
    attributes = _named(deck.lines("attributes"), catalogue, violations)
    actions = _named(deck.lines("actions"), catalogue, violations)
    _check_attributes(attributes, options, violations)
    total = sum(actions.values())
    if total < options.min_deck:
        message = say("action_deck_too_small", min_deck=options.min_deck, total=total)
        violations.append(DeckViolation("creating-your-own-decks.minimum", message))
    for card, count in actions.items():
        if card.kind not in ACTIONS:
            message = say("not_action_card", title=card.title)
            violations.append(DeckViolation("creating-your-own-decks.actions", message, (card.title,)))
        if count > options.max_copies:
            message = say("too_many_copies", count=count, title=card.title, max_copies=options.max_copies)
            violations.append(DeckViolation("creating-your-own-decks.copies", message, (card.title,)))
    return violations


def _named(
    lines: tuple[DeckLine, ...], catalogue: Catalogue, violations: list[DeckViolation]
) -> Counter[HeroCard]:
    counts: Counter[HeroCard] = Counter()
    for line in lines:
        numbers = catalogue.find(line.card)
        card = catalogue.cards[numbers[0]] if numbers else None
        if not isinstance(card, HeroCard):
            violations.append(DeckViolation.unknown_card(line.card))
        else:
            counts[card] += line.count
    return counts


def _check_attributes(
    attributes: Counter[HeroCard], options: HeroOptions, violations: list[DeckViolation]
) -> None:
    for card in attributes:
        if card.kind != "attribute":
            message = say("not_attribute_card", title=card.title)
            violations.append(DeckViolation("creating-your-own-decks.attributes", message, (card.title,)))
    for name in ATTRIBUTES:
        mine = [
            card.title
            for card in attributes.elements()
            if card.kind == "attribute" and card.attribute == name
        ]
        if len(mine) != 1:
            message = say(
                "wrong_number_of_attribute_cards", attribute_name=ATTRIBUTE_NAMES[name], count=len(mine)
            )
            violations.append(DeckViolation("creating-your-own-decks.attributes", message, tuple(mine)))
    build = sum(card.build * count for card, count in attributes.items())
    if build > options.build_limit:
        message = say("too_many_build_points", build=build, build_limit=options.build_limit)
        titles = tuple(card.title for card in attributes)
        violations.append(DeckViolation("balancing-customized-heroes.limit", message, titles))


@enforces("the-hero", "the-attributes")
def scores_of(ctx: EntryContext, seat: str) -> Scores:
    """A seat's Attribute scores by its deck list; unknown ones where nobody knows it."""
    deck: DeckList | None = (ctx.decks or {}).get(seat)
    scores: dict[str, int] = {}
    for line in deck.lines("attributes") if deck is not None else ():
        numbers = ctx.catalogue.find(line.card)
        card = ctx.catalogue.cards[numbers[0]] if numbers else None
        if isinstance(card, HeroCard) and card.kind == "attribute" and card.attribute is not None:
            scores[card.attribute] = card.score
    return Scores(**scores)


def hero_of(deck: DeckList, catalogue: Catalogue) -> str:
    """The Hero to whom all of a list's Attribute cards belong; empty for a customized one."""
    heroes = {card.hero for card in _named(deck.lines("attributes"), catalogue, [])}
    return heroes.pop() if len(heroes) == 1 else ""
