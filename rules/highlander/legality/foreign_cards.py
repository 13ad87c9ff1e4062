"""Whether a card that a deck may include only with the help of another may be played now (Master's Advantage, Richie
Ryan and Darius, Reserved Cards). Nothing is asked where no Persona card is in play."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.deck.built import TITLE_LIMIT
from rules.highlander.deck.inclusion import RULES
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.reading.foreign_cards import full_name, is_own, persona, with_darius
from rules.highlander.reading.modifiers import live, won_personas
from rules.highlander.reading.state import face
from rules.highlander.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


@enforces("masters-advantage-and-personas-that-increase-restriction-numbers")
def check(j: Judgment, seat: str, card: HighlanderCard) -> None:
    """Records why a card that the deck includes only with the help of another may not be played now."""
    if not card.owners and not card.weapon and "Plot" not in card.groups:
        return
    borrows = j.position.players[seat].borrowing is not None  # another matter (Borrowing Cards)
    own_persona = None if borrows else persona(j, seat)
    if own_persona is None:
        return
    one, has_power = own_persona
    if not has_power and _more_than_normal(j, seat, one, card):
        return
    # Attacks and Defenses that are not Reserved are a matter of the deck alone
    if not is_own(one, card) and (card.mark or card.is_special):
        _needs_help(j, seat, one, has_power, card)


def _needs_help(j: Judgment, seat: str, one: HighlanderCard, has_power: bool, card: HighlanderCard) -> None:
    """Whether something lets a card of another Persona be played. Records it where nothing does."""
    if with_darius(j.position, seat) and not _put_directly(j, seat, card):
        return
    if card.mark == "signature" or not _let_in(j, seat, one if has_power else None, card):
        message = say("played_only_by_card_that_allows_it", title=card.title)
        j.forbid(_rule_broken(j, seat, one, has_power, card), message)
    elif any(
        e.seat == seat and e.effect == lasting_effects.ByPower(full_name(card)) for e in j.position.lasting
    ):
        j.forbid(
            "richie-ryan-and-darius",
            say("only_power_plays_one", title=card.title),
        )


def _rule_broken(j: Judgment, seat: str, one: HighlanderCard, has_power: bool, card: HighlanderCard) -> str:
    """The rule broken by playing a card that nothing allows."""
    if _put_directly(j, seat, card):
        return "darius-event-putting-cards-directly-into-play"
    if not has_power and "reserved_for_masters" in one.deck:
        return "generic-immortal-reserved-cards-2"
    return RULES[card.mark]


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
    j.forbid(rule, say("limit_without_persona_power", limit=limit, title=card.title))
    return True


def _let_in(j: Judgment, seat: str, power: HighlanderCard | None, card: HighlanderCard) -> bool:
    """Whether a Power or a Quickening with effect lets the player have the card."""
    helps = set(power.deck if power else ())
    for place, held in enumerate(j.position.players[seat].in_play):
        facts = face(j, held.card)
        if facts is not None and facts.type in ("quickening", "premium") and live(j, seat, place):
            helps |= set(facts.deck)
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
        any(facts is not None and "puts_directly" in facts.marks for facts in faces) and card.type == "object"
    )
