"""Words that lists and logs wrote before one general part took their place, and that are still read."""

from __future__ import annotations

from typing import NamedTuple

from rules.kernel.json_types import JsonObject


class Older(NamedTuple):
    """What an older word stands for: a part and what it says. ``heeds``: what such a word said beside its name; the
    rest was left out. ``held``: the fact in which the part has now what the word was about.

    No part takes over an older word with facts that the word had not: what a log says beside it means as little as it
    always did."""

    do: str
    says: JsonObject = {}
    heeds: tuple[str, ...] = ()
    held: str = ""


#: what every part could say, heeded or not
COMMON = ("who", "count", "what", "until")

OLDER: dict[str, Older] = {
    # what a card requires
    "defense_phase": Older("phase", {"what": "defense"}),
    "attack_phase": Older("phase", {"what": "attack"}),
    "opponent_power_blow": Older("opponent_last_turn", {"what": "power_blow"}),
    "opponent_location": Older("opponent_last_turn", {"what": "location"}),
    "opponent_gained": Older("opponent_last_turn", {"what": "gain"}),
    "opponent_attacked": Older("opponent_last_turn", {"what": "attack"}),
    "disarmed": Older("is_disarmed"),
    "completely_disarmed": Older("is_disarmed", {"what": "completely"}),
    "attacked": Older("pending", {"what": "attack"}),
    "event_damage": Older("pending", {"what": "event_damage"}),
    "will_gain": Older("pending", {"what": "gain"}),
    "in_play": Older("lies_in_play", heeds=("what",)),
    "opponent_is": Older("lies_in_play", {"who": "opponent"}, ("what",)),
}


def renamed(part: JsonObject) -> JsonObject:
    """A part as the general part says it that took its word's place; any other as it is."""
    older = OLDER.get(part["do"]) if isinstance(part.get("do"), str) else None
    if older is None:
        return part
    row = {name: value for name, value in part.items() if name in older.heeds or name not in COMMON}
    about = row.pop("what", "") if older.held else row.get("what", "")
    row |= {"do": older.do, **older.says}
    if older.held and about:
        said = older.says.get("what", "")
        row |= {"what": f"{said} {about}".strip()} if isinstance(about, str) else {older.held: about}
    return row
