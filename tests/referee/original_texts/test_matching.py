"""Which part of a text an entry tells of, in each shape that rulebooks come in. The texts are our own."""

from __future__ import annotations

import time
from itertools import pairwise
from types import SimpleNamespace

import pytest

from referee.original_texts import matching
from referee.original_texts.matching import passages
from rules.kernel.rulebook import LedgerEntry
from rules.registry import load


def entry(id: str, heading: str, line: int | None = None, kind: str = "rule") -> LedgerEntry:
    return LedgerEntry(id, heading, kind, "Ours.", line)  # type: ignore[arg-type]


def told(text: str, *entries: LedgerEntry) -> dict[str, str]:
    return {name: passage.text for name, passage in passages(text, entries).items()}


def test_headings_on_lines_of_their_own() -> None:
    text = "Lanterns\n\nSetting Up\n\nLay out five.\n\nThen one more.\n\nThe Turn\n\nLight one.\n"
    assert told(text, entry("a", "Setting Up"), entry("b", "The Turn (core)"), entry("c", "Winning")) == {
        "a": "Lay out five.\n\nThen one more.",
        "b": "Light one.",
    }


def test_headings_that_a_dash_a_colon_or_an_edition_parts_from_their_text() -> None:
    text = (
        "Lamp - A **Lamp** shines. See Oil.\n\nExample: it burns.\n\nOil: Feeds a Lamp.\n\nWick [1st] - R2 - THING\n"
        "\nBurns.\n\nWick - Of two kinds.\n"
    )
    entries = [
        entry("lamp", "Lamp", 1),
        entry("oil", "Oil", 5),
        entry("w", "Wick", 7),
        entry("w-2", "Wick", 11),
    ]
    assert told(text, *entries) == {
        "lamp": "A Lamp shines. See Oil.\n\nExample: it burns.",
        "oil": "Feeds a Lamp.",
        "w": "[1st] - R2 - THING\n\nBurns.",
        "w-2": "Of two kinds.",
    }


def test_headings_inside_running_text_whose_lines_are_lost() -> None:
    text = (
        "Lanterns Rulebook Table of Contents Setting Up The Turn Winning the Game Credits Welcome to a quiet game. "
        "Setting\nUp Each lays out five. The Turn begins then. The\nTurn A player whose turn it is lights one. "
        "Winning the Game Whoever lit all wins! Credits Nobody."
    )
    entries = [
        entry("s", "Setting Up"),
        entry("t", "The Turn"),
        entry("w", "Winning the Game"),
        entry("c", "Credits"),
    ]
    assert told(text, *entries) == {
        "s": "Each lays out five. The Turn begins then.",
        "t": "A player whose turn it is lights one.",
        "w": "Whoever lit all wins!",
        "c": "Nobody.",
    }


def test_what_the_ledger_parts_further_has_its_section_or_its_own_place_in_it() -> None:
    whole = "The end is in steps.\n\n1. Put out: all lamps go out.\n\n2. Count: who has most."
    text = f"End\n\n{whole}\n\nCredits\n\nNobody.\n"
    entries = [
        entry("end", "End"), entry("end.out", "End: 1. Put out"), entry("end.count", "End: Count"),
        entry("end.ties", "End: two who are equal"), entry("end.count.zero", "Nothing to count"),
        entry("credits", "Credits"),
    ]  # fmt: skip
    assert told(text, *entries) == {
        "end": whole,
        "end.out": "all lamps go out.",
        "end.count": "who has most.",
        "end.ties": whole,
        "end.count.zero": "who has most.",
        "credits": "Nobody.",
    }


def test_two_of_one_name_are_told_apart_by_their_order() -> None:
    text = "Overview\n\nOf the core.\n\nThe Turn\n\nLight one.\n\nOverview\n\nOf the night.\n"
    entries = [entry("a", "Overview (core)"), entry("t", "The Turn"), entry("b", "Overview (night)")]
    assert told(text, *entries) == {"a": "Of the core.", "t": "Light one.", "b": "Of the night."}


def test_one_that_stands_elsewhere_than_in_the_ledger_is_looked_up_all_the_same() -> None:
    text = "Oil\n\nFeeds it. " + "It is clear. " * 30 + "\n\nLamp\n\nShines.\n\nWick\n\nBurns.\n"
    found = told(text, entry("lamp", "Lamp"), entry("wick", "Wick"), entry("oil", "Oil"))
    assert (found["lamp"], found["wick"]) == ("Shines.", "Burns.") and found["oil"].startswith("Feeds it.")


def test_letters_quotes_and_line_ends_make_no_difference() -> None:
    text = "\ufeffTHE LAMP’S OIL\r\n\r\nFeeds it.\r\n\r\n“in play” and “out”\r\n\r\nLies there."
    entries = [
        entry("a", "The Lamp's Oil"),
        entry("b", 'Other: "in play" and "out"'),
        entry("b", "“In play” and “out”"),
    ]
    assert told(text, *entries) == {"a": "Feeds it.", "b": "Lies there."}


@pytest.mark.parametrize("text", ["", "Nothing of it.", "Lampshades - no.", "\n" * 1000])
def test_what_is_not_there_is_not_made_up(text: str) -> None:
    assert told(text, entry("lamp", "Lamp")) == {}


def test_readings_and_rules_of_logs_have_no_wording() -> None:
    text = "Lamp\n\nShines.\n"
    entries = [
        entry("reading.a1", "Lamp", kind="reading"),
        entry("log.verb", "Lamp"),
        entry("event.time", "Lamp"),
    ]
    assert told(text, *entries) == {}


def test_a_file_made_to_be_slow_is_not() -> None:
    """Four times the file takes some four times as long, not sixteen times."""
    entries = [entry(f"e{n}", f"Lamp {n}") for n in range(300)]

    def seconds(lines: int) -> float:
        text = " ".join(f"x. Lamp {n % 300} A b." for n in range(lines))
        begun = time.thread_time()
        passages(text, entries)
        return time.thread_time() - begun

    assert seconds(4_000) < 8 * seconds(1_000)


def test_headings_are_looked_for_by_their_first_word_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pattern laid over all of two megabytes, for each of four hundred headings, took half a minute."""
    entries = list(load("highlander").rulebook.ledgers[0].entry)
    headings = [entry.heading for entry in entries]
    text = "\n".join(f"{heading}\nSee {other.upper()}. {other}" for heading, other in pairwise(headings))
    for heading in filter(None, headings):
        whole = {hit.start() for hit in matching._pattern(heading).finditer(text)}
        assert whole and {hit.start() for hit in matching._hits(heading, text)} == whole
    real = matching._pattern
    monkeypatch.setattr(matching, "_pattern", lambda name: SimpleNamespace(match=real(name).match))
    assert matching.passages(text, entries)
