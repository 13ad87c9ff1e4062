"""Live tables: a record that grows as the game is played, the taps it grew by, and what waits for an answer."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from referee.models.records import Record
from tournaments.models.fact import Fact
from tournaments.models.rounds import MatchState, RoundState


class Mode(models.TextChoices):
    """Who writes the log."""

    PHONES = "phones", "Each player on their own phone"
    SHARED = "shared", "One phone, passed around"
    SCOREKEEPER = "scorekeeper", "A scorekeeper"


class TableState(models.TextChoices):
    """Where the logging is. Whether play has stopped or is over is for each view to be read from its log."""

    PLAYING = "playing", "Playing"
    CONFIRMED = "confirmed", "Result confirmed"
    CLOSED = "closed", "Closed"


#: Of a stored log: it is being kept on phones, and the game may go on. A result that staff entered ends that, too.
BEING_KEPT = Q(live__state=TableState.PLAYING, match__round__state=RoundState.RUNNING) & ~Q(
    match__state=MatchState.DECIDED
)


class LiveTable(Fact):
    """The live log of a game: opened by `by` at `at`. The event's choices are copied, so that they hold for the whole
    game. `version` counts what changed beside the log; `asking`, `observing`, `called` say that there may be rows
    to look for."""

    record = models.OneToOneField(Record, on_delete=models.CASCADE, related_name="live")
    mode = models.CharField(max_length=12, choices=Mode.choices)
    state = models.CharField(max_length=10, choices=TableState.choices, default=TableState.PLAYING)
    assisted = models.BooleanField()
    deductions = models.BooleanField()
    calls_judge = models.BooleanField()
    turn_seconds = models.PositiveSmallIntegerField(null=True, blank=True)
    spectators = models.CharField(max_length=8)
    spectator_delay = models.PositiveSmallIntegerField()
    featured = models.BooleanField(default=False)
    confirmed = models.JSONField(default=list, help_text="The seats that confirmed the outcome.")
    open_hands = models.JSONField(
        default=list, help_text="The seats that agree that spectators see hidden cards while the game runs."
    )
    time_entry = models.PositiveIntegerField(
        null=True, blank=True, help_text="The entry by which time was called; empty: to be looked for."
    )
    version = models.PositiveIntegerField(default=0)
    asking = models.BooleanField(default=False)
    observing = models.BooleanField(default=False)
    called = models.BooleanField(default=False)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["id"], condition=Q(state="playing"), name="live_playing")]

    def __str__(self) -> str:
        return f"Live table of {self.record}"


class Tap(models.Model):
    """The sender of entry `n` and the key it came under: the same key again is the same entry. `observed`: what the
    table rolled or revealed, which another seat is asked to confirm."""

    table = models.ForeignKey(LiveTable, on_delete=models.CASCADE, related_name="taps")
    n = models.PositiveIntegerField()
    key = models.CharField(max_length=64)
    phone = models.CharField(max_length=12, help_text="The seat, judge, staff, or clock.")
    label = models.CharField(max_length=150)
    at = models.DateTimeField()
    observed = models.BooleanField(default=False)
    answered_by = models.CharField(max_length=12, blank=True)

    class Meta:
        ordering = ["n"]
        constraints = [
            models.UniqueConstraint(fields=["table", "key"], name="one_entry_a_key"),
            models.UniqueConstraint(fields=["table", "n"], name="one_tap_an_entry"),
        ]
        indexes = [
            models.Index(
                fields=["table"], condition=Q(observed=True, answered_by=""), name="observed_waiting"
            )
        ]


class Ask(models.Model):
    """A seat asks the others to agree that entry `on` is taken back."""

    table = models.ForeignKey(LiveTable, on_delete=models.CASCADE, related_name="asks")
    on = models.PositiveIntegerField()
    seat = models.CharField(max_length=1)
    agreed = models.JSONField(default=list)
    key = models.CharField(max_length=64)
    at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    how = models.CharField(max_length=10, blank=True, help_text="done, refused or passed by.")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "on"], condition=Q(closed_at=None), name="one_open_ask_an_entry"
            )
        ]


class SeatCode(models.Model):
    """The code by which a player takes over a phone that is passed around; empty: a judge opened the seat, and the next
    code given counts. Words for the seat name this row, so they end with it."""

    table = models.ForeignKey(LiveTable, on_delete=models.CASCADE, related_name="codes")
    letter = models.CharField(max_length=1)
    code = models.CharField(max_length=128, help_text="Hashed.")
    wrong = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "letter"], name="one_code_a_seat")]
