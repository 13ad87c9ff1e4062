"""A card's text as one cell of a CSV list.

Parts have `` + `` between them, texts to choose among `` | ``. A part is its verb and, in any order, a number, a color,
for whom (own, rival, rivals, all), how (random, victim, player) and ``may``; after ``if`` its conditions with ``and``
between them, each a name and a value: ``lower_rank 2 rivals if scene_color red and active yes``.
"""

from __future__ import annotations

from typing import get_args

import msgspec

from rules.kernel.card_list import QUOTED, flag, number
from rules.kernel.json_types import Json, JsonObject
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.cards.language import Effect, How, When, Whose
from rules.looney_tunes.texts import say

FLAGS = ("active", "overacting")
NUMBERS = ("scene_rank_at_least", "scene_rank_at_most", "actors_at_least")
CONDITIONS = tuple(When.__struct_fields__)


def text_from(cell: str) -> JsonObject:
    """The text of a cell as a declaration has it. Raises ``ValueError`` in words."""
    texts = [[_part(part) for part in text.split("+")] for text in cell.split("|")]
    return {"effect": texts[0]} if len(texts) == 1 else {"choices": texts}


def text_of(card: LooneyCard) -> str:
    """A card's text as a cell."""
    return " | ".join(" + ".join(_cell_of(part) for part in text) for text in card.choices or (card.effect,))


def _part(text: str) -> JsonObject:
    said, _, condition = text.strip().partition(" if ")
    part: JsonObject = {}
    for word in said.lower().split():
        _read_word(part, word)
    if "do" not in part:
        raise ValueError(say("effect_not_readable"))
    if condition:
        part["when"] = dict(_condition(one) for one in condition.split(" and "))
    return part


def _read_word(part: JsonObject, word: str) -> None:
    digits = word.removeprefix("-")
    value: Json = word
    if word == "may":
        name, value = "may", True
    elif "do" not in part:
        name = "do"
    elif digits.isascii() and digits.isdecimal() and len(digits) < 5:
        name, value = "amount", int(word)
    elif word in get_args(Whose):
        name = "whose"
    elif word in get_args(How):
        name = "how"
    else:
        name = "color"
    if name in part:
        raise ValueError(say("effect_word_too_many", word=word[:QUOTED]))
    part[name] = value


def _condition(text: str) -> tuple[str, Json]:
    name, _, value = text.strip().partition(" ")
    name, value = name.lower(), value.strip()
    if name not in CONDITIONS or not value:
        known = ", ".join(CONDITIONS)
        raise ValueError(say("unknown_condition", known=known, text=text[:QUOTED]))
    if name in FLAGS:
        return name, flag(name, value)
    if name in NUMBERS:
        return name, number(name, value)
    return name, value if name in ("actor", "rival_actor") else value.lower()


def _cell_of(part: Effect) -> str:
    words = ["may"] if part.may else []
    words.append(str(part.__struct_config__.tag))
    said = (getattr(part, name, None) for name in ("amount", "color", "whose", "how"))
    words += [str(value) for value in said if value]
    if part.when is None:
        return " ".join(words)
    asked: JsonObject = msgspec.to_builtins(part.when)
    conditions = [f"{name} {_value(value)}" for name, value in asked.items()]
    return " ".join(words) + " if " + " and ".join(conditions)


def _value(value: Json) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
