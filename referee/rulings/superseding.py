"""Which ruling counts, and who may put another in its place."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid
from tournaments.messages import message as _
from tournaments.models.rounds import Match
from tournaments.penalties.head_judge import acts_as_head_judge


def ruling_to_supersede(record: Record, number: int, on: int) -> IssuedRuling:
    """The ruling on entry ``on`` of this log that is to be superseded. Raises Invalid for none, Conflict for one that
    is superseded already."""
    ruling = IssuedRuling.objects.filter(pk=number, record=record, on=on).first() if number < 2**63 else None
    if ruling is None:
        said = _("This is no ruling on that entry.")
        raise Invalid(said, fields={"supersedes": said})
    newer = IssuedRuling.objects.filter(supersedes=ruling).first()
    if newer is not None:
        raise Conflict(_("%(name)s has superseded this ruling. Look at the newer one.", name=newer.by))
    return ruling


def check_not_final(record: Record, on: int, gone: Collection[int], by: Actor, match: Match) -> None:
    """Raises Conflict where a head judge has ruled on this entry, or where a head judge's ruling is among the entries
    that are ``gone`` by the new one: for anybody but who acts as head judge here."""
    standing = IssuedRuling.objects.filter(record=record, final=True, superseded_by=None)
    undone = standing.filter(Q(on=on) | Q(entry__in=gone)).order_by("-entry").first()
    if undone is not None and not acts_as_head_judge(by, match.round.event, match):
        raise Conflict(_("%(name)s has ruled on this as head judge. That is final.", name=undone.by))
