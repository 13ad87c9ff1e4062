"""Players who are late: penalties by the minutes of the event, and who did not come before the next pairing."""

from __future__ import annotations

import pytest

from tests.tournaments.factories import (
    actor,
    at,
    player,
    running_event,
    running_round,
    seated,
    tables,
    win,
)
from tests.tournaments.pages.conftest import Who, who  # noqa: F401 the fixture
from tournaments.entrants.changes import drop_entrant
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound
from tournaments.events.changes import edit_event
from tournaments.lateness.changes import keep_absent
from tournaments.lateness.queries import absent_in
from tournaments.models.events import Event
from tournaments.models.penalties import Penalty
from tournaments.models.rounds import Match, MatchState
from tournaments.outcomes.outcome import BadOutcome
from tournaments.penalties.late import penalise_late, take_back_late
from tournaments.results.changes import clear_result, enter_result, report_result
from tournaments.rounds.changes import finish_round, offer_round
from tournaments.rounds.offers import AbsentUndecided

pytestmark = pytest.mark.django_db


def first_table(**choices: object) -> Match:
    """Of a best of three, whose round began at noon; a game is lost at once and the match after ten minutes."""
    return tables(running_round(running_event(4, games_per_match=3, swiss_rounds=3, **choices)))[0]


def test_a_game_is_lost_first_and_then_the_match() -> None:
    match, jude = first_table(), actor("jude")
    late = seated(match, "B")
    fact = penalise_late(match, late, "game_loss", by=jude, now=at(4))
    assert (fact.minutes, Match.objects.get(pk=match.pk).state) == (4, MatchState.OPEN)
    with pytest.raises(Conflict, match="allows 10 minutes before that; 9"):
        penalise_late(match, late, "match_loss", by=jude, now=at(9.9))
    for _again in range(2):
        penalise_late(match, late, "match_loss", by=jude, now=at(10))
    match.refresh_from_db()
    assert match.results.get(replaced_at=None).outcome == {"winner": "A", "kind": "match_loss"}
    assert match.state == MatchState.DECIDED
    # the match loss stands in the place of the game loss: one penalty of one infraction
    lost, before = Penalty.objects.order_by("-pk")
    assert (lost.infraction, lost.penalty, lost.time, lost.replaces) == (
        "tardiness",
        "match_loss",
        1,
        before,
    )


def test_the_event_s_own_minutes_come_before_those_of_its_rules() -> None:
    match, jude = first_table(late_game_minutes=3, late_match_minutes=6), actor("jude")
    with pytest.raises(Conflict, match="allows 3 minutes"):
        penalise_late(match, seated(match, "A"), "game_loss", by=jude, now=at(2))
    penalise_late(match, seated(match, "A"), "match_loss", by=jude, now=at(6))
    with pytest.raises(Invalid, match="not lost before a game"):
        edit_event(
            match.round.event, {"late_match_minutes": 2}, by=actor("olga"), now=at(7), reason="Shorter."
        )


def test_where_a_match_is_one_game_only_the_match_is_lost() -> None:
    match = tables(running_round(running_event(4)))[0]
    with pytest.raises(Conflict, match="one game"):
        penalise_late(match, seated(match, "A"), "game_loss", by=actor("jude"), now=at(30))


def test_a_game_loss_counts_for_the_opponent_unless_it_is_taken_back() -> None:
    match, sam = first_table(), actor("sam")
    late = seated(match, "B")
    penalise_late(match, late, "game_loss", by=sam, now=at(1))
    with pytest.raises(BadOutcome, match="lost a game by a penalty"):
        report_result(match, win("B", [0, 2, 0]), by=player(match, "B"), now=at(20))
    take_back_late(match, late, by=sam, now=at(21))
    take_back_late(match, late, by=sam, now=at(22))
    assert match.round.event.journal.filter(kind__startswith="penalty").count() == 2
    report_result(match, win("B", [0, 2, 0]), by=player(match, "B"), now=at(23))


def test_the_late_player_can_still_win_with_the_game_that_was_lost() -> None:
    match = first_table()
    penalise_late(match, seated(match, "B"), "game_loss", by=actor("sam"), now=at(1))
    report_result(match, win("B", [1, 2, 0]), by=player(match, "B"), now=at(20))


def test_it_is_for_staff_who_do_not_sit_there_and_for_who_does() -> None:
    match, other = tables(running_round(running_event(4, games_per_match=3)))
    with pytest.raises(NotAllowed):
        penalise_late(match, seated(match, "B"), "game_loss", by=player(match, "A"), now=at(3))
    with pytest.raises(NotFound):
        penalise_late(match, seated(other, "A"), "game_loss", by=actor("jude"), now=at(3))
    with pytest.raises(Invalid):
        penalise_late(match, seated(match, "A"), "caution", by=actor("jude"), now=at(3))
    enter_result(match, win("A", [2, 0, 0]), by=actor("sam"), now=at(9))
    with pytest.raises(Conflict, match="does not play"):
        penalise_late(match, seated(match, "B"), "game_loss", by=actor("jude"), now=at(10))


def test_a_match_loss_taken_away_can_be_given_again() -> None:
    match = first_table()
    late, hedda = seated(match, "B"), actor("hedda")
    penalise_late(match, late, "match_loss", by=hedda, now=at(11))
    with pytest.raises(Conflict, match="Take the penalty back"):
        clear_result(match, reason="He was there.", by=hedda, now=at(12))
    take_back_late(match, late, by=hedda, now=at(12))
    assert Match.objects.get(pk=match.pk).state == MatchState.OPEN
    penalise_late(match, late, "match_loss", by=hedda, now=at(13))
    assert Match.objects.get(pk=match.pk).state == MatchState.DECIDED
    assert match.penalties.get(replaced_at=None, taken_back=False).minutes == 13


def after_a_round_without(kind: str) -> tuple[Event, Match]:
    """A finished round in which who sits at B of table 1 did not come."""
    event = running_event(4, swiss_rounds=3)
    round = running_round(event)
    match, other = tables(round)
    if kind == "late":
        penalise_late(match, seated(match, "B"), "match_loss", by=actor("jude"), now=at(10))
    else:
        enter_result(match, {"winner": "A", "kind": kind}, by=actor("sam"), now=at(10))
    enter_result(other, win("A"), by=actor("sam"), now=at(20))
    finish_round(round, by=actor("olga"), now=at(30))
    return event, match


@pytest.mark.parametrize("kind", ["late", "no_show"])
def test_the_next_round_is_not_paired_before_it_is_said_what_becomes_of_him(kind: str) -> None:
    event, match = after_a_round_without(kind)
    gone = seated(match, "B")
    assert [each.entrant for each in absent_in(event)] == [gone]
    with pytest.raises(AbsentUndecided, match=gone.name) as refused:
        offer_round(event, by=actor("olga"), now=at(31))
    assert refused.value.details["entrants"] == [gone.code]
    for _again in range(2):
        keep_absent(gone, by=actor("sam"), now=at(32))
    assert not absent_in(event) and event.journal.filter(kind="keep_absent").count() == 1
    offered = offer_round(event, by=actor("olga"), now=at(33))
    assert gone.code in str(offered.offers.get().pairing["tables"])


def test_dropped_he_is_not_paired_and_nothing_is_asked() -> None:
    event, match = after_a_round_without("no_show")
    drop_entrant(seated(match, "B"), by=actor("sam"), now=at(31))
    offered = offer_round(event, by=actor("olga"), now=at(32))
    assert seated(match, "B").code not in str(offered.offers.get().pairing)


@pytest.mark.parametrize("kind", ["forfeit", "match_loss", "conceded"])
def test_who_lost_otherwise_is_asked_of_nobody(kind: str) -> None:
    event, _match = after_a_round_without(kind)
    assert not absent_in(event)
    with pytest.raises(Conflict):
        keep_absent(event.entrants.all()[0], by=actor("sam"), now=at(32))


@pytest.mark.parametrize(("choice", "paired"), [("keep", True), ("drop", False)])
def test_a_program_says_it_with_the_pairing(who: Who, choice: str, paired: bool) -> None:  # noqa: F811
    event, match = after_a_round_without("late")
    sam, gone = who("sam"), seated(match, "B")
    absent = sam.get(f"/api/v1/events/{event.slug}/absent/").json()
    assert absent == [{"entrant": gone.code, "name": gone.name, "match": match.pk, "table": 1}]
    address = f"/api/v1/events/{event.slug}/rounds/"
    refused = sam.post(address, {}, content_type="application/json")
    assert refused.status_code == 409 and refused.json()["code"] == "absent_undecided"
    assert sam.post(address, {"absent": choice}, content_type="application/json").status_code == 201
    offered = event.rounds.get(number=2).offers.get()
    assert (gone.code in str(offered.pairing)) is paired


def test_programs_penalise_too(who: Who) -> None:  # noqa: F811
    match = first_table()
    late, address = seated(match, "B"), f"/api/v1/matches/{match.pk}/late/"
    sent = {"entrant": late.code, "penalty": "game_loss"}
    jude = who("jude")
    answer = jude.post(address, sent, content_type="application/json")
    assert answer.status_code == 200, answer.content
    said = who("").get(address).json()
    assert (said["game_loss_after"], said["match_loss_after"]) == (0, 10)
    assert [(each["entrant"], each["penalty"]) for each in said["penalties"]] == [(late.code, "game_loss")]
    answer = jude.delete(address, {"entrant": late.code}, content_type="application/json")
    assert answer.json()["penalties"] == []
    assert who("player1").post(address, sent, content_type="application/json").status_code == 403


def test_the_page_offers_what_is_open_by_now(who: Who, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    match = first_table()
    late, page = seated(match, "B"), f"/matches/{match.pk}/"
    desk = f"/events/{match.round.event.slug}/desk/"
    assert f"{page}#late" in who("jude").get(desk).content.decode()
    monkeypatch.setattr("tournaments.templatetags.lateness.now", lambda: at(5))
    monkeypatch.setattr("tournaments.penalties.late_views.now", lambda: at(5))
    text = who("jude").get(page).content.decode()
    assert f"Game loss: {late.name}" in text and "Match loss:" not in text
    assert "loses a game after 0 minutes, the match after 10" in text
    me = who(player(match, "A").label.lower())
    assert "Game loss:" not in me.get(page).content.decode()
    sent = {"entrant": late.pk, "penalty": "game_loss"}
    assert me.post(f"{page}late/", sent).status_code == 403
    assert who("jude").post(f"{page}late/", sent).status_code == 303
    assert f"{late.name} begins with a game loss" in me.get(page).content.decode()
    monkeypatch.setattr("tournaments.templatetags.lateness.now", lambda: at(10))
    text = who("jude").get(page).content.decode()
    assert (
        f"Match loss: {late.name}" in text and f"Game loss: {late.name}" not in text and "Take back" in text
    )
    assert who("jude").post(f"{page}late/", {"entrant": late.pk, "penalty": "back"}).status_code == 303
    assert "begins with a game loss" not in me.get(page).content.decode()


def test_the_desk_asks_before_the_next_pairing(who: Who) -> None:  # noqa: F811
    event, match = after_a_round_without("late")
    gone, desk = seated(match, "B"), f"/events/{event.slug}/desk/"
    olga = who("olga")
    page = olga.get(desk).content.decode()
    assert (
        "Did not come" in page
        and f"/entrants/{gone.pk}/keep/" in page
        and f"/entrants/{gone.pk}/drop/" in page
    )
    sent = olga.post(f"/events/{event.slug}/rounds/offer/")
    assert sent.status_code == 303 and sent.headers["Location"].endswith("#desk-absent")
    assert not event.rounds.filter(number=2).exists()
    assert who("jude").post(f"/events/{event.slug}/entrants/{gone.pk}/keep/").status_code == 403
    assert olga.post(f"/events/{event.slug}/entrants/{gone.pk}/keep/").status_code == 303
    assert "absent-title" not in olga.get(desk).content.decode()
    assert olga.post(f"/events/{event.slug}/rounds/offer/").headers["Location"].endswith("/rounds/2/offer/")
