"""The structure of an event by its pages: the create form, the form of choices, the page of stages."""

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.factories import actor, at, make_event, played_round, running_event, tables
from tests.tournaments.pages.conftest import Who
from tests.tournaments.pages.test_events import GOOD, NEW
from tournaments.models.events import Event
from tournaments.rounds.changes import offer_round, publish_round, start_round
from tournaments.stages.chosen import as_chosen
from tournaments.stages.queries import stages_of

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def chain(event: Event) -> list[dict[str, Any]]:
    return [as_chosen(stage) for stage in stages_of(event)]


def fields_of(client: Client, address: str) -> dict[str, str]:
    """What the page's form would send as it stands."""
    page = client.get(address).content.decode()
    form = page[page.index('<form method="post" class="stack"') :]
    sent: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name = re.search(r'name="([^"]+)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        ticked = 'type="checkbox"' not in tag or "checked" in tag
        if name and ticked and "csrf" not in name[1]:
            sent[name[1]] = value[1] if value else "on" if "checkbox" in tag else ""
    for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'value="([^"]*)" selected', options)
        sent[name] = chosen[1] if chosen else (re.findall(r'value="([^"]*)"', options) or [""])[0]
    return sent


def test_an_event_with_a_cut_is_made_in_one_form(who: Who) -> None:
    who("olga").post(NEW, GOOD | {"cut": "8", "places": "5-3-2-1, 4-2-1"})
    event = Event.objects.get()
    assert [stage["kind"] for stage in chain(event)] == ["swiss", "single_elimination"]
    assert chain(event)[1]["size"] == 8 and event.pod_points == {"4": [5, 3, 2, 1], "3": [4, 2, 1]}


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"game": "highlander", "table_size": "4"}, "Highlander is played by two: pods need three or more."),
        ({"game": "herocard_nightmare", "table_size": "5"}, "HeroCard Nightmare seats at most 4 at a table."),
        ({"structure": "ladder"}, "ladder"),
        ({"places": "5-3-x"}, "Write the points of a table"),
        ({"places": "1-2-3"}, "An earlier place"),
        ({"structure": "round_robin", "group_count": "3", "cut": "4"}, "divided equally among 3 groups"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said_and_nothing_is_made(who: Who, more: dict[str, str], words: str) -> None:
    answer = who("olga").post(NEW, GOOD | more)
    assert answer.status_code == 400 and words in answer.content.decode()
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("game", "sizes"),
    [("highlander", None), ("herocard_nightmare", "234"), ("nightmare_before_christmas", "23456")],
)
def test_the_form_asks_for_the_sizes_of_tables_that_the_game_has(
    who: Who, game: str, sizes: str | None
) -> None:
    event = make_event(game=game)
    page = who("olga").get(f"/events/{event.slug}/edit/").content.decode()
    asked = re.search(r'<select name="table_size".*?</select>', page, re.S)
    assert (asked and "".join(re.findall(r'value="(\d)"', asked[0]))) == sizes
    # of a new event the game is not known yet; a script shows what fits
    new = re.search(r'<select name="table_size".*?</select>', who("olga").get(NEW).content.decode(), re.S)
    assert new and "".join(re.findall(r'value="(\d)"', new[0])) == "2345678"
    stages = who("olga").get(f"/events/{event.slug}/edit/stages/").content.decode()
    assert ('value="pods"' in stages) == (sizes is not None)


@pytest.mark.parametrize(
    ("game", "own"),
    [
        ("highlander", []),
        ("looney_tunes", ["further_scene"]),
        ("nightmare_before_christmas", ["further_day"]),
        ("herocard_duel", ["next_victory_point"]),
    ],
)
def test_the_form_offers_the_last_tiebreaks_that_the_game_has(who: Who, game: str, own: list[str]) -> None:
    """What the rulebooks have for a match that must have a winner; the others know it of no game that has none."""
    event = make_event(game=game)
    page = who("olga").get(f"/events/{event.slug}/edit/").content.decode()
    asked = re.search(r'<select name="last_tiebreak".*?</select>', page, re.S)
    assert asked and sorted(re.findall(r'value="(\w+)"', asked[0])) == sorted(
        ["higher_seed", "lot", "judge", *own]
    )
    # of a new event the game is not known yet; a script shows what it has, out of these
    new = re.search(r'<select name="last_tiebreak"[^>]*>', who("olga").get(NEW).content.decode())
    assert new
    offered = json.loads(html.unescape(re.findall(r'data-tiebreaks="([^"]*)"', new[0])[0]))
    assert sorted(value for value, _label in offered[game]) == sorted(["higher_seed", "lot", "judge", *own])


def test_the_choices_saved_as_they_stand_change_no_stage(who: Who) -> None:
    event = make_event(
        stages=[{"kind": "swiss"}, {"kind": "double_elimination", "size": 4, "games_per_match": 3}]
    )
    before, client = chain(event), who("olga")
    address = f"/events/{event.slug}/edit/"
    assert client.post(address, fields_of(client, address)).status_code == 303
    assert chain(event) == before
    assert client.post(address, fields_of(client, address) | {"cut": "8"}).status_code == 303
    assert chain(event)[1] == before[1] | {"size": 8}


def test_a_stage_is_added_changed_and_taken_away_on_its_page(who: Who) -> None:
    event, client = make_event(), who("olga")
    address = f"/events/{event.slug}/edit/stages/"
    sent = fields_of(client, address)
    answer = client.post(address, sent | {"stage2-kind": "round_robin", "stage2-size": "4"})
    assert answer.status_code == 303
    assert chain(event)[1] == {"kind": "round_robin", "code": "round-robin", "size": 4}
    sent = fields_of(client, address)
    client.post(
        address, sent | {"stage2-legs": "2", "stage2-clock_kind": "fixed", "stage2-round_minutes": "20"}
    )
    assert chain(event)[1]["legs"] == 2 and chain(event)[1]["round_minutes"] == 20
    before = chain(event)
    client.post(address, fields_of(client, address))
    assert chain(event) == before
    client.post(address, fields_of(client, address) | {"stage2-kind": ""})
    assert [stage["kind"] for stage in chain(event)] == ["swiss"]


def test_a_refusal_stands_beside_the_field_of_its_stage(who: Who) -> None:
    event, client = make_event(), who("olga")
    address = f"/events/{event.slug}/edit/stages/"
    sent = fields_of(client, address)
    page = client.post(address, sent | {"stage2-kind": "swiss", "stage2-size": "4"})
    assert page.status_code == 400 and "Say how many rounds" in page.content.decode()
    assert client.post(address, sent | {"stage2-kind": "ladder"}).status_code == 400
    assert client.post(address, {"stage1-kind": ""}).status_code == 400
    assert chain(event) == [{"kind": "swiss", "code": "swiss"}]


def test_only_an_organiser_changes_stages_and_with_a_reason_once_the_event_runs(who: Who) -> None:
    event = running_event(4)
    address = f"/events/{event.slug}/edit/stages/"
    assert who("sam").get(address).status_code == 403
    client = who("olga")
    sent = fields_of(client, address) | {"stage2-kind": "single_elimination", "stage2-size": "2"}
    assert client.post(address, sent).status_code == 400
    assert client.post(address, sent | {"reason": "All agree on a final."}).status_code == 303
    assert len(chain(event)) == 2


def test_in_a_bracket_the_form_offers_no_draw(who: Who) -> None:
    event = running_event(4, stages=[{"kind": "swiss"}, {"kind": "single_elimination", "size": 2}])
    played_round(event)
    second = played_round(event, 60)
    address = f"/matches/{tables(second)[0].pk}/"
    assert 'value="draw"' in who("olga").get(address).content.decode() or second.state == "finished"
    final = publish_round(offer_round(event, by=actor("olga"), now=at(120)), by=actor("olga"), now=at(120))
    start_round(final, by=actor("olga"), now=at(121))
    match = tables(final)[0]
    page = who("olga").get(f"/matches/{match.pk}/").content.decode()
    assert 'value="draw"' not in page and "intentional_draw" not in page
    assert "decided by a further Scene" in page and "has the higher seed and chooses who starts" in page
    answer = who("sam").post(f"/matches/{match.pk}/enter/", {"result": "tie:B:"})
    assert answer.status_code == 303
    assert match.results.get(replaced_at=None).outcome == {
        "kind": "played",
        "winner": "B",
        "decided_by": "further_scene",
    }
