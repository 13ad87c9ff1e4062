"""Hands Django every capability's models; nothing else."""

from tournaments.accounts.models import User
from tournaments.card_lists.models import CardList
from tournaments.clocks.models import ClockEvent, Deadline, RandomEnd
from tournaments.decks.models import DeckList
from tournaments.entrants.models import AwardedBye, ClaimLink, Entrant, EntrantChange, ForbiddenPair
from tournaments.events.models import Event, EventSeed, JournalEntry, StaffRole
from tournaments.heartbeats.models import Heartbeat
from tournaments.jumps.models import ClockJump, KnownClock
from tournaments.live.models import LiveVersion
from tournaments.once.models import AnsweredRequest
from tournaments.outbox.models import OutboxRow
from tournaments.results.models import GameOutcome, Report, Result
from tournaments.rounds.models import (
    Match,
    Offer,
    PairingChange,
    Round,
    Seat,
    StandingsDue,
    StandingsSnapshot,
)
from tournaments.stages.models import Stage

__all__ = [
    "AnsweredRequest",
    "AwardedBye",
    "CardList",
    "ClaimLink",
    "ClockEvent",
    "ClockJump",
    "Deadline",
    "DeckList",
    "Entrant",
    "EntrantChange",
    "Event",
    "EventSeed",
    "ForbiddenPair",
    "GameOutcome",
    "Heartbeat",
    "JournalEntry",
    "KnownClock",
    "LiveVersion",
    "Match",
    "Offer",
    "OutboxRow",
    "PairingChange",
    "RandomEnd",
    "Report",
    "Result",
    "Round",
    "Seat",
    "StaffRole",
    "Stage",
    "StandingsDue",
    "StandingsSnapshot",
    "User",
]
