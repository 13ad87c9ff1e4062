"""The API keeps to its description, whoever asks and whatever is sent: no fault, no undescribed answer, no secret.

Every operation of the schema by Schemathesis, by every role in turn. What is not everybody's carries a mark, and no
answer to one who may not know it may hold that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings
from rest_framework.authtoken.models import Token
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from referee.live.table_request import LiveTableRequest
from tests.tournaments.access.scenes import Scene, logged, scene_of
from tests.tournaments.factories import actor
from tournaments.entrants.claims import make_claim_link
from tournaments.models.accounts import User
from tournaments.models.decks import DeckList
from tournaments.now import now

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]
#: nobody but its own account may read these
ADDRESS, HASH = "planted-address@example.org", "planted-hash-of-a-password"
#: judges and the rival may read this
DECK = "planted deck of the rival"
ROLES = (
    "stranger",
    "account",
    "player",
    "claim link",
    "seat token",
    "judge",
    "scorekeeper",
    "organiser",
    "bad token",
)
FIRST = "organiser"
READS_DECKS = {"judge", "organiser"}

schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", WSGIHandler())
OPERATIONS = {operation.ok().label: operation.ok() for operation in schema.get_all_operations()}


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """The test's transaction outlives each request, as with Django's own test client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


class Stage:
    """A table that is being logged, with marks on what is secret, and a token for each role."""

    def __init__(self) -> None:
        self.scene: Scene = scene_of(logged)
        match, table = self.scene.match, self.scene.table
        assert match is not None and table is not None
        rival = match.seats.get(letter="B").entrant
        User.objects.filter(username="rival").update(email=ADDRESS, password=HASH)
        DeckList.objects.filter(entrant=rival).delete()
        DeckList.objects.create(
            entrant=rival, body={"name": DECK, "sections": {}}, legal=True, at=now(), by="Rival"
        )
        own = match.seats.get(letter="A").entrant
        self.headers: dict[str, str] = {
            "stranger": "",
            "bad token": "Token nobodys",
            "claim link": f"Claim {make_claim_link(own, by=actor('olga'), now=now())}",
            "seat token": f"Seat {LiveTableRequest.by_actor(table.pk, actor('player')).token()}",
        }
        for role, name in (
            ("account", "stranger"), ("player", "player"), ("judge", "jude"), ("scorekeeper", "sam"),
            ("organiser", "olga"),
        ):  # fmt: skip
            self.headers[role] = f"Token {Token.objects.create(user=actor(name).user).key}"
        self.secret_key = Token.objects.create(user=actor("rival").user).key
        self.known = {
            "slug": self.scene.event.slug, "code": rival.code, "number": 1, "match_id": match.pk,
            "table_id": table.pk, "record_id": table.record_id, "n": 2, "ask_id": 1, "game": "looney_tunes",
        }  # fmt: skip

    def check(self, role: str, case: Any, answer: Any) -> None:
        """Errors are JSON with a code and a message; nothing that was marked is in the answer."""
        text = answer.content.decode("utf-8", "replace")
        if answer.status_code >= 400:
            said = json.loads(text)
            assert said["code"] and said["message"], (case.method, case.path, text[:300])
        marks = [ADDRESS, HASH, self.secret_key] + ([] if role in READS_DECKS else [DECK])
        assert not [mark for mark in marks if mark in text], (role, case.method, case.path, text[:300])


@cache
def strategy_of(label: str) -> Any:
    return OPERATIONS[label].as_strategy()


def ask(stage: Stage, label: str, turn: int, examples: int) -> None:
    """So many requests of every shape to an operation: by the organiser, to whom the most is open, then by the roles
    in turn from this one on. A few requests leave some roles out, and never that one."""
    others = [role for role in ROLES if role != FIRST]
    roles = [FIRST, *(others[(turn + n) % len(others)] for n in range(len(others)))]
    count = 0

    @given(case=strategy_of(label))
    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    def asked(case: Any) -> None:
        nonlocal count
        role, count = roles[count % len(roles)], count + 1
        known = stage.known | ({"code": "swiss"} if "/stages/" in case.path else {})
        case.path_parameters.update({name: known[name] for name in case.path_parameters if name in known})
        case.headers.pop("Authorization", None)
        if stage.headers[role]:
            case.headers["Authorization"] = stage.headers[role]
        with transaction.atomic():
            answer = case.call()
            transaction.set_rollback(True)
        case.validate_response(answer, checks=CHECKS)
        stage.check(role, case, answer)

    asked()


def test_every_address_is_described() -> None:
    assert len(OPERATIONS) > 100


#: The full tier goes in parts, each over every twelfth operation.
PARTS = 12


@pytest.mark.parametrize(
    ("examples", "part"), [(2, None), *(pytest.param(200, n, marks=pytest.mark.long) for n in range(PARTS))]
)
def test_every_operation_by_every_role(examples: int, part: int | None) -> None:
    stage = Stage()
    for turn, label in enumerate(sorted(OPERATIONS)):
        if part is None or turn % PARTS == part:
            ask(stage, label, turn, examples)
