"""The documents of the logs: what each says of verbs is the code's, and the logs they show are judged as they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from rules import registry
from rules.kernel.entries import BadEntry, Entry
from rules.kernel.log import game_of, read_log
from rules.kernel.report import judge_log
from rules.kernel.rulings import DECISIONS
from rules.kernel.scenario import judge_scenario

LOGS = Path(__file__).parents[2] / "docs" / "logs"
#: whose document describes the verbs two games share
SHARED = {"herocard_nightmare": ("herocard_duel",)}
COMMON = set(Entry.__struct_fields__)
#: the facts of an entry that hold a card
NAMES_A_CARD = {"card", "cards", "title", "scene", "killer", "discard", "locale", "replace"}


def document(name: str) -> str:
    return (LOGS / f"{name}.md").read_text(encoding="utf-8")


def section(text: str, heading: str) -> str:
    found = re.search(rf"^##+ {re.escape(heading)}\n(.*?)(?=^##+ |\Z)", text, re.M | re.S)
    assert found is not None, heading
    return found.group(1)


def blocks(text: str) -> list[bytes]:
    return [block.encode() for block in re.findall(r"```jsonl?\n(.*?)```", text, re.S)]


def rows(name: str) -> Iterator[tuple[str, list[str]]]:
    """Every verb of a document's table with the other cells of its row."""
    for line in section(document(name), "Verbs").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `"):
            yield from ((verb, cells[1:]) for verb in re.findall(r"`(\w+)`", cells[0]))


def verbs(name: str) -> dict[str, type[Entry]]:
    return {str(verb.__struct_config__.tag): verb for verb in registry.load(name).verbs}


def arguments(verb: type[Entry]) -> set[str]:
    return {name for name in verb.__struct_fields__ if name not in COMMON}


def values(hint: Any) -> set[str]:
    """The words a type allows, and the names of the parts it is made of."""
    if get_origin(hint) is Literal:
        return {value for value in get_args(hint) if isinstance(value, str)}
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return set(hint.__struct_fields__)
    return set().union(*map(values, get_args(hint)))


@pytest.mark.parametrize("name", registry.games())
def test_the_table_of_verbs_is_the_code_s(name: str) -> None:
    tables = {verb: cells for other in (*SHARED.get(name, ()), name) for verb, cells in rows(other)}
    assert set(tables) >= set(verbs(name))
    own = {verb for verb, _ in rows(name)}
    assert own <= set(verbs(name))
    for tag, verb in verbs(name).items():
        if tag in own:
            assert sorted(arguments(verb) - set(re.findall(r"`(\w+)`", " ".join(tables[tag])))) == [], tag


@pytest.mark.parametrize("name", registry.games())
def test_the_table_names_no_argument_there_is_not(name: str) -> None:
    code = verbs(name)
    shared: dict[tuple[str, ...], set[str]] = {}
    for tag, cells in rows(name):
        shared.setdefault(tuple(cells), set()).update(arguments(code[tag]))
    for tag, cells in rows(name):
        named = re.sub(r"\([^)]*\)|: [^;,]*(?:, `[^;]*)?", "", cells[1])
        allowed = shared[tuple(cells)] | set().union(
            *(values(f.type) for f in msgspec.structs.fields(code[tag]))
        )
        assert set(re.findall(r"`(\w+)`", named)) <= allowed, tag


@pytest.mark.parametrize("name", registry.games())
def test_an_entry_of_each_verb_is_one(name: str) -> None:
    (block,) = blocks(section(document(name), "An entry of each verb"))
    head = msgspec.json.encode({"log": 1, "game": name, "players": [{"seat": seat} for seat in "ABC"]})
    log = read_log(head + b"\n" + block, registry.load(name).all_verbs)
    assert not [entry for entry in log.entries if isinstance(entry, BadEntry)]
    written = {entry.do for entry in log.entries}
    assert written == {verb for verb, _ in rows(name)}
    old = {alias.old for verb in verbs(name).values() for alias in verb.aliases}
    for entry, line in zip(log.entries, block.splitlines(), strict=True):
        given = set(msgspec.json.decode(line)) - COMMON - {"do"}
        assert given <= arguments(type(entry)), f"{line!r} uses an older name of {sorted(old)}"


def titles(thing: Any, key: str = "") -> Iterator[str]:
    """The titles of cards that an entry names."""
    if isinstance(thing, dict):
        for name, part in thing.items():
            yield from titles(part, name)
    elif isinstance(thing, list):
        for part in thing:
            yield from titles(part, key)
    elif isinstance(thing, str) and key in NAMES_A_CARD:
        yield thing


@pytest.mark.parametrize("name", registry.games())
def test_an_entry_of_each_verb_names_cards_there_are(name: str) -> None:
    (block,) = blocks(section(document(name), "An entry of each verb"))
    named = {title for line in block.splitlines() for title in titles(msgspec.json.decode(line))}
    known = {card.title for card in registry.load(name).catalogue.cards}
    assert named
    assert named <= known


@pytest.mark.parametrize("name", registry.games())
def test_a_first_log_contradicts_nothing(name: str) -> None:
    (block,) = blocks(section(document(name), "A first log"))
    game = registry.load(name)
    assert judge_log(game, read_log(block, game.all_verbs))["findings"] == []


def test_what_a_judge_writes_is_shown_as_it_is_read() -> None:
    (block,) = blocks(section(document("README"), "Entries"))
    game = registry.load("highlander")
    head = b'{"log": 1, "game": "highlander", "players": [{"seat": "A"}, {"seat": "B"}]}\n'
    entries = read_log(head + block, game.all_verbs).entries
    assert not [entry for entry in entries if isinstance(entry, BadEntry)]
    lines = [msgspec.json.decode(line) for line in block.splitlines()]
    changes = [change for line in lines for change in (*line.get("changes", ()), *line.get("repair", ()))]
    assert {change["change"] for change in changes} == {"move", "set", "add"}
    assert set(DECISIONS) == set(
        re.findall(r"^\| `(\w+)` \| (?:without|with|from) ", document("README"), re.M)
    )


def test_the_first_log_of_all_is_judged_as_it_says() -> None:
    (block,) = blocks(section(document("README"), "A first log"))
    found = judge_log(registry.load("highlander"), read_log(block, registry.load("highlander").all_verbs))
    assert [row["verdict"] for row in found["verdicts"]] == ["legal", "legal", "illegal", "legal", "legal"]
    assert found["verdicts"][2]["violations"][0]["rule"] == "blocks"
    assert found["position"]["players"]["A"]["hand"] == ["Thrust", {"unknown": True, "count": 2}]


def test_the_first_scenario_holds() -> None:
    (block,) = blocks(section(document("README"), "Scenarios"))
    result = judge_scenario(registry.load(game_of(block)), block, strict=True)
    assert not result.failures
    assert [found.rules for found in result.broken] == [("blocks",)]


def test_a_game_of_highlander_from_its_beginning_is_judged_as_it_says() -> None:
    game = registry.load("highlander")
    (block,) = blocks(section(document("highlander"), "A first log"))
    found = judge_log(game, read_log(block, game.all_verbs))
    illegal = [row for row in found["verdicts"] if row["verdict"] != "legal"]
    assert [(row["n"], row["undone"], row["violations"][0]["rule"]) for row in illegal] == [
        (14, 15, "blocks")
    ]
    assert (found["status"], found["position"]["turn"], found["position"]["phase"]) == (
        "in_progress",
        "B",
        "attack",
    )
    assert found["position"]["players"]["B"]["ability"] == 12
    assert [due["amount"] for due in found["position"]["players"]["B"]["due"]] == [2]


def test_every_path_and_command_a_document_names_is_there() -> None:
    root = LOGS.parents[1]
    for path in (*LOGS.glob("*.md"), LOGS.parent / "judge.md"):
        text = path.read_text(encoding="utf-8")
        for link in re.findall(r"\]\(([^)#:]+)", text):
            assert (path.parent / link).exists(), f"{path.name}: {link}"
        for command in re.findall(r"run\.py manage (\w+)", text):
            assert (root / "referee" / "management" / "commands" / f"{command}.py").exists(), command
