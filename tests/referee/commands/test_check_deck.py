"""`check_deck`: legal, not legal, nonsense."""

import json
from pathlib import Path

import pytest

from tests.referee.running import run

GAME = "looney_tunes"


def deck(path: Path, *lines: object, section: str = "personal") -> Path:
    path.write_text(json.dumps({"name": "Mine", "sections": {section: list(lines)}}))
    return path


def test_any_assortment_is_a_deck(tmp_path: Path) -> None:
    """“You can create your personal deck out of any assortment of cards.”"""
    file = deck(tmp_path / "deck.json", {"card": "Bugs Bunny", "count": 20}, {"card": "Long-Haired Hare"})
    code, out, _ = run("check_deck", GAME, file, "--json")
    assert (code, json.loads(out)) == (0, {"legal": True, "violations": []})
    code, out, err = run("check_deck", GAME, file)
    assert (code, out) == (0, "") and "legal" in err


def test_a_card_nobody_knows_is_a_violation_with_its_rule(tmp_path: Path) -> None:
    file = deck(tmp_path / "deck.json", {"card": "No Such Card"})
    code, out, err = run("check_deck", GAME, file, "--json")
    report = json.loads(out)
    assert (code, report["legal"], err) == (1, False, "")
    (violation,) = report["violations"]
    assert set(violation) == {"rule", "message", "source", "cards"}
    assert len(violation["cards"]) == 1 and "No Such Card" in violation["cards"][0]
    code, out, err = run("check_deck", GAME, file)
    assert (code, out) == (1, "") and violation["rule"] in err


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "7", "nonsense", '{"sections": 7}', '{"sections": {"personal": [7]}}',
        '{"sections": {"personal": [{"card": "X", "count": 0}]}}', '{"extra": 1}',
        '{"sections": {"personal": [{"card": "X", "count": "two"}]}}', "[" * 100_000,
    ],
)  # fmt: skip
def test_a_file_that_is_no_deck_list_ends_with_64(tmp_path: Path, text: str) -> None:
    (tmp_path / "deck.json").write_text(text)
    code, out, err = run("check_deck", GAME, tmp_path / "deck.json", "--json")
    assert (code, out) == (64, "")
    assert "not a deck list" in err


def test_what_is_wrong_with_a_deck_list_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "deck.json").write_text('{"sections": {"personal": [{"card": "X", "count": "two"}]}}')
    assert "count must be a whole number, not a text" in run("check_deck", GAME, tmp_path / "deck.json")[2]


def test_nonsense_ends_with_64(tmp_path: Path) -> None:
    file = deck(tmp_path / "deck.json")
    (tmp_path / "bad.json").write_bytes(b"\xff\xfe")
    for arguments in (
        [], [GAME], ["chess", file], [GAME, "nowhere.json"], [GAME, tmp_path], [GAME, file, "more"],
        [GAME, file, "--what"], [GAME, tmp_path / "bad.json"],
    ):  # fmt: skip
        code, out, err = run("check_deck", *arguments)
        assert (code, out) == (64, ""), arguments
        assert err.strip()
