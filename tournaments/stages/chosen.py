"""A chain of stages as an organiser chooses it: every field checked, what does not belong to the kind refused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError

from rules.registry import event_rules_of, known, most_seats
from tournaments.errors import Invalid
from tournaments.event_file.stage_checks import TIEBREAKS
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.stages import OPEN_KINDS, Stage, StageKind

MAX_STAGES = 6
CODE = re.compile(r"[a-z][a-z0-9_-]{0,39}")
OF_ALL = frozenset({"kind", "code", "games_per_match", "last_tiebreak", "clock_kind", "round_minutes"})
OF_LATER = frozenset({"size", "fresh"})
OF_KIND: dict[str, frozenset[str]] = {
    StageKind.SWISS: frozenset({"draws"}),
    StageKind.PODS: frozenset({"draws", "pod_size", "smallest"}),
    StageKind.ROUND_ROBIN: frozenset({"draws", "legs", "groups", "withdrawn"}),
    StageKind.SINGLE_ELIMINATION: frozenset({"third_place", "places"}),
    StageKind.DOUBLE_ELIMINATION: frozenset({"reset", "places"}),
}
FIELDS = tuple(sorted(OF_ALL | OF_LATER | {"rounds"}.union(*OF_KIND.values())))
_DEFAULT = Stage()
_USUAL_CODES = {
    StageKind.SWISS: "swiss",
    StageKind.PODS: "pods",
    StageKind.ROUND_ROBIN: "round-robin",
    StageKind.SINGLE_ELIMINATION: "cut",
    StageKind.DOUBLE_ELIMINATION: "double",
}


def fields_of(kind: str, *, first: bool) -> frozenset[str]:
    """The fields that a stage of this kind may set."""
    later = frozenset() if first else OF_LATER | ({"rounds"} if kind in OPEN_KINDS else frozenset())
    return OF_ALL | OF_KIND[kind] | later


def last_tiebreaks_of(event: Event, *, first: bool) -> tuple[str, ...]:
    """The ways to decide a match that must have a winner, the game's own first; the higher seed only where seeds are
    not drawn by lot."""
    common = [name for name in TIEBREAKS if name != "higher_seed" or not seeds_drawn(event, first=first)]
    return (*event_rules_of(event.game).last_tiebreaks, *common)


def seeds_drawn(event: Event, *, first: bool) -> bool:
    """Whether the seeds of a stage are drawn by lot."""
    return first and event.first_round == "random"


def clean_stages(event: Event, raw: object) -> list[Stage]:
    """The stages as unsaved rows, numbered and named. ``raw`` is a list of objects with a `kind` and the fields that
    belong to it; `id` is another word for `code`. Raises Invalid, which names stage and field.
    """
    if not isinstance(raw, Sequence) or isinstance(raw, str | bytes) or not 1 <= len(raw) <= MAX_STAGES:
        raise _refused(0, "", _("An event has 1 to %(n)s stages.", n=MAX_STAGES))
    stages: list[Stage] = []
    for number, row in enumerate(raw, start=1):
        stages.append(_clean_stage(event, number, row, {stage.code for stage in stages}))
    check_chain(event, stages)
    return stages


def _clean_stage(event: Event, number: int, row: object, codes: set[str]) -> Stage:
    if not isinstance(row, Mapping):
        raise _refused(number, "", _("A stage is an object with its kind."))
    values: dict[str, Any] = {"code" if name == "id" else str(name): row[name] for name in row}
    kind = values.get("kind")
    if kind not in StageKind.values:
        raise _refused(number, "kind", _("A stage is one of: %(which)s.", which=", ".join(StageKind.values)))
    allowed = fields_of(kind, first=number == 1)
    for name in sorted(values):
        if name not in FIELDS:
            raise _refused(number, name, _("There is no choice “%(name)s”.", name=name[:40]))
        if name not in allowed and values[name] not in (None, "", getattr(_DEFAULT, name)):
            raise _refused(number, name, _("Not possible for a stage of this kind, or in this place."))
    stage = Stage(event=event, number=number)
    for name in FIELDS:
        value = values.get(name)
        if name in allowed and value is not None:
            setattr(stage, name, value)
    _name(stage, values.get("code"), codes)
    if stage.kind == StageKind.PODS and stage.pod_size is None:
        stage.pod_size = max(3, min(4, most_seats(event.game)))
    if stage.eliminates and not stage.last_tiebreak:
        stage.last_tiebreak = last_tiebreaks_of(event, first=number == 1)[0]
    try:
        stage.full_clean(exclude=["event", "code"], validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        name, texts = next(iter(error.message_dict.items()))
        raise _refused(number, name, " ".join(texts)) from None
    except (TypeError, ValueError, OverflowError):
        raise _refused(number, "", _("Some choices have the wrong type.")) from None
    return stage


def _name(stage: Stage, code: object, codes: set[str]) -> None:
    """The code given, or the usual one of the kind; with a number where it is taken."""
    if code not in (None, ""):
        if not isinstance(code, str) or not CODE.fullmatch(code):
            raise _refused(stage.number, "code", _("A short name: small letters, digits, - and _."))
        if code in codes:
            raise _refused(stage.number, "code", _("Two stages have the same name."))
        stage.code = code
        return
    usual = _USUAL_CODES[StageKind(stage.kind)]
    stage.code = usual if usual not in codes else f"{usual}-{stage.number}"


def check_chain(event: Event, stages: Sequence[Stage]) -> None:
    """Raises Invalid where the stages do not fit the event's game and choices, or each other."""
    engine = known(event.game)
    least, most = (2, 2) if engine is None else engine.seats
    for stage in stages:
        first = stage.number == 1
        if not first and stage.is_open and stage.rounds is None:
            raise _refused(stage.number, "rounds", _("Say how many rounds this stage has."))
        if stage.last_tiebreak and stage.last_tiebreak not in last_tiebreaks_of(event, first=first):
            raise _refused(
                stage.number, "last_tiebreak", _("This tiebreak cannot decide a match in this stage.")
            )
        if stage.last_tiebreak == "higher_seed" and first and stage.is_open:
            # whoever enters is in it, also late: it has no seeds
            raise _refused(
                stage.number, "last_tiebreak", _("This tiebreak cannot decide a match in this stage.")
            )
        if stage.kind == StageKind.PODS:
            if most < 3:
                raise _refused(stage.number, "kind", _("This game is played by two; pods need three."))
            _check_between(stage.number, "pod_size", stage.pod_size, 3, most)
            _check_between(stage.number, "smallest", stage.smallest, max(2, least), stage.pod_size or most)
        if not first:
            _check_groups(stage, stages[stage.number - 2])


def _check_between(number: int, name: str, value: int | None, least: int, most: int) -> None:
    if value is not None and not least <= value <= most:
        raise _refused(number, name, _("A number from %(least)s to %(most)s.", least=least, most=most))


def _check_groups(stage: Stage, before: Stage) -> None:
    if before.groups > 1 and stage.size is not None and stage.size % before.groups:
        raise _refused(
            stage.number,
            "size",
            _(
                "%(n)s places cannot be divided equally among %(groups)s groups.",
                groups=before.groups,
                n=stage.size,
            ),
        )


def as_chosen(stage: Stage) -> dict[str, Any]:
    """The stage as `clean_stages` takes it: its kind, its code, and whatever differs from the default."""
    own = fields_of(stage.kind, first=stage.number == 1)
    chosen = {name: getattr(stage, name) for name in FIELDS if name in own}
    return {
        name: value
        for name, value in chosen.items()
        if name in ("kind", "code") or value != getattr(_DEFAULT, name)
    }


def _refused(number: int, field: str, why: Message | str) -> Invalid:
    name = f"stages[{number - 1}].{field}" if field else "stages"
    said = _("Stage %(n)s: %(why)s", n=number, why=why) if number else why
    return Invalid(said, fields={name: why})
