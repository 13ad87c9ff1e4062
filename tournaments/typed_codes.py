"""Short codes on paper, for a phone without a camera: digits and letters that are not confused. Pure.

The code of a number has a last sign that shows a mistyped one; it keeps nothing secret.
"""

from __future__ import annotations

#: Digits and capitals without I, L, O and U, as in Crockford's base 32.
SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LEAST = 3
#: The largest number a row can have in either database, and so the longest code.
LARGEST = 2**63 - 1
_MEANT = str.maketrans("ILO", "110")


def typed(code: str) -> str:
    """A code as it was meant: capitals, no spaces or hyphens, I and L for 1, O for 0."""
    return "".join(code.upper().split()).replace("-", "").translate(_MEANT)


def code_of(number: int) -> str:
    """The code of a number, at least four signs."""
    signs = ""
    while number or len(signs) < LEAST:
        number, digit = divmod(number, len(SIGNS))
        signs = SIGNS[digit] + signs
    return signs + check_sign(signs)


def number_of(code: str) -> int | None:
    """The number of a code, however it was typed; None for what is no code."""
    said = typed(code)
    if not LEAST < len(said) <= 14 or any(sign not in SIGNS for sign in said):
        return None
    if check_sign(said[:-1]) != said[-1]:
        return None
    number = 0
    for sign in said[:-1]:
        number = number * len(SIGNS) + SIGNS.index(sign)
    return number if number <= LARGEST else None


def check_sign(signs: str) -> str:
    """Luhn's sum to base 32: every other digit from the right doubled, their two digits added."""
    size, total = len(SIGNS), 0
    for at, sign in enumerate(reversed(signs)):
        digit = SIGNS.index(sign) * (2 if at % 2 == 0 else 1)
        total += digit // size + digit % size
    return SIGNS[-total % size]
