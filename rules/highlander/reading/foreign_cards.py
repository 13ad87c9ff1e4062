"""Cards of other Personas: whose card a card is, and which of others' may be played now (Darius: Event, Richie Ryan and
Darius, Chessex)."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.position import Highlander
from rules.highlander.reading.modifiers import live
from rules.highlander.reading.state import face
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment

ALWAYS = 1_000_000


def persona(j: Judgment, seat: str) -> tuple[HighlanderCard, bool] | None:
    """The player's Persona card and whether its Power has effect."""
    lying = _lying(j, j.position, seat)
    return None if lying is None else (lying[1], live(j, seat, lying[0]))


def persona_card(ctx: EntryContext, p: Highlander, seat: str) -> HighlanderCard | None:
    """The player's Persona card, whether its Power has effect or not."""
    lying = _lying(ctx, p, seat)
    return None if lying is None else lying[1]


def _lying(ctx: EntryContext, p: Highlander, seat: str) -> tuple[int, HighlanderCard] | None:
    """The place of a player's Persona card (from 0), and the card."""
    for place, card in enumerate(p.players[seat].in_play):
        facts = face(ctx, card.card)
        if facts is not None and facts.type == "persona":
            return place, facts
    return None


def is_own(one: HighlanderCard, card: HighlanderCard) -> bool:
    """Whether a Persona includes a card as its own, a Generic Immortal one that is not Reserved."""
    if not card.owners:
        return True
    return not card.mark if not one.owners else bool({*one.owners, *one.factions} & set(card.owners))


def with_darius(p: Highlander, seat: str) -> int:
    """How many cards of other Personas a player may still play with Darius this turn."""
    return sum(
        1
        for e in p.lasting
        if e.seat == seat and isinstance(e.effect, lasting_effects.WithAnothersCard) and e.until >= p.number
    )


def beside(j: Judgment, seat: str, card: HighlanderCard) -> int:
    """How many Special cards more may be played because this one is played in conjunction with Darius."""
    return with_darius(j.position, seat) if is_foreign(j, seat, card) else 0


def is_foreign(j: Judgment, seat: str, card: HighlanderCard) -> bool:
    """Whether a card is another Persona's."""
    if not card.owners:
        return False
    own_persona = persona_card(j, j.position, seat)
    return own_persona is None or not is_own(own_persona, card)


def full_name(card: HighlanderCard) -> str:
    return f"{card.title} {card.sub_title}".strip()


@enforces("chessex-darius-and-chessex", "chessex-losing-your-attack-phase")
def two_events(j: Judgment, seat: str, card: HighlanderCard, second: bool) -> int:
    """How many Events more a card in play allows: only beside Events."""
    mine = j.position.players[seat]
    return 1 if second and card.type == "event" and mine.events_played == mine.specials_played else 0
