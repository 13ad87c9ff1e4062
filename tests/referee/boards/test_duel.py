"""What gets through on the Highlander table, and what Ability becomes: the Handbook's own examples."""

from __future__ import annotations

import pytest

from rules.highlander.changes.foreseen import foreseen
from rules.kernel.replay import Replay
from tests.referee.boards.test_highlander import drawn, grid, log, run_for

BLOCK = {"owner": "A", "card": "Upper Left Block", "against": [1], "played": 5}
BLOW = [{"what": "power_blow"}]


def duel(attacks: list[dict[str, object]], *defenses: dict[str, object], **facts: object) -> Replay:
    """B's attacks on A, in A's turn, with A's Defenses."""
    theirs = [{"owner": "B"} | attack for attack in attacks]
    return run_for(None, log({"A": {"defenses": list(defenses)}, "B": {"attacks": theirs}}, **facts))


@pytest.mark.parametrize(
    ("attack", "defenses", "comes"),
    [
        # Attacks - Damage: 2 unless it says otherwise; a Power Blow does 4
        ({"card": "Upper Left Attack"}, (), "2 damage comes through"),
        ({"card": "Upper Left Attack", "marks": BLOW}, (), "4 damage comes through"),
        # Blocks: a normal Attack that is blocked is not successful
        ({"card": "Upper Left Attack"}, (BLOCK,), "is stopped"),
        # Successful Attack, example: a Thrust as a Power Blow, blocked without a Power Block, does 3 (2 + 1)
        (
            {"card": "Thrust", "marks": BLOW},
            ({"owner": "A", "card": "Lower Center Block", "squares": 0b111_111_000, "against": [1]},),
            "3 damage comes through",
        ),
        # Blocks: a Power Blow that is Power Blocked is not successful
        ({"card": "Upper Left Attack", "marks": BLOW}, (BLOCK | {"power_block": True},), "is stopped"),
        # Defense Phase: a Defense has to cover the entire Attack
        ({"card": "Lower Right Attack"}, (BLOCK,), "2 damage comes through"),
        # Slash: Left covers the whole left column; the corner Block covers Upper and Middle Left (reading B19)
        ({"card": "Upper Left Attack", "squares": 0b001_001_001}, (BLOCK,), "2 damage comes through"),
        # Unblockable Attacks
        (
            {"card": "Upper Left Attack", "marks": [{"what": "unblockable"}]},
            (BLOCK,),
            "2 damage comes through",
        ),
    ],
)
def test_what_comes_of_an_attack(
    attack: dict[str, object], defenses: tuple[dict[str, object], ...], comes: str
) -> None:
    assert f"<b>{comes}</b>" in drawn(duel([attack], *defenses))


def test_why_a_defense_does_not_hold_is_said_beside_it() -> None:
    assert "does not cover it" in drawn(duel([{"card": "Lower Right Attack"}], BLOCK))
    unblockable = {"card": "Upper Left Attack", "marks": [{"what": "unblockable"}]}
    assert "it cannot be blocked" in drawn(duel([unblockable], BLOCK))
    assert "does not cover it" not in drawn(duel([{"card": "Upper Left Attack"}], BLOCK))


def test_where_they_meet_is_said_in_words() -> None:
    """A column of three attacked, the upper two of it under a corner Block: the lowest square is open."""
    text = drawn(duel([{"card": "Upper Left Attack", "squares": 0b001_001_001}], BLOCK))
    assert grid(text) == "×D.×D.A.."
    assert "Attacks upper left, middle left, lower left. " in text
    assert "Covered: upper left, middle left. Open: lower left" in text
    assert "Attacks upper left. All of it is covered" in drawn(duel([{"card": "Upper Left Attack"}], BLOCK))


def test_a_string_of_attacks_meets_its_defenses_one_by_one() -> None:
    """Multiple Attacks, example: the Upper Left and Upper Center Attacks are blocked by one Upper Left Block, the Lower
    Right Attack between them is let through, nothing is played against the Lower Left Attack."""
    names = ("Upper Left", "Lower Right", "Upper Center", "Lower Left")
    attacks = [{"card": f"{name} Attack"} for name in names]
    text = drawn(duel(attacks, BLOCK | {"against": [1, 3]}))
    comes = [part[: part.index("<")] for part in text.split("as it lies: <b>")[1:]]
    assert comes == ["is stopped", "2 damage comes through", "is stopped", "2 damage comes through"]


def test_a_head_shot_wins_unless_it_is_blocked() -> None:
    """Head Shot: if the Power Blow it goes with is successful, the game is won."""
    blow = {"card": "Upper Left Attack", "marks": [*BLOW, {"what": "head_shot"}]}
    assert "<b>wins the game</b>" in drawn(duel([blow]))
    assert "<b>2 damage comes through</b>" in drawn(duel([blow], BLOCK))
    assert "<b>is stopped</b>" in drawn(duel([blow], BLOCK | {"power_block": True}))


def test_the_defenses_of_the_turn_before_lie_over_nothing() -> None:
    """B used its Block against A's first attack of the turn before, which is swept; A attacks anew. B's Block waits for
    B's Sweep Phase (Sweep Phase - What Cards Are Swept?)."""
    players = {
        "A": {"attacks": [{"owner": "A", "card": "Upper Left Attack"}]},
        "B": {"defenses": [{"owner": "B", "card": "Upper Left Block", "against": [1], "played": 4}]},
    }
    text = drawn(run_for(None, log(players, phase="draw_discard")))
    assert "2 damage comes through" in text and "against it" not in text
    assert grid(text[text.index("Defenses in play") :]) == "DD.DD...."


def test_what_a_hidden_attack_would_do_is_told_to_nobody_else() -> None:
    hidden = log({"B": {"attacks": [{"owner": "B", "face_down": "Upper Left Attack"}]}})
    assert "2 damage comes through" in drawn(run_for("B", hidden), 0, "B")
    for seat in ("A", "public"):
        assert "comes through" not in drawn(run_for(seat, hidden), 0, seat)


def test_asking_changes_nothing() -> None:
    run = duel([{"card": "Upper Left Attack"}])
    before = run.printed(0)
    assert foreseen(run.judged_at(0), "A")[1].damage == 2
    assert run.printed(0) == before


def test_the_ability_it_will_be() -> None:
    """Ability Adjustment Phase, example 1: 2 and 3 damage, of which 2 is prevented, 5 for Exhaustion, 1 gained: 15
    becomes 8."""
    due = [
        {"amount": 2, "source": "Lower Left Attack", "prevented": 2},
        {"amount": 3, "source": "Angry Mob"},
        {"amount": 1, "kind": "gain", "source": "Lost Love"},
    ]
    text = drawn(run_for(None, log({"A": {"ability": 15, "due": due, "exhausted": 1}})))
    assert '<b class="ability">15</b>' in text and '<b class="ability">8</b>' in text
    assert "2 damage, 2 of it prevented (Lower Left Attack)" in text
    assert 'data-at="players.A.exhausted">loses 5 (Exhaustion)<' in text


def test_nothing_is_foretold_of_an_ability_at_rest() -> None:
    text = drawn(run_for(None, log({"A": {"ability": 15}})))
    assert "will be" not in text and "Still to be adjusted" not in text
