"""What the answers of disputes cite."""

from __future__ import annotations

from collections.abc import Iterable

from referee.citing.kept import Cited, citations_in
from referee.models.citations import Citation
from referee.models.disputes import Dispute, DisputeRow, RowKind
from tournaments.access import Actor, may
from tournaments.models.events import Event


def answers_of(answered: Iterable[int]) -> dict[int, DisputeRow]:
    """The newest answer of each of these disputes, by their primary keys."""
    rows = DisputeRow.objects.filter(dispute__in=list(answered), kind=RowKind.ANSWERED).order_by("pk")
    return {row.dispute_id: row for row in rows}


def cited_in_answers(event: Event, disputes: Iterable[Dispute], actor: Actor) -> dict[int, list[Cited]]:
    """What the answers that hold now cite, by the dispute, as the actor may read it."""
    newest = answers_of(dispute.pk for dispute in disputes if dispute.resolved_at is not None)
    told = citations_in(event, newest.values(), actor, of_staff=may(actor, "view_log", event))
    return {dispute: told[row.pk] for dispute, row in newest.items() if row.pk in told}


def cited_words(rows: Iterable[DisputeRow]) -> dict[int, str]:
    """What rows of disputes cite, with what their rulings do, as a table has it: ``rule:…`` and the like, by the
    row."""
    rows = list(rows)
    words: dict[int, list[str]] = {}
    own = Citation.objects.filter(row__in=rows).order_by("pk")
    for number, kind, key in own.values_list("row", "kind", "key"):
        words.setdefault(number or 0, []).append(f"{kind}:{key}")
    rulings: dict[int, list[str]] = {}
    of_rulings = Citation.objects.filter(ruling__rows__in=rows).order_by("pk").distinct()
    for ruling, kind, key in of_rulings.values_list("ruling", "kind", "key"):
        rulings.setdefault(ruling or 0, []).append(f"{kind}:{key}")
    for row in rows:
        if row.ruling_id in rulings:
            words[row.pk] = rulings[row.ruling_id]
    return {number: " ".join(each) for number, each in words.items()}
