"""A published pairing changed without pairing the rest again: two change places, or somebody who sits nowhere is given
a table. Only tables where nobody has said or logged anything change, and each then has its own full clock."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Max, QuerySet

from rules.registry import most_seats
from tournaments.access import Actor, require
from tournaments.clocks.tables import give_full_clock
from tournaments.errors import Conflict, NotFound
from tournaments.journal import note
from tournaments.kept_standings.snapshots import standings_change
from tournaments.live.changes import mark_tables
from tournaments.locks import locked_round
from tournaments.messages import Message, joined, stored
from tournaments.messages import message as _
from tournaments.models.clocks import Deadline
from tournaments.models.entrants import Entrant, Status
from tournaments.models.events import EventSeed
from tournaments.models.rounds import (
    Match,
    MatchState,
    PairingChange,
    Round,
    RoundState,
    Seat,
)
from tournaments.models.webhooks import Happening
from tournaments.outbox.notifications import notify_of_seats
from tournaments.outbox.webhooks import tell_of_round
from tournaments.penalties.settling import settle
from tournaments.roster.queries import never_meeting
from tournaments.rounds.compared import KEPT, moves
from tournaments.rounds.pairings import Pairing, check_pairing, entrants_in, swapped
from tournaments.rounds.steps import WrongRoundState, starting_seat
from tournaments.text import clean_reason

OPEN_STATES = (RoundState.PUBLISHED, RoundState.RUNNING)


def changeable(round: Round) -> QuerySet[Match]:
    """The matches that can still change: byes, and tables without report, result, dispute or log."""
    silent = round.matches.filter(state=MatchState.OPEN, is_bye=False)
    silent = silent.filter(reports=None, results=None, records=None, disputes=None)
    return round.matches.filter(pk__in=silent.values("pk")) | round.matches.filter(is_bye=True)


def unseated(round: Round) -> QuerySet[Entrant]:
    """Who plays in the event and sits nowhere in this round: late players, and whoever sits out."""
    playing = Entrant.objects.filter(event=round.event_id, status=Status.PLAYING)
    return playing.exclude(seats__round=round).order_by("name", "pk")


def exchange_seats(
    round: Round, first: Entrant, second: Entrant, *, reason: str, by: Actor, now: datetime
) -> PairingChange:
    """Puts two entrants in each other's place; one of them may have the bye.

    Raises Conflict where a table has a report, a result or a log, or where the schedule says who meets; BadPairing for
    two who must never meet; NotFound for who is not in the round.
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        round = _held(round, by)
        seats = [_seat_of(round, entrant) for entrant in (first, second)]
        if first == second or seats[0].match_id == seats[1].match_id:
            raise Conflict(_("They sit at the same table. Choose two of different places."))
        for seat in seats:  # who plays himself changes no table of his own
            require(by, "change_published", round.event, seat.match)
        _check_silent(round, [seat.match for seat in seats])
        offer = round.offers.get(replaced_at=None)
        pairing = swapped(offer.pairing, first.code, second.code)
        change = _keep(round, pairing, reason, by=by, now=now)
        Seat.objects.filter(pk__in=[seat.pk for seat in seats]).delete()
        Seat.objects.bulk_create(
            [
                Seat(match=seats[0].match, round=round, entrant=second, letter=seats[0].letter),
                Seat(match=seats[1].match, round=round, entrant=first, letter=seats[1].letter),
            ]
        )
        _begin_anew(round, [seat.match for seat in seats], by=by, now=now)
        text = _(
            "Round %(n)s: %(one)s and %(other)s changed places.",
            n=round.number,
            one=first.name,
            other=second.name,
        )
        _tell(round, text, reason, by=by, now=now)
    return change


def seat_late(
    round: Round, entrant: Entrant, opponent: Entrant, *, reason: str, by: Actor, now: datetime
) -> Match:
    """Gives somebody who sits nowhere a table in the round that is on: against another who sits nowhere, or against the
    holder of a bye, whose bye is gone. The round counts for both as played.

    Raises Conflict where that cannot be; BadPairing for two who must never meet.
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        round = _held(round, by)
        if round.stage.kind != "swiss":
            raise Conflict(_("Only a Swiss round takes somebody in while it is played."))
        for each in (entrant, opponent):
            if each.event_id != round.event_id:
                raise NotFound(_("There is no such entrant in this event."))
            require(by, "change_published", round.event, each)
        waiting = {each.pk for each in unseated(round).filter(pk__in=[entrant.pk, opponent.pk])}
        if entrant.pk not in waiting or entrant == opponent:
            raise Conflict(_("%(name)s sits in this round already, or does not play.", name=entrant.name))
        bye = Seat.objects.filter(round=round, entrant=opponent, match__is_bye=True).first()
        if bye is None and opponent.pk not in waiting:
            raise Conflict(
                _("%(name)s has an opponent. Choose somebody who waits or has the bye.", name=opponent.name)
            )
        table = (round.matches.aggregate(last=Max("table"))["last"] or 0) + 1
        _keep(round, _with_table(round, table, opponent.code, entrant.code), reason, by=by, now=now)
        match = bye.match if bye is not None else Match(round=round)
        match.round, match.is_bye, match.table, match.state = round, False, table, MatchState.OPEN
        match.save()
        if bye is None:
            Seat.objects.create(match=match, round=round, entrant=opponent, letter="A")
        Seat.objects.create(match=match, round=round, entrant=entrant, letter="B")
        for each in Entrant.objects.filter(pk__in=waiting):
            _in_time(each, round.number)
        _begin_anew(round, [match], by=by, now=now)
        # Who came late is in the table from the round before his first on.
        standings_change(round.event, since=max(round.number - 1, 1), by=by, now=now)
        text = _(
            "Round %(n)s: %(one)s plays against %(other)s at table %(table)s.",
            n=round.number,
            one=entrant.name,
            other=opponent.name,
            table=table,
        )
        _tell(round, text, reason, by=by, now=now)
    return match


def seated_late(round: Round, match: Match) -> PairingChange | None:
    """The change by which the two at a table were given it in the round that is on; None for any other table, also
    where somebody has been exchanged since."""
    there = set(match.seats.values_list("entrant__code", flat=True))
    for change in PairingChange.objects.filter(offer__round=round, offer__replaced_at=None).order_by("-id"):
        before = {table["table"] for table in change.before["tables"]}
        for table in change.after["tables"]:
            if table["table"] == match.table and match.table not in before:
                return change if set(table["seats"]) == there and _since_published(round, change) else None
    return None


def _since_published(round: Round, change: PairingChange) -> bool:
    return round.published_at is not None and change.at >= round.published_at


def unseat_late(round: Round, entrant: Entrant, *, reason: str, by: Actor, now: datetime) -> Round:
    """Takes the table back that `seat_late` gave: whoever had the bye has it again, and who sat nowhere sits nowhere
    in this round, as one who missed it.

    Raises Conflict once the table has said something or judges have been there, where it was not given late, or where
    its players were exchanged since.
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        round = _held(round, by)
        seat = _seat_of(round, entrant)
        match = seat.match
        require(by, "change_published", round.event, match)
        change = None if match.is_bye else seated_late(round, match)
        if change is None:
            raise Conflict(
                _("%(name)s was not seated late, or the table has changed since.", name=entrant.name)
            )
        _check_silent(round, [match])
        _check_without_judges(match)
        number, before = match.table or 0, change.before
        two = list(Entrant.objects.filter(seats__match=match))
        holder = next((each for each in two if each.code in before["byes"]), None)
        _keep(round, _without_table(round, number, before), reason, by=by, now=now)
        if holder is None:
            match.delete()
        else:
            _give_bye(match, holder)
        for each in two:
            if each != holder and each.code not in before["unpaired"]:
                _missed(each, round.number)
        standings_change(round.event, since=max(round.number - 1, 1), by=by, now=now)
        text = _(
            "Round %(n)s: table %(table)s of %(one)s and %(other)s was taken back.",
            n=round.number,
            table=number,
            one=two[0].name,
            other=two[1].name,
        )
        _tell(round, text, reason, by=by, now=now)
    return round


def _without_table(round: Round, number: int, before: Pairing) -> Pairing:
    """The pairing as it stands without that table, its players where they were before."""
    now: Pairing = round.offers.get(replaced_at=None).pairing
    gone = {code for table in now["tables"] if table["table"] == number for code in table["seats"]}
    return {
        **now,
        "tables": [table for table in now["tables"] if table["table"] != number],
        "byes": [*now["byes"], *(code for code in before["byes"] if code in gone)],
        "unpaired": [*now["unpaired"], *(code for code in before["unpaired"] if code in gone)],
    }


def _give_bye(match: Match, holder: Entrant) -> None:
    """The match is the bye of one of its two again."""
    match.seats.exclude(entrant=holder).delete()
    match.seats.update(letter="A")
    Deadline.objects.filter(match=match).delete()
    match.is_bye, match.table, match.starts, match.reasons = True, None, "", []
    match.state, match.missing, match.missing_since = MatchState.DECIDED, None, None
    match.save()


def _missed(entrant: Entrant, number: int) -> None:
    """The round counts as one that the entrant was not in."""
    if entrant.entered_before == number:
        entrant.entered_before = number + 1
    else:
        entrant.absences = [*entrant.absences, [number, number]]
    entrant.save(update_fields=["entered_before", "absences"])


def _held(round: Round, by: Actor) -> Round:
    round = locked_round(round)
    require(by, "change_published", round.event)
    if round.state not in OPEN_STATES:
        raise WrongRoundState(_("Round %(n)s is %(state)s.", n=round.number, state=round.state_word))
    if not round.stage.is_open:
        raise Conflict(_("In this stage the schedule says who meets whom."))
    return round


def _seat_of(round: Round, entrant: Entrant) -> Seat:
    seat = Seat.objects.select_related("match").filter(round=round, entrant=entrant).first()
    if seat is None:
        raise NotFound(_("%(name)s has no seat in this round.", name=entrant.name))
    return seat


def _check_silent(round: Round, matches: Iterable[Match]) -> None:
    """The matches are held first: whoever reports in the same moment comes before or after."""
    numbers = sorted(match.pk for match in matches)
    list(Match.objects.select_for_update(no_key=True).filter(pk__in=numbers).order_by("pk"))
    silent = set(changeable(round).filter(pk__in=numbers).values_list("pk", flat=True))
    said = [match for match in matches if match.pk not in silent]
    if said:
        raise Conflict(
            _(
                "A report, a result or a log is there already: %(which)s.",
                which=joined(", ", [match.place for match in said]),
            ),
            tables=[match.table for match in said],
        )


def _check_without_judges(match: Match) -> None:
    """What judges did at a table stays, and so does the table."""
    if match.deck_checks.exists() or match.clock_events.exclude(kind="full_time").exists():
        raise Conflict(
            _(
                "%(table)s stays: its decks were checked, or its time was extended or called.",
                table=match.place,
            )
        )


def _with_table(round: Round, number: int, *codes: str) -> Pairing:
    """The pairing as it was published, with these at one table more."""
    before: Pairing = round.offers.get(replaced_at=None).pairing
    table = {"table": number, "seats": list(codes), "reasons": ["by_hand"]}
    return {
        **before,
        "tables": [*before["tables"], table],
        "byes": [code for code in before["byes"] if code not in codes],
        "unpaired": [code for code in before["unpaired"] if code not in codes],
    }


def _keep(round: Round, pairing: Pairing, reason: str, *, by: Actor, now: datetime) -> PairingChange:
    """The pairing as it stands from now on, beside the one before it."""
    offer = round.offers.get(replaced_at=None)
    never = never_meeting(round.event, round.number)
    check_pairing(pairing, entrants_in(pairing), never, most_seats(round.event.game))
    change = PairingChange.objects.create(
        offer=offer,
        reason=reason,
        reason_message=stored(reason),
        before=offer.pairing,
        after=pairing,
        moves=moves(offer.pairing, pairing)[:KEPT],
        at=now,
        **by.fact,
    )
    offer.pairing = pairing
    offer.save(update_fields=["pairing"])
    return change


def _begin_anew(round: Round, matches: Iterable[Match], *, by: Actor, now: datetime) -> None:
    """Who starts is drawn for the new opponents, and each table has its own full time from now on."""
    seed = EventSeed.objects.filter(event=round.event_id).values_list("value", flat=True).first() or ""
    matches = list(matches)
    notify_of_seats(round, [match.pk for match in matches], now=now)
    for match in matches:
        if match.is_bye:
            continue
        seats = match.seats.order_by("letter").values_list("entrant__code", flat=True)
        match.starts, match.reasons = starting_seat(seed, round.number, list(seats)), ["by_hand"]
        match.missing = match.missing_since = None
        match.save(update_fields=["starts", "reasons", "missing", "missing_since"])
        give_full_clock(round, match, by=by, now=now)
        if round.state == RoundState.RUNNING:
            match.round = round
            settle(match, by=by, now=now)  # a loss that waited for an opponent


def _in_time(entrant: Entrant, number: int) -> None:
    """The round counts as one that the entrant is in."""
    entrant.entered_before = min(entrant.entered_before, number)
    spans = [[first, min(last, number - 1)] for first, last in entrant.absences]
    entrant.absences = [span for span in spans if span[0] <= span[1]]
    entrant.save(update_fields=["entered_before", "absences"])


def _tell(round: Round, text: Message, reason: str, *, by: Actor, now: datetime) -> None:
    details = {"round_id": round.pk}
    note(
        round.event,
        "change_published",
        text,
        by=by,
        now=now,
        reason=reason,
        details=details,
        public=True,
        topic="rounds",
    )
    mark_tables(round.event_id, round.matches.values_list("pk", flat=True))
    tell_of_round(round, Happening.ROUND_CHANGED, now=now)
