"""Asking for the wording of rulebooks: each reader has what is his own."""

from __future__ import annotations

import msgspec
from django.db.models import Q, QuerySet

from referee.models.rulebooks import RulebookPassage, RulebookText
from referee.original_texts.matching import has_wording
from rules.kernel.rulebook import LedgerEntry
from rules.registry import known
from tournaments.access import Actor
from tournaments.models.events import Role, StaffRole


class Wording(msgspec.Struct, frozen=True):
    """What a text says of an entry: the text's name, the heading there, the words by paragraph."""

    name: str
    heading: str
    paragraphs: tuple[str, ...]


def may_bring_in(actor: Actor) -> bool:
    """Whether the actor may bring a text in: an organiser of some event, or who runs the site; by a sign-in of their
    own, not by an API token."""
    user = actor.user
    if user is None or actor.grant is not None:
        return False
    return (
        user.is_superuser
        or StaffRole.objects.filter(user=user, role=Role.ORGANISER, revoked_at=None).exists()
    )


def of_reader(actor: Actor) -> QuerySet[RulebookText]:
    """The texts that the actor reads: their own, and those of the site for who runs it."""
    user = actor.user
    if user is None or actor.grant is not None:
        return RulebookText.objects.none()
    mine = Q(owner=user)
    if user.is_superuser:
        mine |= Q(owner=None)
    return RulebookText.objects.filter(mine, taken_away_at=None)


def wording_of(actor: Actor, book: str, entry: str) -> list[Wording]:
    """The wording of an entry of a rulebook, in each text that the actor reads; none is asked for nobody."""
    if actor.user is None:
        return []
    rows = RulebookPassage.objects.filter(rulebook__in=of_reader(actor).filter(book=book), entry=entry)
    return [
        Wording(row.rulebook.name, row.heading, _paragraphs(row.text))
        for row in rows.select_related("rulebook").order_by("rulebook_id")
    ]


def to_have(text: RulebookText) -> list[LedgerEntry]:
    """The entries of its game's rulebook that a text can have wording for."""
    engine = known(text.game)
    return [] if engine is None else [one for one in engine.rulebook.ledgers[0].entry if has_wording(one)]


def missing_of(text: RulebookText) -> list[LedgerEntry]:
    """Those of them without any."""
    there = set(RulebookPassage.objects.filter(rulebook=text).values_list("entry", flat=True))
    return [entry for entry in to_have(text) if entry.id not in there]


def _paragraphs(text: str) -> tuple[str, ...]:
    """The text by paragraph: parted by an empty line; a line's end inside is a space."""
    parts = (" ".join(part.split()) for part in text.split("\n\n"))
    return tuple(part for part in parts if part)
