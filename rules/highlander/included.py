"""Playing cards that a deck includes by the help of something: a Persona Power, a Quickening, Darius (Darius: Event,
Master's Advantage, Richie Ryan and Darius, Reserved Cards). Nothing is asked where no Persona card is in play."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.card import HighlanderCard
from rules.highlander.deck import TITLE_LIMIT
from rules.highlander.inclusion import RULES
from rules.highlander.modifiers import live, won_personas
from rules.highlander.position import Highlander, Lasting
from rules.highlander.state import change, face
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

BY_CARD = "with another’s card"
BY_POWER = "by power "
ALWAYS = 1_000_000


def persona(j: Judgment, seat: str) -> tuple[HighlanderCard, bool] | None:
    """The player's Persona card and whether its Power has effect."""
    for place, card in enumerate(j.position.players[seat].in_play):
        found = face(j, card.card)
        if found is not None and found.type == "persona":
            return found, live(j, seat, place)
    return None


def is_own(one: HighlanderCard, card: HighlanderCard) -> bool:
    """Whether a Persona includes a card as its own, a Generic Immortal one that is not Reserved."""
    if not card.owners:
        return True
    return not card.mark if not one.owners else bool({*one.owners, *one.factions} & set(card.owners))


@enforces("masters-advantage-and-personas-that-increase-restriction-numbers")
def check(j: Judgment, seat: str, card: HighlanderCard) -> None:
    """Records why a card that is in the deck by some help may not be played now."""
    if not card.owners and not card.weapon and "Plot" not in card.groups:
        return
    if j.position.players[seat].borrowing is not None:
        return  # what may be borrowed is another matter (Borrowing Cards)
    found = persona(j, seat)
    if found is None:
        return
    one, has_power = found
    if not has_power and _more_than_normal(j, seat, one, card):
        return
    if is_own(one, card) or not (card.mark or card.is_special):
        return  # Attacks and Defenses that are not Reserved are a matter of the deck alone
    if with_darius(j.position, seat) and not _put_directly(j, seat, card):
        return
    if card.mark == "signature" or not _let_in(j, seat, one if has_power else None, card):
        rule = RULES[card.mark]
        if _put_directly(j, seat, card):
            rule = "darius-event-putting-cards-directly-into-play"
        elif not has_power and "reserved_for_masters" in one.deck:
            rule = "generic-immortal-reserved-cards-2"
        j.forbid(rule, f"“{card.title}” is played only with what lets this Persona have it")
    elif any(e.seat == seat and e.what == BY_POWER + _name(card) for e in j.position.lasting):
        j.forbid(
            "richie-ryan-and-darius",
            f"one “{card.title}” is played by the Power alone each time through the deck",
        )


def _more_than_normal(j: Judgment, seat: str, one: HighlanderCard, card: HighlanderCard) -> bool:
    """Without its Power a Persona plays no more of a card than its normal restriction number, until it reshuffles."""
    limit: int | None = None
    rule = "masters-advantage-and-personas-that-increase-restriction-numbers"
    if "plots_twice" in one.deck and "Plot" in card.groups:
        limit = TITLE_LIMIT if card.restriction is None else card.restriction
    elif "weapon_cards_more" in one.deck and card.weapon:
        limit = card.restriction
    elif "persona_cards" in one.deck and card.owners and not card.mark:
        limit, rule = 1, "generic-immortal-persona-specific-non-reserved"
    if limit is None:
        return False
    mine = j.position.players[seat]
    seen = (*(held.card for held in mine.in_play), *mine.discard_pile)
    if sum(1 for other_card in seen if face(j, other_card) is card) < limit:
        return False
    j.forbid(rule, f"without the Persona Power no more than {limit} “{card.title}” are used")
    return True


def _let_in(j: Judgment, seat: str, power: HighlanderCard | None, card: HighlanderCard) -> bool:
    """Whether a Power or a Quickening with effect lets the player have the card."""
    helps = set(power.deck if power else ())
    for place, held in enumerate(j.position.players[seat].in_play):
        found = face(j, held.card)
        if found is not None and found.type in ("quickening", "premium") and live(j, seat, place):
            helps |= set(found.deck)
    helps |= {help for won in won_personas(j, seat) for help in won.deck}
    if card.is_master and helps & {"other_masters", "masters_stay"}:
        return True
    if card.mark == "reserved":
        return bool(helps & {"reserved_of_each", "reserved_for_masters"})
    return bool(helps & {"one_of_each", "persona_cards"})


def _put_directly(j: Judgment, seat: str, card: HighlanderCard) -> bool:
    """Whether another card just played would put this one directly into play."""
    played = (held for held in j.position.players[seat].in_play if held.played == j.position.number)
    faces = (face(j, held.card) for held in played)
    return (
        any(found is not None and "puts_directly" in found.marks for found in faces) and card.type == "object"
    )


# -- Darius --------------------


def with_darius(p: Highlander, seat: str) -> int:
    """How many cards of other Personas a player may still play with Darius this turn."""
    return sum(1 for e in p.lasting if e.seat == seat and e.what == BY_CARD and e.until >= p.number)


def beside(j: Judgment, seat: str, card: HighlanderCard) -> int:
    """How many Special cards more may be played because this one is played in conjunction with Darius."""
    return with_darius(j.position, seat) if is_foreign(j, seat, card) else 0


def is_foreign(j: Judgment, seat: str, card: HighlanderCard) -> bool:
    """Whether a card is another Persona's."""
    if not card.owners:
        return False
    found = persona(j, seat)
    return found is None or not is_own(found[0], card)


@enforces("darius", "darius-event-countering", "darius-darius-and-chessex")
def played(j: Judgment, p: Highlander, seat: str, card: HighlanderCard) -> Highlander:
    """What playing a card uses up. Darius lets the next card of another Persona be played even when he is countered."""
    if "other_persona" in card.deck:
        lasting = Lasting(what=BY_CARD, seat=seat, until=p.number, event=True, by=seat, source=card.title)
        return replace(p, lasting=(*p.lasting, lasting))
    if not card.owners:
        return p
    found = persona(j, seat)
    if found is not None and is_own(found[0], card):
        return p
    for place, effect in enumerate(p.lasting):
        if effect.seat == seat and effect.what == BY_CARD:
            return replace(p, lasting=p.lasting[:place] + p.lasting[place + 1 :])
    if found is None or card.is_master:
        return p
    lasting = Lasting(what=BY_POWER + _name(card), seat=seat, until=ALWAYS, by=seat, source=found[0].title)
    return replace(p, lasting=(*p.lasting, lasting))


def _name(card: HighlanderCard) -> str:
    return f"{card.title} {card.sub_title}".strip()


def through_the_deck(p: Highlander, seat: str) -> Highlander:
    """The discard pile was shuffled into the Endurance: each card a Power lets in is played once more."""
    kept = tuple(e for e in p.lasting if e.seat != seat or not e.what.startswith(BY_POWER))
    return p if len(kept) == len(p.lasting) else replace(p, lasting=kept)


# -- two Events a turn (Chessex) --------------------


@enforces("chessex-darius-and-chessex", "chessex-losing-your-attack-phase")
def two_events(j: Judgment, seat: str, card: HighlanderCard, second: bool) -> int:
    """How many Events more a card in play allows: only beside Events."""
    mine = j.position.players[seat]
    return 1 if second and card.type == "event" and mine.events_played == mine.specials_played else 0


def no_attack_phase(p: Highlander, seat: str) -> Highlander:
    """Two Events of a turn cost its Attack Phase; what attacks there are cannot be added to."""
    mine = p.players[seat]
    return change(p, seat, skip_attack=True, attacks_allowed=min(mine.attacks_allowed, mine.attacks_made))
