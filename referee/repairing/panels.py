"""What can be said of the touched place in a ruling: the position editor's panel, with what a judge's change can do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from referee.entering.cards_text import EMPTY
from referee.games.presentation import presentation_of
from referee.positions.finding import hits
from referee.positions.panel import MOST_BUTTONS, Button, Panel, panel_for
from referee.positions.places import CARD, DOWN, Place, Side, has_card, sides_of
from referee.positions.touching import AROUND
from referee.repairing.hand import MENTIONS, Hand, is_of_parts, is_one_part, is_settable
from referee.repairing.lying import card_there, destinations, name_of_card
from referee.repairing.mentioning import card_address, facts_that_mention, is_mentioned, label_of, meant
from referee.repairing.parts import CELL, free_cells, is_tile, rows
from referee.wording.labels import field_words, value_words
from rules.kernel.declared_effects import takes_cards
from tournaments.pages.translation import engine_words

#: More words than these are typed.
MOST_WORDS = 60


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
        sides.append(Side(side.seat, front, rest, side.name))
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
        _words(panel, hand)
        return
    panel.choices, panel.types, panel.number, panel.numeric, panel.options = (), False, None, False, ()
    panel.wrong = panel.wrong or engine_words(why)
    if why:
        return
    if place.spec.kind in MENTIONS:
        cards = meant(hand.document, hand.catalogue, hand.printed, place.at)
        panel.choices = tuple(Button(f"mark {place.at} {one.at}", one.title, one.on) for one in cards)
    elif is_tile(place):
        panel.options = tuple(_cells(hand, place))
    more = rows(hand, place)
    if more is not None:
        panel.options = tuple(one for one in more if one[1])


def _words(panel: Panel, hand: Hand) -> None:
    """The words that there are, where the engine knows them: one to choose, of several each to be there or not."""
    place, spec = panel.place, panel.place.spec
    if panel.choices or panel.options or spec.kind not in ("word", "words"):
        return
    known = list(spec.choices) or hand.run.game.vocabulary(hand.run.judgment(), hand.run.position, spec.names)
    words = sorted({str(word) for word in known or ()} - {""})
    if not words or len(words) > MOST_WORDS:
        return
    now = hand.fact(place.at)
    if spec.kind == "word":
        made = [(f"set {place.at} {word}", word, word == now) for word in words]
        if spec.default == "":
            made.append((f'set {place.at} ""', "none", not now))
    else:
        there = list(now or ())
        made = [(f"set {place.at} {_toggled(there, word)}", word, word in there) for word in words]
    buttons = tuple(Button(said, value_words(word), on) for said, word, on in made)
    if len(words) <= MOST_BUTTONS:
        panel.choices = buttons
    else:
        panel.options = tuple((one.change, one.words) for one in buttons)
    panel.types = False


def _toggled(there: list[str], word: str) -> str:
    """A list of words with one more, or without it, as it is typed."""
    rest = [one for one in there if one != word]
    return ", ".join(rest if word in there else [*there, word]) or EMPTY


def _cells(hand: Hand, place: Place) -> Iterator[tuple[str, str]]:
    """Where a tile may lie else, each cell by the tiles beside it."""
    tiles = hand.fact(place.at.rpartition(".")[0]) or []
    others = [tile for n, tile in enumerate(tiles) if n != int(place.at.rpartition(".")[2])]
    for q, r in free_cells(others):
        beside = [tile["scene"] for tile in others if (tile["q"] - q, tile["r"] - r) in AROUND]
        if (q, r) != tuple(hand.fact(f"{place.at}.{name}") for name in CELL):
            words = _("beside %(tiles)s (%(cell)s)") % {"tiles": ", ".join(beside), "cell": f"{q}, {r}"}
            yield f"cell {place.at} {q},{r}", words


def _actions(panel: Panel, hand: Hand) -> Iterator[Button]:
    """The single touches that are left: turning over, leaving out, one more, what is told of the card."""
    place = panel.place
    if hand.run.game.derived(place.at):
        return
    names = {field.name for field in place.spec.fields}
    turns = place.nth is None and ({CARD, DOWN} <= names or "exits" in names)
    yield from (button for button in panel.actions if turns and button.change.startswith("turn "))
    there = hand.fact(place.at) is not None
    if is_one_part(hand, place) and there:
        yield Button(f"out {place.at}", _("Take out"))
    elif there and (
        place.key or (place.spec.optional and (is_settable(place) or place.spec.kind == "label"))
    ):
        yield Button(f"out {place.at}", _("Leave it out"))
    for change, words in rows(hand, place) or ():
        if not words:
            yield Button(change, _("One more") if is_of_parts(hand, place) else _("Put it there"))
    at = card_address(hand.document, place, hand.catalogue)
    card = card_there(hand.document, place, hand.catalogue) if at else None
    for fact in facts_that_mention(hand.run.game, at) if card is not None else ():
        on = is_mentioned(hand.printed, fact, label_of(card))
        yield Button(f"mark {fact} {at}", field_words(fact.rpartition(".")[2]).capitalize(), on)
