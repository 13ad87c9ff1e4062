"""What is to be known of a table's number: it is somebody's fixed one, or belongs to a range with a name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.models.events import Event

#: Of a fixed table, wherever its number stands.
SIGN = "◆"


class Mark(NamedTuple):
    """Whether somebody sits there in every round, and the name of the range; empty for none."""

    fixed: bool = False
    range: str = ""

    @property
    def words(self) -> str:
        """In words with the sign, for paper; empty where there is nothing to say."""
        return " · ".join(
            text for text in (f"{SIGN} {_('fixed table')}" if self.fixed else "", self.range) if text
        )


def range_at(event: Event, table: int | None) -> str:
    """The name of the range that has this table; empty for none."""
    if table is None:
        return ""
    return next((one["name"] for one in event.table_ranges if one["first"] <= table <= one["last"]), "")


def mark_of(event: Event, table: int | None, fixed: Iterable[int | None]) -> Mark:
    """The mark of a table; ``fixed``: the fixed tables of those who sit there."""
    return Mark(table is not None and table in fixed, range_at(event, table))
