"""Discarding cards from play to use them, answering a card being played, letting that go."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander import dice, effects, first_blood, hands
from rules.highlander.attacks import let_be
from rules.highlander.card import HighlanderCard
from rules.highlander.conjunction import joined
from rules.highlander.countering import (
    answers,
    attack_counterable,
    counterable,
    counters,
    faces_shown,
    may_be_ignored,
)
from rules.highlander.damage import wants_damage
from rules.highlander.in_play import depart, leave
from rules.highlander.looking_back import remembered_defense
from rules.highlander.modifiers import live
from rules.highlander.playing import take_effect, take_series, with_ignored
from rules.highlander.position import Chance, Choice, Highlander, InPlay, Lasting
from rules.highlander.series import COMPANION, dropped, series_of
from rules.highlander.state import candidates, change, face
from rules.highlander.targets import aimed, choice_of, possible
from rules.highlander.verbs import Ignore, Pass, Use
from rules.highlander.waiting import free_to_act
from rules.kernel.enforce import enforces
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


def verify_pass(j: Judgment, e: Pass) -> None:
    chance: Chance | None = j.position.chance
    if first_blood.removes(j.position, e.by):
        first_blood.forgoes(j, e.by)
    elif j.position.choice is not None and j.position.choice.what == "hand":
        if j.position.choice.seat != e.by:
            j.forbid("dirty-trick-head-butt", "another player discards cards first")
    elif _passes_early(j, e.by):
        return
    elif chance is None or chance.seat != e.by:
        j.forbid("countering-cards", "no card is just being played that this player could let be")
    elif j.position.choice is not None:
        j.forbid("target", "the card just used wants its target first")


def _passes_early(j: Judgment, seat: str) -> bool:
    """Whether a player lets be, as older logs had to say, what waits for its companion: nothing is lost by it."""
    p: Highlander = j.position
    if p.chance is not None or p.choice is not None or seat not in p.players or seat == p.turn:
        return False
    for held in p.players[p.turn].in_play if p.turn in p.players else ():
        found = face(j, held.card) if held.waiting else None
        if found is not None and any(effect.do == COMPANION for effect in found.conjunction):
            return True
    return False


def perform_pass(j: Judgment, e: Pass, plan: None) -> Highlander:
    if first_blood.removes(j.position, e.by):
        return first_blood.forgo(j.position, e.by)
    p: Highlander = j.position
    if p.choice is not None and p.choice.what == "hand":
        return replace(p, choice=None)
    chance: Chance | None = p.chance
    if chance is None and _passes_early(j, e.by):
        return p
    if chance is None:
        raise Impossible("there is no chance to let go")
    return _goes_on(j, replace(j.position, chance=None), chance)


def _goes_on(j: Judgment, p: Highlander, chance: Chance) -> Highlander:
    """What was answered, or let be, takes effect."""
    if chance.specials:
        return take_series(j, p, p.turn, chance.card)
    if chance.series:
        return let_be(j, p, p.turn) if p.phase == "attack" else joined(j, p, p.turn)
    if chance.defense:
        return p
    return aimed(j, p, p.turn, chance.card) or take_effect(j, p, p.turn, chance.card)


def verify_ignore(j: Judgment, e: Ignore) -> None:
    p: Highlander = j.position
    if p.chance is None or p.chance.seat != e.by or p.choice is not None:
        j.forbid("ignore", "no card is just being played that this player could ignore")
    elif not _ignorable(j, p, p.chance):
        j.forbid("ignore", "the card is not aimed at this player, or nothing lets this player ignore it")


def _ignorable(j: Judgment, p: Highlander, chance: Chance) -> set[int | None]:
    cards = p.players[p.turn].in_play
    tried = _series(j, p, chance) if chance.series else [c for c in cards if c.card == chance.card]
    return {card.card for card in tried if may_be_ignored(j, p, p.turn, card)}


@enforces("ignore", "target")
def perform_ignore(j: Judgment, e: Ignore, plan: None) -> Highlander:
    """What the card does to the player who ignores it does not happen; everything else does."""
    p: Highlander = j.position
    if p.chance is None:
        raise Impossible("nothing is being played")
    chance = p.chance
    after = with_ignored(replace(p, chance=None), p.turn, _ignorable(j, p, chance), e.by)
    if chance.series and _still_open(j, after, chance):
        return replace(after, chance=chance)
    return _goes_on(j, after, chance)


def verify_use(j: Judgment, e: Use) -> None:
    """Discard to Use Cards."""
    p: Highlander = j.position
    if e.by not in p.players or not 1 <= e.place <= len(p.players[e.by].in_play):
        j.forbid(
            "discard-to-use-cards", f"there is no card at place {e.place} of this player's cards in play"
        )
        return
    card = p.players[e.by].in_play[e.place - 1]
    found = face(j, card.card)
    if found is None or not found.discard_to_use:
        j.forbid("discard-to-use-cards", "that card is not discarded to use")
    elif p.choice is not None:
        j.forbid("target", "the card just played wants its target first")
    elif p.chance is not None and p.chance.seat == e.by:
        if e.counters or any(effect.do == "counter" for effect in found.discard_to_use):
            _countering(j, e)
        else:
            _own_use(j, e, found, card)
    elif e.counters:
        j.forbid("countering-cards", "there is nothing to counter")
    elif dice.alters(found):
        if _ripe(j, e.by, card) and dice.may_alter(j, found) and not live(j, e.by, e.place - 1):
            j.forbid("nullify", "the card is nullified")
    elif e.by != p.turn:
        if _between(j, e.by, card):
            _own_use(j, e, found, card)
    elif free_to_act(j, e, "must_do", "may_do", "defense", "attack", "draw_discard"):
        _own_use(j, e, found, card)


def _countering(j: Judgment, e: Use) -> None:
    """A card discarded to counter: of a series played in conjunction, the one at ``counters``."""
    p: Highlander = j.position
    chance = p.chance
    assert chance is not None
    theirs = p.players[p.turn].in_play
    attacked = _is_of_attack(p, chance) or bool(chance.defense)
    place = meant(j, p, e)
    if (place != 0 and not chance.series) or (
        chance.series
        and not (attacked and not place)
        and (not 1 <= place <= len(theirs) or theirs[place - 1] not in _series(j, p, chance))
    ):
        j.forbid(
            "log.argument",
            "“counters” is the place in play of the card countered, where several were played in conjunction",
        )
        return
    if chance.series and not place:
        card = _last(p, chance)
    elif chance.series:
        if not _counters_one(j, p, e, faces_shown(j, theirs[place - 1])):
            j.forbid("countering-cards", "that card does not counter this one")
        return
    elif chance.defense:
        card = _defense(p, chance)
    else:
        card = chance.card if chance.card is not None or not theirs else theirs[-1].card
    if not _counters_any(j, p, e, card):
        j.forbid("countering-cards", "that card does not counter this one")


def _series(j: Judgment, p: Highlander, chance: Chance) -> list[InPlay]:
    """The cards of the series that may be answered now: those of a series of Special cards, or all that wait for the
    Attack or Defense just played."""
    held = [card for card in p.players[p.turn].in_play if card.waiting]
    return series_of(j, p, p.turn, chance.card) if chance.specials and chance.card is not None else held


def meant(j: Judgment, p: Highlander, e: Use) -> int:
    """The place of the card that is countered, of cards played in conjunction: the one named, or the only one that can
    be; 0 for the Attack or Defense that the series ends with."""
    chance = p.chance
    if e.counters or chance is None or not chance.series:
        return e.counters
    last = _last(p, chance)
    if last is not None and _counters_any(j, p, e, last):
        return 0
    mine = p.players[p.turn].in_play
    able = [held for held in _series(j, p, chance) if _counters_one(j, p, e, faces_shown(j, held))]
    return mine.index(able[0]) + 1 if len(able) == 1 else 0


def _last(p: Highlander, chance: Chance) -> int | None:
    """The card of the Attack or the Defense that a series ends with."""
    if chance.defense:
        return _defense(p, chance)
    return p.players[p.turn].attacks[-1].card if _is_of_attack(p, chance) else None


def _counters_any(j: Judgment, p: Highlander, e: Use, card: int | None) -> bool:
    """Whether the card used counters this one, or one of those that its title fits."""
    return _counters_one(j, p, e, candidates(j, card) if card is not None else ())


def _counters_one(j: Judgment, p: Highlander, e: Use, found: tuple[HighlanderCard, ...]) -> bool:
    return any(counters(j, p, e.by, e.place - 1, one) for one in found)


def _is_of_attack(p: Highlander, chance: Chance) -> bool:
    """Whether the series is that of an attack, which may be countered itself: it is the card that nothing names."""
    mine = p.players[p.turn]
    return chance.series and not chance.specials and p.phase == "attack" and bool(mine.attacks)


def _still_open(j: Judgment, p: Highlander, chance: Chance) -> bool:
    """Whether there is still something to answer in a series."""
    if chance.defense:
        card = _defense(p, chance)
        if any(counterable(j, p, p.turn, one) for one in (candidates(j, card) if card is not None else ())):
            return True
    if any(answers(j, p, p.turn, held) for held in _series(j, p, chance)):
        return True
    return _is_of_attack(p, chance) and attack_counterable(j, p, p.turn)


def _defense(p: Highlander, chance: Chance) -> int | None:
    defenses = p.players[p.turn].defenses
    return defenses[chance.defense - 1].card if chance.defense <= len(defenses) else None


def _between(j: Judgment, seat: str, card: InPlay) -> bool:
    """Whether a player may use a card on the opponent's turn: once the opponent has played a card (Discard to Use
    Cards), with nothing half-done. Records what is in the way."""
    p: Highlander = j.position
    busy = p.reshuffling or p.rolling or p.exerting or p.chance or p.choice or p.conceding or p.showing
    if (
        busy
        or p.phase not in ("must_do", "may_do", "defense", "attack", "draw_discard")
        or p.players[p.turn].called
    ):
        j.forbid("immediate-effects", "something else is under way and is not interrupted")
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
        j.forbid("discard-to-use-cards", "on the opponent's first turn it is used once a card was played")
        return False
    return True


def _own_use(j: Judgment, e: Use, found: HighlanderCard, card: InPlay) -> None:
    if all(effect.do == "counter" for effect in found.discard_to_use):
        j.forbid("countering-cards", "there is nothing to counter")
    elif not live(j, e.by, e.place - 1):
        j.forbid("nullify", "the card is nullified")
    elif "instead_of_a_card" in found.marks and (
        e.by != j.position.turn or j.position.players[e.by].played_card
    ):
        j.forbid("jack-donovan", "it is discarded in place of playing a card, on the own turn")
    elif card.played == j.position.number and not card.until:
        j.forbid("discard-to-use-cards.when", "a card just played is used from the opponent's next card on")
    elif j.position.first_blood and "not_in_first_blood" in found.marks:
        j.forbid("first-blood", f"no “{found.title}” is used in First Blood")
    elif wants_damage(j, e.by, found.discard_to_use) or hands.is_too_early(j, e.by, found):
        return
    elif not _has_target(j, e, found):
        j.forbid("target", "there is no card it could target")


def _has_target(j: Judgment, e: Use, found: HighlanderCard) -> bool:
    """Whether a card that removes another when discarded has another to remove."""
    p: Highlander = j.position
    itself = (e.by, e.place - 1)
    wanted = [
        choice_of(e.by, p, effect, found.title, False)
        for effect in found.discard_to_use
        if effect.do in ("remove_chosen", "choose")
    ]
    return all(any(target != itself for target in possible(j, p, choice)) for choice in wanted)


def perform_use(j: Judgment, e: Use, plan: None) -> Highlander:
    p: Highlander = j.position
    if not 1 <= e.place <= len(p.players[e.by].in_play):
        raise Impossible("there is no such card")
    found = face(j, p.players[e.by].in_play[e.place - 1].card)
    chance = p.chance if p.chance is not None and p.chance.seat == e.by else None
    countered = meant(j, p, e)
    p = depart(j, p, e.by, e.place - 1)
    if found is not None and "ripped" in found.marks:
        p = _rip(p, e.by)
    if chance is not None and found is not None and any(x.do == "counter" for x in found.discard_to_use):
        return _countered(j, p, chance, countered)
    for effect in found.discard_to_use if found else ():
        if effect.do == "remove_chosen":
            choice = Choice(seat=e.by, what=effect.what, title=found.title if found else "")
            return replace(p, choice=choice) if possible(j, p, choice) else p
        if effect.do == "choose" and found is not None:
            asked = choice_of(e.by, p, effect, found.title, False)
            return replace(p, choice=asked) if possible(j, p, asked) else p
        p = effects.run(j, p, e.by, effect, found.title if found else "", False)
    return p


def _rip(p: Highlander, seat: str) -> Highlander:
    """The card just put on the discard pile leaves the game instead."""
    mine = p.players[seat]
    return change(
        p, seat, discard_pile=mine.discard_pile[:-1], removed=(*mine.removed, mine.discard_pile[-1])
    )


def _countered(j: Judgment, p: Highlander, chance: Chance, place: int) -> Highlander:
    """A card has no effect and goes to the discard pile; it counts as played (Countering Cards). ``place``: of a card
    played in conjunction (from 1)."""
    seat = p.turn
    if chance.defense and not place:
        return dropped(_without_defense(j, replace(p, chance=None), seat, chance.defense), seat)
    held = p.players[seat].in_play
    if not place and _is_of_attack(p, chance):
        return _without_attack(replace(p, chance=None), seat)
    if not place:
        spot = next((n for n, c in enumerate(held) if c.card == chance.card), len(held) - 1)
        return replace(leave(j, p, seat, spot), chance=None)
    series = [card.id for card in _series(j, p, chance) if card is not held[place - 1]]
    p = leave(j, p, seat, place - 1)
    if chance.specials and series:
        chance = replace(chance, card=series[-1])
    if _still_open(j, p, chance):
        return replace(p, chance=chance)
    if chance.specials and not series:
        return replace(p, chance=None)
    return _goes_on(j, replace(p, chance=None), chance)


@enforces("countering-cards")
def _without_defense(j: Judgment, p: Highlander, seat: str, number: int) -> Highlander:
    """A countered Defense goes to the discard pile; it was the one Defense against its attack all the same, and the
    last one played: what a Block covers its player does not attack."""
    mine = p.players[seat]
    gone = mine.defenses[number - 1]
    kept = (*mine.defenses[: number - 1], *mine.defenses[number:])
    pile = mine.discard_pile if gone.card is None else (*mine.discard_pile, gone.card)
    last = number == len(mine.defenses)
    p = remembered_defense(j, p, seat, gone)
    if last:
        card = face(j, gone.card)
        area = gone.squares if card is not None and card.type != "dodge" else 0
        p = replace(p, lasting=(*p.lasting, Lasting(what=f"block {area}", seat=seat, until=p.number)))
    return change(
        p, seat, defenses=kept, discard_pile=pile, defended=tuple(sorted({*mine.defended, *gone.against}))
    )


@enforces("countering-cards", "reading.b49")
def _without_attack(p: Highlander, seat: str) -> Highlander:
    """A countered Attack goes to the discard pile; it was made all the same; what was played with it has nothing to
    bear on."""
    mine = p.players[seat]
    gone = mine.attacks[-1]
    attack = replace(gone, card=None, made="countered", status="avoided")
    pile = mine.discard_pile if gone.card is None else (*mine.discard_pile, gone.card)
    p = change(p, seat, attacks=(*mine.attacks[:-1], attack), discard_pile=pile)
    return dropped(p, seat)
