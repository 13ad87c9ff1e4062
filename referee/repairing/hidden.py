"""Whether a repair tells everybody what lies hidden: a ruling is read by the whole table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.kernel.declared_effects import index_of
from rules.kernel.entries import PUBLIC
from rules.kernel.replay import Replay


def tells_secrets(run: Replay, changes: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a change names a card that lies where not everybody may look, now that all changes are made."""
    printed = run.printed()
    public = run.game.codec.hide(printed, PUBLIC)
    for change in changes:
        where = change.get("to") or change.get("fact") or change.get("from")
        if change.get("card") is not None and _at(printed, where) != _at(public, where):
            return True
    return False


def _at(value: Any, path: Any) -> Any:
    for part in str(path).split("."):
        if isinstance(value, Mapping):
            value = value.get(part)
        elif isinstance(value, list) and (place := index_of(part)) is not None and place < len(value):
            value = value[place]
        else:
            return None
    return value
