"""Two at a table or a bye by hand: who goes where."""

from typing import Any

import pytest

from tests.tournaments.factories import actor, at, running_event
from tournaments.entrants.changes import forbid_pair
from tournaments.errors import Invalid, NotAllowed, NotFound
from tournaments.models.rounds import PairingChange, Round
from tournaments.rounds.changes import offer_round, place_entrants
from tournaments.rounds.pairings import BadPairing
from tournaments.rounds.placing import placed


def pairing(tables: str, byes: str = "", unpaired: str = "") -> dict[str, Any]:
    """`AB CD`: A and B at table 1, C and D at table 2."""
    rows = [
        {"table": n, "seats": list(pair), "reasons": []} for n, pair in enumerate(tables.split(), start=1)
    ]
    return {"tables": rows, "byes": list(byes), "unpaired": list(unpaired), "relaxed": []}


def said(found: dict[str, Any]) -> tuple[str, str, str]:
    tables = " ".join(f"{row['table']}{''.join(row['seats'])}" for row in found["tables"])
    return tables, "".join(found["byes"]), "".join(found["unpaired"])


@pytest.mark.parametrize(
    ("before", "codes", "table", "after"),
    [
        # both from other tables: those who sat there take the places left
        (pairing("AB CD EF"), "CE", 1, ("1CE 2DA 3FB", "", "")),
        (pairing("AB CD"), "AC", 1, ("1AC 2DB", "", "")),
        (pairing("AB CD"), "CD", 1, ("1CD 2AB", "", "")),
        # one from a bye, one who sat out
        (pairing("AB CD", "E"), "EC", 1, ("1EC 2DA", "B", "")),
        (pairing("AB CD", "", "E"), "EA", 1, ("1EA 2CD", "", "B")),
        # a new table
        (pairing("AB CD", "EF"), "EF", 3, ("1AB 2CD 3EF", "", "")),
        (pairing("AB CD", "E"), "AE", 3, ("2CD 3AE", "B", "")),
        (pairing("AB CD"), "AC", 3, ("1BD 3AC", "", "")),
        (pairing("AB CD"), "AB", 9, ("2CD 9AB", "", "")),
        # a bye: the one who had it plays; two byes: the two who are left meet
        (pairing("AB CD", "E"), "A", None, ("1BE 2CD", "A", "")),
        (pairing("AB CD"), "AC", None, ("1BD", "AC", "")),
        (pairing("AB CD"), "AB", None, ("2CD", "AB", "")),
        (pairing("AB", "", "C"), "C", None, ("1AB", "C", "")),
    ],
)
def test_who_goes_where(
    before: dict[str, Any], codes: str, table: int | None, after: tuple[str, str, str]
) -> None:
    assert said(placed(before, list(codes), table)) == after


@pytest.mark.parametrize(
    ("before", "codes", "table"),
    [
        (pairing("AB CD"), "A", None),
        (pairing("AB CD"), "A", 1),
        (pairing("AB CD"), "AA", 1),
        (pairing("AB CD"), "AX", 1),
        (pairing("AB CD EF"), "ACE", None),
        (pairing("AB"), "", None),
    ],
)
def test_what_cannot_be(before: dict[str, Any], codes: str, table: int | None) -> None:
    with pytest.raises(BadPairing):
        placed(before, list(codes), table)


@pytest.fixture
def offered(db: None) -> Round:
    return offer_round(running_event(4), by=actor("olga"), now=at())


def test_the_reason_and_what_was_computed_are_kept(offered: Round) -> None:
    offer = offered.offers.get()
    first, second = (table["seats"][0] for table in offer.pairing["tables"])
    entrants = [offered.event.entrants.get(code=code) for code in (first, second)]
    change = place_entrants(offered, entrants, 2, reason="A wheelchair.", by=actor("sam"), now=at(1))
    offer.refresh_from_db()
    assert offer.pairing["tables"][1]["seats"] == [first, second]
    assert offer.pairing["tables"][1]["reasons"] == ["by_hand"]
    assert (change.before, change.after) == (offer.computed, offer.pairing)
    assert change.reason == "A wheelchair."


def test_pairs_that_must_never_meet_are_refused(offered: Round) -> None:
    seats = [table["seats"][0] for table in offered.offers.get().pairing["tables"]]
    first, second = (offered.event.entrants.get(code=code) for code in seats)
    forbid_pair(first, second, "absolute", reason="Siblings.", by=actor("olga"), now=at(1))
    with pytest.raises(BadPairing, match="never meet"):
        place_entrants(offered, [first, second], 1, reason="Why not.", by=actor("sam"), now=at(2))


def test_guards(offered: Round) -> None:
    mine = list(offered.event.entrants.order_by("pk")[:2])
    other = running_event(2, name="Other").entrants.first()
    assert other is not None
    for name in ("player1", "jude", "hedda", "stranger"):
        with pytest.raises(NotAllowed):
            place_entrants(offered, mine, None, reason="Late.", by=actor(name), now=at(1))
    with pytest.raises(NotFound):
        place_entrants(offered, [mine[0], other], 1, reason="Late.", by=actor("sam"), now=at(1))
    for table, reason in ((1, ""), (0, "x"), (10**9, "x"), (True, "x")):
        with pytest.raises(Invalid):
            place_entrants(offered, mine, table, reason=reason, by=actor("sam"), now=at(1))
    assert not PairingChange.objects.exists()
