"""One's own data as plain JSON: what the site holds of an account, or of an entry without one.

Of what others wrote there is only what the person may read on the site; secrets (tokens, keys, passwords) are not in
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Q

from tournaments.models.accounts import User
from tournaments.models.api_tokens import ApiToken
from tournaments.models.decks import DeckList
from tournaments.models.entrants import ClaimLink, Entrant, EntrantChange
from tournaments.models.events import JournalEntry, StaffRole
from tournaments.models.notifications import Subscription
from tournaments.models.penalties import Penalty, PointAdjustment
from tournaments.models.ratings import Rating
from tournaments.models.results import Report, Result
from tournaments.models.rounds import PUBLISHED_STATES, PairingChange, Seat
from tournaments.models.series import Series
from tournaments.models.webhooks import WebhookEndpoint

Rows = list[dict[str, Any]]
#: Further parts, by name: what the referee's tables hold. Each is given the account, if there is one, and its entries.
PARTS: dict[str, Callable[[User | None, list[int]], Rows]] = {}


def data_of_account(user: User) -> dict[str, Any]:
    """All of it."""
    entries = list(Entrant.objects.filter(user=user).order_by("pk").values_list("pk", flat=True))
    return {
        "account": {
            "username": user.username,
            "first_name": user.first_name,
            "last_name": user.last_name,
            "display_name": user.display_name,
            "email": user.email,
            "joined_at": user.date_joined,
            "last_sign_in_at": user.last_login,
            "public_page": user.page_code,
            "runs_the_site": user.is_superuser,
        },
        "email_addresses": rows_of(EmailAddress.objects.filter(user=user), "email", "verified", "primary"),
        "second_steps": rows_of(
            Authenticator.objects.filter(user=user), "type", "created_at", "last_used_at"
        ),
        "signed_in": rows_of(
            UserSession.objects.filter(user=user), "ip", "user_agent", "created_at", "last_seen_at"
        ),
        "api_tokens": rows_of(
            ApiToken.objects.filter(user=user),
            *("name", "ending", "scopes", "created_at", "expires_at", "last_used_at", "ended_at"),
        ),
        "roles": rows_of(
            StaffRole.objects.filter(user=user), *("role", "at", "revoked_at"), event="event__slug"
        ),
        "series": rows_of(Series.objects.filter(owner=user), "slug", "name", "created_at"),
        "webhooks": rows_of(
            WebhookEndpoint.objects.filter(by_user=user, deleted_at=None),
            *("url", "kinds", "at"),
            event="event__slug",
        ),
        "ratings": rows_of(Rating.objects.filter(user=user), "game", "mu", "sigma", "value", "matches"),
        "journal": rows_of(
            JournalEntry.objects.filter(by_user=user), *("at", "kind", "text", "reason"), event="event__slug"
        ),
        "results_entered": rows_of(
            Result.objects.filter(by_user=user),
            *("at", "match", "outcome", "provenance", "reason"),
            event="match__round__event__slug",
        ),
        "penalties_given": rows_of(
            Penalty.objects.filter(by_user=user),
            *("at", "infraction", "penalty", "reason"),
            event="event__slug",
        ),
        "pairings_changed": rows_of(
            PairingChange.objects.filter(by_user=user), "at", "reason", event="offer__round__event__slug"
        ),
        **_of_entries(user, entries),
    }


def data_of_entry(entrant: Entrant) -> dict[str, Any]:
    """All of it, of one event."""
    return _of_entries(None, [entrant.pk])


def _of_entries(user: User | None, entries: list[int]) -> dict[str, Any]:
    mine = Q(entrant__in=entries)
    return {
        "entries": rows_of(
            Entrant.objects.filter(pk__in=entries),
            *(
                "code",
                "name",
                "email",
                "club",
                "status",
                "entered_at",
                "rating",
                "list_seed",
                "fixed_table",
                "table_range",
            ),
            *("entered_before", "dropped_after", "disqualified_after", "absences"),
            event="event__slug",
        ),
        # Why the staff did something is theirs to say.
        "changes": rows_of(
            EntrantChange.objects.filter(mine),
            *("at", "kind", "before", "after", "round_number"),
            event="entrant__event__slug",
        ),
        "claim_links": rows_of(
            ClaimLink.objects.filter(mine), *("at", "expires_at", "revoked_at"), event="entrant__event__slug"
        ),
        "deck_lists": rows_of(
            DeckList.objects.filter(mine),
            *("at", "body", "legal", "violations", "replaced_at"),
            event="entrant__event__slug",
        ),
        "notifications": rows_of(
            Subscription.objects.filter(mine),
            *("channel", "about", "device", "created_at", "ended_at"),
            event="entrant__event__slug",
        ),
        "notifications_as_judge": rows_of(
            Subscription.objects.filter(role__user=user) if user is not None else Subscription.objects.none(),
            *("channel", "about", "device", "created_at", "ended_at"),
            event="role__event__slug",
        ),
        "matches": _matches(entries),
        "reports": rows_of(
            Report.objects.filter(mine),
            *("at", "match", "outcome", "replaced_at"),
            event="match__round__event__slug",
        ),
        "penalties": rows_of(
            Penalty.objects.filter(mine),
            *("at", "infraction", "penalty", "note", "reason", "taken_back", "replaced_at"),
            event="event__slug",
        ),
        "points_adjusted": rows_of(
            PointAdjustment.objects.filter(mine),
            *("at", "round_number", "match_points", "reason", "taken_back_at"),
            event="entrant__event__slug",
        ),
        **{name: part(user, entries) for name, part in PARTS.items()},
    }


def _matches(entries: list[int]) -> Rows:
    seats = Seat.objects.filter(entrant__in=entries, round__state__in=PUBLISHED_STATES)
    rows = rows_of(
        seats,
        *("match", "letter"),
        event="round__event__slug",
        round="round__number",
        table="match__table",
        bye="match__is_bye",
    )
    standing = Result.objects.filter(match__in=seats.values("match"), replaced_at=None)
    outcomes = dict(standing.values_list("match", "outcome"))
    return [row | {"outcome": outcomes.get(row["match"])} for row in rows]


def rows_of(records: Any, *columns: str, **renamed: str) -> Rows:
    """These columns of the rows, the oldest first; `renamed`: what a column is called, and the way to it."""
    rows: Iterable[Mapping[str, Any]] = records.order_by("pk").values(*columns, *renamed.values())
    return [
        {name: row[way] for name, way in renamed.items()} | {name: row[name] for name in columns}
        for row in rows
    ]
