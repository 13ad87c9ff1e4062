"""The document of Highlander's logs names every verb, argument, fact and effect; its schema is the code's.

After a change of verbs: ``python -m tests.rules.highlander.test_docs`` writes the schema anew.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from rules.highlander import position
from rules.highlander.card import HighlanderCard
from rules.highlander.event_options import HighlanderOptions
from rules.highlander.game import HighlanderGame
from rules.highlander.language import serialization
from rules.highlander.language.parts import Unheeded
from rules.kernel.entries import Entry
from tests.rules.schemas import components_of, schema_of

GAME = HighlanderGame()
LOGS = Path(__file__).parents[3] / "docs" / "logs"
DOCUMENT = (LOGS / "highlander.md").read_text(encoding="utf-8")
SCHEMA = LOGS / "highlander.schema.json"


def schema_text() -> str:
    """Entries, cards and options, one line a definition."""
    types = (*GAME.all_verbs, HighlanderCard, HighlanderOptions)
    references, components = components_of(types)
    for name in ("Called", "CardName", "Filter"):  # a list or a log may write them as text
        components[name] = {"anyOf": [{"type": "string"}, components[name]]}
    for kind in serialization.SPLIT:  # and of these, all that they are about
        said = components[kind.__name__]
        said["properties"]["what"] = {"type": "string"}
        said["required"] = [name for name in said["required"] if name not in ("does", "each", "then")]
    components = {name: told(one) for name, one in components.items() if name != Unheeded.__name__}
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


def told(schema: Any) -> Any:
    """A schema without what only stands in for words that mean nothing: nobody writes it."""
    place = f"#/$defs/{Unheeded.__name__}"
    if isinstance(schema, dict):
        return {name: told(one) for name, one in schema.items() if one != place}
    if isinstance(schema, list):
        return [told(one) for one in schema if one != {"$ref": place}]
    return schema


def test_the_schema_is_that_of_the_code() -> None:
    assert schema_of(SCHEMA.read_text(encoding="utf-8")) == schema_of(schema_text())


def test_the_document_names_everything() -> None:
    wanted = {str(verb.__struct_config__.tag) for verb in GAME.verbs} | set(GAME.effects)
    wanted |= {field for verb in GAME.verbs for field in verb.__struct_fields__} - set(
        Entry.__struct_fields__
    )
    kinds = (
        position.Highlander, position.Side, position.Attack, position.Defense, position.InPlay, position.Lasting,
        position.Must, position.Due, position.Exerting, position.Chance, position.Choice, position.Rolling,
        position.Mark, HighlanderCard, HighlanderOptions,
    )  # fmt: skip
    for kind in kinds:
        wanted |= set(kind.__struct_fields__)
    wanted -= {"players"}
    named = set(re.findall(r"`(?:players\.A)?\.?(\w+)`", DOCUMENT))
    assert sorted(wanted - named) == []


def test_the_table_of_verbs_is_the_games() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ((?:`table`|`judge`|a seat)(?:, `table`)?) \|", DOCUMENT, re.M)
    words = {"seat": "a seat", "table": "`table`", "judge": "`judge`"}
    verbs = [
        (str(verb.__struct_config__.tag), ", ".join(words[by] for by in verb.entered.by))
        for verb in GAME.verbs
    ]
    assert sorted(rows) == sorted(verbs)


if __name__ == "__main__":
    SCHEMA.write_text(schema_text(), encoding="utf-8")
