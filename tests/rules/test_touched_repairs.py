"""A judge's changes at places of the games: a card that lies with facts of its own is named by where it lies, turned
over, taken out of a place of one card."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.kernel.log import read_header, read_log
from rules.kernel.replay import Replay
from rules.registry import load

SCENES = [
    {
        "title": f"Take Red {rank} for {points}",
        "type": "scene",
        "color": "red",
        "rank": rank,
        "points": points,
    }
    for rank, points in ((7, 6), (5, 5))
]


def after(game: str, position: dict[str, Any], *changes: dict[str, Any]) -> Replay:
    header: dict[str, Any] = {"log": 1, "game": game, "rules": load(game).editions[-1], "position": position}
    header["players"] = [{"seat": seat} for seat in "AB"]
    header["cards"] = SCENES if game == "looney_tunes" else []
    line = {"by": "judge", "do": "declare", "changes": list(changes)}
    text = b"\n".join(msgspec.json.encode(one) for one in (header, line))
    run = Replay(load(game), read_header(msgspec.json.encode(header)))
    for entry in read_log(text, load(game).all_verbs).entries:
        run.push(entry)
    return run


def side(run: Replay, seat: str = "A") -> dict[str, Any]:
    assert run.verdicts[-1].verdict == "legal", run.verdicts[-1]
    printed: dict[str, Any] = run.printed()["players"][seat]
    return printed


DUEL = {
    "turn": "A",
    "phase": "attack",
    "players": {
        "A": {
            "attacks": [
                {"owner": "A", "card": "Upper Left Attack"},
                {"owner": "A", "face_down": "Lower Left Attack"},
                {"owner": "A", "card": "Upper Left Attack", "damage": 3},
            ]
        },
        "B": {"defenses": [{"owner": "B", "card": "Dodge", "against": [1, 3]}]},
    },
}


def test_the_second_of_two_cards_of_a_title_is_moved_by_where_it_lies() -> None:
    """The one in the third place, with its damage of 3; a Defense against the attacks 1 and 3 is against 1 alone."""
    move = {"change": "move", "from": "players.A.attacks.2", "to": "players.A.discard_pile"}
    run = after("highlander", DUEL, move)
    assert [one["damage"] for one in side(run)["attacks"]] == [None, None]
    assert side(run)["discard_pile"] == ["Upper Left Attack"]
    assert side(run, "B")["defenses"][0]["against"] == [1]
    nowhere = after("highlander", DUEL, {**move, "from": "players.A.attacks.3"})
    assert nowhere.verdicts[-1].verdict == "illegal"
    other = after("highlander", DUEL, {**move, "card": "Lower Left Attack"})
    assert other.verdicts[-1].verdict == "illegal"


def test_a_hidden_attack_is_turned_up_and_an_open_one_down() -> None:
    turn = {"change": "turn", "fact": "players.A.attacks.1", "card": "Lower Left Attack"}
    up = side(after("highlander", DUEL, turn))["attacks"][1]
    assert (up["card"], up["face_down"]) == ("Lower Left Attack", None)
    down = side(after("highlander", DUEL, turn, turn))["attacks"][1]
    assert (down["card"], down["face_down"]) == (None, "Lower Left Attack")


def test_a_scene_leaves_its_place_for_the_score_pile() -> None:
    """It is the only place of one card on the table; a second Scene is not put on top of it."""
    position = {"phase": "score", "scene": "Take Red 7 for 6", "storyboard": ["Take Red 5 for 5"]}
    move = {"change": "move", "card": "Take Red 7 for 6", "from": "scene", "to": "players.A.score_pile"}
    run = after("looney_tunes", position, move)
    assert side(run)["score_pile"] == ["Take Red 7 for 6"]
    assert run.printed()["scene"] is None
    second = {"change": "move", "card": "Take Red 5 for 5", "from": "storyboard", "to": "scene"}
    assert after("looney_tunes", position, second).verdicts[-1].verdict == "illegal"


def test_a_deployed_card_is_taken_off_its_stack_with_what_was_told_of_it() -> None:
    position = {
        "turn": "A",
        "phase": "action",
        "players": {"A": {"deployed": [{"card": "Trick Shutter", "attribute": "mind"}, {"card": "Wrath"}]}},
    }
    run = after(
        "herocard_duel", position, {"change": "move", "from": "players.A.deployed.0", "to": "players.A.hand"}
    )
    assert [one["card"] for one in side(run)["deployed"]] == ["Wrath"]
    assert "Trick Shutter" in side(run)["hand"]


def refused(game: str, position: dict[str, Any], *changes: dict[str, Any]) -> str:
    """The sentence with which the changes are refused."""
    verdict = after(game, position, *changes).verdicts[-1]
    assert verdict.verdict == "illegal", verdict
    return str(verdict.violations[0].message)


def put(fact: str, value: Any) -> dict[str, Any]:
    return {"change": "set", "fact": fact, "value": value}


#: Zero and Wolfman are at the second Locale; nothing is stacked on anybody.
TOWN = {
    "turn": "A",
    "players": {
        "A": {
            "hand": ["Fetch"],
            "locale_deck": ["Town Square"],
            "locales": [
                {"card": "Town Hall"},
                {"card": "Laboratory", "characters": ["Zero", "Wolfman"]},
            ],
        },
        "B": {"locales": [{"card": "Town Hall", "characters": ["Behemoth"]}]},
    },
}


def test_a_surprise_is_stacked_where_none_lies_and_comes_back_off() -> None:
    """Its place is the Character; without it there is no stack."""
    on_wolfman = "players.A.locales.1.characters.1.stacked"
    move = {"change": "move", "card": "Fetch", "from": "players.A.hand", "to": on_wolfman}
    there = side(after("nightmare_before_christmas", TOWN, move))
    assert [stack["cards"] for stack in there["stacks"]] == [["Fetch"]]
    wolfman = there["locales"][1]["characters"][1]
    assert (wolfman["card"], wolfman["as"]) == ("Wolfman", there["stacks"][0]["on"])
    back = {"change": "move", "card": "Fetch", "from": "players.A.stacks.0.cards", "to": "players.A.hand"}
    assert side(after("nightmare_before_christmas", TOWN, move, back))["stacks"] == []


def test_a_locale_comes_to_either_end_of_the_row_and_leaves_it_without_cards_alone() -> None:
    def row(*changes: dict[str, Any]) -> list[str]:
        return [one["card"] for one in side(after("nightmare_before_christmas", TOWN, *changes))["locales"]]

    new = {"change": "move", "card": "Town Square", "from": "players.A.locale_deck"}
    assert row({**new, "to": "players.A.locales"}) == ["Town Hall", "Laboratory", "Town Square"]
    assert row({**new, "to": "players.A.locales.left_end"}) == ["Town Square", "Town Hall", "Laboratory"]
    other_end = {"change": "move", "from": "players.A.locales.0", "to": "players.A.locales"}
    assert row(other_end) == ["Laboratory", "Town Hall"]
    settled = {"change": "move", "from": "players.A.locales.1", "to": "players.A.locale_deck"}
    assert "cards lie at this Locale" in refused("nightmare_before_christmas", TOWN, settled)


def test_a_hex_counter_is_laid_on_a_character_and_on_nothing_else() -> None:
    wolfman = {"at": "players.A.locales.1.characters.1", "card": "Wolfman"}
    there = side(after("nightmare_before_christmas", TOWN, put("players.A.hexed", [wolfman])))
    assert there["hexed"] == [there["locales"][1]["characters"][1]["as"]]
    for wrong in (
        {"at": "players.A.hand.0"},
        {"at": "players.B.locales.0.characters.0"},
        {**wolfman, "card": "Fetch"},
        {"card": "Wolfman"},
        "c1",
        7,
    ):
        refused("nightmare_before_christmas", TOWN, put("players.A.hexed", [wrong]))


STACKED = {
    "turn": "A",
    "phase": "action",
    "players": {
        "A": {"hand": ["Wrath"], "stacks": {"mind": ["Trick Shutter", "Trick Shutter"], "body": ["Wrath"]}}
    },
}


def mind(n: int) -> dict[str, Any]:
    return {"at": f"players.A.stacks.mind.{n}", "card": "Trick Shutter"}


def labels(printed: dict[str, Any], stack: str) -> list[str | None]:
    return [one.get("as") if isinstance(one, dict) else None for one in printed["stacks"][stack]]


@pytest.mark.parametrize("fact", ["wasted", "twisted"])
def test_the_second_of_two_cards_is_wasted_or_twisted_and_no_more(fact: str) -> None:
    """Glossary: a wasted card lies on its stack without effect, a twisted one lies sideways there."""
    there = side(after("herocard_nightmare", STACKED, put(f"players.A.{fact}", [mind(1)])))
    assert labels(there, "mind") == [None, there[fact][0]]
    none = side(
        after(
            "herocard_nightmare", STACKED, put(f"players.A.{fact}", [mind(1)]), put(f"players.A.{fact}", [])
        )
    )
    assert none[fact] == []
    refused("herocard_nightmare", STACKED, put(f"players.A.{fact}", [{"at": "players.A.hand.0"}]))


def test_what_a_twisted_card_does_is_said_and_goes_with_its_unwinding() -> None:
    twist = {"card": mind(1), "less": 2, "until": "unwind"}
    twisted = (put("players.A.twisted", [mind(1)]), put("players.A.twists.0", twist))
    there = side(after("herocard_duel", STACKED, *twisted))
    (lying,) = there["twists"]
    assert (lying["card"], lying["less"], lying["until"]) == (there["twisted"][0], 2, "unwind")
    assert side(after("herocard_duel", STACKED, *twisted, put("players.A.twisted", [])))["twists"] == []


def test_a_card_is_put_face_down_on_top_of_the_stack_of_its_attribute() -> None:
    """Trick Shutter costs Body points; one card lies there."""
    move = {
        "change": "move",
        "card": "Trick Shutter",
        "from": "players.A.stacks.mind",
        "to": "players.A.deployed",
    }
    (down,) = side(after("herocard_duel", STACKED, move))["deployed"]
    assert (down["card"], down["attribute"], down["above"]) == ("Trick Shutter", "body", 1)


DREAM = {
    "turn": "A",
    "phase": "move",
    "dream": [{"scene": "Farm", "q": 0, "r": 0}, {"scene": "Lake", "q": 1, "r": 0}],
    "killers": {"Beast": "Lake"},
    "dreamer": "Farm",
}


def dream_of(run: Replay) -> dict[str, tuple[int, int]]:
    assert run.verdicts[-1].verdict == "legal", run.verdicts[-1]
    return {tile["scene"]: (tile["q"], tile["r"]) for tile in run.printed()["dream"]}


def test_a_tile_is_put_back_into_the_dream_with_its_killer_and_taken_out() -> None:
    """A new tile shows the exits that are printed on it: of the Asylum 0, 2 and 3."""
    back = put("dream.2", {"scene": "Asylum", "q": 0, "r": 1})
    run = after("herocard_nightmare", DREAM, back, put("killers.Zombie", "Asylum"))
    assert dream_of(run) == {"Farm": (0, 0), "Lake": (1, 0), "Asylum": (0, 1)}
    assert run.printed()["dream"][2]["exits"] == [0, 2, 3]
    assert run.printed()["killers"] == {"Beast": "Lake", "Zombie": "Asylum"}
    gone = after("herocard_nightmare", DREAM, put("killers.Beast", "Farm"), put("dream.1", None))
    assert dream_of(gone) == {"Farm": (0, 0)} and gone.printed()["killers"] == {"Beast": "Farm"}
    without = after("herocard_nightmare", DREAM, put("killers.Beast", None))
    assert without.verdicts[-1].verdict == "legal" and without.printed()["killers"] == {}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (put("dream.1", None), "a figure stands on the tile Lake"),
        (put("dream.0", None), "a figure stands on the tile Farm"),
        (put("dream.2", {"scene": "Farm", "q": 3, "r": 3}), "in the dream already"),
        (put("dream.2", {"scene": "Asylum", "q": 1, "r": 0}), "another tile lies there"),
        (put("dream.2", {"scene": "Asylum", "q": 2, "r": 0, "exits": [6]}), "a direction from 0 to 5"),
        (put("dream.2", {"scene": "Attic", "q": 2, "r": 0}), "Attic"),
        (put("dream.3", {"scene": "Asylum"}), "no fact"),
        (put("dream.2", None), "no fact"),
        (put("killers.Nobody", "Farm"), "Nobody"),
        (put("killers.Zombie", "Asylum"), "Asylum"),
        (put("killers.Zombie", None), "no fact"),
    ],
)
def test_a_dream_that_cannot_lie_so_is_refused(change: dict[str, Any], why: str) -> None:
    assert why in refused("herocard_nightmare", DREAM, change)


FIGHT = {
    "turn": "A",
    "phase": "action",
    "players": {"A": {"stacks": {"mind": ["Trick Shutter"]}, "scores": {"mind": 9}}, "B": {}},
    "sequence": {"attacker": "A", "target": "B", "sides": {"A": "attack"}},
}


def test_an_attack_sequence_is_over_where_the_judge_says_so_and_begins() -> None:
    over = after("herocard_duel", FIGHT, put("sequence", None))
    assert over.verdicts[-1].verdict == "legal" and over.printed()["sequence"] is None
    anew = after("herocard_duel", FIGHT, put("sequence", None), put("sequence", {"target": "B"}))
    assert anew.printed()["sequence"]["attacker"] == "A"


def test_a_card_counts_in_the_sequence_and_no_more() -> None:
    active = {"card": {"at": "players.A.stacks.mind.0"}, "seat": "A", "kind": "miscellaneous"}
    run = after("herocard_duel", FIGHT, put("sequence.cards.0", active))
    assert run.verdicts[-1].verdict == "legal", run.verdicts
    (one,) = run.printed()["sequence"]["cards"]
    assert one["card"] == run.printed()["players"]["A"]["stacks"]["mind"][0]["as"]
    gone = after("herocard_duel", FIGHT, put("sequence.cards.0", active), put("sequence.cards.0", None))
    assert gone.printed()["sequence"]["cards"] == []
    named = {**active, "card": {"at": "players.A.stacks.mind.0", "card": "Wrath"}}
    assert "not “Wrath”" in refused("herocard_duel", FIGHT, put("sequence.cards.0", named))


def test_the_other_block_of_a_defense_is_put_beside_it_and_taken_away() -> None:
    """Two Basic Blocks may form one Defense, a third has no place there."""
    blocks = {"turn": "A", "players": {"A": {
        "hand": ["Upper Left Block", "Lower Left Block"],
        "defenses": [{"owner": "A", "card": "Upper Right Block"}],
    }, "B": {}}}  # fmt: skip
    second = "players.A.defenses.0.second"
    move = {"change": "move", "card": "Upper Left Block", "from": "players.A.hand", "to": second}
    assert side(after("highlander", blocks, move))["defenses"][0]["second"] == "Upper Left Block"
    back = {"change": "move", "card": "Upper Left Block", "from": second, "to": "players.A.hand"}
    assert side(after("highlander", blocks, move, back))["defenses"][0]["second"] is None
    assert "two Basic Blocks" in refused("highlander", blocks, move, {**move, "card": "Lower Left Block"})


def test_what_waits_is_dropped_but_not_with_cards_in_it() -> None:
    """A die that waits is no more; an Exertion whose cards still lie there is not over."""
    waiting = {"turn": "A", "rolling": {"seat": "A", "success": 3}, "players": {"A": {}, "B": {}}}
    assert after("highlander", waiting, put("rolling", None)).printed()["rolling"] is None
    exerting = {
        "turn": "A",
        "exerting": {"seat": "A", "purpose": "defense", "cards": ["Dodge"]},
        "players": {"A": {}, "B": {}},
    }
    assert "use move" in refused("highlander", exerting, put("exerting", None))
    emptied = {"change": "move", "card": "Dodge", "from": "exerting.cards", "to": "players.A.discard_pile"}
    assert after("highlander", exerting, emptied, put("exerting", None)).printed()["exerting"] is None


def test_who_has_priority_is_the_active_player_where_nobody_is_said() -> None:
    """In the Action phase somebody always may play or pass."""
    run = after("herocard_duel", FIGHT, put("priority", ""))
    assert run.printed()["priority"] == "A" and run.options_for("A")


def test_an_effect_that_waits_names_seats_that_there_are_and_may_be_skipped() -> None:
    """Peeking at a hand is optional: it waits for who plays its text."""
    position = {
        "phase": "effects",
        "active": "A",
        "scene": "Take Red 7 for 6",
        "steps": [{"seat": "A", "effect": {"do": "peek_hand", "may": True}}],
        "players": {"A": {}, "B": {}},
    }
    assert "no seat" in refused("looney_tunes", position, put("steps.0.against", ""))
    skipped = after("looney_tunes", position, {"change": "skip", "phase": "effect"})
    assert side(skipped) and skipped.printed()["steps"] == []
