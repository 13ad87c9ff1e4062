"""Standings kept with each finished round, and kept anew when the facts behind them have changed.

A change of such facts leaves a row that says so, in its own transaction. After it the standings are computed from the
facts of one moment, outside of any transaction, and written if nobody else wrote those of that moment or a later one:
by whoever made the change, or where they are many, as long work (`work`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F, Min

from tournaments.access import Actor
from tournaments.jobs.changes import UnderWay, begin_job
from tournaments.kept_standings.plain import plain
from tournaments.live.changes import mark_changed
from tournaments.locks import locked
from tournaments.messages import stored
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import Round, RoundState, StandingsDue, StandingsSnapshot
from tournaments.models.webhooks import Happening
from tournaments.now import now
from tournaments.outbox.webhooks import tell
from tournaments.projection import facts_of
from tournaments.reading import one_moment
from tournaments.standings import standings_of

#: The job that keeps them where they are many.
KEEP = "keep_standings"
#: So many places, of all rounds together, are worked out within a request: a round of 3,000 players.
FEW = 3_000
#: After so long whoever looks at them waits for nobody any more.
LATE = timedelta(seconds=30)

Computed = dict[int, tuple[Any, Any, Any]]
"""For the number of each round the rules relied on, what their texts are made of, and the table."""


def standings_change(event: Event, *, by: Actor, now: datetime, since: int = 1, note: str = "") -> None:
    """Says that the standings from that round on may have come to differ from the facts. For a change's transaction;
    they are kept anew once it is over. `note` is shown with those that do differ.
    """
    StandingsDue.objects.create(
        event=event, since=since, note=note, note_message=stored(note), at=now, **by.fact
    )
    event_id = event.pk
    after_commit(lambda: keep_or_begin(event_id, now))


def after_commit(work: Callable[[], object]) -> None:
    """Does it once the transaction has been written. A failure is logged; the sweep tries again."""
    transaction.on_commit(work, robust=True)


def drop_snapshot(round: Round, *, now: datetime) -> None:
    """The kept standings of a round that is open again no longer stand."""
    StandingsSnapshot.objects.filter(round=round, replaced_at=None).update(replaced_at=now)


def standings_are_due(event: Event) -> bool:
    """Whether the kept standings may still differ from the facts: somebody is working them out."""
    return StandingsDue.objects.filter(event=event).exists()


def nobody_keeps(event: Event, now: datetime) -> bool:
    """Whether they have been waiting for so long that nobody seems to work them out."""
    return StandingsDue.objects.filter(event=event, at__lt=now - LATE).exists()


def keep_or_begin(event_id: int, now: datetime) -> int:
    """Keeps the standings for which a change is noted, or begins the job that does; gives how often something was
    written."""
    if not are_many(event_id):
        return keep_standings(event_id)
    # One that is under way sees to what came meanwhile.
    with suppress(UnderWay):
        begin_job(KEEP, [event_id], alone=str(event_id), by=Actor.system(), now=now)
    return 0


def are_many(event_id: int) -> bool:
    """Whether more places are to be worked out than somebody waits for."""
    since = StandingsDue.objects.filter(event=event_id).aggregate(since=Min("since"))["since"]
    if since is None:
        return False
    rounds = Round.objects.filter(event=event_id, state=RoundState.FINISHED, number__gte=since).count()
    return rounds > 0 and rounds * Entrant.objects.filter(event=event_id).count() > FEW


def keep_standings(event_id: int) -> int:
    """Computes and keeps the standings for which a change is noted; gives how often something was written."""
    written = 0
    while (worked_out := work_out(event_id)) is not None:
        written += write_standings(event_id, worked_out)
    return written


class WorkedOut(NamedTuple):
    """The standings as they are at one moment, and the changes that were noted by then."""

    due: list[StandingsDue]
    computed: Computed


def work_out(event_id: int) -> WorkedOut | None:
    """Computes the standings for which a change is noted; nothing where none is."""
    with one_moment():
        due = list(StandingsDue.objects.filter(event_id=event_id).order_by("id"))
        return WorkedOut(due, _computed(event_id, min(row.since for row in due))) if due else None


def _computed(event_id: int, since: int) -> Computed:
    """The standings after each finished round from `since` on. The facts are read once."""
    facts = facts_of(Event.objects.get(pk=event_id), finished_only=True)
    computed: Computed = {}
    for number in [round.number for round in facts.rounds if round.number >= since]:
        after = standings_of(facts, after_round=number)
        rules = plain({**after.relied_on, "tiebreakers": list(after.tiebreakers)})
        messages = {name: stored(text) for name, text in after.relied_on.items()}
        computed[number] = rules, messages, plain(after.rows)
    return computed


def write_standings(event_id: int, worked_out: WorkedOut) -> bool:
    """Writes what was computed and takes the notes away. False where somebody else has taken one of them: what
    was written then is of another moment. A note that came meanwhile stays, and is what comes next.
    """
    due, computed = worked_out
    with transaction.atomic():
        event = locked(Event(pk=event_id))
        notes = StandingsDue.objects.filter(event=event)
        seen = {row.pk for row in due}
        if not seen.issubset(notes.values_list("pk", flat=True)):
            return False
        rounds = list(Round.objects.filter(event=event, state=RoundState.FINISHED, number__in=computed))
        kept = {
            each.round_id: each
            for each in StandingsSnapshot.objects.filter(round__in=rounds, replaced_at=None)
        }
        changed = [_keep(each, kept.get(each.pk), due, *computed[each.number]) for each in rounds]
        notes.filter(pk__in=seen).delete()
        if any(changed):
            mark_changed(event.pk, "standings")
            newest = max(each.number for each, new in zip(rounds, changed, strict=True) if new)
            tell(event, Happening.STANDINGS_CHANGED, {"round": newest}, now=now())
    return True


def _keep(
    round: Round,
    before: StandingsSnapshot | None,
    due: list[StandingsDue],
    rules: Any,
    messages: Any,
    table: Any,
) -> bool:
    """One round's standings, if they are not what is kept. The note is the last change's that reaches so far back."""
    if before is not None and (before.table, before.rules) == (table, rules):
        # Figures may have come about otherwise than before: workings that were kept of it are out of date.
        StandingsSnapshot.objects.filter(pk=before.pk).update(looked=F("looked") + 1)
        return False
    last = [row for row in due if row.since <= round.number][-1:]
    if not last:
        return False
    reason: StandingsDue | StandingsSnapshot = last[0]
    if before is not None:
        before.replaced_at = last[0].at
        before.save(update_fields=["replaced_at"])
        reason = reason if reason.note else before
    StandingsSnapshot.objects.create(
        round=round,
        rules=rules,
        rules_messages=messages,
        table=table,
        note=reason.note,
        note_message=reason.note_message,
        at=last[0].at,
        by=last[0].by,
        by_user_id=last[0].by_user_id,
    )
    return True
