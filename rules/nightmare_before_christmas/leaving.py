"""Cards leaving play: what is stacked on a Character, its Hex Counter, its text when it is discarded."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.nightmare_before_christmas.conditions import holds
from rules.nightmare_before_christmas.effects import Trigger
from rules.nightmare_before_christmas.position import (
    NightmarePosition,
    Player,
    Stack,
    Step,
    with_seat,
    without,
)
from rules.nightmare_before_christmas.town import face_of, stacked


def triggers(ctx: EntryContext, player: Player, seat: str, card: int, on: str) -> tuple[Step, ...]:
    """The texts of a card that trigger, as pending steps."""
    face = face_of(ctx, card)
    if face is None or not face.abilities:
        return ()
    return tuple(
        Step(seat=seat, effect=Trigger(number=number), cause="text", card=card)
        for number, ability in enumerate(face.abilities)
        if ability.on == on and holds(ctx, player, ability.when, card)
    )


def off_row(player: Player, card: int) -> Player:
    """The player with a Character taken out of the row of Locales, its Hex Counter removed."""
    locales = tuple(
        replace(locale, characters=without(locale.characters, card)) if card in locale.characters else locale
        for locale in player.locales
    )
    return replace(player, locales=locales, hexed=tuple(c for c in player.hexed if c != card))


@enforces(
    "playing-surprises.stacked.host-leaves", "reading.a14", "other-rules.hex.removed", "other-rules.in-play",
    "reading.a16", "other-rules.discard-piles.face-up",
)  # fmt: skip
def leave_play(
    ctx: EntryContext, position: NightmarePosition, seat: str, card: int, to: str
) -> tuple[NightmarePosition, tuple[Step, ...]]:
    """A Character leaves play, to its owner's Discard Pile or hand, and what was stacked on it to the Discard Pile;
    with the texts that this triggers."""
    player = position.players[seat]
    triggered = triggers(ctx, player, seat, card, "discarded") if to == "discard" else ()
    stack = stacked(player, card)
    player = off_row(player, card)
    stacks = tuple(stack for stack in player.stacks if stack.on != card) if stack else player.stacks
    if to == "hand":
        player = replace(player, hand=(*player.hand, card), discard=(*player.discard, *stack), stacks=stacks)
    else:
        player = replace(player, discard=(*player.discard, card, *stack), stacks=stacks)
    return with_seat(position, seat, player), triggered


@enforces("other-rules.replacing-characters.transfer", "other-rules.replacing-characters.no-discard-effects")
def replaced(player: Player, old: int, new: int) -> Player:
    """One version of a Character takes the place of another: what is stacked stays, the Hex Counter does not, and no
    text for being discarded triggers."""
    locales = tuple(
        replace(locale, characters=tuple(new if c == old else c for c in locale.characters))
        if old in locale.characters
        else locale
        for locale in player.locales
    )
    stacks = tuple(Stack(on=new, cards=stack.cards) if stack.on == old else stack for stack in player.stacks)
    hexed = tuple(c for c in player.hexed if c != old)
    return replace(player, locales=locales, stacks=stacks, hexed=hexed, discard=(*player.discard, old))


def take_from_hand(player: Player, card: int) -> tuple[int, ...]:
    """The hand without a card that was played or discarded from it."""
    return without(player.hand, card) if card in player.hand else player.hand
