"""Whether a card in play is discarded to be used (Discard to Use Cards)."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.language import effects as act
from rules.highlander.legality import hands
from rules.highlander.legality.countering import may_counter
from rules.highlander.legality.damage import wants_damage
from rules.highlander.legality.dice import may_alter_roll
from rules.highlander.legality.waiting import free_to_act
from rules.highlander.position import TURN_PHASES, Highlander, InPlay
from rules.highlander.reading import dice
from rules.highlander.reading.modifiers import live
from rules.highlander.reading.state import face
from rules.highlander.reading.targets import choice_of, possible
from rules.highlander.texts import say
from rules.highlander.verbs import Use
from rules.kernel.judgment import Judgment


def verify_use(j: Judgment, e: Use) -> None:
    """Discard to Use Cards."""
    p: Highlander = j.position
    if e.by not in p.players or not 1 <= e.place <= len(p.players[e.by].in_play):
        j.forbid("discard-to-use-cards", say("no_own_card_at_place", place=e.place))
        return
    card = p.players[e.by].in_play[e.place - 1]
    facts = face(j, card.card)
    if facts is None or not facts.discard_to_use:
        j.forbid("discard-to-use-cards", say("card_not_discarded_to_use"))
    elif p.choice is not None:
        j.forbid("target", say("choose_target_of_played_card"))
    elif p.chance is not None and p.chance.seat == e.by:
        if e.counters or any(isinstance(effect, act.Counter) for effect in facts.discard_to_use):
            may_counter(j, e)
        else:
            _own_use(j, e, facts, card)
    elif e.counters:
        j.forbid("countering-cards", say("nothing_to_counter"))
    else:
        _unasked(j, e, facts, card)


def _unasked(j: Judgment, e: Use, facts: HighlanderCard, card: InPlay) -> None:
    """Whether a card may be used where no card being played is answered with it. Records what is in the way."""
    if dice.alters(facts):
        if _ripe(j, e.by, card) and may_alter_roll(j, facts) and not live(j, e.by, e.place - 1):
            j.forbid("nullify", say("card_is_nullified"))
    elif _free_to_use(j, e, card):
        _own_use(j, e, facts, card)


def _free_to_use(j: Judgment, e: Use, card: InPlay) -> bool:
    """Whether a card may be used now, on the player's turn or on the opponent's. Records it otherwise."""
    if e.by != j.position.turn:
        return _between(j, e.by, card)
    return free_to_act(j, e, TURN_PHASES)


def _between(j: Judgment, seat: str, card: InPlay) -> bool:
    """Whether a player may use a card on the opponent's turn: once the opponent has played a card (Discard to Use
    Cards), with nothing half-done. Records what is in the way."""
    p: Highlander = j.position
    busy = p.reshuffling or p.rolling or p.exerting or p.chance or p.choice or p.conceding or p.showing
    if busy or p.phase not in TURN_PHASES or p.players[p.turn].called:
        j.forbid("immediate-effects", say("cannot_be_interrupted"))
    else:
        return _ripe(j, seat, card)
    return False


def _ripe(j: Judgment, seat: str, card: InPlay) -> bool:
    """Whether the opponent has played a card since this one came into play. Records it when not."""
    p: Highlander = j.position
    if (
        seat != p.turn
        and card.played >= p.number - 1
        and not p.players[p.turn].played_card
        and not card.until
    ):
        j.forbid("discard-to-use-cards", say("used_after_card_on_first_turn"))
        return False
    return True


def _own_use(j: Judgment, e: Use, facts: HighlanderCard, card: InPlay) -> None:
    if all(isinstance(effect, act.Counter) for effect in facts.discard_to_use):
        j.forbid("countering-cards", say("nothing_to_counter"))
    elif not live(j, e.by, e.place - 1):
        j.forbid("nullify", say("card_is_nullified"))
    elif "instead_of_a_card" in facts.marks and (
        e.by != j.position.turn or j.position.players[e.by].played_card
    ):
        j.forbid("jack-donovan", say("discarded_instead_of_playing"))
    elif card.played == j.position.number and not card.until:
        j.forbid("discard-to-use-cards.when", say("just_played_card_not_usable_yet"))
    elif j.position.first_blood and "not_in_first_blood" in facts.marks:
        j.forbid("first-blood", say("not_used_in_first_blood", title=facts.title))
    elif wants_damage(j, e.by, facts.discard_to_use) or hands.is_too_early(j, e.by, facts):
        return
    elif not _has_target(j, e, facts):
        j.forbid("target", say("no_card_to_target"))


def _has_target(j: Judgment, e: Use, card: HighlanderCard) -> bool:
    """Whether a card that removes another when discarded has another to remove."""
    p: Highlander = j.position
    itself = (e.by, e.place - 1)
    wanted = [
        choice_of(e.by, p, effect, card.title, False)
        for effect in card.discard_to_use
        if isinstance(effect, act.Choose)
    ]
    return all(any(target != itself for target in possible(j, choice)) for choice in wanted)
