"""The steps of a round, and each step back."""

import pytest

from tests.tournaments.factories import (
    actor,
    at,
    played_round,
    player,
    published_round,
    running_event,
    running_round,
    tables,
    win,
)
from tournaments.clocks.tasks import call_due_times
from tournaments.entrants.changes import drop_entrant, late_entry, return_entrant
from tournaments.errors import Conflict, NotAllowed
from tournaments.kept_standings.standings import snapshot_of, standings_now, working
from tournaments.matches.queries import current_round, match_of
from tournaments.models.events import Event
from tournaments.models.rounds import Round
from tournaments.results.changes import enter_result, report_result
from tournaments.rounds.changes import (
    finish_round,
    offer_round,
    publish_and_start,
    publish_round,
    start_round,
    unfinish_round,
    withdraw_round,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return running_event(4)


def test_a_round_is_not_finished_with_tables_open_and_says_which(event: Event) -> None:
    round = running_round(event)
    one, other = tables(round)
    enter_result(one, win("A"), by=actor("sam"), now=at(10))
    report_result(other, win("A"), by=player(other, "A"), now=at(11))
    with pytest.raises(Conflict) as refused:
        finish_round(round, by=actor("olga"), now=at(30))
    assert refused.value.details["tables"] == [other.table]


def test_reports_may_be_taken_as_they_stand_but_contests_not(event: Event) -> None:
    round = running_round(event)
    one, other = tables(round)
    report_result(one, win("A"), by=player(one, "A"), now=at(10))
    report_result(other, win("A"), by=player(other, "A"), now=at(10))
    report_result(other, win("B"), by=player(other, "B"), now=at(11))
    with pytest.raises(Conflict):
        finish_round(round, by=actor("olga"), now=at(30), accept_reports=True)
    one.refresh_from_db()
    assert one.state == "reported"
    enter_result(other, win("B"), by=actor("hedda"), now=at(31), reason="Seen.")
    assert finish_round(round, by=actor("olga"), now=at(32), accept_reports=True).state == "finished"


def test_every_finished_round_keeps_its_standings(event: Event) -> None:
    first = played_round(event)
    second = played_round(event, 60)
    for round in (first, second):
        snapshot = snapshot_of(round)
        assert snapshot is not None
        shown = [(row.place, row.entrant.code) for row in standings_now(event, round.number)]
        assert [(row["place"], row["entrant"]) for row in snapshot.table] == shown
        assert snapshot.rules["profile"] == "mtr"


def test_the_working_of_a_figure_names_opponents_and_floors(event: Event) -> None:
    """After one round the winner's only opponent has won 0 of 1: 0, floored to 0.33."""
    round = played_round(event)
    winner = tables(round)[0].seats.get(letter="A").entrant
    loser = tables(round)[0].seats.get(letter="B").entrant
    found = working(event, winner)["values"]["omw"]
    assert found["value"] == pytest.approx(0.33)
    assert [part["opponent"] for part in found["parts"]] == [loser.code]


def test_a_finished_round_opens_again_and_its_clock_stays_off(event: Event) -> None:
    round = played_round(event)
    round = unfinish_round(round, reason="A slip was missing.", by=actor("olga"), now=at(40))
    assert (round.state, snapshot_of(round)) == ("running", None)
    assert call_due_times(at(500)) == 0
    assert finish_round(round, by=actor("olga"), now=at(50)).state == "finished"
    assert round.snapshots.count() == 2


def test_opening_again_takes_the_next_offer_back(event: Event) -> None:
    round = played_round(event)
    offered = offer_round(event, by=actor("olga"), now=at(40))
    unfinish_round(round, reason="Wrong result.", by=actor("olga"), now=at(41))
    offered.refresh_from_db()
    assert offered.state == "withdrawn"


def test_only_the_newest_round_opens_again(event: Event) -> None:
    first = played_round(event)
    published_round(event, 60)
    with pytest.raises(Conflict, match="newest"):
        unfinish_round(first, reason="x", by=actor("olga"), now=at(70))


def test_a_withdrawn_publication_is_paired_anew_and_kept(event: Event) -> None:
    round = published_round(event)
    mine = event.entrants.get(code="P01")
    old = match_of(mine)
    round = withdraw_round(round, reason="Somebody was missing.", by=actor("olga"), now=at(1))
    assert (round.state, current_round(event), match_of(mine)) == ("withdrawn", None, None)
    again = published_round(event, 10)
    assert again.number == 1
    new = match_of(mine)
    assert new is not None
    assert old != new
    assert Round.objects.count() == 2


def test_results_are_void_only_when_said_so(event: Event) -> None:
    round = running_round(event)
    enter_result(tables(round)[0], win("A"), by=actor("sam"), now=at(10))
    with pytest.raises(Conflict, match="would be void"):
        withdraw_round(round, reason="Mispaired.", by=actor("olga"), now=at(11))
    withdraw_round(round, reason="Mispaired.", by=actor("olga"), now=at(11), void_results=True)
    assert call_due_times(at(500)) == 0
    assert played_round(event, 20).number == 1
    assert len(standings_now(event)) == 4


def test_a_withdrawn_match_takes_no_result(event: Event) -> None:
    round = running_round(event)
    match = tables(round)[0]
    withdraw_round(round, reason="Mispaired.", by=actor("olga"), now=at(1))
    with pytest.raises(Conflict, match="withdrawn"):
        report_result(match, win("A"), by=player(match, "A"), now=at(2))
    with pytest.raises(Conflict, match="withdrawn"):
        enter_result(match, win("A"), by=actor("sam"), now=at(2))


def test_who_dropped_or_came_in_a_withdrawn_round(event: Event) -> None:
    """The drop is one before the round; the late entrant is in time for its new pairing."""
    round = published_round(event)
    gone = drop_entrant(event.entrants.get(code="P01"), by=actor("olga"), now=at(0))
    late = late_entry(event, "Lara", by=actor("olga"), now=at(0))
    assert (gone.dropped_after, late.entered_before) == (1, 2)
    withdraw_round(round, reason="x", by=actor("olga"), now=at(1))
    gone.refresh_from_db()
    late.refresh_from_db()
    assert (gone.dropped_after, late.entered_before) == (0, 1)
    again = published_round(event, 5)
    assert set(again.seats.values_list("entrant__code", flat=True)) == {"P02", "P03", "P04", "P05"}


def test_drop_and_return_is_an_absence(event: Event) -> None:
    event.swiss_rounds = event.planned_rounds = 3
    event.save()
    played_round(event)
    gone = drop_entrant(event.entrants.get(code="P02"), by=actor("player2"), now=at(40))
    played_round(event, 60)
    back = return_entrant(gone, by=actor("sam"), now=at(100))
    assert (back.status, back.dropped_after, back.absences) == ("playing", None, [[2, 2]])
    third = published_round(event, 120)
    assert back.seats.filter(round=third).exists()


def test_steps_out_of_order_are_refused(event: Event) -> None:
    round = offer_round(event, by=actor("olga"), now=at(0))
    for step in (start_round, finish_round):
        with pytest.raises(Conflict):
            step(round, by=actor("olga"), now=at(1))
    round = publish_round(round, by=actor("olga"), now=at(2))
    with pytest.raises(Conflict):
        finish_round(round, by=actor("olga"), now=at(3))


def test_published_and_started_in_one_step_or_neither(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    offered = offer_round(event, by=actor("olga"), now=at(0))
    with pytest.raises(NotAllowed):
        publish_and_start(offered, by=actor("jude"), now=at(1))

    def fails(*_given: object, **_more: object) -> None:
        raise Conflict("The clock has no hands.")

    with monkeypatch.context() as patched:
        patched.setattr("tournaments.rounds.steps.start_clock", fails)
        with pytest.raises(Conflict):
            publish_and_start(offered, by=actor("olga"), now=at(1))
    offered.refresh_from_db()
    assert (offered.state, offered.matches.count()) == ("offered", 0)
    running = publish_and_start(offered, by=actor("olga"), now=at(2))
    assert (running.state, running.published_at, running.started_at) == ("running", at(2), at(2))
    again = publish_and_start(offered, by=actor("olga"), now=at(3))
    assert again.started_at == at(2) and again.matches.count() == 2
    kinds = event.journal.filter(at__gte=at(2)).values_list("kind", flat=True)
    assert sorted(kinds) == ["publish_round", "start_round"]
    dropped = offer_round(second_of(running), by=actor("olga"), now=at(50))
    drop_entrant(event.entrants.get(code="P01"), by=actor("olga"), now=at(51))
    with pytest.raises(Conflict):
        publish_and_start(dropped, by=actor("olga"), now=at(52))


def second_of(round: Round) -> Event:
    """The event, once this round is finished."""
    for match in tables(round):
        enter_result(match, win("A"), by=actor("sam"), now=at(20))
    finish_round(round, by=actor("olga"), now=at(30))
    return round.event


def test_no_player_and_no_judge_takes_a_step(event: Event) -> None:
    round = published_round(event)
    for who in (player(tables(round)[0], "A"), actor("jude"), actor("hedda")):
        for step in (start_round, finish_round):
            with pytest.raises(NotAllowed):
                step(round, by=who, now=at(1))
    round.refresh_from_db()
    assert round.state == "published"
