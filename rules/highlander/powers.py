"""Persona Powers that their player uses: an Exertion in place of a Special card, cards for an attack or a Power Block
(Persona Power, Effects In Place of a Special)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.card import Effect, HighlanderCard
from rules.highlander.costs import must_hold
from rules.highlander.damage import wants_damage
from rules.highlander.endurance import mill, size
from rules.highlander.modifiers import barred, has
from rules.highlander.musts import is_begun
from rules.highlander.position import Choice, Highlander, Must
from rules.highlander.state import change, face, other
from rules.highlander.targets import possible
from rules.highlander.verbs import Exert, Power
from rules.highlander.waiting import free_to_act
from rules.kernel.enforce import enforces
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN

#: what an Exertion that a Persona Power offers is made for; anything else is a Standard Exertion
IN_PLACE = ("remove_situation", "prevent_damage")
PREVENTED = 2
PRICE = 2  # cards off the Endurance for Yung Dol Kim's Power
ONCE = "power used"


# -- an Exertion in place of a Special card --------------------


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
            "this Exertion is for no attack or Defense: “attack” and “defense” are left out",
        )
    elif has(j, e.by, "exert_to", e.purpose) is None:
        j.forbid("persona-power", "no Power of this player offers that Exertion")
    elif mine.specials_played or mine.special_forgone:
        j.forbid(
            "effects-in-place-of-a-special",
            "this Exertion is made only if no Special card is played this turn",
        )
    elif stop := barred(j, e.by, "other exertions"):
        j.forbid("nemesis-cards", f"{stop} allows Standard Exertions alone")
    elif e.purpose == "prevent_damage":
        return not wants_damage(j, e.by, (Effect("prevent_damage", count=PREVENTED),))
    elif not possible(j, j.position, Choice(seat=e.by, what="situation")):
        j.forbid("target", "there is no Situation to remove")
    else:
        return True
    return False


def exerted(j: Judgment, p: Highlander, seat: str, purpose: str) -> Highlander:
    """What the Exertion was made for happens."""
    from rules.highlander.effects import run

    if purpose == "remove_situation":
        j.position = p
        choice = Choice(seat=seat, what="situation", title="the Persona Power")
        return replace(p, choice=choice) if possible(j, p, choice) else p
    return run(j, p, seat, Effect("prevent_damage", count=PREVENTED), "the Persona Power", False)


# -- drawing and discarding --------------------


@enforces("nefertiri", "nefertiri-and-interrupting-effects")
def draws_freely(j: Judgment, seat: str) -> bool:
    """Whether a Persona draws up to her Ability at any time of her turn: also before what must be done in the Must Do
    Phase, but never in the middle of an immediate effect."""
    p: Highlander = j.position
    if has(j, seat, "draw_any_time") is None:
        return False
    must = p.players[seat].must
    return not must or (p.phase == "must_do" and not any(is_begun(one) for one in must))


@enforces("yuk-hsui-chun")
def draws_to(j: Judgment, seat: str) -> int:
    """How many cards a hand may be drawn to: the Ability, or in the Draw/Discard Phase what a card or Power makes."""
    p: Highlander = j.position
    if p.phase != "draw_discard":
        return max(p.players[seat].ability, 0)
    most = holds(j, seat)
    if _matches_hand(j, seat):
        most = max(most, sum(1 for card in p.players[other(j, seat)].hand if card))
    return most


def _matches_hand(j: Judgment, seat: str) -> bool:
    """Whether a card lets a hand be drawn to the size of the opponent's now."""
    p: Highlander = j.position
    draws = p.phase == "draw_discard" and not p.players[seat].discarding
    return draws and has(j, seat, "draw_to_opponents_hand") is not None


def matches_unknown_hand(j: Judgment, seat: str) -> bool:
    """Whether nobody knows how many cards that is."""
    return OPEN in j.position.players[other(j, seat)].hand and _matches_hand(j, seat)


def holds(j: Judgment, seat: str) -> int:
    """How many cards a hand holds at the end of a turn at most."""
    more = _masters(j, other(j, seat)) if has(j, seat, "draws_for_masters") is not None else 0
    p: Highlander = j.position
    return max(p.players[seat].ability, 0) + more


@enforces("generic-immortal-reserved-cards")
def _masters(j: Judgment, seat: str) -> int:
    """How many Masters a player may include: the Persona's limit, for a Generic Immortal one less for each Reserved
    card of the deck list."""
    for card in j.position.players[seat].in_play:
        found = face(j, card.card)
        if found is not None and found.type == "persona":
            return max(0, (found.master_limit or 0) - _reserved(j, seat, found))
    return 0


def _reserved(j: Judgment, seat: str, persona: HighlanderCard) -> int:
    deck = j.decks[seat] if j.decks else None
    if deck is None or "reserved_for_masters" not in persona.deck:
        return 0
    cards = ((j.catalogue.find(line.card), line.count) for line in deck.lines("deck"))
    return sum(
        n for found, n in cards if found and getattr(j.catalogue.cards[found[0]], "mark", "") == "reserved"
    )


# -- cards off the Endurance for an attack or a Power Block --------------------


@enforces("persona-power", "yung-dol-kim")
def verify_power(j: Judgment, e: Power) -> None:
    """Once a turn, with an Extra Weapon in play, two cards off the Endurance buy an attack or a Power Block."""
    from rules.highlander.exertion import can_be_power_block
    from rules.highlander.preventions import at_all

    if e.what == "discard_defenses":
        _may_discard_defenses(j, e)
        return
    phase = "attack" if e.what == "attack" else "defense"
    if not free_to_act(j, e, phase):
        return
    p: Highlander = j.position
    power = has(j, e.by, "buy_an_attack")
    left = size(p, e.by)
    if power is None:
        j.forbid("persona-power", "no Power of this player offers that")
    elif not _holds(j, e.by, power.what):
        j.forbid("persona-power", f"for this Power a card “{power.what}” must be in play")
    elif any(lasting.seat == e.by and lasting.what == ONCE for lasting in p.lasting):
        j.forbid("persona-power", "this Power is used once a turn")
    elif left is not None and left < PRICE:
        j.forbid("persona-power", f"the Endurance has {left} card(s): {PRICE} are discarded for it")
    elif e.what == "attack" and e.defense:
        j.forbid("log.argument", "an additional attack is for no attack or Defense")
    elif e.what == "attack" and not at_all(j, e.by):
        return
    elif e.what == "power_block":
        can_be_power_block(j, e.by, e.defense)


def _may_discard_defenses(j: Judgment, e: Power) -> None:
    """In place of a Special card, Defenses of the own hand cost the opponent as many, drawn by lot (Cassandra)."""
    if not free_to_act(j, e, "defense", "attack"):
        return
    mine = j.position.players[e.by]
    power = has(j, e.by, "discards_defenses")
    if power is None:
        j.forbid("persona-power", "no Power of this player offers that")
    elif e.defense:
        j.forbid("log.argument", "this Power is for no attack or Defense")
    elif mine.specials_played or mine.special_forgone:
        j.forbid(
            "effects-in-place-of-a-special", "this Power is used only if no Special card is played this turn"
        )
    else:
        message = f"{power.count} Defenses are discarded for it, and the hand has fewer"
        must_hold(j, "persona-power", mine.hand, "defense", power.count, message)


def _discard_defenses(j: Judgment, p: Highlander, seat: str) -> Highlander:
    power = has(j, seat, "discards_defenses")
    count = power.count if power is not None else 0
    for who in (seat, other(j, seat)):
        must = Must(do="discard", count=count, what="defense", random=who != seat)
        p = change(p, who, must=(*p.players[who].must, must))
    return change(p, seat, special_forgone=True)


def _holds(j: Judgment, seat: str, title: str) -> bool:
    cards = (face(j, card.card) for card in j.position.players[seat].in_play)
    return any(card is not None and card.title == title for card in cards)


def perform_power(j: Judgment, e: Power, plan: None) -> Highlander:
    from rules.highlander.exertion import make_power_block
    from rules.highlander.position import Lasting

    p: Highlander = j.position
    if e.what == "discard_defenses":
        return _discard_defenses(j, p, e.by)
    if e.what == "power_block" and not 1 <= e.defense <= len(p.players[e.by].defenses):
        raise Impossible("there is no such Defense")
    p = mill(j, p, e.by, PRICE)
    p = replace(p, lasting=(*p.lasting, Lasting(what=ONCE, seat=e.by, until=p.number, by=e.by)))
    if e.what == "power_block":
        return make_power_block(p, e.by, e.defense, False)
    return change(p, e.by, attacks_allowed=p.players[e.by].attacks_allowed + 1)
