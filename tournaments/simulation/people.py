"""Made-up entrants: names, strength, and what happens to them outside their matches."""

from __future__ import annotations

import random

import msgspec

from tournaments.facts import Adjustment, Entrant, Forbidden

_FIRST = [
    "Ada",
    "Cleo",
    "Dov",
    "Edda",
    "Finn",
    "Greta",
    "Hugo",
    "Ida",
    "Jonas",
    "Kira",
    "Mona",
    "Pavel",
    "Vera",
]
_LAST = [
    "Abel",
    "Brandt",
    "Cerny",
    "Duval",
    "Farkas",
    "Holm",
    "Ilic",
    "Keller",
    "Novak",
    "Petri",
    "Roth",
    "Yilmaz",
]


def people(how_many: int, rounds: int, chance: random.Random) -> tuple[list[Entrant], dict[str, float]]:
    """Entrants by seed number, the strongest rating first, and each one's true strength."""
    width = max(2, len(str(how_many)))
    strengths = sorted((chance.gauss(0, 1) for _ in range(how_many)), reverse=True)
    entrants, strength_of = [], {}
    for at, strength in enumerate(strengths, start=1):
        name = f"{chance.choice(_FIRST)} {chance.choice(_LAST)}"
        entrant = Entrant(
            id=f"P{at:0{width}}",
            name=name,
            seed=at,
            rating=round(1500 + 200 * strength + chance.gauss(0, 60)),
        )
        entrants.append(_with_circumstances(entrant, rounds, chance))
        strength_of[entrant.id] = strength
    return _with_families(entrants, chance), strength_of


def _with_circumstances(entrant: Entrant, rounds: int, chance: random.Random) -> Entrant:
    """Late entries, absences, awarded byes, fixed tables and penalties, each of a few."""
    drawn = chance.random()
    if drawn < 0.03 and rounds > 1:
        return msgspec.structs.replace(
            entrant,
            entered_before=chance.randint(2, min(3, rounds)),
            missed_rounds_as=chance.choice(["loss", "bye"]),
        )
    if drawn < 0.045 and rounds > 2:
        first = chance.randint(2, rounds)
        return msgspec.structs.replace(entrant, absences=((first, min(rounds, first + 1)),))
    if drawn < 0.06:
        return msgspec.structs.replace(entrant, awarded_byes=(1,))
    if drawn < 0.065:
        return msgspec.structs.replace(entrant, fixed_table=chance.randint(1, 20))
    if drawn < 0.07 and rounds:
        penalty = Adjustment(round=chance.randint(1, rounds), match_points=-1, reason="late to the table")
        return msgspec.structs.replace(entrant, adjustments=(penalty,))
    return entrant


def _with_families(entrants: list[Entrant], chance: random.Random) -> list[Entrant]:
    """Of a hundred entrants two must not meet each other, and two should not."""
    for strength in ("absolute", "weak"):
        for _ in range(len(entrants) // 100):
            one, other = chance.sample(range(len(entrants)), 2)
            apart = (entrants[other].id,)
            forbidden = Forbidden(absolute=apart) if strength == "absolute" else Forbidden(weak=apart)
            entrants[one] = msgspec.structs.replace(entrants[one], forbidden=forbidden)
    return entrants
