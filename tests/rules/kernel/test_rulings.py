"""Rulings, undo and declared effects."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kernel.helpers import HIDDEN, draw, lay, reveal, run, words


def ruling(on: int, decision: str, **more: Any) -> dict[str, Any]:
    return {"by": "judge", "do": "ruling", "on": on, "decision": decision, "reason": "as it lay", **more}


def declare(*changes: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"by": "judge", "do": "declare", "changes": list(changes), **more}


OPEN_LAY = (draw("A", "Blank", "Number 2"), lay("A", "Blank"))


def test_uphold_goes_on_from_before_the_entry() -> None:
    game = run(*OPEN_LAY, ruling(2, "uphold"), lay("A", "Number 2"))
    assert words(game) == ["legal", "illegal", "legal", "legal"]
    assert game.status() == "in_progress"


def test_let_stand_applies_the_entry_and_marks_it() -> None:
    game = run(*OPEN_LAY, ruling(2, "let_stand"), draw("B"))
    assert words(game) == ["legal", "illegal", "legal", "legal"]
    assert game.verdicts[1].let_stand
    assert game.printed()["players"]["A"]["laid"] == "Blank"
    assert game.status() == "in_progress"


def test_what_followed_an_illegal_entry_is_not_reached_until_the_ruling() -> None:
    game = run(*OPEN_LAY, draw("B"), ruling(2, "let_stand"), draw("B"))
    assert words(game) == ["legal", "illegal", "not_reached", "legal", "legal"]


def test_rewind_keeps_what_was_learned() -> None:
    game = run(*HIDDEN, reveal("A", "Blank"), ruling(2, "rewind", to=1), lay("A", "Number 2"))
    assert words(game) == ["legal", "illegal", "legal", "undetermined", "legal", "legal", "legal"]
    hand = game.printed(6)["players"]["A"]["hand"]
    assert "Blank" in hand  # everybody saw it, and it is in the hand again
    assert game.undetermined() == []  # B's lay is no longer part of the play


def test_a_rewind_may_not_go_to_a_branch_that_was_left() -> None:
    game = run(*HIDDEN, ruling(4, "rewind", to=0), draw("A"), ruling(6, "rewind", to=3))
    assert words(game)[-1] == "illegal"
    assert "no longer part" in game.verdicts[-1].violations[0].message


def test_correct_goes_on_after_the_repair() -> None:
    repair = [{"change": "set", "fact": "players.A.score", "value": 4}]
    game = run(*OPEN_LAY, ruling(2, "correct", repair=repair), lay("A", "Number 2"))
    assert words(game)[-1] == "legal"
    assert game.printed()["players"]["A"]["score"] == 4
    assert game.declared == {3}


def test_an_undetermined_entry_found_illegal_later_can_stand() -> None:
    game = run(*HIDDEN, reveal("A", "Blank"), ruling(2, "let_stand"), reveal("B", "Number 4"))
    assert words(game) == ["legal", "illegal", "legal", "legal", "legal", "legal", "legal"]
    assert game.status() == "finished"


def test_rulings_that_cannot_be_made_are_illegal() -> None:
    for bad, word in (
        ({**ruling(2, "uphold"), "by": "A"}, "only the judge"),
        (ruling(9, "uphold"), "no entry 9"),
        (ruling(2, "shrug"), "one of"),
        (ruling(1, "let_stand"), "is legal"),
        (ruling(2, "rewind", to=2), "before 2"),
        (ruling(2, "uphold", cites=["no.such"]), "ledger"),
        (ruling(2, "correct", repair=[{"change": "set", "fact": "players.A.hat", "value": 1}]), "no fact"),
    ):
        game = run(*OPEN_LAY, bad, ruling(2, "uphold"))
        messages = [v.message for v in game.verdicts[2].violations]
        assert game.verdicts[2].verdict == "illegal", bad
        assert any(word in message for message in messages), (bad, messages)
        assert game.verdicts[3].verdict == "legal"


def test_undo_of_ones_own_last_entry() -> None:
    game = run(draw("A"), {"by": "A", "do": "undo", "on": 1}, draw("A"))
    assert words(game) == ["legal"] * 3
    assert game.verdicts[0].undone == 2
    assert len(game.position.players["A"].hand) == 2


def test_undo_after_something_followed_wants_consent() -> None:
    refused = run(draw("A"), lay("A", "Number 1"), {"by": "A", "do": "undo", "on": 1})
    assert refused.verdicts[2].violations[0].rule == "log.undo"
    both = run(draw("A"), lay("A"), {"by": "A", "do": "undo", "on": 1, "consent": ["B"]})
    assert "depends on it" in both.verdicts[2].violations[0].message
    claim = {"by": "B", "do": "announce"}
    both = run(draw("A"), claim, {"by": "A", "do": "undo", "on": 1, "consent": ["B"]}, draw("A"))
    assert words(both) == ["legal"] * 4
    judge = run(draw("A"), claim, {"by": "judge", "do": "undo", "on": 1}, draw("A"))
    assert words(judge) == ["legal"] * 4


def test_two_of_ones_own_entries_are_taken_back_from_the_last() -> None:
    """Without anybody's consent, and as often as wanted: nothing else followed them."""
    undo = [{"by": "A", "do": "undo", "on": on} for on in (2, 1)]
    game = run(draw("A"), lay("A", "Number 1"), *undo, draw("A"))
    assert words(game) == ["legal"] * 5
    assert [verdict.undone for verdict in game.verdicts] == [4, 3, None, None, None]
    assert (game.printed()["phase"], len(game.position.players["A"].hand)) == ("lay", 2)


def test_what_rests_on_an_entry_is_taken_back_first_as_the_refusal_says() -> None:
    play = (draw("A"), lay("A", "Number 1"), draw("B"))
    first = {"by": "A", "do": "undo", "on": 2, "consent": ["B"]}
    assert "take that back first" in run(*play, first).verdicts[-1].violations[0].message
    back = {"by": "B", "do": "undo", "on": 3}
    alone = run(*play, back, {"by": "A", "do": "undo", "on": 2})
    assert (
        "other entries followed" in alone.verdicts[-1].violations[0].message
    )  # B has answered, taken back or not
    game = run(*play, back, first, lay("A", "Number 2"))
    assert words(game) == ["legal"] * 6
    assert game.printed()["players"]["A"]["laid"] == "Number 2"
    judge = run(*play, back, {"by": "judge", "do": "undo", "on": 2})
    assert words(judge) == ["legal"] * 5


def test_after_an_earlier_entry_is_taken_back_the_judge_rewinds() -> None:
    """The play before entry 2 is no longer what it was when entry 2 was judged."""
    claim = {"by": "B", "do": "announce"}
    both = {"by": "A", "do": "undo", "on": 1, "consent": ["B"]}
    game = run(draw("A"), claim, both, {"by": "B", "do": "undo", "on": 2, "consent": ["A"]})
    assert "the judge must rewind" in game.verdicts[-1].violations[0].message


def test_another_seats_entry_is_not_taken_back() -> None:
    game = run(draw("A"), {"by": "B", "do": "undo", "on": 1})
    assert "only their own" in game.verdicts[1].violations[0].message


def test_an_illegal_entry_can_be_taken_back_by_who_made_it() -> None:
    game = run(*OPEN_LAY, {"by": "A", "do": "undo", "on": 2}, lay("A", "Number 2"))
    assert words(game) == ["legal", "illegal", "legal", "legal"]
    assert game.status() == "in_progress"


@pytest.mark.parametrize("number", ["9" * 5000, "٣", "-1"])
def test_a_number_that_no_list_has_is_refused(number: str) -> None:
    """Five thousand digits are more than Python reads as a number."""
    for change in (
        {"change": "move", "card": "Blank", "from": f"players.A.hand.{number}", "to": "players.A.shown"},
        {"change": "set", "fact": f"players.A.hand.{number}", "value": 1},
    ):
        assert run(declare(change)).verdicts[0].verdict == "illegal"


def test_declared_changes() -> None:
    first = draw("A", "Blank", "Number 2")
    game = run(
        first, declare({"change": "move", "card": "Blank", "from": "players.A.hand", "to": "players.A.shown"})
    )
    assert game.printed()["players"]["A"]["shown"] == ["Blank"]
    assert game.declared == {2}
    game = run(first, declare({"change": "add", "fact": "players.A.score", "by": 3}, on=1))
    assert (game.printed()["players"]["A"]["score"], game.declared) == (3, {1, 2})
    game = run(declare({"change": "skip", "phase": "draw"}))
    assert game.printed()["phase"] == "lay"
    game = run(declare({"change": "forbid", "verb": "draw", "until": "phase"}), draw("A"))
    assert game.verdicts[1].violations[0].rule == "log.forbidden"
    game = run(
        declare({"change": "permit", "verb": "lay"}, {"change": "note", "text": "x"}),
        draw("A"),
        lay("A"),
        draw("B"),
    )
    assert words(game) == ["legal", "legal", "undetermined", "legal"]


def test_a_judge_names_the_card_that_lies_at_a_place() -> None:
    named = {"change": "name", "fact": "players.A.laid", "card": "Number 2"}
    game = run(*OPEN_LAY[:-1], lay("A"), declare(named))
    assert words(game)[-1] == "legal"
    assert game.printed()["players"]["A"]["laid"] == "Number 2"


def test_a_judge_names_one_card_of_a_hand_which_stays_there() -> None:
    game = run(draw("A"), declare({"change": "name", "from": "players.A.hand", "card": "Blank"}))
    assert words(game)[-1] == "legal"
    assert game.printed()["players"]["A"]["hand"] == ["Blank", {"unknown": True}]


def test_a_judge_moves_a_card_from_and_to_a_place_of_one_card() -> None:
    laid = (*OPEN_LAY[:-1], lay("A", "Number 2"))
    away = {"change": "move", "card": "Number 2", "from": "players.A.laid", "to": "players.A.shown"}
    game = run(*laid, declare(away))
    side = game.printed()["players"]["A"]
    assert (words(game)[-1], side["laid"], side["shown"]) == ("legal", None, ["Number 2"])
    back = {"change": "move", "card": "Number 2", "from": "players.A.shown", "to": "players.A.laid"}
    side = run(*laid, declare(away, back)).printed()["players"]["A"]
    assert (side["laid"], side["shown"]) == ("Number 2", [])
    for change, word in (
        ({**back, "card": "Blank", "from": "players.A.hand"}, "already"),
        ({**away, "card": "Blank"}, "is not"),
        ({**away, "from": "players.B.laid"}, "empty"),
        ({"change": "turn", "fact": "players.A"}, "turned"),
        ({"change": "turn", "fact": "players.A.laid"}, "turned"),
        ({"change": "name", "from": "players.A.score", "card": "Blank"}, "not a zone"),
    ):
        refused = run(*laid, declare(change))
        assert words(refused)[-1] == "illegal", change
        assert word in refused.verdicts[-1].violations[0].message, (change, refused.verdicts[-1])


def test_declared_changes_that_cannot_be_made_say_why() -> None:
    for change, word in (
        ({"change": "name", "fact": "players.A.hand", "card": "Blank"}, "is not a card"),
        ({"change": "name", "fact": "players.A.laid", "card": "Blank"}, "is not a card"),
        ({"change": "name", "fact": "players.A.laid"}, "card"),
        ({"change": "explode"}, "not a change"),
        ({"change": "set", "fact": "players.A.score", "value": "many"}, "score"),
        ({"change": "set", "fact": "players.A.hand", "value": []}, "use move"),
        ({"change": "add", "fact": "turn", "by": 1}, "not a number"),
        ({"change": "move", "card": "Blank", "from": "players.A.hand", "to": "players.A.shown"}, "not in"),
        ({"change": "move", "from": "players.A.hand", "to": "players.A.score"}, "not a zone"),
        ({"change": "skip", "phase": "tea"}, "tea"),
        ({"change": "forbid", "verb": "fly"}, "no verb"),
        ({"change": "forbid", "verb": "draw", "until": "Tuesday"}, "period"),
        ({"change": "set", "fact": "bars", "value": []}, "forbid and permit"),
        ({"change": "set"}, "lacks"),
    ):
        game = run(declare(change))
        assert words(game) == ["illegal"], change
        assert word in game.verdicts[0].violations[0].message, (change, game.verdicts[0].violations)
    assert run({**declare(), "by": "A"}).verdicts[0].verdict == "illegal"


def test_a_ruling_is_gone_back_before_by_a_rewind_on_it() -> None:
    """As if it had not been made: entries that it took out are part of the play again, and a rewind may go to one of
    them; what it let stand stands no more, until it is ruled on anew."""
    play = (draw("A", "Number 2", "Blank"), lay("A", "Number 2"), draw("B"), lay("A"))
    game = run(*play, ruling(4, "rewind", to=1), ruling(5, "rewind", to=4), ruling(4, "rewind", to=3))
    assert words(game) == ["legal", "legal", "legal", "illegal", "legal", "legal", "legal"]
    assert game.active_entries == [1, 2, 3, 7]
    assert game.printed()["players"]["A"]["laid"] == "Number 2"
    stood = run(*OPEN_LAY, ruling(2, "let_stand"), draw("B"), ruling(3, "rewind", to=2))
    assert (stood.status(), stood.verdicts[1].let_stand, stood.active_entries) == (
        "in_progress",
        False,
        [1, 5],
    )
    assert stood.printed()["players"]["A"]["laid"] is None
    again = run(*OPEN_LAY, ruling(2, "let_stand"), ruling(3, "rewind", to=2), ruling(2, "let_stand"))
    assert (words(again)[-1], again.verdicts[1].let_stand) == ("legal", True)
    assert again.printed()["players"]["A"]["laid"] == "Blank"


def test_after_an_undo_a_rewind_finds_the_entry_that_was_taken_back() -> None:
    """Entry 1 was part of the play that entry 2 left, whatever became of it since."""
    claim = {"by": "B", "do": "announce"}
    both = {"by": "A", "do": "undo", "on": 1, "consent": ["B"]}
    game = run(draw("A"), claim, both, ruling(3, "rewind", to=2))
    assert (words(game)[-1], game.active_entries) == ("legal", [1, 2, 4])
