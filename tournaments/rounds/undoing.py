"""Going back past rounds that were played: first what would change, then done as new facts.

Rounds taken back stay in the record as withdrawn, with their matches, reports and results. They count no more, and
their numbers are paired anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q
from msgspec.structs import replace

from tournaments.access import Actor, require
from tournaments.clocks.rounds import end_clock
from tournaments.errors import Conflict
from tournaments.facts import Entrant, EventFile
from tournaments.journal import note
from tournaments.kept_standings.assumed import places_by
from tournaments.kept_standings.snapshots import drop_snapshot, standings_change
from tournaments.kept_standings.standings import places_kept
from tournaments.locks import locked
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.rounds import PUBLISHED_STATES, MatchState, Round, RoundState
from tournaments.models.webhooks import Happening
from tournaments.outbox.changes import put
from tournaments.outbox.webhooks import tell_of_round
from tournaments.projection import facts_of
from tournaments.reading import one_moment
from tournaments.rounds.steps import forget_entrants, forget_round, take_back_offers
from tournaments.text import clean_int, clean_reason


@dataclass(frozen=True)
class Moved:
    """An entrant's place now and after going back; None for who is not in that table."""

    name: str
    code: str
    before: int | None
    after: int | None


@dataclass(frozen=True)
class Undoing:
    """The effects of going back to the end of round `to`. `rounds` are those that would be void, the newest first, each
    with how many results it has."""

    to: int
    rounds: list[tuple[Round, int]]
    moved: list[Moved]
    rejoin: list[str]

    @property
    def results(self) -> int:
        """How many results would be void."""
        return sum(count for _round, count in self.rounds)


def what_undoing_changes(event: Event, to: int) -> Undoing:
    """The rounds after `to` with their results, the places before and after, and who left in one of these rounds and
    would be taken to have left before them. Raises Invalid for a `to` that is no number of a round."""
    clean_int(to, "to", 0, 1000)
    with one_moment():
        rounds = _rounds_after(event, to)
        facts = facts_of(event, finished_only=True)
        back = facts_gone_back(facts, to)
        # a round that is under way and that nobody left or came in changes no place
        moved = _moved(event, facts, back, to) if back != facts else []
        left = event.entrants.filter(Q(dropped_after__gt=to) | Q(disqualified_after__gt=to))
        rejoin = list(left.values_list("name", flat=True))
    return Undoing(to, [(round, _played(round)) for round in rounds], moved, rejoin)


def _moved(event: Event, facts: EventFile, back: EventFile, to: int) -> list[Moved]:
    """Everybody's places, in the order of the table as it would be; who is not in that one comes last."""
    now, then = places_kept(event), places_by(back, to)
    names = {entrant.id: entrant.name for entrant in facts.entrants}
    # who has come in the meantime is in the newest table, and not in these facts
    codes = [code for code in then | now if code in names]
    return [Moved(names[code], code, now.get(code), then.get(code)) for code in codes]


def facts_gone_back(facts: EventFile, to: int) -> EventFile:
    """The facts as going back to the end of round `to` leaves them: who left after it left with it, who came after it
    is in time for the next, and a stage that begins after it has no entrants yet."""
    rounds = tuple(played for played in facts.rounds if played.number <= to)
    begun = {played.stage for played in rounds}
    stages = tuple(
        stage if stage.id in begun or stage.entrants is None else replace(stage, entrants=None)
        for stage in facts.stages
    )
    entrants = tuple(_gone_back(entrant, to) for entrant in facts.entrants)
    return replace(facts, entrants=entrants, stages=stages, rounds=rounds)


def _gone_back(entrant: Entrant, to: int) -> Entrant:
    left = entrant.dropped_after is not None or entrant.disqualified_after is not None
    if not left and not entrant.absences and entrant.entered_before <= to + 1:
        return entrant
    spans = ((first, min(last, to)) for first, last in entrant.absences)
    return replace(
        entrant,
        entered_before=min(entrant.entered_before, to + 1),
        dropped_after=_at_most(entrant.dropped_after, to),
        disqualified_after=_at_most(entrant.disqualified_after, to),
        absences=tuple(span for span in spans if span[0] <= span[1]),
    )


def _at_most(number: int | None, to: int) -> int | None:
    return None if number is None else min(number, to)


def undo_rounds(
    event: Event, to: int, *, reason: str, by: Actor, now: datetime, void_results: bool = False
) -> list[Round]:
    """Takes back every round after `to` (0: all of them), the newest first, in one step. Twice is once.

    Results in them are void by it: that needs `void_results`. Raises Conflict, NotAllowed.
    """
    reason = clean_reason(reason)
    clean_int(to, "to", 0, 1000)
    with transaction.atomic():
        event = locked(event)
        require(by, "void_rounds", event)
        rounds = list(_rounds_after(event, to))
        played = sum(map(_played, rounds))
        if played and not void_results:
            raise Conflict(
                _("%(n)s results would be void. Confirm that you want that.", n=played), void_results=played
            )
        take_back_offers(event)
        for round in rounds:
            round.event = event
            if round.state == RoundState.FINISHED:
                drop_snapshot(round, now=now)
            else:
                end_clock(round, by=by, now=now)
            forget_round(event, round.number)
            round.state = RoundState.WITHDRAWN
            round.save(update_fields=["state"])
            forget_entrants(round)
            put(event, "round_withdrawn", {"round": round.pk}, now=now)
            tell_of_round(round, Happening.ROUND_WITHDRAWN, now=now)
        if rounds:
            standings_change(event, since=max(to, 1), by=by, now=now)
            text = _("Rounds %(first)s to %(last)s were taken back.", first=to + 1, last=rounds[0].number)
            if len(rounds) == 1:
                text = _("Round %(n)s was taken back.", n=rounds[0].number)
            details = {"to": to, "results": played, "rounds": [round.pk for round in rounds]}
            note(
                event,
                "undo_rounds",
                text,
                by=by,
                now=now,
                reason=reason,
                details=details,
                public=True,
                topic="rounds",
            )
    return rounds


def _played(round: Round) -> int:
    return int(round.played)  # type: ignore[attr-defined]


def _rounds_after(event: Event, to: int) -> list[Round]:
    """The standing rounds after `to`, the newest first, with `played`: how many of their tables have said something."""
    said = Q(matches__is_bye=False) & ~Q(matches__state=MatchState.OPEN)
    rounds = event.rounds.filter(number__gt=to, state__in=PUBLISHED_STATES)
    return list(rounds.annotate(played=Count("matches", filter=said)).order_by("-number"))
