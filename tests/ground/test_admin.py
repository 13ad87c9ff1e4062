"""The admin: every table can be looked at, none of a fact changed, and no secret read."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import models
from django.test import Client

from tests.tournaments.factories import UserFactory, actor, at, running_event
from tournaments.admin import ReadingAdmin
from tournaments.models.accounts import User
from tournaments.models.entrants import ClaimLink, Entrant
from tournaments.models.events import EventSeed
from tournaments.rounds.changes import offer_round

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
OURS = [model for app in ("tournaments", "referee") for model in apps.get_app_config(app).get_models()]
#: what would tell what some may not know yet, or open a door: never a column, whatever is added
NEVER = {
    "EventSeed.value", "Event.registration_code",
    "RandomEnd.roll", "Deadline.due_at", "Deadline.left_ms", "ClaimLink.nonce", "ClaimLink.code_digest",
    "RoleLink.digest",
    "ApiToken.digest", "SeatCode.code", "RecordPart.body", "DeckList.body", "Offer.pairing", "Offer.computed",
    "AnsweredRequest.answer", "OutboxRow.payload", "Precedent.text", "MadeFile.body", "MadeFile.file", "SentFile.body",
    "Job.arguments", "JobFailure.message", "Tap.phone",
    "Subscription.secret",
    "Subscription.digest", "Notification.data",
}  # fmt: skip


@pytest.fixture
def chief(client: Client) -> Client:
    client.force_login(UserFactory.create(username="chief", is_staff=True, is_superuser=True))
    return client


def address(model: type[models.Model], rest: str = "") -> str:
    return f"/admin/{model._meta.app_label}/{model._meta.model_name}/{rest}"


def test_every_table_is_there_opens_and_refuses_changes(chief: Client) -> None:
    running_event(4)
    for model in OURS:
        assert admin.site.is_registered(model), model
        assert chief.get(address(model), {"q": "x"}).status_code == 200, model
        row = model._default_manager.first()
        if model is User:
            continue
        assert chief.post(address(model, "add/"), {}).status_code == 403, model
        number = row.pk if row else 1
        if row is not None:
            assert chief.get(address(model, f"{number}/change/")).status_code == 200, model
            assert chief.post(address(model, f"{number}/change/"), {"name": "x"}).status_code == 403, model
            assert chief.post(address(model, f"{number}/delete/"), {"post": "yes"}).status_code == 403, model
            assert model._default_manager.filter(pk=number).exists()


def test_no_secret_has_a_column(chief: Client, rf: Any) -> None:
    request = rf.get("/")
    shown = {
        f"{model.__name__}.{name}"
        for model in OURS
        if model is not User
        for name in admin.site._registry[model].get_fields(request)
    }
    assert {name.partition(".")[0] for name in NEVER} <= {model.__name__ for model in OURS}
    assert shown & NEVER == set() and "Entrant.name" in shown
    event = running_event(4)
    seed = EventSeed.objects.get(event=event)
    assert seed.value not in chief.get(address(EventSeed, f"{seed.pk}/change/")).content.decode()
    assert ClaimLink.objects.count() == 0


def test_an_offered_pairing_is_not_told(chief: Client) -> None:
    event = running_event(4)
    round = offer_round(event, by=actor("olga"), now=at())
    for model in (m for m in OURS if m.__name__ in ("Match", "Seat", "Offer", "PairingChange")):
        assert "0 " in chief.get(address(model)).content.decode().partition('class="paginator"')[2][:200]
        row = model._default_manager.first()
        if row is not None:
            assert chief.get(address(model, f"{row.pk}/change/")).status_code == 302
    assert round.published_at is None


def test_a_list_of_many_asks_no_more_than_one_of_few(
    chief: Client, django_assert_max_num_queries: Any
) -> None:
    running_event(4)
    with django_assert_max_num_queries(100) as few:
        chief.get(address(Entrant))
    running_event(20)
    with django_assert_max_num_queries(len(few.captured_queries)):
        chief.get(address(Entrant))


def test_an_account_is_closed_here_and_never_deleted(chief: Client) -> None:
    user = UserFactory.create(username="gone")
    assert chief.post(address(User, f"{user.pk}/delete/"), {"post": "yes"}).status_code == 403
    sent = {"username": "gone", "date_joined_0": "2026-01-01", "date_joined_1": "12:00", "display_name": ""}
    assert chief.post(address(User, f"{user.pk}/change/"), sent).status_code == 302
    user.refresh_from_db()
    assert user.is_active is False


def test_no_table_has_a_column_that_by_its_name_is_a_secret() -> None:
    """A table that is new shows all its columns: those of such names are closed, or known to be open to everybody."""
    known = {("Event", "seed_hash"), ("CardList", "digest"), ("Entrant", "list_seed")}
    # of what everybody may read
    known |= {("Erratum", "digest"), ("PinnedRules", "digest")}
    secret = re.compile(r"secret|digest|nonce|token|key|seed|hash|password")
    shown = {
        (model.__name__, name)
        for model, table in admin.site._registry.items()
        if isinstance(table, ReadingAdmin)
        for name in table.open_columns()
        if secret.search(name)
    }
    assert shown == known
