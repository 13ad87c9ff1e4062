"""The document of this game's logs names every verb, argument, fact and card field; its schema is the code's.

After a change of verbs: ``python -m tests.rules.nightmare_before_christmas.test_docs`` writes the schema anew.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec

from rules import registry
from rules.kernel.entries import Entry
from rules.kernel.log import read_log
from rules.kernel.report import judge_log
from rules.nightmare_before_christmas import effects
from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.game import NightmareOptions
from rules.nightmare_before_christmas.position import Locale, NightmarePosition, Player, Stack, Step
from tests.rules.schemas import components_of, schema_of

GAME = registry.load("nightmare_before_christmas")
LOGS = Path(__file__).parents[3] / "docs" / "logs"
DOCUMENT = LOGS / "nightmare_before_christmas.md"
SCHEMA = LOGS / "nightmare_before_christmas.schema.json"
KERNEL_CARD = ("source", "variant", "edition", "grid")


def schema_text() -> str:
    """Entries, cards and options, one line a definition, so that a change of one verb changes one line."""
    types = (*GAME.all_verbs, NightmareCard, NightmareOptions)
    references, components = components_of(types)
    whole: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Entries of {GAME.name}",
        "anyOf": list(references[:-2]),
    }
    lines = [
        f"  {json.dumps(name)}: {json.dumps(components[name], ensure_ascii=False)}"
        for name in sorted(components)
    ]
    return json.dumps(whole, ensure_ascii=False)[:-1] + ', "$defs": {\n' + ",\n".join(lines) + "\n}}\n"


def test_the_schema_is_that_of_the_code() -> None:
    assert schema_of(SCHEMA.read_text(encoding="utf-8")) == schema_of(schema_text())


def test_the_document_names_every_verb_argument_fact_and_card_field() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    wanted = {str(verb.__struct_config__.tag) for verb in GAME.verbs}
    wanted |= {field for verb in GAME.verbs for field in verb.__struct_fields__} - set(
        Entry.__struct_fields__
    )
    for kind in (NightmarePosition, Player, Locale, Stack, Step, NightmareOptions):
        wanted |= set(kind.__struct_fields__)
    wanted |= set(NightmareCard.__struct_fields__) - set(KERNEL_CARD)
    for kind in (effects.Ability, effects.Choice, effects.Discount, effects.When):
        wanted |= set(kind.__struct_fields__)
    declared = [
        kind for kind in effects.Effect.__subclasses__() if "Pending only" not in (kind.__doc__ or "")
    ]
    wanted |= {str(kind.__struct_config__.tag) for kind in declared}
    wanted |= {field for kind in declared for field in kind.__struct_fields__}
    assert sorted(word for word in wanted if f"`{word}`" not in document) == []


def test_the_document_names_nothing_that_is_not_there() -> None:
    rows = re.findall(
        r"^\| ((?:`\w+`(?:, )?)+) \| (?:`table`|a seat|the King|the current player)",
        DOCUMENT.read_text(),
        re.M,
    )
    verbs = {verb for row in rows for verb in re.findall(r"`(\w+)`", row)}
    assert verbs == {str(verb.__struct_config__.tag) for verb in GAME.verbs}


def test_the_tables_of_the_card_language_are_whole() -> None:
    """A row for every field of a card, every effect and every condition; each effect's row names its arguments."""
    language = DOCUMENT.read_text(encoding="utf-8").partition("## Cards and their language")[2]
    rows = dict(re.findall(r"^\| ([^|]*) \| (.*)$", language, re.M))
    named = {word for row in rows for word in re.findall(r"`(\w+)`", row)}
    assert set(NightmareCard.__struct_fields__) - {*KERNEL_CARD, "title", "type"} <= named
    assert set(effects.When.__struct_fields__) <= named
    common = set(effects.Effect.__struct_fields__)
    for kind in get_args(effects.CardEffect):
        (row,) = (
            text for first, text in rows.items() if f"`{kind.__struct_config__.tag}`" in first.split(", ")
        )
        assert all(f"`{field}`" in row for field in set(kind.__struct_fields__) - common), kind


def test_its_first_log_is_judged_as_it_says() -> None:
    log, cards = re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.S)
    found = judge_log(GAME, read_log(log.encode(), GAME.all_verbs))
    assert [v["verdict"] for v in found["verdicts"]] == ["legal"] * 14
    assert (found["position"]["king"], found["position"]["day"]) == ("B", 2)
    other = log.replace('"locale": "Oogie\'s Lair", "number": 1', '"locale": "Town Hall"')
    wrong = judge_log(GAME, read_log(other.encode(), GAME.all_verbs))["verdicts"][9]
    assert wrong["violations"][0]["rule"] == "player-turn.active"
    for line in cards.splitlines():
        msgspec.convert(json.loads(line), NightmareCard, strict=True)


if __name__ == "__main__":
    SCHEMA.write_text(schema_text(), encoding="utf-8")
