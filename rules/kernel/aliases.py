"""Former names of arguments: an entry written with an old name is read as one with the new.

A verb declares them (``Entry.aliases``). The reader, the patterns of scenarios and the JSON Schemas ask here.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.kernel.json_types import JsonObject


class Alias(msgspec.Struct, frozen=True):
    """The argument ``old`` is ``new`` today; ``when``: only in an entry that has this value for that argument. Of
    several for one old name the first that fits counts."""

    old: str
    new: str
    when: tuple[str, str] | None = None

    def fits(self, raw: JsonObject) -> bool:
        return self.when is None or raw.get(self.when[0]) == self.when[1]


def with_current_names(aliases: Iterable[Alias], raw: JsonObject) -> JsonObject:
    """An entry as JSON with the current names of its arguments; itself where it has these. An old name beside its new
    one stays, and is refused as unknown."""
    for alias in aliases:
        if alias.old in raw and alias.new not in raw and alias.fits(raw):
            raw = {alias.new if key == alias.old else key: value for key, value in raw.items()}
    return raw


def add_to_schema(aliases: Iterable[Alias], schema: JsonObject) -> None:
    """Lets a verb's JSON Schema take the old names too, marked as deprecated."""
    facts, required = schema["properties"], schema["required"]
    for old in dict.fromkeys(alias.old for alias in aliases):
        new = [alias.new for alias in aliases if alias.old == old]
        kind = {key: value for key, value in facts[new[0]].items() if key != "default"}
        facts[old] = {**kind, "deprecated": True, "description": f"the older name of {' or '.join(new)}"}
        for name in new:
            if name in required:
                required.remove(name)
                schema.setdefault("allOf", []).append({"anyOf": [{"required": [name]}, {"required": [old]}]})
