"""The pages of stages, for every reader: what is played is shown with its links, and nothing before it is published."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.factories import actor, at, make_event, player, running_event, tables
from tests.tournaments.stages.test_played import CUT, OLGA, begun, played, swiss_then_cut
from tournaments.entrants.changes import drop_entrant
from tournaments.events.life import finish_event
from tournaments.memory import forget_all
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round, StandingsSnapshot
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round, offer_round, publish_round, start_round
from tournaments.stages.queries import stages_of

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

DOUBLE = [{"kind": "double_elimination"}]
SINGLE = [{"kind": "single_elimination"}]
ROBIN = [{"kind": "round_robin"}]
PODS = [{"kind": "pods"}]
EVERYBODY = ["", "player1", "jude", "sam", "hedda", "olga"]
Read = Callable[..., str]


@pytest.fixture
def read(db: None) -> Read:
    """The page of a stage, or another of the event, as somebody reads it."""

    def ask(event: Event, at: int = 0, name: str = "", page: str = "stage_page", query: str = "") -> str:
        client = Client()
        if name:
            user = actor(name).user
            assert user is not None
            client.force_login(user)
        code = [stages_of(event)[at].code] if "stage" in page else []
        answer = client.get(reverse(f"tournaments:{page}", args=[event.slug, *code]) + query)
        assert answer.status_code == 200, answer.status_code
        return answer.content.decode()

    return ask


def picture(html: str) -> str:
    found = re.search(r'<svg class="bracket".*?</svg>(?=</div>)', html, re.S)
    assert found, "there is no bracket"
    return found[0]


@pytest.mark.parametrize("stages", [SINGLE, DOUBLE, ROBIN, PODS], ids=lambda each: each[0]["kind"])
def test_every_reader_sees_every_structure(read: Read, stages: list[dict[str, Any]]) -> None:
    event = running_event(5, stages=stages)
    for name in EVERYBODY:
        assert "has not begun" in read(event, name=name)
    matches = tables(begun(event, 0))
    link = reverse("tournaments:stage_page", args=[event.slug, stages_of(event)[0].code])
    for name in EVERYBODY:
        for page in ("stage_page", "print_stage"):
            html = read(event, name=name, page=page)
            assert all(reverse("tournaments:match_page", args=[match.pk]) in html for match in matches)
            assert all(entrant.name in html for entrant in event.entrants.all())
        assert link in read(event, name=name, page="event_page")
    # who plays finds the own matches marked
    somebody = player(matches[0], "A").user
    assert somebody is not None and re.search(r'class="[^"]*\bmine"', read(event, name=somebody.username))
    assert not re.search(r'class="[^"]*\bmine"', read(event, name="olga"))


def test_a_draft_is_nobodys(client: Client) -> None:
    event = make_event(stages=SINGLE)
    for page in ("stage_page", "print_stage"):
        address = reverse(f"tournaments:{page}", args=[event.slug, "cut"])
        assert client.get(address).status_code == 404
    assert client.get(f"/api/v1/events/{event.slug}/stages/").status_code == 404
    assert client.get(f"/api/v1/events/{event.slug}/stages/cut/").status_code == 404


def test_a_stage_that_is_not_there_is_not_found(client: Client) -> None:
    event = running_event(4, stages=SINGLE)
    for address in ("stages/other/", "stages/other/print/"):
        assert client.get(f"/events/{event.slug}/{address}").status_code == 404


def test_the_bracket_says_who_won_and_where_open_places_come_from(read: Read) -> None:
    event = running_event(5, first_round="seed", stages=SINGLE)
    round = begun(event, 0)
    match = tables(round)[0]
    loser, winner = (seat.entrant.name for seat in match.seats.order_by("letter"))
    # seeds 4 and 5 play; the other three have a bye, and two of them meet next
    html = picture(read(event))
    assert html.count(">Bye<") == 3 and ">Winner of 1<" in html and ">Winner of 2<" in html
    enter_result(match, {"winner": "B"}, by=actor("sam"), now=at(10))
    page = read(event)
    drawn = picture(page)
    assert re.search(rf'class="side won">(?:(?!</g>).)*>{winner}<', drawn)
    assert re.search(rf'class="side lost">(?:(?!</g>).)*>{loser}<', drawn)
    assert ">Winner of 1<" not in drawn
    assert f"<strong>{winner}</strong>" in page
    assert "Semi-finals" in drawn and "Final" in drawn


def test_who_is_known_to_come_through_a_bye_is_named_and_an_open_place_names_its_match(read: Read) -> None:
    """Of five the loser of 4 – 5 has a bye in the losers' round 1, and so is known in round 2."""
    event = running_event(5, first_round="seed", stages=DOUBLE)
    match = tables(begun(event, 0))[0]
    html = picture(read(event))
    assert len(re.findall(r'class="source"[^>]*>Loser of 1<', html)) == 2
    enter_result(match, {"winner": "A"}, by=actor("sam"), now=at(10))
    loser = match.seats.get(letter="B").entrant.name
    page = read(event)
    assert ">Loser of 1<" not in page
    # in the winners' round 1, in the losers' rounds 1 and 2
    assert len(re.findall(rf'<text x="0" y="17">{loser}</text>', picture(page))) == 3
    headings = re.findall(r'<h3 id="bracket-round-\d+">([^<]*)</h3>', page)
    assert headings[:4] == ["Winners’ round 1", "Winners’ round 2", "Losers’ round 1", "Winners’ round 3"]


def test_an_offer_shows_through_no_page_of_the_stage(read: Read) -> None:
    """The first round of a bracket by drawn seeds says who meets whom: nobody may see it before it is published."""
    event = running_event(8, stages=SINGLE)
    offer_round(event, by=actor(OLGA), now=at(0))
    for name in EVERYBODY:
        html = read(event, name=name)
        assert "has not begun" in html and '<svg class="bracket"' not in html
        api = Client()
        answer = api.get(f"/api/v1/events/{event.slug}/stages/cut/").json()
        assert answer["bracket"] is None and answer["entrants"] is None
    publish_round(Round.objects.get(event=event), by=actor(OLGA), now=at(1))
    assert picture(read(event)).count('class="match published"') == 4


def test_tables_of_the_next_round_are_not_there_before_it_is_published(read: Read) -> None:
    event = running_event(4, first_round="seed", stages=SINGLE)
    played(event, 0)
    before = read(event)
    offer_round(event, by=actor(OLGA), now=at(60))
    for name in EVERYBODY:
        assert "/matches/" not in read(event, name=name).split("Final</h3>")[1]
    assert picture(before) == picture(read(event))
    publish_round(event.rounds.get(number=2), by=actor(OLGA), now=at(61))
    assert "Table 1" in read(event).split("Final</h3>")[1]


def test_who_is_in_the_cut_and_who_would_move_up(read: Read) -> None:
    event = swiss_then_cut()
    html = read(event, 1)
    standing = [row.entrant for row in standings(event)]
    inside = re.findall(r'data-row="cut-(\d+)"', html)
    assert inside == [str(entrant.pk) for entrant in standing]
    assert html.index("line-below") < html.index("moves up first") < html.index("moves up as number 2")
    drop_entrant(standing[1], by=actor(OLGA), now=at(200))
    html = read(event, 1)
    order = [standing[0], *standing[2:]]
    assert re.findall(r'data-row="cut-(\d+)"', html) == [str(entrant.pk) for entrant in order]
    assert "Have left:" in html
    begun(event, 210)
    assert stages_of(event)[1].entrants == [entrant.code for entrant in order[:4]]
    assert '<svg class="bracket"' in read(event, 1)


def standings(event: Event) -> Any:
    from tournaments.kept_standings.standings import standings_now

    return standings_now(event)


def test_of_a_stage_after_the_next_nobody_is_known(read: Read) -> None:
    event = running_event(
        6, stages=[{"kind": "swiss"}, {"kind": "round_robin", "size": 4}, CUT | {"size": 2}]
    )
    played(event, 0)
    assert "line-below" in read(event, 1)
    assert "Not known yet." in read(event, 2) and "line-below" not in read(event, 2)


def test_groups_give_the_same_number_each(read: Read) -> None:
    event = running_event(8, stages=[{"kind": "round_robin", "groups": 2}, CUT])
    for number in range(3):
        played(event, 60 * number)
    html = read(event, 1)
    inside = html[: html.index("line-below")]
    assert inside.count("Group 1") == 2 or html.count("moves up first") == 2
    begun(event, 200)
    seeds = stages_of(event)[1].entrants
    assert seeds is not None
    shown = re.findall(r'data-row="cut-(\d+)"', html)[:4]
    assert [event.entrants.get(pk=pk).code for pk in shown] == seeds


def test_a_cross_table_has_each_match_from_both_sides(read: Read) -> None:
    event = running_event(3, first_round="seed", stages=ROBIN)
    round = begun(event, 0)
    match = tables(round)[0]
    enter_result(match, {"winner": "A"}, by=actor("sam"), now=at(10))
    html = read(event)
    address = re.escape(reverse("tournaments:match_page", args=[match.pk]))
    assert sorted(re.findall(rf'href="{address}"[^>]*>.*?</span>([^<]+)</a>', html)) == ["0", "1"]
    assert re.search(r'<td class="record">1–0</td><td class="sum">3</td>', html)
    out = event.entrants.exclude(seats__round=round).get()
    assert f"{out.name} sits out." in html
    finish_round(round, by=actor(OLGA), now=at(20))
    drop_entrant(match.seats.get(letter="B").entrant, by=actor(OLGA), now=at(21))
    # half of the two matches of who left is played: the other one is a forfeit, for which there is no page
    assert "<td>+</td>" in read(event)


def test_pods_say_who_sits_where_and_what_places_are_worth_before_the_first_result(read: Read) -> None:
    event = running_event(7, stages=PODS, pod_points={"3": [4, 2, 1], "4": [7, 3, 2, 0]})
    round = begun(event, 0)
    html = read(event)
    words = " ".join(re.sub(r"<[^>]+>", " ", html).split())
    assert "Points by place: 7-3-2-0" in words and "Points by place: 4-2-1" in words
    match = max(tables(round), key=lambda match: match.seats.count())
    enter_result(match, {"ranking": [["C"], ["A", "B"], ["D"]]}, by=actor("sam"), now=at(10))
    page = read(event)
    sheet = page.split(f'data-row="{match.pk}"')[1].split("</li>")[0]
    cells = re.findall(r'<td class="(?:number|number place|fill)">\s*(?:<strong>)?([^<\s]*)', sheet)
    rows = {cells[at + 1]: cells[at + 2 : at + 4] for at in range(0, len(cells), 4)}
    seats = {seat.letter: seat.entrant.name for seat in match.seats.all()}
    # second and third place shared: (3 + 2) / 2
    assert rows[seats["C"]] == ["1", "7"] and rows[seats["A"]] == rows[seats["B"]] == ["2=", "2.5"]
    assert rows[seats["D"]] == ["4", "0"]
    assert (
        "is not published"
        in Client()
        .get(reverse("tournaments:stage_page", args=[event.slug, "pods"]) + "?round=2")
        .content.decode()
    )


@pytest.mark.parametrize("size", ["small", "normal", "large", "fit", "huge"])
def test_the_picture_has_sizes(read: Read, size: str) -> None:
    event = running_event(4, stages=SINGLE)
    begun(event, 0)
    html = read(event, query=f"?size={size}")
    scale = {"small": 0.6, "large": 1.5, "normal": 1.0, "huge": 1.0}.get(size)
    found = re.search(r'class="bracket" viewBox="0 0 (\d+) \d+"(?: width="(\d+)")?', html)
    assert found and (scale is None) == (found[2] is None)
    if scale is not None:
        assert int(found[2]) == pytest.approx(int(found[1]) * scale, abs=2)


def bracket_of_many(players: int) -> Event:
    event = running_event(players, first_round="seed", stages=DOUBLE)
    begun(event, 0)
    return event


@pytest.mark.parametrize("page", ["stage_page", "print_stage", "event_page", "projector"])
def test_no_question_is_asked_for_each_player(page: str) -> None:
    def questions(event: Event) -> int:
        code = [stages_of(event)[0].code] if "stage" in page else []
        address = reverse(f"tournaments:{page}", args=[event.slug, *code])
        Client().get(address)
        forget_all()
        with CaptureQueriesContext(connection) as asked:
            assert Client().get(address).status_code == 200
        return len(asked)

    assert questions(bracket_of_many(5)) == questions(bracket_of_many(24)) <= 35


def test_a_hundred_and_twenty_eight(read: Read) -> None:
    event = running_event(128, first_round="seed", stages=SINGLE)
    round = offer_round(event, by=actor(OLGA), now=at(0))
    publish_round(round, by=actor(OLGA), now=at(0))
    start_round(round, by=actor(OLGA), now=at(0))
    html = read(event)
    assert picture(html).count('class="match playing') == 64
    assert picture(html).count('data-row="') == 127
    assert len(html) < 400_000
    sheets = read(event, page="print_stage")
    assert sheets.count("bracket-part") == 5 and sheets.count('class="match playing') == 64
    assert Match.objects.filter(round=round).count() == 64


def test_at_the_end_standings_say_the_stage_that_each_played_last(read: Read) -> None:
    event = swiss_then_cut()
    played(event, 200)
    assert "Top 4</span>" not in read(event, page="standings")
    played(event, 260)
    finish_event(event, by=actor(OLGA), now=at(400))
    for page in ("standings", "print_standings", "event_page"):
        html = read(event, page=page)
        assert html.count(">Top 4</span>") == 4 and html.count(">Swiss</span>") == 2, page
    # what was kept before events had stages says none
    for kept in StandingsSnapshot.objects.filter(round__event=event, replaced_at=None):
        kept.table = [{name: row[name] for name in row if name != "stage"} for row in kept.table]
        kept.save()
    forget_all()
    assert ">Top 4</span>" not in read(event, page="standings")


def test_the_promises_are_those_of_swiss(read: Read) -> None:
    assert "What the pairings promise" in read(running_event(4), page="event_page")
    assert "What the pairings promise" not in read(
        running_event(4, stages=SINGLE, name="Other"), page="event_page"
    )


def test_the_wall_has_the_bracket_between_its_rounds(read: Read) -> None:
    event = running_event(4, stages=SINGLE)
    assert '<svg class="bracket"' not in read(event, page="projector")
    played(event, 0)
    assert '<svg class="bracket"' in read(event, page="projector")


def test_phones_and_pages_of_a_round_call_it_as_the_event_does(read: Read) -> None:
    event = running_event(
        4, swiss_rounds=1, stages=[{"kind": "swiss"}, {"kind": "single_elimination", "size": 4}]
    )
    names = ("Swiss · Round 1 of 1", "Top 4 · Semi-finals")
    for minute, title in zip((0, 60), names, strict=True):
        round = begun(event, minute)
        table = reverse("tournaments:round_page", args=[event.slug, round.number])
        match = reverse("tournaments:match_page", args=[tables(round)[0].pk])
        shown = [read(event, name="player1", page="my_table")]
        shown += [Client().get(address).content.decode() for address in (table, match)]
        assert [title in page for page in shown] == [True] * 3
        for each in tables(round):
            enter_result(each, {"kind": "played", "winner": "A"}, by=actor(OLGA), now=at(minute + 20))
        finish_round(round, by=actor(OLGA), now=at(minute + 30))
