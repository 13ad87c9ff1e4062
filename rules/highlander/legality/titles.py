"""Cards whose title fits several: each is judged, and what holds of all of them holds."""

from __future__ import annotations

from collections.abc import Callable

from rules.highlander.card import HighlanderCard
from rules.highlander.reading.state import candidates
from rules.highlander.texts import say
from rules.kernel.judgment import Judgment
from rules.kernel.verdict import Violation


def is_among(card: HighlanderCard, allowed: tuple[HighlanderCard, ...]) -> bool:
    """Test: the card is one of these."""
    return card in allowed


def of_each(j: Judgment, card: int, rules: Callable[[Judgment, HighlanderCard], None]) -> bool:
    """Judges a card whose title fits several: illegal when each of them would be, undetermined when some would be.
    False when it was not named at all."""
    possible = candidates(j, card)
    if len(possible) == 1:
        rules(j, possible[0])
        return True
    fine: list[HighlanderCard] = []
    wrong: list[Violation] = []
    for one in possible:
        trial = Judgment.of(j, j.position)
        rules(trial, one)
        if trial.violations:
            wrong = wrong or trial.violations
        else:
            fine.append(one)
    if not fine:
        for violation in wrong:
            j.forbid(violation.rule, violation.message)
    elif wrong:
        j.need(
            wrong[0].rule,
            is_among,
            (card,),
            wrong[0].message,
            say("which_card_of_title", title=fine[0].title),
            (tuple(fine),),
        )
    return bool(possible)
