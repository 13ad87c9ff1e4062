"""The API keeps to its description, whoever asks and whatever is sent: no fault, no undescribed answer, no secret.

Every operation of the schema by Schemathesis, by every role in turn, at an event with everything in it that an address
can name (`furnished`). What is not everybody's carries a mark, and no answer to one who may not know it may hold that.
"""

from __future__ import annotations

import json
import re
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
from tests.hostile.furnished import AT_ENTRY, DECK, NOTED, OF_RULES, STATED, furnished, scoped
from tests.tournaments.factories import actor
from tournaments.access.scopes import Scope
from tournaments.accounts.tokens import end_token, make_token
from tournaments.entrants.claims import make_claim_link
from tournaments.models.accounts import User
from tournaments.models.events import Event
from tournaments.now import now

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]
#: nobody but its own account may read these
ADDRESS, HASH = "planted-address@example.org", "planted-hash-of-a-password"
#: accounts that come by a token that their password made
ACCOUNTS = {
    "account": "stranger", "player": "player", "judge": "jude", "scorekeeper": "sam", "organiser": "olga",
    "head judge": "hedda", "judge by a role link": "linus", "stand-in": "stan", "organiser who plays": "polly",
    "another player": "other",
}  # fmt: skip
#: tokens of Olga's for a part of what she may
SCOPED = tuple(f"token: {scope}" for scope in Scope)
ROLES = (
    "stranger", "claim link", "seat token", "bad token", "token for another event", "ended token", *ACCOUNTS, *SCOPED,
)  # fmt: skip
FIRST = "organiser"
JUDGES = {"judge", "head judge", "judge by a role link", "organiser", "token: read", "token: everything"}
#: by mark: who may read it beside the rival
READERS = {
    ADDRESS: set[str](), HASH: set[str](),
    DECK: JUDGES, STATED: JUDGES, AT_ENTRY: JUDGES, NOTED: JUDGES | {"scorekeeper", "stand-in", "organiser who plays"},
}  # fmt: skip
#: By these statements are shown, and to whom beside those who judge: to the side whose own was the last that lacked; to
#: who may rule here and shows them to the whole table, though she plays at another.
SHOWING = {"/statements/": {"player", "claim link"}, "/show/": {"organiser who plays"}}


@cache
def operations() -> dict[str, Any]:
    """Every operation of the description, which takes seconds to draw, by its label."""
    site = WSGIHandler()

    def plain(environ: dict[str, Any], start: Any) -> Any:
        """The site as it answers who takes nothing compressed: what is looked for stands in the answer as it is."""
        return site({**environ, "HTTP_ACCEPT_ENCODING": "identity"}, start)

    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", plain)
    return {operation.ok().label: operation.ok() for operation in schema.get_all_operations()}


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """The test's transaction outlives each request, as with Django's own test client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


class Stage:
    """The furnished event, with marks on what is secret, and a token for each role."""

    def __init__(self) -> None:
        self.furnished = furnished()
        match, table, event = (getattr(self.furnished.scene, name) for name in ("match", "table", "event"))
        User.objects.filter(username="rival").update(email=ADDRESS, password=HASH)
        own = match.seats.get(letter="A").entrant
        ended, ended_text = make_token("Old", ["everything"], 30, None, by=actor("olga"), now=now())
        end_token(ended.pk, by=actor("olga"), now=now())
        (other,) = Event.objects.exclude(pk=event.pk).order_by("pk")[:1]
        of_other = make_token("Other", ["everything"], 30, [other.slug], by=actor("olga"), now=now())[1]
        self.headers: dict[str, str] = {
            "stranger": "",
            "bad token": "Token nobodys",
            "ended token": f"Token {ended_text}",
            "token for another event": f"Token {of_other}",
            "claim link": f"Claim {make_claim_link(own, by=actor('olga'), now=now())}",
            "seat token": f"Seat {LiveTableRequest.by_actor(table.pk, actor('player')).token()}",
        } | {role: f"Token {text}" for role, text in scoped("olga").items()}
        for role, name in ACCOUNTS.items():
            self.headers[role] = f"Token {Token.objects.create(user=actor(name).user).key}"
        never = [Token.objects.create(user=actor("rival").user).key, *self.furnished.words.values()]
        self.marks = READERS | {word: set() for word in never}

    def put_in(self, case: Any, role: str, *, named: bool) -> None:
        """What is real into the address, and into the body where `named`; and who comes."""
        known = self.furnished.of(case.operation.path, role)
        case.path_parameters.update({name: known[name] for name in case.path_parameters if name in known})
        if named and isinstance(case.body, dict):
            real = self.furnished.body()
            case.body = {name: real.get(name, said) for name, said in case.body.items()}
        case.headers.pop("Authorization", None)
        if self.headers[role]:
            case.headers["Authorization"] = self.headers[role]

    def check(self, role: str, case: Any, answer: Any) -> None:
        """Errors are JSON with a code and a message; nothing that was marked is in the answer."""
        text = answer.content.decode("utf-8", "replace")
        if answer.status_code >= 400:
            said = json.loads(text)
            assert said["code"] and said["message"], (case.method, case.path, text[:300])
        told = [mark for mark in self.marks if mark in text and not self.may_read(role, mark, case.path)]
        assert not told, (role, case.method, case.path, told, text[:300])

    def may_read(self, role: str, mark: str, path: str) -> bool:
        shown = [roles for end, roles in SHOWING.items() if mark == STATED and path.endswith(end)]
        return role in self.marks[mark].union(*shown)


@cache
def strategy_of(label: str) -> Any:
    return operations()[label].as_strategy()


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
        stage.put_in(case, role, named=count % 2 == 1)
        with transaction.atomic():
            answer = case.call()
            transaction.set_rollback(True)
        case.validate_response(answer, checks=CHECKS)
        stage.check(role, case, answer)

    asked()


def test_every_address_is_described() -> None:
    assert len(operations()) > 100


#: What an operation must be asked with, by what is real.
QUERIES = {"GET /api/v1/events/{slug}/disputes/{dispute_id}/branches/{number}/": {"against": "branch"}}
#: Who asks where something is met, one after the other: the most may first.
WHO_MEETS = (
    "organiser", "judge", "player", "stand-in", "claim link", "seat token", "account", "head judge", "another player",
)  # fmt: skip


def test_every_address_names_something_that_is_there() -> None:
    """No part of an address is ever but nonsense, and each operation is answered to somebody by more than that there is
    no such thing, or that it is not his."""
    stage = Stage()
    parts = {name for label in operations() for name in re.findall(r"{(\w+)}", label)}
    assert parts <= stage.furnished.values.keys() | OF_RULES.keys()
    assert not [label for label in sorted(operations()) if "{" in label and not met(stage, label)]


def met(stage: Stage, label: str) -> bool:
    operation = operations()[label]
    for role in WHO_MEETS:
        known = stage.furnished.of(operation.path, role)
        named = {name: known[name] for name in re.findall(r"{(\w+)}", label)}
        headers = {"Authorization": stage.headers[role]}
        query = {name: known[real] for name, real in QUERIES.get(label, {}).items()}
        sends = operation.method.upper() != "GET"
        more = {"body": stage.furnished.body(), "media_type": "application/json"} if sends else {}
        with transaction.atomic():
            answer = operation.Case(path_parameters=named, headers=headers, query=query, **more).call()
            transaction.set_rollback(True)
        if answer.status_code not in (401, 403, 404):
            return True
    return False


def test_words_of_the_other_side_are_shown_for_ones_own_or_by_who_rules_and_by_nobody_else() -> None:
    stage = Stage()
    for address, sends in (("statements", {"statement": "No, I."}), ("show", {})):
        operation = operations()[f"POST /api/v1/events/{{slug}}/disputes/{{dispute_id}}/{address}/"]
        shown = set()
        for role in ROLES:
            known = stage.furnished.of(operation.path, role)
            with transaction.atomic():
                answer = operation.Case(
                    path_parameters={name: known[name] for name in ("slug", "dispute_id")},
                    headers={"Authorization": stage.headers[role]},
                    body=sends,
                    media_type="application/json",
                ).call()
                transaction.set_rollback(True)
            if STATED in answer.content.decode():
                shown.add(role)
        rules = JUDGES - {"token: read"} if address == "show" else set()
        assert shown == SHOWING[f"/{address}/"] | rules


#: The full tier goes in parts, each over every twelfth operation.
PARTS = 12


@pytest.mark.parametrize(
    ("examples", "part"), [(2, None), *(pytest.param(200, n, marks=pytest.mark.long) for n in range(PARTS))]
)
def test_every_operation_by_every_role(examples: int, part: int | None) -> None:
    stage = Stage()
    for turn, label in enumerate(sorted(operations())):
        if part is None or turn % PARTS == part:
            ask(stage, label, turn, examples)
