"""What an event file says of its rules and stages, as the choices of an event on this site."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import UNSET, to_builtins

from tournaments.errors import Invalid
from tournaments.event_file.stage_checks import is_drawn
from tournaments.facts import ClubsApart, EventFile, Rules, Stage
from tournaments.importing.refusing import refused
from tournaments.messages import message as _
from tournaments.projection import OF_STAGE
from tournaments.standings.folding import SMALLEST
from tournaments.standings.profiles import PROFILES
from tournaments.standings.profiles import choices_of as points_followed


def choices_of(facts: EventFile) -> dict[str, Any]:
    """The choices for a new event. Raises Invalid for what this site cannot keep."""
    rules, profile = facts.rules, PROFILES[facts.rules.profile]
    first = facts.stages[0]
    if rules.tiebreakers is not UNSET and not rules.tiebreakers:
        raise refused("rules.tiebreakers", _("names none; left out, they are those of the profile"))
    choices: dict[str, Any] = {
        "name": facts.name.strip() or "?",
        "game": facts.game,
        "games_per_match": rules.games_per_match,
        "profile": rules.profile,
        "tiebreakers": list(profile.tiebreakers if rules.tiebreakers is UNSET else rules.tiebreakers),
        "first_round": rules.first_round,
        "last_round_by_standing": rules.last_round_by_standing,
        "swiss_rounds": (first.rounds or rules.swiss_rounds or None)
        if first.kind in ("swiss", "pods")
        else None,
        "stages": [
            _stage(stage, first=at == 0) | _draws(stage, facts) for at, stage in enumerate(facts.stages)
        ],
        **_points(facts),
        **_clubs(rules),
    }
    if any(one.deck is not UNSET for one in facts.entrants):
        choices["deck_lists"] = "optional"
    if rules.floor is not UNSET:
        choices["floor"] = float(rules.floor or 0)
    if rules.pod_points is not UNSET:
        choices["pod_points"] = {size: list(line) for size, line in rules.pod_points.items()}
    if rules.table_ranges is not UNSET:
        choices["table_ranges"] = [to_builtins(each) for each in rules.table_ranges]
    return choices


def _points(facts: EventFile) -> dict[str, int]:
    points, rules = {}, facts.rules
    for name, standard in PROFILES[rules.profile].points.items():
        given = getattr(rules.points, name)
        value = standard if given is UNSET else given
        if name == "bye" and given is UNSET:
            value = _usual_bye(facts, standard)
        if value != int(value):
            raise Invalid(_("rules.points.%(name)s: this site keeps whole match points only.", name=name))
        points[f"points_{name}"] = int(value)
    return points


def _usual_bye(facts: EventFile, standard: Fraction) -> Fraction:
    """What a bye is worth where the file does not say: in pods the first place at the smallest table. This site has one
    value for all stages."""
    worth = set()
    for stage in facts.stages:
        if stage.kind == "pods":
            smallest = stage.smallest or SMALLEST
            worth.add(Fraction(points_followed(facts.rules, {smallest}, []).pod_points[smallest][0]))
        elif stage.kind == "swiss":
            worth.add(standard)
    if len(worth) > 1:
        raise Invalid(_("rules.points.bye: say what a bye is worth; this site has one value for all stages."))
    return worth.pop() if worth else standard


def _clubs(rules: Rules) -> dict[str, Any]:
    if not isinstance(rules.clubs_apart, ClubsApart):
        return {"clubs_apart": ""}
    return {"clubs_apart": rules.clubs_apart.strength, "clubs_apart_until": rules.clubs_apart.until_round}


def _draws(stage: Stage, facts: EventFile) -> dict[str, bool]:
    """Pods have no draws unless an event says so; a file in which a table of theirs was drawn has said it."""
    results = (match.result for each in facts.rounds if each.stage == stage.id for match in each.matches)
    if stage.kind != "pods" or stage.draws is not None or not any(map(is_drawn, results)):
        return {}
    return {"draws": True}


def _stage(stage: Stage, *, first: bool) -> dict[str, Any]:
    """The stage without what is only a default. The first one's number of rounds is the event's."""
    usual = Stage(id="", kind=stage.kind)
    said = {name: value for name in OF_STAGE if (value := getattr(stage, name)) != getattr(usual, name)}
    if first:
        said.pop("rounds", None)
    return {**said, "kind": stage.kind, "code": stage.id}
