"""Brings a position in order after a judge's changes: sums, sides, and steps that have nothing left to do."""

from __future__ import annotations

from msgspec.structs import replace

from rules.herocard.core.reading.position import SIDE_NAMES, P, Sequence, Side
from rules.herocard.core.reading.stacks import without_missing_cards
from rules.herocard.core.reading.values import revalued, side_favoured
from rules.herocard.core.reading.variant import game_of
from rules.herocard.core.reading.verbs import PlayCards
from rules.herocard.core.turn.flow import settle
from rules.herocard.core.turn.purging import without_snapshots
from rules.herocard.core.turn.sides import losing, with_side
from rules.herocard.core.turn.timing import BEFORE_TURNS, seats_named
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
    position = without_snapshots(revalued(ctx, replace(position, players=players)))
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
