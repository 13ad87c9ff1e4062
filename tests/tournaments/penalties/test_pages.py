"""Penalties on pages, over the API and in files: each for who may see it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.tournaments.factories import (
    actor,
    at,
    open_event,
    player,
    running_event,
    running_round,
    seated,
    started,
    tables,
    walk_in,
    win,
)
from tests.tournaments.pages.conftest import Who, who  # noqa: F401 the fixture
from tests.tournaments.penalties.people import CAUTION, GAME, WARNING, give
from tournaments.entrants.claims import make_claim_link
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.penalties import Penalty
from tournaments.models.rounds import Match
from tournaments.models.series import Series
from tournaments.now import now
from tournaments.penalties.queries import elsewhere, newest_of
from tournaments.results.changes import enter_result
from tournaments.series.changes import make_series, set_series

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
JSON = "application/json"


def first_table(**choices: Any) -> Match:
    return tables(running_round(running_event(4, **choices)))[0]


def text_of(client: Any, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return str(answer.content.decode())


def test_a_judge_comes_from_the_table_to_a_penalty_in_three_links(who: Who) -> None:  # noqa: F811
    match = first_table(games_per_match=3)
    ann, jude, page = seated(match, "A"), who("jude"), f"/matches/{match.pk}/"
    give(ann, CAUTION, note="Counted again.")
    ways = re.findall(r'href="(/matches/\d+/penalty/[^"]*)"', text_of(jude, page))
    assert len(ways) == 2
    infractions = text_of(jude, ways[0].replace("&amp;", "&"))
    assert "Counted again." in infractions and "Another penalty" not in infractions
    slow = next(each for each in re.findall(r'href="([^"]*)"', infractions) if "infraction=slow_play" in each)
    offered = text_of(jude, slow.replace("&amp;", "&"))
    assert "Time 2 in this event: it steps up to warning." in offered and "Give it: warning" in offered
    sent = {"entrant": ann.pk, "infraction": "slow_play", "seen": newest_of(ann), "note": ""}
    assert jude.post(f"{page}penalty/", sent).status_code == 303
    assert [row.penalty for row in Penalty.objects.order_by("pk")] == ["caution", "warning"]
    refused = jude.post(
        f"{page}penalty/", sent | {"penalty": "match_loss", "reason": "x", "seen": newest_of(ann)}
    )
    assert refused.status_code == 403
    hedda = text_of(who("hedda"), slow.replace("&amp;", "&"))
    assert "Note, another penalty" in hedda and "Time 3 in this event: it steps up to game loss." in hedda
    assert "Game 1 of this match is lost" in hedda


def test_everybody_at_the_table_sees_what_it_costs_and_only_its_player_why(who: Who) -> None:  # noqa: F811
    match = first_table(games_per_match=3)
    ann, page = seated(match, "A"), f"/matches/{match.pk}/"
    give(ann, GAME, note="A card too many.")
    mine, other = (who(player(match, letter).label.lower()) for letter in "AB")
    table = f"/events/{match.round.event.slug}/me/"
    for client in (mine, other, who("")):
        assert f"{ann.name} begins with a game loss." in text_of(client, page)
    assert "A card too many." in text_of(mine, table) and "Deck error" in text_of(mine, table)
    for address in (table, page):
        assert "A card too many." not in text_of(other, address) and "Deck error" not in text_of(
            other, address
        )
    own = f"/events/{match.round.event.slug}/me/penalties/"
    assert "Counts in round 1" in text_of(mine, own) and "You have none" in text_of(other, own)
    # what cannot be reported is not offered
    assert 'value="games:2-0-0"' not in text_of(mine, table) and 'value="games:0-2-0"' in text_of(mine, table)
    kept = mine.get(f"/events/{match.round.event.slug}/me/kept/").json()
    assert "games:2-0-0" not in [value for value, _label in kept["report"]["choices"]]


def test_by_a_claim_link_one_s_own_are_seen(who: Who) -> None:  # noqa: F811
    event = started_with_walk_in()
    wanda = event.entrants.get(name="Wanda")
    give(wanda, CAUTION, note="Counted again.")
    token = make_claim_link(wanda, by=actor("olga"), now=now())
    client = who("")
    client.post(f"/claim/{token}/")
    assert "Counted again." in text_of(client, f"/events/{event.slug}/me/penalties/")
    assert "Counted again." in text_of(client, f"/events/{event.slug}/me/")
    api = who("").get(
        f"/api/v1/events/{event.slug}/me/penalties/", headers={"authorization": f"Claim {token}"}
    )
    assert [row["note"] for row in api.json()] == ["Counted again."]


def started_with_walk_in() -> Event:
    event = open_event(3)
    walk_in(event)
    event = started(event)
    running_round(event)
    return event


@pytest.mark.parametrize(
    ("name", "seen"),
    [("olga", 200), ("hedda", 200), ("jude", 200), ("sam", 200), ("player1", 403), ("", 302)],
)
def test_the_list_is_for_staff(who: Who, name: str, seen: int) -> None:  # noqa: F811
    match = first_table()
    give(seated(match, "A"), CAUTION, note="Counted again.")
    slug, client = match.round.event.slug, who(name)
    answer = client.get(f"/events/{slug}/penalties/")
    assert answer.status_code == seen and ("Counted again." in answer.content.decode()) == (seen == 200)
    refused = {302: 403}.get(seen, seen)
    for address in ("penalties/", "export/penalties.csv", "export/penalties.json"):
        told = client.get(f"/api/v1/events/{slug}/{address}")
        assert told.status_code == refused or (name == "" and told.status_code == 401), address
        assert ("Counted again." in told.content.decode()) == (seen == 200)
    assert ("export/penalties.csv" in text_of(client, f"/events/{slug}/exports/")) == (seen == 200)
    assert "Counted again." not in client.get(f"/api/v1/events/{slug}/journal/").content.decode()


def test_it_is_taken_back_and_changed_on_the_list(who: Who) -> None:  # noqa: F811
    match = first_table()
    row = give(seated(match, "A"), CAUTION, by=actor("jude"))
    slug = match.round.event.slug
    assert f"/penalties/{row.pk}/take-back/" in text_of(who("jude"), f"/events/{slug}/penalties/")
    assert f"/penalties/{row.pk}/change/" not in text_of(who("jude"), f"/events/{slug}/penalties/")
    assert (
        who("jude")
        .post(f"/events/{slug}/penalties/{row.pk}/change/", {"penalty": "warning", "reason": "x"})
        .status_code
        == 403
    )
    changed = who("hedda").post(
        f"/events/{slug}/penalties/{row.pk}/change/", {"penalty": "warning", "reason": "Loud, too."}
    )
    assert changed.status_code == 303
    newest = Penalty.objects.get(replaced_at=None)
    assert "The policy says caution: Loud, too." in text_of(who("hedda"), f"/events/{slug}/penalties/")
    back = who("hedda").post(f"/events/{slug}/penalties/{newest.pk}/take-back/", {"reason": "Misheard."})
    assert back.status_code == 303
    assert "No penalties." in text_of(who("sam"), f"/events/{slug}/penalties/")
    assert "Misheard." in text_of(who("sam"), f"/events/{slug}/penalties/?all=1")


def test_programs_do_all_of_it(who: Who) -> None:  # noqa: F811
    match = first_table(games_per_match=3)
    ann, slug = seated(match, "A"), match.round.event.slug
    api, jude = f"/api/v1/events/{slug}/penalties/", who("jude")
    record = jude.get(f"/api/v1/events/{slug}/entrants/{ann.code}/penalties/").json()
    deck = next(each for each in record["says"] if each["infraction"] == "deck_error")
    assert (deck["penalty"], deck["time"], record["newest"], record["elsewhere"]) == ("game_loss", 1, 0, [])
    sent = {"entrant": ann.code, "infraction": "deck_error", "seen": 0, "came_from": "deck check 4"}
    given = jude.post(api, sent, content_type=JSON)
    assert given.status_code == 201, given.content
    said = given.json()
    assert (said["penalty"], said["counts_in"], said["came_from"]) == ("game_loss", match.pk, "deck check 4")
    assert jude.post(api, sent, content_type=JSON).json()["id"] == said["id"]
    other = sent | {"infraction": "slow_play"}
    changed = jude.post(api, other, content_type=JSON)
    assert changed.status_code == 409 and changed.json()["code"] == "penalties_changed"
    one = f"{api}{said['id']}/"
    assert jude.patch(one, {"penalty": "warning", "reason": "x"}, content_type=JSON).status_code == 403
    milder = who("hedda").patch(one, {"penalty": "warning", "reason": "A token."}, content_type=JSON).json()
    assert (milder["penalty"], milder["replaces"]) == ("warning", said["id"])
    assert [row["id"] for row in jude.get(api).json()] == [milder["id"]]
    assert [row["id"] for row in jude.get(f"{api}?all=1").json()] == [said["id"], milder["id"]]
    gone = who("hedda").delete(f"{api}{milder['id']}/", {"reason": "x"}, content_type=JSON)
    assert gone.json()["taken_back"] is True and jude.get(api).json() == []
    mine = who(player(match, "A").label.lower())
    assert mine.get(f"/api/v1/events/{slug}/me/penalties/").json() == []
    assert who("").get(f"/api/v1/events/{slug}/entrants/{ann.code}/penalties/").status_code == 403


def in_series(name: str, series: Series) -> Match:
    event = set_series(running_event(4, name=name), series, by=actor("olga"), now=at(0))
    return tables(running_round(event))[0]


def test_other_events_of_the_series_are_seen_by_the_head_judge_until_they_are_old(
    who: Who,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    series = make_series({"name": "Winter"}, by=actor("olga"), now=at(-200))
    before, today = in_series("First", series), in_series("Second", series)
    monkeypatch.setattr("tournaments.api_base.now", lambda: at(120))
    monkeypatch.setattr("tournaments.series.penalty_views.now", lambda: at(120))
    ann = seated(today, "A")
    there = Entrant.objects.get(event=before.round.event, user=ann.user)
    give(there, WARNING, note="Named a wrong number.")
    given = elsewhere(ann, at(60))
    assert [(each.penalty.infraction, each.by_name) for each in given] == [(WARNING, False)]
    assert elsewhere(ann, at(365 * 24 * 60 + 4)) != [] and elsewhere(ann, at(365 * 24 * 60 + 6)) == []
    # it steps nothing up
    assert give(ann, WARNING).penalty == "warning"
    walked_in = Entrant.objects.filter(pk=ann.pk)
    walked_in.update(user=None)
    assert [each.by_name for each in elsewhere(Entrant.objects.get(pk=ann.pk), at(60))] == [True]
    slug = today.round.event.slug
    for name, shown in (("hedda", True), ("jude", False), ("olga", False)):
        record = who(name).get(f"/api/v1/events/{slug}/entrants/{ann.code}/penalties/").json()
        assert len(record["elsewhere"]) == shown
    series_page = f"/series/{series.slug}/penalties/"
    assert "Wrong information" in text_of(who("olga"), series_page)
    rows = who("olga").get(f"/api/v1/series/{series.slug}/penalties.csv").content.decode().splitlines()
    assert len(rows) == 3 and len(who("olga").get(f"/api/v1/series/{series.slug}/penalties/").json()) == 2
    for name in ("hedda", "player1"):
        assert who(name).get(series_page).status_code == 403
        assert who(name).get(f"/api/v1/series/{series.slug}/penalties/").status_code == 403
        assert who(name).get(f"/api/v1/series/{series.slug}/penalties.csv").status_code == 403


def test_short_ways_lead_from_a_deck_check_and_from_the_player(who: Who) -> None:  # noqa: F811
    match = first_table(deck_lists="optional")
    jude, page = who("jude"), f"/matches/{match.pk}/deck-check/"
    jude.post(page, {"do": "begin"})
    assert "infraction=deck_error&amp;from=deck%20check" in text_of(jude, page)
    ann, slug = seated(match, "A"), match.round.event.slug
    entrant = text_of(jude, f"/events/{slug}/entrants/{ann.pk}/")
    assert f"/entrants/{ann.pk}/penalty/" in entrant
    enter_result(match, win("A"), by=actor("sam"), now=at(20))
    away = jude.post(f"/events/{slug}/entrants/{ann.pk}/penalty/", {"infraction": "unsporting_minor"})
    assert away.status_code == 303 and Penalty.objects.get().penalty == "warning"
