"""The drawing of a bracket: which seed stands where, and whence both seats of every place come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeVar

from tournaments.facts.structs import BracketSide

T = TypeVar("T")


class Place(NamedTuple):
    """A match of the bracket: rounds count within a side, slots from the top."""

    side: BracketSide
    round: int
    slot: int


@dataclass(frozen=True)
class Feed:
    """Whence a seat comes: a seed (its number), or the winner or loser of a place."""

    what: Literal["seed", "winner", "loser"]
    seed: int = 0
    place: Place | None = None


Feeds = tuple[Feed, Feed]
FINAL = Place("final", 1, 1)
SECOND_FINAL = Place("final", 2, 1)
THIRD_PLACE = Place("third_place", 1, 1)


def rounds_of(entrants: int) -> int:
    """The number of rounds of a bracket of the next power of two; at least one."""
    return max(1, (entrants - 1).bit_length())


@lru_cache(maxsize=32)
def places_of(rounds: int) -> tuple[int, ...]:
    """The seeds from the top, so that 1 and 2 can meet only in the final, 1 to 4 only in the semi-finals, and so on."""
    seeds = [1]
    for _ in range(rounds):
        whole = 2 * len(seeds) + 1
        seeds = [seed for upper in seeds for seed in (upper, whole - upper)]
    return tuple(seeds)


def crossed(number: int, losers: Sequence[T]) -> list[T]:
    """The losers of round `number` of the winners' side, in the order in which they enter the losers' side: reversed
    for odd rounds, halves exchanged for even ones."""
    if number % 2:
        return list(reversed(losers))
    half = len(losers) // 2
    return [*losers[half:], *losers[:half]]


def single_draw(rounds: int, third_place: bool) -> dict[Place, Feeds]:
    """The places of a single elimination in the order in which they can be decided."""
    drawn: dict[Place, Feeds] = {}
    for number in range(1, rounds):
        drawn |= _winners(number, rounds)
    if third_place and rounds > 1:
        semis = [Place("winners", rounds - 1, slot) for slot in (1, 2)]
        drawn[THIRD_PLACE] = (Feed("loser", place=semis[0]), Feed("loser", place=semis[1]))
    drawn[FINAL] = _joined(rounds, rounds, 1)
    return drawn


def double_draw(rounds: int) -> dict[Place, Feeds]:
    """The places of a double elimination in the order in which they can be decided; of two finals the second last."""
    drawn: dict[Place, Feeds] = {}
    for number in range(1, rounds + 1):
        drawn |= _winners(number, rounds)
        drawn |= _losers(number, rounds)
    last = Place("winners", rounds, 1)
    champion = Feed("winner", place=Place("losers", 2 * (rounds - 1), 1))
    drawn[FINAL] = (Feed("winner", place=last), champion if rounds > 1 else Feed("loser", place=last))
    drawn[SECOND_FINAL] = (Feed("winner", place=FINAL), Feed("loser", place=FINAL))
    return drawn


def entry_round(number: int) -> int:
    """The round of the losers' side that losers of this round of the winners' side enter."""
    return 1 if number == 1 else 2 * (number - 1)


def _winners(number: int, rounds: int) -> dict[Place, Feeds]:
    slots = 2 ** (rounds - number)
    return {Place("winners", number, slot): _joined(number, rounds, slot) for slot in range(1, slots + 1)}


def _joined(number: int, rounds: int, slot: int) -> Feeds:
    """Both seats of a place of the winners' side: of the draw in round one, then from two places before."""
    if number == 1:
        seeds = places_of(rounds)
        return Feed("seed", seeds[2 * slot - 2]), Feed("seed", seeds[2 * slot - 1])
    upper, lower = (Place("winners", number - 1, 2 * slot - step) for step in (1, 0))
    return Feed("winner", place=upper), Feed("winner", place=lower)


def _losers(number: int, rounds: int) -> dict[Place, Feeds]:
    """The meetings that become possible on the losers' side by round `number` of the winners' side."""
    if rounds == 1:
        return {}
    slots = 2 ** (rounds - number)
    entering = crossed(
        number, [Feed("loser", place=Place("winners", number, slot)) for slot in range(1, slots + 1)]
    )
    if number == 1:
        return {
            Place("losers", 1, slot): (entering[2 * slot - 2], entering[2 * slot - 1])
            for slot in range(1, slots // 2 + 1)
        }
    at = entry_round(number)
    drawn: dict[Place, Feeds] = {
        Place("losers", at, slot): (
            Feed("winner", place=Place("losers", at - 1, slot)),
            entering[slot - 1],
        )
        for slot in range(1, slots + 1)
    }
    for slot in range(1, slots // 2 + 1):
        upper, lower = (Place("losers", at, 2 * slot - step) for step in (1, 0))
        drawn[Place("losers", at + 1, slot)] = Feed("winner", place=upper), Feed("winner", place=lower)
    return drawn
