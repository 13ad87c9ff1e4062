"""Card declarations: the document covers the code's vocabulary, its first logs replay, scenarios play every word."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from rules.herocard.core.actions.card_effects import DECLARED_ONLY, EFFECTS
from rules.herocard.core.reading.card import HeroCard
from rules.herocard.core.reading.effects import Amount, Counted, Effect, Meant
from rules.herocard.duel.game import HeroCardDuel
from rules.herocard.nightmare.game import HeroCardNightmare
from rules.kernel.game import Game
from rules.kernel.log import read_log
from rules.kernel.replay import Replay
from tests.rules.schemas import schema_of

ROOT = Path(__file__).parents[3]
LOGS = ROOT / "docs" / "logs"
SCHEMA = LOGS / "herocard_cards.schema.json"
DOCUMENT = re.sub("```.*?```", "", (LOGS / "herocard_duel.md").read_text(encoding="utf-8"), flags=re.DOTALL)
WORDS = set(re.findall(r"`([^`]+)`", DOCUMENT))
EXAMPLES = [json.loads(word) for word in sorted(WORDS) if word.startswith("{")]
KINDS = {str(kind.__struct_config__.tag): kind for kind in get_args(Effect)}


def schema() -> dict[str, Any]:
    """The JSON Schema of a card declaration."""
    return msgspec.json.schema(HeroCard)


def declared() -> list[dict[str, Any]]:
    """Every card that a scenario declares."""
    found: list[dict[str, Any]] = []
    for game in ("herocard_duel", "herocard_nightmare"):
        for path in sorted((ROOT / "tests" / "scenarios" / game).glob("*.jsonl")):
            found += json.loads(path.read_text(encoding="utf-8").split("\n", 1)[0]).get("cards", [])
    return found


def parts(value: Any) -> list[dict[str, Any]]:
    """Every object within a declaration."""
    if isinstance(value, list):
        return [part for inner in value for part in parts(inner)]
    return [value, *parts(list(value.values()))] if isinstance(value, dict) else []


def literals(kind: type) -> set[str]:
    """The words a struct's fields may hold."""
    text = json.dumps(msgspec.json.schema(kind))
    return {
        word
        for listed in re.findall(r'"enum": \[([^\]]*)\]', text)
        for word in re.findall(r'"(\w+)"', listed)
    }


def test_the_schema_is_that_of_the_code() -> None:
    assert schema_of(SCHEMA.read_text(encoding="utf-8")) == schema_of(json.dumps(schema()))


def test_every_field_and_word_of_a_card_is_in_the_document() -> None:
    wanted = set(HeroCard.__struct_fields__) | literals(HeroCard)
    wanted |= {field for kind in (Amount, Meant) for field in kind.__struct_fields__} - {"up"}
    wanted |= {field for kind in KINDS.values() for field in kind.__struct_fields__}
    assert sorted(wanted - WORDS) == []
    assert '"up": true' in DOCUMENT


def test_every_effect_and_amount_has_an_example_that_reads() -> None:
    shown = {example["do"] for example in EXAMPLES if example.get("do") in KINDS and "by" not in example}
    for example in EXAMPLES:
        if "by" not in example and example.get("do") in KINDS:
            msgspec.convert(example, KINDS[example["do"]])
        elif "by" not in example and "do" not in example and "count" in example:
            msgspec.convert(example, Amount)
    assert shown == set(KINDS)
    assert set(get_args(Counted)) <= WORDS


def test_each_effect_is_carried_out_by_one_table() -> None:
    assert set(KINDS) <= set(EFFECTS) | set(DECLARED_ONLY)
    assert not set(EFFECTS) & set(DECLARED_ONLY)


def test_scenarios_play_every_effect_field_and_count_beyond_the_catalogue() -> None:
    objects = parts(declared())
    used = {(part["do"], field) for part in objects if "do" in part for field in part}
    counted = {part["count"] for part in objects if isinstance(part.get("count"), str)}
    wanted = {(name, field) for name, kind in KINDS.items() for field in kind.__struct_fields__}
    missing = wanted - used
    assert not missing
    catalogue = {amount.count for card in HeroCardDuel().catalogue.cards for amount in card.plus}  # type: ignore[attr-defined]
    assert set(get_args(Counted)) <= counted | catalogue
    fields = {field for part in objects if isinstance(part.get("count"), str) for field in part}
    assert set(Amount.__struct_fields__) <= fields


@pytest.mark.parametrize("game", [HeroCardDuel(), HeroCardNightmare()], ids=lambda game: game.name)
def test_the_first_log_of_the_document_is_legal(game: Game) -> None:
    text = (LOGS / f"{game.name}.md").read_text(encoding="utf-8")
    found = re.search(r"```jsonl\n(.*?)```", text, re.DOTALL)
    assert found is not None
    log = read_log(found.group(1).encode(), game.all_verbs)
    run = Replay(game, log.header)
    verdicts = [run.push(entry).verdict for entry in log.entries]
    assert set(verdicts) == {"legal"}
    assert not run.findings
    assert run.position.turn != "" and run.position.phase == "discard" and not run.position.steps


if __name__ == "__main__":
    SCHEMA.write_text(json.dumps(schema(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
