"""Precedents judged by the rules of today, and what came of it: kept, so that no page has to judge."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

import msgspec
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from referee.budget import WHOLE_LOG, TooCostly, budget
from referee.models.precedents import Precedent, PrecedentCheck, PrecedentMention
from referee.precedents.contents import Contents, contents_of
from rules.kernel.errors import LogError
from rules.kernel.game import Game
from rules.kernel.rulebook import ruleset_hash
from rules.kernel.scenario import judge_scenario
from rules.registry import games, known

Kind = PrecedentMention.Kind


class Judged(msgspec.Struct, frozen=True):
    """What came of a scenario: the expectations that do not hold, and what it is about."""

    failures: tuple[str, ...] = ()
    contents: Contents = Contents()


@lru_cache(maxsize=32)
def ruleset_of(game: str) -> str:
    """The hash of the rules and cards that a game is judged by on this site; empty where it has no such game."""
    engine = known(game)
    return ruleset_hash(engine.package) if engine is not None else ""


def judge(game: Game, text: str) -> Judged:
    """Judges a scenario by the newest edition of its game's rules. Raises nothing: what cannot be judged any more does
    not hold."""
    if not text:
        return Judged()
    data = by_newest_edition(game, text)
    try:
        with budget(WHOLE_LOG):
            result = judge_scenario(game, data)
    except (LogError, TooCostly) as error:
        return Judged((error.message,), contents_of(game, data))
    failures = tuple(failure.message for failure in result.failures)
    broken = frozenset(rule for one in result.broken for rule in one.rules)
    return Judged(failures, contents_of(game, data, broken))


def by_newest_edition(game: Game, text: str) -> bytes:
    """A scenario whose header names the newest edition of the rules."""
    lines = text.split("\n")
    first = next((n for n, line in enumerate(lines) if line.strip() and not line.startswith("#")), None)
    if first is None:
        return text.encode()
    try:
        header = msgspec.json.decode(lines[first], type=dict[str, object])
    except msgspec.MsgspecError:
        return text.encode()
    if header.get("rules") in (None, game.editions[-1]):
        return text.encode()
    lines[first] = msgspec.json.encode({**header, "rules": game.editions[-1]}).decode()
    return "\n".join(lines).encode()


def check_precedent(precedent: Precedent, *, now: datetime) -> PrecedentCheck:
    """Judges one anew, its copy for all too, and keeps what came of it and what it is about."""
    return keep_check(precedent, judge_both(precedent), now=now)


class Both(NamedTuple):
    """What came of a precedent and of its copy for all, by which rules."""

    whole: Judged
    copy: Judged
    ruleset: str


def judge_both(precedent: Precedent) -> Both:
    """Judges one anew, its copy for all too. Never inside a transaction, where it is long."""
    engine = known(precedent.game)
    assert engine is not None
    ruleset = ruleset_of(precedent.game)
    return Both(judge(engine, precedent.text), judge(engine, precedent.open_text), ruleset)


def keep_check(precedent: Precedent, both: Both, *, now: datetime) -> PrecedentCheck:
    """Keeps what came of it and what it is about."""
    whole, copy, ruleset = both
    with transaction.atomic():
        Precedent.objects.select_for_update().get(pk=precedent.pk)
        _mention(precedent, whole.contents, copy.contents)
        return PrecedentCheck.objects.create(
            precedent=precedent,
            ruleset=ruleset,
            at=now,
            failures=[str(why) for why in whole.failures],
            open_failures=[str(why) for why in copy.failures],
        )


def _mention(precedent: Precedent, whole: Contents, copy: Contents) -> None:
    """Keeps what a precedent is about, as it is now."""
    wanted = {(Kind.RULE.value, key): key in copy.rules for key in whole.rules | copy.rules}
    wanted |= {(Kind.CARD.value, key): key in copy.cards for key in whole.cards | copy.cards}
    there = {(row.kind, row.key): row.is_open for row in precedent.mentions.all()}
    if there == wanted:
        return
    precedent.mentions.all().delete()
    PrecedentMention.objects.bulk_create(
        PrecedentMention(precedent=precedent, kind=kind, key=key[:200], is_open=is_open)
        for (kind, key), is_open in sorted(wanted.items())
    )


def unchecked() -> QuerySet[Precedent]:
    """The precedents that were not judged by today's rules yet, of games this site has; oldest first."""
    checks = PrecedentCheck.objects.filter(precedent=OuterRef("pk"))
    waiting = Precedent.objects.none()
    for game in games():
        done = Exists(checks.filter(ruleset=ruleset_of(game)))
        waiting |= Precedent.objects.filter(~done, game=game)
    return waiting.order_by("pk")


def newest_checks(precedents: Iterable[int]) -> dict[int, PrecedentCheck]:
    """The newest check of each of these precedents."""
    checks = PrecedentCheck.objects.filter(precedent__in=list(precedents)).order_by("id")
    return {check.precedent_id: check for check in checks}
