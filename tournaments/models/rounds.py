"""Rounds, what was offered and changed, matches and seats, standings kept per finished round."""

from typing import Any

from django.db import models
from django.db.models import Q

from tournaments.messages import Message, restored
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.fact import Fact, WithReason
from tournaments.models.stages import Stage


class RoundState(models.TextChoices):
    """The states of a round. A withdrawn round is kept as it was; its number is paired anew."""

    OFFERED = "offered", _("Offered")
    PUBLISHED = "published", _("Published")
    RUNNING = "running", _("Running")
    FINISHED = "finished", _("Finished")
    WITHDRAWN = "withdrawn", _("Withdrawn")


#: The states in which everybody may see a round's pairing.
PUBLISHED_STATES = (RoundState.PUBLISHED, RoundState.RUNNING, RoundState.FINISHED)
#: The same inside a sentence.
STATE_WORDS = {
    RoundState.OFFERED: _("offered"),
    RoundState.PUBLISHED: _("published"),
    RoundState.RUNNING: _("running"),
    RoundState.FINISHED: _("finished"),
    RoundState.WITHDRAWN: _("withdrawn"),
}


class MatchState(models.TextChoices):
    """The states of a match's result."""

    OPEN = "open", _("Playing")
    REPORTED = "reported", _("Reported")
    CONTESTED = "contested", _("Contested")
    DECIDED = "decided", _("Decided")


class BracketSide(models.TextChoices):
    """The parts of a bracket."""

    WINNERS = "winners", _("Winners’ side")
    LOSERS = "losers", _("Losers’ side")
    FINAL = "final", _("Final")
    THIRD_PLACE = "third_place", _("Match for third place")


class Round(models.Model):
    """One pairing of a stage."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="all_rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=RoundState.choices, default=RoundState.OFFERED)
    offered_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    time_called_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"],
                condition=~Q(state="withdrawn"),
                name="one_standing_round_a_number",
            )
        ]

    def __str__(self) -> str:
        return f"Round {self.number}"

    @property
    def clock_kind(self) -> str:
        """The kind of the round's clock: the stage's own, or else the event's."""
        return self.stage.clock_kind or self.event.clock_kind

    @property
    def minutes(self) -> int:
        """Its length where that is fixed."""
        return self.stage.round_minutes or self.event.round_minutes

    @property
    def state_word(self) -> Message:
        """The state as it reads inside a sentence: "running"."""
        return STATE_WORDS[RoundState(self.state)]


class Offer(Fact):
    """A computed pairing. Every one is kept: `computed` as it came, `pairing` as it stands after changes."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="offers")
    computed = models.JSONField()
    pairing = models.JSONField()
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round"], condition=Q(replaced_at=None), name="one_standing_offer"
            )
        ]


class PairingChange(WithReason, Fact):
    """A change made by hand to an offered pairing: who, why, and what stood before."""

    offer = models.ForeignKey(Offer, on_delete=models.CASCADE, related_name="changes")
    reason = models.CharField(max_length=500)
    before = models.JSONField()
    after = models.JSONField()
    moves = models.JSONField(
        default=list, blank=True, help_text="Who went from where to where, of many the first."
    )

    class Meta:
        ordering = ["id"]


class Match(models.Model):
    """Entrants who play together in a round. A bye is a match of one seat without a table.

    In an elimination the bracket says where it is: rounds count within a side, slots from the top.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(null=True, blank=True)
    is_bye = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=MatchState.choices, default=MatchState.OPEN)
    reasons = models.JSONField(default=list, blank=True)
    bracket_side = models.CharField(max_length=11, blank=True, choices=BracketSide.choices)
    bracket_round = models.PositiveSmallIntegerField(null=True, blank=True)
    bracket_slot = models.PositiveIntegerField(null=True, blank=True)
    starts = models.CharField(
        max_length=1, blank=True, help_text="The seat that starts, by lot. Empty: the higher seed chooses."
    )
    version = models.PositiveIntegerField(
        default=0, editable=False, help_text="Counts what its table may see."
    )
    missing = models.ForeignKey(
        Entrant,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Whom an opponent misses at the table.",
    )
    missing_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["table", "id"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"], condition=Q(table__isnull=False), name="one_match_a_table"
            )
        ]
        indexes = [models.Index(fields=["round", "state"])]

    def __str__(self) -> str:
        return str(self.place)

    @property
    def place(self) -> Message:
        """The place of the match, as lists and the journal call it."""
        return _("Table %(n)s", n=self.table) if self.table else _("Bye")


class Seat(models.Model):
    """A place in a match: A, B, … in the order of logs."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="seats")
    letter = models.CharField(max_length=1)

    class Meta:
        ordering = ["letter"]
        constraints = [
            models.UniqueConstraint(fields=["match", "letter"], name="one_entrant_a_seat"),
            models.UniqueConstraint(fields=["round", "entrant"], name="one_seat_a_round"),
        ]


class StandingsDue(Fact):
    """A change of facts behind the standings kept since a round; gone once they are kept anew."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="standings_due")
    since = models.PositiveSmallIntegerField()
    note = models.CharField(max_length=500, blank=True)
    note_message = models.JSONField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["id"]


class StandingsSnapshot(Fact):
    """The standings after a finished round, with the rules they were computed by."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="snapshots")
    rules = models.JSONField(help_text="Profile, edition and chain relied on.")
    rules_messages = models.JSONField(null=True, blank=True, editable=False)
    table = models.JSONField()
    note = models.CharField(max_length=500, blank=True)
    note_message = models.JSONField(null=True, blank=True, editable=False)
    replaced_at = models.DateTimeField(null=True, blank=True)
    looked = models.PositiveIntegerField(
        default=0, help_text="How often it was worked out again to the same."
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round"], condition=Q(replaced_at=None), name="one_standing_snapshot"
            )
        ]

    @property
    def said_rules(self) -> dict[str, Any]:
        """The rules without the chain, each to be translated."""
        kept = self.rules_messages or {}
        said = {name: text for name, text in self.rules.items() if name != "tiebreakers"}
        return {name: restored(text, kept.get(name)) for name, text in said.items()}

    @property
    def said_note(self) -> str:
        """The note, to be translated."""
        return restored(self.note, self.note_message)
