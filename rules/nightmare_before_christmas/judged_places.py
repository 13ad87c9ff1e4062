"""Places that a judge's ``move`` names besides piles: the row of Locales (a card put there lies at its right end,
at ``players.A.locales.left_end`` at its left), and the Surprises stacked on a Character, also where none lies there yet
(``players.A.locales.1.characters.0.stacked``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from msgspec.structs import replace

from rules.kernel.enforce import enforces
from rules.kernel.errors import Impossible
from rules.kernel.knowledge import OPEN
from rules.kernel.paths import index_of
from rules.nightmare_before_christmas.position import Locale, NightmarePosition, with_seat, without
from rules.nightmare_before_christmas.texts import say
from rules.nightmare_before_christmas.town import characters, stacked, with_stacked_card

LEFT_END = "left_end"
T = TypeVar("T")


def places(position: NightmarePosition) -> tuple[str, ...]:
    """The places that no printed fact is: the left end of each row, and beneath each Character."""
    return tuple(_places(position))


def _places(position: NightmarePosition) -> Iterator[str]:
    for seat, player in position.players.items():
        row = f"players.{seat}.locales"
        yield f"{row}.{LEFT_END}"
        for n, locale in enumerate(player.locales):
            there = enumerate(locale.characters)
            yield from (f"{row}.{n}.characters.{m}.stacked" for m, card in there if card != OPEN)


def host(position: NightmarePosition, path: str) -> tuple[str, int] | None:
    """The seat and the Character on which a path says cards are stacked; None where it says none."""
    match path.split("."):
        case ["players", seat, "locales", row, "characters", place, "stacked"] if seat in position.players:
            there = _one(position.players[seat].locales, row)
            card = None if there is None else _one(there.characters, place)
            return None if card is None or card == OPEN else (seat, card)
    return None


def _one(things: tuple[T, ...], name: str) -> T | None:
    number = index_of(name)
    return things[number] if number is not None and number < len(things) else None


def _row(position: NightmarePosition, path: str) -> tuple[str, bool] | None:
    """The seat whose row of Locales a path names, and whether its left end; None where it names none."""
    match path.split("."):
        case ["players", seat, "locales", *end] if seat in position.players and end in ([], [LEFT_END]):
            return seat, bool(end)
    return None


def cards_at(position: NightmarePosition, path: str) -> tuple[int | None, ...] | None:
    """The cards stacked on the Character of that path, or the Locales of that row; None for any other path."""
    row = _row(position, path)
    if row is not None:
        seat, is_end = row
        return () if is_end else tuple(locale.card for locale in position.players[seat].locales)
    character_at = host(position, path)
    return None if character_at is None else stacked(position.players[character_at[0]], character_at[1])


def remove(position: NightmarePosition, path: str, place: int) -> tuple[NightmarePosition, str]:
    """The position without the card at that place, and whose it is. Raises ``Impossible`` for a Locale that cards lie
    at."""
    row = _row(position, path)
    if row is not None:
        seat = row[0]
        player = position.players[seat]
        gone = player.locales[place]
        if gone.characters or gone.under:
            raise Impossible(say("locale_with_cards"))
        locales = (*player.locales[:place], *player.locales[place + 1 :])
        return with_seat(position, seat, replace(player, locales=locales)), seat
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
    """The position with a card put there."""
    row = _row(position, path)
    if row is not None:
        seat, is_left = row
        player, new = position.players[seat], (Locale(card=card),)
        locales = (*new, *player.locales) if is_left else (*player.locales, *new)
        return with_seat(position, seat, replace(player, locales=locales))
    character_at = host(position, path)
    assert character_at is not None
    seat, character = character_at
    return with_seat(position, seat, with_stacked_card(position.players[seat], character, card))


@enforces("playing-surprises.stacked.host-leaves", "other-rules.hex.removed")
def changed(position: NightmarePosition) -> NightmarePosition:
    """After a judge's changes: what is stacked on a Character that is no more in play is discarded, and its Hex Counter
    is removed; where nothing is stacked any more nothing is said of it."""
    for seat, player in position.players.items():
        there = set(characters(player))
        gone = tuple(stack for stack in player.stacks if stack.on not in there or not stack.cards)
        hexed = tuple(card for card in player.hexed if card in there)
        if gone or len(hexed) < len(player.hexed):
            kept = tuple(stack for stack in player.stacks if stack not in gone)
            discard = (*player.discard, *(card for stack in gone for card in stack.cards))
            player = replace(player, stacks=kept, hexed=hexed, discard=discard)
            position = with_seat(position, seat, player)
    return position
