"""Making an event and changing its choices."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from rules.registry import games
from tournaments.access import Actor, require
from tournaments.access.table import BEFORE
from tournaments.choices import (
    OF_STANDINGS,
    clean_hall_rows,
    clean_pod_points,
    clean_prizes,
    clean_table_ranges,
    clean_tiebreakers,
    default_procedure,
)
from tournaments.day_rules.queries import rules_of
from tournaments.decks.rechecks import check_again
from tournaments.errors import Conflict, Invalid, NotAllowed, ReasonNeeded
from tournaments.events.game_clock import follow_game, take_from_options
from tournaments.events.game_options import check_game_options
from tournaments.journal import note
from tournaments.kept_standings.snapshots import standings_change
from tournaments.lateness.queries import minutes_of
from tournaments.locks import locked
from tournaments.messages import message as _
from tournaments.models.events import Event, Role, StaffRole, State
from tournaments.models.stages import Stage
from tournaments.pages.zones import known_zone
from tournaments.plans.plan import check_order, clean_plan
from tournaments.roster.queries import places_taken
from tournaments.roster.record import promote_all_from_waitlist
from tournaments.stages.changes import check_stages_may_change, replace_stages
from tournaments.stages.chosen import as_chosen, clean_stages
from tournaments.stages.queries import stages_of
from tournaments.text import clean_line, clean_reason, clean_text

TEXTS = {
    "name": 120,
    "description": 5000,
    "venue": 200,
    "entry_fee": 40,
    "procedure": 1000,
    "hard_stop_measure": 300,
    "registration_code": 40,
    "time_zone": 64,
}
# After the start: what may change freely, and what only with a reason, shown to everybody.
FREE = frozenset(
    {
        *("name", "description", "venue", "entry_fee", "starts_at", "time_zone", "plan", "table_ranges"),
        *("hall_rows", "prizes"),
        *("confirm_minutes", "late_entry_until"),
    }
)
WITH_REASON = frozenset(
    {
        "open_decks",
        "open_decks_after",
        "swiss_rounds",
        "last_round_by_standing",
        "clubs_apart",
        "clubs_apart_until",
        "profile",
        "tiebreakers",
        "floor",
        "points_win",
        "points_draw",
        "points_loss",
        "points_bye",
        "pod_points",
        "clock_kind",
        "round_minutes",
        "hard_stop_minutes",
        "hard_stop_turns",
        "hard_stop_measure",
        "late_game_minutes",
        "late_match_minutes",
    }
)
BEFORE_START = frozenset(
    {
        "game",
        "game_options",
        "games_per_match",
        "capacity",
        "registration_opens_at",
        "registration_closes_at",
        "registration_code",
        "deck_lists",
        "deck_deadline",
        "first_round",
        "procedure",
        "missed_rounds_as",
        "penalty_policy",
        "logs",
        "live_logging",
        "deductions",
        "illegal_calls_judge",
        "turn_seconds",
        "spectators",
        "spectator_delay",
    }
)
CLOCK = frozenset({"clock_kind", "round_minutes", "hard_stop_minutes"})
CHOICES = FREE | WITH_REASON | BEFORE_START
#: The chain of stages is a choice too, kept in rows of its own.
STAGES = "stages"
#: What only its organiser reads of an event's choices.
SECRET = frozenset({"registration_code"})
NEED_REASON = WITH_REASON | {STAGES}


def create_event(choices: Mapping[str, object], *, by: Actor, now: datetime) -> Event:
    """Makes a draft with the actor as its organiser; `stages` among the choices is its chain, else it is a Swiss event.
    Raises Invalid with the fields at fault."""
    if by.user is None:
        raise NotAllowed(_("Sign in to make an event."))
    event = Event(created_at=now)
    choices, stages = _without_stages(choices)
    _take(event, choices)
    chain = clean_stages(event, [{"kind": "swiss"}] if stages is None else stages)
    base = slugify(event.name)[:60].strip("-") or "event"
    if base == "new":
        base = "new-event"
    with transaction.atomic():
        _save_under_free_slug(event, base)
        replace_stages(event, chain, now=now)
        StaffRole.objects.create(event=event, user=by.user, role=Role.ORGANISER, at=now, **by.fact)
        note(event, "created", _("%(name)s was made.", name=event.name), by=by, now=now)
    return event


def edit_event(
    event: Event, choices: Mapping[str, object], *, by: Actor, now: datetime, reason: str = ""
) -> Event:
    """Changes an event's choices. What players rely on changes after the start only with a reason.

    Raises Invalid for bad values, Conflict for what is fixed by the start, ReasonNeeded.
    """
    reason = clean_reason(reason, needed=False)
    choices, stages = _without_stages(choices)
    with transaction.atomic():
        event = locked(event)
        require(by, "edit_event", event)
        before: dict[str, object] = {name: getattr(event, name) for name in CHOICES}
        judged_by = rules_of(event).digest if event.state in BEFORE else ""
        before[STAGES] = [as_chosen(stage) for stage in stages_of(event)]
        _take(event, choices)
        chain = clean_stages(event, before[STAGES] if stages is None else stages)
        after = {name: getattr(event, name) for name in CHOICES}
        after[STAGES] = [as_chosen(stage) for stage in chain]
        changed = sorted(name for name in after if after[name] != before[name])
        if not changed:
            return event
        if "game" in changed and event.card_lists.filter(replaced_at=None).exists():
            raise Conflict(
                _("This event has a card list of the game it had. Remove the list first."),
                fields={"game": _("The card list is of another game.")},
            )
        if event.state == State.RUNNING:
            _check_while_running(event, changed, reason, chain)
            if chain[0].is_open:  # a bracket or a round robin has the rounds of its structure
                event.planned_rounds = event.swiss_rounds or event.planned_rounds
        _check_capacity(event)
        _check_ranges(event)
        event.save()
        if STAGES in changed:
            replace_stages(event, chain, now=now)
        if event.state == State.RUNNING and OF_STANDINGS.intersection(changed):
            standings_change(event, by=by, now=now)
        judged_anew = event.state in BEFORE and rules_of(event).digest != judged_by
        if event.state in BEFORE:
            promote_all_from_waitlist(event, by=by, now=now)
        note(
            event,
            "edited",
            _("Changed: %(which)s.", which=", ".join(name.replace("_", " ") for name in changed)),
            by=by,
            now=now,
            reason=reason,
            details={
                name: [] if name in SECRET else [_plain(before[name]), _plain(after[name])]
                for name in changed
            },
            public=event.state != State.DRAFT and bool(NEED_REASON.intersection(changed)),
        )
        if judged_anew or {"game", "game_options"} & set(changed):
            check_again(event, by=by, now=now, tell=True)
    return event


def _take(event: Event, choices: Mapping[str, object]) -> None:
    """Puts the choices into the row and checks every field."""
    game_before = event.game or None
    unknown = sorted(set(choices) - CHOICES)
    if unknown:
        raise Invalid(
            _("There is no choice “%(name)s”.", name=unknown[0][:40]), fields={unknown[0][:40]: _("Unknown.")}
        )
    for name, value in choices.items():
        if name in TEXTS:
            clean = (
                clean_line
                if name in ("name", "venue", "entry_fee", "registration_code", "time_zone")
                else clean_text
            )
            value = clean(value, name, limit=TEXTS[name], needed=name == "name")
        setattr(event, name, value)
    if event.game not in games():
        raise Invalid(_("Choose one of the games."), fields={"game": _("Choose one of the games.")})
    if event.time_zone and known_zone(event.time_zone) is None:
        said = _("There is no time zone of this name. Write it as Europe/Berlin.")
        raise Invalid(said, fields={"time_zone": said})
    if isinstance(event.floor, float) and not math.isfinite(event.floor):
        raise Invalid(
            _("The floor must be a number from 0 to 1."), fields={"floor": _("A number from 0 to 1.")}
        )
    if event.game != game_before:
        follow_game(event, game_before, choices)
    event.game_options = take_from_options(event, check_game_options(event.game, event.game_options), choices)
    event.tiebreakers = clean_tiebreakers(event.tiebreakers, event.profile)
    event.pod_points = clean_pod_points(event.pod_points)
    event.table_ranges = clean_table_ranges(event.table_ranges)
    event.hall_rows = clean_hall_rows(event.hall_rows)
    event.prizes = clean_prizes(event.prizes)
    if not event.procedure:
        event.procedure = default_procedure(event.game)
    if not event.hard_stop_minutes and not event.hard_stop_turns:
        event.hard_stop_turns = 5
    event.plan = clean_plan(event.plan)
    try:
        event.full_clean(exclude=["slug"], validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        fields = {name: " ".join(texts) for name, texts in error.message_dict.items()}
        raise Invalid(
            _("Some choices cannot be used: %(which)s.", which=", ".join(fields)), fields=fields
        ) from None
    except (TypeError, ValueError, OverflowError):
        raise Invalid(_("Some choices have the wrong type."), fields={}) from None
    check_order(event.plan, event.starts_at)
    _check_points(event)
    _check_registration(event)
    minutes = minutes_of(event, 3)
    if minutes.game is not None and minutes.game > minutes.match:
        said = _("The match is not lost before a game is.")
        raise Invalid(said, fields={"late_match_minutes": said})
    if event.open_decks == "round" and event.open_decks_after is None:
        said = _("Say after which round the deck lists are published.")
        raise Invalid(said, fields={"open_decks_after": said})


def _check_registration(event: Event) -> None:
    opens, closes = event.registration_opens_at, event.registration_closes_at
    if opens is not None and closes is not None and closes <= opens:
        said = _("Registration closes after it opens.")
        raise Invalid(said, fields={"registration_closes_at": said})


def _check_points(event: Event) -> None:
    for name in ("points_win", "points_draw", "points_loss", "points_bye"):
        if not -1000 <= getattr(event, name) <= 1000:
            raise Invalid(_("Points lie between -1000 and 1000."), fields={name: _("From -1000 to 1000.")})
    if not event.points_win > 0:
        raise Invalid(_("A win must be worth something."), fields={"points_win": _("More than 0.")})
    if not event.points_win >= event.points_draw >= event.points_loss:
        raise Invalid(
            _("A win is worth at least a draw, and a draw at least a loss."),
            fields={"points_draw": _("Between a loss and a win.")},
        )


def _without_stages(choices: Mapping[str, object]) -> tuple[dict[str, object], object]:
    """The choices that are columns of the event, and the chain of stages; None where it is not among them."""
    return {name: value for name, value in choices.items() if name != STAGES}, choices.get(STAGES)


def _check_while_running(event: Event, changed: list[str], reason: str, chain: list[Stage]) -> None:
    if CLOCK.intersection(changed) and event.rounds.filter(
        started_at__isnull=False, finished_at=None
    ).exclude(state="withdrawn"):
        raise Conflict(_("A round is being played by this clock. Change it between rounds."))
    fixed = BEFORE_START.intersection(changed)
    if fixed:
        raise Conflict(
            _(
                "After the start this cannot change any more: %(which)s.",
                which=", ".join(sorted(fixed)).replace("_", " "),
            )
        )
    if STAGES in changed:
        check_stages_may_change(event, chain)
    if NEED_REASON.intersection(changed) and not reason:
        raise ReasonNeeded(
            _("Players rely on this. Give a reason; it is shown with the change."),
            fields={"reason": _("Needed.")},
        )


def _check_capacity(event: Event) -> None:
    if event.capacity and event.state != State.RUNNING and event.capacity < places_taken(event):
        raise Conflict(_("More people are entered than that. Drop some first, or choose a larger capacity."))


def _check_ranges(event: Event) -> None:
    """A range in which somebody is does not go."""
    names = [each["name"] for each in event.table_ranges]
    inside = event.entrants.exclude(table_range__in=["", *names]).order_by("pk").first()
    if inside is not None:
        raise Conflict(
            _(
                "%(who)s is in “%(name)s”. Take them out of it first.",
                who=inside.name,
                name=inside.table_range,
            ),
            fields={"table_ranges": _("Somebody is in it.")},
        )


def _save_under_free_slug(event: Event, base: str) -> None:
    """Saves under `base`, or `base-2`, …, whichever is free at that moment."""
    number = Event.objects.filter(slug__startswith=base).count() + 1
    event.slug = base if number == 1 else f"{base}-{number}"
    for _attempt in range(50):
        try:
            with transaction.atomic():
                event.save()
            return
        except IntegrityError:
            event.pk = None
            number += 1
            event.slug = f"{base}-{number}"
    raise Conflict(_("There are too many events of this name. Choose another."))


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else value
