"""Penalties as lists show them: in words, with where each of them counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.losses.queries import landing_of
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.penalties import LOSSES, Penalty
from tournaments.models.rounds import Match
from tournaments.policies.queries import policy_of
from tournaments.policies.structs import Policy
from tournaments.policies.words import PENALTIES, name_of


@dataclass(frozen=True, slots=True)
class Row:
    """A penalty with the name of its infraction, its own name, and for a loss where it counts."""

    penalty: Penalty
    infraction: Message | str
    kind: Message
    where: Message | None

    @property
    def stands(self) -> bool:
        """Whether it was neither replaced nor taken back."""
        return self.penalty.replaced_at is None and not self.penalty.taken_back


def rows_of(penalties: Iterable[Penalty]) -> list[Row]:
    """Them in their order."""
    penalties = list(penalties)
    losses = [each for each in penalties if each.penalty in LOSSES and each.replaced_at is None]
    landing = landing_of([each for each in losses if not each.taken_back]) if losses else {}
    where_they_count = Match.objects.filter(pk__in=set(landing.values())).select_related("round")
    matches = where_they_count.in_bulk() if landing else {}
    policies: dict[int, Policy] = {}
    rows = []
    for each in penalties:
        if each.event_id not in policies:
            policies[each.event_id] = policy_of(each.event).policy
        where = _where(each, matches.get(landing.get(each.pk, 0))) if each in losses else None
        name = name_of(policies[each.event_id], each.infraction)
        rows.append(Row(each, name, PENALTIES[each.penalty], where))
    return rows


def _where(penalty: Penalty, match: Match | None) -> Message | None:
    if penalty.taken_back:
        return None
    if match is None:
        return _("Waits for the next match.")
    return _("Counts in round %(n)s, %(table)s.", n=match.round.number, table=match.place)
