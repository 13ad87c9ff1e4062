"""The API keeps to its description, whatever is sent: no fault, no undescribed answer."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from rest_framework.authtoken.models import Token
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from tests.tournaments.factories import actor, played_round, running_event, running_round

pytestmark = pytest.mark.django_db

KNOWN = {"slug": "autumn-open", "code": "P01", "number": 1}
CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]
LEFT_OUT = ("/records/", "/disputes/", "/token/")

schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", WSGIHandler())
OPERATIONS = {
    operation.ok().label: operation.ok()
    for operation in schema.get_all_operations()
    if not any(part in operation.ok().path for part in LEFT_OUT)
}


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """The test's transaction outlives each request, as with Django's own test client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def test_every_address_is_described() -> None:
    assert len(OPERATIONS) > 70


@pytest.mark.parametrize("label", sorted(OPERATIONS))
def test_every_operation(label: str) -> None:
    """An event in its second round, its organiser, and four requests of every shape for each operation."""
    event = running_event(4)
    played_round(event)
    running_round(event, 60)
    user = actor("olga").user
    assert user is not None
    key = Token.objects.create(user=user).key

    @given(case=OPERATIONS[label].as_strategy())
    @settings(
        max_examples=4,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    def asked(case: Any) -> None:
        case.path_parameters.update({name: KNOWN[name] for name in case.path_parameters if name in KNOWN})
        case.headers["Authorization"] = f"Token {key}"
        case.validate_response(case.call(), checks=CHECKS)

    asked()
