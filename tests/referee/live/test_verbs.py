"""What phones are told of verbs agrees with each game's own document of its logs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.live.verbs import described
from rules.kernel.entries import TABLE, TimeCalled
from rules.registry import load
from tests.referee.live.playing import GAMES

#: never offered: they have doors of their own, or come from the clock (docs/live-table.md)
BY_THE_SITE = {"undo", "ruling", "time_called"}
DOCS = Path(__file__).parents[3] / "docs" / "logs"
ROW = re.compile(r"^\| ((?:`\w+`(?:, )?)+) \| ([^|]+) \|", re.MULTILINE)


def documented(game: str) -> dict[str, str]:
    """Who enters a verb, as the document's table says; the column is the second."""
    found: dict[str, str] = {}
    for name in (["herocard_duel"] if game == "herocard_nightmare" else []) + [game]:
        text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
        for verbs, by in ROW.findall(text):
            for verb in re.findall(r"`(\w+)`", verbs):
                found.setdefault(verb, by.strip(" `"))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_who_enters_a_verb_is_as_the_document_says(name: str) -> None:
    game = load(name)
    said = documented(name)
    for verb in described(game)["verbs"]:
        if verb["do"] in ("declare", "first_blood"):
            assert verb["by"] == ["judge"]
            continue
        by = said[verb["do"]]
        assert ("table" in verb["by"]) == ("table" in by), (verb["do"], by)
        assert ("seat" in verb["by"]) == ("table" not in by or "seat" in by), (verb["do"], by)


@pytest.mark.parametrize("name", GAMES)
def test_every_verb_is_described_with_its_arguments(name: str) -> None:
    game = load(name)
    found = {verb["do"]: verb for verb in described(game)["verbs"]}
    for verb in game.all_verbs:
        tag = str(verb.__struct_config__.tag)
        assert (tag in found) != (tag in BY_THE_SITE), tag
    kinds = {argument["kind"] for verb in found.values() for argument in verb["arguments"]}
    assert kinds <= {"card", "cards", "plays", "number", "choice", "flag", "text", "texts", "seat", "json"}
    assert TimeCalled.entered.by == (TABLE,)
