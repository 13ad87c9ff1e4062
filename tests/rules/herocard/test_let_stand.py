"""A judge lets an entry stand that the rules do not allow: it is carried out, or nothing changes."""

from __future__ import annotations

import pytest

from rules.herocard.core.reading.position import Converting
from rules.herocard.core.reading.verbs import ConvertCard
from rules.kernel.entries import Ruling
from rules.kernel.selfplay import play_game
from rules.registry import load


@pytest.mark.parametrize("name", ["herocard_duel", "herocard_nightmare"])
def test_a_card_is_not_converted_where_no_text_converts_one(name: str) -> None:
    """Where another step waits, or none, letting it stand would take that step's place: the judge corrects the position
    instead."""
    game = load(name)
    whole = play_game(game, "let-stand")
    run, waited = type(whole)(game, whole.header), set()
    for entry in whole.entries:
        steps = run.position.steps
        if not (steps and isinstance(steps[-1], Converting)):
            waited.add(type(steps[-1]).__name__ if steps else "")
            n, before = len(run.entries), run.printed()
            fork = run.fork(n)
            assert fork.push(ConvertCard(by="A", seat="B", card="Dig In")).verdict == "illegal"
            verdict = fork.push(Ruling(by="judge", on=n + 1, decision="let_stand", reason="Agreed."))
            assert verdict.verdict == "illegal" and fork.printed() == before
        run.push(entry)
    assert len(waited) > 3
