"""Positions and entries as texts of a form: every position of every scenario comes back the same."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.entering.cards_text import CardText, cards_of, lines_of
from referee.entering.read import MISSING, Reading
from referee.entering.spec import CHANGES, struct_spec, verb_spec
from referee.entering.write import texts_of
from rules.kernel.cards import Catalogue, convert_cards
from rules.kernel.declared_effects import _HANDLERS
from rules.kernel.entries import Change
from rules.kernel.game import Game
from rules.kernel.log import Header, read_log
from rules.kernel.messages import plainly
from rules.kernel.position import digest
from rules.kernel.replay import Replay
from rules.registry import games, load

SCENARIOS = Path(__file__).parents[2] / "scenarios"


def catalogue_of(game: Game, header: Header) -> Catalogue:
    return game.catalogue.with_cards(convert_cards(game.card_type, list(header.cards)))


@pytest.mark.parametrize("name", games())
def test_the_positions_of_all_scenarios_come_back(name: str) -> None:
    game = load(name)
    spec = struct_spec(game.position_type)
    wrong = []
    count = 0
    for path in sorted((SCENARIOS / name).glob("*.jsonl")):
        log = read_log(path.read_bytes(), game.all_verbs)
        if log.header.position is None:
            continue
        count += 1
        reading = Reading(texts_of(spec, log.header.position, "p"), catalogue_of(game, log.header))
        back = reading.of(spec, "p")
        if reading.errors:
            wrong.append(f"{path.name}: {reading.errors}")
            continue
        again = msgspec.structs.replace(log.header, position=back if back is not MISSING else {})
        if digest(Replay(game, again).printed()) != digest(Replay(game, log.header).printed()):
            wrong.append(f"{path.name}: {back}")
    assert count > 10
    assert not wrong, "\n".join(wrong[:10])


@pytest.mark.parametrize("name", games())
def test_the_entries_of_all_scenarios_come_back(name: str) -> None:
    game = load(name)
    specs = {spec.name: spec for spec in map(verb_spec, game.all_verbs)}
    own = {"by", "do", "at", "note", "seen_by", "salt", "hash", "expect", "rule", "applied", "decided_at"}
    wrong = []
    for path in sorted((SCENARIOS / name).glob("*.jsonl")):
        log = read_log(path.read_bytes(), game.all_verbs)
        catalogue = catalogue_of(game, log.header)
        for entry in log.entries:
            raw: dict[str, Any] = msgspec.to_builtins(entry, enc_hook=plainly)
            if entry.do not in specs or "raw" in raw or "No Such Card" in str(raw):
                continue
            arguments = {key: value for key, value in raw.items() if key not in own}
            reading = Reading(texts_of(specs[entry.do], arguments, "a"), catalogue)
            back = reading.of(specs[entry.do], "a") or {}
            line = msgspec.json.encode({"by": entry.by, "do": entry.do, **back})
            again = msgspec.to_builtins(
                read_log(_header(log.header) + b"\n" + line, game.all_verbs).entries[0]
            )
            if reading.errors or {k: v for k, v in again.items() if k not in own} != _as_titled(
                arguments, catalogue
            ):
                wrong.append(f"{path.name}: {arguments} {back} {reading.errors}")
    assert not wrong, "\n".join(wrong[:10])


def _header(header: Header) -> bytes:
    return msgspec.json.encode(header)


def _as_titled(value: Any, catalogue: Catalogue) -> Any:
    """Titles in their own spelling, as the form writes them."""
    if isinstance(value, dict):
        return {key: _as_titled(inner, catalogue) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_as_titled(inner, catalogue) for inner in value)
    found = catalogue.find(value) if isinstance(value, str) else ()
    return catalogue.cards[found[0]].title if found else value


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("Upper Left Attack", ["Upper Left Attack"]),
        ("upper left attack\n2 x Dodge", ["Upper Left Attack", "Dodge", "Dodge"]),
        ("3 x ?", [{"unknown": True, "count": 3}]),
        ("3 ?", [{"unknown": True, "count": 3}]),
        ("?\n…", [{"unknown": True}, {"more": True}]),
        ("-", []),
        ("Dodge @c1", [{"card": "Dodge", "as": "c1"}]),
        ("? @c1", [{"unknown": True, "as": "c1"}]),
        ("ul at", ["Upper Left Attack"]),
        ('{"title": "Dodge"}', [{"title": "Dodge"}]),
        ("Dodge [edition: x; grid: y]", [{"title": "Dodge", "edition": "x", "grid": "y"}]),
        ("Dodge | Upper Left Attack", [{"one_of": ["Dodge", "Upper Left Attack"]}]),
    ],
)
def test_a_card_a_line(text: str, cards: list[Any]) -> None:
    catalogue = load("highlander").catalogue
    if text == "ul at":
        text = "up left at"
    assert cards_of(text, catalogue) == cards
    assert cards_of(lines_of(cards), catalogue) == cards


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Doge", "Did you mean Dodge"),
        ("Nonsense Of The Highest Order", "No card is called"),
        ("500 x Dodge", "500 copies"),
        ("{", "not a card as a log writes it"),
        ("Dodge [colour: red]", "Brackets hold"),
        ("2 x Dodge @c1", "A label is for one card"),
        ("\n".join(["?"] * 401), "400 lines"),
    ],
)
def test_a_line_that_names_no_card(text: str, said: str) -> None:
    with pytest.raises(CardText, match=said.replace("“", ".")):
        cards_of(text, load("highlander").catalogue)


def test_what_a_change_is_made_of_is_what_the_kernel_reads() -> None:
    assert set(CHANGES) == set(_HANDLERS)
    known = {field.encode_name for field in msgspec.structs.fields(Change)}
    assert {name for names in CHANGES.values() for name in names} | {"change"} == known
