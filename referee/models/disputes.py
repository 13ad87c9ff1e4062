"""Questions that wait for a judge, and the rows that each grows by."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from referee.models.records import Record
from tournaments.messages import restored
from tournaments.models.events import Event
from tournaments.models.fact import Fact
from tournaments.models.rounds import Match


class Kind(models.TextChoices):
    """Why there is a dispute."""

    CONTESTED = "contested", "The reports differ"
    ILLEGAL = "illegal", "An entry of the log is illegal"
    UNDETERMINED = "undetermined", "An entry of the log cannot be judged"
    FINDING = "finding", "The log contradicts itself"
    DIFFERS = "differs", "The log says otherwise"
    DIVERGENCE = "divergence", "Two logs of one game part"
    CALL = "call", "A table calls a judge"
    OBSERVED = "observed", "A roll or a card was entered differently"
    SLOW_PLAY = "slow_play", "Turns over the clock"
    HARD_STOP = "hard_stop", "The hard stop: a judge decides"
    RULES = "rules", "A question about the rules"
    RESULT = "result", "A question about the result"
    PLAY = "play", "Something went wrong in play"
    CONDUCT = "conduct", "How somebody behaves"
    OTHER = "other", "Another question"
    NOTED = "noted", "For the judges alone"
    DECK = "deck", "A deck is not as its list says"


#: Opened by hand by whoever is at the table, or by a judge.
BY_HAND = (Kind.RULES, Kind.PLAY, Kind.RESULT, Kind.CONDUCT, Kind.OTHER)
#: What the match's result does not settle.
STAYS = (Kind.RULES, Kind.CONDUCT, Kind.OTHER, Kind.NOTED, Kind.DECK)


class Dispute(Fact):
    """A question about a match: open until a ruling or a result answers it. `entry` is where to look. What happened in
    it is told by its rows; `resolved_…` and `resolution` say how it stands now."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="disputes")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="disputes")
    record = models.ForeignKey(
        Record, null=True, blank=True, on_delete=models.CASCADE, related_name="disputes"
    )
    kind = models.CharField(max_length=12, choices=Kind.choices)
    entry = models.PositiveIntegerField(null=True, blank=True)
    question = models.CharField(max_length=500)
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.CharField(max_length=150, blank=True)
    resolution = models.CharField(max_length=500, blank=True)
    question_message = models.JSONField(null=True, blank=True, editable=False)
    resolution_message = models.JSONField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "kind"],
                condition=Q(resolved_at=None, record=None) & ~Q(kind="conduct"),
                name="one_open_dispute_a_match",
            ),
            models.UniqueConstraint(
                fields=["record", "kind"],
                condition=Q(resolved_at=None, record__isnull=False),
                name="one_open_dispute_a_record",
            ),
        ]
        indexes = [models.Index(fields=["event", "resolved_at"])]

    @property
    def said_question(self) -> str:
        """The question, to be translated where the site asked it."""
        return restored(self.question, self.question_message)

    @property
    def said_resolution(self) -> str:
        """The answer, to be translated where the site gave it."""
        return restored(self.resolution, self.resolution_message)


class RowKind(models.TextChoices):
    """What a row of a dispute tells of."""

    OPENED = "opened", "Opened"
    REOPENED = "reopened", "Opened again"
    STATEMENT = "statement", "A statement"
    SHOWN = "shown", "The statements were shown to all at the table"
    PICTURE = "picture", "A picture"
    LOG = "log", "A log"
    VERDICT = "verdict", "The engine's verdict"
    POSITION = "position", "A position"
    CONFIRMED = "confirmed", "A side of the position"
    BRANCH = "branch", "A branch"
    RULING = "ruling", "A ruling"
    APPEAL = "appeal", "An appeal"
    DECIDED = "decided", "The decision on an appeal"
    WITHDRAWN = "withdrawn", "Taken back"
    NOTE = "note", "A note"
    ANSWERED = "answered", "Answered"


class VisibleTo(models.TextChoices):
    """Who may read a row. Whoever plays at the table is a player there, whatever roles they have."""

    TABLE = "table", "The players of the table and the staff"
    SIDES = "sides", "Its side and the judges; the table once all sides are in or a judge shows them"
    SEATS = "seats", "Some seats and the judges"
    STAFF = "staff", "The staff, and some seats"
    JUDGES = "judges", "The judges who do not play in the event"


class DisputeRow(Fact):
    """A thing that happened in a dispute. Rows are added and never changed. `seat`: whose row it is, where it is a
    player's; `seats`: the letters of who may read it, where that is some seats; `of`: the row that it follows up."""

    dispute = models.ForeignKey(Dispute, on_delete=models.CASCADE, related_name="rows")
    kind = models.CharField(max_length=12, choices=RowKind.choices)
    visible_to = models.CharField(max_length=8, choices=VisibleTo.choices)
    seat = models.CharField(max_length=1, blank=True)
    seats = models.CharField(max_length=12, blank=True)
    text = models.TextField(blank=True)
    text_message = models.JSONField(null=True, blank=True, editable=False)
    of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="followed_by"
    )
    record = models.ForeignKey(Record, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    entry = models.PositiveIntegerField(null=True, blank=True)
    ruling = models.ForeignKey(
        "referee.IssuedRuling", null=True, blank=True, on_delete=models.SET_NULL, related_name="rows"
    )
    payload = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["id"]

    @property
    def said(self) -> str:
        """The text, to be translated where the site wrote it."""
        return restored(self.text, self.text_message)
