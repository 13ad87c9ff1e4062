"""The preventions of playing a card or making an attack: the one place that every way to the table asks, from the hand,
borrowed, out of an Exertion, made without a card, as a Defense that becomes the attack, face down, kept by a card.

A new way asks ``attack``, ``defense`` or ``special``; a new prevention is asked for here and holds for every way."""

from __future__ import annotations

from typing import NamedTuple

from rules.highlander import grid
from rules.highlander.card import SPECIALS, HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.language import effects as act
from rules.highlander.language import one_card as own
from rules.highlander.language.continuous import Denied
from rules.highlander.language.filters import Called, Word
from rules.highlander.legality.power_blows import follows_freely
from rules.highlander.position import Highlander
from rules.highlander.reading.citing import cite
from rules.highlander.reading.conjunction import conjoined, goes_with
from rules.highlander.reading.last_defenses import blocked_area, guarded_area, only_ranged
from rules.highlander.reading.modifiers import (
    barred,
    denied_by_last_turn,
    denied_groups,
    excused,
    modifiers,
    of_player,
)
from rules.highlander.reading.state import face, other
from rules.highlander.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

AREA_ATTACKS: dict[Denied, int] = {
    "upper attacks": grid.GROUPS["upper"],
    "middle attacks": grid.GROUPS["middle"],
    "lower attacks": grid.GROUPS["lower"],
    "left attacks": grid.GROUPS["left"],
    "center attacks": grid.GROUPS["center"],
    "right attacks": grid.GROUPS["right"],
}
DOWN = say("the_card_played_face_down")
#: what denies Special cards and Edges of each Type
DENIALS: dict[str, tuple[Denied, ...]] = {
    "event": ("special cards", "events"),
    "situation": ("special cards", "situations"),
    "object": ("special cards", "objects"),
    "location": ("special cards", "locations"),
    "edge": ("edges",),
}
DAMAGING = (act.Damage, act.DamageSeries, own.DamageUnless)


class Way(NamedTuple):
    """The way an attack comes to the table. ``card``: None where it is made without one; ``squares``: its area where no
    Grid says it; ``ranged``: a card makes it Ranged; ``strikes``: it was the last Defense, and so may reach where that
    blocked; ``by_card``: it is played because of a card that lets several be played."""

    seat: str
    card: int | None = None
    squares: int = 0
    hidden: bool = False
    from_hand: bool = False
    ranged: bool = False
    strikes: bool = False
    by_card: bool = False


# -- tests over faces --------------------
def is_ranged(card: HighlanderCard) -> bool:
    """Test."""
    return card.is_ranged


def is_open_to(card: HighlanderCard, area: int) -> bool:
    """Test: an Attack that reaches no barred square."""
    return not card.squares & area


@enforces("special-attack", "special-attack-or-block")
def is_not_special(card: HighlanderCard) -> bool:
    """Test."""
    return card.type == "attack"


def is_fit_disarmed(card: HighlanderCard) -> bool:
    """Test."""
    return card.is_dirty_trick or "while_disarmed" in card.marks


def is_free_of(card: HighlanderCard, group: Called, excuses: tuple[Word, ...]) -> bool:
    """Test: a card that is not of a group whose cards are prevented, or one for which that is ignored."""
    return not card.is_a(group) or any(card.is_a(one) for one in excuses)


def is_excused(card: HighlanderCard, excuses: tuple[Word, ...]) -> bool:
    """Test: a card for which what prevents it is ignored."""
    return any(card.is_a(one) for one in excuses)


def does_no_damage(card: HighlanderCard, excuses: tuple[Word, ...]) -> bool:
    """Test: a card that does no damage, or one for which what prevents that is ignored."""
    return not damages(card) or is_excused(card, excuses)


# -- every card --------------------
def from_hand(j: Judgment, seat: str) -> None:
    """Cards of the hand may be prevented; one that was borrowed is none."""
    stop = barred(j, seat, "hand")
    if stop and j.position.players[seat].borrowing is None:
        j.forbid("prevention", say("cards_from_hand_prevented", stop=stop))


@enforces("bystander", "reporter-group")
def _groups(j: Judgment, seat: str, card: int | None, facts: HighlanderCard | None) -> None:
    """Cards of a group, or of a Title, may be prevented."""
    for title, group in denied_groups(j, seat, facts):
        message = say("playing_card_prevented", title=title)
        if facts is not None and facts.is_a(group):
            j.forbid("prevention", message)
        elif facts is None and card is not None:
            j.need("prevention", is_free_of, (card,), message, DOWN, (group, excused(j, seat)))


# -- attacks --------------------
@enforces("making-attacks-v-playing-attacks", "prevention")
def attack(j: Judgment, way: Way) -> None:
    """Records everything that prevents an attack, and what the player's own Defenses of the turn leave closed to it."""
    seat = way.seat
    # mostly nothing is, and need not be asked one by one
    on, mine = of_player(j, seat), j.position.players[seat]
    prevented = during.Prevent in on
    if prevented or during.PreventByLastTurn in on:
        may_attack_at_all(j, seat)
    if prevented and way.from_hand:
        from_hand(j, seat)
    stop = barred(j, seat, "open attacks") if prevented and not way.hidden else ""
    if stop:
        j.forbid("prevention", say("open_attacks_prevented", stop=stop))
    if mine.defenses or j.position.lasting:
        _own_defenses(j, way)
    if prevented or way.by_card:
        _special_attacks(j, way)
    if prevented:
        _areas(j, way)
        _groups(j, seat, way.card, face(j, way.card))
    if mine.disarmed:
        _while_disarmed(j, way)
    if own.AttackCostsExertion in on:
        _exertion_paid(j, way)


def _while_disarmed(j: Judgment, way: Way) -> None:
    """Records what a player without a weapon may not make."""
    message = say("attack_not_made_while_disarmed")
    if way.card is None:
        j.forbid("completely-disarmed", message)
    else:
        j.need("completely-disarmed", is_fit_disarmed, (way.card,), message, DOWN)


def may_attack_at_all(j: Judgment, seat: str) -> bool:
    """Whether the player may attack at all. Records what prevents it."""
    stop = barred(j, seat, "attacks")
    if stop:
        j.forbid("prevention", say("attacking_prevented", stop=stop))
        return False
    return as_many_as_theirs(j, seat)


def as_many_as_theirs(j: Judgment, seat: str) -> bool:
    """Whether an opponent who lets nobody make more attacks than he did in his last turn made as many. Records it where
    he did not. It is a denial: no permission to make several beats it (Denial v Permission)."""
    denial = denied_by_last_turn(j, seat, "attacks")
    if denial is None:  # mostly so
        return True
    theirs = j.position.players[other(j, seat)]
    made = max(theirs.attacks_made, len(theirs.attacks))  # a position may say one or the other
    if not theirs.turns or j.position.players[seat].attacks_made < made:
        return True
    j.forbid("prevention", say("more_attacks_than_opponent_prevented", title=denial.title, made=made))
    return False


def _own_defenses(j: Judgment, way: Way) -> None:
    """The own last Block and Guards, and a Dodge after which only Ranged Attacks are made."""
    area = guarded_area(j, way.seat) if way.strikes else blocked_area(j, way.seat)
    if way.squares & area:
        j.forbid("blocks", say("area_covered_by_own_defense", what=grid.words(way.squares & area)))
    elif area and way.card is not None and not way.squares:
        message = say("attack_into_own_covered_area")
        j.need("blocks", is_open_to, (way.card,), message, DOWN, (area,))
    title = "" if way.ranged else only_ranged(j, way.seat)
    if title:
        _ranged_alone(j, way, cite(j, title, "prevention"), say("only_ranged_attacks_after", title=title))


def _ranged_alone(j: Judgment, way: Way, rule: str, message: str) -> None:
    if way.card is None:
        j.forbid(rule, message)
    else:
        j.need(rule, is_ranged, (way.card,), message, DOWN)


def _special_attacks(j: Judgment, way: Way) -> None:
    stop = barred(j, way.seat, "special attacks")
    if stop and way.ranged:
        j.forbid("prevention", say("making_special_attack_prevented", stop=stop))
    elif stop and way.card is not None:
        j.need("prevention", is_not_special, (way.card,), say("special_attacks_prevented", stop=stop), DOWN)
    if way.by_card and way.from_hand and way.card is not None:
        message = say("no_special_attack_with_card")
        j.need("special-attack", is_not_special, (way.card,), message, DOWN)


@enforces("attacks-to-specific-areas", "special-attack-or-block-and-prevention")
def _areas(j: Judgment, way: Way) -> None:
    """Attacks to a row or column may be prevented: any Attack with a square there is one."""
    for modifier in modifiers(j, way.seat, during.Prevent):
        what = modifier.effect.what
        if isinstance(what, Called) or what not in AREA_ATTACKS:
            continue
        stop = barred(j, way.seat, what)
        message = say("attacks_to_area_prevented", stop=stop)
        if stop and way.squares & AREA_ATTACKS[what]:
            j.forbid("prevention", message)
        elif stop and way.card is not None and not way.squares:
            j.need("prevention", is_open_to, (way.card,), message, DOWN, (AREA_ATTACKS[what],))


def costs_exertion(j: Judgment, seat: str) -> str:
    """The card in play because of which an attack that is not Ranged costs its player an Exertion; "" for none."""
    costs = modifiers(j, seat, own.AttackCostsExertion)
    return costs[0].title if costs else ""


@enforces("flying-machine", "exerting-to-pay-a-cost")
def _exertion_paid(j: Judgment, way: Way) -> None:
    """Records it where an attack that is not Ranged costs an Exertion and none is left to make."""
    title = "" if way.ranged else costs_exertion(j, way.seat)
    p: Highlander = j.position
    mine = p.players[way.seat]
    if not title:
        return
    if (mine.exertions and not mine.further_exertion) or (way.by_card and p.exerting is not None):
        message = say("no_exertion_left_for_attack", title=title)
        _ranged_alone(j, way, cite(j, title, "exerting-to-pay-a-cost"), message)
    elif way.card is None or not is_known_ranged(j, way.card):
        follows_freely(j, way.seat)


def is_known_ranged(j: Judgment, card: int) -> bool:
    facts = face(j, card)
    return facts is not None and facts.is_ranged


# -- Defenses --------------------
@enforces("unblockable-attacks", "undodgeable-attacks")
def defense(j: Judgment, seat: str, card: HighlanderCard, by_hand: bool) -> None:
    """Records everything that prevents playing a card as a Defense, whatever it is played against."""
    if by_hand:
        from_hand(j, seat)
    may_defend(j, seat)
    word: Denied = "dodges" if card.type == "dodge" else "blocks"
    stop = barred(j, seat, word)
    if stop:
        j.forbid("prevention", say("playing_kind_prevented", stop=stop, word=word))
    _groups(j, seat, None, card)
    if j.position.players[seat].disarmed and card.type != "dodge":
        j.forbid("completely-disarmed", say("no_block_while_disarmed"))


def may_defend(j: Judgment, seat: str) -> bool:
    """Whether nothing prevents playing Defenses. Records what does."""
    stop = barred(j, seat, "defenses")
    if stop:
        j.forbid("prevention", say("defenses_prevented", stop=stop))
    return not stop


# -- Special cards and Edges --------------------
@enforces("situations", "special-card")
def special(j: Judgment, seat: str, kind: str, card: int | None, facts: HighlanderCard | None) -> None:
    """Records everything that prevents playing a Special card or an Edge. ``facts``: None of one face down that nobody
    has seen, whose ``kind`` is known all the same."""
    # mostly nothing is, and need not be asked one by one
    on = of_player(j, seat)
    prevented = during.Prevent in on
    for what in DENIALS.get(kind, ()) if prevented else ():
        stop = barred(j, seat, what, facts)
        if stop:
            _stopped(j, seat, card, facts, say("playing_card_prevented", title=stop))
            break
    if prevented:
        _groups(j, seat, card, facts)
    if kind in SPECIALS and during.PreventByLastTurn in on:
        _without_attack(j, seat)
    if not prevented:
        return
    if kind in SPECIALS:
        _damaging(j, seat, kind, card, facts)
    for held in conjoined(j.position, seat) if facts is not None and kind == "edge" else ():
        one = face(j, held.card)  # what it is played with may do damage by it
        if one is not None and facts is not None and goes_with(one, facts):
            _damaging(j, seat, one.type, None, facts)


def _stopped(j: Judgment, seat: str, card: int | None, facts: HighlanderCard | None, message: str) -> None:
    """A card is prevented; of one that nobody has seen only where its player can ignore that for no card."""
    excuses = excused(j, seat) if facts is None else ()
    if card is not None and excuses:
        j.need("prevention", is_excused, (card,), message, DOWN, (excuses,))
    else:
        j.forbid("prevention", message)


@enforces("looking-back-at-a-previous-action-or-last-turn-effects")
def _without_attack(j: Judgment, seat: str) -> None:
    mine = j.position.players[seat]
    stop = denied_by_last_turn(j, seat, "special cards")
    if stop is not None and mine.turns and not mine.attacked_last_turn:
        rule = "looking-back-at-a-previous-action-or-last-turn-effects"
        j.forbid(rule, say("special_cards_prevented_after_no_attack", title=stop.title))


@enforces("preventing-play-of-cards-by-effect")
def _damaging(j: Judgment, seat: str, kind: str, card: int | None, facts: HighlanderCard | None) -> None:
    stop = barred(j, seat, "damaging special cards", facts)
    if kind == "event":
        stop = stop or barred(j, seat, "damaging events", facts)
    rule = "preventing-play-of-cards-by-effect"
    message = say("damaging_cards_prevented", stop=stop)
    if stop and facts is not None and may_damage(j, seat, facts):
        j.forbid(rule, message)
    elif stop and facts is None and card is not None:
        j.need(rule, does_no_damage, (card,), message, DOWN, (excused(j, seat),))


def damages(card: HighlanderCard) -> bool:
    """Whether a card may do damage by itself."""
    return "may_damage" in card.marks or any(map(_does_damage, card.on_play))


def _does_damage(effect: act.Doing) -> bool:
    """Whether an effect does damage, or what may come of it."""
    return isinstance(effect.then if isinstance(effect, act.Chance) else effect, DAMAGING)


@enforces("cards-that-do-damage", "preventing-play-of-cards-by-effect", "master-head-shot")
def may_damage(j: Judgment, seat: str, facts: HighlanderCard) -> bool:
    """Whether a card may do damage, itself or by what it is played in conjunction with."""
    cards = (facts, *(c for held in conjoined(j.position, seat) if (c := face(j, held.card)) is not None))
    return any(damages(card) for card in cards)
