"""Words that lists and logs wrote before one general part took their place, and that are still read."""

from __future__ import annotations

from typing import NamedTuple

from rules.kernel.json_types import JsonObject


class DeprecatedWord(NamedTuple):
    """The part that takes the place of an older word, and what it says. ``heeds``: the facts beside its name that such
    a word used; the others were ignored. ``held``: the fact in which the part now has what stood in the word's
    ``what``: left out, ``needed`` words were of no card at all, and ``alone`` ones were no words. ``slots``: the only
    facts of a card in which the word had a meaning, where the part has one in others too.

    No part takes over an older word with facts that the word had not: what a log says beside it means as little as it
    always did."""

    do: str
    says: JsonObject = {}
    heeds: tuple[str, ...] = ()
    held: str = ""
    needed: bool = False
    alone: bool = False
    slots: tuple[str, ...] = ()


#: what every part could say, heeded or not
COMMON = ("who", "count", "what", "until")

DEPRECATED: dict[str, DeprecatedWord] = {
    # what a card requires
    "defense_phase": DeprecatedWord("phase", {"what": "defense"}),
    "attack_phase": DeprecatedWord("phase", {"what": "attack"}),
    "opponent_power_blow": DeprecatedWord("opponent_last_turn", {"what": "power_blow"}),
    "opponent_location": DeprecatedWord("opponent_last_turn", {"what": "location"}),
    "opponent_gained": DeprecatedWord("opponent_last_turn", {"what": "gain"}),
    "opponent_attacked": DeprecatedWord("opponent_last_turn", {"what": "attack"}),
    "disarmed": DeprecatedWord("is_disarmed"),
    "completely_disarmed": DeprecatedWord("is_disarmed", {"what": "completely"}),
    "attacked": DeprecatedWord("pending", {"what": "attack"}),
    "event_damage": DeprecatedWord("pending", {"what": "event_damage"}),
    "will_gain": DeprecatedWord("pending", {"what": "gain"}),
    "in_play": DeprecatedWord("lies_in_play", heeds=("what",)),
    "opponent_is": DeprecatedWord("lies_in_play", {"who": "opponent"}, ("what",)),
    # what happens
    "prevent_damage": DeprecatedWord("avert_damage", heeds=("who", "count")),
    "remove_chosen": DeprecatedWord("choose", heeds=("what",), slots=("discard_to_use",)),
    "damage_for_each": DeprecatedWord(
        "damage", {"what": "each"}, ("who", "count", "what"), held="each", alone=True
    ),
    "roll_for_each": DeprecatedWord("roll", {"what": "each"}, ("what",), held="each", alone=True),
    "redirect_damage": DeprecatedWord("avert_damage", {"what": "redirect"}, ("who", "count")),
    "draw_up": DeprecatedWord("draw_cards", {"what": "up"}, ("who",)),
    "draw_to_ability": DeprecatedWord("draw_cards", {"what": "may_up"}),
    "mill": DeprecatedWord("mill_cards", heeds=("who", "count")),
    "mill_all": DeprecatedWord("mill_cards", {"what": "all"}, ("who",)),
    "next_own_turn": DeprecatedWord("lasts", {"until": "own_next"}, ("what",)),
    "when_successful_mill": DeprecatedWord("when_successful", {"what": "mill"}, ("who", "count")),
    "when_successful_may_discard": DeprecatedWord("when_successful", {"what": "may_discard"}),
    "when_successful_roll_prone": DeprecatedWord("when_successful", {"what": "roll_prone"}, ("who",)),
    # what holds while it is in play
    "extend_basic_block": DeprecatedWord("basic_blocks", {"what": "extend"}, ("who",)),
    "two_basic_blocks": DeprecatedWord("basic_blocks", {"what": "two_as_one"}, ("who",)),
    "damage_bonus": DeprecatedWord("attack_damage", heeds=("who", "count")),
    "half_damage": DeprecatedWord("attack_damage", {"what": "half"}, ("who",)),
    "plain_block_damage": DeprecatedWord("blocked_blow_damage", {"what": "block"}, ("who", "count")),
    "power_block_damage": DeprecatedWord("blocked_blow_damage", {"what": "power_block"}, ("who", "count")),
    "no_more_attacks": DeprecatedWord("prevent_by_last_turn", {"what": "attacks"}, ("who",)),
    "specials_want_an_attack": DeprecatedWord("prevent_by_last_turn", {"what": "special cards"}, ("who",)),
    "no_hiding_after_blow": DeprecatedWord("prevent_by_last_turn", {"what": "hidden attacks"}, ("who",)),
    "attacks_as_blocks": DeprecatedWord("play_as", {"what": "attack_as_block"}, ("who",)),
    "blocks_as_guards": DeprecatedWord("play_as", {"what": "block_as_guard"}, ("who",)),
    "basic_as_ranged": DeprecatedWord("play_as", {"what": "basic_as_ranged"}, ("who",)),
    "free_power_block": DeprecatedWord("without_exertion", {"what": "power_block"}, ("who",)),
    "power_blocks": DeprecatedWord("without_exertion", {"what": "next_power_blocks"}, ("who", "count")),
    "makes_power_blow": DeprecatedWord("without_exertion", {"what": "power_blow"}, ("who",)),
    "look_at_hidden": DeprecatedWord("look_at", {"what": "hidden"}, ("who",)),
    "looks_at_hand": DeprecatedWord("look_at", {"what": "hand"}, ("who",)),
    "looks_at_top": DeprecatedWord("look_at", {"what": "endurance"}, ("who",)),
    "when_power_block_discard": DeprecatedWord(
        "when_power_block", {"what": "discard"}, ("who", "count", "what"), held="cards"
    ),
    "when_power_block_mill": DeprecatedWord("when_power_block", {"what": "mill"}, ("who", "count")),
    "discard_on_top": DeprecatedWord("may_discard_to", {"what": "top"}, ("who",)),
    "basic_attacks_under": DeprecatedWord("may_discard_to", {"what": "under"}, ("who",)),
    "discards_at_random": DeprecatedWord("forced_discards", {"what": "at_random"}, ("who",)),
    "discards_from_hand": DeprecatedWord("forced_discards", {"what": "from_hand"}, ("who",)),
    "draw_to_opponents_hand": DeprecatedWord("draw_to", {"what": "opponents_hand"}, ("who",)),
    "draws_for_masters": DeprecatedWord("draw_to", {"what": "opponents_masters"}, ("who",)),
    "each_turn_draw": DeprecatedWord("each_turn", {"what": "draw"}, ("who", "count")),
    "each_turn_draw_for": DeprecatedWord(
        "each_turn", {"what": "draw", "count": 1}, ("who", "what"), "each", needed=True
    ),
    "each_turn_mill": DeprecatedWord("each_turn", {"what": "mill"}, ("who", "count")),
    "each_turn_replace": DeprecatedWord("each_turn", {"what": "replace"}, ("who", "count")),
    "exert_to": DeprecatedWord("exert_for", heeds=("who", "what")),
    "exert_to_avoid": DeprecatedWord("exert_for", {"what": "avoid"}, ("who",)),
    "exert_to_move_under": DeprecatedWord(
        "exert_for", {"what": "move_under"}, ("who", "what"), "cards", needed=True
    ),
    "leaves_when_attacking": DeprecatedWord("leaves_when", {"what": "attacking"}),
    "leaves_when_damaged": DeprecatedWord("leaves_when", {"what": "damaged"}),
    "leaves_when_drawn": DeprecatedWord("leaves_when", {"what": "drawn"}),
    "leaves_when_hand_below": DeprecatedWord("leaves_when", {"what": "hand_below"}, ("who", "count")),
}


def in_current_words(part: JsonObject, slot: str = "") -> JsonObject:
    """A part whose word was replaced by a general part, in that part's words; any other as it is."""
    deprecated = DEPRECATED.get(part["do"]) if isinstance(part.get("do"), str) else None
    if deprecated is None or (deprecated.slots and slot not in deprecated.slots):
        return part
    if deprecated.alone and not part.get("what"):
        return part  # no word of now either: it means nothing
    row = {name: value for name, value in part.items() if name in deprecated.heeds or name not in COMMON}
    about = row.pop("what", "") if deprecated.held else row.get("what", "")
    row |= {"do": deprecated.do, **deprecated.says}
    if deprecated.needed and not about:
        row[deprecated.held] = ""  # which is no kind of card
    if deprecated.held and about:
        said = deprecated.says.get("what", "")
        row |= {"what": f"{said} {about}".strip()} if isinstance(about, str) else {deprecated.held: about}
    return row


#: word of now → the older words whose places it took, those that said less last
BY_NEW_WORD: dict[str, list[tuple[str, DeprecatedWord]]] = {}
for _word, _deprecated in sorted(DEPRECATED.items(), key=lambda item: not item[1].says):
    BY_NEW_WORD.setdefault(_deprecated.do, []).append((_word, _deprecated))


def in_deprecated_words(row: JsonObject) -> JsonObject:
    """A part in its deprecated word, where there was one: so lasting effects and effects of rolls stand in positions,
    and the effect of a chance of success in lists."""
    for word, deprecated in BY_NEW_WORD.get(row["do"], ()):
        left = _left(deprecated, row)
        if left is not None:
            kept = {name: value for name, value in row.items() if name not in deprecated.says}
            return {**kept, "do": word, "what": left}
    return row


def _left(deprecated: DeprecatedWord, row: JsonObject) -> str | None:
    """The ``what`` of a deprecated word that means the same as a part; None where the word does not mean this part."""
    about = str(row.get("what", ""))
    if any(row.get(name) != value for name, value in deprecated.says.items() if name != "what"):
        return None
    if "what" not in deprecated.says:
        return about if "what" in deprecated.heeds or not about else None
    said = str(deprecated.says["what"])
    if deprecated.held:
        return about.removeprefix(f"{said} ") if about.startswith(f"{said} ") else None
    return "" if about == said else None
