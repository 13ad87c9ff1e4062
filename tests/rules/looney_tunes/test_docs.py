"""The schema beside the document is the one the verbs have, and the document names everything.

After a change of verbs: ``python -m tests.rules.looney_tunes.test_docs`` writes the schema anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from rules import registry
from tests.rules.schemas import schema_of

DOCS = Path(__file__).parents[3] / "docs" / "logs"
GAME = registry.load("looney_tunes")


def schema() -> dict:
    """The JSON Schema of an entry of this game."""
    union = GAME.all_verbs[0]
    for verb in GAME.all_verbs[1:]:
        union = union | verb  # type: ignore[assignment]
    found: dict = json.loads(msgspec.json.encode(msgspec.json.schema(union)))
    return found


def test_the_schema_is_current() -> None:
    kept = (DOCS / "looney_tunes.schema.json").read_text(encoding="utf-8")
    assert schema_of(kept) == schema_of(json.dumps(schema()))


def test_every_verb_effect_and_option_is_described() -> None:
    text = (DOCS / "looney_tunes.md").read_text(encoding="utf-8")
    for verb in GAME.verbs:
        assert f"`{verb.__struct_config__.tag}`" in text
    for name in (*GAME.effects, *GAME.options_type.__struct_fields__, *GAME.position_type.__struct_fields__):
        assert name == "bars" or f"`{name}`" in text or f"players.X.{name}" in text or name == "players", name


if __name__ == "__main__":
    written = json.dumps(schema(), indent=1, sort_keys=True) + "\n"
    (DOCS / "looney_tunes.schema.json").write_text(written, encoding="utf-8")
