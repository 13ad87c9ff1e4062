"""Two short logs of the toy game beside each other: what is expected is counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

from rules.alignment.align import Alignment, align
from rules.alignment.headers import OtherGame
from rules.kernel.entries import PUBLIC
from rules.kernel.log import write_log
from rules.kernel.seats import entry_for
from tests.rules.kernel.helpers import HEADER, deck, draw, header, lay, log, reveal
from tests.rules.kernel.toy import TOY

MINE, YOURS = {"seen_by": ["A"]}, {"seen_by": ["B"]}
#: A wins with 9 against 3, as each of the two kept it
BY_A = (
    draw("A", "Number 9", "Number 1", **MINE), lay("A", "Number 9", **MINE), draw("B"), lay("B"),
    reveal("A", "Number 9"), reveal("B", "Number 3"),
)  # fmt: skip
BY_B = (
    draw("A"), lay("A"), draw("B", "Number 3", "Blank", **YOURS), lay("B", "Number 3", **YOURS),
    reveal("A", "Number 9"), reveal("B", "Number 3"),
)  # fmt: skip


def laid(first: tuple[Any, ...], second: tuple[Any, ...], **heads: Any) -> Alignment:
    one, other = heads.get("one"), heads.get("other")
    return align(TOY, log(*first, head=one), log(*second, head=other))


def asked(alignment: Alignment) -> tuple[int, int] | None:
    divergence = alignment.divergence
    return None if divergence is None else (divergence.first, divergence.second)


def without(entries: tuple[Any, ...], number: int) -> tuple[Any, ...]:
    return entries[: number - 1] + entries[number:]


def twice(entries: tuple[Any, ...], number: int) -> tuple[Any, ...]:
    return entries[:number] + entries[number - 1 :]


def with_next(entries: tuple[Any, ...], number: int) -> tuple[Any, ...]:
    return (*entries[: number - 1], entries[number], entries[number - 1], *entries[number + 1 :])


def test_each_names_what_the_other_did_not_see() -> None:
    alignment = laid(BY_A, BY_B)
    assert (alignment.same, alignment.only_in_first, alignment.only_in_second) == (6, (), ())
    # two cards drawn and one laid, of each
    assert alignment.bound == 6 and alignment.divergence is None
    assert [row[1:] for row in alignment.rows] == [(n, n, n) for n in range(1, 7)]
    assert alignment.run.status() == "finished" and alignment.run.position.winner == "A"
    assert all(verdict.verdict == "legal" and not verdict.missing for verdict in alignment.run.verdicts)


def test_the_merged_log_shows_a_seat_no_more_than_its_own() -> None:
    merged = laid(BY_A, BY_B).merged
    for seat, own in (("A", BY_A), ("B", BY_B)):
        seen = [entry_for(TOY, entry, seat) for entry in merged.entries]
        assert write_log(HEADER, seen) == write_log(HEADER, log(*own).entries)
    hidden = [entry_for(TOY, entry, PUBLIC) for entry in merged.entries]
    assert b"Number 1" not in write_log(HEADER, hidden) and b"Blank" not in write_log(HEADER, hidden)


def test_a_hand_written_down_openly_stays_closed_to_who_did_not_see_it() -> None:
    openly = (draw("A", "Number 9", "Number 1"), *BY_A[1:])
    assert laid(openly, BY_B).merged.entries[0].seen_by == ("A",)
    # B cannot open A's hand by saying that both saw it
    opening = (draw("A", seen_by=["A", "B"]), *BY_B[1:])
    assert laid(BY_A, opening).merged.entries[0].seen_by == ("A",)


@pytest.mark.parametrize("number", range(1, 7))
def test_what_one_left_out_the_other_completes(number: int) -> None:
    alignment = laid(without(BY_A, number), BY_B)
    assert (alignment.same, alignment.only_in_first, alignment.only_in_second) == (5, (), (number,))
    assert alignment.divergence is None and len(alignment.merged.entries) == 6
    assert alignment.run.position.winner == "A"
    assert laid(BY_B, without(BY_A, number)).only_in_first == (number,)


@pytest.mark.parametrize("number", range(1, 7))
def test_what_one_wrote_twice_is_there_once(number: int) -> None:
    alignment = laid(BY_A, twice(BY_B, number))
    assert (alignment.same, alignment.only_in_first) == (6, ()) and alignment.divergence is None
    assert alignment.only_in_second in ((number,), (number + 1,))
    assert len(alignment.merged.entries) == 6 and alignment.run.position.winner == "A"


@pytest.mark.parametrize("number", range(1, 6))
def test_two_in_the_wrong_order_are_put_right(number: int) -> None:
    for alignment in (laid(with_next(BY_A, number), BY_B), laid(BY_A, with_next(BY_B, number))):
        assert (alignment.same, alignment.only_in_first, alignment.only_in_second) == (6, (), ())
        assert alignment.divergence is None and alignment.bound == 6
        assert [entry.do for entry in alignment.merged.entries] == [entry["do"] for entry in BY_A]
        assert alignment.run.position.winner == "A"


def test_one_entry_told_otherwise_is_asked_about() -> None:
    alignment = laid(BY_A, (*BY_B[:4], reveal("A", "Number 7"), BY_B[5]))
    assert asked(alignment) == (5, 5) and alignment.same == 5
    question = alignment.divergence.question if alignment.divergence else ""
    assert question == (
        "Which is right? The first log says at entry 5: A, reveal (card Number 9). "
        "The second says at entry 5: A, reveal (card Number 7)."
    )
    assert question.said("de").startswith("Was ist richtig? Das erste Protokoll")  # type: ignore[union-attr]
    # The numbers are those of each file
    assert asked(laid(BY_A, (*BY_B[1:4], reveal("A", "Number 7"), BY_B[5]))) == (5, 4)


def test_an_entry_that_only_one_has_and_that_cannot_stand_is_asked_about() -> None:
    alignment = laid(BY_A, (*BY_B[:5], lay("B", "Blank"), BY_B[5]))
    assert asked(alignment) == (6, 6) and alignment.only_in_second == (6,)
    assert alignment.divergence is not None and alignment.divergence.has == (False, True)
    assert alignment.divergence.question.startswith(
        "Did this happen? Only the second log has it, at entry 6: B, lay"
    )
    assert len(alignment.merged.entries) == 6 and alignment.run.position.winner == "A"


def test_the_first_of_several_is_asked_about() -> None:
    other = (*BY_B[:4], reveal("A", "Number 7"), reveal("B", "Number 4"))
    assert asked(laid(BY_A, other)) == (5, 5)
    assert asked(laid(other, BY_A)) == (5, 5)


def test_what_was_taken_back_may_be_left_out() -> None:
    """A laid a Blank, which is illegal, and took it back; B did not write that down. In A's log the numbers are two
    further on from there."""
    blank = (
        BY_A[0] | {"cards": ["Number 9", "Blank"]},
        lay("A", "Blank", **MINE),
        {"by": "A", "do": "undo", "on": 2},
    )
    alignment = laid((*blank, *BY_A[1:]), BY_B)
    assert alignment.divergence is None and alignment.only_in_first == (2, 3) and alignment.same == 6
    assert alignment.run.position.winner == "A" and alignment.run.verdicts[1].undone == 3
    # B wrote the undo down, too, and not the first entry of all: it takes back what is entry 1 there
    other = (lay("A"), {"by": "A", "do": "undo", "on": 1}, *BY_B[1:])
    alignment = laid((*blank, *BY_A[1:]), other)
    assert alignment.divergence is None and alignment.only_in_first == (1,) and alignment.same == 7
    assert [entry.on for entry in alignment.merged.entries if entry.do == "undo"] == [2]


def test_a_ruling_in_one_log_holds_for_both() -> None:
    ruling = {"by": "judge", "do": "ruling", "on": 2, "decision": "let_stand", "reason": "They agreed"}
    first = (draw("A", "Number 9", "Blank", **MINE), lay("A", "Blank", **MINE), ruling, *BY_A[2:5], BY_A[5])
    second = (*BY_B[:4], reveal("A", "Blank"), BY_B[5])
    first = (*first[:5], reveal("A", "Blank"), BY_A[5])
    alignment = laid(first, second)
    assert alignment.divergence is None and alignment.only_in_first == (3,)
    assert alignment.run.position.winner == "B" and alignment.run.status() == "finished"
    # The same ruling in both, where one log left an entry out before it
    shifted = (*second[1:2], ruling | {"on": 1, "reason": "So they said"}, *second[2:])
    alignment = laid(first, shifted)
    assert alignment.divergence is None and alignment.only_in_first == (1,) and alignment.same == 6


def test_decks_and_cards_come_together() -> None:
    nine, three = deck(Number_9=1, Number_1=1), deck(Number_3=1, Blank=1)
    extra = [{"title": "Number 10", "number": 10}]
    alignment = laid(BY_A, BY_B, one=header(nine, None, cards=extra), other=header(None, three, id="b"))
    whole = alignment.merged.header
    assert [player.deck is not None for player in whole.players] == [True, True]
    assert whole.cards == tuple(extra) and whole.id is None and alignment.divergence is None
    assert alignment.run.status() == "finished" and not alignment.run.findings


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (header(deck(Blank=3)), header(deck(Blank=4)), "A's deck list"),
        (header(cards=[{"title": "X", "number": 1}]), header(cards=[{"title": "X", "number": 2}]), "the card “X”"),
        (
            header(position={"turn": "A"}), header(position={"turn": "B"}),
            "the position at the start (turn)",
        ),
        (HEADER, HEADER | {"players": HEADER["players"][::-1]}, "the order of the seats"),
    ],
)  # fmt: skip
def test_two_beginnings_are_asked_about(one: dict[str, Any], other: dict[str, Any], said: str) -> None:
    alignment = laid((), (), one=one, other=other)
    assert asked(alignment) == (0, 0)
    assert alignment.divergence is not None and said in alignment.divergence.question


def test_of_two_positions_each_may_know_a_part() -> None:
    start: dict[str, Any] = {"turn": "A", "phase": "lay", "players": {}}
    sides = {seat: {"hand": [{"unknown": True, "count": 2}]} for seat in "AB"}
    one = start | {"players": sides | {"A": {"hand": ["Number 9", "Number 1"]}}}
    other = start | {"players": sides | {"B": {"hand": ["Number 3", {"unknown": True}]}}}
    alignment = laid((), (), one=header(position=one), other=header(position=other))
    assert alignment.divergence is None
    hands = [alignment.run.printed()["players"][seat]["hand"] for seat in "AB"]
    assert hands == [["Number 9", "Number 1"], ["Number 3", {"unknown": True}]]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (
            HEADER | {"players": [{"seat": "A"}, {"seat": "C"}]},
            "the seats of one are A, B, of the other A, C",
        ),
        (HEADER | {"players": [{"seat": s} for s in "ABC"]}, "of the other A, B, C"),
        (HEADER | {"of": "game 2"}, "two games that were played"),
    ],
)
def test_logs_of_two_games_are_refused(other: dict[str, Any], said: str) -> None:
    with pytest.raises(OtherGame, match=said):
        laid((), (), one=HEADER | {"of": "game 1"}, other=other)


def test_a_log_with_itself_and_with_an_empty_one() -> None:
    alignment = laid(BY_A, BY_A)
    assert (alignment.same, alignment.bound, alignment.divergence) == (6, 0, None)
    assert laid((), ()).same == 0 and laid((), BY_A).only_in_second == (1, 2, 3, 4, 5, 6)
