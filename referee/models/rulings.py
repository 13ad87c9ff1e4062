"""Rulings issued on a record: who decided what, and whether it went against the engine."""

from django.db import models

from referee.models.records import Record
from tournaments.models.fact import Fact


class Decision(models.TextChoices):
    """The decisions that a judge may make about an entry."""

    UPHOLD = "uphold", "Uphold the verdict: play goes on from before the entry"
    LET_STAND = "let_stand", "Let the entry stand"
    REWIND = "rewind", "Rewind to an earlier entry"
    CORRECT = "correct", "Correct the position"


class IssuedRuling(Fact):
    """One ruling. The ruling itself is entry `entry` of the record's log; this row says who made it. `through`: the
    last entry that was written with it. `supersedes`: the ruling in whose place it stands; that one counts no more and
    stays as it was. `final`: made by who decided as head judge, so that nobody else supersedes it and nobody
    appeals."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="rulings")
    entry = models.PositiveIntegerField()
    on = models.PositiveIntegerField()
    decision = models.CharField(max_length=10, choices=Decision.choices)
    engine_verdict = models.CharField(max_length=12)
    against_engine = models.BooleanField()
    reason = models.CharField(max_length=500)
    through = models.PositiveIntegerField(null=True, blank=True)
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="superseded_by"
    )
    final = models.BooleanField(default=False)

    class Meta:
        ordering = ["entry"]
        constraints = [models.UniqueConstraint(fields=["record", "entry"], name="one_ruling_an_entry")]

    @property
    def newer(self) -> "IssuedRuling | None":
        """The ruling that supersedes this one."""
        return getattr(self, "superseded_by", None)

    @property
    def last_entry(self) -> int:
        """The last entry that was written with it; of old rulings the ruling itself."""
        return self.through or self.entry

    @classmethod
    def standing_on(cls, record: Record, on: int) -> "IssuedRuling | None":
        """The newest ruling on an entry that no other supersedes."""
        return cls.objects.filter(record=record, on=on, superseded_by=None).order_by("-entry").first()
