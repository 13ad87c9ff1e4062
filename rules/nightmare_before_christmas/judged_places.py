"""The Surprises stacked on a Character as a place that a judge's ``move`` names, also where none lies there yet:
``players.A.locales.1.characters.0.stacked``."""

from __future__ import annotations

import re

from msgspec.structs import replace

from rules.kernel.enforce import enforces
from rules.nightmare_before_christmas.position import NightmarePosition, with_seat, without
from rules.nightmare_before_christmas.town import characters, stacked, with_stacked_card

_PATH = re.compile(r"players\.([^.]+)\.locales\.(\d{1,4})\.characters\.(\d{1,4})\.stacked")


def host(position: NightmarePosition, path: str) -> tuple[str, int] | None:
    """The seat and the Character that a path names; None where it names none."""
    match = _PATH.fullmatch(path)
    player = None if match is None else position.players.get(match[1])
    if match is None or player is None or int(match[2]) >= len(player.locales):
        return None
    there = player.locales[int(match[2])].characters
    return (match[1], there[int(match[3])]) if int(match[3]) < len(there) and there[int(match[3])] else None


def cards_at(position: NightmarePosition, path: str) -> tuple[int, ...] | None:
    """The cards stacked on the Character of that path; None for any other path."""
    character_at = host(position, path)
    return None if character_at is None else stacked(position.players[character_at[0]], character_at[1])


def remove(position: NightmarePosition, path: str, place: int) -> tuple[NightmarePosition, str]:
    """The position without the card at that place, and whose it is."""
    character_at = host(position, path)
    assert character_at is not None
    seat, character = character_at
    player = position.players[seat]
    left = tuple(
        replace(stack, cards=without(stack.cards, stack.cards[place])) if stack.on == character else stack
        for stack in player.stacks
    )
    return with_seat(position, seat, replace(player, stacks=tuple(s for s in left if s.cards))), seat


def put(position: NightmarePosition, path: str, card: int) -> NightmarePosition:
    """The position with a card stacked there."""
    character_at = host(position, path)
    assert character_at is not None
    seat, character = character_at
    return with_seat(position, seat, with_stacked_card(position.players[seat], character, card))


@enforces("playing-surprises.stacked.host-leaves", "other-rules.hex.removed")
def changed(position: NightmarePosition) -> NightmarePosition:
    """After a judge's changes: what is stacked on a Character that is no more in play is discarded, and its Hex Counter
    is removed."""
    for seat, player in position.players.items():
        there = set(characters(player))
        gone = tuple(stack for stack in player.stacks if stack.on not in there)
        hexed = tuple(card for card in player.hexed if card in there)
        if gone or len(hexed) < len(player.hexed):
            kept = tuple(stack for stack in player.stacks if stack.on in there)
            discard = (*player.discard, *(card for stack in gone for card in stack.cards))
            player = replace(player, stacks=kept, hexed=hexed, discard=discard)
            position = with_seat(position, seat, player)
    return position
