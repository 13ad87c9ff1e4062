"""What can be said of the touched place in a ruling: the position editor's panel, with what a judge's change can do."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from referee.games.presentation import presentation_of
from referee.positions.finding import hits
from referee.positions.panel import Button, Panel, panel_for
from referee.positions.places import CARD, DOWN, Place, Side, has_card, place_at, sides_of
from referee.repairing.lying import card_there, destinations, name_of_card
from referee.repairing.translating import Hand, is_of_parts, is_settable
from rules.kernel.declared_effects import takes_cards
from tournaments.pages.translation import engine_words


def repair_panel(
    hand: Hand, names: Mapping[str, str], place: Place, *, typed: str = "", wrong: str = ""
) -> Panel:
    """All that is shown of a touched place: what is there, and what may be said to be right."""
    panel = panel_for(hand.document, hand.catalogue, place, typed=typed, wrong=wrong)
    panel.new_card = None
    _cards(panel, hand, names)
    _facts(panel, hand)
    panel.actions = tuple(_actions(panel, hand))
    return panel


def folded_places(hand: Hand) -> list[Side]:
    """Every place by whose it is. A printed position says every fact, so what is not laid out mostly is folded."""
    often = presentation_of(hand.document.game.name).often
    first = {one.replace("*", seat) for one in often for seat in hand.document.seats}
    sides = []
    for side in sides_of(hand.document, hand.catalogue, {}):
        chips = (*side.chips, *side.more)
        front = tuple(chip for chip in chips if chip.at in first)
        rest = tuple(chip for chip in chips if chip.at not in first)
        sides.append(Side(side.seat, front, rest))
    return sides


def _cards(panel: Panel, hand: Hand, names: Mapping[str, str]) -> None:
    """Where the card belongs, which it is; of a place for cards, which belongs there."""
    place = panel.place
    is_card = place.nth is not None or place.spec.kind == "card" or has_card(place.spec)
    card = card_there(hand.document, place, hand.catalogue) if is_card else None
    panel.moves = ()
    if card is not None:
        often = presentation_of(hand.document.game.name).often
        first, rest = destinations(hand.document, hand.run, names, place, often)
        panel.moves = tuple((f"move {place.at} {at}", words) for at, words in first)
        panel.rare_moves = tuple((f"move {place.at} {at}", words) for at, words in rest)
        panel.moves_first = True
    if card is not None and name_of_card(card) is None:
        panel.finds, panel.search = f"exchange {place.at}", _("Which card is it?")
    elif not (panel.finds.startswith("add") and takes_cards(hand.run.game, hand.run.position, place.at)):
        panel.finds, panel.search = "", ""
    else:
        panel.search = _("Which card belongs here?")
    panel.hits = panel.hits if panel.finds else ()
    if panel.finds and panel.typed:
        fitting, panel.hits_more = hits(hand.document, hand.catalogue, place, panel.typed)
        panel.hits = tuple(fitting)


def _facts(panel: Panel, hand: Hand) -> None:
    """The values that a ruling can give; none where the fact follows from others."""
    place = panel.place
    why = hand.run.game.derived(place.at)
    if is_settable(place) and not why:
        return
    panel.choices, panel.types, panel.number, panel.numeric = (), False, None, False
    panel.wrong = panel.wrong or engine_words(why)
    if not is_of_parts(hand, place):
        panel.options = ()


def _actions(panel: Panel, hand: Hand) -> list[Button]:
    """The single touches that are left: turning over, leaving out."""
    place = panel.place
    names = {field.name for field in place.spec.fields}
    turns = place.nth is None and ({CARD, DOWN} <= names or "exits" in names)
    above = place_at(hand.document, place.at.rpartition(".")[0]) if place.is_thing else None
    goes = is_of_parts(hand, above) if above is not None else is_settable(place) and place.spec.optional
    kept = {"turn": turns, "out": goes and not place.key, "row": is_of_parts(hand, place)}
    return [button for button in panel.actions if kept.get(button.change.partition(" ")[0], False)]
