"""`read_cards`: an organiser's list becomes declarations that a log takes; what is wrong is said by line."""

import json
from pathlib import Path

import pytest

from rules.card_lists import games_with_lists
from rules.registry import games
from tests.referee.running import run


def test_every_game_reads_lists() -> None:
    assert set(games_with_lists()) == set(games()) - {"toy"}


def test_a_list_becomes_cards_of_a_log(tmp_path: Path) -> None:
    """An Attack of the organiser's own is read, put into a header, and played."""
    file = tmp_path / "own.json"
    file.write_text(json.dumps([{"title": "Cleave", "type": "attack", "grid": "AOO/AOO/AOO"}]))
    code, out, _ = run("read_cards", "highlander", file)
    printed = json.loads(out)
    assert code == 0 and printed["problems"] == [] and printed["cards"][0]["title"] == "Cleave"
    header = {
        "log": 1, "game": "highlander", "rules": "1999.3.10", "players": [{"seat": "A"}, {"seat": "B"}],
        "cards": printed["cards"],
        "position": {"turn": "A", "phase": "attack", "number": 5, "players": {"A": {"hand": ["Cleave"]}, "B": {}}},
    }  # fmt: skip
    log = tmp_path / "log.jsonl"
    log.write_text(
        f"{json.dumps(header)}\n" + json.dumps({"by": "A", "do": "attack", "card": "Cleave"}) + "\n"
    )
    assert run("replay", log)[0] == 0


def test_what_is_wrong_is_said_by_line(tmp_path: Path) -> None:
    file = tmp_path / "own.csv"
    file.write_text("title,type\nFine,event\n,event\nOdd,no such type\n")
    code, out, err = run("read_cards", "highlander", file)
    assert code == 1
    assert [problem["line"] for problem in json.loads(out)["problems"]] == [3, 4]
    assert "line 3: " in err and "line 4: " in err


@pytest.mark.parametrize(
    ("game", "name"), [("chess", "own.csv"), ("highlander", "own.txt"), ("highlander", "no.csv")]
)
def test_nonsense_ends_with_64(tmp_path: Path, game: str, name: str) -> None:
    if name != "no.csv":
        (tmp_path / name).write_text("title,type\n")
    assert run("read_cards", game, tmp_path / name)[0] == 64
