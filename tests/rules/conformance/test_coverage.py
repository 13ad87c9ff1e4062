"""Every game: self-play uses every verb and executes every effect that a card declares."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules import registry
from rules.kernel.selfplay import play_game
from tests.rules.conformance.games import GAMES, seat_counts

pytestmark = [pytest.mark.parametrize("name", GAMES), pytest.mark.longest]
GAMES_PLAYED = 8


def counted(effects: dict[str, Any], used: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts a counter around every effect of the table."""

    def watch(effect: str, function: Any) -> Any:
        def call(*args: Any, **more: Any) -> Any:
            used[effect] += 1
            return function(*args, **more)

        return call

    for effect, function in list(effects.items()):
        monkeypatch.setitem(effects, effect, watch(effect, function))


def test_every_verb_and_every_effect_is_used(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = registry.load(name)
    used: Counter[str] = Counter()
    verbs: Counter[str] = Counter()
    cards: set[int] = set()
    assert game.effects, f"{name} names its effects in a table"
    counted(game.effects, used, monkeypatch)
    wanted = {str(verb.__struct_config__.tag) for verb in game.verbs if not verb.unprompted}
    for seed in range(200):
        counts = seat_counts(game)
        run = play_game(game, f"coverage:{seed}", counts[seed % len(counts)])
        verbs.update(entry.do for entry in run.entries)
        cards.update(run.knowns[-1].faces.values())
        if seed >= GAMES_PLAYED and set(used) == set(game.effects) and wanted <= set(verbs):
            break
    with capsys.disabled():
        print(
            f"\n{name}: {len(cards)} of {len(game.catalogue.cards)} cards seen, {len(used)} of {len(game.effects)} "
            f"effects executed, {len(wanted & set(verbs))} of {len(wanted)} verbs used"
        )
    assert set(used) == set(game.effects)
    assert wanted <= set(verbs)
