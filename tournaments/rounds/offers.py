"""Offering a round: computed from the facts, changed by hand with a reason, every version kept."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from rules.registry import most_seats
from tournaments.access import Actor, require
from tournaments.entrants.changes import drop_entrant
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.facts import EventFile
from tournaments.journal import ADJUSTED, note
from tournaments.kept_standings.plain import plain
from tournaments.lateness.changes import keep_absent
from tournaments.lateness.queries import absent_in
from tournaments.locks import locked, locked_round
from tournaments.messages import Message, stored
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import Offer, PairingChange, Round, RoundState
from tournaments.pairing import PairingRefused, pair_next_round
from tournaments.projection import facts_of
from tournaments.roster.queries import never_meeting
from tournaments.rounds.compared import KEPT, moves
from tournaments.rounds.manual_pairing import DROP, KEEP, kept_by_hand
from tournaments.rounds.pairings import (
    Pairing,
    check_pairing,
    entrants_in,
    facts_digest,
    in_structure,
    read_by_hand,
    swapped,
)
from tournaments.rounds.placing import in_range, placed
from tournaments.text import clean_int, clean_reason

MAX_TABLES = 1_000_000
KEPT_FROM_BEFORE = _("Kept from the offer before.")


class NothingToPair(Conflict):
    """There is no next round, and why."""

    code = "nothing_to_pair"


class AbsentUndecided(Conflict):
    """Somebody did not come to the last match, and nobody has said whether he is paired again."""

    code = "absent_undecided"


def offer_round(event: Event, *, by: Actor, now: datetime, by_hand: str = "", absent: str = "") -> Round:
    """Computes the next round's pairing and keeps it as an offer, which only staff who do not play see.

    The seed and the round's number decide every draw, so asking again gives the same pairing until a fact
    changes; each computed version is kept. Where the offer was changed by hand, `by_hand` says whether that is
    kept (see `kept_by_hand`) or dropped. Who did not come to the last match is dropped or kept before; `absent` may say
    so of all of them. Raises AbsentUndecided else, Conflict while a round is open or that is not said,
    NothingToPair at the end.
    """
    with transaction.atomic():
        event = locked(event)
        require(by, "offer_round", event)
        standing = event.rounds.exclude(state=RoundState.WITHDRAWN)
        going = standing.filter(state__in=[RoundState.PUBLISHED, RoundState.RUNNING]).first()
        if going is not None:
            raise Conflict(_("Round %(n)s is not finished yet.", n=going.number))
        offered = standing.filter(state=RoundState.OFFERED).first()
        number = standing.filter(state=RoundState.FINISHED).count() + 1
        _settle_absent(event, absent, by=by, now=now)
        computed = _computed(event, facts_of(event, untouched=True))
        stage = event.stages.get(removed_at=None, code=computed["stage"])
        if offered is None:
            offered = Round.objects.create(event=event, stage=stage, number=number, offered_at=now)
        elif offered.stage_id != stage.pk:
            offered.stage = stage
            offered.save(update_fields=["stage"])
        before = offered.offers.filter(replaced_at=None).first()
        changed = before is not None and before.pairing != before.computed
        if before is not None and before.computed == computed and (by_hand == KEEP or not changed):
            return offered
        if changed and by_hand not in (KEEP, DROP):
            raise Conflict(
                _("This pairing was changed by hand. Say whether the changes are kept or dropped."),
                by_hand=True,
            )
        after = _replace(offered, before, computed, by=by, now=now)
        if before is not None and changed and by_hand == KEEP:
            _keep_by_hand(offered, before, after, by=by, now=now)
        details = {"round": number, "again": before is not None, "facts": computed["facts"]}
        text = (
            _("Round %(n)s was paired.", n=number)
            if before is None
            else _("Round %(n)s was paired again.", n=number)
        )
        note(event, "offer_round", text, by=by, now=now, details=details, topic="rounds")
    return offered


def _settle_absent(event: Event, choice: str, *, by: Actor, now: datetime) -> None:
    """Drops or keeps who did not come to the last match and was not decided on. Raises AbsentUndecided."""
    undecided = [each.entrant for each in absent_in(event)]
    if undecided and choice not in (KEEP, DROP):
        names = ", ".join(entrant.name for entrant in undecided[:20])
        said = _(
            "Did not come to the last match: %(names)s. Say whether they are dropped or kept.", names=names
        )
        raise AbsentUndecided(said, entrants=[entrant.code for entrant in undecided])
    change = drop_entrant if choice == DROP else keep_absent
    for entrant in undecided:
        change(entrant, by=by, now=now)


def _keep_by_hand(round: Round, before: Offer, after: Offer, *, by: Actor, now: datetime) -> None:
    pairing = kept_by_hand(before.pairing, after.computed)
    if pairing != after.pairing:
        _adjust(round, after, pairing, KEPT_FROM_BEFORE, by=by, now=now)


def _computed(event: Event, facts: EventFile) -> Pairing:
    """The pure pairing as plain data. Raises NothingToPair."""
    try:
        seating = pair_next_round(facts)
    except PairingRefused as refused:
        raise NothingToPair(_why_not(refused)) from None
    if seating.over_because == "all_rounds_played" and event.planned_rounds:
        raise NothingToPair(_all_played(event))
    if seating.over or not (seating.matches or seating.byes):
        raise NothingToPair(_("Nobody is left to pair. Finish the event."))
    return {
        "stage": seating.stage,
        "tables": [plain(match) for match in seating.matches if match.table is not None],
        "byes": list(seating.byes),
        # where in the bracket each bye is
        "brackets": {
            match.seats[0]: plain(match.bracket) for match in seating.matches if match.table is None
        },
        "unpaired": list(seating.unpaired),
        "relaxed": plain(seating.relaxed),
        "cost": plain(seating.cost),
        "facts": facts_digest(facts),
    }


def _why_not(refused: PairingRefused) -> Message:
    if refused.code == "seated_twice":
        return _(
            "After a correction somebody would sit at two tables of the bracket. Check the results corrected, "
            "or go back past the round."
        )
    return _("This stage allows no late entries and no awarded byes. Take these back first.")


def _all_played(event: Event) -> Message:
    if event.planned_rounds is None or event.stages.filter(removed_at=None).count() > 1:
        return _("All rounds are played. Finish the event.")
    return _("All %(n)s rounds are played. Finish the event, or add rounds.", n=event.planned_rounds)


def _replace(round: Round, before: Offer | None, pairing: Pairing, *, by: Actor, now: datetime) -> Offer:
    if before is not None:
        before.replaced_at = now
        before.save(update_fields=["replaced_at"])
    return Offer.objects.create(round=round, computed=pairing, pairing=pairing, at=now, **by.fact)


def withdraw_offer(round: Round, *, by: Actor, now: datetime) -> Round:
    """Takes an offer back; it stays in the record."""
    with transaction.atomic():
        round = locked_round(round)
        require(by, "offer_round", round.event)
        if round.state == RoundState.WITHDRAWN:
            return round
        standing_offer(round)
        round.state = RoundState.WITHDRAWN
        round.save(update_fields=["state"])
        text = _("The pairing of round %(n)s was taken back.", n=round.number)
        note(round.event, "withdraw_offer", text, by=by, now=now, topic="rounds")
    return round


def swap_entrants(
    round: Round, first: Entrant, second: Entrant, *, reason: str, by: Actor, now: datetime
) -> PairingChange:
    """Puts two entrants in each other's place. The reason and what stood before are kept."""
    reason = clean_reason(reason)
    with transaction.atomic():
        round = locked_round(round)
        require(by, "adjust_round", round.event)
        offer = standing_offer(round)
        if first.event_id != round.event_id or second.event_id != round.event_id:
            raise NotFound(_("There is no such entrant in this event."))
        return _adjust(round, offer, swapped(offer.pairing, first.code, second.code), reason, by=by, now=now)


def set_pairing(round: Round, pairing: object, *, reason: str, by: Actor, now: datetime) -> PairingChange:
    """Replaces the whole pairing by one made by hand, with as many at a table as the game allows. Pairs that must
    never meet are refused."""
    reason = clean_reason(reason)
    with transaction.atomic():
        round = locked_round(round)
        require(by, "adjust_round", round.event)
        offer = standing_offer(round)
        return _adjust(round, offer, read_by_hand(pairing, offer.pairing), reason, by=by, now=now)


def place_entrants(
    round: Round, entrants: Sequence[Entrant], table: int | None, *, reason: str, by: Actor, now: datetime
) -> PairingChange:
    """Seats two entrants, or as many as the game allows, at a table, one that stands or a new one, or gives one or
    two a bye (`table` None); see `placed` for the others. The reason and what stood before are kept.
    """
    reason = clean_reason(reason)
    if table is not None:
        clean_int(table, "table", 1, MAX_TABLES)
    with transaction.atomic():
        round = locked_round(round)
        require(by, "adjust_round", round.event)
        offer = standing_offer(round)
        if any(entrant.event_id != round.event_id for entrant in entrants):
            raise NotFound(_("There is no such entrant in this event."))
        codes = [entrant.code for entrant in entrants]
        return _adjust(
            round,
            offer,
            placed(offer.pairing, codes, table, most_seats(round.event.game)),
            reason,
            by=by,
            now=now,
        )


def put_into_range(
    round: Round, table: int, name: str, *, reason: str, by: Actor, now: datetime
) -> PairingChange:
    """Gives a match of an offer a table of one of the event's ranges. The reason and what stood before are kept."""
    reason = clean_reason(reason)
    clean_int(table, "table", 1, MAX_TABLES)
    with transaction.atomic():
        round = locked_round(round)
        require(by, "adjust_round", round.event)
        offer = standing_offer(round)
        one = next((each for each in round.event.table_ranges if each["name"] == name), None)
        if one is None:
            said = _("This event has no table range of that name.")
            raise Invalid(said, fields={"range": said})
        numbers = range(one["first"], one["last"] + 1)
        return _adjust(round, offer, in_range(offer.pairing, table, numbers), reason, by=by, now=now)


def _adjust(
    round: Round, offer: Offer, pairing: Pairing, reason: str, *, by: Actor, now: datetime
) -> PairingChange:
    most = most_seats(round.event.game)
    if not round.stage.is_open:
        pairing = in_structure(pairing, offer.pairing)
    check_pairing(pairing, entrants_in(offer.computed), never_meeting(round.event, round.number), most)
    if pairing == offer.pairing:
        raise Conflict(_("That would change nothing."))
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
    text = _("The pairing of round %(n)s was changed by hand.", n=round.number)
    details = {"round_id": round.pk}
    note(round.event, ADJUSTED, text, by=by, now=now, reason=reason, details=details, topic="rounds")
    return change


def standing_offer(round: Round) -> Offer:
    """The offer of a round that is not published. Raises Conflict afterwards."""
    offer = round.offers.filter(replaced_at=None).first()
    if round.state != RoundState.OFFERED or offer is None:
        raise Conflict(_("Round %(n)s is not an offer any more.", n=round.number))
    return offer
