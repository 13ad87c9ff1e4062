"""Whole rounds as plain values: the same that rows of models say."""

import pytest
from django.forms import Select
from django.test.html import parse_html

from tests.tournaments.factories import (
    actor,
    at,
    many_seated,
    open_event,
    played_round,
    player,
    running_event,
    running_round,
    started,
    tables,
    win,
)
from tests.tournaments.kept import kept
from tournaments.clocks.tasks import call_due_times
from tournaments.entrants.changes import add_entrant
from tournaments.matches.queries import matches_of
from tournaments.models.rounds import Round
from tournaments.pages.forms import LongSelect
from tournaments.results.api_forms import MatchSerializer
from tournaments.results.changes import report_result
from tournaments.tables.as_json import matches_json
from tournaments.tables.lines import lines_by_name, lines_of
from tournaments.tables.seated import places_by_name, playing, tables_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def round() -> Round:
    return second_of_five()


@kept
def second_of_five() -> Round:
    """Five players: two tables and a bye. One table has reported, one is past its time."""
    event = running_event(5, clock_kind="fixed", round_minutes=50)
    played_round(event)
    round = running_round(event, 60)
    first = tables(round)[0]
    report_result(first, win("A"), by=player(first, "A"), now=at(70))
    call_due_times(at(111))
    return round


def test_the_api_tells_of_all_as_of_one(round: Round) -> None:
    for each in (round, round.event.rounds.get(number=1), many_seated("nightmare_before_christmas", 4).round):
        wanted = MatchSerializer(matches_of(each), many=True).data
        assert matches_json(each) == [
            {
                **match,
                "seats": [dict(seat) for seat in match["seats"]],
                "result": match["result"] and dict(match["result"]),
            }
            for match in wanted
        ]


def test_who_sits_where(round: Round) -> None:
    lines = lines_of(round)
    assert [(table.match, table.number, table.is_bye, table.state) for table in tables_of(round)] == [
        (line.match.pk, line.match.table, line.match.is_bye, line.match.state) for line in lines
    ]
    assert [
        (place.player.entrant, place.table.match, place.others) for place in places_by_name(tables_of(round))
    ] == [
        (entrant.pk, line.match.pk, tuple(other.name for other in others))
        for entrant, line, others in lines_by_name(lines)
    ]


def test_who_still_plays(round: Round) -> None:
    lines = [line for line in lines_of(round) if line.match.state in ("open", "contested")]
    assert list(playing(round, tables_of(round), "called")) == [
        (line.match.pk, line.match.table, line.called) for line in lines
    ]
    assert [line.called for line in lines] == [True]


def test_names_on_paper_and_wall_are_text() -> None:
    from django.test import Client

    event = open_event(3)
    add_entrant(event, "<b>Zoe</b> & Co", by=actor("olga"), now=at(-95))
    round = running_round(started(event))
    olga = Client()
    user = actor("olga").user
    assert user is not None
    olga.force_login(user)
    for page in (
        "projector/",
        f"rounds/{round.number}/names/",
        "entrants/print/",
        f"rounds/{round.number}/slips/",
    ):
        text = olga.get(f"/events/{event.slug}/{page}").content.decode()
        assert "<b>Zoe" not in text
        assert "&lt;b&gt;Zoe&lt;/b&gt; &amp; Co" in text, page
        assert "Player1" in text, page


def test_a_long_choice_is_djangos_own() -> None:
    choices = [("", "–"), (1, "<a> & b"), (2, "B'")]
    for value in (None, "", 2, "1"):
        for more in ({}, {"required": True, "aria-describedby": "help"}):
            long, own = (
                widget(choices=choices).render("x", value, {"id": "id_x"} | more)
                for widget in (LongSelect, Select)
            )
            assert parse_html(long) == parse_html(own)
