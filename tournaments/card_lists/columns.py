"""What a card list's columns mean, for people."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.card_lists import columns

#: Columns that mean the same in every game that has them.
SHARED: dict[str, Any] = {
    "title": _("The title as it is printed. Needed."),
    "sub_title": _("What is printed under the title, where it tells cards apart."),
    "variant": _("A word of your own where cards of one title differ, as in their picture."),
    "edition": _("The edition, where it tells cards of one title apart."),
    "source": _("Where you have the facts from; only kept."),
    "summary": _("The card's text in short, for whoever reads the log."),
    "text": _("The card's text in short. With it a judge declares what the card did."),
    "groups": _("Groups the card belongs to, divided by /."),
}
OF_GAMES: dict[str, dict[str, Any]] = {
    "looney_tunes": {
        "type": _("scene, actor or special effect. Needed."),
        "color": _("The card's color."),
        "rank": _("The Rank, a whole number; empty where none is printed."),
        "points": _("A Scene's points."),
        "effect": _(
            "What a Special Effect does, in the engine's words with + between: raise_rank 2 + paint_scene red. "
            "Left empty, a judge declares it."
        ),
    },
    "nightmare_before_christmas": {
        "type": _("Locale, Character, Creation, Surprise or Game card. Needed."),
        "alias": _("A Character's Alias."),
        "scare_number": _("The Scare Number, of all but Locales."),
        "starting_hand": _("A Starting Locale's Starting Hand."),
        "scare_threshold": _("A Locale's Scare Threshold; 0* for a Starting Locale."),
        "function_1": _("A Locale's first Function: draw, add and move with a number, as “draw 1, add 3”."),
        "function_2": _("The second Function."),
        "function_3": _("The third Function."),
        "placed": _("yes for a Surprise that stays on the table."),
        "on_others_turns": _("yes for a Surprise played on other players' turns."),
    },
    "herocard_duel": {
        "kind": _(
            "attribute, base attack, attack mod, special attack, base block, block mod, special block, "
            "miscellaneous, scene or killer. Needed."
        ),
        "hero": _("Whose card it is. All cards of one Hero make that Hero's deck."),
        "attribute": _("body, mind or x."),
        "action": _("exclusive, fast or restricted; of Action cards."),
        "cost": _("The cost in Attribute points."),
        "value": _("The printed value of a Base or a Mod."),
        "score": _("Victory Points an Attribute card is worth."),
        "build": _("The build points it costs."),
        "count": _("How many of it stand in the Hero's deck; 1 when left empty."),
        "exits": _("A Scene's three exits, directions from 0 to 5 clockwise from the east, as 0 2 5."),
        "deploy": _("yes where it may be put down face down."),
        "plus": _("What its value grows by, as JSON; docs/logs/herocard_duel.md says how. Mostly empty."),
        "effects": _(
            "What its text does, as JSON, as docs/logs/herocard_duel.md says; empty: a judge declares it."
        ),
    },
    "highlander": {
        "type": _(
            "attack, special attack, special attack or block, block, dodge, event, situation, object, location, "
            "edge, persona, weapon of choice, premium, quickening or pre-game; a group may follow, as “Event: "
            "Bystander”. Needed."
        ),
        "grid": _("The grid by rows from the top, as AOO/OAO/OOO: A attacked, B or S as printed, O open."),
        "owners": _("The Personas or Factions that use it, divided by /."),
        "weapon": _("The weapon it needs."),
        "restriction": _("As printed: 3, R3 for Reserved, S2 for Signature, R alone."),
        "hand_icons": _("The number of Hand Icons."),
        "master_limit": _("A Persona's Master limit."),
        "damage": _("What an Attack does when it is successful; no for none, empty for 2."),
        "effect": _(
            "What happens at once, in the engine's words with + between: damage opponent 3 + gain you 1."
        ),
    },
}
OF_GAMES["herocard_nightmare"] = OF_GAMES["herocard_duel"]


def columns_of(game: str) -> list[tuple[str, Any]]:
    """The columns of a game's list with what they mean, in their order."""
    own = OF_GAMES.get(game, {})
    return [(name, own.get(name) or SHARED.get(name, "")) for name in columns(game)]
