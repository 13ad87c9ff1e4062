"""A whole round seated by hand, and what becomes of that when it is paired again."""

import pytest

from tests.tournaments.factories import actor, at, running_event
from tests.tournaments.rounds.test_placing import pairing, said
from tournaments.entrants.changes import drop_entrant, late_entry
from tournaments.errors import Conflict
from tournaments.models.rounds import Round
from tournaments.rounds.changes import offer_round, publish_round, set_pairing
from tournaments.rounds.manual_pairing import kept_by_hand
from tournaments.rounds.offers import standing_offer
from tournaments.rounds.pairings import BadPairing
from tournaments.rounds.placing import placed
from tournaments.rounds.seating import BYE, in_tables_of, pairing_of, seating_of


@pytest.mark.parametrize(
    ("codes", "most", "tables"),
    [
        ("ABCDEFG", 4, ["ABCD", "EFG"]),
        ("ABCDEFGH", 4, ["ABCD", "EFGH"]),
        ("ABCDE", 4, ["ABC", "DE"]),
        ("ABCDEFGHIJ", 4, ["ABCD", "EFG", "HIJ"]),
        ("ABCDEF", 6, ["ABCDEF"]),
        ("ABCDEFG", 6, ["ABCD", "EFG"]),
        ("ABC", 2, ["AB"]),
        ("AB", 6, ["AB"]),
    ],
)
def test_as_few_tables_as_hold_everybody(codes: str, most: int, tables: list[str]) -> None:
    found = in_tables_of(list(codes), most)
    assert list(found) == list(codes)
    for number, seats in enumerate(tables, start=1):
        assert "".join(code for code in found if found[code] == number) == seats
    assert [code for code in found if found[code] is None] == list(codes)[sum(map(len, tables)) :]


def test_who_has_a_bye_keeps_it() -> None:
    assert in_tables_of(list("ABCD"), 3, ["B"]) == {"A": 1, "C": 1, "D": 1, "B": BYE}


def test_there_and_back() -> None:
    before = pairing("ABC DE", "F", "G")
    found = pairing_of(seating_of(before), 3)
    assert [row["seats"] for row in found["tables"]] == [["A", "B", "C"], ["D", "E"]]  # type: ignore[attr-defined]
    assert (found["byes"], found["unpaired"]) == (["F"], ["G"])


@pytest.mark.parametrize(("seating", "why"), [({"A": 7}, "alone at table 7"), ({}, ""), ({"A": 1}, "alone")])
def test_nobody_sits_alone(seating: dict[str, int | None], why: str) -> None:
    if not seating:
        assert pairing_of(seating, 4) == {"tables": [], "byes": [], "unpaired": []}
        return
    with pytest.raises(BadPairing, match=why):
        pairing_of(seating, 4)


def test_no_more_than_the_game_takes() -> None:
    with pytest.raises(BadPairing, match="5 sit at table 2; this game takes 4 at most"):
        pairing_of(dict.fromkeys("ABCDE", 2), 4)


@pytest.mark.parametrize(
    ("before", "codes", "table", "after"),
    [
        # three taken from three tables: those left sit together
        ("AB CD EF", "ACE", 4, "1BDF 4ACE"),
        # four taken from four: two pairs are left
        ("AB CD EF GH", "ACEG", 5, "1BD 3FH 5ACEG"),
        # a table of three gets a fourth: its old table of three goes on as two
        ("ABC DEF", "ABCD", 1, "1ABCD 2EF"),
        # two change a table of four: the two who sat there take the places they left
        ("ABCD EFGH", "AEFB", 1, "1AEFB 2GHCD"),
    ],
)
def test_tables_of_several(before: str, codes: str, table: int, after: str) -> None:
    assert said(placed(pairing(before), list(codes), table, 4))[0] == after


def test_kept_for_the_field_there_is_now() -> None:
    before = pairing("ABCD EF", "G", "H")
    computed = pairing("AB CF GX", "", "Y")
    found = kept_by_hand(before, computed)
    # D, E and H have left; F is alone; X and Y are new
    assert said(found) == ("1ABC", "G", "FXY")


@pytest.fixture
def seated_by_hand(db: None) -> Round:
    """Seven at The Nightmare Before Christmas: a table of three, one of four."""
    round = offer_round(running_event(7, game="nightmare_before_christmas"), by=actor("olga"), now=at())
    wanted = pairing_of(in_tables_of(list(seating_of(standing_offer(round).pairing)), 4), 6)
    set_pairing(round, wanted, reason="Tables of three and four.", by=actor("olga"), now=at(1))
    return round


def sizes(round: Round) -> list[int]:
    return [len(row["seats"]) for row in standing_offer(round).pairing["tables"]]


def test_pairing_again_asks_before_it_drops_what_was_done_by_hand(seated_by_hand: Round) -> None:
    event, olga = seated_by_hand.event, actor("olga")
    with pytest.raises(Conflict, match="changed by hand"):
        offer_round(event, by=olga, now=at(2))
    assert sizes(seated_by_hand) == [4, 3]
    offer_round(event, by=olga, now=at(3), by_hand="keep")
    assert (sizes(seated_by_hand), seated_by_hand.offers.count()) == ([4, 3], 1)
    offer_round(event, by=olga, now=at(4), by_hand="drop")
    assert (sizes(seated_by_hand), seated_by_hand.offers.count()) == ([2, 2, 2], 2)


def test_the_seats_are_kept_when_somebody_leaves_and_somebody_comes(seated_by_hand: Round) -> None:
    event, olga = seated_by_hand.event, actor("olga")
    gone = standing_offer(seated_by_hand).pairing["tables"][0]["seats"][1]
    drop_entrant(event.entrants.get(code=gone), by=olga, now=at(2))
    new = late_entry(event, "Lana", by=olga, now=at(3))
    with pytest.raises(Conflict, match="Pair again"):
        publish_round(seated_by_hand, by=olga, now=at(4))
    offer_round(event, by=olga, now=at(5), by_hand="keep")
    offer = standing_offer(seated_by_hand)
    assert (sizes(seated_by_hand), offer.pairing["unpaired"]) == ([3, 3], [new.code])
    assert offer.changes.get().reason == "Kept from the offer before."
    publish_round(seated_by_hand, by=olga, now=at(6))
    assert sorted(match.seats.count() for match in seated_by_hand.matches.all()) == [3, 3]
