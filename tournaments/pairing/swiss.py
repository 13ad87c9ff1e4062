"""Swiss pairing: seat by score, repair, prove against the lower bound, and match exactly what remains."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.pairing.field import Field
from tournaments.pairing.greedy import Pairs, seat_block
from tournaments.pairing.groups import Block, blocks_of, lower_bound, score_groups
from tournaments.pairing.matching import fewest_left, match_players
from tournaments.pairing.windows import Unmatchable, Windows

EXACT_UP_TO = 256
"""A field of this size is matched whole where simple seating does not reach the bound."""
FORBIDDEN_UP_TO = 1500
"""Up to this size the fewest players left by absolutely forbidden pairs are found exactly."""


@dataclass
class Seating:
    """Pairs and who is left, of a field. `bound` is the least sum of squared differences there could be."""

    pairs: Pairs
    byes: list[int]
    sit_out: list[int]
    bound: int
    proven: bool


def seat_field(field: Field) -> Seating:
    """Seat everybody by the promises in their order (docs/pairing.md)."""
    everybody = list(range(len(field.ids)))
    bye = choose_bye(field) if len(everybody) % 2 else None
    blocks = _blocks_without(field, bye)
    bound = sum(lower_bound(field, block, bye)[0] for block in blocks)
    seated = [seat_block(field, block, bye) for block in blocks]
    failing = [at for at, pairs in enumerate(seated) if pairs is None]
    if not failing:
        pairs = [pair for pairs_of_block in seated if pairs_of_block is not None for pair in pairs_of_block]
        return Seating(pairs, [] if bye is None else [bye], [], bound, True)
    if len(everybody) <= EXACT_UP_TO:
        return _whole(field, everybody)
    try:
        return _by_windows(field, blocks, seated, failing, bye, bound)
    except Unmatchable:
        return _whole(field, everybody)


def choose_bye(field: Field) -> int:
    """Chooses who gets the bye if no rule stands against it: of those without one, the fewest points, then the draw.

    Somebody who floated last round goes first where his group could not spare another from floating.
    """
    fresh = [i for i in range(len(field.ids)) if not field.had_bye[i]] or list(range(len(field.ids)))
    fewest = min(field.points[i] for i in fresh)
    lowest = [i for i in fresh if field.points[i] == fewest]
    if field.mode != "draw":
        return max(lowest, key=field.order.__getitem__)
    unfloated = sum(
        not floated for floated, points in zip(field.floated, field.points, strict=True) if points == fewest
    )
    scarce = unfloated <= 2
    return min(lowest, key=lambda i: (scarce and not field.floated[i], field.order[i]))


def _blocks_without(field: Field, bye: int | None) -> list[Block]:
    players = [i for i in range(len(field.ids)) if i != bye]
    return blocks_of(field, score_groups(field, players))


def _by_windows(
    field: Field,
    blocks: list[Block],
    seated: list[Pairs | None],
    failing: list[int],
    bye: int | None,
    bound: int,
) -> Seating:
    windows = Windows(field, blocks, bye).solve(failing)
    covered: set[int] = set()
    pairs: Pairs = []
    for window in windows:
        start, end = window.span(len(blocks))
        covered.update(range(start, end + 1))
        pairs += window.pairs
        if window.bye is not None:
            bye = window.bye
    for at, pairs_of_block in enumerate(seated):
        if at not in covered and pairs_of_block is not None:
            pairs += pairs_of_block
    proven = all(window.proven for window in windows)
    return Seating(pairs, [] if bye is None else [bye], [], bound, proven)


def _whole(field: Field, everybody: list[int]) -> Seating:
    """The whole field matched at once; where forbidden pairs leave players over, as few as can be."""
    everybody = sorted(everybody, key=lambda i: (-field.points[i], field.order[i]))
    parity = len(everybody) % 2
    left = parity
    near = None if len(everybody) <= FORBIDDEN_UP_TO else 200
    matched = match_players(field, everybody, left, near=near)
    if matched is None:
        left = fewest_left(field, everybody, near)
        matched = match_players(field, everybody, left, near=near)
    assert matched is not None, "as many as must be left are left"
    byes, sit_out = _byes_or_not(field, matched.byes, parity)
    blocks = blocks_of(field, score_groups(field, [i for i in everybody if i not in set(matched.byes)]))
    bound = sum(lower_bound(field, block)[0] for block in blocks)
    return Seating(matched.pairs, byes, sit_out, bound, matched.exact and near is None)


def _byes_or_not(field: Field, left: list[int], parity: int) -> tuple[list[int], list[int]]:
    """Whoever is left gets the bye if he had none; an odd field's bye is given in any case."""
    left = sorted(left, key=lambda i: (field.had_bye[i], field.points[i], field.order[i]))
    byes = [i for i in left if not field.had_bye[i]]
    if not byes and parity:
        byes = left[:1]
    return byes, [i for i in left if i not in byes]
