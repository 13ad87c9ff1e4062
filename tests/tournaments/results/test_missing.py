"""An opponent who is not at the table: one tap there, seen by the desk, taken back when the player comes."""

import pytest

from tests.tournaments.factories import at, player, running_event, running_round, seated, tables, win
from tests.tournaments.pages.conftest import Who, who  # noqa: F401 the fixture
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.results.changes import report_result, say_came, say_missing

pytestmark = pytest.mark.django_db


def test_one_tap_tells_the_desk_which_gives_the_match_away(who: Who) -> None:  # noqa: F811
    event = running_event(4, swiss_rounds=3)
    match, _other = tables(running_round(event))
    missing, mine = seated(match, "B"), f"/events/{event.slug}/me/"
    desk = f"/events/{event.slug}/desk/"
    me = who(player(match, "A").label.lower())
    assert f"{missing.name} is missing" in me.get(mine).content.decode()
    sent = me.post(f"/matches/{match.pk}/missing/", {"entrant": missing.pk})
    assert sent.status_code == 303
    page = who("sam").get(desk).content.decode()
    assert f"{missing.name} has been missing since" in page and page.count("Did not come") == 1
    them = who(player(match, "B").label.lower())
    assert "Your opponent says that you are missing" in them.get(mine).content.decode()
    assert who("sam").post(f"/events/{event.slug}/entrants/{missing.pk}/no-show/").status_code == 303
    match.refresh_from_db()
    assert match.results.get(replaced_at=None).outcome == {"kind": "no_show", "winner": "A"}
    assert "has been missing since" not in who("sam").get(desk).content.decode()


def test_who_comes_is_missed_no_more_and_twice_is_once() -> None:
    match, _ = tables(running_round(running_event(4)))
    missing, says = seated(match, "B"), player(match, "A")
    for _n in range(2):
        say_missing(match, missing, by=says, now=at(3))
    lines = match.round.event.journal.filter(kind="missing")
    assert lines.count() == 1 and not lines.get().public
    say_came(match, by=player(match, "B"), now=at(4))
    match.refresh_from_db()
    assert (match.missing, match.missing_since, lines.count()) == (None, None, 2)


def test_only_the_table_says_it_of_an_opponent_while_it_plays() -> None:
    match, other = tables(running_round(running_event(4)))
    says, missing = player(match, "A"), seated(match, "B")
    with pytest.raises(Conflict, match="yourself"):
        say_missing(match, seated(match, "A"), by=says, now=at(3))
    with pytest.raises(NotFound):
        say_missing(match, seated(other, "A"), by=says, now=at(3))
    with pytest.raises(NotAllowed):
        say_missing(match, missing, by=player(other, "A"), now=at(3))
    report_result(match, win("A"), by=says, now=at(4))
    with pytest.raises(Conflict, match="has reported"):
        say_missing(match, missing, by=says, now=at(5))


def test_programs_say_it_too(who: Who) -> None:  # noqa: F811
    match, _ = tables(running_round(running_event(4)))
    me, address = who(player(match, "A").label.lower()), f"/api/v1/matches/{match.pk}/missing/"
    code = seated(match, "B").code
    assert me.put(address, {"entrant": code}, content_type="application/json").status_code == 200
    match.refresh_from_db()
    assert match.missing is not None and match.missing.code == code
    assert me.put(address, {"entrant": ""}, content_type="application/json").status_code == 200
    match.refresh_from_db()
    assert match.missing is None
