"""The tables of the database, a module for each capability. They import one another and nothing else of the app."""

from tournaments.models.accounts import User
from tournaments.models.announcements import Announcement
from tournaments.models.answered_requests import AnsweredRequest
from tournaments.models.api_tokens import ApiToken
from tournaments.models.card_lists import CardList
from tournaments.models.clocks import ClockEvent, Deadline, RandomEnd
from tournaments.models.deck_checks import DeckCheck, DeckFinding
from tournaments.models.decks import DeckList
from tournaments.models.entrants import AwardedBye, ClaimLink, Entrant, EntrantChange, ForbiddenPair
from tournaments.models.errata import Erratum, PinnedRules
from tournaments.models.events import Event, EventSeed, JournalEntry, StaffRole
from tournaments.models.heartbeats import Heartbeat
from tournaments.models.jobs import Job, JobChunk, JobFailure, SentFile
from tournaments.models.jumps import ClockJump, KnownClock
from tournaments.models.lateness import KeptAbsent
from tournaments.models.live import LiveVersion
from tournaments.models.made_files import MadeFile
from tournaments.models.notifications import Notification, Subscription
from tournaments.models.outbox import OutboxRow
from tournaments.models.penalties import Penalty, PenaltyPolicy, PinnedPolicy, PointAdjustment
from tournaments.models.ratings import Rating, RatingsDue, RatingStep
from tournaments.models.results import GameOutcome, Report, Result
from tournaments.models.rounds import (
    Match,
    Offer,
    PairingChange,
    Round,
    Seat,
    StandingsDue,
    StandingsSnapshot,
)
from tournaments.models.series import Series
from tournaments.models.stages import Stage
from tournaments.models.webhooks import WebhookDelivery, WebhookEndpoint

__all__ = [
    "Announcement",
    "AnsweredRequest",
    "ApiToken",
    "AwardedBye",
    "CardList",
    "ClaimLink",
    "ClockEvent",
    "ClockJump",
    "Deadline",
    "DeckCheck",
    "DeckFinding",
    "DeckList",
    "Entrant",
    "EntrantChange",
    "Erratum",
    "Event",
    "EventSeed",
    "ForbiddenPair",
    "GameOutcome",
    "Heartbeat",
    "Job",
    "JobChunk",
    "JobFailure",
    "JournalEntry",
    "KeptAbsent",
    "KnownClock",
    "LiveVersion",
    "MadeFile",
    "Match",
    "Notification",
    "Offer",
    "OutboxRow",
    "PairingChange",
    "Penalty",
    "PenaltyPolicy",
    "PinnedPolicy",
    "PinnedRules",
    "PointAdjustment",
    "RandomEnd",
    "Rating",
    "RatingStep",
    "RatingsDue",
    "Report",
    "Result",
    "Round",
    "Seat",
    "SentFile",
    "Series",
    "StaffRole",
    "Stage",
    "StandingsDue",
    "StandingsSnapshot",
    "Subscription",
    "User",
    "WebhookDelivery",
    "WebhookEndpoint",
]
