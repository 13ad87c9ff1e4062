"""Whether an Attack is played or made: one left, its area, hidden or Ranged, forgone (Attack Phase, Special Attack,
Hidden Attacks, Ranged Attack, Dirty Tricks)."""

from __future__ import annotations

from rules.highlander import grid
from rules.highlander.card import HighlanderCard, is_attack
from rules.highlander.language import continuous as during
from rules.highlander.language import one_card as own
from rules.highlander.language import requirements as needs
from rules.highlander.legality import foreign_cards, preventions
from rules.highlander.legality.conjunction import fits_all, fits_made
from rules.highlander.legality.costs import can_pay
from rules.highlander.legality.preventions import DOWN, is_not_special
from rules.highlander.legality.waiting import free_to_act, still_plays
from rules.highlander.legality.weapons import hands_free, has_weapon_for
from rules.highlander.position import Highlander
from rules.highlander.reading import exertion
from rules.highlander.reading.attacks import (
    UNSEEN,
    fits_unseen,
    free_hand,
    hides_after_block,
    hiding_reason,
    is_basic,
    tells,
)
from rules.highlander.reading.borrowing import playable
from rules.highlander.reading.citing import cite
from rules.highlander.reading.last_defenses import last_block_succeeded, last_title
from rules.highlander.reading.modifiers import denied_by_last_turn, has
from rules.highlander.reading.plans import Picked
from rules.highlander.reading.state import face, other, pick, without
from rules.highlander.reading.weapons import HANDS, icons, weapons_up
from rules.highlander.texts import say
from rules.highlander.verbs import AttackWith, ForgoAttack, MakeAttack
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


def may_attack(j: Judgment, seat: str) -> bool:
    """Whether the player has an attack left and nothing prevents attacking at all. Records what does."""
    return an_attack_left(j, seat) and preventions.may_attack_at_all(j, seat)


def an_attack_left(j: Judgment, seat: str) -> bool:
    """Whether the turn has an attack left. Records it where it has not."""
    mine = j.position.players[seat]
    if mine.attacks_made < mine.attacks_allowed:
        return True
    if mine.attacks_made:
        message = say("no_attack_left_after", attacks_made=mine.attacks_made)
    else:
        message = say("no_attack_left_this_turn")
    j.forbid("attack-phase.one-attack", message)
    return False


def verify_attack(j: Judgment, e: AttackWith) -> Picked | None:
    """Everything that may stand in an attack's way; gives the card's id and what is left of the hand."""
    p: Highlander = j.position
    if e.source == "exertion":
        return _from_exertion(j, e)
    raging = exertion.from_hand(p, e.by)
    if not raging and (not free_to_act(j, e, ("attack",)) or not still_plays(j, e)):
        return None
    mine = p.players[e.by]
    if not raging:
        an_attack_left(j, e.by)
    if e.card is None:
        if not e.hidden:
            j.forbid(
                "log.argument",
                say("open_attack_needs_card"),
            )
            return None
        if not mine.hand:
            j.forbid("log.card", say("hand_is_empty"))
            return None
        (card,), rest = j.unseen(mine.hand)
        if mine.borrowing is not None:
            card, rest = mine.borrowing, without(mine.hand, mine.borrowing)
    else:
        picked = pick(j, playable(mine), e.card, e.by)
        if picked is None:
            j.forbid("log.card", say("card_not_in_hand"))
            return None
        card, rest = picked, without(mine.hand, picked)
        j.identify(card, e.card)
    _fits(j, e, card)
    can_pay(j, e.by, card, e.hidden, rest)
    return Picked(card, rest)


def _from_exertion(j: Judgment, e: AttackWith) -> Picked | None:
    p: Highlander = j.position
    exerting = p.exerting
    if (
        exerting is None
        or exerting.seat != e.by
        or exerting.purpose != "attack"
        or exerting.named < len(exerting.cards)
    ):
        j.forbid("exertions", say("no_open_exertion_for_attack"))
        return None
    if e.card is None:
        j.forbid("log.argument", say("name_attack_of_exertion"))
        return None
    card = j.pick(exerting.cards, e.card)
    if card is None:
        j.forbid("log.card", say("card_not_in_exertion"))
        return None
    if not exerting.by_card:
        an_attack_left(j, e.by)
    j.need("special-attack-or-block-and-exertions", is_not_special, (card,), say("no_special_attack_from_exertion"),
           say("the_card"))  # fmt: skip
    _fits(j, e, card)
    can_pay(j, e.by, card, e.hidden)
    return Picked(card, p.players[e.by].hand)


def _fits(j: Judgment, e: AttackWith, card: int) -> None:
    """The rules about the card itself."""
    p: Highlander = j.position
    seat = e.by
    missing = say("the_card_played_face_down")
    j.need("attacks", is_attack, (card,), say("only_attack_played_as_attack"), missing)
    known = face(j, card)
    if known is not None and not known.is_attack:
        return
    if e.card is not None:  # else its area is as hidden as it is
        _names_area(j, e, known)
    chosen = grid.AREAS[e.area] if e.area else 0
    way = preventions.Way(
        seat, card, chosen, e.hidden, from_hand=e.source == "hand", ranged=e.ranged,
        by_card=exertion.under_way(p, seat),
    )  # fmt: skip
    preventions.attack(j, way)
    if known is None:
        _unseen(j, seat, card)
    else:
        _seen(j, seat, known)
        if e.source == "hand":
            fits_all(j, seat, known, chosen or known.squares)
            foreign_cards.check(j, seat, known)
    if e.ranged:
        _made_ranged(j, seat, card)
    if e.hidden:
        _may_hide(j, seat, card, e.blow)
    elif e.blow:
        j.forbid("log.argument", say("blow_for_hidden_attack_only"))


def _names_area(j: Judgment, e: AttackWith, known: HighlanderCard | None) -> None:
    """Whether an area is named for a card whose Grid leaves it open, and for no other. Records it otherwise."""
    if known is not None and not known.squares:
        if not e.area:
            j.forbid("attacks", say("name_area_of_card"))
    elif e.area:
        j.forbid("log.argument", say("area_determined_by_grid"))


def _seen(j: Judgment, seat: str, known: HighlanderCard) -> None:
    """The rules about an Attack that is known: hands and weapons for it, and the Defense that it follows."""
    hands_free(j, seat, known)
    has_weapon_for(j, seat, known)
    if known.is_ranged and not free_hand(j, seat):
        j.forbid("ranged-attack", say("ranged_attack_needs_free_hand"))
    for effect in known.requires:
        if isinstance(effect, needs.LastDefense) and last_title(j, seat) != effect.what:
            message = say("played_only_after_defense", title=known.title, what=effect.what)
            j.forbid(cite(j, known.title, "special-card.requirement"), message)


def _unseen(j: Judgment, seat: str, card: int) -> None:
    """The same rules about an Attack face down that nobody has seen: they are decided when it is shown."""
    args = (HANDS - icons(j, seat), weapons_up(j, seat), last_title(j, seat))
    j.need("attacks", fits_unseen, (card,), UNSEEN[0][2], DOWN, args, UNSEEN)


@enforces("making-attacks-v-playing-attacks")
def _made_ranged(j: Judgment, seat: str, card: int) -> None:
    """A Basic Attack that a card in play makes a Ranged, and so a Special Attack. Records what stands in the way."""
    if has(j, seat, during.PlayAs, "basic_as_ranged") is None:
        j.forbid("making-attacks-v-playing-attacks", say("cannot_become_ranged_attack"))
        return
    j.need(
        "making-attacks-v-playing-attacks",
        is_basic,
        (card,),
        say("only_basic_attack_becomes_ranged"),
        say("the_card"),
    )
    if not free_hand(j, seat):
        j.forbid("ranged-attack", say("ranged_attack_needs_free_hand"))


def _may_hide(j: Judgment, seat: str, card: int, blow: bool) -> None:
    """Hidden Attacks - Declaring. Records what stands in the way."""
    p: Highlander = j.position
    mine = p.players[seat]
    if not mine.specials_played and not mine.power_blow_made:
        message = say("blow_for_hidden_power_blow_only")
        j.need("hidden-attacks-declaring", tells, (card,), message, say("the_card_played_face_down"), (blow,))
    elif blow:
        j.forbid("hidden-attacks-declaring", say("attack_not_power_blow_now"))
    theirs = p.players[other(j, seat)]
    denied = denied_by_last_turn(j, seat, "hidden attacks") if theirs.power_blow_last_turn else None
    if denied is not None and not p.players[seat].attacks_made:
        message = say("hiding_after_power_blow_prevented", title=denied.title)
        j.forbid("duncan-macleod-and-hidden-attacks-from-power-blows", message)
        return
    if hiding_reason(j, seat):
        return
    if not last_block_succeeded(j, seat):
        j.forbid("hidden-attacks-declaring", say("may_not_hide_attack"))
        return
    message = say("may_not_hide_attack")
    j.need("hidden-attacks-declaring", hides_after_block, (card,), message, say("the_card_played_face_down"))


def verify_make_attack(j: Judgment, e: MakeAttack) -> None:
    """An attack that a Persona Power gives when no Special card is played (Making Attacks v. Playing Attacks)."""
    if not free_to_act(j, e, ("attack",)):  # no card is played: an Exertion made before does not bar it
        return
    mine = j.position.players[e.by]
    power = has(j, e.by, own.MakesAttack)
    if power is None:
        j.forbid("making-attacks-v-playing-attacks", say("may_not_attack_without_card"))
    elif mine.specials_played or any(a.made in grid.AREAS for a in mine.attacks):
        j.forbid(
            "effects-in-place-of-a-special",
            say("one_attack_without_card_a_turn"),
        )
    elif fits_made(j, e.by, grid.AREAS[power.what]):
        preventions.attack(j, preventions.Way(e.by, None, grid.AREAS[power.what], e.hidden))
    if not e.hidden:
        return
    if not hiding_reason(j, e.by):
        j.forbid("hidden-attacks-declaring", say("may_not_hide_attack"))


def verify_forgo(j: Judgment, e: ForgoAttack) -> None:
    if not free_to_act(j, e, ("attack",)):
        return
    mine = j.position.players[e.by]
    if mine.attacks_allowed - mine.attacks_made < 2:
        j.forbid("next-attack", say("no_further_attack_to_give_up_for"))
