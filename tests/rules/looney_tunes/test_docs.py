"""The schema beside the document is the one the verbs and cards have, the document names everything, its log is judged.

After a change of verbs: ``python -m tests.rules.looney_tunes.test_docs`` writes the schema anew.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from rules import registry
from rules.kernel.log import read_log
from rules.kernel.report import judge_log
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.cards.language import KINDS, When
from rules.looney_tunes.text_cells import text_from
from tests.rules.schemas import schema_of

DOCS = Path(__file__).parents[3] / "docs" / "logs"
GAME = registry.load("looney_tunes")
TEXT = (DOCS / "looney_tunes.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(?:json)?\n(.*?)```", TEXT, re.S)


def schema() -> dict[str, Any]:
    """The JSON Schema of an entry of this game; its cards and options stand among the definitions."""
    types = (*GAME.all_verbs, LooneyCard, GAME.options_type)
    references, components = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Entries of {GAME.name}",
        "anyOf": list(references[:-2]),
        "$defs": components,
    }
    found: dict[str, Any] = json.loads(json.dumps(whole))
    return found


def test_the_schema_is_current() -> None:
    kept = (DOCS / "looney_tunes.schema.json").read_text(encoding="utf-8")
    assert schema_of(kept) == schema_of(json.dumps(schema()))


def test_every_verb_effect_and_option_is_described() -> None:
    for verb in GAME.verbs:
        assert f"`{verb.__struct_config__.tag}`" in TEXT
    for name in (*GAME.effects, *GAME.options_type.__struct_fields__, *GAME.position_type.__struct_fields__):
        assert name == "bars" or f"`{name}`" in TEXT or f"players.X.{name}" in TEXT or name == "players", name


def test_the_table_of_the_card_language_is_whole() -> None:
    """Every verb of a text has a row, and every field of a part and every condition."""
    rows = {word for row in re.findall(r"^\| ([^|]*) \|", TEXT, re.M) for word in re.findall(r"`(\w+)`", row)}
    assert set(GAME.effects) == set(KINDS) <= rows
    facts = {name for kind in KINDS.values() for name in kind.__struct_fields__}
    assert facts | set(When.__struct_fields__) <= rows
    own = {"type", "color", "rank", "points", "effect", "choices"}
    assert all(f"`{name}`" in TEXT for name in own)


def test_its_cards_and_cells_can_be_read() -> None:
    for line in BLOCKS[1].splitlines():
        msgspec.convert(json.loads(line), LooneyCard, strict=True)
    for line in BLOCKS[2].splitlines():
        msgspec.convert({"title": "X", "type": "effect", **text_from(line)}, LooneyCard, strict=True)


def test_its_first_log_is_judged_as_it_says() -> None:
    found = judge_log(GAME, read_log(BLOCKS[0].encode(), GAME.all_verbs))
    assert [verdict["verdict"] for verdict in found["verdicts"]] == ["legal"] * 9
    assert found["position"]["active"] == "B"
    assert found["position"]["players"]["A"]["score_pile"] == ["Long-Haired Hare"]
    other = BLOCKS[0].replace('"taker": "A"', '"taker": "B"')
    wrong = judge_log(GAME, read_log(other.encode(), GAME.all_verbs))["verdicts"][-1]
    assert wrong["violations"][0]["message"] == "A takes this Scene"


if __name__ == "__main__":
    written = json.dumps(schema(), indent=1, sort_keys=True) + "\n"
    (DOCS / "looney_tunes.schema.json").write_text(written, encoding="utf-8")
