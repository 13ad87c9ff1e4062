"""How many Swiss rounds a field asks for."""


def rounds_needed(players: int) -> int:
    """The rounds after which one player at most is undefeated: log2 of the field, rounded up; at least 1."""
    return max(1, (players - 1).bit_length())
