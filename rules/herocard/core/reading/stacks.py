"""Attribute stacks: what lies on them, what it costs, what is on top, what leaves them."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rules.herocard.core.reading.card import ATTRIBUTE_NAMES, ATTRIBUTES, Attribute, HeroCard
from rules.herocard.core.reading.position import Deployed, Hero, HeroPosition, P, Twisted
from rules.herocard.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


def stack_of(hero: Hero, attribute: Attribute) -> tuple[int, ...]:
    """The face-up cards of a stack, the last on top."""
    cards: tuple[int, ...] = getattr(hero.stacks, attribute)
    return cards


def score_of(hero: Hero, attribute: Attribute) -> int | None:
    """An Attribute score as it is now: twisted cards of its stack may lower it."""
    score: int | None = getattr(hero.scores, attribute)
    if score is None or not hero.twists:
        return score
    stack = stack_of(hero, attribute)
    return max(0, score - sum(twist.less for twist in hero.twists if twist.card in stack))


def all_on(hero: Hero, attribute: Attribute) -> tuple[int, ...]:
    """Every card of a stack, those face down as well."""
    cards = stack_of(hero, attribute)
    if not hero.deployed:
        return cards
    return cards + tuple(d.card for d in hero.deployed if d.attribute == attribute and d.card is not None)


def in_play(hero: Hero) -> tuple[int, ...]:
    """Every face-up card a player has in play."""
    stacks = hero.stacks
    return stacks.body + stacks.mind + stacks.x


def anything_in_play(hero: Hero) -> bool:
    """Whether there is a card to clear."""
    if hero.twists:
        tops = [top_of(hero, name)[0] for name in ATTRIBUTES]
        return any(card is not None and twist_of(hero, card) != "unwind" for card in tops)
    stacks = hero.stacks
    return bool(stacks.body or stacks.mind or stacks.x or hero.deployed)


def top_of(hero: Hero, attribute: Attribute) -> tuple[int | None, Deployed | None]:
    """The top card of a stack and, when it lies face down, how it was deployed."""
    cards: tuple[int, ...] = getattr(hero.stacks, attribute)
    if not hero.deployed:
        return (cards[-1], None) if cards else (None, None)
    for deployed in reversed(hero.deployed):
        if deployed.attribute == attribute and deployed.above >= len(cards):
            return deployed.card, deployed
    return (cards[-1], None) if cards else (None, None)


def _fits_score(*faces: HeroCard | int) -> bool:
    """Test: the cards' costs do not exceed the score, which comes last."""
    *cards, score = faces
    total = sum(card.cost for card in cards if isinstance(card, HeroCard))
    return isinstance(score, int) and total <= score


def _of_attribute(card: HeroCard, attribute: str) -> bool:
    """Test: the card costs points of this Attribute."""
    return card.attribute == attribute


@enforces("glossary.action-cost", "glossary.attribute-score", "the-action-deck")
def check_points(
    j: Judgment, seat: str, new: dict[Attribute, tuple[int, ...]], leaving: tuple[int, ...] = ()
) -> None:
    """Breaks ``the-attribute-stack`` where new cards would cost more than a score allows; ``leaving`` are deployed
    cards that are played now and counted among the new ones."""
    hero: Hero = j.position.players[seat]
    faces, table = j.known.faces, j.catalogue.cards
    for attribute, cards in new.items():
        score = score_of(hero, attribute)
        name = ATTRIBUTE_NAMES[attribute]
        if score is None:
            j.unsure(say("score_of_seat", seat=seat, name=name))
            continue
        there = tuple(card for card in all_on(hero, attribute) if card not in leaving) + cards
        total = 0
        for card in there:
            face = faces.get(card)
            if face is None:
                break
            total += table[face].cost  # type: ignore[attr-defined]
        else:
            if total > score:
                message = say(
                    "stack_exceeds_score", name=name, total=total, seat=seat, other_name=name, score=score
                )
                j.forbid("the-attribute-stack.score", message)
            continue
        j.need(
            "the-attribute-stack.score",
            _fits_score,
            there,
            say("stack_exceeds_score_of", name=name, score=score),
            say("cost_of_stack", seat=seat, name=name),
            (score,),
        )


def check_attribute(j: Judgment, card: int, attribute: Attribute) -> None:
    """Breaks ``deploy`` where a face-down card turns out to belong to another stack."""
    j.need(
        "glossary.deploy.stack",
        _of_attribute,
        (card,),
        say("card_costs_no_such_points", attribute_name=ATTRIBUTE_NAMES[attribute]),
        say("face_down_card"),
        (attribute,),
    )


def _exceeds_score(*faces: HeroCard | int) -> bool:
    """Test: the cards' costs exceed the score, which comes last."""
    return not _fits_score(*faces)


def check_points_short(j: Judgment, seat: str, attribute: Attribute, card: int) -> None:
    """Breaks ``waste`` where a wasted card is discarded although its points would suffice."""
    hero: Hero = j.position.players[seat]
    score = score_of(hero, attribute)
    name = ATTRIBUTE_NAMES[attribute]
    if score is None:
        j.unsure(say("score_of_seat", seat=seat, name=name))
        return
    message, missing = (
        say("has_points_for_card", seat=seat, name=name),
        say("cost_of_stack", seat=seat, name=name),
    )
    j.need(
        "glossary.waste.discarded",
        _exceeds_score,
        (*all_on(hero, attribute), card),
        message,
        missing,
        (score,),
    )


def with_cards_on(hero: Hero, attribute: Attribute, cards: tuple[int, ...]) -> Hero:
    """The Hero with cards put on top of a stack."""
    stacks = replace(hero.stacks, **{attribute: stack_of(hero, attribute) + cards})
    return replace(hero, stacks=stacks)


@enforces("glossary.in-play-card", "glossary.attribute-stack", "glossary.play")
def placed(hero: Hero, cards: tuple[int, ...], declared: tuple[HeroCard, ...]) -> Hero:
    """The Hero with played cards taken from the hand (or from where they lay face down) and put on their stacks."""
    stacks, deployed = hero.stacks, hero.deployed
    changes: dict[str, tuple[int, ...]] = {}
    for card, facts in zip(cards, declared, strict=True):
        if deployed:
            deployed = tuple(d for d in deployed if d.card != card)
        name = facts.attribute or "body"
        changes[name] = (*changes.get(name, getattr(stacks, name)), card)
    hand = tuple(card for card in hero.hand if card not in cards)
    return replace(hero, stacks=replace(stacks, **changes), hand=hand, deployed=deployed)


def removed(hero: Hero, card: int) -> Hero:
    """The Hero without a card that was in play; what lies above it keeps its order."""
    stacks, deployed, lying = hero.stacks, hero.deployed, hero.stacks
    for name, stack in (("body", lying.body), ("mind", lying.mind), ("x", lying.x)):
        if card in stack:
            place = stack.index(card)
            stacks = replace(stacks, **{name: stack[:place] + stack[place + 1 :]})
            deployed = tuple([_lowered(d, name, place) for d in deployed])
    return replace(
        hero,
        stacks=stacks,
        deployed=tuple([d for d in deployed if d.card != card]),
        wasted=_without(hero.wasted, card),
        twisted=_without(hero.twisted, card),
        twists=tuple([t for t in hero.twists if t.card != card]),
    )


def _lowered(down: Deployed, name: str, place: int) -> Deployed:
    """A card face down after one at a place of a stack was taken away."""
    if down.attribute != name or down.above <= place:
        return down
    return replace(down, above=down.above - 1)


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple([c for c in cards if c != card]) if cards else cards


def twist_of(hero: Hero, card: int) -> str:
    """When a twisted card unwinds: ``clear`` where its twist says nothing else; empty for one that is not twisted."""
    if card not in hero.twisted:
        return ""
    return next((twist.until for twist in hero.twists if twist.card == card), "clear")


def unwound(position: P, ended: Callable[[str, Twisted], bool]) -> P:
    """The position with the twists unwound that have come to their end, by their player and the twist."""
    players = None
    for seat, hero in position.players.items():
        over = tuple(twist.card for twist in hero.twists if ended(seat, twist)) if hero.twists else ()
        if over:
            players = players or position.players.copy()
            players[seat] = replace(
                hero,
                twisted=tuple(card for card in hero.twisted if card not in over),
                twists=tuple(twist for twist in hero.twists if twist.card not in over),
            )
    return position if players is None else replace(position, players=players)


def without_missing_cards(hero: Hero) -> Hero:
    """The Hero without mentions of cards that no longer lie on its stacks (a judge declared them moved), and without
    what was told of cards that are twisted no more."""
    if not (hero.wasted or hero.twisted or hero.twists):
        return hero
    lie = in_play(hero)
    twisted = tuple(card for card in hero.twisted if card in lie)
    return replace(
        hero,
        wasted=tuple(card for card in hero.wasted if card in lie),
        twisted=twisted,
        twists=tuple(twist for twist in hero.twists if twist.card in twisted),
    )


@enforces("glossary.twist", "glossary.unwind", "glossary.discard-stack")
def cleared(position: HeroPosition, seat: str, card: int) -> HeroPosition:
    """The position with a card cleared to its owner's Discard stack; a twisted card is only unwound."""
    hero = position.players[seat]
    if twist_of(hero, card) == "clear":
        hero = replace(
            hero,
            twisted=tuple(c for c in hero.twisted if c != card),
            twists=tuple(t for t in hero.twists if t.card != card),
        )
    else:
        hero = removed(hero, card)
        hero = replace(hero, discard=(*hero.discard, card))
        position = without_card(position, card)
    players = position.players.copy()
    players[seat] = hero
    return replace(position, players=players)


def without_card(position: HeroPosition, card: int) -> HeroPosition:
    """The position with a card no longer active."""
    sequence = position.sequence
    if sequence is None or all(active.card != card for active in sequence.cards):
        return position
    cards = tuple(active for active in sequence.cards if active.card != card)
    return replace(position, sequence=replace(sequence, cards=cards))
