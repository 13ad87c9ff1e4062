"""The documents of both games' logs name every verb, argument and fact, and their schemas are the code's.

After a change of verbs: ``python -m tests.rules.herocard.test_docs`` writes the schemas anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.herocard.duel.game import HeroCardDuel
from rules.herocard.nightmare.game import HeroCardNightmare
from rules.kernel.entries import Entry
from rules.kernel.game import Game
from tests.rules.schemas import components_of, schema_of

LOGS = Path(__file__).parents[3] / "docs" / "logs"
GAMES: list[Game] = [HeroCardDuel(), HeroCardNightmare()]


def schema(game: Game) -> dict[str, Any]:
    """The JSON Schema of a game's entries, one definition a verb."""
    references, components = components_of(game.all_verbs)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Entries of {game.name}",
        "anyOf": list(references),
        "$defs": dict(sorted(components.items())),
    }


def text(game: Game) -> str:
    """The schema with one line a definition, so that a change of one verb changes one line."""
    whole = schema(game)
    lines = [
        f"  {json.dumps(name)}: {json.dumps(d, ensure_ascii=False)}" for name, d in whole.pop("$defs").items()
    ]
    head = json.dumps(whole, ensure_ascii=False)[:-1]
    return head + ', "$defs": {\n' + ",\n".join(lines) + "\n}}\n"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_schema_is_that_of_the_code(game: Game) -> None:
    kept = (LOGS / f"{game.name}.schema.json").read_text(encoding="utf-8")
    assert schema_of(kept) == schema_of(text(game))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_document_names_every_verb_argument_and_fact(game: Game) -> None:
    document = (LOGS / f"{game.name}.md").read_text(encoding="utf-8")
    if game.name != "herocard_duel":
        document += (LOGS / "herocard_duel.md").read_text(encoding="utf-8")
    common = set(Entry.__struct_fields__)
    wanted = {str(verb.__struct_config__.tag) for verb in game.verbs}
    wanted |= {name for verb in game.verbs for name in verb.__struct_fields__ if name not in common}
    wanted |= set(game.position_type.__struct_fields__)
    wanted |= set(game.hero_type.__struct_fields__)  # type: ignore[attr-defined]
    missing = sorted(word for word in wanted if f"`{word}`" not in document and f".{word}`" not in document)
    assert not missing


if __name__ == "__main__":
    for one in GAMES:
        (LOGS / f"{one.name}.schema.json").write_text(text(one), encoding="utf-8")
