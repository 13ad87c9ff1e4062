"""A judge's changes: cards face down on a stack as a place that a ``move`` names, and a position brought in order
afterwards: sums, sides, steps that have nothing left to do."""

from __future__ import annotations

from msgspec.structs import replace

from rules.herocard.core.reading.card import Attribute, HeroCard
from rules.herocard.core.reading.position import SIDE_NAMES, Deployed, Hero, HeroPosition, P, Sequence, Side
from rules.herocard.core.reading.stacks import stack_of, without_missing_cards
from rules.herocard.core.reading.values import revalued, side_favoured
from rules.herocard.core.reading.variant import game_of
from rules.herocard.core.reading.verbs import PlayCards
from rules.herocard.core.turn.flow import settle
from rules.herocard.core.turn.purging import without_snapshots
from rules.herocard.core.turn.sides import losing, with_side
from rules.herocard.core.turn.timing import BEFORE_TURNS, seats_named, whose_turn_goes_without_saying
from rules.herocard.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.entries import Entry
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible

#: Kinds of cards whose side is that of their kind.
SIDED = ("base_attack", "attack_mod", "base_block", "block_mod")


def derived(fact: str) -> str:
    """Why a fact cannot be set: both values of an Attack Sequence follow from its active cards."""
    names = fact.split(".")
    if names[0] != "sequence":
        return ""
    if names[1:] in (["attack"], ["block"]):
        return say("total_follows_from_cards", fact=fact)
    if names[1:2] == ["before"]:
        return say("fact_follows_from_cards", fact=fact)
    if len(names) == 4 and names[1] == "cards" and names[3] == "value":
        return say("value_follows_from_card", fact=fact)
    return ""


def _stack_named(position: HeroPosition, path: str) -> str | None:
    """The seat whose face-down cards a path names; None where it names none."""
    match path.split("."):
        case ["players", seat, "deployed"] if seat in position.players:
            return seat
    return None


def cards_at(position: HeroPosition, path: str) -> tuple[int | None, ...] | None:
    """The cards that lie face down on a player's stacks; None when the path names no such place."""
    seat = _stack_named(position, path)
    return None if seat is None else tuple(down.card for down in position.players[seat].deployed)


def remove(position: P, path: str, place: int) -> tuple[P, str]:
    """The position without the card face down at ``place`` (from 0), and whose it is."""
    seat = _stack_named(position, path)
    assert seat is not None
    hero = position.players[seat]
    deployed = (*hero.deployed[:place], *hero.deployed[place + 1 :])
    return _with_hero(position, seat, replace(hero, deployed=deployed)), seat


def put(ctx: EntryContext, position: P, path: str, card: int) -> P:
    """The position with a card face down on top of the stack of its Attribute; of Body where nobody knows the card."""
    seat = _stack_named(position, path)
    assert seat is not None
    hero, face = position.players[seat], ctx.card(card)
    attribute: Attribute = (face.attribute if isinstance(face, HeroCard) else None) or "body"
    down = Deployed(card=card, attribute=attribute, above=len(stack_of(hero, attribute)))
    return _with_hero(position, seat, replace(hero, deployed=(*hero.deployed, down)))


def _with_hero(position: P, seat: str, hero: Hero) -> P:
    return replace(position, players={**position.players, seat: hero})


@enforces("reading.c28")
def after_changes(ctx: EntryContext, before: P, position: P, on: Entry | None) -> P:
    """The position with its values anew, mentions of cards moved away gone, and the side taken that a declared effect
    of a card chose. Raises ``Impossible`` where a seat is named that is none."""
    named = seats_named(position)
    if not position.turn and position.phase not in BEFORE_TURNS:
        named.append("?")
    for seat in named:
        if seat and seat not in ctx.seats:
            raise Impossible(say("no_seat_in_log", seat=seat[:40]))
    players = {seat: without_missing_cards(hero) for seat, hero in position.players.items()}
    position = whose_turn_goes_without_saying(replace(position, players=players))
    position = without_snapshots(revalued(ctx, position))
    told = isinstance(on, PlayCards) and _without_side(ctx, on)
    if on is not None and told and before.sequence is not None and position.sequence is not None:
        position = _declared_side(ctx, before.sequence, position, on.by)
    return settle(ctx, position) if position.steps else position


def _without_side(ctx: EntryContext, play: PlayCards) -> bool:
    """Whether a play was of one card that is neither a Base nor a Mod: those have their side by their kind."""
    cards = (
        [ctx.catalogue.cards[face] for face in ctx.catalogue.find(play.card)] if play.card is not None else []
    )
    return any(getattr(card, "kind", "") not in SIDED for card in cards)


@enforces("reading.c26")
def _declared_side(ctx: EntryContext, before: Sequence, position: P, seat: str) -> P:
    """The position with the side that a declared effect took for the player of the card; a finding where the player
    could not take that side."""
    side: Side | None = side_favoured(before, position.sequence)
    if side is None or not game_of(ctx).shared_bases(position):
        return position
    mine = before.sides.get(seat)
    if mine is not None and mine != side:
        ctx.finding(say("declared_effect_helps_other_side", seat=seat, mine=SIDE_NAMES[mine]))
    elif seat != before.attacker and side != losing(before):
        ctx.finding(say("declared_effect_helps_winning_side", side=SIDE_NAMES[side], seat=seat))
    return with_side(position, seat, side)
