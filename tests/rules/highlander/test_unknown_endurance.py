"""An Endurance that nobody counted may be short: what an entry shows of it is noted, and nothing is illegal for it.

Handbook, Exhaustion and Abnormal Endurance Size: who draws the last card stops, or reshuffles the discard pile and goes
on. First Blood: the redraw takes what there is (reading B42). A deck holds at least its 15 Basic cards."""

from __future__ import annotations

import json
from typing import Any

from rules.kernel.log import read_log
from rules.kernel.replay import Replay, replay
from rules.registry import load

HIGHLANDER = load("highlander")
#: enough cards for the smallest deck there is to have come out
MANY = ["Upper Left Attack"] * 15


def judged(position: dict[str, Any], *entries: dict[str, Any]) -> Replay:
    header = {
        "log": 1,
        "game": "highlander",
        "rules": "1999.3.10",
        "players": [{"seat": "A"}, {"seat": "B"}],
        "position": {"turn": "A", "phase": "attack", "number": 5, **position},
    }
    lines = "\n".join(json.dumps(line) for line in (header, *entries))
    return replay(HIGHLANDER, read_log(lines.encode(), HIGHLANDER.all_verbs))


def verdicts(run: Replay) -> list[str]:
    return [verdict.verdict for verdict in run.verdicts]


def drawing(discard_pile: list[str], endurance: Any) -> dict[str, Any]:
    """A has played Desperation: three cards must be drawn."""
    must = [{"do": "draw_cards", "count": 3}]
    mine = {
        "turns": 2,
        "must": must,
        "discard_pile": discard_pile,
        "endurance": endurance,
        "played_card": True,
    }
    return {"players": {"A": mine, "B": {"turns": 2}}}


UNKNOWN = {"unknown": True}
ONE = {"by": "A", "do": "draw", "count": 1}
TWO = {"by": "A", "do": "draw", "count": 2}
SHUFFLE = {"by": "table", "do": "shuffle", "seat": "A"}
ON = {"by": "A", "do": "next_phase"}


def test_an_owed_draw_may_be_split_by_a_shuffle() -> None:
    run = judged(drawing(MANY, UNKNOWN), ONE, SHUFFLE, TWO, ON)
    assert verdicts(run) == ["undetermined", "legal", "legal", "legal"]
    assert run.printed()["players"]["A"]["ability"] == 15 - 5


def test_after_such_a_draw_the_pile_is_shuffled_first() -> None:
    assert verdicts(judged(drawing(MANY, UNKNOWN), ONE, TWO)) == ["undetermined", "illegal"]


def test_what_is_owed_is_drawn_where_the_endurance_was_counted() -> None:
    counted = [{"unknown": True, "count": 4}]
    for endurance in (counted, [*counted, {"more": True}]):
        assert verdicts(judged(drawing(MANY, endurance), ONE)) == ["illegal"]


def test_a_deck_of_too_few_cards_is_none() -> None:
    assert verdicts(judged(drawing(MANY[:3], UNKNOWN), ONE)) == ["illegal"]


def test_without_a_pile_the_rest_is_not_owed() -> None:
    position = drawing([], UNKNOWN)
    position["players"]["A"]["removed"] = MANY
    assert verdicts(judged(position, ONE, ON)) == ["undetermined", "legal"]
    run = judged(position, ON)
    assert verdicts(run) == ["undetermined"]
    assert run.printed()["players"]["A"]["endurance"] == []


def test_who_can_make_no_exertion_need_not_make_one() -> None:
    mine = {"turns": 2, "endurance": UNKNOWN, "removed": MANY}
    run = judged({"players": {"A": mine, "B": {"turns": 2}}}, ON)
    assert verdicts(run) == ["undetermined"]
    assert run.printed()["players"]["A"]["ability"] == 15 - 5  # the adjustment finds no card there
    mine = {**mine, "discard_pile": ["Upper Left Attack"]}
    assert verdicts(judged({"players": {"A": mine, "B": {"turns": 2}}}, ON)) == ["illegal"]


def test_an_exertion_may_find_no_card() -> None:
    mine = {"turns": 2, "endurance": UNKNOWN, "removed": MANY}
    run = judged(
        {"players": {"A": mine, "B": {"turns": 2}}}, {"by": "A", "do": "exert", "purpose": "nothing"}, ON
    )
    assert verdicts(run) == ["legal", "undetermined"]
    assert run.printed()["exerting"] is None


def test_in_first_blood_less_than_the_ability_may_be_drawn() -> None:
    sides = {seat: {"turns": 2, "endurance": UNKNOWN, "discard_pile": MANY} for seat in "AB"}
    position = {"phase": "time_called", "time_called": True, "turn": "B", "players": sides}
    begun = [
        {"by": "judge", "do": "first_blood"},
        {"by": "table", "do": "shuffle", "seat": "A"},
        {"by": "table", "do": "shuffle", "seat": "B"},
    ]
    few = {"by": "A", "do": "draw", "count": 11}
    on = {"by": "B", "do": "next_phase"}
    run = judged(position, *begun, few, {"by": "B", "do": "draw", "count": 15}, on)
    assert verdicts(run) == ["legal", "legal", "legal", "undetermined", "legal", "legal"]
    run = judged(position, *begun, {"by": "B", "do": "draw", "count": 15}, on)  # A has nothing to draw
    assert verdicts(run)[3:] == ["legal", "undetermined"]


def test_what_may_be_done_is_let_be_without_a_word_about_cards() -> None:
    mine = {"turns": 2, "endurance": UNKNOWN, "removed": MANY, "must": [{"do": "draw", "optional": True}]}
    run = judged({"players": {"A": mine, "B": {"turns": 2}}}, {"by": "A", "do": "no_more"})
    assert verdicts(run) == ["legal"]
    assert run.printed()["players"]["A"]["endurance"] == UNKNOWN


def test_an_adjustment_that_may_have_found_no_card_is_told_by_what_follows() -> None:
    # Exhaustion: 5 Ability at the next adjustment; whoever then has too many cards discards down to it.
    hand = ["Thrust"] * 12
    mine = {"turns": 2, "endurance": UNKNOWN, "removed": MANY, "hand": hand, "played_card": True}
    position = {"players": {"A": mine, "B": {"turns": 2}}}
    drop = {"by": "A", "do": "discard", "card": "Thrust"}
    run = judged(position, ON, drop, drop, ON)
    assert verdicts(run) == ["legal", "undetermined", "legal", "legal"]
    assert run.printed()["players"]["A"]["ability"] == 10
    mine["endurance"] = [{"unknown": True, "count": 30}]
    assert verdicts(judged(position, ON, drop)) == ["legal", "illegal"]


def test_a_shuffle_after_the_adjustment_tells_that_it_found_no_card() -> None:
    mine = {"turns": 2, "endurance": UNKNOWN, "discard_pile": MANY, "played_card": True}
    run = judged({"players": {"A": mine, "B": {"turns": 2}}}, ON, SHUFFLE)
    side = run.printed()["players"]["A"]
    assert (side["ability"], side["exhausted"], side["discard_pile"]) == (10, 0, [])
    assert side["endurance"] == [{"unknown": True, "count": 15}]


def test_a_loss_and_a_gain_up_to_the_maximum_come_in_one_adjustment() -> None:
    # 15 - 5 for Exhaustion + 1 gained = 11; who had not lost any would have gained nothing and stayed at 15
    hand = ["Thrust"] * 12
    mine = {"turns": 2, "endurance": UNKNOWN, "removed": MANY, "hand": hand, "played_card": True}
    mine["due"] = [{"amount": 1, "kind": "gain"}]
    position = {"players": {"A": mine, "B": {"turns": 2}}}
    drop = {"by": "A", "do": "discard", "card": "Thrust"}
    run = judged(position, ON, drop, ON)
    assert verdicts(run) == ["legal", "undetermined", "legal"]
    assert run.printed()["players"]["A"]["ability"] == 11
    assert verdicts(judged(position, ON, drop, drop)) == ["legal", "undetermined", "illegal"]


def test_what_no_number_of_cards_allows_stays_illegal() -> None:
    # one of three cards shows that there was one; drawn to the last, it is shuffled and not played on
    run = judged(drawing(MANY, UNKNOWN), ONE, {"by": "A", "do": "attack", "card": "Thrust"})
    assert verdicts(run) == ["undetermined", "illegal"]
    assert verdicts(judged(drawing(MANY, UNKNOWN), {"by": "B", "do": "next_phase"})) == ["illegal"]
    four = {"by": "A", "do": "draw", "count": 4}
    assert verdicts(judged(drawing(MANY, UNKNOWN), four)) == ["illegal"]


def test_both_may_be_short() -> None:
    sides = {seat: {"turns": 2, "endurance": UNKNOWN, "removed": MANY} for seat in "AB"}
    on = {"by": "B", "do": "next_phase"}
    # A and then B make no Exertion: there is no card for one, and each loses 5
    run = judged({"players": sides}, ON, ON, on, on, on, on)
    assert verdicts(run)[0] == "undetermined"
    assert "illegal" not in verdicts(run)
    run = judged({"players": sides}, ON, ON, on, on, on, on)
    printed = run.printed()["players"]
    assert (printed["A"]["ability"], printed["B"]["ability"]) == (10, 10)


def test_what_is_only_asked_about_changes_nothing() -> None:
    run = judged(drawing(MANY, UNKNOWN))
    asked = read_log(
        b'{"log":1,"game":"highlander","players":[{"seat":"A"},{"seat":"B"}]}\n{"by":"A","do":"draw","count":1}',
        HIGHLANDER.all_verbs,
    ).entries[0]
    assert run.push(asked, ask=True).verdict == "undetermined"
    assert run.stopped is None and run.printed()["players"]["A"]["endurance"] == UNKNOWN
    run.push(asked)
    assert run.printed()["players"]["A"]["endurance"] == []
