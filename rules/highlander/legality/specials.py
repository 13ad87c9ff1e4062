"""Whether a Special card or an Edge is played: when, in conjunction with what, face down."""

from __future__ import annotations

from typing import Any

from rules.highlander.card import HighlanderCard
from rules.highlander.language import effects as act
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.language import one_card as own
from rules.highlander.legality import foreign_cards, hands, preventions, requirements
from rules.highlander.legality.attacks import may_attack
from rules.highlander.legality.costs import can_pay
from rules.highlander.legality.damage import wants_damage
from rules.highlander.legality.dice import fits_before_a_roll
from rules.highlander.legality.power_blows import follows_freely
from rules.highlander.legality.titles import of_each
from rules.highlander.legality.waiting import free_to_act, still_plays
from rules.highlander.legality.weapons import hands_free, has_weapon_for
from rules.highlander.position import TURN_PHASES, Highlander, Side
from rules.highlander.reading import dice
from rules.highlander.reading.borrowing import playable
from rules.highlander.reading.conjunction import goes_with, holds_face_down
from rules.highlander.reading.countering import counterable, covered
from rules.highlander.reading.defenses import hidden
from rules.highlander.reading.foreign_cards import beside, two_events
from rules.highlander.reading.modifiers import has
from rules.highlander.reading.plans import Picked
from rules.highlander.reading.series import has_partner, joins
from rules.highlander.reading.state import candidates, face, pick, without
from rules.highlander.reading.waiting import series_goes_on
from rules.highlander.texts import say
from rules.highlander.verbs import Play
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN

#: a Special card that is played in First Blood all the same, though nothing is drawn by it
IN_FIRST_BLOOD = "in_first_blood"


def verify_play(j: Judgment, e: Play) -> int | Picked | None:
    """A Special card in the Defense or Attack Phase, one a turn; an Edge in these and the May Do Phase."""
    p: Highlander = j.position
    between = dice.open_to(p, e.by) or hands.open_to(p, e.by)
    if not between and not free_to_act(j, e, TURN_PHASES):
        return None
    mine = p.players[e.by]
    if e.card is None and not e.face_down:
        j.forbid("log.argument", say("played_card_must_be_named"))
        return None
    arriving = e.source == "arriving"
    played = _played(j, e, _arriving(mine) if arriving else playable(mine))
    if played is None:
        j.forbid("log.card", say("card_to_borrow_not_there"))
        return None
    card, rest = played
    if e.face_down:
        return played if plays_face_down(j, e, card) else None
    if e.source == "hand":
        preventions.from_hand(j, e.by)
    if not _in_time(j, e):
        return None
    if arriving:
        return card
    if not of_each(j, card, lambda trial, facts: fits(trial, e, facts)):
        j.forbid("log.argument", say("name_played_card"))
    can_pay(j, e.by, card)
    if e.more:
        _others_follow(j, card, rest)
    return card


def _in_time(j: Judgment, e: Play) -> bool:
    """Whether cards are still played in this Phase. Records it otherwise."""
    if j.position.phase == "draw_discard":
        j.forbid("ability-adjustment-phase", say("no_cards_once_ability_adjusted"))
        return False
    return still_plays(j, e)


def _others_follow(j: Judgment, card: int, rest: tuple[int, ...]) -> None:
    """Whether the hand holds a card that is played in conjunction with this one. Records it where it does not."""
    message = say("no_card_to_play_in_conjunction")
    may_be = candidates(j, card)
    # what its own Text has wait, and what goes with what waits, asks nothing of the hand
    sure = bool(may_be) and all(one.conjunction for one in may_be)
    alone = bool(may_be) and not any(has_partner(j, one) for one in may_be)
    others = () if alone else tuple(c for c in rest if c != OPEN)
    if not sure:
        j.need("in-conjunction", goes_on, (card, *others), message, say("the_hand"), (OPEN in rest, alone))


def _arriving(mine: Side) -> tuple[int, ...]:
    """The cards that another card kept, and that come into play now."""
    return tuple(below.face_down or OPEN for below in mine.arriving)


def _played(j: Judgment, e: Play, zone: tuple[int, ...]) -> Picked | None:
    """The card of a zone that is played, and what is left there; face down, it may go unnamed."""
    if e.card is None:
        if not zone:
            return None
        (unseen,), rest = j.unseen(zone, 1, e.by)
        return Picked(unseen, rest)
    card = pick(j, zone, e.card, e.by)
    if card is None:
        return None
    j.identify(card, e.card)
    return Picked(card, without(zone, card))


def goes_on(card: HighlanderCard, *rest: Any) -> bool:
    """Test: a card of the hand is played in conjunction with this one, or the hand may hold any. ``alone``: no card is
    played with it at all."""
    *others, unknown, alone = rest
    if alone:
        return False
    return unknown or any(goes_with(one, card) or goes_with(card, one) for one in others)


def plays_face_down(j: Judgment, e: Play, card: int) -> bool:
    """A Situation played face down, in conjunction with what allows it (Playing Cards Face-Down). Records what is in
    the way."""
    p: Highlander = j.position
    mine = p.players[e.by]
    if not any(holds_face_down(j, held) for held in mine.in_play):
        j.forbid("playing-cards-face-down", say("may_not_play_face_down"))
    elif p.phase not in ("defense", "attack"):
        j.forbid("special-card", say("special_card_outside_its_phases"))
    elif mine.specials_played:
        j.forbid("special-card.one-per-turn", say("one_special_card_a_turn"))
    else:
        preventions.from_hand(j, e.by)
        preventions.special(j, e.by, "situation", card, face(j, card))
        j.need(
            "playing-cards-face-down",
            is_situation,
            (card,),
            say("only_situation_played_face_down"),
            say("the_face_down_card"),
        )
        return True
    return False


def is_situation(card: HighlanderCard) -> bool:
    """Test."""
    return card.type == "situation"


@enforces("target", "countering-cards")
def _aimed(j: Judgment, e: Play, card: HighlanderCard) -> None:
    """Whether the player named may be the card's target, and may be named already. Records what is in the way."""
    if e.target not in j.position.players:
        j.forbid("target", say("target_must_be_player"))
    elif not card.wants_player:
        j.forbid("target", say("no_choice_of_player", title=card.title))
    elif counterable(j, e.by, card) or covered(j, e.by):
        j.forbid("countering-cards", say("target_named_too_early"))


def fits(j: Judgment, e: Play, card: HighlanderCard) -> None:
    """The rules about the card itself."""
    p: Highlander = j.position
    if e.target:
        _aimed(j, e, card)
    if series_goes_on(j, e.by) and not joins(j, e.by, (card,)):
        j.forbid("in-conjunction", say("play_next_card_in_conjunction_first"))
    before_a_roll = dice.open_to(p, e.by)
    if not fits_before_a_roll(j, card, before_a_roll):
        return
    if not hands.fits_the_time(j, e.by, card):
        return
    if card.type == "edge":
        if p.phase == "must_do" and not before_a_roll and not hands.bears_on_discards(card):
            j.forbid("edges", say("only_edges_in_must_do_phase"))
    elif card.is_special:
        _special(j, e, card)
    else:
        j.forbid(
            "special-card",
            say("attacks_and_defenses_have_own_entry"),
        )
    preventions.special(j, e.by, card.type, None, card)
    requirements.check(j, e.by, card)
    foreign_cards.check(j, e.by, card)
    hands_free(j, e.by, card)
    has_weapon_for(j, e.by, card)
    wants_damage(j, e.by, card.on_play)


@enforces("first-blood-and-drawing-cards", "reading.b48")
def _special(j: Judgment, e: Play, card: HighlanderCard) -> None:
    p: Highlander = j.position
    mine = p.players[e.by]
    if p.first_blood and IN_FIRST_BLOOD not in card.marks:
        j.forbid("first-blood", say("no_special_cards_in_first_blood"))
    elif p.phase not in ("defense", "attack"):
        j.forbid("special-card", say("special_card_outside_its_phases"))
    elif mine.special_forgone:
        j.forbid("effects-in-place-of-a-special", say("effect_replaced_special_card"))
    elif mine.specials_played >= 1 + _further(j, e.by, card) + beside(j, e.by, card):
        j.forbid("special-card.one-per-turn", say("one_special_card_a_turn"))
    for effect in card.on_play:
        _may_take_effect(j, e.by, effect)
    if "one_in_play" in card.marks and requirements.is_same_in_play(j, e.by, card):
        j.forbid("special-card.requirement", say("only_one_in_play", title=card.title))


def _may_take_effect(j: Judgment, seat: str, effect: act.Doing) -> None:
    """Records what keeps an effect from being carried out that the card is played for."""
    if isinstance(effect, own.AttacksSucceed) and hidden(j, seat):
        j.forbid("hidden-attacks-defending-against", say("reveal_attack_before_it_succeeds"))
    if isinstance(effect, act.InsteadOfAttack):
        may_attack(j, seat)
    mine = j.position.players[seat]
    exerts = isinstance(effect, act.ExertForAttacks | act.ExertToKeep)
    exerts = exerts or (isinstance(effect, act.Chance) and effect.until == "exertion")
    lasting = effect.what if isinstance(effect, act.Lasts) and effect.until != "own_next" else None
    before = isinstance(lasting, lasting_effects.ExertFromOpponent) and not mine.further_exertion
    if (exerts or before) and mine.exertions:
        j.forbid("exertions.one-a-turn", say("one_exertion_a_turn"))
    elif exerts:
        follows_freely(j, seat)


def _further(j: Judgment, seat: str, facts: HighlanderCard) -> int:
    """How many Special cards more than one this turn allows for this card (Monkey, Desperation)."""
    allowed, number = 0, j.position.number
    for card in j.position.players[seat].in_play:
        # few cards are of this turn
        played = face(j, card.card) if card.played == number else None
        if played is None:
            continue
        if card.waiting and played.is_special and goes_with(facts, played):
            allowed += 1
        for effect in played.on_play:
            if isinstance(effect, act.AnotherSpecial) and facts.is_all(effect.what):
                allowed += 1
    second = facts.type == "event" and has(j, seat, own.SecondEvent) is not None
    return allowed + two_events(j, seat, facts, second)
