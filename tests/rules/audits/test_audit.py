"""What a log proves of a seat's cards, in a game small enough to count them by hand (``tests.rules.kernel.toy``)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.audits.audit import Audited, audit
from rules.kernel.cards import DeckList
from tests.rules.kernel.helpers import deck, draw, header, lay, log, reveal
from tests.rules.kernel.toy import TOY

Entry = dict[str, Any]


def move(source: str, to: str, card: Any = None, **more: Any) -> Entry:
    named = {} if card is None else {"card": card}
    changes = [{"change": "move", "from": source, "to": to, **named, **more}]
    return {"by": "judge", "do": "declare", "changes": changes}


HAND, DECK, SHOWN = "players.A.hand", "players.A.deck", "players.A.shown"
SHUFFLE = {"by": "table", "do": "shuffle", "seat": "A"}


def audited(*entries: Entry, of: Any, head: Any = None, seat: str = "A") -> Audited:
    return audit(TOY, log(*entries, head=head), {seat: msgspec.convert(of, DeckList)})[seat]


def against(*entries: Entry, **more: Any) -> list[tuple[str, int, int, tuple[int, ...]]]:
    """The contradictions: card, count, listed, entries."""
    return [(c.card, c.count, c.listed, c.entries) for c in audited(*entries, **more).contradictions]


def lies(**players: Any) -> Any:
    """A header with a position."""
    return header(position={"players": players})


# -- copy by copy ---------------------------------------------------------------------------------------------------


def test_two_copies_drawn_at_once_of_one_listed() -> None:
    drawn = draw("A", "Number 9", "Number 9")
    assert against(drawn, of=deck(Number_9=2, Blank=3)) == []
    assert against(drawn, of=deck(Number_9=1, Blank=3)) == [("Number 9", 2, 1, (1,))]


def test_a_card_that_the_list_does_not_have() -> None:
    found = audited(draw("A", "Number 9", "Number 1"), of=deck(Number_9=1, Blank=3))
    assert [(c.card, c.count, c.listed, c.entries) for c in found.contradictions] == [
        ("Number 1", 1, 0, (1,))
    ]
    assert found.contradictions[0].message == "“Number 1” was there, and the list does not have it"
    assert found.seen == 2


def test_one_card_seen_again_and_again_is_one_copy() -> None:
    entries = (
        draw("A", "Number 9", "Blank"),
        lay("A", "Number 9"),
        draw("B"),
        lay("B"),
        reveal("A", "Number 9"),
    )
    found = audited(*entries, of=deck(Number_9=1, Blank=3))
    assert (found.seen, found.contradictions) == (2, ())


def test_a_card_shuffled_back_and_drawn_again_may_be_the_same() -> None:
    again = (
        draw("A", "Number 9", "Blank"),
        move(HAND, DECK, "Number 9"),
        SHUFFLE,
        move(DECK, HAND, "Number 9"),
    )
    assert against(*again, of=deck(Number_9=1, Blank=3)) == []
    assert audited(*again, of=deck(Number_9=1, Blank=3)).seen == 2


def test_a_card_that_was_not_shuffled_back_is_another() -> None:
    # the Blank goes back, the 9 stays in the hand
    other = (draw("A", "Number 9", "Blank"), move(HAND, DECK, "Blank"), SHUFFLE, move(DECK, HAND, "Number 9"))
    assert against(*other, of=deck(Number_9=1, Blank=3)) == [("Number 9", 2, 1, (1, 4))]
    assert against(*other, of=deck(Number_9=2, Blank=3)) == []


def test_copies_of_other_times_count_together_where_none_went_back() -> None:
    # one 9 lies on the table while another is shuffled in and out again: two in all
    entries = (
        draw("A", "Number 9", "Number 9"),
        move(HAND, SHOWN, "Number 9"),
        move(HAND, DECK, "Number 9"),
        SHUFFLE,
        move(DECK, HAND, "Number 9"),
    )
    assert against(*entries, of=deck(Number_9=2, Blank=3)) == []
    more = (*entries, move(DECK, HAND, "Number 9"))
    assert against(*more, of=deck(Number_9=2, Blank=3)) == [("Number 9", 3, 2, (1, 5, 6))]


# -- by exclusion ---------------------------------------------------------------------------------------------------


TWO = {"hand": ["Number 9", "Blank"], "deck": [{"unknown": True, "count": 2}], "shown": []}


def test_what_is_left_of_a_hand_tells_what_went() -> None:
    # one of the two goes to the deck unseen; the one that stayed is the 9, so it was the Blank; the 9 off the deck is
    # another
    entries = (move(HAND, DECK), move(HAND, SHOWN, "Number 9"), move(DECK, HAND, "Number 9"))
    assert against(*entries, head=lies(A=TWO), of=deck(Number_9=1, Blank=3)) == [("Number 9", 2, 1, (2, 3))]
    # had the Blank stayed, it could be the same 9
    entries = (move(HAND, DECK), move(HAND, SHOWN, "Blank"), move(DECK, HAND, "Number 9"))
    assert against(*entries, head=lies(A=TWO), of=deck(Number_9=1, Blank=3)) == []


def test_a_pile_of_which_all_others_are_known() -> None:
    # a deck of three is the 9 and two Blanks mixed; both Blanks came off it: the last one is the 9, and another 9 lies
    # on the table
    there = {"hand": ["Number 9", "Blank", "Blank"], "deck": [], "shown": []}
    back = (move(HAND, DECK, "Number 9"), move(HAND, DECK, "Blank"), move(HAND, DECK, "Blank"), SHUFFLE)
    drawn = (move(DECK, HAND, "Blank"), move(DECK, HAND, "Blank"))
    found = audited(*back, *drawn, head=lies(A=there), of=deck(Number_9=1, Blank=2))
    assert (found.seen, found.contradictions) == (3, ())
    there["shown"] = ["Number 9"]
    assert against(*back, *drawn, head=lies(A=there), of=deck(Number_9=1, Blank=3)) == [
        ("Number 9", 2, 1, (0,))
    ]


def test_one_of_two_cards() -> None:
    twins = lies(A={"hand": ["Twin", "Twin"], "deck": []})
    red = {"card": {"title": "Twin", "variant": "red"}}
    blue = {"card": {"title": "Twin", "variant": "blue"}}
    assert against(head=twins, of={"sections": {"main": [red, blue]}}) == []
    assert against(head=twins, of={"sections": {"main": [{"card": "Twin", "count": 2}]}}) == []
    assert against(head=twins, of={"sections": {"main": [red]}}) == [("Twin", 2, 1, (0,))]
    assert against(head=twins, of=deck(Blank=5)) == [("Twin", 2, 0, (0,))]


def test_a_list_that_leaves_open_which_it_has() -> None:
    red, blue = ({"title": "Twin", "variant": word} for word in ("red", "blue"))
    drawn = draw("A", red, blue)
    assert against(drawn, of={"sections": {"main": [{"card": "Twin", "count": 2}]}}) == []
    assert against(drawn, of={"sections": {"main": [{"card": "Twin"}]}}) == [("Twin", 2, 1, (1,))]


def test_variants_are_told_apart() -> None:
    red = {"title": "Twin", "variant": "red"}
    of = {"sections": {"main": [{"card": red}, {"card": {"title": "Twin", "variant": "blue"}}]}}
    found = audited(draw("A", red, red), of=of)
    assert [(c.card, c.count, c.listed) for c in found.contradictions] == [("Twin", 2, 1)]
    assert "“Twin · red”" in found.contradictions[0].message


def test_more_cards_in_all_than_the_list_has() -> None:
    hand = lies(A={"hand": [{"unknown": True, "count": 3}], "deck": []})
    assert against(head=hand, of=deck(Blank=3)) == []
    assert [one[:3] for one in against(head=hand, of=deck(Blank=2))] == [("", 3, 2)]


def test_too_many_of_one_explain_too_many_in_all() -> None:
    hand = lies(A={"hand": ["Number 9", "Number 9", {"unknown": True}], "deck": []})
    assert against(head=hand, of=deck(Number_9=1, Blank=1)) == [("Number 9", 2, 1, (0,))]


# -- what is no proof -----------------------------------------------------------------------------------------------


def test_which_unseen_card_was_played_is_a_guess() -> None:
    """A 9 and a Blank are shuffled, one of them drawn beside an unseen card. Blank and 9 leave the hand, the Blank is
    the old unseen card: then the 9 is that of the deck, and the deck's last card the Blank. The replay takes the cards
    of the hand in another order; that must prove nothing."""
    head = lies(A={"hand": ["Number 9", {"unknown": True}], "deck": ["Blank"], "shown": []})
    entries = (
        move(HAND, DECK, "Number 9"),
        SHUFFLE,
        move(DECK, HAND, place="top"),
        move(HAND, SHOWN, "Blank"),
        move(HAND, SHOWN, "Number 9"),
        move(DECK, SHOWN, "Blank"),
    )
    assert against(*entries, head=head, of=deck(Number_9=1, Blank=2)) == []
    # a third Blank cannot be
    assert [one[:3] for one in against(*entries, head=head, of=deck(Number_9=2, Blank=1))] == [
        ("Blank", 2, 1)
    ]


def test_the_headers_own_list_proves_nothing() -> None:
    given = header(deck(Number_9=2, Blank=2))
    assert against(draw("A", "Number 9", "Blank"), head=given, of=deck(Number_9=1, Blank=1)) == []
    assert against(draw("A", "Number 9", "Number 9"), head=given, of=deck(Number_9=1, Blank=1)) == [
        ("Number 9", 2, 1, (1,))
    ]


# -- what the rules undo --------------------------------------------------------------------------------------------


def test_what_was_taken_back_was_there() -> None:
    undone = (draw("A", "Number 9", "Number 9"), {"by": "A", "do": "undo", "on": 1})
    assert against(*undone, of=deck(Number_9=1, Blank=3)) == [("Number 9", 2, 1, (1,))]
    again = (*undone, draw("A", "Number 9", "Number 9"))
    assert against(*again, of=deck(Number_9=2)) == []


def test_what_was_refused_was_there() -> None:
    # B lays when it is A's turn to draw: illegal, taken back, and B did hold a 9
    head = lies(A={}, B={"hand": ["Number 9", {"unknown": True}], "deck": []})
    shown = (lay("B", "Number 9"), {"by": "B", "do": "undo", "on": 1}, lay("B", "Number 8"))
    assert against(*shown[:2], head=head, of=deck(Number_9=1, Blank=1), seat="B") == []
    assert against(*shown, head=head, of=deck(Number_9=1, Blank=1), seat="B") == [("Number 8", 1, 0, (3,))]


def test_after_a_stop_nothing_is_looked_at() -> None:
    entries = (
        draw("A", "Number 9", "Blank"),
        lay("A", "Blank"),
        lay("A", "Number 9"),
        draw("A", "Number 1", "Number 2"),
    )
    found = audited(*entries, of=deck(Number_9=1, Blank=1))
    assert (found.stopped, found.contradictions) == (2, ())


def test_a_ruling_goes_on() -> None:
    stands = {"by": "judge", "do": "ruling", "on": 2, "decision": "let_stand", "reason": "agreed"}
    entries = (draw("A", "Number 9", "Blank"), lay("A", "Blank"), stands, draw("B", "Number 1", "Number 2"))
    found = audited(*entries, of=deck(Number_9=1, Blank=1))
    assert (found.stopped, found.contradictions, found.seen) == (None, (), 2)
    of_b = audited(*entries, of=deck(Number_1=1), seat="B")
    assert [(c.card, c.entries) for c in of_b.contradictions] == [("Number 2", (4,))]


# -- whose card it is -----------------------------------------------------------------------------------------------


def test_a_card_of_the_opponent_stays_the_opponents() -> None:
    head = lies(A={"hand": ["Number 9"], "deck": []}, B={"hand": ["Number 1"], "deck": []})
    entries = (move("players.B.hand", HAND, "Number 1"), move(HAND, SHOWN, "Number 1"))
    assert against(*entries, head=head, of=deck(Number_9=1)) == []
    assert against(*entries, head=head, of=deck(Number_9=1), seat="B") == [("Number 1", 1, 0, (0,))]


def test_a_list_with_cards_that_the_log_does_not_know() -> None:
    of = {"sections": {"main": [{"card": "Number 9"}, {"card": "Nobody knows this", "count": 4}]}}
    found = audited(draw("A", "Number 9", "Blank"), of=of)
    assert [(c.card, c.count, c.listed) for c in found.contradictions] == [("Blank", 1, 0)]


@pytest.mark.parametrize("seat", ["A", "B"])
def test_a_seats_own_view_proves_what_the_seat_saw(seat: str) -> None:
    entries = (draw("A", "Number 9", "Number 9", seen_by=["A"]),)
    view = entries if seat == "A" else (draw("A"),)
    assert bool(against(*view, of=deck(Number_9=1, Blank=3))) is (seat == "A")
