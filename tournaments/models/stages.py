"""The stages of an event: a chain of structures."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from tournaments.messages import message as _
from tournaments.models.events import ClockKind, Event


class StageKind(models.TextChoices):
    """The structure of a stage, named as event files name it."""

    SWISS = "swiss", _("Swiss")
    ROUND_ROBIN = "round_robin", _("Round robin")
    SINGLE_ELIMINATION = "single_elimination", _("Single elimination")
    DOUBLE_ELIMINATION = "double_elimination", _("Double elimination")
    PODS = "pods", _("Pods")


#: Stages whose rounds can be missed: they take late entries and awarded byes.
OPEN_KINDS = frozenset({StageKind.SWISS, StageKind.PODS})
#: Stages in which a match must have a winner.
ELIMINATION_KINDS = frozenset({StageKind.SINGLE_ELIMINATION, StageKind.DOUBLE_ELIMINATION})


GAMES = [(1, _("One game")), (3, _("Best of three")), (5, _("Best of five"))]


class Stage(models.Model):
    """A part of an event with one structure.

    What is empty follows the event's own choice, or the default of the kind. `entrants` are codes in seed order, kept
    when the stage's first round is published and taken away when that round is withdrawn; a first stage of Swiss or
    pods keeps none, for whoever enters the event is in it. A stage that was taken away or replaced stays (with
    `removed_at`) for the rounds of it that were withdrawn.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    kind = models.CharField(max_length=20, choices=StageKind.choices, default=StageKind.SWISS)
    code = models.CharField(max_length=40, default="swiss", help_text="Its id in an event file.")

    size = models.PositiveIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(2), MaxValueValidator(1_000_000)],
        help_text="How many qualify from the stage before. Empty: all who have not left.",
    )
    rounds = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(50)],
        help_text="Swiss and pods after another stage. The first one has the event's number of rounds.",
    )
    games_per_match = models.PositiveSmallIntegerField(null=True, blank=True, choices=GAMES)
    draws = models.BooleanField(
        null=True, blank=True, help_text="Empty: yes in Swiss and round robin, else no."
    )
    last_tiebreak = models.CharField(
        max_length=40, blank=True, help_text="What decides a match that must have a winner and has none."
    )
    fresh = models.BooleanField(default=False, help_text="Nothing is carried on from earlier stages.")
    third_place = models.BooleanField(default=False)
    places = models.CharField(
        max_length=8, blank=True, choices=[("by_seed", _("By seed")), ("shared", _("Shared"))]
    )
    reset = models.BooleanField(
        default=True, help_text="A second final where the losers' side wins the first."
    )
    legs = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(4)]
    )
    groups = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(64)]
    )
    withdrawn = models.CharField(
        max_length=8,
        blank=True,
        choices=[("expunge", _("Taken out")), ("forfeit", _("Forfeits"))],
        help_text="What becomes of the results of somebody who leaves a round robin. Empty: by half of the matches.",
    )
    pod_size = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(3), MaxValueValidator(8)]
    )
    smallest = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(2), MaxValueValidator(8)]
    )
    clock_kind = models.CharField(max_length=8, blank=True, choices=ClockKind.choices)
    round_minutes = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(600)]
    )
    entrants = models.JSONField(null=True, blank=True, editable=False)
    removed_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], condition=Q(removed_at=None), name="one_stage_a_number"
            ),
            models.UniqueConstraint(
                fields=["event", "code"], condition=Q(removed_at=None), name="one_stage_a_code"
            ),
        ]

    def __str__(self) -> str:
        return str(self.get_kind_display())

    @property
    def is_open(self) -> bool:
        """Whether it takes late entries and awarded byes."""
        return self.kind in OPEN_KINDS

    @property
    def eliminates(self) -> bool:
        """Whether each of its matches must have a winner."""
        return self.kind in ELIMINATION_KINDS

    @property
    def allows_draws(self) -> bool:
        """Whether a match may end with nobody ahead: never in a bracket, and in pods only where that was chosen."""
        if self.eliminates:
            return False
        return self.kind != StageKind.PODS if self.draws is None else self.draws
