"""The promises of Swiss pairing, in their order, in the words that players read."""

from __future__ import annotations

PROMISES: dict[str, str] = {
    "no_absolute_forbidden": (
        "Two who must not meet never meet. Whoever is left without an opponent gets the bye or sits out, "
        "and the pairing says so."
    ),
    "no_rematch": "Nobody meets an opponent again.",
    "no_weak_forbidden": "Two who should not meet do not meet.",
    "one_bye": (
        "At most one bye each, to the lowest score group that can take it, and to nobody who had one."
    ),
    "least_difference": (
        "Opponents have equal match points where that can be: the sum of squared differences is the least."
    ),
    "fair_floats": (
        "Whoever met an opponent of other points last round does not do so again, if that can be avoided."
    ),
}
"""In this order. Where not all can be kept, the last gives way first. What is left open, a draw decides."""

REASONS: dict[str, str] = {
    "rematch": "They met before: no pairing without a rematch was left.",
    "weak_forbidden": "They should not meet, and no pairing without this was left.",
    "float": "Different points: their score groups could not be paired among themselves.",
    "float_again": "One of them met an opponent with different points last round as well.",
    "fixed_table": "One of them always plays at this table.",
    "table_range": "One of them plays at these tables.",
    "range_full": "The tables at which one of them should play are all taken.",
}

OVER: dict[str, str] = {
    "nobody_left": "Nobody is left to pair.",
    "one_left": "Only one player is left.",
    "too_few_left": "Fewer players are left than a table takes.",
    "bracket_decided": "The bracket is decided.",
    "all_rounds_played": "All rounds of this stage have been played.",
}
