"""After an upgrade: all stored logs judged by the new rules, by itself, told to who runs the site. Nothing changes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.urls import reverse

from referee.models.records import Record
from referee.models.rejudging import Rejudged, SeenRuleset
from referee.rejudging.of_event import judge_record, keep_judged
from referee.rejudging.report import places_of
from rules.kernel.rulebook import ruleset_hash
from rules.registry import games, load, title
from tournaments.access import Actor
from tournaments.errors import NotFound
from tournaments.jobs.changes import begin_job
from tournaments.jobs.kinds import Kind
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job

UPGRADE = "rejudge_site"
SHOWN = 500
#: So many events have their places worked out for the page.
EVENTS = 20


def judge_after_upgrade(now: datetime) -> int:
    """Notes rules that this site has not judged by before; where it has judged by others, a job judges the game's logs
    anew. Once for each, whoever looks at the same time. Gives how many were new."""
    hashes = {name: ruleset_hash(load(name).package) for name in games()}
    known = set(SeenRuleset.objects.filter(ruleset__in=hashes.values()).values_list("game", "ruleset"))
    new = [pair for pair in hashes.items() if pair not in known]
    return sum(_note(game, ruleset, now) for game, ruleset in new)


def _note(game: str, ruleset: str, now: datetime) -> bool:
    """Notes one; gives whether it was new."""
    try:
        with transaction.atomic():
            seen = SeenRuleset.objects.create(game=game, ruleset=ruleset, seen_at=now)
            before = SeenRuleset.objects.filter(game=game).exclude(pk=seen.pk).exists()
            numbers = _logs(game) if before else []
            if numbers:
                said = {"rules": "", "game": game}
                seen.job = begin_job(UPGRADE, numbers, arguments=said, by=Actor.system(), now=now)
                seen.save(update_fields=["job"])
    except IntegrityError:
        return False
    return True


def _logs(game: str) -> list[int]:
    records = Record.objects.filter(match__round__event__game=game, replaced_at=None).order_by("pk")
    return list(records.values_list("pk", flat=True))


def check_operator(actor: Actor) -> None:
    """Raises NotFound for everybody but who runs the site."""
    if not _runs_it(actor):
        raise NotFound(_("There is no such page."))


def upgrades(actor: Actor) -> list[Job]:
    """The jobs that judged the logs anew after upgrades, the newest first. Raises NotFound."""
    check_operator(actor)
    return list(Job.objects.filter(kind=UPGRADE).order_by("-pk")[:20])


def differing_in(job: Job) -> list[dict[str, Any]]:
    """The logs that would come out differently, with the first entry that would; the first few hundred."""
    rows = Rejudged.objects.filter(job=job, differs=True).select_related("record__match__round__event")
    return [
        {"row": row, "first": row.entries[0] if row.entries else None} for row in rows.order_by("pk")[:SHOWN]
    ]


def places_in(job: Job) -> list[tuple[Event, int]]:
    """The events of the logs whose outcome differs, and how many places there would be others if all were adopted;
    nothing while the job is under way."""
    rows = Rejudged.objects.filter(job=job, differs=True).order_by()
    events = Event.objects.filter(pk__in=rows.values("record__match__round__event")).order_by("name", "pk")
    reported = [(event, places_of(job, event)) for event in events[:EVENTS]]
    return [(event, len(places.moved)) for event, places in reported if places is not None]


def _runs_it(actor: Actor) -> bool:
    return actor.user is not None and actor.user.is_superuser and actor.grant is None


def _title(job: Job) -> Message:
    game = str(job.arguments.get("game", ""))
    return _("%(game)s: logs judged anew after an upgrade", game=title(game) if game in games() else game)


def _may(actor: Actor, job: Job) -> bool:
    return _runs_it(actor)


def _address(job: Job) -> str:
    return reverse("referee:upgrades")


KIND = Kind(UPGRADE, _title, judge_record, _may, _may, keep_judged, _address, at_once=20)
