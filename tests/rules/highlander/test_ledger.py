"""The ledger of Highlander is whole: every row of the Handbook, every reading, every worked example."""

from __future__ import annotations

from pathlib import Path

from rules.highlander.cards import CARDS
from rules.highlander.cards.facts import HANDBOOK
from rules.highlander.game import HighlanderGame
from rules.kernel.rulebook import read_ledger

ENTRIES = read_ledger(HighlanderGame().package).entry
ROWS = [entry for entry in ENTRIES if entry.line]
SCENARIOS = Path(__file__).parents[2] / "scenarios" / "highlander"


def test_every_row_of_the_handbook_is_an_entry() -> None:
    """393 of them; line and heading together are the key, for some headings occur twice."""
    assert len(ROWS) == 393
    assert len({(entry.line, entry.heading) for entry in ROWS}) == 393
    assert [entry.line for entry in ROWS] == sorted(entry.line for entry in ROWS)


def test_few_rows_are_not_shown_in_play() -> None:
    silent = [entry for entry in ENTRIES if entry.why_not]
    assert len(silent) <= 60
    assert not [entry.id for entry in silent if entry.scenarios]


def test_every_card_whose_text_the_handbook_prints_is_executed() -> None:
    assert [(card.title, card.variant) for card in CARDS if card.declared and card.source == HANDBOOK] == []


def test_every_reading_is_an_entry() -> None:
    ids = {entry.id for entry in ENTRIES}
    assert not [n for n in range(1, 47) if f"reading.b{n}" not in ids]


def test_every_worked_example_is_a_scenario() -> None:
    shown = {path.name[:6] for path in SCENARIOS.glob("HL-*.jsonl")}
    assert not [n for n in range(1, 188) if f"HL-{n:03}" not in shown]
