"""An event, who runs it, and its journal."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from tournaments.messages import message as _
from tournaments.messages import restored
from tournaments.models.fact import Fact, WithReason
from tournaments.models.series import Series
from tournaments.standings.profiles import DEFAULT, profile_choices


class State(models.TextChoices):
    """The states of an event, from draft to finished."""

    DRAFT = "draft", _("Draft")
    REGISTRATION = "registration", _("Registration")
    CHECK_IN = "check_in", _("Check-in")
    RUNNING = "running", _("Running")
    FINISHED = "finished", _("Finished")
    CANCELLED = "cancelled", _("Cancelled")


class Role(models.TextChoices):
    """The roles of staff in one event."""

    ORGANISER = "organiser", _("Organiser")
    HEAD_JUDGE = "head_judge", _("Head judge")
    JUDGE = "judge", _("Judge")
    SCOREKEEPER = "scorekeeper", _("Scorekeeper")


#: The same inside a sentence.
ROLE_WORDS = {
    Role.ORGANISER: _("organiser"),
    Role.HEAD_JUDGE: _("head judge"),
    Role.JUDGE: _("judge"),
    Role.SCOREKEEPER: _("scorekeeper"),
}


class ClockKind(models.TextChoices):
    """The kinds of a round's clock."""

    NONE = "none", _("No clock")
    FIXED = "fixed", _("Fixed length")
    RANDOM = "random", _("Random end (26 minutes plus a die roll)")


class MissedRounds(models.TextChoices):
    """How the rounds that a late entrant missed are counted."""

    LOSS = "loss", _("As losses")
    BYE = "bye", _("As byes")
    NOTHING = "nothing", _("Not at all")


#: How members of one club or family are kept apart.
CLUBS_APART = [
    ("", _("May meet")),
    ("weak", _("Meet only if it cannot be avoided")),
    ("absolute", _("Never meet")),
]
#: When everybody may read the deck lists that were handed in.
OPEN_DECKS = [
    ("", _("Closed: only their players and the judges read them")),
    ("start", _("Open: everybody, from the start of the event")),
    ("round", _("Open: everybody, after a round")),
]
DECK_LISTS = [("none", _("None")), ("optional", _("Optional")), ("required", _("Required"))]
GAMES = [(1, _("One game")), (3, _("Best of three"))]
#: Which policy of penalties an event starts with.
PENALTY_POLICIES = [
    ("", _("The series’ own, if it has one")),
    ("usual", _("The usual one")),
]


class Event(models.Model):
    """A tournament with its choices, from draft to finished."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=120)
    description = models.TextField(blank=True, max_length=5000)
    venue = models.CharField(max_length=200, blank=True)
    entry_fee = models.CharField(max_length=40, blank=True, help_text="In words, as “10 €”; empty: none.")
    starts_at = models.DateTimeField(null=True, blank=True)
    time_zone = models.CharField(
        max_length=64,
        blank=True,
        default="",
        help_text="In which its times are shown. Empty: the site's.",
    )
    plan = models.JSONField(
        default=dict,
        blank=True,
        help_text="Planned times: the minutes from one round's start to the next, breaks, and starts of their own.",
    )
    state = models.CharField(max_length=16, choices=State.choices, default=State.DRAFT)
    state_before_cancel = models.CharField(max_length=16, blank=True)
    created_at = models.DateTimeField()
    is_template = models.BooleanField(
        default=False, editable=False, help_text="Offered to its organisers for new events."
    )

    series = models.ForeignKey(
        Series, null=True, blank=True, on_delete=models.SET_NULL, related_name="events", editable=False
    )

    game = models.CharField(max_length=40)
    games_per_match = models.PositiveSmallIntegerField(default=1, choices=GAMES)
    capacity = models.PositiveIntegerField(null=True, blank=True, validators=[MinValueValidator(2)])
    registration_opens_at = models.DateTimeField(null=True, blank=True)
    registration_closes_at = models.DateTimeField(null=True, blank=True)
    registration_code = models.CharField(
        max_length=40, blank=True, help_text="Asked of whoever registers; only the organiser sees it."
    )
    game_options = models.JSONField(
        default=dict, blank=True, help_text="What the game's rules leave open, as a log's header writes it."
    )
    deck_lists = models.CharField(
        max_length=8,
        default="none",
        choices=DECK_LISTS,
    )
    deck_deadline = models.DateTimeField(
        null=True, blank=True, help_text="Until then players change their lists; after it only the desk."
    )
    open_decks = models.CharField(max_length=8, blank=True, default="", choices=OPEN_DECKS)
    open_decks_after = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(50)]
    )
    logs = models.CharField(
        max_length=12,
        default="competitive",
        choices=[("competitive", _("Competitive")), ("assisted", _("Assisted"))],
    )
    live_logging = models.BooleanField(
        default=True, help_text=_("Games may be logged on phones as they are played.")
    )
    deductions = models.BooleanField(
        default=True,
        help_text="Assisted events only: players are shown what can be deduced about hidden cards.",
    )
    illegal_calls_judge = models.BooleanField(
        default=True, help_text=_("An illegal entry at a live table calls a judge.")
    )
    turn_seconds = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(5), MaxValueValidator(3600)],
        help_text="Seconds a turn, for games logged live. Empty: no turn clock.",
    )
    spectators = models.CharField(
        max_length=8,
        default="public",
        choices=[
            ("none", "See nothing"),
            ("public", "See what everybody at the table sees"),
            ("delayed", "See everything, with a delay"),
        ],
    )
    spectator_delay = models.PositiveSmallIntegerField(
        default=15, validators=[MinValueValidator(1), MaxValueValidator(240)], help_text="Minutes."
    )

    swiss_rounds = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(50)],
        help_text="Empty: as many as the number of players requires.",
    )
    planned_rounds = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    first_round = models.CharField(
        max_length=8,
        default="random",
        choices=[("random", _("Random")), ("seed", _("By list")), ("rating", _("By rating"))],
    )
    last_round_by_standing = models.BooleanField(default=False)
    clubs_apart = models.CharField(max_length=8, blank=True, default="", choices=CLUBS_APART)
    clubs_apart_until = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(50)],
        help_text="The last round in which that binds. Empty: every round.",
    )

    table_ranges = models.JSONField(
        default=list,
        blank=True,
        help_text="Tables with a name: each with `name`, `first`, `last`, and `kept_free` for those put there.",
    )

    hall_rows = models.JSONField(
        default=list,
        blank=True,
        help_text="How the tables stand in the hall: rows from the wall on, each with `name`, `first`, `last`.",
    )

    prizes = models.JSONField(
        default=list,
        blank=True,
        help_text="By place: each with `first`, `last`, `amount` (a decimal as text) or none, and `what`.",
    )

    profile = models.CharField(max_length=12, choices=profile_choices, default=DEFAULT)
    tiebreakers = models.JSONField(default=list)
    floor = models.FloatField(null=True, blank=True, validators=[MinValueValidator(0), MaxValueValidator(1)])
    points_win = models.SmallIntegerField(default=3)
    points_draw = models.SmallIntegerField(default=1)
    points_loss = models.SmallIntegerField(default=0)
    points_bye = models.SmallIntegerField(default=3)
    pod_points = models.JSONField(
        default=dict,
        blank=True,
        help_text="Points of each place by the size of a table of three or more. Empty: as the profile has it.",
    )

    clock_kind = models.CharField(max_length=8, choices=ClockKind.choices, default=ClockKind.FIXED)
    round_minutes = models.PositiveSmallIntegerField(
        default=50, validators=[MinValueValidator(1), MaxValueValidator(600)]
    )
    procedure = models.TextField(max_length=1000, blank=True, help_text="What happens when time is called.")
    hard_stop_minutes = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(120)],
        help_text="Minutes after time is called when a judge decides. Empty: only the limit in turns applies.",
    )
    hard_stop_turns = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(50)]
    )
    hard_stop_measure = models.CharField(
        max_length=300, blank=True, help_text=_("What a judge decides by after the hard stop.")
    )
    late_game_minutes = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MaxValueValidator(600)],
        help_text="Minutes from a round's start until who is not there loses a game. Empty: the profile's.",
    )
    late_match_minutes = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MaxValueValidator(600)],
        help_text="The same for the match.",
    )
    penalty_policy = models.CharField(
        max_length=8,
        blank=True,
        default="",
        choices=PENALTY_POLICIES,
        help_text=_("Kept as it is when the event starts."),
    )
    confirm_minutes = models.PositiveSmallIntegerField(
        default=10,
        validators=[MinValueValidator(1), MaxValueValidator(600)],
        help_text=_("Minutes after which a report stands if nobody objects."),
    )

    missed_rounds_as = models.CharField(max_length=8, choices=MissedRounds.choices, default=MissedRounds.LOSS)
    late_entry_until = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The last round a late entrant may still join. Empty: any."
    )
    stand_in = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Of the staff: decides at the tables of an organiser who plays.",
    )
    stand_in_entrant = models.ForeignKey(
        "tournaments.Entrant",
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="The same, who plays.",
    )
    seed_hash = models.CharField(max_length=64, blank=True, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [models.Index(fields=["state", "-created_at"])]

    def __str__(self) -> str:
        return self.name


class EventSeed(models.Model):
    """The seed behind every draw of an event. Kept apart: nobody sees it before the event is finished."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="drawn_seed")
    value = models.CharField(max_length=64)


class StaffRole(Fact):
    """A role granted to an account in one event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="staff_roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="staff_roles")
    role = models.CharField(max_length=12, choices=Role.choices)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "user", "role"], condition=Q(revoked_at=None), name="one_standing_role"
            )
        ]


class RoleLink(Fact):
    """A link by which one account takes a role: once, until it expires or is taken back. Of its token only the hash is
    kept. `whom`: for whom it was made, in the organiser's words."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="role_links")
    role = models.CharField(max_length=12, choices=Role.choices)
    whom = models.CharField(max_length=100, blank=True)
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the token.")
    expires_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["id"]


class JournalEntry(WithReason, Fact):
    """A line of an event's journal, in order. A public line is shown on the event's page.

    What the site itself said is kept in English, and beside it what it was made of (`tournaments.messages`).
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="journal")
    kind = models.CharField(max_length=40)
    text = models.CharField(max_length=500)
    reason = models.CharField(max_length=500, blank=True)
    text_message = models.JSONField(null=True, blank=True, editable=False)
    details = models.JSONField(default=dict, blank=True)
    public = models.BooleanField(default=False)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["event", "id"])]

    @property
    def said(self) -> str:
        """The line, to be translated where the site wrote it."""
        return restored(self.text, self.text_message)
