"""The kinds of things that are kept for a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from config.retention import accounts, uploads
from referee.notes.tasks import taken_back
from referee.records.tasks import forget_superseded, superseded
from tournaments.exports.saved import forget_old as forget_saved
from tournaments.exports.saved import old_files
from tournaments.idempotency.tasks import forget_answers, old_answers
from tournaments.jobs.sent_files import old_sent
from tournaments.jobs.tasks import forget_old_jobs, old_jobs
from tournaments.leaving.period import forget_accounts, forget_entries, idle_accounts, old_entries
from tournaments.live.changes import add_up_the_past, versions_of_the_past
from tournaments.made_files.work import forget_old_files
from tournaments.made_files.work import old_files as files_made
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.notifications.tasks import (
    forget_notifications,
    forget_subscriptions,
    old_notifications,
    old_subscriptions,
)
from tournaments.outbox.tasks import clear_taken, old_rows
from tournaments.reading import delete_piece
from tournaments.webhooks.tasks import forget_old_deliveries, old_deliveries


@dataclass(frozen=True)
class Kept:
    """`name` does not change; `what` goes. `count`: how many are due to go; `is_due`: whether any is; `forget` deletes
    a part of them, which holds no lock for long, and gives 0 when nothing is left."""

    name: str
    what: Message
    count: Callable[[datetime], int]
    is_due: Callable[[datetime], bool]
    forget: Callable[[datetime], int]


def _rows(
    name: str,
    what: Message,
    due: Callable[[datetime], QuerySet[Any]],
    forget: Callable[[datetime], int] | None = None,
) -> Kept:
    return Kept(
        name,
        what,
        lambda now: due(now).count(),
        lambda now: due(now).exists(),
        forget or (lambda now: delete_piece(due(now))),
    )


def _files(
    name: str, what: Message, due: Callable[[datetime], list[Any]], forget: Callable[[datetime], int]
) -> Kept:
    return Kept(name, what, lambda now: len(due(now)), lambda now: bool(due(now)), forget)


def _past(now: datetime) -> int:
    return sum(more for _event, _topic, more in versions_of_the_past())


#: In the order in which they go: sessions first, as who has none is not here.
KEPT = (
    _rows("sessions", _("Sessions that have run out"), accounts.old_sessions),
    _rows("devices", _("Browsers, with addresses, whose session is gone"), accounts.old_devices),
    _rows("attempts", _("Wrong passwords, after a month"), accounts.old_attempts),
    _rows("sign_ins", _("Who signed in from where, after a month"), accounts.old_sign_ins),
    _rows("api_tokens", _("API tokens, a month after their end"), accounts.old_tokens),
    _rows(
        "password_tokens",
        _("API tokens made with a password that have expired"),
        accounts.old_password_tokens,
    ),
    _files("mails", _("Mails kept as files, after a month"), accounts.old_mails, accounts.forget_mails),
    _rows("answers", _("Answers kept for requests sent twice, after a week"), old_answers, forget_answers),
    _rows(
        "told", _("What parts of the site told each other, a week after it was taken"), old_rows, clear_taken
    ),
    Kept(
        "stream_rows",
        _("Rows of the event stream, of events that are over"),
        _past,
        lambda now: versions_of_the_past().exists(),
        add_up_the_past,
    ),
    _rows("webhooks", _("Messages to other programs, after a month"), old_deliveries, forget_old_deliveries),
    _rows("notifications", _("Notifications, after a week"), old_notifications, forget_notifications),
    _rows(
        "subscriptions",
        _("Addresses of phones, three days after their event"),
        old_subscriptions,
        forget_subscriptions,
    ),
    _rows(
        "logs",
        _("Logs replaced a month ago in events that are over, about which nobody asked or wrote"),
        superseded,
        forget_superseded,
    ),
    _rows(
        "deck_lists",
        _(
            "Deck lists replaced a month ago, before the lists closed and anything was played, in events that are over"
        ),
        uploads.replaced_decks,
    ),
    _rows(
        "card_lists",
        _("Card lists replaced a month ago, before anything was played, in events that are over"),
        uploads.replaced_card_lists,
    ),
    _rows("pictures", _("Pictures of disputes, after the period that was set"), uploads.old_pictures),
    _rows("notes", _("Notes at entries of logs, a month after they were taken back"), taken_back),
    _files("saved", _("Saved files of rounds, after two weeks"), old_files, forget_saved),
    _rows("made_files", _("Large files that nobody asked for since a day"), files_made, forget_old_files),
    _rows("sent_files", _("Files of imports that were broken off, after a day"), old_sent),
    _rows("jobs", _("Long work that is over, after three months"), old_jobs, forget_old_jobs),
    _rows(
        "entries",
        _("Names of entries without an account, after the period that was set"),
        old_entries,
        forget_entries,
    ),
    _rows(
        "accounts",
        _("Accounts that nobody came back to in the period that was set"),
        idle_accounts,
        forget_accounts,
    ),
)
BY_NAME = {kept.name: kept for kept in KEPT}
