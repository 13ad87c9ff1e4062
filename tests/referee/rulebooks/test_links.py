"""From every verdict, refusal and card a link leads into the rules."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from referee.live.live_replay import forget
from referee.live.queries import forget_tables
from referee.records.changes import attach_log
from tests.referee.live.playing import match_of_game, opened, played, tap
from tests.tournaments.factories import actor, at, open_event, player
from tournaments.decks.changes import submit_deck
from tournaments.entrants.changes import register

pytestmark = pytest.mark.django_db
HEADER = (
    '{"log": 1, "game": "highlander", "rules": "1999.3.10", "players": [{"seat": "A"}, {"seat": "B"}],'
    ' "position": {"turn": "A", "phase": "attack", "number": 5, "players": {'
    '"A": {"turns": 2, "hand": ["Upper Left Attack"]}, "B": {"turns": 2}}}}'
)
ATTACK = {"by": "A", "do": "attack", "card": "Upper Left Attack"}
OUT_OF_TURN = {"by": "B", "do": "next_phase"}


def signed_in(who: str) -> Client:
    made = Client()
    made.force_login(actor(who).user)  # type: ignore[arg-type]
    return made


def test_from_a_replay_and_from_what_if() -> None:
    match = match_of_game("highlander")
    log = "\n".join([HEADER, json.dumps(ATTACK), json.dumps(OUT_OF_TURN)]).encode()
    record = attach_log(match, 1, log, by=player(match, "A"), now=at(5))
    judge = signed_in("jude")
    page = judge.get(f"/records/{record.pk}/?entry=1").content.decode()
    assert f'href="/rules/highlander/cards/upper-left-attack/?event={match.round.event.slug}"' in page
    page = judge.get(f"/records/{record.pk}/?entry=2").content.decode()
    assert 'href="/rules/highlander/phases/"' in page
    address = reverse("referee:what_if", args=[record.pk, 1])
    page = judge.post(address, {"after": "1", "tap": json.dumps(OUT_OF_TURN)}).content.decode()
    assert 'href="/rules/highlander/phases/"' in page.split('class="tried"')[1]


def test_from_the_live_table_its_lines_and_a_refused_tap() -> None:
    forget()
    forget_tables()
    match = match_of_game("looney_tunes", logs="assisted")
    table = opened(match, header=played("looney_tunes", "links").header)
    client = Client()
    client.force_login(player(match, "A").user)  # type: ignore[arg-type]
    wrong = {"by": "A", "do": "choose_scene", "scene": "Long-Haired Hare"}
    sent = {"entry": json.dumps(wrong), "after": "0", "key": "one"}
    refused = client.post(f"/live/{table.pk}/tap/", sent, headers={"X-Tap": "1"})
    broken = refused.json()["details"]["violations"]
    assert refused.status_code == 409 and broken
    assert all(one["address"].startswith("/rules/looney_tunes/") for one in broken)
    assert client.get(broken[0]["address"]).status_code == 200
    tap(table, "A", wrong, anyway=True)
    page = client.get(f"/live/{table.pk}/").content.decode()
    assert f'href="{broken[0]["address"]}"' in page


def test_from_a_deck_list() -> None:
    event = open_event(0, game="highlander", deck_lists="optional")
    entrant = register(event, by=actor("ann"), now=at(-40))
    body = {
        "sections": {
            "deck": [{"card": "Upper Left Attack", "count": 1}, {"card": "Nothing Known", "count": 1}]
        }
    }
    submit_deck(entrant, body, by=actor("ann"), now=at(-39))
    page = signed_in("ann").get(reverse("tournaments:my_deck", args=[event.slug])).content.decode()
    assert f'href="/rules/highlander/cards/upper-left-attack/?event={event.slug}"' in page
    assert 'href="/rules/highlander/log.card/"' in page
    assert '<span lang="en">Nothing Known</span>' in page
