"""The game's own options as an event chooses them: what its rules leave open to whoever runs it."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.kernel.card_problems import Unknown
from rules.kernel.card_problems import in_words as decoder_words
from rules.kernel.texts import say
from rules.registry import games, load
from tournaments.errors import Invalid
from tournaments.events.game_clock import OF_THE_CLOCK
from tournaments.messages import message
from tournaments.text import clean_json

PREFIX = "option_"
LABELS: dict[str, Any] = {
    "announced": _("Cards announced for this event, one a line"),
    "breaker": _("Survivors at the end of time"),
    "build_limit": _("Build points of a Hero"),
    "colorless": _("A Movie card without a color"),
    "extra_turns": _("Turns after the end of time before the lead is shared"),
    "free_activity": _("Who performs the Pumpkin King Activity free"),
    "max_copies": _("Copies of a card in a deck"),
    "min_deck": _("Smallest deck"),
    "next_active": _("Who is active next"),
    "rankless": _("A Movie card without a Rank"),
    "sanctioned": _("Cards barred from Sanctioned Tournaments are refused"),
    "time_tie": _("Equal at the top when time is called"),
    "untaken": _("A Movie card that nobody takes"),
}
VALUES: dict[str, Any] = {
    "alternate": _("the players in turn"),
    "discard": _("is discarded"),
    "each_turn": _("asked at each player's turn"),
    "equal": _("all colors are equal"),
    "highest": _("the highest total wins"),
    "kills": _("rank by kills"),
    "loser": _("who lost the Scene"),
    "lowest": _("the lowest total wins"),
    "none": _("share the first place"),
    "play_on": _("further Scenes until one leads"),
    "shared": _("the place is shared"),
    "single_color": _("one color alone wins over several"),
    "snapshot": _("fixed when it is announced"),
    "stay": _("stays on the storyboard"),
}


def check_game_options(game: str, options: object) -> dict[str, Any]:
    """The options of a game as the log format writes them. Raises Invalid, naming ``game_options``, for what the
    game does not know or cannot use."""
    if not isinstance(options, dict):
        raise Invalid(
            message("The game's options are an object."),
            fields={"game_options": message("An object is expected.")},
        )
    clean_json(options, "game_options")
    if options and game not in games():
        raise Invalid(
            message("This game has no options here."), fields={"game_options": message("This game has none.")}
        )
    if not options:
        return {}
    try:
        msgspec.convert(options, load(game).options_type)
    except msgspec.ValidationError as error:
        known = ", ".join(load(game).options_type.__struct_encode_fields__) or "none"
        unknown = Unknown("option_unknown", known=known)
        why = decoder_words(str(error), load(game).options_type, say("it"), unknown)
        raise Invalid(
            message("The game's options cannot be used: %(why)s", why=why), fields={"game_options": why}
        ) from None
    return options


def option_fields(game: str, chosen: Mapping[str, Any]) -> dict[str, forms.Field]:
    """A form field for each option of the game that a form can ask for, by the field's name; lists of cards are left
    to the API and to files."""
    if game not in games():
        return {}
    fields: dict[str, forms.Field] = {}
    for option in msgspec.structs.fields(load(game).options_type):
        field = None if option.name in OF_THE_CLOCK else _field(option.type)
        if field is not None:
            field.label = LABELS.get(option.name, option.name.replace("_", " "))
            field.initial = _shown(chosen.get(option.name, option.default))
            fields[PREFIX + option.name] = field
    return fields


def _shown(value: Any) -> Any:
    return "\n".join(value) if isinstance(value, list | tuple) else value


def _field(kind: Any) -> forms.Field | None:
    while typing.get_origin(kind) is typing.Annotated:
        kind = typing.get_args(kind)[0]
    if kind is bool:
        return forms.BooleanField(required=False)
    if kind is int:
        return forms.IntegerField(required=False, min_value=0, max_value=1000)
    if typing.get_origin(kind) is Literal:
        values = typing.get_args(kind)
        choices = [(value, gettext(str(VALUES.get(value, value.replace("_", " "))))) for value in values]
        return forms.ChoiceField(choices=choices) if len(values) > 1 else None
    if typing.get_origin(kind) in (tuple, types.UnionType):
        is_texts = typing.get_origin(kind) is tuple
        widget = forms.Textarea(attrs={"rows": 3})
        return forms.CharField(required=False, widget=widget, max_length=20_000) if is_texts else None
    return None


def options_from(game: str, cleaned: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a filled-in form chooses: what differs from the game's own defaults, and what no form asks."""
    options = dict(before)
    for option in msgspec.structs.fields(load(game).options_type):
        name = PREFIX + option.name
        if name not in cleaned:
            continue
        value = cleaned[name]
        if isinstance(option.default, tuple):
            value = [line.strip() for line in str(value).splitlines() if line.strip()]
        default = list(option.default) if isinstance(option.default, tuple) else option.default
        options.pop(option.name, None)
        if value is not None and value != default:
            options[option.name] = value
    return options
