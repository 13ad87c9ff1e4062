"""An offer as its pages show it: read once for all of them, until it or a fact changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.errors import Conflict
from tournaments.fact_memory import FactMemory
from tournaments.journal import ADJUSTED
from tournaments.live.queries import versions_of
from tournaments.live.versions import as_mark
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.rounds import Offer, Round, RoundState
from tournaments.pairing.comparing import Ground, ground_of
from tournaments.projection import facts_of
from tournaments.rounds.compared import Difference, Moved, differences, moved
from tournaments.rounds.pairings import Pairing, entrants_in, facts_digest

#: Offers of which a process remembers what they show: of 5,000 players one takes some megabytes. Digests are short.
OFFERS, DIGESTS = 3, 50
#: As many words of a search are looked for, and as many searches at once.
MAX_WORDS = 5


@dataclass(frozen=True, slots=True)
class Person:
    """An entrant as an offer names one."""

    pk: int
    code: str
    name: str


@dataclass(frozen=True, slots=True)
class Row:
    """A line of an offer: a table, or somebody with a bye, or without a place."""

    table: int | None
    people: tuple[Person, ...]
    reasons: Sequence[Any] = ()
    bye: bool = False

    def fits(self, words: Sequence[str]) -> bool:
        """Whether each word is the table's number or in a name."""
        names = [person.name.casefold() for person in self.people]
        return all(word == str(self.table) or any(word in name for name in names) for word in words)


@dataclass(frozen=True)
class Basis:
    """The facts that the pairing of a round rests on: their fingerprint, and what promises are counted by."""

    digest: str
    ground: Ground | None


@dataclass(frozen=True)
class Offered:
    """The standing offer of a round. Nothing in it may be changed."""

    offer: Offer
    pairing: Pairing
    computed: Pairing | None
    rows: tuple[Row, ...]
    people: dict[int, Person]

    @property
    def changed(self) -> bool:
        """Whether it is another than was computed."""
        return self.computed is not None

    def compared(self, basis: Basis) -> tuple[list[Difference], list[Moved]]:
        """What the promises say of the computed pairing and of this one, and the places with other people; nothing
        where it is as computed."""
        if self.computed is None:
            return [], []
        rows = differences(basis.ground, self.computed, self.pairing) if basis.ground else []
        return rows, moved(self.computed, self.pairing)

    @property
    def tables(self) -> list[int]:
        """Every table's number."""
        return [row.table for row in self.rows if row.table is not None]

    def named(self, codes: Iterable[str]) -> list[Person]:
        """The people of these codes."""
        wanted = set(codes)
        return [person for person in self.people.values() if person.code in wanted]

    def table_of(self, person: Person) -> int | None:
        """The table at which an entrant sits."""
        return next((row.table for row in self.rows if person in row.people), None)

    def fitting(self, words: str) -> list[Row]:
        """The lines that fit one of several searches with commas between them: `Anna, 812` finds both. All of them
        where nothing is looked for."""
        searches = [each.casefold().split()[:MAX_WORDS] for each in words.split(",")[:MAX_WORDS]]
        searches = [each for each in searches if each]
        return [row for row in self.rows if not searches or any(row.fits(each) for each in searches)]


_offers: FactMemory[Offered] = FactMemory(OFFERS)
_digests: FactMemory[str] = FactMemory(DIGESTS)
_bases: FactMemory[Basis] = FactMemory(OFFERS)


def offered_of(round: Round) -> Offered:
    """The pages' view of the round's current offer. Raises Conflict once it is published.

    Every change raises the version of a topic of its event, and the versions are read before all else: what is found
    for them is at least as new.
    """
    mark = as_mark(versions_of(round.event_id))
    offer = round.offers.filter(replaced_at=None).defer("computed", "pairing").first()
    if round.state != RoundState.OFFERED or offer is None:
        raise Conflict(_("Round %(n)s is not an offer any more.", n=round.number))
    return _offers.get((offer.pk, mark), lambda: _read(round.event, offer))


def _read(event: Event, offer: Offer) -> Offered:
    pairing, computed = Offer.objects.values_list("pairing", "computed").get(pk=offer.pk)
    everybody = event.entrants.values_list("pk", "code", "name")
    by_code = {code: Person(pk, code, name) for pk, code, name in everybody}
    rows = [
        Row(
            table["table"],
            tuple(by_code[code] for code in table["seats"]),
            tuple(table.get("reasons", ())),
        )
        for table in pairing["tables"]
    ]
    rows += [Row(None, (by_code[code],), bye=True) for code in pairing["byes"]]
    rows += [Row(None, (by_code[code],)) for code in pairing["unpaired"]]
    people = {by_code[code].pk: by_code[code] for code in entrants_in(pairing)}
    named = {code: by_code[code] for row in pairing["relaxed"] for code in row["entrants"]}
    people |= {person.pk: person for person in named.values()}
    return Offered(offer, pairing, computed if pairing != computed else None, tuple(rows), people)


def is_outdated(round: Round) -> bool:
    """Whether anything the pairing offered rests on has changed since it was computed. Publishing asks for itself."""
    computed = round.offers.filter(replaced_at=None).values_list("computed__facts", flat=True).first()
    return computed is not None and computed != _digest_now(round.event)


def basis_of(round: Round) -> Basis:
    """What the round's pairing would rest on now, worked out once until a fact changes."""
    return _bases.get((round.pk, _mark_now(round.event)), lambda: _basis(round))


def _basis(round: Round) -> Basis:
    facts = facts_of(round.event)
    digest = _digests.get((round.event_id, _mark_now(round.event)), lambda: facts_digest(facts))
    return Basis(digest, ground_of(facts, round.stage.code, round.number))


def _digest_now(event: Event) -> str:
    """The fingerprint of the facts, made once until one changes."""
    return _digests.get((event.pk, _mark_now(event)), lambda: facts_digest(facts_of(event)))


def _mark_now(event: Event) -> str:
    """The versions of the facts. A change of an offer by hand is none: it raises the version of `rounds` by one and
    writes one line of that kind."""
    versions = versions_of(event.pk)
    by_hand = event.journal.filter(kind=ADJUSTED).count()
    return as_mark({**versions, "rounds": versions.get("rounds", 0) - by_hand})
