"""Taking names out of what was written about people: labels, sentences of the site, somebody's own words, JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Model, Q, QuerySet

from rules.kernel.messages import Message as EngineMessage
from rules.kernel.messages import recalled
from tournaments.leaving.places import Place
from tournaments.messages import restored
from tournaments.models.accounts import FORMER
from tournaments.reading import AT_ONCE, as_text

#: Shorter names are looked for as whole labels and values only: in a sentence they may be a seat.
LEAST = 3


class Names:
    """The names of one person. `others` are names of other people that hold one of these: they stay. `account`: the
    person's; what another account of the same name did stays that one's."""

    def __init__(self, names: Iterable[str], others: Iterable[str] = (), account: int | None = None) -> None:
        self.account = account
        self.all = frozenset(name for name in names if name.strip())
        long = sorted((name for name in self.all if len(name) >= LEAST), key=lambda name: (-len(name), name))
        self.long = tuple(long)
        around = sorted(set(others) - self.all, key=lambda name: (-len(name), name))
        words = "|".join(re.escape(name) for name in (*around, *long))
        self._words = re.compile(rf"(?<!\w)(?:{words})(?!\w)") if long else None

    def out_of(self, text: str) -> str:
        """The text without them."""
        if text in self.all:
            return FORMER
        if self._words is None:
            return text
        return self._words.sub(lambda word: FORMER if word[0] in self.all else word[0], text)

    def out_of_json(self, value: Any) -> Any:
        """The same in all texts of a plain value."""
        if isinstance(value, str):
            return self.out_of(value)
        if isinstance(value, list):
            return [self.out_of_json(each) for each in value]
        if isinstance(value, dict):
            return {key: self.out_of_json(each) for key, each in value.items()}
        return value

    def out_of_message(self, kept: Any) -> Any:
        """The same of what a sentence was made of: its own words stay, the values change. Of an engine's sentence its
        values are not kept apart: one that has none stays, any other is looked through as somebody's words are."""
        if not isinstance(kept, dict):
            return kept
        if "engine" in kept:
            said = recalled(kept["engine"])
            return kept if isinstance(said, EngineMessage) else kept | {"engine": self.out_of(said)}
        if "values" not in kept:
            return kept
        values = {
            name: self.out_of_message(value) if isinstance(value, dict) else self.out_of_json(value)
            for name, value in kept["values"].items()
        }
        return kept | {"values": values}


def take_out(names: Names, places: Iterable[Place], events: Collection[int]) -> int:
    """Takes the names out of these places, in rows of these events and of none; gives how many rows it changed."""
    changed = 0
    numbers = sorted(events)
    for place in places:
        if not place.event:
            changed += _take_out(names, place, place.model._default_manager.all())
            continue
        for start in range(0, len(numbers), AT_ONCE):
            part = numbers[start : start + AT_ONCE]
            rows = place.model._default_manager.filter(**{f"{place.event}__in": part})
            changed += _take_out(names, place, rows)
    return changed


def _take_out(names: Names, place: Place, rows: QuerySet[Model]) -> int:
    for column in place.values:
        rows = rows.annotate(**{f"{column}_as_text": as_text(column)})
    naming = Q(pk__in=())
    for name in names.all:
        for column in place.labels:
            naming |= Q(**{column: name[:150]})
        for column, _made_of in place.texts:
            naming |= Q(**{f"{column}__contains": name})
        for column in place.values:
            naming |= Q(**{f"{column}_as_text__contains": name})
            naming |= Q(**{f"{column}_as_text__contains": json.dumps(name)[1:-1]})
    changed = 0
    account = ["by_user"] if "by" in place.labels else []
    rows = rows.filter(naming).order_by("pk").only("pk", *account, *place.columns)
    for row in rows.iterator(chunk_size=AT_ONCE):
        new = _changed(names, place, row)
        if new:
            changed += place.model._default_manager.filter(pk=row.pk).update(**new)
    return changed


def _changed(names: Names, place: Place, row: Model) -> dict[str, Any]:
    new: dict[str, Any] = {}
    labels = {name[:150] for name in names.all}
    for column in place.labels:
        made_by = getattr(row, "by_user_id", None) if column == "by" else None
        if getattr(row, column) in labels and made_by in (None, names.account):
            new[column] = FORMER
    for column, made_of in place.texts:
        kept = getattr(row, made_of) if made_of else None
        if kept:
            without = names.out_of_message(kept)
            if without != kept:
                new[made_of] = without
                new[column] = str(restored(FORMER, without))
        else:
            new[column] = names.out_of(getattr(row, column))
    for column in place.values:
        new[column] = names.out_of_json(getattr(row, column))
    for column in new:
        limit = getattr(place.model._meta.get_field(column), "max_length", None)
        if limit and isinstance(new[column], str):
            new[column] = new[column][:limit]
    return {column: value for column, value in new.items() if value != getattr(row, column)}
