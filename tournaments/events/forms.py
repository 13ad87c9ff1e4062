"""The form of an event's choices, in groups."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.choices import game_choices
from tournaments.events.changes import BEFORE_START
from tournaments.events.game_clock import FOLLOWING, default_clock
from tournaments.events.game_options import option_fields, options_from
from tournaments.events.plan_forms import PLAN, plan_fields, plan_of
from tournaments.events.range_fields import TableRangesField
from tournaments.events.structure_fields import (
    STRUCTURE,
    PlacesField,
    answers_in,
    fit_table_size,
    fit_tiebreaks,
    structure_fields,
    table_too_large,
)
from tournaments.models.events import Event, State
from tournaments.pages.forms import MergingForm
from tournaments.pages.times import MomentField
from tournaments.pages.zones import zone_named
from tournaments.stages.chosen import as_chosen
from tournaments.stages.queries import stages_of
from tournaments.stages.simple import FIRST, USUAL, answers_of, chain_of
from tournaments.standings.tiebreakers.registry import TIEBREAKERS

CHAIN_LENGTH = 6
CHAIN_FIELDS = [f"tiebreaker_{number}" for number in range(1, CHAIN_LENGTH + 1)]
MOMENTS = ("starts_at", "registration_opens_at", "registration_closes_at", "deck_deadline")

GROUPS: list[tuple[Any, list[str]]] = [
    (
        _("What and where"),
        [
            *("name", "game", "structure", "table_size", "cut"),
            *("starts_at", "venue", "entry_fee", "description", "capacity", "deck_lists"),
        ],
    ),
    (_("Planned times"), ["time_zone", *PLAN]),
    (_("Registration"), ["registration_opens_at", "registration_closes_at", "registration_code"]),
    (_("Deck lists"), ["deck_deadline", "open_decks", "open_decks_after"]),
    (
        _("Rounds"),
        [
            "swiss_rounds",
            *("group_count", "cut_kind", "cut_games", "third_place", "last_tiebreak"),
            "games_per_match",
            "first_round",
            "last_round_by_standing",
            *("clubs_apart", "clubs_apart_until"),
            "missed_rounds_as",
            "late_entry_until",
            "table_ranges",
        ],
    ),
    (
        _("Clock"),
        ["clock_kind", "round_minutes", "procedure", "hard_stop_minutes", "hard_stop_turns", "hard_stop_measure",
         "late_game_minutes", "late_match_minutes"],
    ),
    (
        _("Results and logs"),
        [
            "confirm_minutes",
            "penalty_policy",
            "live_logging",
            "logs",
            "deductions",
            "illegal_calls_judge",
            "turn_seconds",
            "spectators",
            "spectator_delay",
        ],
    ),
    (
        _("Points and tiebreakers"),
        ["points_win", "points_draw", "points_loss", "points_bye", "places", "profile", "floor", *CHAIN_FIELDS],
    ),
]  # fmt: skip

#: Fields that are no columns of the event.
ASKED_APART = {*CHAIN_FIELDS, *STRUCTURE, *PLAN, "places", "table_ranges"}

LABELS: dict[str, Any] = {
    "name": _("Name"),
    "game": _("Game"),
    "starts_at": _("Begins"),
    "time_zone": _("Time zone"),
    "venue": _("Venue"),
    "entry_fee": _("Entry fee"),
    "description": _("What players should know"),
    "capacity": _("Places"),
    "registration_opens_at": _("Registration opens"),
    "registration_closes_at": _("Registration closes"),
    "registration_code": _("Registration code"),
    "deck_lists": _("Deck lists"),
    "deck_deadline": _("Deck lists are handed in until"),
    "open_decks": _("Who reads the deck lists"),
    "open_decks_after": _("After round"),
    "swiss_rounds": _("Swiss rounds"),
    "games_per_match": _("Games a match"),
    "first_round": _("Round 1 is paired"),
    "last_round_by_standing": _("Pair the last round by standing"),
    "clubs_apart": _("Members of one club or family"),
    "clubs_apart_until": _("That binds up to round"),
    "missed_rounds_as": _("Rounds missed by late players count"),
    "late_entry_until": _("Late entry up to round"),
    "table_ranges": _("Table ranges"),
    "clock_kind": _("Clock"),
    "round_minutes": _("Minutes a round"),
    "procedure": _("When time is called"),
    "hard_stop_minutes": _("Hard stop after minutes"),
    "hard_stop_turns": _("Hard stop after turns"),
    "hard_stop_measure": _("Then a judge decides by"),
    "late_game_minutes": _("Late: minutes until a game is lost"),
    "late_match_minutes": _("Late: minutes until the match is lost"),
    "confirm_minutes": _("A report stands unchallenged after minutes"),
    "penalty_policy": _("What is punished how"),
    "logs": _("Logging games"),
    "live_logging": _("Games may be logged on phones while they are played"),
    "deductions": _("Players are shown what can be deduced about hidden cards"),
    "illegal_calls_judge": _("An illegal entry calls a judge"),
    "turn_seconds": _("Seconds a turn"),
    "spectators": _("Spectators of a featured table"),
    "spectator_delay": _("Delay for spectators in minutes"),
    "profile": _("Rules for standings"),
    "floor": _("Floor for win percentages"),
    "points_win": _("Points for a win"),
    "points_draw": _("For a draw"),
    "points_loss": _("For a loss"),
    "points_bye": _("For a bye"),
}
#: of an event that is being made
NEW_TURN_SECONDS = _(
    "For games logged live. Overruns are shown to judges; there is no automatic penalty. "
    "Empty: as the game's rules say, 30 in Highlander; none where they say nothing."
)
HELPS: dict[str, Any] = {
    "time_zone": _("In which this event's times are entered and shown, as Europe/Berlin. Empty: the site's."),
    "registration_opens_at": _("Empty: as soon as the desk opens it."),
    "registration_closes_at": _("Empty: when check-in opens. The desk can enter people all the same."),
    "registration_code": _("Whoever registers types it. Empty: none is asked for."),
    "capacity": _("Empty: no limit. With a limit, later players go on a waitlist."),
    "deck_deadline": _("After that only the desk changes them. Empty: until the event starts."),
    "open_decks_after": _("Only for lists that are open after a round."),
    "swiss_rounds": _("Empty: as many as the number of players requires."),
    "late_entry_until": _("Empty: up to any round."),
    "clubs_apart": _("By the club of each entrant. Swiss rounds and pods only."),
    "clubs_apart_until": _("Empty: in every round."),
    "clock_kind": _("A random end is 26 minutes plus a die roll; nobody sees it before it comes."),
    "round_minutes": _(
        "Only for a clock of fixed length. Empty: as the game's rules say, 30 in Highlander; 50 where they say nothing."
    ),
    "procedure": _("Empty: the game's own procedure."),
    "hard_stop_minutes": _(
        "So that one table cannot hold up the round. Empty: only the limit in turns applies."
    ),
    "late_game_minutes": _(
        "After the start of the round, where a match has several games. Empty: as the rules for standings say."
    ),
    "late_match_minutes": _("After the start of the round. Empty: as the rules for standings say."),
    "floor": _("From 0 to 1. Empty: as the rules for standings say."),
    "logs": _("Assisted: the live logger offers legal options. Competitive: it does not."),
    "deductions": _("Only in assisted events; never in competitive ones."),
    "turn_seconds": _(
        "For games logged live. Overruns are shown to judges; there is no automatic penalty. "
        "Empty: no turn clock."
    ),
    "spectator_delay": _(
        "For spectators who see everything: hidden cards only after the game, unless both players agree."
    ),
    "profile": _("A published set of rules, used as a whole."),
}


class EventForm(MergingForm, forms.ModelForm):
    """All choices of an event. A running event's fixed choices are shown and cannot be changed."""

    reason = forms.CharField(
        label=_("Reason for the change"),
        help_text=_(
            "Shown to the players beside what changed. Needed for rounds, points, tiebreakers and clock."
        ),
        max_length=500,
        required=False,
    )

    class Meta:
        model = Event
        field_classes = dict.fromkeys(MOMENTS, MomentField)
        fields = [name for _title, names in GROUPS for name in names if name not in ASKED_APART]
        labels = LABELS
        help_texts = HELPS
        widgets = {
            "description": forms.Textarea(attrs={"rows": 4}),
            "procedure": forms.Textarea(attrs={"rows": 3}),
            **{
                name: forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M:%S")
                for name in MOMENTS
            },
            "floor": forms.NumberInput(attrs={"step": "any", "min": 0, "max": 1}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"] = forms.ChoiceField(label=LABELS["game"], choices=game_choices())
        self.fields["starts_at"].help_text = _("Times are in %(zone)s.") % {
            "zone": self.instance.time_zone or get_current_timezone_name()
        }
        self._translate_choices()
        chain = list(self.instance.tiebreakers or [])
        options = [("", "–"), *((name, gettext(kind.title)) for name, kind in TIEBREAKERS.items())]
        for place, name in enumerate(CHAIN_FIELDS, start=1):
            label = _("Tiebreaker %(n)s") % {"n": place}
            self.fields[name] = forms.ChoiceField(label=label, choices=options, required=False)
            self.initial[name] = chain[place - 1] if place <= len(chain) else ""
        self.fields[CHAIN_FIELDS[0]].help_text = _("All empty: the chain of the rules for standings.")
        self.chain_apart = not self._ask_for_structure()
        self.fields["table_ranges"] = TableRangesField()
        self.initial["table_ranges"] = self.instance.table_ranges
        self.fields["places"] = PlacesField()
        self.initial["places"] = self.instance.pod_points
        if self.instance.pk is None:
            self.fields.update(plan_fields())
        self.options = self._options()
        self.fields["round_minutes"].required = False
        if self.instance.pk is None:
            self.initial["round_minutes"] = None
            self.fields["turn_seconds"].help_text = NEW_TURN_SECONDS
        if self.instance.state == State.RUNNING:
            first = [] if self.chain_apart else FIRST
            for name in self.fields.keys() & {*BEFORE_START, *self.options, *first}:
                self.fields[name].disabled = True
        else:
            del self.fields["reason"]

    def full_clean(self) -> None:
        """Times are those of the zone that is sent with them."""
        with timezone.override(zone_named(str(self.data.get("time_zone", "")))):
            super().full_clean()

    def clean(self) -> dict[str, Any]:
        """A Swiss event has no larger tables than its game."""
        cleaned: dict[str, Any] = super().clean() or {}
        asked = not self.chain_apart and not self.fields["structure"].disabled
        if asked and cleaned.get("structure") in ("", "swiss"):
            wrong = table_too_large(cleaned.get("table_size"), cleaned.get("game", ""))
            if wrong:
                self.add_error("table_size", wrong)
        return cleaned

    def _ask_for_structure(self) -> bool:
        """Asks for stage and cut; not of an event whose chain has a page of its own."""
        chain = [as_chosen(stage) for stage in stages_of(self.instance)] if self.instance.pk else []
        self.answers = answers_of(chain) if chain else USUAL
        if self.answers is None:
            return False
        self.fields.update(structure_fields())
        self.initial.update(self.answers)
        # Where a larger table was sent for it, the field stays, with what is wrong beside it.
        is_known = self.instance.pk is not None and not self.data.get("table_size")
        fit_table_size(self.fields, self.instance.game if is_known else "")
        fit_tiebreaks(self.fields, self.instance.game if is_known else "")
        return True

    def _options(self) -> list[str]:
        """Asks for the game's own options, of an event that has its game; gives the names of the fields."""
        if self.instance.pk is None:
            return []
        fields = option_fields(self.instance.game, self.instance.game_options)
        self.fields.update(fields)
        self.initial.update({name: field.initial for name, field in fields.items()})
        return list(fields)

    def _translate_choices(self) -> None:
        """The labels of the models' choices and the models' helps in the reader's language."""
        for field in self.fields.values():
            if field.help_text:
                field.help_text = gettext(str(field.help_text))
            if isinstance(field, forms.TypedChoiceField):
                known: Any = field.choices
                field.choices = [(value, gettext(str(label))) for value, label in known]

    def groups(self) -> list[tuple[Any, list[forms.BoundField], bool]]:
        """Title, fields, and whether the group needs to be seen at once."""
        groups = []
        for number, (title, names) in enumerate(GROUPS):
            bound = [self[name] for name in names if name in self.fields]
            groups.append((title, bound, number == 0 or any(field.errors for field in bound)))
        if self.options:
            bound = [self[name] for name in self.options]
            groups.insert(1, (_("Options of the game"), bound, any(field.errors for field in bound)))
        return groups

    def _chain(self, chain: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The stages under the names that they have by now."""
        if self.instance.pk is not None:
            for chosen, stage in zip(chain, stages_of(self.instance), strict=False):
                if chosen["kind"] == stage.kind:
                    chosen["code"] = stage.code
        return chain

    def _chosen_options(self) -> dict[str, object]:
        """The options as filled in; none where another game was chosen, whose own are asked for next time."""
        saved = Event.objects.only("game", "game_options").get(pk=self.instance.pk)
        if self.cleaned_data.get("game") != saved.game or not self.options:
            return {}
        return options_from(saved.game, self.cleaned_data, saved.game_options)

    def choices(self) -> dict[str, object]:
        """The choices as the domain takes them: the fields by name, and the tiebreakers as one list."""
        skip = {"reason", *ASKED_APART}
        running = self.instance.state == State.RUNNING
        if running:
            skip |= BEFORE_START
        skip |= set(self.options)
        choices: dict[str, object] = {k: v for k, v in self.cleaned_data.items() if k not in skip}
        if self.instance.pk is not None and self.instance.state != State.RUNNING:
            choices["game_options"] = self._chosen_options()
        game = str(self.cleaned_data.get("game"))
        if self.instance.pk is None or "game" in self.changed_data:
            # What nobody touched follows the game.
            for name in FOLLOWING - set(self.changed_data):
                choices.pop(name, None)
        if "round_minutes" in choices and choices["round_minutes"] is None:
            choices["round_minutes"] = default_clock(game)["round_minutes"]
        if self.cleaned_data.get("plan_every"):
            choices["plan"] = plan_of(self.cleaned_data)
        choices["pod_points"] = self.cleaned_data["places"]
        choices["table_ranges"] = self.cleaned_data["table_ranges"]
        if not self.chain_apart:
            answers = answers_in(self.cleaned_data, self.answers or USUAL, running=running)
            if self.instance.pk is None or answers != self.answers:
                choices["stages"] = self._chain(chain_of(answers))
        choices["tiebreakers"] = [
            self.cleaned_data[name] for name in CHAIN_FIELDS if self.cleaned_data.get(name)
        ]
        return choices
