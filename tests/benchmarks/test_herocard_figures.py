"""HeroCard: entries a second from bytes to verdicts on one core, by processor time. Prints figures, decides nothing."""

from __future__ import annotations

import pytest

from rules import registry
from rules.kernel.selfplay import play_game
from tests.benchmarks.judged import chained_files, fastest

#: what is aimed at, in entries a second
AIMS = {"herocard_duel": 40_000, "herocard_nightmare": 25_000}
GAMES = 9


@pytest.mark.bench
@pytest.mark.parametrize("kind", ["open", "hidden"])
@pytest.mark.parametrize("name", sorted(AIMS))
def test_entries_a_second(name: str, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The best of three batches of games of two, three and four seats, none of them judged before."""
    game = registry.load(name)
    batches = [
        chained_files(
            game, (play_game(game, f"bench:{batch}:{n}", 2 + n % 3) for n in range(GAMES)), kind == "hidden"
        )
        for batch in range(3)
    ]
    best = fastest(game, batches)
    with capsys.disabled():
        print(f"\n{name}, {kind}: {best:,.0f} entries/s (aim {AIMS[name]:,}), {GAMES} games a batch")
