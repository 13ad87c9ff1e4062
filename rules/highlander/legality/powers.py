"""Whether a Persona Power is used: an Exertion in place of a Special card, cards for an attack or a Power Block
(Persona Power, Effects In Place of a Special)."""

from __future__ import annotations

from rules.highlander.language import continuous as during
from rules.highlander.language import effects as act
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.language import one_card as own
from rules.highlander.language.filters import every
from rules.highlander.legality.costs import must_hold
from rules.highlander.legality.damage import wants_damage
from rules.highlander.legality.power_blows import can_be_power_block
from rules.highlander.legality.preventions import may_attack_at_all
from rules.highlander.legality.waiting import free_to_act
from rules.highlander.position import Choice, Highlander
from rules.highlander.reading.endurance import size
from rules.highlander.reading.modifiers import barred, has, modifiers
from rules.highlander.reading.powers import PREVENTED, PRICE
from rules.highlander.reading.state import face
from rules.highlander.reading.targets import is_possible
from rules.highlander.texts import say
from rules.highlander.verbs import Exert, Power
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


@enforces(
    "persona-powers-in-place-of-a-special", "general-katana", "hugh-fitzcairn", "nemesis-cards", "nemesis"
)
def may_exert(j: Judgment, e: Exert) -> bool:
    """Whether a Power offers this Exertion now. Records what stands in the way."""
    p: Highlander = j.position
    mine = p.players[e.by]
    if e.number:
        j.forbid(
            "standard-exertions",
            say("power_exertion_names_no_attack"),
        )
    elif all(modifier.effect.what != e.purpose for modifier in modifiers(j, e.by, during.ExertTo)):
        j.forbid("persona-power", say("no_power_offers_exertion"))
    elif mine.specials_played or mine.special_forgone:
        j.forbid(
            "effects-in-place-of-a-special",
            say("power_exertion_replaces_special_card"),
        )
    elif stop := barred(j, e.by, "other exertions"):
        j.forbid("nemesis-cards", say("only_standard_exertions_allowed", stop=stop))
    elif e.purpose == "prevent_damage":
        return not wants_damage(j, e.by, (act.AvertDamage(PREVENTED),))
    elif not is_possible(j, Choice(seat=e.by, what=every("situation"))):
        j.forbid("target", say("no_situation_to_remove"))
    else:
        return True
    return False


@enforces("persona-power", "yung-dol-kim")
def verify_power(j: Judgment, e: Power) -> None:
    """Once a turn, with an Extra Weapon in play, two cards off the Endurance buy an attack or a Power Block."""
    if e.what == "discard_defenses":
        _may_discard_defenses(j, e)
        return
    phase = "attack" if e.what == "attack" else "defense"
    if not free_to_act(j, e, (phase,)):
        return
    p: Highlander = j.position
    power = has(j, e.by, own.BuyAnAttack)
    left = size(p, e.by)
    if power is None:
        j.forbid("persona-power", say("no_power_offers_that"))
    elif not _holds(j, e.by, power.what):
        j.forbid("persona-power", say("power_needs_card_in_play", what=power.what))
    elif any(
        lasting.seat == e.by and isinstance(lasting.effect, lasting_effects.PowerUsed)
        for lasting in p.lasting
    ):
        j.forbid("persona-power", say("power_used_once_a_turn"))
    elif left is not None and left < PRICE:
        j.forbid("persona-power", say("endurance_too_small_for_price", left=left, price=PRICE))
    elif e.what == "power_block":
        can_be_power_block(j, e.by, e.defense)
    elif e.defense:
        j.forbid("log.argument", say("additional_attack_names_no_attack"))
    else:
        may_attack_at_all(j, e.by)


def _may_discard_defenses(j: Judgment, e: Power) -> None:
    """In place of a Special card, Defenses discarded cost the opponent as many, drawn by lot (Cassandra)."""
    if not free_to_act(j, e, ("defense", "attack")):
        return
    mine = j.position.players[e.by]
    power = has(j, e.by, own.DiscardsDefenses)
    if power is None:
        j.forbid("persona-power", say("no_power_offers_that"))
    elif e.defense:
        j.forbid("log.argument", say("power_names_no_attack"))
    elif mine.specials_played or mine.special_forgone:
        j.forbid("effects-in-place-of-a-special", say("power_replaces_special_card"))
    else:
        message = say("too_few_defenses_to_discard", count=power.count)
        must_hold(j, "persona-power", mine.hand, "defense", power.count, message)


def _holds(j: Judgment, seat: str, title: str) -> bool:
    cards = (face(j, card.card) for card in j.position.players[seat].in_play)
    return any(card is not None and card.title == title for card in cards)
