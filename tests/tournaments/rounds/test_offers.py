"""Offering a round, changing it by hand, publishing it."""

import pytest

from tests.tournaments.factories import (
    actor,
    at,
    open_event,
    played_round,
    player,
    published_round,
    running_event,
    running_round,
    started,
    tables,
    walk_in,
    win,
)
from tournaments.access import Actor
from tournaments.entrants.changes import (
    award_bye,
    drop_entrant,
    edit_entrant,
    forbid_pair,
    late_entry,
    lift_forbidden_pair,
)
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.events.staff import grant_role
from tournaments.matches.queries import current_round, matches_of, offer_of, rounds_of
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Offer, PairingChange, Round
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import (
    offer_round,
    publish_round,
    set_pairing,
    swap_entrants,
    withdraw_offer,
)
from tournaments.rounds.offers import NothingToPair
from tournaments.rounds.pairings import BadPairing, entrants_in

pytestmark = pytest.mark.django_db
CODES = ["P01", "P02", "P03", "P04"]


@pytest.fixture
def event() -> Event:
    return running_event(4)


def offered(event: Event, minute: float = 0) -> Round:
    return offer_round(event, by=actor("olga"), now=at(minute))


def pairs(round: Round) -> list[list[str]]:
    return [table["seats"] for table in round.offers.get(replaced_at=None).pairing["tables"]]


def test_an_offer_is_seen_by_nobody_but_the_desk(event: Event) -> None:
    round = offered(event)
    assert (current_round(event), list(rounds_of(event)), Match.objects.count()) == (None, [], 0)
    assert sorted(entrants_in(offer_of(round, by=actor("sam")).pairing)) == CODES
    for who in (actor("hedda"), actor("jude"), actor("player1"), actor("stranger"), Actor.anonymous()):
        with pytest.raises(NotAllowed):
            offer_of(round, by=who)


def test_an_organiser_who_plays_publishes_without_looking() -> None:
    event = open_event(4)
    grant_role(event, "player1", "organiser", by=actor("olga"), now=at(-99))
    event = started(event)
    playing = actor("player1")
    round = offer_round(event, by=playing, now=at(0))
    with pytest.raises(NotAllowed, match="do not play"):
        offer_of(round, by=playing)
    with pytest.raises(NotAllowed):
        swap_entrants(round, *event.entrants.all()[:2], reason="To suit me.", by=playing, now=at(1))
    assert publish_round(round, by=playing, now=at(2)).state == "published"


def test_pairing_again_without_a_new_fact_changes_nothing(event: Event) -> None:
    first = pairs(offered(event))
    again = [pairs(offered(event, minute)) for minute in range(1, 4)]
    assert again == [first] * 3
    assert Offer.objects.count() == 1


def test_pairing_again_after_taking_it_back_gives_the_same(event: Event) -> None:
    """Nobody re-pairs until pleased, and every offer stays in the record."""
    round = offered(event)
    first = pairs(round)
    withdraw_offer(round, by=actor("olga"), now=at(1))
    assert pairs(offered(event, 2)) == first
    assert Offer.objects.count() == 2
    assert list(event.journal.filter(kind="offer_round").values_list("by", flat=True)) == ["Olga", "Olga"]


def test_a_new_fact_outdates_the_offer(event: Event) -> None:
    round = offered(event)
    drop_entrant(event.entrants.get(code="P02"), by=actor("olga"), now=at(1))
    with pytest.raises(Conflict, match="Pair again"):
        publish_round(round, by=actor("olga"), now=at(2))
    assert Match.objects.count() == 0
    round = publish_round(offered(event, 3), by=actor("olga"), now=at(4))
    seated = sorted(seat.entrant.code for match in matches_of(round) for seat in match.seats.all())
    assert seated == ["P01", "P03", "P04"]
    assert round.matches.filter(is_bye=True).count() == 1


def test_a_new_name_does_not_outdate_the_offer(event: Event) -> None:
    round = offered(event)
    edit_entrant(event.entrants.get(code="P02"), {"name": "Renamed"}, by=actor("olga"), now=at(1))
    assert publish_round(round, by=actor("olga"), now=at(2)).state == "published"


def test_a_swap_keeps_who_why_and_what_was_computed(event: Event) -> None:
    round = offered(event)
    offer = offer_of(round, by=actor("olga"))
    (a, b), (c, d) = pairs(round)
    one, other = event.entrants.get(code=b), event.entrants.get(code=c)
    change = swap_entrants(round, one, other, reason="Came in one car.", by=actor("sam"), now=at(1))
    offer.refresh_from_db()
    assert pairs(round) == [[a, c], [b, d]]
    assert offer.computed == change.before
    assert (change.by, change.reason) == ("Sam", "Came in one car.")
    round = publish_round(round, by=actor("olga"), now=at(2))
    assert [[s.entrant.code for s in match.seats.all()] for match in matches_of(round)] == [[a, c], [b, d]]
    assert all(match.reasons == ["by_hand"] for match in matches_of(round))


def test_a_pairing_by_hand_never_pairs_who_must_never_meet(event: Event) -> None:
    entrants = {entrant.code: entrant for entrant in event.entrants.all()}
    pair = forbid_pair(entrants["P01"], entrants["P02"], "absolute", by=actor("olga"), now=at(-1))
    round = offered(event)
    by_hand = {"tables": [{"table": 1, "seats": ["P01", "P02"]}, {"table": 2, "seats": ["P03", "P04"]}]}
    with pytest.raises(BadPairing, match="never meet"):
        set_pairing(round, by_hand, reason="Try.", by=actor("olga"), now=at(1))
    lift_forbidden_pair(pair, by=actor("olga"), now=at(2))
    set_pairing(round, by_hand, reason="They asked for it.", by=actor("olga"), now=at(3))
    assert pairs(round) == [["P01", "P02"], ["P03", "P04"]]


@pytest.mark.parametrize(
    "bad",
    [
        None,
        [],
        {"tables": None},
        {"tables": [1]},
        {"tables": [{"table": 1, "seats": ["P01", "P02"]}]},
        {"tables": [{"table": 1, "seats": ["P01", "P01"]}, {"table": 2, "seats": ["P03", "P04"]}]},
        {"tables": [{"table": 1, "seats": ["P01", "P02"]}, {"table": 1, "seats": ["P03", "P04"]}]},
        {"tables": [{"table": 1, "seats": ["P01", "P02"]}, {"table": 2, "seats": ["P03", "P99"]}]},
        {"tables": [{"table": 1, "seats": ["P01"]}], "byes": ["P02", "P03", "P04"]},
        {"tables": [{"table": 0, "seats": ["P01", "P02"]}, {"table": 2, "seats": ["P03", "P04"]}]},
        {"tables": [{"table": "1", "seats": ["P01", "P02"]}, {"table": 2, "seats": ["P03", "P04"]}]},
        {"tables": [{"table": 1, "seats": "P01"}], "byes": ["P02", "P03", "P04"]},
        {"tables": [], "byes": [1, 2, 3, 4]},
        {"tables": [], "byes": CODES[:2]},
    ],
)
def test_a_pairing_that_cannot_be_is_refused(event: Event, bad: object) -> None:
    round = offered(event)
    before = pairs(round)
    with pytest.raises(BadPairing):
        set_pairing(round, bad, reason="Try.", by=actor("olga"), now=at(1))
    assert (pairs(round), PairingChange.objects.count()) == (before, 0)


def test_a_swap_with_somebody_of_another_event_is_refused(event: Event) -> None:
    round = offered(event)
    stranger = walk_in(open_event(2, name="Other"))
    with pytest.raises(NotFound):
        swap_entrants(
            round, stranger, event.entrants.get(code="P01"), reason="x", by=actor("olga"), now=at(1)
        )


def test_nobody_meets_twice_and_winners_meet(event: Event) -> None:
    first = played_round(event)
    met = [{s.entrant.code for s in match.seats.all()} for match in matches_of(first)]
    winners = {match.seats.get(letter="A").entrant.code for match in tables(first)}
    second = published_round(event, 60)
    again = [{s.entrant.code for s in match.seats.all()} for match in matches_of(second)]
    assert winners in again
    assert all(pair not in met for pair in again)


def test_an_odd_field_gives_one_bye_that_counts_as_a_win() -> None:
    event = running_event(5)
    round = running_round(event)
    bye = round.matches.get(is_bye=True)
    assert (bye.state, bye.table) == ("decided", None)
    for match in tables(round):
        enter_result(match, win("A"), by=actor("sam"), now=at(10))
    from tournaments.kept_standings.standings import standings_now
    from tournaments.rounds.changes import finish_round

    finish_round(round, by=actor("olga"), now=at(30))
    points = {row.entrant.pk: row.values["match_points"] for row in standings_now(event)}
    assert points[bye.seats.get().entrant_id] == 3


def test_an_awarded_bye_is_given(event: Event) -> None:
    award_bye(event.entrants.get(code="P03"), 1, by=actor("olga"), now=at(-1), reason="Won the last event.")
    round = publish_round(offered(event), by=actor("olga"), now=at(1))
    assert "P03" in {match.seats.get().entrant.code for match in round.matches.filter(is_bye=True)}


def test_a_late_entrant_is_in_the_next_round_and_missed_the_first(event: Event) -> None:
    played_round(event)
    late = late_entry(event, "Lara", by=actor("sam"), now=at(40))
    assert (late.entered_before, late.missed_rounds_as) == (2, "loss")
    round = published_round(event, 60)
    assert late.seats.filter(round=round).exists()


def test_no_round_is_offered_while_one_is_open_or_all_are_played(event: Event) -> None:
    running_round(event)
    with pytest.raises(Conflict, match="not finished"):
        offered(event, 5)
    round = current_round(event)
    assert round is not None
    for match in tables(round):
        enter_result(match, win("A"), by=actor("sam"), now=at(20))
    from tournaments.rounds.changes import finish_round

    finish_round(round, by=actor("olga"), now=at(30))
    played_round(event, 60)
    with pytest.raises(NothingToPair, match="All 2 rounds"):
        offered(event, 120)


def test_players_offer_nothing(event: Event) -> None:
    round = running_round(event)
    for who in (player(tables(round)[0], "A"), actor("jude"), Actor.anonymous()):
        with pytest.raises(NotAllowed):
            offer_round(event, by=who, now=at(1))
