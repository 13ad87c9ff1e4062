"""What the Text of a card says while it lies in play, whether it has effect or not, and which of all cards say it.
Whoever looks for cards that few games hold asks here first, and for what has effect only where one lies."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.language.parts import Part
from rules.highlander.position import Highlander
from rules.kernel.cards import Catalogue
from rules.kernel.entry_context import EntryContext


def says_of_itself(card: HighlanderCard, kind: type[Part], what: str | None = None) -> bool:
    """Whether the text of a card says such a thing while it lies in play; ``what``: just this."""
    # a loop: a generator costs more than the few parts there are
    for effect in card.while_in_play:  # noqa: SIM110
        if type(effect) is kind and (what is None or effect.what == what):
            return True
    return False


def cards_that_say(catalogue: Catalogue, kind: type[Part], what: str | None = None) -> frozenset[int]:
    """The cards whose Text says such a thing while they lie in play: few, and so looked up once."""
    saying: frozenset[int] | None = catalogue.memory.get((kind, what))
    if saying is None:
        saying = catalogue.memory[kind, what] = _looked_up(catalogue, kind, what)
    return saying


def _looked_up(catalogue: Catalogue, kind: type[Part], what: str | None) -> frozenset[int]:
    cards = [(n, card) for n, card in enumerate(catalogue.cards) if isinstance(card, HighlanderCard)]
    return frozenset(number for number, card in cards if says_of_itself(card, kind, what))


def may_hold(ctx: EntryContext, p: Highlander, kinds: tuple[type[Part], ...]) -> bool:
    """Whether anything of these kinds may hold of a player: a card that says it lies in play, with effect or without,
    or something lasts. Mostly nothing does, and what holds need not be asked."""
    if p.lasting:
        return True
    saying: frozenset[int] | None = ctx.catalogue.memory.get(kinds)
    if saying is None:
        each = [cards_that_say(ctx.catalogue, kind) for kind in kinds]
        saying = ctx.catalogue.memory[kinds] = frozenset().union(*each)
    faces = ctx.known.faces
    # as ``lies_there``, of both sides at once
    for side in p.players.values():
        for held in side.in_play:
            if held.card in faces and faces[held.card] in saying:
                return True
    return False


def lies_there(ctx: EntryContext, p: Highlander, seat: str, cards: frozenset[int]) -> bool:
    """Whether one of these cards lies in play on a side, with effect or without: mostly none does, and what holds need
    not be asked."""
    faces = ctx.known.faces
    # a loop: asked several times a turn, and a generator costs more than the few cards there are
    for held in p.players[seat].in_play:  # noqa: SIM110
        if held.card in faces and faces[held.card] in cards:
            return True
    return False
