"""No door tells one seat, or anybody outside, what another seat holds: in every game, at every address.

A game is played at a live table, and once more with every card that only B may see another one, B's deck list too; B
hands in a log, lays out a position in a dispute, judges check lists, audit and judge anew. All that A, a stranger and a
visitor are answered is compared byte by byte, headers, messages of the stream and what is sent to phones and webhooks
among it: the pages, the API, files, prints, and what A's own taps come to; and A's once more with every role of the
staff. It ends before the rules show the first card that differs.
"""

from __future__ import annotations

import json
import random
import re
import secrets
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from referee.judging import judged
from referee.live.live_replay import forget
from referee.live.queries import forget_tables, live_table
from referee.models.live import LiveTable
from rules.kernel.log import Log
from tests.hostile.around_a_game import Json, furnish, number_from, position_of_b
from tests.hostile.test_precedents import others_of
from tests.referee.live.playing import GAMES, enter, match_of_game, opened, owner, phone, played, sent
from tests.referee.live.test_secrets import Undone, exchanged, secret_until
from tests.tournaments.access.doors import API_LIVE, LIVE, patterns
from tests.tournaments.access.scenes import Scene
from tests.tournaments.access.test_doors import LIKELY
from tests.tournaments.factories import actor, at, player
from tournaments.events.staff import grant_role
from tournaments.models.decks import DeckList
from tournaments.models.events import Event, Role
from tournaments.models.live import LiveVersion
from tournaments.models.notifications import Notification
from tournaments.models.rounds import Match
from tournaments.models.webhooks import WebhookDelivery

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
#: answers that are of no event; those that need a word in their address; and a game's own, whoever plays it
APART = {
    "health", "ready", "metrics", "api-schema", "api-docs", "settings", "profile", "event_new", "front", "start",
    "manifest", "worker", "offline", "demo_person",
    "event_list", "claim", "role_link", "me", "card_names",
    "check_log", "check-log", "upgrades", "operating",
    "position_games", "position_editor", "position-games", "positions", "position-legal", "position-ask",
    "position-file", "rulebooks", "rulebook", "rule", "cards", "card", "rules", "questions", "question",
    "rule-entry", "rule-card",
    "own_texts", "all_precedents", "one_precedent", "open_precedent_file", "open-precedents", "open-precedent",
    "series_list", "series_new", "series_page", "series_calendar", "series_edit", "series", "one-series",
    "series_rejudge", "series-rejudge",
    "own_data", "own_data_file", "my-data", "person", "person-events", "person-opponents",
    "person-ratings", "ratings", "ratings_of_game", "rating-list", "my-page",
}  # fmt: skip
#: what only staff read, below an event's address in the pages and in the API
STAFF_ALONE = (
    "absent/", "stand-in/",
    "disputes/", "forbidden-pairs/", "next/", "offer/", "precedents/", "precedents/<int:number>/", "role-links/",
    "staff/", "deck-checks/", "export/calls.csv", "export/calls.json", "export/disputes.csv", "export/disputes.json",
    "export/rulings.csv", "export/rulings.json", "appeals/", "export/appeals.csv", "export/appeals.json",
    "desk/", "desk/log/", "desk/announcements/", "exports/saved/<str:file>/", "saved/",
    "saved/<str:file>/", "edit/", "edit/stages/", "edit/plan/",
    "entrants/<int:entrant_id>/", "entrants/<int:entrant_id>/deck/",
    "entrants/<int:entrant_id>/slip/", "entrants/print/", "entrants/slips/", "precedents/<int:number>/file/",
    "precedents/file/", "precedents/import/",
    "copy/", "webhooks/", "webhook-deliveries/", "entrants/check-in/", "entrants/many/", "rounds/undo/", "undo/",
    "entrant-lists/",
    "rounds/<int:number>/change/",
    "rounds/<int:number>/offer/", "rounds/<int:number>/offer/seats/", "rounds/<int:number>/slips/",
    "rounds/<int:number>/slips.pdf", "paper/<slug:what>.pdf", "floor/", "hall/", "calls/", "audits/", "rejudge/",
    "jobs/", "judge-notifications/",
    "penalties/", "entrants/<int:entrant_id>/penalty/", "export/penalties.csv", "export/penalties.json",
    "export/deck_checks.csv", "export/deck_checks.json",
    "export/dispute_rows.csv", "export/dispute_rows.json",
)  # fmt: skip
#: what this event has not: cards of its own, deck lists, a finished round, a series; and steps, to which is only sent
NOT_THERE = (
    "series/", "calendar.ics", "webhooks/<int:endpoint_id>/", "webhooks/<int:endpoint_id>/<slug:step>/",
    "entrants/<slug:code>/deck/",
    "card-list/", "card-list/cards.csv", "card-list/cards.json", "card-list/cards.<str:form>",
    "standings/<int:number>/", "standings/<int:number>/<int:entrant_id>/", "desk/<slug:step>/",
    "entrants/<int:entrant_id>/<slug:step>/", "entrants/check-in/<slug:step>/", "rounds/<int:number>/<slug:step>/",
    "rounds/<int:number>/clock/<slug:step>/",
    "disputes/<int:dispute_id>/<slug:step>/",
    "disputes/<int:dispute_id>/branches/", "disputes/<int:dispute_id>/branches/<int:number>/",
    "disputes/<int:dispute_id>/pictures/<int:picture_id>/", "calls/<int:number>/<slug:step>/",
    "entrants/<slug:code>/penalties/", "penalties/<int:penalty_id>/", "penalties.csv", "errata/", "errata/new/",
    "errata/<int:number>/", "penalty-policy/", "penalty-policy/edit/",
    "entrants/<int:entrant_id>/data/", "entrants/<int:entrant_id>/data/file/", "entrants/<slug:code>/data/",
)  # fmt: skip
#: refused to all of them at this time: nobody asks to take back, nothing was rolled, the game goes on
NOT_NOW = ("asks/<int:ask_id>/", "hands/", "observed/<int:n>/", "result/", "undo/", "word/")
#: A, who has every role of the staff beside the seat
OF_THE_STAFF = "A of the staff"
OWN_HEADERS = {"Set-Cookie", "Content-Security-Policy", "X-Request-Id"}
TOKEN = re.compile(
    rb'(?:csrfmiddlewaretoken"(?: value=|: )"[^"]+|X-CSRFToken[^}]+|name="key" value="[0-9a-f]{32})'
)
Told = dict[tuple[str, str, int], bytes]


def addresses() -> list[tuple[str, str]]:
    """Every address that is read, and those of a live table, to which is sent."""
    found = []
    for path, pattern in patterns():
        name = str(pattern.name)
        if name not in APART:
            found.append(("POST" if name in (*LIVE, *API_LIVE) else "GET", path))
    return found


def answer_of(client: Client, method: str, address: str, sent_next: dict[str, Any]) -> bytes:
    """All of an answer but what is the browser's own."""
    if method == "GET":
        answer = client.get(address)
    elif address.startswith("/api/"):
        body = LIKELY | {
            key: said for key, said in sent_next.items() if key != "entry" or "/entries/" in address
        }
        if address.endswith("/call/"):
            body["reason"] = "rules"  # one of a list
        answer = client.post(address, json.dumps(body), "application/json")
    else:
        entry = sent_next["entry"]
        answer = client.post(
            address, LIKELY | {"after": str(sent_next["after"]), "by": "A", "do": entry["do"]}
        )
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[arg-type]
    headers = sorted((key, value) for key, value in answer.headers.items() if key not in OWN_HEADERS)
    return f"{answer.status_code} {headers}\n".encode() + TOKEN.sub(b"", body)


def all_told(table: LiveTable, match: Match, log: Log, n: int, part: int, known: Mapping[str, str]) -> Told:
    """What each of those who may not know is answered by every door, after entry ``n`` of the log, of which A sends the
    next of its own. ``part``: of the doors that are about the event, and not its match, this fifth; the other games
    have the rest."""
    own = (sent(entry) for entry in log.entries[n:] if owner(entry) == "A" and entry.by == "A")
    entry = next(own, {"by": "A", "do": "pass"})
    sent_next = {"key": "next", "after": n, "entry": entry, "anyway": True, "on": n, "last": n, "agree": True,
                 "right": True}  # fmt: skip
    cache.clear()  # how often each has asked
    scene = Scene("", match.round.event, match, table, known)
    found: Told = {}
    for who, user in (
        ("A", player(match, "A").user),
        ("stranger", actor("stranger").user),
        ("visitor", None),
        (OF_THE_STAFF, player(match, "A").user),
    ):
        client = Client()
        if user is not None:
            client.force_login(user)
        if who == OF_THE_STAFF and user is not None:
            for role in (Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE, Role.SCOREKEEPER):
                grant_role(match.round.event, user.username, role, by=actor("olga"), now=at(3))
        for number, (method, path) in enumerate(addresses()):
            near = "table_id" in path or "record_id" in path or "match_id" in path
            if not near and (who == "stranger" or number % len(GAMES) != part):
                continue  # what a visitor is told of an event is told to whoever has an account
            address = scene.address(path.replace("<int:n>", str(n)))
            with transaction.atomic():
                found[f"{method} {path}", who, n] = answer_of(client, method, address, sent_next)
                transaction.set_rollback(True)
            if method == "POST" and found[f"{method} {path}", who, n][:1] in b"23":
                forget_all()  # what was kept of rows that are no more
    rows = LiveVersion.objects.order_by("pk").values_list("event_id", "topic", "version")
    sent_out = Notification.objects.order_by("pk").values_list("about", "data")
    hooks = WebhookDelivery.objects.order_by("pk").values_list("kind", "body")
    return found | {
        (what, "", n): repr(list(rows)).encode()
        for what, rows in (("stream", rows), ("notifications", sent_out), ("webhooks", hooks))
    }


def told_of(
    match: Match, log: Log, stops: set[int], monkeypatch: pytest.MonkeyPatch, part: int, position: Json
) -> Told:
    """Plays the log up to the last stop; what is told at each of them. ``position``: what B lays out at the last."""
    found: Told = {}
    chance = random.Random(1)
    monkeypatch.setattr(secrets, "token_bytes", lambda count=16: chance.randbytes(count))
    monkeypatch.setattr(secrets, "token_urlsafe", lambda count=16: chance.randbytes(count).hex())
    try:
        with transaction.atomic():
            DeckList.objects.all().delete()
            number_from(10_000)
            forget_all()
            table = opened(match, header=log.header)
            LiveTable.objects.filter(pk=table.pk).update(featured=True, turn_seconds=30)
            forget_tables()
            phones = {who: phone(table, who) for who in ("A", "B", "jude")}
            known: Mapping[str, str] = {}
            for n, entry in enumerate(log.entries[: max(stops)], 1):
                mine = phones["jude"] if entry.do == "time_called" else phones[owner(entry)]
                when = at(2 + n / 60)
                enter(
                    live_table(table.pk), mine, sent(entry), after=n - 1, key=f"k{n}", now=when, anyway=True
                )
                if n == max(stops):
                    known = furnish(live_table(table.pk), match, log, n, position)
                if n in stops:
                    found |= all_told(live_table(table.pk), match, log, n, part, known)
            raise Undone
    except Undone:
        forget_all()
    return found


def closed(door: str) -> bool:
    """Whether it is known that none of them is answered there; a new door that is to be read is not among these."""
    live = door.startswith("POST ") and "live/<int:table_id>/" in door
    if door.endswith((":match_id>/deck-check/", ":match_id>/penalty/", ":record_id>/audit/")):
        return True  # read by judges who do not play
    if "/beside/" in door or door.endswith(("/what-if/", ":n>/repair/")):
        return True  # as these
    if door.endswith(":record_id>/offline/"):
        return True  # the game goes on
    if "jobs/<int:job_id>/" in door or door.endswith("jobs/live/"):
        return True  # of the staff, and there is none
    return door.endswith(NOT_NOW) if live else door.partition(":slug>/")[2] in (*STAFF_ALONE, *NOT_THERE)


def is_read(told: bytes) -> bool:
    """Whether somebody was answered; a door that is not read at all says 405."""
    return (told[:1] in b"23" and b"'/accounts/login/" not in told) or told[:3] == b"405"


def first_difference(one: bytes, two: bytes) -> str:
    """Both answers where they part."""
    at = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return f"{one[max(0, at - 120) : at + 80]!r} is not {two[max(0, at - 120) : at + 80]!r}"


def forget_all() -> None:
    """Empties what is kept of logs whose numbers come again."""
    forget()
    forget_tables()
    judged.forget()


@pytest.fixture(autouse=True)
def one_moment() -> Iterator[None]:
    with time_machine.travel(at(60), tick=False):
        yield
    forget_all()


#: The full tier: each of sixty games is a case of its own, and asks a fifth of the doors about the event.
SEEDS = [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, 61))]


def with_secrets(game: str, seed: int) -> tuple[Log, Log, list[int]]:
    """A game in both variants, and the entries to ask at: the first that differs, the last before it shows, and
    between. Where nothing differs so early, another game takes its place."""
    for turn in range(20):
        log = played(game, f"hands {seed}" + f" {turn}" * (turn > 0))
        other = exchanged(game, log)
        differ = [n for n, (a, b) in enumerate(zip(log.entries, other.entries, strict=True), 1) if a != b]
        until = min(secret_until(log, other), 40)
        if differ and until >= differ[0]:
            return log, other, [differ[0], (differ[0] + until) // 2, until]
    raise AssertionError("no game of these has a secret")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_no_door_tells_what_another_seat_holds(game: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    log, other, stops = with_secrets(game, seed)
    match = match_of_game(game, name=f"Hands {seed}", logs=("competitive", "assisted")[seed % 2])
    Event.objects.filter(pk=match.round.event_id).update(turn_seconds=30, deck_lists="optional")
    match.round.event.refresh_from_db()
    part = ((GAMES.index(game) if game in GAMES else 0) + seed) % len(GAMES)
    asked_at = set(stops) if seed else {stops[-1]}
    one, two = (
        told_of(match, each, asked_at, monkeypatch, part, position_of_b(game, log, stops[-1], others))
        for each, others in ((log, {}), (other, others_of(game)))
    )
    assert one.keys() == two.keys() and len(one) > 80
    for key, told in one.items():
        assert told == two[key], f"{key}, game {seed}: {first_difference(told, two[key])}"
    asked = {door for door, who, _ in one if who}
    read = {door for (door, who, _), told in one.items() if who != OF_THE_STAFF and is_read(told)}
    unanswered = sorted(door for door in asked - read if not closed(door))
    assert not unanswered, f"nobody was answered there: {', '.join(unanswered)}"
    told_them = {door for (door, who, _), told in one.items() if who != OF_THE_STAFF and told[:3] != b"405"}
    assert not {door for door in told_them & read if door.partition(":slug>/")[2] in STAFF_ALONE}
