"""A judge can put right each fact that a position of a game has, by touch; what cannot be is told here, with the
reason. A new fact of an engine joins by itself: it is found in the engine's types."""

from __future__ import annotations

import pytest

from tests.referee.repairing.every_fact import Reach, hand_from
from tests.referee.repairing.probed import CARDS, POSITIONS

_TEXT = "what a card's text still has to do: it is skipped, and what it did is told by other changes"
_SUM = "follows from the active cards"
_CONVERTED = (
    "the text that a converted card was given: its value is set, what the text does is told by other changes"
)
_HERO = {
    "sequence.attack": _SUM,
    "sequence.block": _SUM,
    "sequence.cards.#.value": _SUM,
    "sequence.before": "what a purge brings back: the engine keeps it, and forgets it where a judge moved cards",
    "sequence.cards.#.effects": _CONVERTED,
    "steps.#.converting.effects": _CONVERTED,
}
#: By game the facts, and all below them, that stay as they are.
EXCEPTIONS: dict[str, dict[str, str]] = {
    "nightmare_before_christmas": {
        "steps.#.card": _TEXT,
        "steps.#.effect": _TEXT,
        "steps.#.target": _TEXT,
        "players.*.stacks.#.on": "on whom cards are stacked: the cards are moved to another Character",
    },
    "herocard_duel": _HERO | {"sequence.killer": "a duel has no Killers"},
    "herocard_nightmare": _HERO,
    "looney_tunes": {"steps.#.effect": _TEXT},
    "highlander": {
        "choice.first": "the first of two targets: the choice is taken away and made anew",
        "players.*.must.#.of": "cards in a hand, which is in no order that all know: the duty is taken away",
    },
}
_EVERYWHERE = {"bars.#": "what was forbidden or allowed is taken off whole, and written anew"}


def _is_below(fact: str, above: str) -> bool:
    return fact == above or fact.startswith(above + ".")


@pytest.mark.parametrize("game", POSITIONS)
def test_a_judge_reaches_every_fact_or_it_is_told_why_not(game: str) -> None:
    reach = Reach(game)
    for position in POSITIONS[game]:
        reach.probe(hand_from(game, position, CARDS.get(game, ())))
    excused = EXCEPTIONS[game] | _EVERYWHERE
    out_of_reach = reach.every - reach.reached
    unexcused = {fact for fact in out_of_reach if not any(_is_below(fact, above) for above in excused)}
    assert sorted(unexcused & reach.seen) == [], "a repair cannot put these right"
    assert sorted(unexcused) == [], "no position here has these: add one to probed.py"
    idle = {above for above in excused if not any(_is_below(fact, above) for fact in out_of_reach)}
    assert sorted(idle) == [], "these can be put right: they are no exceptions"
    assert reach.seen <= reach.every
