"""The permissions that playing a card of another Persona uses up (Darius: Event, Richie Ryan and Darius, Chessex)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.card import HighlanderCard
from rules.highlander.changes.state import change
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.position import Highlander, Lasting
from rules.highlander.reading.foreign_cards import ALWAYS, full_name, is_own, persona_card
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext


@enforces("darius", "darius-event-countering", "darius-darius-and-chessex")
def played(ctx: EntryContext, p: Highlander, seat: str, card: HighlanderCard) -> Highlander:
    """Use up the permissions by which a card is played. Darius lets the next card of another Persona be played even
    when he is countered."""
    if "other_persona" in card.deck:
        lasting = Lasting(
            lasting_effects.WithAnothersCard(), seat, p.number, event=True, by=seat, source=card.title
        )
        return replace(p, lasting=(*p.lasting, lasting))
    if not card.owners:
        return p
    own_persona = persona_card(ctx, p, seat)
    if own_persona is not None and is_own(own_persona, card):
        return p
    for place, effect in enumerate(p.lasting):
        if effect.seat == seat and isinstance(effect.effect, lasting_effects.WithAnothersCard):
            return replace(p, lasting=p.lasting[:place] + p.lasting[place + 1 :])
    if own_persona is None or card.is_master:
        return p
    lasting = Lasting(
        lasting_effects.ByPower(full_name(card)), seat, ALWAYS, by=seat, source=own_persona.title
    )
    return replace(p, lasting=(*p.lasting, lasting))


def through_the_deck(p: Highlander, seat: str) -> Highlander:
    """The discard pile was shuffled into the Endurance: each card a Power lets in is played once more."""
    left = tuple(e for e in p.lasting if e.seat != seat or not isinstance(e.effect, lasting_effects.ByPower))
    return p if len(left) == len(p.lasting) else replace(p, lasting=left)


def no_attack_phase(p: Highlander, seat: str) -> Highlander:
    """Two Events of a turn cost its Attack Phase; what attacks there are cannot be added to."""
    mine = p.players[seat]
    return change(p, seat, skip_attack=True, attacks_allowed=min(mine.attacks_allowed, mine.attacks_made))
