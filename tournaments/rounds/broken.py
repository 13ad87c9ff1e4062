"""Which promises of the pairing a change of a published round would break."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from tournaments.models.entrants import Entrant
from tournaments.models.rounds import PUBLISHED_STATES, Round, Seat
from tournaments.roster.queries import better_not_meeting

REMATCH, APART, SECOND_BYE = "rematch", "apart", "second_bye"


def broken_by(round: Round, who: Entrant, others: Iterable[int]) -> dict[int, set[str]]:
    """For each of the others what would be broken if `who` changed places with that one, or, without a seat, played
    against that one: somebody meets an opponent of an earlier round again, or one from whom he should be kept apart, or
    has a second bye. As many questions however many there are."""
    others = set(others)
    place, byes = _places(round, others | {who.pk})
    table: dict[int, set[int]] = defaultdict(set)
    for match, entrant in Seat.objects.filter(match__in=set(place.values())).values_list("match", "entrant"):
        table[match].add(entrant)
    seated = who.pk in place
    own = table[place[who.pk]] - {who.pk} if seated else set()
    met, apart = _met_before(round, own | {who.pk}), _Apart(round)
    had_bye = _had_bye(round, others | {who.pk})
    broken: dict[int, set[str]] = {}
    for other in others:
        theirs = table[place[other]] - {other} if other in place and seated else {other}
        pairs = [(who.pk, each) for each in theirs] + [(each, other) for each in own]
        gets = who.pk if seated and place.get(other) in byes else other if place.get(who.pk) in byes else None
        said = {
            REMATCH: any(one in met[mate] or mate in met[one] for one, mate in pairs),
            APART: any(apart.are(*pair) for pair in pairs),
            SECOND_BYE: gets in had_bye,
        }
        if any(said.values()):
            broken[other] = {name for name, is_so in said.items() if is_so}
    return broken


def _places(round: Round, entrants: set[int]) -> tuple[dict[int, int], set[int]]:
    """The match of each of them, and which of the matches are byes."""
    seats = Seat.objects.filter(round=round, entrant__in=entrants)
    place, byes = {}, set()
    for entrant, match, is_bye in seats.values_list("entrant", "match", "match__is_bye"):
        place[entrant] = match
        if is_bye:
            byes.add(match)
    return place, byes


class _Apart:
    """Who should not meet, by row."""

    def __init__(self, round: Round) -> None:
        self._kept = better_not_meeting(round.event, round.number)
        known = self._kept.pairs or self._kept.clubs
        self._codes = dict(round.event.entrants.values_list("pk", "code")) if known else {}

    def are(self, one: int, other: int) -> bool:
        """Whether these two should be kept apart."""
        return bool(self._codes) and frozenset({self._codes[one], self._codes[other]}) in self._kept


def _had_bye(round: Round, entrants: set[int]) -> set[int]:
    """Those of them with a bye in a round before."""
    byes = Seat.objects.filter(
        round__event=round.event_id,
        round__state__in=PUBLISHED_STATES,
        round__number__lt=round.number,
        match__is_bye=True,
        entrant__in=entrants,
    )
    return set(byes.values_list("entrant", flat=True))


def _met_before(round: Round, entrants: set[int]) -> dict[int, set[int]]:
    """Whom each of these met in the rounds before, without byes."""
    earlier = Seat.objects.filter(
        round__event=round.event_id, round__state__in=PUBLISHED_STATES, round__number__lt=round.number
    )
    played: dict[int, set[int]] = defaultdict(set)
    for entrant, match in earlier.filter(entrant__in=entrants).values_list("entrant", "match"):
        played[match].add(entrant)
    met: dict[int, set[int]] = defaultdict(set)
    for match, entrant in earlier.filter(match__in=list(played)).values_list("match", "entrant"):
        for one in played[match] - {entrant}:
            met[one].add(entrant)
    return met
