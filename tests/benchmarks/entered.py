"""How many touches and how long an example of a rulebook takes in the position editor, by touch alone and with one line
of typing: what is reached in the end is the example's position.

``pytest --long -m bench -s tests/benchmarks/test_entering.py`` prints the table.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

from referee.games.starts import header_of_start, starts_of
from referee.positions.document import Document, data_of, document_of_log, header_of, split_file
from rules.kernel.log import read_log
from rules.kernel.replay import Replay
from rules.registry import load
from tests.benchmarks.entering import Effort, Hand
from tests.benchmarks.telling import Teller

SCENARIOS = Path(__file__).parents[1] / "scenarios"
#: The files of the rulebook's own examples begin so.
EXAMPLES = {
    "highlander": ("HL-",),
    "looney_tunes": ("LT-",),
    "nightmare_before_christmas": ("NBC-0", "NBC-1"),
    "herocard_duel": ("HC-",),
    "herocard_nightmare": ("HC-",),
}


def measured(game_name: str, path: Path, kinds: tuple[type[Hand], ...] = (Hand, Teller)) -> Effort:
    """The least effort for an example, from an empty table or one of the game's starts."""
    game = load(game_name)
    header, lines = split_file(path.read_bytes())
    best: Effort | None = None
    begun = [document_of_log(game, {**header, "cards": [], "position": {}})]
    for start in starts_of(game_name).values():
        if start.seats == len(header["players"]):
            begun.append(document_of_log(game, header_of_start(game_name, header["rules"], start)))
    for document in begun:
        target = document_of_log(game, header)
        for kind in kinds:
            table = Document(document.game, document.seats, dict(document.texts), document.listed)
            hand = kind(table, target)
            hand.lay()
            assert _printed(table) == _printed(target), path.name
            hand.ask([line for line in lines.split("\n") if not line.startswith("#")])
            if best is None or hand.effort.cost < best.cost:
                best = hand.effort
    assert best is not None
    return best


def _printed(document: Document) -> Any:
    log = read_log(data_of(header_of(document).raw, ""), document.game.all_verbs)
    return Replay(document.game, log.header).printed()


def examples(game: str, most: int = 5) -> list[Path]:
    """The first examples of a game's rulebook that begin with a position, one of each id."""
    by_id: dict[str, Path] = {}
    for path in sorted((SCENARIOS / game).glob("*.jsonl")):
        key = "-".join(path.name.split("-")[:2])
        if path.name.startswith(EXAMPLES[game]) and b'"position": {' in path.read_bytes():
            by_id.setdefault(key, path)
    return list(by_id.values())[:most]


def table(most: int = 5) -> list[str]:
    """By game the median and the worst."""
    rows = []
    for game, kinds in product(EXAMPLES, ((Hand,), (Teller, Hand))):
        told = [(measured(game, path, kinds), path.stem) for path in examples(game, most)]
        how = "by touch alone" if kinds == (Hand,) else "or by a line"
        touches = [effort.touches for effort, _name in told]
        seconds = [effort.seconds for effort, _name in told]
        worst, name = max(told, key=lambda one: one[0].seconds)
        rows.append(
            f"{game:28} {how}: {len(told)} examples  median {median(touches):g} touches {median(seconds):.0f} s"
            f"  worst {worst.touches} touches {worst.seconds:.0f} s ({name})"
        )
    return rows
