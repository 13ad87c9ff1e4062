"""A published pairing changed for single tables: places exchanged, late players seated; the rest stays as it was."""

import pytest

from tests.tournaments.factories import (
    actor,
    at,
    played_round,
    player,
    published_round,
    running_event,
    running_round,
    seated,
    tables,
    win,
)
from tests.tournaments.pages.conftest import Who, who  # noqa: F401 the fixture
from tournaments.clocks.changes import extend_match, pause_clock, resume_clock
from tournaments.decks.table_checks import begin_deck_check
from tournaments.entrants.changes import drop_entrant, forbid_pair, late_entry, return_entrant
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.events.staff import grant_role
from tournaments.exports.files import event_file_of
from tournaments.kept_standings.standings import standings_now
from tournaments.models.clocks import Deadline
from tournaments.models.events import Event
from tournaments.models.rounds import Match, PairingChange, Round
from tournaments.results.changes import clear_result, enter_result, report_result, say_missing
from tournaments.rounds.broken import broken_by
from tournaments.rounds.changes import exchange_seats, finish_round, seat_late, start_round, unseat_late
from tournaments.rounds.pairings import BadPairing

pytestmark = pytest.mark.django_db
WHY = "They travelled together."


def sitting(round: Round) -> dict[int | None, list[str]]:
    """The codes at each table by number, the bye under None."""
    return {
        match.table: list(match.seats.order_by("letter").values_list("entrant__code", flat=True))
        for match in round.matches.all()
    }


def exchanged(
    round: Round, one: Match, other: Match, letters: str = "AA", minute: float = 10
) -> PairingChange:
    two = [seated(match, letter) for match, letter in zip((one, other), letters, strict=True)]
    return exchange_seats(round, *two, reason=WHY, by=actor("sam"), now=at(minute))


def due(match: Match) -> float:
    """When its time ends, in minutes after the beginning."""
    deadline = Deadline.objects.get(match=match)
    assert deadline.due_at is not None
    return (deadline.due_at - at()).total_seconds() / 60


def test_two_change_places_and_their_tables_have_their_full_time() -> None:
    event = running_event(6, round_minutes=50)
    round = running_round(event)
    one, other, third = tables(round)
    before = sitting(round)
    change = exchanged(round, one, other, "AB")
    after = sitting(round)
    assert after[one.table] == [before[other.table][1], before[one.table][1]]
    assert after[other.table] == [before[other.table][0], before[one.table][0]]
    assert after[third.table] == before[third.table]
    assert (due(one), due(other), due(third)) == (60, 60, 50)
    assert change.before != change.after and round.offers.get(replaced_at=None).pairing == change.after
    line = event.journal.filter(kind="change_published").get()
    assert line.public and line.reason == WHY
    assert {frozenset(match.seats) for match in event_file_of(event).rounds[0].matches} == {
        frozenset(codes) for codes in after.values()
    }


def test_before_the_start_no_clock_runs_and_play_begins_for_all_at_once() -> None:
    round = published_round(running_event(4, round_minutes=50))
    one, other = tables(round)
    exchanged(round, one, other)
    assert not Deadline.objects.filter(round=round).exists()
    start_round(round, by=actor("olga"), now=at(0))
    assert (due(one), due(other)) == (50, 50)


def test_while_the_clock_is_paused_the_full_time_is_held() -> None:
    round = running_round(running_event(4, round_minutes=50))
    pause_clock(round, by=actor("olga"), now=at(5))
    exchanged(round, *tables(round))
    resume_clock(round, by=actor("olga"), now=at(20))
    assert [due(match) for match in tables(round)] == [70, 70]


@pytest.mark.parametrize("said", ["report", "result", "cleared"])
def test_a_table_that_has_said_something_stays(said: str) -> None:
    round = running_round(running_event(4))
    one, other = tables(round)
    if said == "report":
        report_result(one, win("A"), by=player(one, "A"), now=at(5))
    else:
        enter_result(one, win("A"), by=actor("sam"), now=at(5))
    if said == "cleared":
        clear_result(one, reason="not theirs", by=actor("sam"), now=at(6))
    before = sitting(round)
    with pytest.raises(Conflict, match="is there already: Table 1"):
        exchanged(round, one, other)
    assert sitting(round) == before and not PairingChange.objects.exists()


def test_the_bye_is_exchanged_too_and_counts_for_who_has_it_then() -> None:
    event = running_event(5)
    round = running_round(event)
    bye, (one, other) = round.matches.get(is_bye=True), tables(round)
    had, gets = seated(bye, "A"), seated(one, "B")
    exchanged(round, bye, one, "AB")
    enter_result(one, win("A"), by=actor("sam"), now=at(20))
    enter_result(other, win("A"), by=actor("sam"), now=at(20))
    finish_round(round, by=actor("olga"), now=at(30))
    points = {row.entrant.code: row.values["match_points"] for row in standings_now(event)}
    assert points[gets.code] == 3 and points[had.code] == 0


def test_who_must_never_meet_does_not_and_strangers_to_the_round_are_named() -> None:
    event = running_event(4)
    round = running_round(event)
    one, other = tables(round)
    forbid_pair(seated(one, "B"), seated(other, "A"), "absolute", reason="", by=actor("olga"), now=at(1))
    with pytest.raises(BadPairing, match="must never meet"):
        exchanged(round, one, other)
    with pytest.raises(Conflict, match="same table"):
        exchanged(round, one, one, "AB")
    late = late_entry(event, "Late", by=actor("olga"), now=at(2))
    with pytest.raises(NotFound, match="Late has no seat"):
        exchange_seats(round, late, seated(one, "A"), reason=WHY, by=actor("sam"), now=at(3))
    with pytest.raises(NotAllowed):
        exchange_seats(
            round, seated(one, "A"), seated(other, "A"), reason=WHY, by=player(one, "A"), now=at(3)
        )


def test_every_table_that_stays_is_named() -> None:
    round = running_round(running_event(4))
    for match in tables(round):
        report_result(match, win("A"), by=player(match, "A"), now=at(5))
    with pytest.raises(Conflict, match="is there already: Table 1, Table 2"):
        exchanged(round, *tables(round))


def test_who_plays_himself_chooses_no_opponent_of_his_own() -> None:
    event = running_event(5)
    round = running_round(event)
    one, other = tables(round)
    bye = seated(round.matches.get(is_bye=True), "A")
    own = player(one, "A")
    assert own.user is not None
    grant_role(event, own.user.username, "scorekeeper", by=actor("olga"), now=at(1))
    two = seated(one, "B"), seated(other, "B")
    for first, second in (two, (seated(one, "A"), seated(other, "A"))):
        with pytest.raises(NotAllowed):
            exchange_seats(round, first, second, reason=WHY, by=own, now=at(2))
    exchange_seats(round, seated(other, "A"), bye, reason=WHY, by=own, now=at(3))


def test_a_finished_round_and_a_bracket_stay() -> None:
    event = running_event(4, swiss_rounds=1, stages=[{"kind": "swiss"}, {"kind": "single_elimination"}])
    played = played_round(event)
    with pytest.raises(Conflict, match="is finished"):
        exchanged(played, *tables(played), minute=70)
    bracket = running_round(event, 100)
    with pytest.raises(Conflict, match="the schedule says"):
        exchanged(bracket, *tables(bracket), minute=110)


def test_a_late_player_meets_the_holder_of_the_bye() -> None:
    event = running_event(5, round_minutes=50)
    round = running_round(event)
    holder = seated(round.matches.get(is_bye=True), "A")
    late = late_entry(event, "Late", by=actor("olga"), now=at(8))
    match = seat_late(round, late, holder, reason="just arrived", by=actor("sam"), now=at(10))
    assert sitting(round)[3] == [holder.code, late.code] and None not in sitting(round)
    assert due(match) == 60
    for table in tables(round):
        enter_result(table, win("B"), by=actor("sam"), now=at(20))
    finish_round(round, by=actor("olga"), now=at(70))
    rows = {row.entrant.code: row.values["match_points"] for row in standings_now(event)}
    assert rows[late.code] == 3 and rows[holder.code] == 0
    late.refresh_from_db()
    assert late.entered_before == 1


def test_two_who_wait_meet_each_other_also_who_comes_back() -> None:
    event = running_event(6)
    played_round(event)
    back = event.entrants.get(code="P02")
    drop_entrant(back, by=actor("olga"), now=at(61))
    round = running_round(event, 70)
    back = return_entrant(back, by=actor("olga"), now=at(71))
    bye = seated(round.matches.get(is_bye=True), "A")
    late = late_entry(event, "Late", by=actor("olga"), now=at(72))
    seat_late(round, late, back, reason="both here", by=actor("sam"), now=at(73))
    assert sitting(round)[3] == [back.code, late.code] and sitting(round)[None] == [bye.code]
    back.refresh_from_db()
    assert back.absences == [] and back.dropped_after is None
    with pytest.raises(Conflict, match="sits in this round already"):
        seat_late(round, late, bye, reason="again", by=actor("sam"), now=at(74))


def test_a_table_given_late_is_taken_back_and_the_bye_is_where_it_was() -> None:
    event = running_event(5, round_minutes=50)
    round = running_round(event)
    before = sitting(round)
    holder = seated(round.matches.get(is_bye=True), "A")
    late = late_entry(event, "Late", by=actor("olga"), now=at(8))
    since = late.entered_before
    match = seat_late(round, late, holder, reason="just arrived", by=actor("sam"), now=at(10))
    with pytest.raises(Conflict, match="was not seated late"):
        unseat_late(round, seated(tables(round)[0], "A"), reason="x", by=actor("sam"), now=at(11))
    unseat_late(round, late, reason="left again", by=actor("sam"), now=at(12))
    assert sitting(round) == before and not Deadline.objects.filter(match=match).exists()
    late.refresh_from_db()
    assert (since, late.entered_before) == (2, 2)
    assert event.journal.latest("id").reason == "left again" and event.journal.latest("id").public
    match = seat_late(round, late, holder, reason="stays now", by=actor("sam"), now=at(13))
    report_result(match, win("A"), by=player(match, "A"), now=at(14))
    with pytest.raises(Conflict, match="is there already: Table 3"):
        unseat_late(round, late, reason="x", by=actor("sam"), now=at(15))
    for table in tables(round)[:2]:
        enter_result(table, win("B"), by=actor("sam"), now=at(20))
    finish_round(round, by=actor("olga"), now=at(70), accept_reports=True)


def test_a_bye_that_is_one_again_keeps_no_round_open() -> None:
    # seen on simulated days: the bye was open, and somebody was missed at it
    event = running_event(5)
    round = running_round(event)
    holder = seated(round.matches.get(is_bye=True), "A")
    late = late_entry(event, "Late", by=actor("olga"), now=at(2))
    match = seat_late(round, late, holder, reason=WHY, by=actor("sam"), now=at(10))
    say_missing(match, late, by=player(match, "A"), now=at(11))
    unseat_late(round, late, reason=WHY, by=actor("sam"), now=at(12))
    match.refresh_from_db()
    assert (match.is_bye, match.state, match.missing) == (True, "decided", None)
    for table in tables(round)[:2]:
        enter_result(table, win("A"), by=actor("sam"), now=at(20))
    assert finish_round(round, by=actor("olga"), now=at(30)).state == "finished"


@pytest.mark.parametrize("did", ["checked", "extended"])
def test_a_table_where_judges_were_stays(did: str) -> None:
    # seen on simulated days: what they did was gone with the table
    event = running_event(5, deck_lists="optional")
    round = running_round(event)
    waits = [late_entry(event, name, by=actor("olga"), now=at(2)) for name in ("One", "Other")]
    match = seat_late(round, *waits, reason=WHY, by=actor("sam"), now=at(10))
    if did == "checked":
        begin_deck_check(match, by=actor("olga"), now=at(11))
    else:
        extend_match(match, 5, by=actor("olga"), now=at(11), reason="Late.")
    with pytest.raises(Conflict, match="Table 3 stays"):
        unseat_late(round, waits[0], reason=WHY, by=actor("sam"), now=at(12))
    assert sitting(round)[3] == [waits[1].code, waits[0].code]


def test_two_who_waited_wait_again(who: Who) -> None:  # noqa: F811
    event = running_event(6)
    played_round(event)
    back = event.entrants.get(code="P02")
    drop_entrant(back, by=actor("olga"), now=at(61))
    round = running_round(event, 70)
    before = sitting(round)
    back = return_entrant(back, by=actor("olga"), now=at(71))
    late = late_entry(event, "Late", by=actor("olga"), now=at(72))
    absent = back.absences
    seat_late(round, late, back, reason="both here", by=actor("sam"), now=at(73))
    page, client = f"/events/{event.slug}/rounds/2/change/", who("sam")
    assert "Take the table back" in client.get(page, {"who": back.pk}).content.decode()
    assert client.post(page, {"who": back.pk, "unseat": "1", "common": "late"}).status_code == 303
    assert sitting(round) == before
    back.refresh_from_db()
    assert back.absences == absent == [[2, 2]]
    seat_late(round, late, back, reason="after all", by=actor("sam"), now=at(75))
    answer = client.post(
        f"/api/v1/events/{event.slug}/rounds/2/unseat-late/",
        {"entrant": late.code, "reason": WHY},
        content_type="application/json",
    )
    assert answer.status_code == 200 and sitting(round) == before


def test_who_has_an_opponent_is_not_given_another() -> None:
    event = running_event(4)
    round = running_round(event)
    late = late_entry(event, "Late", by=actor("olga"), now=at(2))
    with pytest.raises(Conflict, match="has an opponent"):
        seat_late(round, late, seated(tables(round)[0], "A"), reason="x", by=actor("sam"), now=at(3))


def test_the_desk_does_both_on_one_page(who: Who) -> None:  # noqa: F811
    event: Event = running_event(5)
    round = running_round(event)
    one, other = tables(round)
    address, client = f"/events/{event.slug}/rounds/1/change/", who("sam")
    first, second = seated(one, "A"), seated(other, "A")
    assert client.get(address).content.decode().count("?who=") == 5
    page = client.get(address, {"who": first.pk}).content.decode()
    assert f'value="{second.pk}"' in page and f'value="{seated(one, "B").pk}"' not in page
    sent = {"who": first.pk, "other": second.pk, "reason": WHY}
    assert client.post(address, sent | {"reason": ""}).status_code == 400
    assert client.post(address, sent).status_code == 303
    late = late_entry(event, "Late", by=actor("olga"), now=at(2))
    bye = seated(round.matches.get(is_bye=True), "A")
    assert "Not seated in this round" in client.get(address).content.decode()
    assert client.post(address, {"who": late.pk, "other": bye.pk, "reason": WHY}).status_code == 303
    assert not round.matches.filter(is_bye=True).exists()
    assert client.post(address, {"who": "x", "other": "9" * 12, "reason": WHY}).status_code == 400
    assert who("player1").get(address).status_code == 403


def test_the_page_says_by_whom_a_rematch_would_come(who: Who) -> None:  # noqa: F811
    """Four players have three pairings: round 1 had one, round 2 has another. Of the two exchanges that somebody can
    take part in, one makes the third pairing and the other that of round 1 again."""
    event = running_event(4, swiss_rounds=3)
    first = played_round(event)
    met = {frozenset(codes) for codes in sitting(first).values()}
    round = running_round(event, 60)
    one, other = tables(round)
    chosen, mate = seated(one, "A"), seated(one, "B")
    expected = set()
    for letter, beside in (("A", "B"), ("B", "A")):
        moved, stays = seated(other, letter), seated(other, beside)
        after = {frozenset({moved.code, mate.code}), frozenset({chosen.code, stays.code})}
        if after & met:
            expected.add(moved.pk)
    shown = {seated(other, "A").pk, seated(other, "B").pk}
    assert len(expected) == 1, "one of the two exchanges brings the pairs of round 1 back, the other new ones"
    assert broken_by(round, chosen, shown) == {pk: {"rematch"} for pk in expected}
    page = who("sam").get(f"/events/{event.slug}/rounds/2/change/", {"who": chosen.pk}).content.decode()
    assert page.count("<strong>Rematch</strong>") == 1


def test_programs_do_the_same(who: Who) -> None:  # noqa: F811
    event = running_event(5)
    round = running_round(event)
    one, other = tables(round)
    address, client = f"/api/v1/events/{event.slug}/rounds/1/", who("sam")
    codes = [seated(one, "A").code, seated(other, "A").code]
    answer = client.post(
        f"{address}exchange/",
        {"first": codes[0], "second": codes[1], "reason": WHY},
        content_type="application/json",
    )
    assert answer.status_code == 200 and sitting(round)[one.table][0] == codes[1]
    late = late_entry(event, "Late", by=actor("olga"), now=at(2))
    bye = seated(round.matches.get(is_bye=True), "A")
    body = {"entrant": late.code, "opponent": bye.code, "reason": WHY}
    answer = client.post(f"{address}seat-late/", body, content_type="application/json")
    assert answer.status_code == 201 and len(answer.json()["matches"]) == 3
