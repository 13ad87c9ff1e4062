"""Where a person's name may stand beside the rows that are the person's own: in sentences, labels and kept answers.

A test looks over every text column of the database: one that is neither here nor known to hold no name fails it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.admin.models import LogEntry
from django.db.models import Model, QuerySet

from tournaments.models.accounts import User
from tournaments.models.announcements import Announcement
from tournaments.models.answered_requests import AnsweredRequest
from tournaments.models.card_lists import CardList
from tournaments.models.clocks import ClockEvent
from tournaments.models.deck_checks import DeckCheck, DeckFinding
from tournaments.models.decks import DeckList
from tournaments.models.entrants import AwardedBye, ClaimLink, EntrantChange, ForbiddenPair
from tournaments.models.errata import Erratum, PinnedRules
from tournaments.models.events import Event, JournalEntry, RoleLink, StaffRole
from tournaments.models.jobs import Job, JobFailure
from tournaments.models.lateness import KeptAbsent
from tournaments.models.notifications import Notification
from tournaments.models.outbox import OutboxRow
from tournaments.models.penalties import Penalty, PenaltyPolicy, PinnedPolicy, PointAdjustment
from tournaments.models.results import GameOutcome, Report, Result
from tournaments.models.rounds import Offer, PairingChange, StandingsDue, StandingsSnapshot
from tournaments.models.webhooks import WebhookEndpoint


@dataclass(frozen=True)
class Place:
    """A table that names people. `event`: the way to its event; empty where it has none. `labels` are columns of one
    name alone, `texts` sentences (with what they were made of, if that is kept), `values` columns of JSON."""

    model: type[Model]
    event: str
    labels: tuple[str, ...] = ()
    texts: tuple[tuple[str, str], ...] = ()
    values: tuple[str, ...] = ()

    @property
    def columns(self) -> frozenset[str]:
        """All columns that it looks at."""
        return frozenset(
            [*self.labels, *self.values, *(name for pair in self.texts for name in pair if name)]
        )


def _said(*names: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, "") for name in names)


def _kept(*names: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, f"{name}_message") for name in names)


BY = ("by",)
PLACES: list[Place] = [
    Place(JournalEntry, "event", BY, _kept("text", "reason"), ("details",)),
    Place(Announcement, "event", (*BY, "taken_back_by"), _said("text")),
    Place(Event, "pk", texts=_said("description")),
    Place(StaffRole, "event", (*BY, "revoked_by")),
    Place(RoleLink, "event", (*BY, "revoked_by"), _said("whom")),
    Place(EntrantChange, "entrant__event", BY, _said("reason"), ("details",)),
    Place(ClaimLink, "entrant__event", BY),
    Place(ForbiddenPair, "event", BY, _said("reason")),
    Place(AwardedBye, "entrant__event", BY, _said("reason")),
    Place(DeckList, "entrant__event", BY),
    Place(DeckCheck, "match__round__event", (*BY, "ended_by")),
    Place(DeckFinding, "entrant__event", BY, _said("note")),
    Place(Penalty, "event", BY, _said("note", "reason")),
    Place(KeptAbsent, "entrant__event", BY),
    Place(PenaltyPolicy, "", BY),
    Place(PinnedPolicy, "event", BY),
    Place(PointAdjustment, "entrant__event", (*BY, "taken_back_by"), _kept("reason")),
    Place(CardList, "event", BY),
    Place(Erratum, "", BY, _said("text", "title")),
    Place(PinnedRules, "event", BY),
    Place(Job, "", (*BY, "cancelled_by")),
    Place(JobFailure, "job__event", texts=_kept("message")),
    Place(Offer, "round__event", BY),
    Place(PairingChange, "offer__round__event", BY, _kept("reason")),
    Place(ClockEvent, "round__event", BY, _said("reason")),
    Place(Report, "match__round__event", BY, _said("source")),
    Place(Result, "match__round__event", BY, (*_kept("reason"), ("source", ""))),
    Place(GameOutcome, "match__round__event", BY, _said("source")),
    Place(StandingsDue, "event", BY, _kept("note")),
    Place(StandingsSnapshot, "round__event", BY, _kept("note")),
    Place(WebhookEndpoint, "event", BY),
    Place(OutboxRow, "event", values=("payload",)),
    Place(Notification, "subscription__entrant__event", values=("data",)),
    Place(AnsweredRequest, "", values=("answer",)),
    Place(LogEntry, "", ("object_repr",)),
]


#: What is erased with an account, if there is one, and its entries: of other parts of the site.
ERASED: list[Callable[[User | None, list[int]], None]] = []
#: Events in which something is open that rests on who somebody was: of other parts of the site, as their numbers.
STILL_OPEN: list[Callable[[], QuerySet[Any, Any]]] = []


def facts_of_accounts() -> list[Any]:
    """The tables among them that say by which account a row was made."""
    return [place.model for place in PLACES if "by" in place.labels]
