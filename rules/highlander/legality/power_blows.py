"""Whether an attack becomes a Power Blow, or a Block a Power Block, and what Exertion may be made beside them
(Power Blows - Making Power Blows, Power Block)."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.legality.waiting import free_to_act
from rules.highlander.position import Highlander
from rules.highlander.reading.citing import cite, source_of
from rules.highlander.reading.modifiers import modifiers
from rules.highlander.reading.power_blows import blows_freely, free_area, free_blow
from rules.highlander.reading.state import attack_card, is_mark, other
from rules.highlander.texts import say
from rules.highlander.verbs import PowerBlow
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


@enforces("reading.b55")
def follows_freely(j: Judgment, seat: str) -> bool:
    """Whether an Exertion that is for no Power Blow or Power Block may be made: not after what is played immediately
    before such a one (Treachery). Records it where it may not."""
    for lasting in j.position.lasting:
        if lasting.seat == seat and isinstance(lasting.effect, lasting_effects.ExertFromOpponent):
            title = f"“{lasting.source}”" if lasting.source else say("the_card_just_played")
            message = say("only_power_exertion_after", title=title)
            j.forbid("treachery", message)
            return False
    return True


def can_be_power_blow(j: Judgment, seat: str, number: int) -> bool:
    """Power Blows - Making Power Blows. Records what stands in the way."""
    mine = j.position.players[seat]
    if not 1 <= number <= len(mine.attacks):
        j.forbid("power-blows-making-power-blows", say("no_attack_of_number", number=number))
        return False
    attack = mine.attacks[number - 1]
    card = attack_card(j, attack)
    if mine.power_blow_made:
        j.forbid("power-blows-making-power-blows", say("one_power_blow_a_turn"))
    elif is_mark(j, attack, "power_blow"):
        j.forbid("power-blows-making-power-blows", say("attack_is_power_blow_already"))
    elif attack.status != "pending":
        j.forbid("successful-attack", say("attack_no_longer_pending", number=number))
    elif attack.made:
        j.forbid("xavier-st-cloud-1-point-middle-center-attack", say("attack_cannot_be_power_blow"))
    elif is_mark(j, attack, "no_power_blow"):
        j.forbid("power-blows-making-power-blows", say("attack_cannot_be_power_blow"))
    elif card is not None and card.is_dirty_trick:
        j.forbid("dirty-tricks", say("dirty_trick_cannot_be_power_blow"))
    else:
        if attack.face_down is not None:
            message = say("dirty_trick_cannot_be_power_blow")
            j.need(
                "dirty-tricks", is_no_trick, (attack.face_down,), message, say("the_card_played_face_down")
            )
        return True
    return False


def is_no_trick(card: HighlanderCard) -> bool:
    """Test: an Attack that may be a Power Blow at all."""
    return not card.is_dirty_trick


def can_be_power_block(j: Judgment, seat: str, number: int) -> bool:
    """Power Block: a Block that is used against a Power Blow this turn. Records what stands in the way."""
    mine = j.position.players[seat]
    if not 1 <= number <= len(mine.defenses):
        j.forbid("power-block", say("no_defense_of_number", defense=number))
        return False
    defense = mine.defenses[number - 1]
    theirs = j.position.players[other(j, seat)].attacks
    card = j.card(defense.card) if defense.card is not None else None
    blows = [n for n in defense.against if n <= len(theirs) and is_mark(j, theirs[n - 1], "power_blow")]
    if card is None or getattr(card, "type", "") == "dodge":
        j.forbid("power-block", say("only_block_becomes_power_block"))
    elif defense.power_block:
        j.forbid("power-block", say("block_is_power_block_already"))
    elif not blows:
        j.forbid("power-block", say("block_not_against_power_blow"))
    elif barring := [theirs[n - 1] for n in blows if is_mark(j, theirs[n - 1], "no_power_block")]:
        title = source_of(j, barring[0], "no_power_block")
        message = say("power_block_prevented", title=title or say("a_card"))
        j.forbid(cite(j, title, "focused-strike"), message)
    else:
        return True
    return False


def verify_power_blow(j: Judgment, e: PowerBlow) -> None:
    if not free_to_act(j, e, ("attack",)) or not can_be_power_blow(j, e.by, e.attack):
        return
    attack = j.position.players[e.by].attacks[e.attack - 1]
    if is_mark(j, attack, "free_power_blow") or free_blow(j, e.by, attack) is not None:
        return
    if _given_by_card(j, e.by):
        return
    message = say("no_power_blow_without_exertion")
    if attack.face_down is not None:
        cards = (attack.face_down,)
        args = (free_area(j.position, e.by),)
        j.need(
            "power-blows-making-power-blows",
            blows_freely,
            cards,
            message,
            say("the_card_played_face_down"),
            args,
        )
    else:
        j.forbid("power-blows-making-power-blows", message)


@enforces("hogg")
def _given_by_card(j: Judgment, seat: str) -> bool:
    """Whether a card in play makes one attack of the turn a Power Blow, and has not been used this turn."""
    p: Highlander = j.position
    givers = modifiers(j, seat, during.WithoutExertion, "power_blow")
    return any(p.players[seat].in_play[one.place].used != p.number for one in givers if one.by == seat)
