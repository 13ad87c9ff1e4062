"""Clubs and families at the desk: kept apart in round one, as the event chose; nobody outside reads who is of which."""

import pytest

from tests.tournaments.factories import actor, at, open_event, played_round, running_event, started
from tournaments.entrants.changes import edit_entrant
from tournaments.entrants.many import add_entrants
from tournaments.errors import Invalid, ReasonNeeded
from tournaments.events.changes import edit_event
from tournaments.exports.files import event_file_of
from tournaments.models.events import Event
from tournaments.models.rounds import Round
from tournaments.rounds.changes import offer_round, swap_entrants
from tournaments.rounds.pairings import BadPairing

pytestmark = pytest.mark.django_db

LIST = b"name;club\n" + b"\n".join(
    f"{club} {n};{club}".encode() for club in ("Ravens", "Owls") for n in range(1, 5)
)


def of_two_clubs(**choices: object) -> Event:
    """Four Ravens and four Owls, entered by one list."""
    event = open_event(**choices)
    add_entrants(event, LIST, by=actor("olga"), now=at(-95))
    return started(event)


def offered(event: Event) -> tuple[Round, list[tuple[str, str]]]:
    """The next round, with the clubs at its tables."""
    round = offer_round(event, by=actor("olga"), now=at())
    club = dict(event.entrants.values_list("code", "club"))
    pairing = round.offers.get(replaced_at=None).pairing
    return round, [tuple(sorted(club[code] for code in table["seats"])) for table in pairing["tables"]]  # type: ignore[misc]


@pytest.mark.parametrize("strength", ["weak", "absolute"])
def test_round_one_pairs_across_the_clubs(strength: str) -> None:
    _round, clubs = offered(of_two_clubs(clubs_apart=strength))
    assert clubs == [("Owls", "Ravens")] * 4


@pytest.mark.parametrize("strength", ["weak", "absolute"])
def test_by_hand_two_of_a_club_meet_only_where_they_may(strength: str) -> None:
    event = of_two_clubs(clubs_apart=strength)
    round, _clubs = offered(event)
    one, other = round.offers.get(replaced_at=None).pairing["tables"][:2]
    club = dict(event.entrants.values_list("code", "club"))
    first = one["seats"][0]
    second = next(code for code in other["seats"] if club[code] != club[first])
    who = [event.entrants.get(code=code) for code in (first, second)]
    if strength == "weak":
        swap_entrants(round, *who, reason="friends", by=actor("olga"), now=at(1))
        return
    with pytest.raises(BadPairing, match="must never meet"):
        swap_entrants(round, *who, reason="friends", by=actor("olga"), now=at(1))


def test_in_round_two_they_may_meet_by_hand_where_round_one_alone_binds() -> None:
    event = of_two_clubs(clubs_apart="absolute")
    played_round(event)
    round, _clubs = offered(event)
    table, *others = round.offers.get(replaced_at=None).pairing["tables"]
    club = dict(event.entrants.values_list("code", "club"))
    first = table["seats"][0]
    second = next(
        code for other in others for code in other["seats"] if club[code] == club[table["seats"][1]]
    )
    moved = [event.entrants.get(code=code) for code in (first, second)]
    swap_entrants(round, *moved, reason="they asked", by=actor("olga"), now=at(120))


def test_a_club_given_after_the_offer_outdates_it() -> None:
    event = running_event(4, clubs_apart="absolute")
    round, _clubs = offered(event)
    seats = round.offers.get(replaced_at=None).pairing["tables"][0]["seats"]
    for code in seats:
        edit_entrant(event.entrants.get(code=code), {"club": "Bell family"}, by=actor("olga"), now=at(1))
    again = offer_round(event, by=actor("olga"), now=at(2))
    for table in again.offers.get(replaced_at=None).pairing["tables"]:
        assert set(table["seats"]) != set(seats)


def test_the_choice_is_checked_and_changes_after_the_start_with_a_reason() -> None:
    with pytest.raises(Invalid):
        open_event(clubs_apart="sometimes")
    event = running_event(4)
    with pytest.raises(ReasonNeeded):
        edit_event(event, {"clubs_apart": "weak"}, by=actor("olga"), now=at(1))
    assert edit_event(
        event, {"clubs_apart": "weak"}, by=actor("olga"), now=at(1), reason="asked for"
    ).clubs_apart


def test_outside_nobody_reads_who_is_of_which_club() -> None:
    event = of_two_clubs(clubs_apart="weak")
    inside, outside = event_file_of(event, for_staff=True), event_file_of(event)
    assert [entrant.club for entrant in inside.entrants] == ["Ravens"] * 4 + ["Owls"] * 4
    assert b"Owls" not in b"".join(str(entrant.club).encode() for entrant in outside.entrants)
