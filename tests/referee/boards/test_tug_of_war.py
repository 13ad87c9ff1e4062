"""The Attack Sequence as a tug of war: HeroCard's own example, and its rule for who wins."""

from __future__ import annotations

import json
import re

import pytest

from tests.referee.boards.test_herocard import DUEL, drawn, fighting, header, run_for


def clash(attack: int, block: int) -> str:
    """A's attack of so many against B's block."""
    players = {
        seat: {"stacks": {"body": [{"card": title, "as": f"c{seat}"}]}}
        for seat, title in (("A", "Jab"), ("B", "Wall"))
    }
    cards = [
        {"card": "cA", "seat": "A", "kind": "base_attack", "side": "attack", "value": attack},
        {"card": "cB", "seat": "B", "kind": "base_block", "side": "block", "value": block},
    ]
    sequence = {"kind": "duel", "attacker": "A", "target": "B", "attack": attack, "block": block}
    sequence |= {"cards": cards, "sides": {"A": "attack", "B": "block"}, "targets": {"A": "B"}}
    whole = json.loads(header(DUEL, players, phase="action", priority="A", sequence=sequence))
    worth = {"Jab": attack, "Wall": block}
    whole["cards"] = [
        card | {"value": worth[card["title"]]} for card in whole["cards"] if card["title"] in worth
    ]
    text = drawn(run_for(None, json.dumps(whole).encode() + b"\n"))
    return text[text.index('class="clash') : text.index("</section>")]


@pytest.mark.parametrize(
    ("attack", "block", "said", "knot"),
    [
        # The Attack Sequence, its example: 2 against 5, then 8 against 5
        (2, 5, "the block holds by 3", 28.6),
        (8, 5, "the attack succeeds by 3", 61.5),
        # Attack and Block Value: equal or less fails
        (5, 5, "the block holds: both are equal", 50.0),
        (3, 0, "the attack succeeds by 3", 100.0),
        (0, 0, "the block holds: both are equal", 50.0),
    ],
)
def test_who_pulls_how_far(attack: int, block: int, said: str, knot: float) -> None:
    """The knot stands at attack / (attack + block) of the rope: 2/7, 8/13."""
    text = clash(attack, block)
    assert f"As it stands, {said}" in text
    assert f'class="knot" d="M{knot} 0V12"' in text
    assert ("clash through" in text) is (attack > block)


def test_each_card_pulls_its_share_of_the_rope() -> None:
    """3 + 4 against 5: quarters, thirds and five twelfths of a hundred, the attack from the left."""
    text = drawn(run_for(None, fighting()))
    pulls = re.findall(r'<rect class="(\w+)" x="([\d.]+)" y="2" width="([\d.]+)"', text)
    assert pulls == [("attack", "0.0", "25.0"), ("attack", "25.0", "33.3"), ("block", "58.3", "41.7")]


def test_the_victory_points_that_win_are_pips() -> None:
    """3 win a duel of two; A has 2 of them."""
    text = drawn(run_for(None, fighting()))
    assert text.count('<i class="full"></i><i class="full"></i><i></i></span>') == 1
    assert text.count("<i></i><i></i><i></i></span>") == 1


def test_a_map_tells_the_dreamer_from_the_killers() -> None:
    dream = [{"scene": "Lake", "q": 0, "r": 0}, {"scene": "Farm", "q": 1, "r": 0}]
    players = {
        seat: {"scene": scene, "killer": "Zombie"}
        for seat, scene in (("A", "Lake"), ("B", "Farm"), ("C", "Cabin"))
    }
    data = header("herocard_nightmare", players, dream=dream, killers={"Zombie": "Farm"}, dreamer="Farm")
    text = drawn(run_for(None, data))
    assert text.count('class="pawn of-dreamer"') == 1 and text.count('class="pawn"') == 1
    assert json.loads(data)["position"]["dreamer"] == "Farm"
