"""The one table is asked before anything is looked at or drawn: doors × roles × states × forms, generated.

An event stands in every state at once (`scenes`). Who may never do a thing is refused in the same way whatever he
sends; who may, but not while the event is where it is, is not told that he may not, and changes nothing; who may now
is told what is wrong with what he sent. Nobody is ever met with a fault, and what is refused writes nothing.

In CI every door meets every role and every state of an event, and every role every scene; in the full tier all of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from tests.tournaments.access.doors import (
    API_LIVE,
    LIVE,
    READ,
    STEPS,
    is_refusal,
    methods_of,
    patterns,
    steps_of,
)
from tests.tournaments.access.scenes import Scene, all_scenes, logged, scene_of
from tests.tournaments.access.walkers import AT_TABLE, OF_A_MATCH, STAND_IN, WALKERS, Walkers, states
from tests.tournaments.factories import actor, at, running_event
from tournaments.access.doors import ANYONE, API, OF_NO_EVENT, PAGES
from tournaments.access.scopes import Scope
from tournaments.access.table import (
    CLOSED_TO_PLAYERS,
    FOR_STAND_IN,
    PLAYER,
    RECUSED_AT_OWN_TABLE,
    STAFF,
    TABLE,
)
from tournaments.accounts.tokens import make_token
from tournaments.models.api_tokens import ApiToken
from tournaments.models.events import State
from tournaments.rounds.changes import offer_round

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
KEYS = (
    "name", "reason", "table", "other", "first", "second", "with", "round", "number", "username", "role", "minutes",
    "entry", "key", "after", "do", "seat", "outcome", "winner", "decision", "file", "text", "cards", "mode", "last",
)  # fmt: skip
#: what some door could take: refused all the same where it is not the time
LIKELY = {
    "reason": "Said so.", "name": "Wanda", "minutes": "5", "winner": "A", "username": "stranger", "who": "stranger",
    "role": "judge", "mode": "phones", "game_number": "1", "result": "1", "decision": "uphold", "number": "1",
    "round": "1", "do": "feature", "featured": "on", "answer": "Yes.", "strength": "weak", "first": "P01",
    "second": "P03", "other": "P03", "with": "P03", "table": "2", "seat": "B", "to": "0", "theme": "dark",
    "question": "Why?", "kind": "played", "last": "6", "after": "6", "key": "k",
}  # fmt: skip
Form = dict[str, str] | str
#: no JSON: read before the table is asked, it would be told from a refusal
BROKEN = "[1"
FORMS: list[Form] = [{}, dict.fromkeys(KEYS, "²x"), LIKELY]
#: where the table opens an action of several, or to a player at the own table alone, the change refuses the rest; at a
#: live table staff look on who do not log there; a player's notes wait until his match is over, as verdicts do
NOTES = ("note_entry", "take_back_note", "POST entry-notes", "PUT entry-note", "DELETE entry-note")
MAY_REFUSE = frozenset({"live_staff", "lift", "DELETE penalty", *NOTES, *LIVE, *API_LIVE})
#: doors that are about the own match of whoever comes, and the own entrant
OWN = frozenset({"register", "my_deck", "notifications", "POST register", "POST my-notifications"})
#: rows that are no fact of an event: what a browser is told next, keys of requests
APART = ("django_session", "tournaments_answeredrequest")
#: and that a token is used now, which it notes of itself
USED = 'UPDATE "tournaments_apitoken" SET "last_used_at" = %s WHERE "tournaments_apitoken"."id" = %s'
#: a door meets one in so many of a running event's scenes: no multiple of two or three, by which forms take turns
APART_BY = 23
NEVER, NOT_NOW, NOW, ABSENT = "never", "not now", "now", "what it is about is not there"


@dataclass(frozen=True)
class Door:
    """An address, how it is sent to, and the actions of which the table must open one."""

    label: str
    path: str
    method: str
    step: str
    actions: tuple[str, ...]

    @property
    def takes_json(self) -> bool:
        return self.path.startswith("api/")

    def send(self, scene: Scene, form: Form, client: Client) -> Any:
        address = scene.address(self.path, self.step)
        if not self.takes_json:
            return client.post(address, form)
        body = form if isinstance(form, str) else json.dumps(form)
        return client.generic(self.method, address, body, content_type="application/json")


def all_doors() -> Iterator[Door]:
    """Every door that changes something, but those that ask by other means than the table."""
    for path, pattern in patterns():
        name = str(pattern.name)
        if name in (*LIVE, *API_LIVE):
            yield Door(name, path, "POST", "", ("log_live",))
        elif path.startswith("api/"):
            for method in methods_of(pattern):
                label = f"{method} {name}"
                yield Door(label, path, method, "", API[label])
        elif name not in READ:
            for step in steps_of(name):
                label = f"{name}:{step}" if step else name
                yield Door(label, path, "POST", step, PAGES[label])


class Cast:
    """Who comes: a client for each, and what each is in each scene."""

    def __init__(self, scenes: list[Scene]) -> None:
        self.scenes = scenes
        self.walkers = Walkers(scenes)

    def send(self, door: Door, form: Form, who: str, scene: Scene) -> Any:
        return door.send(self.walkers.at(who, scene), form, self.walkers.clients[who, scene.name])

    def expected(self, door: Door, who: str, scene: Scene) -> str:
        """What the table says of it, read without the functions that every door asks."""
        held, state = self.walkers.roles(who, scene, door.path), scene.state
        seen = door.label in OF_NO_EVENT or any(state in TABLE["view_event"].get(role, ()) for role in held)
        states = set().union(*(self.states(action, door, who, held, scene) for action in door.actions))
        if not seen or not states:
            return NEVER
        return ABSENT if scene.lacks(door.path) else NOW if state in states else NOT_NOW

    def ever(self, door: Door, who: str, scene: Scene) -> bool:
        return self.expected(door, who, scene) != NEVER

    def states(self, action: str, door: Door, who: str, held: frozenset[str], scene: Scene) -> set[State]:
        if not self.walkers.may_ask(who, action, door.path):
            return set()
        counted = set(held)
        own = who in AT_TABLE and any(part in door.path for part in OF_A_MATCH)
        if not own and door.label not in OWN:
            counted.discard(PLAYER)
        if who == "polly" and action in CLOSED_TO_PLAYERS and PLAYER in held:
            counted -= set(STAFF)
        return states(action, counted) | self.walkers.as_stand_in(who, action, scene, door.path)


@contextmanager
def writes(token: int | None = None) -> Iterator[list[str]]:
    """The tables that were written to meanwhile; not when the token of this number, by which somebody came, was last
    used."""
    found: list[str] = []

    def look(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        said = re.match(r'(?:INSERT(?: OR IGNORE)? INTO|UPDATE|DELETE FROM) "(\w+)"', sql)
        is_use = token is not None and sql == USED and params[-1] == token
        if said is not None and said[1] not in APART and not is_use:
            found.append(said[1])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield found


def wrong_at(cast: Cast, door: Door, who: str, scene: Scene, forms: list[Form]) -> list[str]:
    """What is wrong with a door's answers to one who comes."""
    expected, found, told = cast.expected(door, who, scene), [], set()
    for form in forms:
        with transaction.atomic(), writes(cast.walkers.tokens.get(who)) as written:
            answer = cast.send(door, form, who, scene)
            transaction.set_rollback(True)
        status = answer.status_code
        told.add((status, is_refusal(answer)))
        where = f"{door.label} to {who or 'a visitor'} in {scene.name} ({expected}): {status}"
        if status >= 500:
            found.append(f"{where} is a fault")
        if expected == NEVER and not is_refusal(answer):
            found.append(f"{where} lets in")
        # who plays may be named, or sit, at the table that a form is about: the lot says who meets
        recused = who == "polly" and not RECUSED_AT_OWN_TABLE.isdisjoint(door.actions)
        # who stands in does it at some tables alone: the change says at which
        stands_in = who == STAND_IN and not FOR_STAND_IN.isdisjoint(door.actions)
        may_refuse = door.label in MAY_REFUSE or recused or stands_in
        if expected in (NOT_NOW, NOW) and status in (401, 403) and not may_refuse:
            found.append(f"{where} refuses {answer.content[:200]!r}")
        if written and (expected != NOW or status >= 400):
            found.append(f"{where} wrote to {sorted(set(written))}")
        if expected == ABSENT and not 400 <= status < 500:
            found.append(f"{where} does not say so")
    if expected == NEVER and len(told) > 1:
        found.append(f"{door.label} answers {who or 'a visitor'} in {scene.name} by what was sent: {told}")
    return found


def broken_for(door: Door) -> list[Form]:
    return [BROKEN] if door.takes_json else []


Asked = tuple[Door, str, Scene, list[Form]]


def every_pair(cast: Cast) -> Iterator[Asked]:
    """Those in turns; and whoever comes to no door of a scene there, however many doors there are, to one more."""
    came = set()
    for asked in in_turns(cast):
        came.add((asked[1], asked[2].name))
        yield asked
    doors = [door for door in all_doors() if door.actions != ANYONE]
    for number, (who, scene) in enumerate(product(WALKERS, cast.scenes)):
        if (who, scene.name) not in came:
            yield doors[number % len(doors)], who, scene, [FORMS[0]]


def in_turns(cast: Cast) -> Iterator[Asked]:
    """Each door in every state of the event, and of a running one in a few of what it can be in, by one of those who
    may, in turns; one in six of those who may not in one of the states, every fifth of them with what is no
    JSON too, where the door takes that, and every fourth with nonsense."""
    for number, door in enumerate(all_doors()):
        if door.actions == ANYONE:
            continue
        ever = [who for who in WALKERS if any(cast.ever(door, who, scene) for scene in cast.scenes)]
        running, others = [], []
        for scene in cast.scenes:
            (running if scene.state is State.RUNNING and not scene.lacks(door.path) else others).append(scene)
        met = [scene for n, scene in enumerate(running) if (n + number) % APART_BY == 0]
        met += [scene for n, scene in enumerate(others) if (n + number) % (len(others) // 2) == 0]
        for n, scene in enumerate(met if ever else ()):
            who = ever[(n + number) % len(ever)]
            wrong = [*FORMS[:2], *broken_for(door)]
            yield door, who, scene, [FORMS[2] if (n + number) % 3 else wrong[(n + number) // 3 % len(wrong)]]
        for n, who in enumerate(who for who in WALKERS if who not in ever):
            if (n + number) % 6:
                continue  # at another door
            scene = cast.scenes[(WALKERS.index(who) * 5 + number) % len(cast.scenes)]
            more = (
                broken_for(door) if (n + number) % 30 == 0 else FORMS[1:2] if (n + number) % 24 == 6 else []
            )
            yield door, who, scene, [FORMS[0], *more]


def every_one(cast: Cast) -> Iterator[Asked]:
    """All of them."""
    for door, who, scene in product(all_doors(), WALKERS, cast.scenes):
        if door.actions != ANYONE:
            yield door, who, scene, [*FORMS, *broken_for(door)]


def test_every_door_asks_the_table_first_in_every_state() -> None:
    cast = Cast(all_scenes())
    wrong, met, at_running = [], set(), set()
    for door, who, scene, forms in every_pair(cast):
        wrong += wrong_at(cast, door, who, scene, forms)
        met |= {(door.label, who), (door.label, scene.name), (who, scene.name)}
        if scene.state is State.RUNNING and not scene.lacks(door.path):
            at_running |= {("may" if cast.ever(door, who, scene) else "may not", str(form)) for form in forms}
    assert not wrong, "\n".join(wrong)
    assert {(who, scene.name) for who in WALKERS for scene in cast.scenes} <= met
    assert len(met) > 2000
    assert set(product(("may", "may not"), map(str, (*FORMS, BROKEN)))) == at_running


@pytest.mark.long
def test_every_door_every_role_every_state_every_form() -> None:
    cast = Cast(all_scenes())
    wrong = [text for asked in every_one(cast) for text in wrong_at(cast, *asked)]
    assert not wrong, "\n".join(wrong)


def test_a_token_notes_its_own_use_and_that_is_all_that_is_let_through() -> None:
    own, other = (
        make_token(name, [Scope.READ], 30, None, by=actor("olga"), now=at())[0] for name in ("One", "Two")
    )
    changes: list[tuple[int, dict[str, Any], bool]] = [
        (own.pk, {"last_used_at": at(1)}, False),
        (other.pk, {"last_used_at": at(1)}, True),
        (own.pk, {"ended_at": at(1)}, True),
        (own.pk, {"last_used_at": at(1), "ended_at": at(1)}, True),
    ]
    for number, change, is_told in changes:
        with writes(own.pk) as written:
            ApiToken.objects.filter(pk=number).update(**change)
        assert written == ["tournaments_apitoken"] * is_told
    with writes() as written:
        ApiToken.objects.filter(pk=own.pk).update(last_used_at=at(2))
    assert written == ["tournaments_apitoken"]


def test_reading_changes_nothing() -> None:
    """GET on every address, by who may read most, and on those of a match by a seat, writes no row but a session's."""
    scene = scene_of(logged)
    found = []
    for who in ("olga", "player"):
        client = Client()
        client.force_login(actor(who).user)  # type: ignore[arg-type]
        for path, pattern in patterns():
            apart = (
                pattern.name in ("api-schema", "api-docs") or "game" in path
            )  # of no event, and dear to draw
            if apart or (who == "player" and not re.search("match_id|table_id|record_id|me/", path)):
                continue
            with transaction.atomic(), writes() as written:
                status = client.get(scene.address(path)).status_code
                transaction.set_rollback(True)
            if written or status >= 500:
                found.append(f"GET {pattern.name} by {who}: {status}, wrote to {sorted(set(written))}")
    assert not found, "\n".join(found)


def test_every_address_is_known() -> None:
    """An address of the pages is in one of the lists; the lists name no address that is gone."""
    names = {str(pattern.name) for path, pattern in patterns() if not path.startswith("api/")}
    listed = {label.partition(":")[0] for label in PAGES} | set(READ) | set(LIVE)
    assert names - listed == set()
    steps = {f"{name}:{step}" for name, taken in STEPS.items() for step in taken}
    assert steps == {label for label in PAGES if ":" in label}
    # None is written in a way that a scene makes no address of.
    assert not [path for path, _ in patterns() if re.search(r"[\\^$(]", path)]


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
