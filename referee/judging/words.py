"""Entries in words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.boards.scene import Drawer, cards_words
from referee.wording.labels import field_words
from rules.kernel.entries import JUDGE, TABLE, BadEntry, Entry

#: What is no argument of the verb.
_APART = frozenset(
    {"by", "do", "at", "note", "seen_by", "salt", "hash", "expect", "rule", "applied", "decided_at"}
)
#: Arguments that name a seat.
_SEATS = ("seat", "of", "target", "taker", "deck")


def plain_entry(entry: Entry | BadEntry) -> dict[str, Any]:
    """An entry as plain JSON, without its chain."""
    raw = entry.raw if isinstance(entry, BadEntry) else msgspec.to_builtins(entry)
    return {key: value for key, value in raw.items() if key not in ("salt", "hash")}


def who_did(by: str, names: Mapping[str, str]) -> str:
    """The name of who made an entry."""
    if by == TABLE:
        return str(_("The table"))
    if by == JUDGE:
        return str(_("The judge"))
    return names.get(by, by[:40])


def entry_words(
    entry: Entry | BadEntry | Mapping[str, Any],
    drawer: Drawer,
    names: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """An entry in words, to follow the name of whoever made it. Seats it speaks of are called by ``names``. What
    cannot be read as an entry of the game may hold anything: of that the general words are said, never the game's
    own."""
    if isinstance(entry, BadEntry):
        return general_words(entry.raw)
    if not isinstance(entry, Mapping):
        entry = plain_entry(entry)
    verb = str(entry.get("do", ""))
    if verb in _KERNEL:
        return _KERNEL[verb](entry)
    entry = _with_names(entry, names)
    own = drawer.words(entry)
    return own if own is not None else general_words(entry)


def _with_names(entry: Mapping[str, Any], names: Mapping[str, str]) -> Mapping[str, Any]:
    """The entry with people instead of seats where its arguments mean a seat."""
    said: dict[str, Any] = {
        key: names[entry[key]] for key in _SEATS if isinstance(entry.get(key), str) and entry[key] in names
    }
    plays = entry.get("plays")
    if isinstance(plays, list | tuple):
        said["plays"] = [_with_names(play, names) if isinstance(play, Mapping) else play for play in plays]
    return {**entry, **said}


def general_words(entry: Mapping[str, Any]) -> str:
    """The verb and its arguments: “play: Upper Left Attack”."""
    verb = str(entry.get("do", ""))[:40].replace("_", " ")
    said = [text for key, value in entry.items() if key not in _APART and (text := _argument(key, value))]
    return f"{verb}: {'; '.join(said)}" if said else verb


def _argument(key: str, value: Any) -> str:
    if value in (None, "", [], {}):
        return ""
    if key in ("card", "cards", "plays", "scene", "actor"):
        return cards_words(value)[:300]
    if key == "count":
        return str(value)[:20]
    if isinstance(value, bool):
        return field_words(key) if value else ""
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return f"{field_words(key)} {text}"[:300]


def _ruling(entry: Mapping[str, Any]) -> str:
    words = {
        "uphold": _("upholds the verdict on entry %(on)s; play goes on from before it"),
        "let_stand": _("lets entry %(on)s stand"),
        "rewind": _("rewinds to after entry %(to)s because of entry %(on)s"),
        "correct": _("corrects the position because of entry %(on)s"),
    }
    text = words.get(str(entry.get("decision")), _("rules on entry %(on)s"))
    return str(text % {"on": entry.get("on"), "to": entry.get("to", 0)})


def _undo(entry: Mapping[str, Any]) -> str:
    return str(_("takes entry %(on)s back") % {"on": entry.get("on")})


def _declare(entry: Mapping[str, Any]) -> str:
    count = len(entry.get("changes") or ())
    return str(_("declares what a card did (%(n)s changes)") % {"n": count})


def _time(entry: Mapping[str, Any]) -> str:
    return str(_("time was called"))


_KERNEL = {"ruling": _ruling, "undo": _undo, "declare": _declare, "time_called": _time}
