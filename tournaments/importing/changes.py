"""Taking an event file as a new event, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.db import transaction

from tournaments.access import Actor
from tournaments.card_lists.changes import set_card_list
from tournaments.clocks.rounds import start_clock
from tournaments.day_rules.pinning import pin_rules
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.changes import create_event
from tournaments.events.life import planned_rounds_of, publish_seed_hash
from tournaments.facts import Entrant as EntrantFact
from tournaments.facts import EventFile
from tournaments.facts import Match as MatchFact
from tournaments.facts import Round as RoundFact
from tournaments.importing.choices import choices_of
from tournaments.importing.decks import keep_decks
from tournaments.importing.logs import Place, keep_logs, read_logs
from tournaments.importing.reading import LookedOverFile, look_over, summed_up
from tournaments.journal import note
from tournaments.kept_standings.snapshots import standings_change
from tournaments.live.changes import mark_changed
from tournaments.messages import message as _
from tournaments.models.entrants import AwardedBye, Entrant, EntrantChange, ForbiddenPair, Status
from tournaments.models.events import Event, EventSeed, State
from tournaments.models.penalties import PointAdjustment
from tournaments.models.results import Provenance, Result
from tournaments.models.rounds import Match, MatchState, Offer, Round, RoundState, Seat
from tournaments.models.stages import Stage
from tournaments.outcomes.outcome import outcome_of_file
from tournaments.policies.pinning import pin_policy
from tournaments.rounds.steps import LETTERS, starting_seat
from tournaments.stages.queries import stages_of
from tournaments.standings.chain import Chain

BATCH = 500


class FileOvertaken(Conflict):
    """The file is not the one that was looked over."""


class Readable(NamedTuple):
    """A file as it was read, with its logs: what takes computing and no database."""

    looked_over: LookedOverFile
    logs: dict[Place, object]


def import_event(data: bytes, *, by: Actor, now: datetime, looked: str = "") -> Event:
    """The event of this file, with the actor as its organiser: a draft where no round was paired, running where one is
    left to play, else finished. Deck lists and logs come along. `looked`: the digest of what the sender looked over.

    Raises BadFile with the place, Invalid for choices that this site does not have, Conflict for another file than was
    looked over, NotAllowed for nobody signed in.
    """
    check_signed_in(by)
    return take_event(read_file(data, looked=looked), by=by, now=now)


def read_file(data: bytes, *, looked: str = "") -> Readable:
    """The file read. Raises BadFile, Invalid, Conflict."""
    looked_over = look_over(data)
    if looked and looked != looked_over.digest:
        raise FileOvertaken(_("This is another file than the one looked over."))
    return Readable(looked_over, read_logs(looked_over.facts))


def take_event(read: Readable, *, by: Actor, now: datetime) -> Event:
    """The event of a file that was read. Raises Invalid, NotAllowed."""
    check_signed_in(by)
    looked_over, logs = read
    facts = looked_over.facts
    with transaction.atomic():
        event = create_event(choices_of(facts), by=by, now=now)
        if facts.cards:
            set_card_list(event, msgspec.json.encode(facts.cards), by=by, now=now, form="json")
        entrants = _enter(event, facts.entrants, started=looked_over.started, by=by, now=now)
        if facts.seed and looked_over.started:
            EventSeed.objects.create(event=event, value=facts.seed)
        if looked_over.decks:
            keep_decks(event, facts, entrants, by=by, now=now)
        if looked_over.started:
            matches = _play(event, facts, entrants, by=by, now=now)
            keep_logs(facts, logs, matches, by=by, now=now)
            event.planned_rounds = facts.rules.swiss_rounds or planned_rounds_of(event, len(facts.entrants))
            event.seed_hash = publish_seed_hash(event)
            event.state = State.FINISHED if looked_over.over else State.RUNNING
            event.save(update_fields=["planned_rounds", "seed_hash", "state"])
            pin_policy(event, by=by, now=now)
            pin_rules(event, by=by, now=now)
            standings_change(event, by=by, now=now)
        said = _("Imported from an event file (%(what)s).", what=summed_up(looked_over))
        details = {"sha256": looked_over.digest, "seed": bool(facts.seed)}
        note(event, "import_event", said, by=by, now=now, public=True, details=details)
        mark_changed(event.pk, "event")
    return event


def check_signed_in(by: Actor) -> None:
    """Raises NotAllowed for who has no account."""
    if by.user is None:
        raise NotAllowed(_("Sign in to make an event."))


def _enter(
    event: Event, several: Iterable[EntrantFact], *, started: bool, by: Actor, now: datetime
) -> dict[str, Entrant]:
    """The entrants by their codes, with their byes and who must not meet whom."""
    facts = list(several)
    rows = Entrant.objects.bulk_create(
        [
            Entrant(
                event=event,
                code=one.id,
                name=one.name or one.id,
                club=one.club if isinstance(one.club, str) else "",
                status=_status(one, started=started),
                entered_at=now,
                list_seed=one.seed,
                rating=one.rating,
                fixed_table=one.fixed_table,
                table_range=one.table_range if isinstance(one.table_range, str) else "",
                entered_before=one.entered_before,
                missed_rounds_as=one.missed_rounds_as,
                dropped_after=one.dropped_after,
                disqualified_after=one.disqualified_after,
                absences=[list(span) for span in one.absences],
            )
            for one in facts
        ],
        batch_size=BATCH,
    )
    entrants = {row.code: row for row in rows}
    fact: dict[str, Any] = {"at": now, **by.fact}
    EntrantChange.objects.bulk_create(
        [EntrantChange(entrant=row, kind="entered", after=row.status, **fact) for row in rows],
        batch_size=BATCH,
    )
    AwardedBye.objects.bulk_create(
        [
            AwardedBye(entrant=entrants[one.id], round_number=number, **fact)
            for one in facts
            for number in dict.fromkeys(one.awarded_byes)
        ],
        batch_size=BATCH,
    )
    pairs: dict[tuple[int, int], str] = {}
    for strength in ("weak", "absolute"):
        for one in facts:
            for other in getattr(one.forbidden, strength):
                first, second = sorted((entrants[one.id].pk, entrants[other].pk))
                pairs[first, second] = strength
    ForbiddenPair.objects.bulk_create(
        [
            ForbiddenPair(event=event, first_id=first, second_id=second, strength=strength, **fact)
            for (first, second), strength in pairs.items()
        ],
        batch_size=BATCH,
    )
    PointAdjustment.objects.bulk_create(
        [
            PointAdjustment(
                entrant=entrants[one.id],
                round_number=each.round,
                match_points=each.match_points,
                reason=each.reason,
                **fact,
            )
            for one in facts
            for each in one.adjustments
        ],
        batch_size=BATCH,
    )
    return entrants


def _status(one: EntrantFact, *, started: bool) -> Status:
    if one.disqualified_after is not None:
        return Status.DISQUALIFIED
    if one.dropped_after is not None:
        return Status.DROPPED
    return Status.PLAYING if started else Status.REGISTERED


def _play(
    event: Event, facts: EventFile, entrants: dict[str, Entrant], *, by: Actor, now: datetime
) -> list[list[Match]]:
    """Every round with its tables and results; the clock of one that goes on begins anew. The matches by round, as the
    file has them."""
    rows: list[list[Match]] = []
    stages = {stage.code: stage for stage in stages_of(event)}
    _settle_stages(facts, stages)
    for at, played in enumerate(facts.rounds):
        waits = any(match.result is None for match in played.matches)
        state = RoundState.RUNNING if waits else RoundState.FINISHED
        round = Round.objects.create(
            event=event,
            stage=stages[played.stage],
            number=played.number,
            state=state,
            offered_at=now,
            published_at=now,
            started_at=now,
            finished_at=None if waits else now,
        )
        pairing = _pairing(played)
        Offer.objects.create(round=round, computed=pairing, pairing=pairing, at=now, **by.fact)
        rows.append(_seat(round, played, entrants, facts.seed, by=by, now=now))
        if waits and at == len(facts.rounds) - 1:
            round.event = event
            start_clock(round, by=by, now=now)
    return rows


def _settle_stages(facts: EventFile, stages: dict[str, Stage]) -> None:
    """Who is in each stage that has begun, as it is kept when its first round is published."""
    chain = Chain(facts)
    begun = {played.stage for played in facts.rounds}
    for at, fact in enumerate(facts.stages):
        stage = stages[fact.id]
        if fact.id in begun and not (stage.number == 1 and stage.is_open):
            stage.entrants = list(fact.entrants if fact.entrants is not None else chain.seeds(at))
            stage.save(update_fields=["entrants"])


def _pairing(played: RoundFact) -> dict[str, Any]:
    """The pairing as offers keep it: nobody knows any more what was computed."""
    byes = [match for match in played.matches if match.result == "bye"]
    return {
        "stage": played.stage,
        "tables": [
            {"table": match.table, "seats": list(match.seats), **_place(match)}
            for match in played.matches
            if match.result != "bye"
        ],
        "byes": [match.seats[0] for match in byes],
        "brackets": {match.seats[0]: _place(match)["bracket"] for match in byes if match.bracket},
        "unpaired": [],
        "relaxed": [],
        "cost": None,
        "facts": "",
    }


def _place(match: MatchFact) -> dict[str, Any]:
    return {"bracket": msgspec.structs.asdict(match.bracket)} if match.bracket else {}


def _seat(
    round: Round, played: RoundFact, entrants: dict[str, Entrant], seed: str, *, by: Actor, now: datetime
) -> list[Match]:
    draws = not round.stage.eliminates
    matches = [
        Match(
            round=round,
            table=match.table,
            is_bye=match.result == "bye",
            state=MatchState.OPEN if match.result is None else MatchState.DECIDED,
            starts=starting_seat(seed, round.number, match.seats) if draws and len(match.seats) > 1 else "",
            **{f"bracket_{name}": value for name, value in _place(match).get("bracket", {}).items()},
        )
        for match in played.matches
    ]
    Match.objects.bulk_create(matches, batch_size=BATCH)
    seats, results = [], []
    for row, match in zip(matches, played.matches, strict=True):
        letters = dict(zip(match.seats, LETTERS, strict=False))
        seats += [
            Seat(match=row, round=round, entrant=entrants[code], letter=at) for code, at in letters.items()
        ]
        if match.result is not None and match.result != "bye":
            outcome = outcome_of_file(match.result, letters)
            results.append(Result(match=row, outcome=outcome, provenance=Provenance.STAFF, at=now, **by.fact))
    Seat.objects.bulk_create(seats, batch_size=BATCH)
    Result.objects.bulk_create(results, batch_size=BATCH)
    return matches
