"""Two people press the same button at the same moment: two processes, real transactions."""

from collections import Counter

import pytest

from tests.tournaments.factories import (
    actor,
    at,
    make_event,
    many_seated,
    open_event,
    player,
    published_round,
    running_event,
    running_round,
    tables,
    walk_in,
    win,
)
from tests.tournaments.races.together import together
from tournaments.clocks.changes import extend_match, pause_clock
from tournaments.clocks.tasks import call_due_times
from tournaments.entrants.changes import drop_entrant, register
from tournaments.entrants.claims import make_claim_links
from tournaments.events.life import publish_event, start_event
from tournaments.idempotency.changes import Answer, Asked, answer_once
from tournaments.models.clocks import ClockEvent, Deadline, RandomEnd
from tournaments.models.entrants import ClaimLink
from tournaments.models.events import Event
from tournaments.models.outbox import OutboxRow
from tournaments.models.results import Report, Result
from tournaments.models.rounds import Match, Offer, Round, RoundState, Seat, StandingsSnapshot
from tournaments.outbox.changes import consume
from tournaments.results.changes import confirm_result, enter_result, report_result, take_back_report
from tournaments.results.tasks import confirm_unchallenged
from tournaments.rounds.changes import (
    exchange_seats,
    finish_round,
    offer_round,
    publish_round,
    set_pairing,
    start_round,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_offering_makes_one_round_and_one_pairing() -> None:
    event = running_event(8)
    olga, sam = actor("olga"), actor("sam")
    answers = together(
        lambda: offer_round(event, by=olga, now=at(0)),
        lambda: offer_round(event, by=sam, now=at(0)),
    )
    assert answers == [("done", "row")] * 2
    assert (Round.objects.count(), Offer.objects.count()) == (1, 1)


def test_one_table_of_four_is_decided_once_by_two_who_confirm() -> None:
    match = many_seated("nightmare_before_christmas", 4)
    ranking = {"ranking": [["C"], ["A"], ["B", "D"]]}
    report_result(match, ranking, by=player(match, "A"), now=at(10))
    second, third = player(match, "B"), player(match, "C")
    answers = together(
        lambda: confirm_result(match, by=second, now=at(11)),
        lambda: confirm_result(match, by=third, now=at(11)),
    )
    assert answers == [("done", "row")] * 2
    assert list(Result.objects.values_list("provenance", flat=True)) == ["reported", "confirmed"]


def test_one_confirms_while_another_says_otherwise() -> None:
    match = many_seated("nightmare_before_christmas", 3)
    said, other = {"ranking": [["C"], ["A"], ["B"]]}, {"ranking": [["A"], ["B"], ["C"]]}
    report_result(match, said, by=player(match, "A"), now=at(10))
    second, third = player(match, "B"), player(match, "C")
    confirmed, reported = together(
        lambda: confirm_result(match, by=second, now=at(11)),
        lambda: report_result(match, other, by=third, now=at(11)),
    )
    match.refresh_from_db()
    if confirmed == ("done", "row"):
        assert (reported, match.state) == (("refused", "already_decided"), "decided")
    else:
        assert (confirmed, match.state) == (("refused", "nothing_to_confirm"), "contested")
        assert reported == ("done", "row")


def test_links_for_everybody_are_made_once() -> None:
    event = open_event()
    entrants = [walk_in(event, "Wanda"), walk_in(event, "Walt")]
    olga, sam = actor("olga"), actor("olga")
    made = together(
        lambda: make_claim_links(entrants, by=olga, now=at(0)),
        lambda: make_claim_links(entrants, by=sam, now=at(0)),
    )
    assert {how for how, _what in made} == {"done"}
    assert ClaimLink.objects.count() == 2


def test_pairing_again_by_two_keeps_one_offer() -> None:
    event = running_event(6, game="nightmare_before_christmas")
    olga, sam = actor("olga"), actor("sam")
    round = offer_round(event, by=olga, now=at(0))
    codes = list(event.entrants.order_by("pk").values_list("code", flat=True))
    set_pairing(round, {"tables": [{"table": 1, "seats": codes}]}, reason="One table.", by=olga, now=at(1))
    drop_entrant(event.entrants.get(code=codes[0]), by=olga, now=at(2))
    answers = together(
        lambda: offer_round(event, by=olga, now=at(3), by_hand="keep"),
        lambda: offer_round(event, by=sam, now=at(3), by_hand="keep"),
    )
    assert answers == [("done", "row")] * 2
    offers = list(Offer.objects.filter(replaced_at=None))
    assert [row["seats"] for row in offers[0].pairing["tables"]] == [codes[1:]]
    assert (len(offers), Offer.objects.count()) == (1, 2)


def test_publishing_seats_everybody_once() -> None:
    event = running_event(8)
    round = offer_round(event, by=actor("olga"), now=at(0))
    olga, sam = actor("olga"), actor("sam")
    answers = together(
        lambda: publish_round(round, by=olga, now=at(1)),
        lambda: publish_round(round, by=sam, now=at(1)),
    )
    assert answers == [("done", "row")] * 2
    assert (Match.objects.count(), Seat.objects.count()) == (4, 8)
    assert event.journal.filter(kind="publish_round").count() == 1


def test_a_drop_while_publishing_is_in_the_round_or_makes_the_offer_outdated() -> None:
    event = running_event(8)
    round = offer_round(event, by=actor("olga"), now=at(0))
    olga, gone = actor("olga"), event.entrants.get(code="P03")
    published, dropped = together(
        lambda: publish_round(round, by=olga, now=at(1)),
        lambda: drop_entrant(gone, by=olga, now=at(1)),
    )
    gone.refresh_from_db()
    assert dropped == ("done", "row")
    if published == ("done", "row"):
        assert gone.dropped_after == 1
    else:
        assert (published, gone.dropped_after, Match.objects.count()) == (("refused", "conflict"), 0, 0)


def test_starting_rolls_one_die() -> None:
    round = published_round(running_event(8, clock_kind="random"))
    olga, sam = actor("olga"), actor("sam")
    answers = together(
        lambda: start_round(round, by=olga, now=at(0)),
        lambda: start_round(round, by=sam, now=at(0)),
    )
    assert answers == [("done", "row")] * 2
    assert (RandomEnd.objects.count(), Deadline.objects.count()) == (1, 4)


def test_finishing_keeps_one_snapshot() -> None:
    round = running_round(running_event(8))
    for match in tables(round):
        enter_result(match, win("A"), by=actor("sam"), now=at(10))
    olga, sam = actor("olga"), actor("sam")
    answers = together(
        lambda: finish_round(round, by=olga, now=at(30)),
        lambda: finish_round(round, by=sam, now=at(30)),
    )
    assert answers == [("done", "row")] * 2
    assert StandingsSnapshot.objects.count() == 1
    assert round.event.journal.filter(kind="finish_round").count() == 1


def test_a_correction_while_finishing_is_in_the_standings() -> None:
    round = running_round(running_event(4))
    one, other = tables(round)
    for match in (one, other):
        enter_result(match, win("A"), by=actor("sam"), now=at(10))
    olga, hedda = actor("olga"), actor("hedda")
    answers = together(
        lambda: finish_round(round, by=olga, now=at(30)),
        lambda: enter_result(one, win("B"), by=hedda, now=at(30), reason="Appeal."),
    )
    assert answers == [("done", "row")] * 2
    table = StandingsSnapshot.objects.get(replaced_at=None).table
    points = {row["entrant"]: row["values"]["match_points"] for row in table}
    assert points[one.seats.get(letter="B").entrant.code] == 3
    assert points[one.seats.get(letter="A").entrant.code] == 0


def test_two_different_entries_leave_one_result_and_one_refusal() -> None:
    match = tables(running_round(running_event(4)))[0]
    olga, sam = actor("olga"), actor("sam")
    answers = together(
        lambda: enter_result(match, win("A"), by=olga, now=at(10)),
        lambda: enter_result(match, win("B"), by=sam, now=at(10)),
    )
    assert Counter(answers) == {("done", "row"): 1, ("refused", "reason_needed"): 1}
    assert Result.objects.count() == 1


def test_a_double_tap_is_one_report() -> None:
    match = tables(running_round(running_event(4)))[0]
    who = player(match, "A")
    answers = together(
        *[lambda: report_result(match, win("A"), by=who, now=at(10), key="tap") for _ in range(4)]
    )
    assert answers == [("done", "row")] * 4
    assert (Report.objects.count(), Result.objects.count()) == (1, 1)


@pytest.mark.parametrize(("said", "state"), [("A", "decided"), ("B", "contested")])
def test_both_players_report_at_once(said: str, state: str) -> None:
    match = tables(running_round(running_event(4)))[0]
    one, other = player(match, "A"), player(match, "B")
    together(
        lambda: report_result(match, win("A"), by=one, now=at(10)),
        lambda: report_result(match, win(said), by=other, now=at(10)),
    )
    match.refresh_from_db()
    assert (match.state, Report.objects.count()) == (state, 2)
    assert OutboxRow.objects.count() == (1 if state == "contested" else 0)


def test_confirming_and_waiting_confirm_once() -> None:
    match = tables(running_round(running_event(4)))[0]
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    other = player(match, "B")
    together(
        lambda: confirm_result(match, by=other, now=at(20)),
        lambda: confirm_unchallenged(at(20)),
        lambda: confirm_unchallenged(at(20)),
    )
    assert Result.objects.count() == 2
    assert Result.objects.filter(provenance="confirmed").count() == 1


def test_the_last_place_goes_to_one() -> None:
    event = open_event(3, capacity=4)
    people = [actor(name) for name in ("ann", "bob", "cid")]
    answers = together(*[lambda who=who: register(event, by=who, now=at(0)) for who in people])
    assert answers == [("done", "row")] * 3
    assert Counter(event.entrants.values_list("status", flat=True)) == {"registered": 4, "waitlisted": 2}


def test_registering_twice_enters_once() -> None:
    event = open_event(0)
    ann = actor("ann")
    answers = together(*[lambda: register(event, by=ann, now=at(0)) for _ in range(3)])
    assert Counter(answers) == {("done", "row"): 1, ("refused", "already_entered"): 2}
    assert event.entrants.count() == 1


def test_a_request_sent_three_times_at_once_is_answered_once() -> None:
    olga = actor("olga")

    def make() -> str:
        return answer_once(
            Asked.of("user 1", "/events/", "key", "Autumn Open"),
            lambda: make_event(by=olga).slug,
            keep=lambda slug: Answer(201, said=slug),
            again=lambda kept: str(kept.said),
            now=at(0),
        )

    answers = together(*[make] * 3)
    assert answers == [("done", "autumn-open")] * 3
    assert Event.objects.count() == 1


def test_starting_the_event_twice_starts_it_once() -> None:
    event = open_event(4)
    olga = actor("olga")
    answers = together(*[lambda: start_event(event, by=olga, now=at(0)) for _ in range(2)])
    assert Counter(answers) == {("done", "row"): 1, ("refused", "wrong_state"): 1}
    assert event.stages.count() == 1


def test_two_events_of_one_name_get_addresses_of_their_own() -> None:
    olga, oscar = actor("olga"), actor("oscar")
    answers = together(
        lambda: publish_event(make_event(by=olga), by=olga, now=at(0)).slug,
        lambda: publish_event(make_event(by=oscar), by=oscar, now=at(0)).slug,
    )
    assert sorted(slug for _, slug in answers) == ["autumn-open", "autumn-open-2"]


def test_a_pause_and_the_sweep_agree() -> None:
    """Either every table was called before the pause, or none is called in it."""
    round = running_round(running_event(8, round_minutes=50))
    sam = actor("sam")
    (_, called), paused = together(
        lambda: call_due_times(at(50)),
        lambda: pause_clock(round, by=sam, now=at(49.999)),
    )
    assert paused == ("done", "row")
    assert called in (0, 4)
    assert ClockEvent.objects.filter(kind="time_called").count() == called


def test_an_extension_and_the_sweep_agree() -> None:
    """The table got its time before the call, or after it: never both ways."""
    round = running_round(running_event(4, round_minutes=50))
    table, jude = tables(round)[0], actor("jude")
    together(
        lambda: call_due_times(at(50)),
        lambda: extend_match(table, 5, by=jude, now=at(49.999)),
    )
    deadline = Deadline.objects.get(match=table)
    assert deadline.state == "running"
    calls = ClockEvent.objects.filter(match=table, kind="time_called").count()
    assert deadline.due_at == (at(54.999) if calls else at(55))


def test_the_outbox_hands_out_each_row_once() -> None:
    round = running_round(running_event(16, round_minutes=50))
    assert call_due_times(at(50)) == 8
    taken = together(*[lambda: consume(["time_called"], lambda row: None, now=at(51)) for _ in range(3)])
    assert sum(count for _, count in taken) == 8
    assert not OutboxRow.objects.filter(taken_at=None).exists()
    assert round.state == RoundState.RUNNING


@pytest.mark.parametrize("day", range(3))
def test_an_exchange_and_a_report_at_one_of_its_tables(day: int) -> None:
    """Whoever is first is heard: after a report both tables stay, after the exchange the reporter plays elsewhere."""
    round = running_round(running_event(4, name=f"Day {day}"))
    one, other = tables(round)
    first, second = one.seats.get(letter="A").entrant, other.seats.get(letter="A").entrant
    says, sam = player(one, "A"), actor("sam")
    exchange, report = together(
        lambda: exchange_seats(round, first, second, reason="x", by=sam, now=at(10)),
        lambda: report_result(one, win("A"), by=says, now=at(10)),
    )
    assert {exchange[0], report[0]} == {"done", "refused"}
    assert (one.seats.get(letter="A").entrant_id == second.pk) == (exchange[0] == "done")
    assert Report.objects.filter(match=one).exists() == (report[0] == "done")


def test_one_takes_his_report_back_while_the_other_confirms_it() -> None:
    """Either it is confirmed and stays, or it is taken back and there is nothing to confirm."""
    for _again in range(3):
        match = tables(running_round(running_event(2)))[0]
        report_result(match, win("A"), by=player(match, "A"), now=at(10))
        ann, ben = player(match, "A"), player(match, "B")
        taken, confirmed = together(
            lambda match=match, ann=ann: take_back_report(match, by=ann, now=at(11)),
            lambda match=match, ben=ben: confirm_result(match, by=ben, now=at(11)),
        )
        match.refresh_from_db()
        standing = match.results.filter(replaced_at=None).values_list("provenance", flat=True)
        if taken[0] == "done":
            assert confirmed == ("refused", "nothing_to_confirm")
            assert (match.state, list(standing)) == ("open", [])
        else:
            assert (taken, confirmed[0]) == (("refused", "already_decided"), "done")
            assert (match.state, list(standing)) == ("decided", ["confirmed"])
