"""Entrants, how they act without an account, and what was decided about their pairing."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import Event, MissedRounds
from tournaments.models.fact import Fact


class Status(models.TextChoices):
    """An entrant's status in the event."""

    WAITLISTED = "waitlisted", _("On the waitlist")
    REGISTERED = "registered", _("Registered")
    CHECKED_IN = "checked_in", _("Checked in")
    PLAYING = "playing", _("Playing")
    DROPPED = "dropped", _("Dropped")
    NO_SHOW = "no_show", _("Did not show up")
    DISQUALIFIED = "disqualified", _("Disqualified")


#: The same inside a sentence.
STATUS_WORDS = {
    Status.WAITLISTED: _("on the waitlist"),
    Status.REGISTERED: _("registered"),
    Status.CHECKED_IN: _("checked in"),
    Status.PLAYING: _("playing"),
    Status.DROPPED: _("dropped"),
    Status.NO_SHOW: _("did not show up"),
    Status.DISQUALIFIED: _("disqualified"),
}

#: Who has a place in the event and has not left it.
STANDING = (Status.REGISTERED, Status.CHECKED_IN, Status.PLAYING)


class Entrant(models.Model):
    """A person in an event, with or without an account."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entrants")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="entrants"
    )
    code = models.CharField(max_length=12, help_text="The id in event files, as P01.")
    name = models.CharField(max_length=100)
    email = models.CharField(max_length=254, blank=True, help_text="As the desk knows it; only staff see it.")
    club = models.CharField(max_length=80, blank=True, help_text="Club or family; only staff see it.")
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.REGISTERED)
    entered_at = models.DateTimeField()
    list_seed = models.PositiveIntegerField(null=True, blank=True, help_text="Place in the seeding list.")
    rating = models.FloatField(null=True, blank=True)
    fixed_table = models.PositiveIntegerField(null=True, blank=True)
    paid_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When the desk ticked that the entry is paid."
    )
    table_range = models.CharField(
        max_length=40, blank=True, help_text="The name of one of the event's table ranges."
    )
    entered_before = models.PositiveSmallIntegerField(default=1, help_text="First round the entrant is in.")
    missed_rounds_as = models.CharField(max_length=8, choices=MissedRounds.choices, default=MissedRounds.LOSS)
    dropped_after = models.PositiveSmallIntegerField(null=True, blank=True)
    disqualified_after = models.PositiveSmallIntegerField(null=True, blank=True)
    absences = models.JSONField(default=list, blank=True, help_text="Rounds missed between: [[from, to], …].")
    former_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When somebody without an account had the name taken away.",
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "code"], name="one_code_an_event"),
            models.UniqueConstraint(
                fields=["event", "user"], condition=Q(user__isnull=False), name="one_entry_an_account"
            ),
        ]
        indexes = [models.Index(fields=["event", "status"])]

    def __str__(self) -> str:
        return self.name

    @property
    def status_word(self) -> Message:
        """The status as it reads inside a sentence: "checked in"."""
        return STATUS_WORDS[Status(self.status)]


class EntrantChange(Fact):
    """A change of an entrant's standing in the event: check-in, drop, return and the like."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=20)
    before = models.CharField(max_length=12, blank=True)
    after = models.CharField(max_length=12, blank=True)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    details = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["id"]


class ClaimLink(Fact):
    """A link by which an entrant without an account acts. Neither the signed token nor the short code of the slip is
    stored; the code is looked up by its digest."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="claim_links")
    nonce = models.CharField(max_length=32, unique=True)
    code_digest = models.CharField(max_length=64, blank=True, db_index=True, editable=False)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]


class ForbiddenPair(Fact):
    """Two entrants who must not (absolute) or should not (weak) meet."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="forbidden_pairs")
    first = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    strength = models.CharField(max_length=8, choices=[("absolute", "Never"), ("weak", "If avoidable")])
    reason = models.CharField(max_length=500, blank=True)
    lifted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["first", "second"], condition=Q(lifted_at=None), name="one_standing_forbidden_pair"
            ),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="forbidden_pair_in_order"),
        ]


class AwardedBye(Fact):
    """A bye given to an entrant for one round ahead of its pairing."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="awarded_byes")
    round_number = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=500, blank=True)
    lifted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["entrant", "round_number"],
                condition=Q(lifted_at=None),
                name="one_standing_awarded_bye",
            )
        ]
