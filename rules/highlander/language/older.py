"""Words that lists and logs wrote before one general part took their place, and that are still read."""

from __future__ import annotations

from typing import NamedTuple

from rules.kernel.json_types import JsonObject


class Older(NamedTuple):
    """What an older word stands for: a part and what it says. ``heeds``: what such a word said beside its name; the
    rest was left out. ``held``: the fact in which the part has now what the word was about; ``needed``: it meant
    nothing without.

    No part takes over an older word with facts that the word had not: what a log says beside it means as little as it
    always did."""

    do: str
    says: JsonObject = {}
    heeds: tuple[str, ...] = ()
    held: str = ""
    needed: bool = False


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
    # what happens
    "prevent_damage": Older("avert_damage", heeds=("who", "count")),
    "redirect_damage": Older("avert_damage", {"what": "redirect"}, ("who", "count")),
    "draw_up": Older("draw_cards", {"what": "up"}, ("who",)),
    "draw_to_ability": Older("draw_cards", {"what": "may_up"}),
    "mill": Older("mill_cards", heeds=("who", "count")),
    "mill_all": Older("mill_cards", {"what": "all"}, ("who",)),
    "next_own_turn": Older("lasts", {"until": "own_next"}, ("what",)),
    "when_successful_mill": Older("when_successful", {"what": "mill"}, ("who", "count")),
    "when_successful_may_discard": Older("when_successful", {"what": "may_discard"}),
    "when_successful_roll_prone": Older("when_successful", {"what": "roll_prone"}, ("who",)),
    # what holds while it is in play
    "extend_basic_block": Older("basic_blocks", {"what": "extend"}, ("who",)),
    "two_basic_blocks": Older("basic_blocks", {"what": "two_as_one"}, ("who",)),
    "damage_bonus": Older("attack_damage", heeds=("who", "count")),
    "half_damage": Older("attack_damage", {"what": "half"}, ("who",)),
    "plain_block_damage": Older("blocked_blow_damage", {"what": "block"}, ("who", "count")),
    "power_block_damage": Older("blocked_blow_damage", {"what": "power_block"}, ("who", "count")),
    "no_more_attacks": Older("prevent_by_last_turn", {"what": "attacks"}, ("who",)),
    "specials_want_an_attack": Older("prevent_by_last_turn", {"what": "special cards"}, ("who",)),
    "no_hiding_after_blow": Older("prevent_by_last_turn", {"what": "hidden attacks"}, ("who",)),
    "attacks_as_blocks": Older("play_as", {"what": "attack_as_block"}, ("who",)),
    "blocks_as_guards": Older("play_as", {"what": "block_as_guard"}, ("who",)),
    "basic_as_ranged": Older("play_as", {"what": "basic_as_ranged"}, ("who",)),
    "free_power_block": Older("without_exertion", {"what": "power_block"}, ("who",)),
    "power_blocks": Older("without_exertion", {"what": "next_power_blocks"}, ("who", "count")),
    "makes_power_blow": Older("without_exertion", {"what": "power_blow"}, ("who",)),
    "look_at_hidden": Older("look_at", {"what": "hidden"}, ("who",)),
    "looks_at_hand": Older("look_at", {"what": "hand"}, ("who",)),
    "looks_at_top": Older("look_at", {"what": "endurance"}, ("who",)),
    "when_power_block_discard": Older(
        "when_power_block", {"what": "discard"}, ("who", "count", "what"), held="cards"
    ),
    "when_power_block_mill": Older("when_power_block", {"what": "mill"}, ("who", "count")),
    "discard_on_top": Older("may_discard_to", {"what": "top"}, ("who",)),
    "basic_attacks_under": Older("may_discard_to", {"what": "under"}, ("who",)),
    "discards_at_random": Older("forced_discards", {"what": "at_random"}, ("who",)),
    "discards_from_hand": Older("forced_discards", {"what": "from_hand"}, ("who",)),
    "draw_to_opponents_hand": Older("draw_to", {"what": "opponents_hand"}, ("who",)),
    "draws_for_masters": Older("draw_to", {"what": "opponents_masters"}, ("who",)),
    "each_turn_draw": Older("each_turn", {"what": "draw"}, ("who", "count")),
    "each_turn_draw_for": Older(
        "each_turn", {"what": "draw", "count": 1}, ("who", "what"), "each", needed=True
    ),
    "each_turn_mill": Older("each_turn", {"what": "mill"}, ("who", "count")),
    "each_turn_replace": Older("each_turn", {"what": "replace"}, ("who", "count")),
    "exert_to": Older("exert_for", heeds=("who", "what")),
    "exert_to_avoid": Older("exert_for", {"what": "avoid"}, ("who",)),
    "exert_to_move_under": Older("exert_for", {"what": "move_under"}, ("who", "what"), "cards", needed=True),
    "leaves_when_attacking": Older("leaves_when", {"what": "attacking"}),
    "leaves_when_damaged": Older("leaves_when", {"what": "damaged"}),
    "leaves_when_drawn": Older("leaves_when", {"what": "drawn"}),
    "leaves_when_hand_below": Older("leaves_when", {"what": "hand_below"}, ("who", "count")),
}


def renamed(part: JsonObject) -> JsonObject:
    """A part as the general part says it that took its word's place; any other as it is."""
    older = OLDER.get(part["do"]) if isinstance(part.get("do"), str) else None
    if older is None:
        return part
    row = {name: value for name, value in part.items() if name in older.heeds or name not in COMMON}
    about = row.pop("what", "") if older.held else row.get("what", "")
    row |= {"do": older.do, **older.says}
    if older.needed and not about:
        row[older.held] = ""  # which is no kind of card
    if older.held and about:
        said = older.says.get("what", "")
        row |= {"what": f"{said} {about}".strip()} if isinstance(about, str) else {older.held: about}
    return row


#: word of now → the older words whose places it took, those that said less last
BEFORE: dict[str, list[tuple[str, Older]]] = {}
for _word, _older in sorted(OLDER.items(), key=lambda item: not item[1].says):
    BEFORE.setdefault(_older.do, []).append((_word, _older))


def as_before(row: JsonObject) -> JsonObject:
    """A part by the older word where there was one: what lasts and what a roll does stand so in positions, and what
    follows a chance of success in lists."""
    for word, older in BEFORE.get(row["do"], ()):
        left = _left(older, row)
        if left is not None:
            kept = {name: value for name, value in row.items() if name not in older.says}
            return {**kept, "do": word, "what": left}
    return row


def _left(older: Older, row: JsonObject) -> str | None:
    """What an older word was about that means a part; None where it does not mean this one."""
    about = str(row.get("what", ""))
    if any(row.get(name) != value for name, value in older.says.items() if name != "what"):
        return None
    if "what" not in older.says:
        return about if "what" in older.heeds or not about else None
    said = str(older.says["what"])
    if older.held:
        return about.removeprefix(f"{said} ") if about.startswith(f"{said} ") else None
    return "" if about == said else None
