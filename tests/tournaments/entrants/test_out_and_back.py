"""Out by mistake and back; nobody at a table; and the standings that are kept follow at once."""

import pytest
from django.test import Client

from tests.tournaments.factories import (
    actor,
    at,
    played_round,
    published_round,
    running_event,
    running_round,
    seated,
    tables,
    win,
)
from tournaments.entrants.changes import (
    disqualify_entrant,
    drop_entrant,
    mark_no_show,
    reinstate_entrant,
    return_entrant,
)
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.events.life import finish_event
from tournaments.kept_standings.standings import standings_now
from tournaments.models.entrants import Entrant, Status
from tournaments.models.events import Event
from tournaments.models.rounds import Round
from tournaments.results.changes import enter_result
from tournaments.results.writes import standing_result
from tournaments.rounds.changes import finish_round, offer_round, start_round
from tournaments.rounds.standings_views import kept_standings

pytestmark = pytest.mark.django_db


def shown(event: Event) -> list[tuple[int, str]]:
    """Places and codes as the page of the standings shows them."""
    return [(row["place"], row["entrant"].code) for row in kept_standings(event)[2]]


def out(entrant: Entrant, minute: float) -> Entrant:
    """Disqualified by the head judge."""
    return disqualify_entrant(entrant, reason="Cheating.", by=actor("hedda"), now=at(minute))


def back(entrant: Entrant, minute: float) -> Entrant:
    """The disqualification taken back."""
    return reinstate_entrant(entrant, reason="It was another.", by=actor("hedda"), now=at(minute))


def test_who_is_disqualified_after_the_last_round_is_not_in_the_final_standings() -> None:
    event = running_event(4, swiss_rounds=1)
    winner = seated(tables(played_round(event))[0], "A")
    assert winner.code in [code for _, code in shown(event)]
    out(winner, 40)
    assert len(shown(event)) == 3
    assert winner.code not in [code for _, code in shown(event)]
    finish_event(event, by=actor("olga"), now=at(50))
    page = Client().get(f"/events/{event.slug}/standings/").content.decode()
    assert "Somebody was disqualified." in page
    assert f'data-row="{winner.pk}"' not in page


def test_a_disqualification_in_a_round_leaves_the_standings_before_it_alone() -> None:
    event = running_event(4)
    played_round(event)
    before = shown(event)
    out(seated(tables(running_round(event, 60))[0], "A"), 65)
    assert shown(event) == before


def test_taken_back_everything_is_as_it_was() -> None:
    event = running_event(4)
    played_round(event)
    before = shown(event)
    entrant = event.entrants.get(code="P01")
    again = back(out(entrant, 40), 41)
    assert (again.status, again.disqualified_after, again.absences) == (Status.PLAYING, None, [])
    assert shown(event) == before
    assert [change.kind for change in again.changes.order_by("id")][-2:] == ["disqualified", "reinstated"]
    offered = offer_round(event, by=actor("olga"), now=at(45)).offers.get()
    assert "P01" in [code for table in offered.pairing["tables"] for code in table["seats"]]


def test_rounds_missed_meanwhile_are_an_absence() -> None:
    event = running_event(5)
    entrant = out(event.entrants.get(code="P01"), -5)
    played_round(event)
    played_round(event, 60)
    assert back(entrant, 100).absences == [[1, 2]]
    assert "P01" in [code for _, code in shown(event)]


def test_who_had_dropped_before_stays_dropped() -> None:
    event = running_event(4)
    played_round(event)
    entrant = drop_entrant(event.entrants.get(code="P01"), by=actor("olga"), now=at(35))
    again = back(out(entrant, 40), 41)
    assert (again.status, again.dropped_after) == (Status.DROPPED, 1)


def test_who_may_take_it_back_and_when() -> None:
    event = running_event(4)
    entrant = out(event.entrants.get(code="P01"), 0)
    with pytest.raises(NotAllowed):
        reinstate_entrant(entrant, reason="x", by=actor("sam"), now=at(1))
    with pytest.raises(Invalid):
        reinstate_entrant(entrant, reason=" ", by=actor("hedda"), now=at(1))
    assert back(back(entrant, 1), 2).changes.filter(kind="reinstated").count() == 1
    gone = drop_entrant(event.entrants.get(code="P02"), by=actor("olga"), now=at(3))
    with pytest.raises(Conflict):
        back(gone, 4)


def test_the_page_offers_it() -> None:
    event = running_event(4)
    entrant = out(event.entrants.get(code="P01"), 0)
    client = Client()
    head = actor("hedda").user
    assert head is not None
    client.force_login(head)
    address = f"/events/{event.slug}/entrants/{entrant.pk}/"
    assert "Take the disqualification back" in client.get(address).content.decode()
    assert client.post(f"{address}reinstate/", {"reason": "It was another."}).status_code == 303
    entrant.refresh_from_db()
    assert entrant.status == Status.PLAYING
    assert "Disqualification taken back" in client.get(address).content.decode()


def test_neither_came_and_both_lose() -> None:
    event = running_event(4)
    match = tables(running_round(event))[0]
    for letter in "AB":
        mark_no_show(seated(match, letter), by=actor("sam"), now=at(10))
    found = standing_result(match)
    assert found is not None
    assert (found.outcome, found.reason) == ({"kind": "double_loss"}, "Neither player came.")


def test_who_won_and_left_keeps_the_win() -> None:
    event = running_event(4)
    played_round(event)
    match = tables(running_round(event, 60))[0]
    mark_no_show(seated(match, "A"), by=actor("sam"), now=at(70))
    drop_entrant(seated(match, "B"), by=actor("sam"), now=at(71))
    found = standing_result(match)
    assert found is not None
    assert found.outcome == {"kind": "no_show", "winner": "B"}


def test_a_drop_between_rounds_counts_for_the_opponents_where_the_rules_say_so() -> None:
    """Play! Pokemon: whoever dropped counts 0.75 at most, so the loser to a 1-0 dropper falls from 1 to 0.75."""
    event = running_event(4, profile="pokemon", tiebreakers=["match_points", "omw"])
    match = tables(played_round(event))[0]
    loser = seated(match, "B")

    def omw() -> object:
        rows = kept_standings(event)[2]
        return next(dict(row["values"])["omw"] for row in rows if row["entrant"].pk == loser.pk)

    assert omw() == 1
    gone = drop_entrant(seated(match, "A"), by=actor("olga"), now=at(40))
    assert omw() == 0.75
    return_entrant(gone, by=actor("olga"), now=at(41))
    assert omw() == 1


def test_leaving_and_coming_back_collects_no_bye() -> None:
    """Whoever had the bye leaves for every second round and is back for the next, last in the table each time; byes are
    worth nothing here, so that no one would be a better choice for it."""
    event = running_event(5, swiss_rounds=5, points_bye=0)
    first = published_round(event, -5)
    holder = first.matches.get(is_bye=True).seats.get().entrant
    _finish(first, 0)
    for number in (2, 3, 4, 5):
        here = number % 2 == 1
        if here:
            return_entrant(holder, by=actor("sam"), now=at(60 * number))
        else:
            drop_entrant(holder, by=actor("sam"), now=at(60 * number))
        holder.refresh_from_db()
        round = published_round(event, 60 * number + 1)
        assert holder.seats.filter(round=round, match__is_bye=False).exists() == here
        assert round.matches.filter(is_bye=True).count() == here
        _finish(round, 60 * number + 2, loser=holder)
    byes = [
        seat.entrant_id for round in event.rounds.all() for seat in round.seats.filter(match__is_bye=True)
    ]
    assert len(byes) == len(set(byes)) == 3


def _finish(round: Round, minute: float, loser: Entrant | None = None) -> None:
    """Played, the first at each table winning, but not against the one who loses."""
    round = start_round(round, by=actor("olga"), now=at(minute))
    for match in tables(round):
        enter_result(
            match, win("B" if seated(match, "A") == loser else "A"), by=actor("sam"), now=at(minute + 20)
        )
    finish_round(round, by=actor("olga"), now=at(minute + 30))


def test_kept_and_computed_standings_are_the_same_after_all_this() -> None:
    event = running_event(6)
    played_round(event)
    played_round(event, 60)
    out(event.entrants.get(code="P03"), 100)
    back(out(event.entrants.get(code="P04"), 101), 102)
    assert shown(event) == [(row.place, row.entrant.code) for row in standings_now(event)]
