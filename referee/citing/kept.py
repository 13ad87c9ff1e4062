"""What rulings, answers and decisions cite: kept with them, and shown with links."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from django.db.models import QuerySet
from django.urls import reverse

from referee.citing.choosing import Citable, Kind
from referee.models.citations import Citation
from referee.models.disputes import DisputeRow
from referee.models.rulings import IssuedRuling
from referee.precedents.queries import Standing, readable, standings_of
from referee.rulebooks.books import rule_address
from tournaments.access import Actor
from tournaments.models.events import Event


class Cited(msgspec.Struct, frozen=True):
    """A citation as somebody reads it. ``address``: empty where there is no page of it; ``standing``: of a precedent,
    whether it holds."""

    kind: str
    key: str
    heading: str
    address: str
    standing: Standing | None = None

    @property
    def holds_no_more(self) -> bool:
        """Whether it is a precedent that no longer holds."""
        return self.standing is not None and bool(self.standing.failures)


def keep_citations(
    cited: Iterable[Citable], *, ruling: IssuedRuling | None = None, row: DisputeRow | None = None
) -> None:
    """Keeps them with a ruling, or with the row of an answer or a decision, inside the transaction that writes it."""
    Citation.objects.bulk_create(
        Citation(
            ruling=ruling,
            row=row,
            kind=one.kind,
            key=one.key,
            heading=one.heading[:300],
            precedent_id=int(one.key) if one.kind == Kind.PRECEDENT else None,
        )
        for one in cited
    )


def citations_of(
    event: Event, rulings: Iterable[IssuedRuling], actor: Actor, *, of_staff: bool = False
) -> dict[int, list[Cited]]:
    """What each of these rulings cites, by its number, as the actor may read it: a precedent that is not theirs to read
    is left out."""
    kept = Citation.objects.filter(ruling__in=list(rulings))
    return _told(event, kept, "ruling_id", actor, of_staff=of_staff)


def citations_in(
    event: Event, rows: Iterable[DisputeRow], actor: Actor, *, of_staff: bool = False
) -> dict[int, list[Cited]]:
    """The same of rows of disputes, by their numbers; a row that tells of a ruling has what the ruling cites."""
    rows = list(rows)
    own = _told(event, Citation.objects.filter(row__in=rows), "row_id", actor, of_staff=of_staff)
    rulings = {row.pk: row.ruling_id for row in rows if row.ruling_id is not None}
    if rulings:
        kept = Citation.objects.filter(ruling__in=set(rulings.values()))
        of_rulings = _told(event, kept, "ruling_id", actor, of_staff=of_staff)
        own |= {row: of_rulings[ruling] for row, ruling in rulings.items() if ruling in of_rulings}
    return own


def _told(
    event: Event, kept: QuerySet[Citation], whose: str, actor: Actor, *, of_staff: bool
) -> dict[int, list[Cited]]:
    rows = list(kept.order_by("pk"))
    wanted = {row.precedent_id for row in rows if row.precedent_id is not None}
    known = {}
    if wanted:
        every = readable(actor, event.game, of_staff=of_staff).filter(pk__in=wanted)
        known = {precedent.pk: precedent for precedent in every}
    standings = standings_of(known.values())
    told: dict[int, list[Cited]] = {}
    for row in rows:
        one = _cited(event, row, standings)
        if one is not None:
            told.setdefault(getattr(row, whose), []).append(one)
    return told


def _cited(event: Event, row: Citation, standings: dict[int, Standing]) -> Cited | None:
    address, standing = "", None
    if row.kind == Kind.RULE:
        address = rule_address(event.game, row.key)
    elif row.kind == Kind.CARD:
        address = f"{reverse('referee:card', args=[event.game, row.key])}?event={event.slug}"
    else:
        if row.precedent_id not in standings:
            return None
        address = reverse("referee:one_precedent", args=[row.precedent_id])
        standing = standings[row.precedent_id]
    return Cited(row.kind, row.key, row.heading, address, standing)
