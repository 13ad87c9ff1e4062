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
from tournaments.many_rows import write_rows
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
    looked_over = look_again(data, looked)
    return Readable(looked_over, read_logs(looked_over.facts))


def look_again(data: bytes, looked: str) -> LookedOverFile:
    """The file looked over. Raises BadFile, Invalid; Conflict where `looked` is the digest of another."""
    looked_over = look_over(data)
    if looked and looked != looked_over.digest:
        raise FileOvertaken(_("This is another file than the one looked over."))
    return looked_over


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
) -> dict[str, int]:
    """Writes the entrants, with their byes and who must not meet whom; gives their keys by their codes."""
    facts = list(several)
    rows = [
        (
            one.id,
            one.name or one.id,
            one.club if isinstance(one.club, str) else "",
            _status(one, started=started),
            one.seed,
            one.rating,
            one.fixed_table,
            one.table_range if isinstance(one.table_range, str) else "",
            one.entered_before,
            one.missed_rounds_as,
            one.dropped_after,
            one.disqualified_after,
            [list(span) for span in one.absences],
        )
        for one in facts
    ]
    keys = write_rows(Entrant, _OF_ENTRANT, rows, event=event, entered_at=now)
    entrants = {one.id: key for one, key in zip(facts, keys, strict=True)}
    fact: dict[str, Any] = {"at": now, **by.fact}
    entered = [(key, _status(one, started=started)) for one, key in zip(facts, keys, strict=True)]
    write_rows(EntrantChange, ("entrant_id", "after"), entered, kind="entered", **fact)
    byes = [(entrants[one.id], number) for one in facts for number in dict.fromkeys(one.awarded_byes)]
    write_rows(AwardedBye, ("entrant_id", "round_number"), byes, **fact)
    pairs: dict[tuple[int, int], str] = {}
    for strength in ("weak", "absolute"):
        for one in facts:
            for other in getattr(one.forbidden, strength):
                first, second = sorted((entrants[one.id], entrants[other]))
                pairs[first, second] = strength
    forbidden = [(*pair, strength) for pair, strength in pairs.items()]
    write_rows(ForbiddenPair, ("first_id", "second_id", "strength"), forbidden, event=event, **fact)
    adjusted = [
        (entrants[one.id], each.round, each.match_points, each.reason)
        for one in facts
        for each in one.adjustments
    ]
    write_rows(PointAdjustment, ("entrant_id", "round_number", "match_points", "reason"), adjusted, **fact)
    return entrants


#: What differs between the entrants of a file.
_OF_ENTRANT = (
    *("code", "name", "club", "status", "list_seed", "rating", "fixed_table", "table_range"),
    *("entered_before", "missed_rounds_as", "dropped_after", "disqualified_after", "absences"),
)


def _status(one: EntrantFact, *, started: bool) -> Status:
    if one.disqualified_after is not None:
        return Status.DISQUALIFIED
    if one.dropped_after is not None:
        return Status.DROPPED
    return Status.PLAYING if started else Status.REGISTERED


def _play(
    event: Event, facts: EventFile, entrants: dict[str, int], *, by: Actor, now: datetime
) -> list[list[int]]:
    """Every round with its tables and results; the clock of one that goes on begins anew. The keys of the matches by
    round, as the file has them."""
    rows: list[list[int]] = []
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
    round: Round, played: RoundFact, entrants: dict[str, int], seed: str, *, by: Actor, now: datetime
) -> list[int]:
    draws = not round.stage.eliminates
    rows = [
        (
            match.table,
            match.result == "bye",
            MatchState.OPEN if match.result is None else MatchState.DECIDED,
            starting_seat(seed, round.number, match.seats) if draws and len(match.seats) > 1 else "",
            *(
                (bracket.side, bracket.round, bracket.slot)
                if (bracket := match.bracket)
                else ("", None, None)
            ),
        )
        for match in played.matches
    ]
    columns = ("table", "is_bye", "state", "starts", "bracket_side", "bracket_round", "bracket_slot")
    matches = write_rows(Match, columns, rows, round=round)
    seats, results = [], []
    for key, match in zip(matches, played.matches, strict=True):
        letters = dict(zip(match.seats, LETTERS, strict=False))
        seats += [(key, entrants[code], letter) for code, letter in letters.items()]
        if match.result is not None and match.result != "bye":
            results.append((key, outcome_of_file(match.result, letters)))
    write_rows(Seat, ("match_id", "entrant_id", "letter"), seats, round=round)
    said = {"provenance": Provenance.STAFF, "at": now, **by.fact}
    write_rows(Result, ("match_id", "outcome"), results, **said)
    return matches
