"""The one table is asked before anything is looked at or drawn: every door × every role × forms that make no sense.

Who may never do a thing is refused in the same way whatever he sends; who may is told what is wrong with it.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache, partial
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from referee.live.models import LiveTable
from tests.referee.live.playing import match_of_game, opened
from tests.tournaments.access.doors import API_LIVE, LIVE, READ, methods_of, patterns, steps_of
from tests.tournaments.factories import actor, at, running_event, seated
from tournaments.access import Actor, roles_of
from tournaments.access.doors import ANYONE, API, PAGES
from tournaments.access.table import CLOSED_TO_PLAYERS, PLAYER, STAFF, TABLE
from tournaments.entrants.models import Entrant
from tournaments.events.models import Event, Role, State
from tournaments.events.staff import grant_role
from tournaments.rounds.changes import offer_round
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
KEYS = (
    "name", "reason", "table", "other", "first", "second", "with", "round", "number", "username", "role", "minutes",
    "entry", "key", "after", "do", "seat", "outcome", "winner", "decision", "file", "text", "cards", "mode", "last",
)  # fmt: skip
FORMS: list[dict[str, str]] = [{}, dict.fromkeys(KEYS, "²x")]
BODIES: list[str] = [json.dumps(dict.fromkeys(KEYS, "²x")), "[1"]
WHO = ("", "stranger", "player", "other", "jude", "sam", "hedda", "polly")
REFUSED = {401, 403, 404}


@pytest.fixture
def table() -> LiveTable:
    """A match with a live table. ``player`` sits at it; ``other`` and ``polly`` are in the event and do not; Polly is
    an organiser, too."""
    roles.cache_clear()
    match = match_of_game("looney_tunes")
    event: Event = match.round.event
    for name in ("other", "polly"):
        Entrant.objects.create(
            event=event, user=actor(name).user, name=name, code=name, entered_at=at(-90), status="playing"
        )
    grant_role(event, "polly", Role.ORGANISER, by=actor("olga"), now=at(-80))
    return opened(match)


def client_of(who: str, match: Match) -> Client:
    made = Client()
    user = seated(match, "A").user if who == "player" else actor(who).user if who else None
    if user is not None:
        made.force_login(user)
    return made


def address_of(path: str, table: LiveTable, step: str = "") -> str:
    """The address with what this event has in it."""
    match = table.record.match
    values = {
        "slug": match.round.event.slug, "number": "1", "match_id": str(match.pk), "record_id": str(table.record_id),
        "table_id": str(table.pk), "entrant_id": str(seated(match, "B").pk), "code": seated(match, "B").code,
        "step": step, "what": "pair", "fact_id": "1", "role_id": "1", "link_id": "1", "pair_id": "1",
        "ask_id": "1", "n": "1",
        "token": "x", "game_name": "highlander", "game": "highlander",
    }  # fmt: skip
    path = re.sub(r"<\w+:(\w+)>", lambda found: values[found[1]], path)
    return "/" + path


@lru_cache(maxsize=64)
def roles(who: str, match: Match) -> frozenset[str]:
    user = seated(match, "A").user if who == "player" else actor(who).user if who else None
    acts = Actor.of_user(user) if user is not None else Actor.anonymous()
    return roles_of(acts, match.round.event)


def open_to(who: str, actions: tuple[str, ...], match: Match, *, own: bool) -> bool:
    """Whether the table opens one of these to whoever comes, in some state; ``own``: what it is about is his own."""
    held = set(roles(who, match))
    if not own:
        held.discard(PLAYER)
    for action in actions:
        counted = held - set(STAFF) if who == "polly" and action in CLOSED_TO_PLAYERS else held
        if counted & TABLE[action].keys():
            return True
    return False


def post(address: str, form: dict[str, str], client: Client) -> Any:
    return client.post(address, form)


def send(method: str, address: str, body: str, client: Client) -> Any:
    return client.generic(method, address, body, content_type="application/json")


def is_refusal(answer: Any) -> bool:
    return answer.status_code in REFUSED or (
        answer.status_code == 302 and "/accounts/login/" in answer.headers["Location"]
    )


def wrong_at(client: Client, who: str, label: str, sent: list[Any], opened_to: bool) -> list[str]:
    """What is wrong with a door's answers to one who comes."""
    found, told = [], set()
    for send in sent if not opened_to else sent[:1]:
        with transaction.atomic():
            answer = send(client)
            transaction.set_rollback(True)
        told.add((answer.status_code, is_refusal(answer)))
        if not opened_to and not is_refusal(answer):
            found.append(f"{label} lets {who or 'a visitor'} in: {answer.status_code}")
        if opened_to and answer.status_code in (401, 403) and label not in MAY_REFUSE:
            found.append(f"{label} refuses {who}: {answer.status_code} {answer.content[:200]!r}")
    if not opened_to and len(told) > 1:
        found.append(f"{label} answers {who} by what was sent: {told}")
    return found


#: where the table opens an action of several, or to a player at the own table alone, the change refuses the rest
MAY_REFUSE = frozenset({"live_staff", "lift"})
#: doors that are about the own match of whoever comes, and the own entrant
OWN = frozenset({"register", "my_deck", "POST register"})


def test_every_door_of_the_pages_asks_the_table_first(table: LiveTable) -> None:
    match = table.record.match
    clients = {who: client_of(who, match) for who in WHO}
    unknown, wrong, count = [], [], 0
    for path, pattern in patterns():
        name = str(pattern.name)
        if path.startswith("api/") or name in READ or name in LIVE:
            continue
        for step in steps_of(name):
            label = f"{name}:{step}" if step else name
            if label not in PAGES:
                unknown.append(label)
                continue
            actions, address = PAGES[label], address_of(path, table, step)
            if actions == ANYONE:
                continue
            sent = [partial(post, address, form) for form in FORMS]
            for who, client in clients.items():
                own = name in OWN or (who == "player" and "match" in path)
                wrong += wrong_at(client, who, label, sent, open_to(who, actions, match, own=own))
                count += len(sent)
    assert not unknown, f"say which action these doors ask for: {unknown}"
    assert not wrong, "\n".join(wrong)
    assert count > 500


def test_every_door_of_the_api_asks_the_table_first(table: LiveTable) -> None:
    match = table.record.match
    clients = {who: client_of(who, match) for who in WHO}
    unknown, wrong, count = [], [], 0
    for path, pattern in patterns():
        if not path.startswith("api/") or pattern.name in API_LIVE:
            continue
        for method in methods_of(pattern):
            label = f"{method} {pattern.name}"
            if label not in API:
                unknown.append(label)
                continue
            actions, address = API[label], address_of(path, table)
            if actions == ANYONE:
                continue
            sent = [partial(send, method, address, body) for body in BODIES]
            for who, client in clients.items():
                own = label in OWN or (who == "player" and "match" in path)
                wrong += wrong_at(client, who, label, sent, open_to(who, actions, match, own=own))
                count += len(sent)
    assert not unknown, f"say which action these doors ask for: {unknown}"
    assert not wrong, "\n".join(wrong)
    assert count > 900


def test_the_doors_of_a_live_table_ask_who_logs_there(table: LiveTable) -> None:
    match = table.record.match
    wrong = []
    for path, pattern in patterns():
        name = str(pattern.name)
        if name not in (*LIVE, *API_LIVE):
            continue
        address = address_of(path, table)
        for who in ("", "stranger", "other", "polly"):
            client = client_of(who, match)
            sent = [partial(send, "POST", address, body) for body in BODIES]
            if who != "polly":  # an organiser may look on
                wrong += wrong_at(client, who, name, sent, False)
    assert not wrong, "\n".join(wrong)


def test_every_address_is_known(table: LiveTable) -> None:
    """An address of the pages is in one of the lists; the lists name no address that is gone."""
    names = {str(pattern.name) for path, pattern in patterns() if not path.startswith("api/")}
    listed = {label.partition(":")[0] for label in PAGES} | set(READ) | set(LIVE)
    assert names - listed == set()
    assert State(table.record.match.round.event.state) is State.RUNNING


def test_a_round_that_is_not_published_answers_like_none(db: None) -> None:
    """Nobody who may not see an offer learns from any address whether there is one."""
    event = running_event(4, game="looney_tunes")
    addresses = [
        re.sub(
            r"<\w+:(\w+)>", lambda found: {"slug": event.slug, "number": "1"}.get(found[1], "1"), f"/{path}"
        )
        for path, _ in patterns()
        if "<int:number>" in path and "rounds/" in path
    ]
    assert len(addresses) > 20

    def told() -> dict[tuple[str, str, str], int]:
        found = {}
        for who in ("", "stranger", "player1"):
            client = Client()
            if who:
                client.force_login(actor(who).user)  # type: ignore[arg-type]
            for address in addresses:
                found[who, address, "GET"] = client.get(address).status_code
                found[who, address, "POST"] = client.post(address).status_code
        return found

    before = told()
    offer_round(event, by=actor("olga"), now=at())
    assert told() == before
