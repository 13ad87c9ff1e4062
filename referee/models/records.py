"""Stored logs: one for a game of a match and the seat (or the staff) that kept it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.messages import message as _
from tournaments.models.card_lists import CardList
from tournaments.models.entrants import Entrant
from tournaments.models.errata import PinnedRules
from tournaments.models.fact import Fact
from tournaments.models.rounds import Match


class Status(models.TextChoices):
    """The result of replaying the whole log."""

    FINISHED = "finished", "Finished"
    IN_PROGRESS = "in_progress", "Not over"
    ILLEGAL = "illegal", "Stopped at an illegal entry"
    UNDETERMINED = "undetermined", _("Something is open")


class Record(Fact):
    """A log stored for a game of a match. Its lines are the record's parts; `head` is the last hash of their
    chain and `signature` the site's word for it. `status`, `outcome` and `ruleset` are what was judged when it was
    last written to; `adopted_outcome` is what was reported as the game's outcome and changes by no upgrade. A
    `merged` log is shown to judges alone while the match is open: that two logs agree would tell a player what is in
    the other."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="records")
    game_number = models.PositiveSmallIntegerField()
    seat = models.CharField(max_length=1, blank=True, help_text="Whose log it is; empty: kept by the staff.")
    entrant = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.SET_NULL, related_name="records"
    )
    seats = models.JSONField(help_text="The log's seats in turn order.")
    sent_hash = models.CharField(max_length=64, help_text="SHA-256 of the file as it was sent.")
    size = models.PositiveIntegerField()
    entries = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    signature = models.CharField(max_length=200)
    broken_at = models.PositiveIntegerField(null=True, blank=True)
    broken_how = models.CharField(max_length=200, blank=True)
    ruleset = models.CharField(max_length=64)
    status = models.CharField(max_length=12, choices=Status.choices)
    outcome = models.JSONField(null=True, blank=True)
    adopted_outcome = models.JSONField(null=True, blank=True)
    adopted_ruleset = models.CharField(max_length=64, blank=True)
    adopted_at = models.DateTimeField(null=True, blank=True)
    replaced_at = models.DateTimeField(null=True, blank=True)
    merged = models.BooleanField(default=False, help_text="Whether a judge had it made of two logs.")
    card_list = models.ForeignKey(
        CardList,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="The event's card list, where whoever sent the log had it put into the header.",
    )
    rules = models.ForeignKey(
        PinnedRules,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="The same of the errata among the event's rules.",
    )

    class Meta:
        ordering = ["game_number", "seat", "id"]
        indexes = [models.Index(fields=["head"], name="records_by_head")]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "game_number", "seat"],
                condition=Q(replaced_at=None),
                name="one_standing_record_a_seat",
            )
        ]

    @property
    def source(self) -> str:
        """A result's reference to the record it came from."""
        return f"record:{self.pk}"

    def __str__(self) -> str:
        whose = f"seat {self.seat}" if self.seat else "the staff"
        return f"Log of game {self.game_number}, kept by {whose}"


class NotedLog(models.Model):
    """A log whose cards were noted, up to so many entries, with the length of the game where it is over."""

    record = models.OneToOneField(Record, on_delete=models.CASCADE, related_name="noted")
    entries = models.PositiveIntegerField()
    length = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="In what the game counts: turns, Days, Scenes."
    )


class PlayedCard(models.Model):
    """A card that everybody may see in a log: the last part of its address (``referee.searching``). Noted from the log
    as spectators may read it, for finding the games in which a card was played."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="played_cards")
    game = models.CharField(max_length=40)
    key = models.CharField(max_length=200)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["record", "key"], name="one_note_a_card_of_a_log")]
        indexes = [models.Index(fields=["game", "key"])]


class RecordPart(models.Model):
    """Lines of a record from entry `first` on (0: the header), as JSON Lines with salts and hashes. Only ever
    added to: two who append at once meet at the constraint, and one is told."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="parts")
    first = models.PositiveIntegerField()
    body = models.TextField()

    class Meta:
        ordering = ["first"]
        constraints = [models.UniqueConstraint(fields=["record", "first"], name="one_part_a_place")]
