"""HeroCard by touch: cards, and sets of them, at an opponent; stacks and their cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from django.utils.translation import gettext as _

from referee.boards.addresses import address, side_of
from referee.games.touch import Held, Offer, Reach
from referee.wording.labels import value_words
from rules.herocard.core.reading.card import ATTRIBUTES, HeroCard, needs_attribute, needs_target
from rules.kernel.entries import TABLE

#: the most cards that are drawn by one touch
MOST = 7
#: the most cards that a set is made of by touching
LARGEST = 4
BARE = ("lay_out", "done", "pass", "refresh")
#: kinds of cards that are played together: attacks, and blocks
TOGETHER = (("base_attack", "attack_mod"), ("base_block", "block_mod"))


class Turned(Held):
    """A card that lies face down and is turned up."""


def touches(reach: Reach) -> Iterator[Offer]:
    """What of Duel may be done by touching: the sets of cards, of which there may be a thousand, last."""
    yield from plain_touches(reach)
    yield from sets(reach)


def plain_touches(reach: Reach, aims: bool = True) -> Iterator[Offer]:
    """What both HeroCard games let do by touching but for sets of cards; ``aims``: a Base Attack is aimed at a
    player."""
    for do in BARE:
        if reach.wants(do):
            yield reach.offer(do)
    if reach.by == TABLE:
        for do in ("first", "shuffle"):
            if reach.wants(do):
                yield from (reach.offer(do, side_of(seat), seat=seat) for seat in reach.seats)
        return
    deck = reach.name(address(reach.me, "deck"), _("Action deck"))
    for count in range(MOST + 1) if reach.wants("draw") else ():
        yield reach.offer("draw", deck, count=count, words=str(count))
    yield from _hand(reach)
    for held in _playable(reach) if reach.wants("play") else ():
        yield from _against(reach, (held,), aims)
    yield from _stacks(reach)
    yield from _sequence(reach)


def _hand(reach: Reach) -> Iterator[Offer]:
    pile = reach.name(address(reach.me, "discard"), _("Discard stack"))
    if reach.wants("discard"):
        yield reach.offer("discard", pile)
    for held in reach.hand:
        if reach.wants("discard"):
            yield reach.offer("discard", held.at, pile, card=held.ref)
        if reach.wants("waste"):
            yield reach.offer("waste", held.at, reach.me, card=held.ref)
            words = _("the points do not suffice")
            yield reach.offer("waste", held.at, reach.me, card=held.ref, discarded=True, words=words)
        attribute = getattr(held.card, "attribute", None)
        if reach.wants("deploy") and attribute:
            stack = reach.name(address(reach.me, "stacks", attribute), value_words(attribute))
            yield reach.offer("deploy", held.at, stack, card=held.ref, attribute=attribute)


def _playable(reach: Reach) -> list[Held]:
    """The cards of the hand, and what lies face down, that may be cards to play."""
    down = [
        Turned(*held)
        for at, _n, _one in reach.things(address(reach.me, "deployed"))
        for held in reach.cards(address(at, "card"))
    ]
    return [held for held in (*reach.hand, *down) if isinstance(held.card, HeroCard) or held.card is None]


def sets(reach: Reach, aims: bool = True) -> Iterator[Offer]:
    """Each set of cards of kinds that go together, against each opponent; small ones first."""
    if reach.by == TABLE or not reach.wants("play"):
        return
    cards = _playable(reach)
    families = [[held for held in cards if getattr(held.card, "kind", "") in kinds] for kinds in TOGETHER]
    for size in range(2, LARGEST + 1):
        for family in families:
            for several in combinations(family, size):
                if sum(getattr(held.card, "kind", "") == "base_attack" for held in several) <= 1:
                    yield from _against(reach, several, aims)


def _against(reach: Reach, cards: tuple[Held, ...], aims: bool) -> Iterator[Offer]:
    """Cards played, with each target and Attribute that their own text asks for."""
    known = [held.card for held in cards if isinstance(held.card, HeroCard)]
    aimed = any(needs_target(card) for card in known)
    chosen = any(needs_attribute(card) for card in known)
    attributes = ATTRIBUTES if chosen else (None,)
    targets = [None, *reach.others] if not aimed else list(reach.others)
    for target, attribute in product(targets, attributes):
        plays = [_play(held, target, attribute, aims) for held in cards]
        at = (*(held.at for held in cards), side_of(target) if target else reach.me)
        words = value_words(attribute) if attribute else ""
        if len(cards) == 1:
            yield reach.offer("play", *at, words=words, **plays[0])
        else:
            yield reach.offer("play", *at, words=words, plays=plays)


def _play(held: Held, target: str | None, attribute: str | None, aims: bool) -> dict[str, Any]:
    card, said = held.card, dict[str, Any](card=held.ref)
    based = isinstance(card, HeroCard) and card.kind == "base_attack" and aims
    if target and (not isinstance(card, HeroCard) or based or needs_target(card)):
        said["target"] = target
    if attribute and isinstance(card, HeroCard) and needs_attribute(card):
        said["attribute"] = attribute
    if isinstance(held, Turned):
        said["deployed"] = True
    return said


def _stacks(reach: Reach) -> Iterator[Offer]:
    """Stacks to be cleared, and cards on them to be cleared or twisted."""
    for seat in reach.seats:
        for attribute in ATTRIBUTES:
            stack = address(side_of(seat), "stacks", attribute)
            reach.name(stack, f"{reach.names.get(seat, seat)}: {value_words(attribute)}")
            if reach.wants("clear") and reach.at(stack):
                yield reach.offer("clear", stack, stack=attribute)
            for held in reach.cards(stack):
                for do in ("clear", "twist"):
                    if reach.wants(do):
                        yield reach.offer(do, held.at, stack=attribute, card=held.ref, words=held.title)
        for at, _n, down in reach.things(address(side_of(seat), "deployed")) if reach.wants("clear") else ():
            reach.name(at, _("face down"))
            yield reach.offer("clear", at, stack=down.get("attribute"))


def _sequence(reach: Reach) -> Iterator[Offer]:
    """Active cards to be converted."""
    for at, _n, active in reach.things("sequence.cards") if reach.wants("convert") else ():
        held = reach.labels.get(str(active.get("card")))
        if held is not None:
            reach.name(at, held.title)
            yield reach.offer("convert", at, seat=active.get("seat"), card=held.ref)
