"""Defenses: playing them, using one against several attacks, Guards, what becomes of each attack."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander import continuity, grid, included, preventions
from rules.highlander.borrowing import playable
from rules.highlander.card import HighlanderCard
from rules.highlander.citing import cite, source_of
from rules.highlander.conjunction import conjoined, fits_all_defense, joined, waiting_effect
from rules.highlander.costs import asked, can_pay, pay
from rules.highlander.countering import counterable, series_open, turned_up_counters
from rules.highlander.defense_forms import form, form_allowed
from rules.highlander.exertion import can_be_power_block, make_power_block, put_away
from rules.highlander.last_defenses import what_it_leaves, without_the_last
from rules.highlander.looking_back import remembered_defense
from rules.highlander.modifiers import has
from rules.highlander.position import Attack, Chance, Defense, Highlander, Mark
from rules.highlander.spoiling import spoiled
from rules.highlander.state import (
    attack_card,
    candidates,
    change,
    face,
    is_guard,
    is_mark,
    marked,
    of_each,
    other,
    pick,
)
from rules.highlander.verbs import Cover, DeclareSuccessful, Defend, Drop, PowerBlock
from rules.highlander.waiting import free_to_act, still_plays
from rules.highlander.weapons import after_power_block, has_weapon_for
from rules.kernel.enforce import enforces
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment

#: a Dodge avoids one attack of the turn alone, or one of those played because of a card
SINGLE, SINGLE_GROUP = "single_dodge", "single_dodge_group"


def against(j: Judgment, seat: str) -> tuple[Attack, ...]:
    """The attacks a player has to defend against."""
    found: tuple[Attack, ...] = j.position.players[other(j, seat)].attacks
    return found


def set_attack(p: Highlander, seat: str, number: int, attack: Attack) -> Highlander:
    attacks = p.players[seat].attacks
    return change(p, seat, attacks=(*attacks[: number - 1], attack, *attacks[number:]))


@enforces("proper-defenses", "will-not")
def proper(
    j: Judgment, card: HighlanderCard, area: int, attack: Attack, marks: tuple[Any, ...] = ()
) -> str | None:
    """Why a Defense is improper against an attack whose face is known, as a ledger id; None when it is proper."""
    return improper(
        attack_card(j, attack), card, area, attack.squares, attack.marks, marks, _gained(j, attack)
    )


def _gained(j: Judgment, attack: Attack) -> bool:
    """Whether the player attacked gained Ability last turn."""
    gained: bool = j.position.players[other(j, attack.owner)].gained_last_turn
    return gained


def improper(
    theirs: HighlanderCard | None, card: HighlanderCard, area: int, squares: int, attack: tuple[Mark, ...],
    marks: tuple[Any, ...], gained: bool,
) -> str | None:  # fmt: skip
    """Why a Defense is improper against an attack of a card, with its own ``squares`` and marks; else None."""
    block = card.type != "dodge"
    if block and _says(theirs, attack, "unblockable", gained) and not marked(attack, "allow_block"):
        return "unblockable-attacks"
    if block and theirs is not None and theirs.is_dirty_trick and not marked(attack, "allow_block"):
        return "dirty-tricks"
    if not block and _says(theirs, attack, "undodgeable", gained) and not marked(attack, "allow_dodge"):
        return "undodgeable-attacks"
    ranged = (theirs is not None and theirs.is_ranged) or marked(attack, "ranged")
    if not block and ranged and "not_against_ranged" in card.marks and not marked(marks, "no_text"):
        return "back-away"
    if not grid.covers(area, squares or (theirs.squares if theirs is not None else 0)):
        return "defense"
    return None


def _says(theirs: HighlanderCard | None, marks: tuple[Mark, ...], what: str, gained: bool) -> bool:
    if marked(marks, what):
        return True
    return theirs is not None and (what in theirs.marks or (gained and f"{what}_after_gain" in theirs.marks))


def is_proper(theirs: HighlanderCard, *played: Any) -> bool:
    """Test: a Defense holds against an attack of this card. No other card than an Attack can lie there."""
    return not theirs.is_attack or improper(theirs, *played) is None


@enforces("proper-defenses")
def _must_be_proper(
    j: Judgment, card: HighlanderCard, area: int, attack: Attack, marks: tuple[Mark, ...]
) -> None:
    """Records why a Defense is improper; where nobody knows the card of the attack, it is open."""
    if attack.face_down is not None:
        return
    theirs = attack.card
    reason = proper(j, card, area, attack, marks)
    if reason:
        j.forbid(reason, REASONS[reason])
    elif theirs is not None and theirs not in j.known.faces and theirs not in j.known.narrowed:
        played = (card, area, attack.squares, attack.marks, marks, _gained(j, attack))
        message = "the Defense does not hold against this attack"
        j.need("proper-defenses", is_proper, (theirs,), message, "the card of the attack", played)


REASONS = {
    "unblockable-attacks": "the attack cannot be blocked",
    "dirty-tricks": "a Dirty Trick cannot be blocked",
    "undodgeable-attacks": "the attack cannot be dodged",
    "back-away": "this Dodge does not avoid Ranged Attacks",
    "defense": "the Defense does not cover the whole attack",
}


def covered(j: Judgment, seat: str, number: int) -> bool:
    """Whether some Defense is used against an attack already."""
    mine = j.position.players[seat]
    return number in mine.defended or any(number in d.against for d in mine.defenses)


def _pending(j: Judgment, seat: str, number: int) -> Attack | None:
    attacks = against(j, seat)
    if not 1 <= number <= len(attacks):
        j.forbid("defense-phase", f"there is no attack {number}")
        return None
    attack = attacks[number - 1]
    if attack.status != "pending":
        j.forbid("successful-attack", f"attack {number} is not pending any more")
        return None
    return attack


def _in_order(j: Judgment, seat: str, number: int) -> bool:
    """Attacks are defended in the order played, but for a Defense from an Exertion (Successful Attack)."""
    mine = j.position.players[seat]
    later = [n for d in mine.defenses if not d.from_exertion for n in d.against if n > number]
    if later:
        j.forbid(
            "successful-attack", "a later attack was defended already: only an Exertion's Defense fits here"
        )
        return False
    return True


def verify_defend(j: Judgment, e: Defend) -> Any:
    """Everything that may stand in a Defense's way; gives the ids of its cards."""
    p: Highlander = j.position
    if e.source == "exertion":
        exerting = p.exerting
        ready = exerting is not None and exerting.seat == e.by and exerting.purpose == "defense"
        if exerting is None or not ready or exerting.named < len(exerting.cards):
            j.forbid("exertions", "no Exertion for a Defense lies open")
            return None
        card = j.pick(exerting.cards, e.card)
    else:
        if not free_to_act(j, e, "defense") or not still_plays(j, e):
            return None
        card = pick(j, playable(p.players[e.by]), e.card, e.by)
    if card is None:
        j.forbid("log.card", "that card is not there")
        return None
    attack = _pending(j, e.by, e.attack)
    if attack is None:
        return None
    j.show(card, e.card)
    second = _second(j, e, card)
    if not of_each(j, card, lambda trial, found: _fits(trial, e, found, attack, second)):
        j.forbid("log.argument", "name the Defense that is played")
        return None
    can_pay(j, e.by, card, defends=True)
    return card, second


def _second(j: Judgment, e: Defend, first: int) -> int | None:
    """The other card of a Defense of two."""
    if e.second is None:
        return None
    if e.source == "exertion":
        j.forbid("silas-and-combining-basic-blocks", "two Blocks are played as one from the hand")
        return None
    left = tuple(card for card in j.position.players[e.by].hand if card != first)
    card = pick(j, left, e.second, e.by)
    if card is None:
        j.forbid("log.card", "the second card is not in the hand")
        return None
    j.show(card, e.second)
    if face(j, card) is None:
        j.forbid("log.argument", "name the second Block so that it is one card alone")
        return None
    return card


def _fits(j: Judgment, e: Defend, card: HighlanderCard, attack: Attack, second: int | None) -> None:
    p: Highlander = j.position
    if not card.is_defense and not as_block(j, e.by, card):
        j.forbid("defense", "only a Block or a Dodge is a Defense")
        return
    if bool(e.area) != (not card.squares):
        j.forbid("log.argument", "an area is named for a card whose Grid leaves it open, and for no other")
        return
    if covered(j, e.by, e.attack):
        j.forbid("defense", "one Defense is played against each attack")
    new = e.source == "exertion" or waiting_effect(j, e.by, "mark", "from_exertion") is not None
    fits_all_defense(j, e.by, card)
    if e.source == "hand":
        included.check(j, e.by, card)
    if any(is_guard(j, d) and not (new and d.played == p.number) for d in p.players[e.by].defenses):
        j.forbid("guards", "a Guard in play is dropped before a new Defense is played")
    if not new:
        if any(marked(a.marks, "was_hidden") for a in against(j, e.by)):
            message = "hidden attacks are revealed after all Defenses from the hand"
            j.forbid("hidden-attacks-multiple-attacks", message)
        _in_order(j, e.by, e.attack)
        if is_mark(j, attack, "no_hand_defense"):
            title = source_of(j, attack, "no_hand_defense")
            message = f"because of {title or 'a card'} only a Defense from an Exertion is played against this attack"
            j.forbid(cite(j, title, "extra-shot"), message)
    preventions.defense(j, e.by, card, e.source == "hand")
    has_weapon_for(j, e.by, card)
    other_card = face(j, second)
    form_allowed(j, e, card, other_card)
    given = (Mark("no_text"),) if waiting_effect(j, e.by, "mark", "no_text") else ()
    _must_be_proper(j, card, form(e, (card,), other_card, second).area, attack, given)


@enforces("attacks-as-blocks")
def as_block(j: Judgment, seat: str, card: HighlanderCard) -> bool:
    """Whether an Attack may be played as a Block; in the hand it stays an Attack."""
    return card.is_attack and has(j, seat, "attacks_as_blocks") is not None


def perform_defend(j: Judgment, e: Defend, plan: Any) -> Highlander:
    if plan is None:
        raise Impossible("the Defense is not there")
    p: Highlander = j.position
    card, second = plan
    declared = face(j, card)
    played = form(e, candidates(j, card), face(j, second), second)
    if e.source == "exertion":
        exerting = p.exerting
        if exerting is None:
            raise Impossible("there is no Exertion")
        p = put_away(
            replace(p, exerting=replace(exerting, cards=tuple(c for c in exerting.cards if c != card)))
        )
    else:
        p = change(p, e.by, hand=tuple(c for c in p.players[e.by].hand if c not in plan))
    defense = Defense(
        owner=e.by, card=card, squares=played.area, against=(e.attack,), from_exertion=e.source == "exertion",
        played=p.number, marks=played.marks, second=played.second,
    )  # fmt: skip
    mine = p.players[e.by]
    p = pay(
        change(p, e.by, defenses=(*mine.defenses, defense), played_card=True),
        e.by,
        asked(j, e.by, card, defends=True),
    )
    p = without_the_last(p, e.by)
    p = continuity.defense_played(j, p, e.by)
    if declared is not None:
        p = included.played(j, p, e.by, declared)
    j.position = p = spoiled(j, p, e.by)
    wordless = waiting_effect(j, e.by, "mark", "no_text") is not None
    if declared is not None and "lose_attack" in declared.marks and not wordless:
        p = change(p, e.by, attacks_allowed=p.players[e.by].attacks_allowed - 1)
    j.position = p
    counted = any(counterable(j, p, e.by, one) for one in candidates(j, card))
    counted = counted or any(turned_up_counters(j, e.by, one) for one in candidates(j, card))
    if not conjoined(p, e.by):
        return (
            replace(p, chance=Chance(seat=other(j, e.by), defense=len(mine.defenses) + 1)) if counted else p
        )
    if counted or series_open(j, p, e.by):
        number = len(mine.defenses) + 1 if counted else 0
        return replace(p, chance=Chance(seat=other(j, e.by), series=True, defense=number))
    return joined(j, p, e.by)


@enforces("playing-cards-from-your-hand")
def verify_cover(j: Judgment, e: Cover) -> None:
    """A Defense in play used against a further attack: consecutive ones, or any for a Guard (Multiple Attacks)."""
    if not free_to_act(j, e, "defense"):
        return
    mine = j.position.players[e.by]
    if not 1 <= e.defense <= len(mine.defenses):
        j.forbid("defense", f"there is no defense {e.defense}")
        return
    defense = mine.defenses[e.defense - 1]
    attack = _pending(j, e.by, e.attack)
    card = face(j, defense.card)
    if attack is None or card is None:
        return
    guard = is_guard(j, defense)
    if covered(j, e.by, e.attack):
        j.forbid("defense", "a Defense is used against that attack already")
    elif not guard and not defense.against:
        j.forbid("sweep-phase-what-cards-are-swept", "that Defense is not of this turn")
    elif not guard and not _consecutive(j, e.by, defense, e.attack):
        j.forbid(
            "multiple-attacks", "an attack between them must be covered by it too, or be let succeed, first"
        )
    elif card.type == "dodge" and (by := next((a for a in against(j, e.by) if is_mark(j, a, SINGLE)), None)):
        title = source_of(j, by, SINGLE)
        message = f"because of {title or 'a card'} a Dodge cannot avoid several attacks of this turn"
        event = any(mark.what == SINGLE and mark.event for mark in by.marks)  # Flashing Blade is an Edge
        j.forbid(cite(j, title, "multiple-attacks" if event else "flashing-blade"), message)
    elif card.type == "dodge" and _of_one_group(j, e.by, defense, attack):
        title = source_of(j, attack, SINGLE_GROUP)
        message = f"a Dodge cannot avoid several attacks played because of {title or 'one card'}"
        j.forbid(cite(j, title, "bloodlust"), message)
    else:
        _must_be_proper(j, card, defense.squares, attack, defense.marks)
    if not guard:
        _in_order(j, e.by, e.attack)


def _of_one_group(j: Judgment, seat: str, defense: Defense, attack: Attack) -> bool:
    """Whether a Dodge is used already against an attack that was played because of the same card."""
    attacks = against(j, seat)
    others = (attacks[n - 1] for n in defense.against)
    return is_mark(j, attack, SINGLE_GROUP) and any(is_mark(j, a, SINGLE_GROUP) for a in others)


def _consecutive(j: Judgment, seat: str, defense: Defense, number: int) -> bool:
    attacks = against(j, seat)
    first, last = min(defense.against), max(defense.against)
    between = range(last + 1, number) if number > last else range(number + 1, first)
    return all(attacks[n - 1].status != "pending" for n in between)


def perform_cover(j: Judgment, e: Cover, plan: None) -> Highlander:
    mine = j.position.players[e.by]
    if not 1 <= e.defense <= len(mine.defenses):
        raise Impossible("there is no such defense")
    defense = mine.defenses[e.defense - 1]
    defense = replace(defense, against=(*defense.against, e.attack))
    defenses = (*mine.defenses[: e.defense - 1], defense, *mine.defenses[e.defense :])
    return change(j.position, e.by, defenses=defenses)


def verify_drop(j: Judgment, e: Drop) -> None:
    if not free_to_act(j, e, "must_do", "may_do", "defense", "attack", "draw_discard"):
        return
    mine = j.position.players[e.by]
    if not 1 <= e.defense <= len(mine.defenses):
        j.forbid("guards", f"there is no defense {e.defense}")
    elif not is_guard(j, mine.defenses[e.defense - 1]):
        j.forbid("standing-defenses", "only a Guard is dropped at will")
    elif set(mine.defenses[e.defense - 1].against) & set(hidden(j, e.by)):
        j.forbid("hidden-attacks-revealing", "the hidden attack it is used against is revealed first")


@enforces("guards-dropping-to-attack")
def perform_drop(j: Judgment, e: Drop, plan: None) -> Highlander:
    """The Guard is discarded at once; what it was used against is settled, and it counts as the last Defense."""
    from rules.highlander.resolution import resolve_one

    p: Highlander = j.position
    if not 1 <= e.defense <= len(p.players[e.by].defenses):
        raise Impossible("there is no such defense")
    dropped = p.players[e.by].defenses[e.defense - 1].card
    for number in p.players[e.by].defenses[e.defense - 1].against:
        j.position = p
        if (
            p.winner is None
            and number <= len(against(j, e.by))
            and against(j, e.by)[number - 1].status == "pending"
        ):
            p = resolve_one(j, p, e.by, number)
    mine = p.players[e.by]
    if e.defense > len(mine.defenses) or mine.defenses[e.defense - 1].card != dropped:
        return p  # an attack that succeeded has removed it
    defense = mine.defenses[e.defense - 1]
    pile = mine.discard_pile if defense.card is None else (*mine.discard_pile, defense.card)
    p = change(
        p, e.by, defenses=(*mine.defenses[: e.defense - 1], *mine.defenses[e.defense :]), discard_pile=pile
    )
    p = remembered_defense(j, p, e.by, defense)
    if defense.against and mine.defenses[-1] is defense:
        p = replace(p, lasting=(*p.lasting, *what_it_leaves(j, p, defense)))
    return p


def verify_declare(j: Judgment, e: DeclareSuccessful) -> None:
    if not free_to_act(j, e, "defense"):
        return
    attack = _pending(j, e.by, e.attack)
    if attack is not None and covered(j, e.by, e.attack):
        j.forbid("successful-attack", "a Defense is used against that attack")
    elif attack is not None and attack.face_down is not None:
        j.forbid("hidden-attacks-defending-against", "a hidden attack is revealed before it is let succeed")


def perform_declare(j: Judgment, e: DeclareSuccessful, plan: None) -> Highlander:
    from rules.highlander.resolution import succeed

    if not 1 <= e.attack <= len(against(j, e.by)):
        raise Impossible("there is no such attack")
    return succeed(j, j.position, e.by, e.attack, blocked=False)


def hidden(j: Judgment, seat: str) -> list[int]:
    """The numbers of the hidden attacks still face down."""
    return [n for n, a in enumerate(against(j, seat), 1) if a.face_down is not None and a.status == "pending"]


def verify_power_block(j: Judgment, e: PowerBlock) -> None:
    if not free_to_act(j, e, "defense") or not can_be_power_block(j, e.by, e.defense):
        return
    defense = j.position.players[e.by].defenses[e.defense - 1]
    card = face(j, defense.card)
    free = has(j, e.by, "free_power_block") is not None or marked(defense.marks, "free_power_block")
    free = free or continuity.lets_power_block(j, e.by, e.defense)
    if not free and not (card is not None and "free_power_block" in card.marks):
        j.forbid("power-block", "nothing makes this a Power Block without an Exertion")


def perform_power_block(j: Judgment, e: PowerBlock, plan: None) -> Highlander:
    if not 1 <= e.defense <= len(j.position.players[e.by].defenses):
        raise Impossible("there is no such defense")
    p = continuity.used_again(j, j.position, e.by, e.defense)
    return after_power_block(j, make_power_block(p, e.by, e.defense, False), e.by)
