"""The pairs of two logs: as many as there can be, in both orders, and none by chance."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

from rules.alignment.edit_path import MUCH, paired


def pairs_of(first: Sequence[str], second: Sequence[str], **more: int) -> list[tuple[int, int]]:
    return paired(lambda i, j: first[i] == second[j], first, second, **more)


def most_pairs(first: Sequence[str], second: Sequence[str]) -> int:
    """The length of the longest common subsequence, by the textbook's table."""
    below = [0] * (len(second) + 1)
    for one in reversed(first):
        row = [0] * (len(second) + 1)
        for j in range(len(second) - 1, -1, -1):
            row[j] = below[j + 1] + 1 if one == second[j] else max(below[j], row[j + 1])
        below = row
    return below[0]


def in_both_orders(pairs: list[tuple[int, int]]) -> bool:
    return all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))


def test_as_many_are_paired_as_there_can_be() -> None:
    rng = random.Random(1)
    for _ in range(400):
        first, second = (rng.choices("abcd", k=rng.randrange(7)) for _ in "ab")
        pairs = pairs_of(first, second)
        assert in_both_orders(pairs) and all(first[i] == second[j] for i, j in pairs)
        assert len(pairs) == most_pairs(first, second)


def test_of_two_alike_the_later_is_left_over() -> None:
    assert pairs_of("axxb", "axb") == [(0, 0), (1, 1), (3, 2)]
    assert pairs_of("axb", "axxb") == [(0, 0), (1, 1), (2, 3)]


def test_pairs_by_chance_amid_much_that_differs_are_none() -> None:
    first = "abcdefgh" + "1x2y3z4w5" + "ijklmnop"
    second = "abcdefgh" + "6x7y8z9w0" + "ijklmnop"
    assert MUCH > 2 * 5 and len(pairs_of(first, second)) == 8 + 4 + 8
    first, second = first.replace("5", "5+-*/"), second.replace("0", "0()[]")
    # The four in the middle are fewer than the eighteen around them
    assert len(pairs_of(first, second)) == 8 + 8


def test_logs_that_differ_in_too_many_places_hold_on_to_what_occurs_once() -> None:
    first = [f"a{n}" for n in range(40)] + [f"s{n}" for n in range(20)]
    second = [f"s{n}" for n in range(20)] + [f"b{n}" for n in range(40)]
    assert pairs_of(first, second, max_steps=10) == [(40 + n, n) for n in range(20)]
    # Entries that occur often do so in a row of their own once
    first = ["x", "y"] * 20 + ["x", "x", "y", "y", "x", "x", "y", "x"]
    assert len(pairs_of(first, first[-8:] + ["z"] * 30, max_steps=10)) == 8
