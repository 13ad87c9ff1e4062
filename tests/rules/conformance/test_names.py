"""Every game: an entry that names a card or a seat nobody knows is refused for that, whatever else the rules say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from rules import registry
from rules.kernel.cards import CardSpec
from rules.kernel.entries import KERNEL_VERBS, BadEntry, Entry, card_fields, seat_fields
from rules.kernel.log import read_log
from rules.kernel.replay import Replay
from tests.rules.conformance.games import GAMES

SCENARIOS = Path(__file__).parents[2] / "scenarios"
NOBODY = "No Such Card or Seat"
#: of each argument of each verb
EACH = 3


def misspelt(entry: Entry) -> Iterator[tuple[str, str, Entry]]:
    """The entry with one name that nobody knows: the rule that says so, the argument, the entry."""
    for name in seat_fields(type(entry)):
        if getattr(entry, name):
            yield "log.seat", name, msgspec.structs.replace(entry, **{name: NOBODY})
    for name in card_fields(type(entry)):
        value = getattr(entry, name)
        if isinstance(value, str | CardSpec) and value:
            yield "log.card", name, msgspec.structs.replace(entry, **{name: NOBODY})
        elif isinstance(value, tuple) and value and isinstance(value[0], str):
            yield "log.card", name, msgspec.structs.replace(entry, **{name: (NOBODY, *value[1:])})


@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_name_is_refused_as_such(name: str) -> None:
    game = registry.load(name)
    tried: Counter[tuple[str, str]] = Counter()
    for path in sorted((SCENARIOS / name).glob("*.jsonl")):
        log = read_log(path.read_bytes(), game.all_verbs)
        run = Replay(game, log.header)
        for entry in log.entries:
            if run.stopped is None and not isinstance(entry, (BadEntry, *KERNEL_VERBS)):
                for rule, argument, wrong in misspelt(entry):
                    tried[(entry.do, argument)] += 1
                    if tried[(entry.do, argument)] <= EACH and not game.is_over(run.position):
                        verdict = run.fork(len(run.entries)).push(wrong, ask=True)
                        assert [v.rule for v in verdict.violations] == [rule], (path.stem, wrong)
                        assert verdict.violations[0].formal
            run.push(entry, ask=entry.expect is not None)
    assert len(tried) > 5
