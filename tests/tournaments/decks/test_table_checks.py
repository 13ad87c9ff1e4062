"""Deck checks at tables: drawn fairly, the time given back, what was found kept, seen by whom it is for."""

import pytest
from django.urls import reverse

from tests.tournaments.factories import (
    actor,
    at,
    open_event,
    player,
    running_round,
    seated,
    started,
    tables,
    win,
)  # fmt: skip
from tests.tournaments.pages.conftest import Who, who
from tournaments.clocks.changes import pause_clock, resume_clock
from tournaments.decks.changes import submit_deck
from tournaments.decks.check_queries import differences_of
from tournaments.decks.table_checks import begin_deck_check, draw_table, end_deck_check, record_finding
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound
from tournaments.events.staff import grant_role
from tournaments.models.clocks import ClockEvent, Deadline
from tournaments.models.rounds import Round
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round

__all__ = ["who"]
pytestmark = pytest.mark.django_db
LIST = {"sections": {"personal": [{"card": "Planted one", "count": 2}, {"card": "Planted two"}]}}


@pytest.fixture
def round(db: None) -> Round:
    """Four tables play since noon, 50 minutes; everybody handed in the same list. Player8 is a judge besides."""
    event = open_event(8, deck_lists="optional")
    for number in range(1, 9):
        submit_deck(event.entrants.get(code=f"P0{number}"), LIST, by=actor(f"player{number}"), now=at(-90))
    grant_role(event, "player8", "judge", by=actor("olga"), now=at(-90))
    return running_round(started(event), 0)


def test_the_table_gets_back_the_time_that_ran(round: Round) -> None:
    match, jude, hedda = tables(round)[0], actor("jude"), actor("hedda")
    check = begin_deck_check(match, by=jude, now=at(10))
    assert begin_deck_check(match, by=hedda, now=at(11)) == check
    pause_clock(round, by=hedda, now=at(12))
    resume_clock(round, by=hedda, now=at(20))
    # Two minutes before the pause, and four and a half after it: 6:30, rounded up.
    ended = end_deck_check(check, by=jude, now=at(24.5))
    assert (ended.minutes, ended.ended_by) == (7, "Jude")
    assert Deadline.objects.get(match=match).due_at == at(50 + 8 + 7)
    event = ClockEvent.objects.get(match=match, kind="extended")
    assert (event.seconds, event.reason) == (420, "Deck check")
    assert end_deck_check(check, by=jude, now=at(30)).minutes == 7
    assert ClockEvent.objects.filter(match=match, kind="extended").count() == 1


def test_minutes_may_be_chosen_and_a_decided_table_gets_none(round: Round) -> None:
    first, second, *_ = tables(round)
    chosen = begin_deck_check(first, by=actor("jude"), now=at(10))
    assert end_deck_check(chosen, minutes=3, by=actor("jude"), now=at(20)).minutes == 3
    late = begin_deck_check(second, by=actor("jude"), now=at(10))
    enter_result(second, win("A"), by=actor("sam"), now=at(15))
    assert end_deck_check(late, by=actor("jude"), now=at(20)).minutes == 0
    with pytest.raises(Conflict, match="while their table plays"):
        begin_deck_check(second, by=actor("jude"), now=at(21))


def test_who_was_checked_before_is_drawn_last(round: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    of: list[int] = []

    def first(end: int) -> int:
        of.append(end)
        return 0

    monkeypatch.setattr("tournaments.decks.table_checks.secrets.randbelow", first)
    jude = actor("jude")
    drawn = [draw_table(round.event, by=jude)]
    for _ in range(3):
        begin_deck_check(drawn[-1], by=jude, now=at(5))
        drawn.append(draw_table(round.event, by=jude))
    begin_deck_check(drawn[-1], by=jude, now=at(5))
    assert ([match.table for match in drawn], of) == ([1, 2, 3, 4], [4, 3, 2, 1])
    with pytest.raises(Conflict, match="No table is left"):
        draw_table(round.event, by=jude)
    before = {seated(match, letter).pk for match in tables(round)[:1] for letter in "AB"}
    for match in tables(round):
        enter_result(match, win("A"), by=actor("sam"), now=at(20))
        if match.table != 1:
            match.deck_checks.all().delete()
    finish_round(round, by=actor("olga"), now=at(30))
    second = running_round(round.event, 60)
    of.clear()
    chosen = draw_table(second.event, by=jude)
    theirs = [m.table for m in tables(second) if before & set(m.seats.values_list("entrant_id", flat=True))]
    assert len(theirs) == 2 and of == [2]
    assert chosen.table == next(n for n in (1, 2, 3, 4) if n not in theirs)


def test_what_was_counted_is_held_against_the_list(round: Round) -> None:
    match, jude = tables(round)[0], actor("jude")
    a, b = seated(match, "A"), seated(match, "B")
    check = begin_deck_check(match, by=jude, now=at(10))
    assert record_finding(check, a, [2, None], by=jude, now=at(11)).outcome == "part"
    assert record_finding(check, a, [2, 1], by=jude, now=at(12)).outcome == "fits"
    assert record_finding(check, b, [2, 1], extra="1 Other", by=jude, now=at(12)).outcome == "differs"
    wrong = record_finding(check, b, [3, 0], note="One sleeve is bent.", by=jude, now=at(13))
    assert [(one.line.card, one.line.count, one.counted) for one in differences_of(wrong)] == [
        ("Planted one", 2, 3),
        ("Planted two", 1, 0),
    ]
    assert check.findings.count() == 4 and check.findings.filter(replaced_at=None).count() == 2
    with pytest.raises(Invalid):
        record_finding(check, a, [2], by=jude, now=at(14))
    other = seated(tables(round)[1], "A")
    with pytest.raises(NotFound):
        record_finding(check, other, [2, 1], by=jude, now=at(14))
    seen = a.deck_lists.get().pk
    submit_deck(a, LIST | {"name": "New"}, by=actor("olga"), now=at(15))
    with pytest.raises(Conflict, match="replaced"):
        record_finding(check, a, [2, 1], deck=seen, by=jude, now=at(16))
    end_deck_check(check, by=jude, now=at(17))
    with pytest.raises(Conflict, match="has ended"):
        record_finding(check, a, [2, 1], by=jude, now=at(18))
    assert "with a difference" in round.event.journal.get(kind="deck_check_ended").text


@pytest.mark.parametrize("name", ["sam", "player8", "stranger", "player1"])
def test_nobody_but_judges_who_do_not_play_checks(round: Round, who: Who, name: str) -> None:
    match = tables(round)[0]
    with pytest.raises(NotAllowed):
        begin_deck_check(match, by=actor(name), now=at(5))
    with pytest.raises(NotAllowed):
        draw_table(round.event, by=actor(name))
    client = who(name)
    assert client.get(reverse("tournaments:deck_checks", args=[round.event.slug])).status_code == 403
    assert client.get(reverse("tournaments:deck_check", args=[match.pk])).status_code == 403
    assert client.get(f"/api/v1/matches/{match.pk}/deck-check/").status_code == 403


def test_a_check_on_pages_and_what_its_table_sees(round: Round, who: Who) -> None:
    match = tables(round)[0]
    a, event = seated(match, "A"), round.event
    page, mine = (
        reverse("tournaments:deck_check", args=[match.pk]),
        reverse("tournaments:my_table", args=[event.slug]),
    )
    jude = who("jude")
    drawn = jude.post(reverse("tournaments:deck_check_draw", args=[event.slug]))
    assert drawn.status_code == 303 and "/deck-check/" in drawn.headers["Location"]
    assert jude.post(page, {"do": "begin"}).status_code == 303
    shown = jude.get(page).content.decode()
    assert "Planted one" in shown and 'name="there-1"' in shown
    deck = a.deck_lists.get().pk
    sent = {"do": "found", "entrant": a.pk, "deck": deck, "there-0": "on", "count-1": "4", "note": "Bent."}
    assert jude.post(page, sent).status_code == 303
    assert "1 listed, 4 counted" in jude.get(page).content.decode()
    assert jude.post(page, sent | {"count-1": "many"}).status_code == 400
    assert jude.post(page, {"do": "end", "minutes": "0"}).status_code == 303
    name = player(match, "B").label.lower()
    for path in (mine, reverse("tournaments:match_page", args=[match.pk])):
        said = who(name).get(path).content.decode()
        assert "Differs from the list" in said and "Planted" not in said and "Bent." not in said
        away = who("").get(path).content.decode()
        assert "Differs from the list" not in away
    answer = jude.get(f"/api/v1/events/{event.slug}/deck-checks/").json()
    assert [(one["table"], one["findings"][0]["counted"]) for one in answer] == [(match.table, [2, 4])]
