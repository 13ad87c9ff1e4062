"""The tables in Django's admin: to be looked at only, but for accounts. Facts are superseded by the site's own changes.

What nobody may see yet, or only some, is not shown here either: whoever runs the site may be a player. So secrets,
random ends, pairings that are not published, closed deck lists and what players sent have no column.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.models.accounts import User

#: Columns of every table that are no use here: what a sentence was made of, to be said in another language.
MADE_OF = ("reason_message", "text_message", "note_message", "question_message", "resolution_message")

#: By table: what is closed, or too long to be read.
CLOSED: dict[str, tuple[str, ...]] = {
    "AnsweredRequest": ("sender", "key", "body", "location", "answer"),
    "ApiToken": ("digest",),
    "CardList": ("cards", "decks"),
    "ClaimLink": ("nonce", "code_digest"),
    "Deadline": ("due_at", "left_ms", "claim"),
    "DeckFinding": ("counted", "extra", "note"),
    "DeckList": ("body", "legal", "violations"),
    "Event": ("registration_code",),
    "EventSeed": ("value",),
    "Job": ("arguments",),
    "JobFailure": ("item", "message"),
    "JournalEntry": ("reason", "details"),
    "MadeFile": ("file", "body"),
    "Notification": ("data",),
    "Penalty": ("note", "reason"),
    "PenaltyPolicy": ("body",),
    "PinnedPolicy": ("body",),
    "Offer": ("computed", "pairing"),
    "OutboxRow": ("payload",),
    "PairingChange": ("reason", "before", "after"),
    "RandomEnd": ("roll",),
    "Report": ("outcome", "key"),
    "RoleLink": ("digest",),
    "WebhookDelivery": ("body",),
    "WebhookEndpoint": ("url", "secret"),
    "Subscription": ("digest", "secret", "device"),
    "SentFile": ("body",),
    "StandingsSnapshot": ("table", "rules", "rules_messages"),
}

#: By table: where the round stands whose pairing it would tell of.
ROUNDS = {
    "Match": "round",
    "Offer": "round",
    "PairingChange": "offer__round",
    "Seat": "round",
}
COLUMNS = 7


class ReadingAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A table to be looked at. The permission to view it is asked for as ever; there is none to change it."""

    closed: tuple[str, ...] = ()
    round_at = ""
    list_per_page = 50
    show_full_result_count = False
    ordering = ("-pk",)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Every column that is open, and what is chosen among several."""
        return (*self.open_columns(), *(field.name for field in self.model._meta.many_to_many))

    def open_columns(self) -> list[str]:
        """The names of the columns that are shown."""
        hidden = {*self.closed, *MADE_OF}
        return [field.name for field in self.model._meta.concrete_fields if field.name not in hidden]

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        """The short ones among them."""
        long = (models.TextField, models.JSONField)
        meta = self.model._meta
        shown = (name for name in self.open_columns() if not isinstance(meta.get_field(name), long))
        return tuple(shown)[:COLUMNS]

    def get_list_filter(self, request: HttpRequest) -> tuple[str, ...]:
        """By what has a few values."""
        meta = self.model._meta
        fields = [meta.get_field(name) for name in self.open_columns()]
        return tuple(
            one.name
            for one in fields
            if isinstance(one, models.Field) and (one.choices or isinstance(one, models.BooleanField))
        )

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        """By names and codes, and the address of the event."""
        shown = self.open_columns()
        names: list[str] = [name for name in ("name", "code", "slug", "kind", "by") if name in shown]
        return [*names, "event__slug"] if "event" in shown else names

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Without what tells of a pairing before it is published; with the rows that are named."""
        rows = super().get_queryset(request)
        if self.round_at:
            rows = rows.filter(**{f"{self.round_at}__published_at__isnull": False})
        named = [name for name in self.open_columns() if self.model._meta.get_field(name).is_relation]
        return rows.select_related(*named)


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]
    """Accounts: made, closed, given a password. None is deleted: facts of events hang on it."""

    list_per_page = 50
    show_full_result_count = False
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("Name others see"), {"fields": ("display_name",)}))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def show_tables(
    app: str, closed: Mapping[str, tuple[str, ...]], rounds: Mapping[str, str] | None = None
) -> None:
    """Puts every table of the app that is not there yet into the admin, to be looked at."""
    for model in apps.get_app_config(app).get_models():
        if not admin.site.is_registered(model):
            name = model.__name__
            about = {"closed": closed.get(name, ()), "round_at": (rounds or {}).get(name, "")}
            admin.site.register(model, type(f"{name}Admin", (ReadingAdmin,), about))


show_tables("tournaments", CLOSED, ROUNDS)
