"""Whether a Defense is played, used against further attacks, dropped or made a Power Block, and an attack let
succeed (Defense, Guards, Multiple Attacks)."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.legality import foreign_cards, preventions
from rules.highlander.legality.conjunction import fits_all_defense
from rules.highlander.legality.costs import can_pay
from rules.highlander.legality.defense_forms import form_allowed
from rules.highlander.legality.power_blows import can_be_power_block
from rules.highlander.legality.titles import of_each
from rules.highlander.legality.waiting import free_to_act, still_plays
from rules.highlander.legality.weapons import has_weapon_for
from rules.highlander.position import TURN_PHASES, Attack, Defense, Highlander, Mark
from rules.highlander.reading import continuity
from rules.highlander.reading.borrowing import playable
from rules.highlander.reading.citing import cite, source_of
from rules.highlander.reading.conjunction import waiting_mark
from rules.highlander.reading.defense_forms import form
from rules.highlander.reading.defenses import (
    REASONS,
    SINGLE,
    SINGLE_GROUP,
    against,
    as_block,
    attacked_gained,
    covered,
    hidden,
    is_proper,
    proper,
)
from rules.highlander.reading.modifiers import has
from rules.highlander.reading.plans import DefenseCards
from rules.highlander.reading.state import face, is_guard, is_mark, marked, pick
from rules.highlander.texts import say
from rules.highlander.verbs import Cover, DeclareSuccessful, Defend, Drop, PowerBlock
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


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
        played = (card, area, attack.squares, attack.marks, marks, attacked_gained(j, attack))
        message = say("defense_does_not_work")
        j.need("proper-defenses", is_proper, (theirs,), message, say("card_of_attack"), played)


def _pending(j: Judgment, seat: str, number: int) -> Attack | None:
    attacks = against(j, seat)
    if not 1 <= number <= len(attacks):
        j.forbid("defense-phase", say("no_attack_of_number", number=number))
        return None
    attack = attacks[number - 1]
    if attack.status != "pending":
        j.forbid("successful-attack", say("attack_no_longer_pending", number=number))
        return None
    return attack


def _in_order(j: Judgment, seat: str, number: int) -> bool:
    """Attacks are defended in the order played, but for a Defense from an Exertion (Successful Attack)."""
    mine = j.position.players[seat]
    later = [n for d in mine.defenses if not d.from_exertion for n in d.against if n > number]
    if later:
        j.forbid("successful-attack", say("later_attack_defended_already"))
        return False
    return True


def verify_defend(j: Judgment, e: Defend) -> DefenseCards | None:
    """Everything that may stand in a Defense's way; gives the ids of its cards."""
    p: Highlander = j.position
    if e.source == "exertion":
        exerting = p.exerting
        ready = exerting is not None and exerting.seat == e.by and exerting.purpose == "defense"
        if exerting is None or not ready or exerting.named < len(exerting.cards):
            j.forbid("exertions", say("no_open_exertion_for_defense"))
            return None
        card = j.pick(exerting.cards, e.card)
    else:
        if not free_to_act(j, e, ("defense",)) or not still_plays(j, e):
            return None
        card = pick(j, playable(p.players[e.by]), e.card, e.by)
    if card is None:
        j.forbid("log.card", say("card_to_borrow_not_there"))
        return None
    attack = _pending(j, e.by, e.attack)
    if attack is None:
        return None
    j.identify(card, e.card)
    second = _second(j, e, card)
    if not of_each(j, card, lambda trial, facts: _fits(trial, e, facts, attack, second)):
        j.forbid("log.argument", say("name_played_defense"))
        return None
    can_pay(j, e.by, card, defends=True)
    return DefenseCards(card, second)


def _second(j: Judgment, e: Defend, first: int) -> int | None:
    """The other card of a Defense of two."""
    if e.second is None:
        return None
    if e.source == "exertion":
        j.forbid("silas-and-combining-basic-blocks", say("two_blocks_as_one_from_hand_only"))
        return None
    left = tuple(card for card in j.position.players[e.by].hand if card != first)
    card = pick(j, left, e.second, e.by)
    if card is None:
        j.forbid("log.card", say("second_card_not_in_hand"))
        return None
    j.identify(card, e.second)
    if face(j, card) is None:
        j.forbid("log.argument", say("second_block_ambiguous"))
        return None
    return card


def _fits(j: Judgment, e: Defend, card: HighlanderCard, attack: Attack, second: int | None) -> None:
    p: Highlander = j.position
    if not card.is_defense and not as_block(j, e.by, card):
        j.forbid("defense", say("only_block_or_dodge_defends"))
        return
    if bool(e.area) != (not card.squares):
        j.forbid("log.argument", say("defense_area_named_only_where_grid_open"))
        return
    if covered(j, e.by, e.attack):
        j.forbid("defense", say("one_defense_against_each_attack"))
    new = e.source == "exertion" or waiting_mark(j, e.by, "from_exertion")
    fits_all_defense(j, e.by, card)
    if e.source == "hand":
        foreign_cards.check(j, e.by, card)
    if any(is_guard(j, d) and not (new and d.played == p.number) for d in p.players[e.by].defenses):
        j.forbid("guards", say("drop_guard_first"))
    if not new:
        _from_the_hand(j, e, attack)
    preventions.defense(j, e.by, card, e.source == "hand")
    has_weapon_for(j, e.by, card)
    other_card = face(j, second)
    form_allowed(j, e, card, other_card)
    given = (Mark("no_text"),) if waiting_mark(j, e.by, "no_text") else ()
    _must_be_proper(j, card, form(e, (card,), other_card, second).area, attack, given)


def _from_the_hand(j: Judgment, e: Defend, attack: Attack) -> None:
    """Records what keeps a Defense of the hand from being played against an attack now."""
    if any(marked(a.marks, "was_hidden") for a in against(j, e.by)):
        message = say("reveal_hidden_attacks_after_defenses")
        j.forbid("hidden-attacks-multiple-attacks", message)
    _in_order(j, e.by, e.attack)
    if is_mark(j, attack, "no_hand_defense"):
        title = source_of(j, attack, "no_hand_defense")
        message = say("only_defense_from_exertion", title=title or say("a_card"))
        j.forbid(cite(j, title, "extra-shot"), message)


@enforces("playing-cards-from-your-hand")
def verify_cover(j: Judgment, e: Cover) -> None:
    """A Defense in play used against a further attack: consecutive ones, or any for a Guard (Multiple Attacks)."""
    if not free_to_act(j, e, ("defense",)):
        return
    mine = j.position.players[e.by]
    if not 1 <= e.defense <= len(mine.defenses):
        j.forbid("defense", say("no_defense_of_number", defense=e.defense))
        return
    defense = mine.defenses[e.defense - 1]
    attack = _pending(j, e.by, e.attack)
    card = face(j, defense.card)
    if attack is None or card is None:
        return
    guard = is_guard(j, defense)
    if covered(j, e.by, e.attack):
        j.forbid("defense", say("attack_defended_already"))
    elif not guard and not defense.against:
        j.forbid("sweep-phase-what-cards-are-swept", say("defense_not_of_this_turn"))
    elif not guard and not _consecutive(j, e.by, defense, e.attack):
        j.forbid("multiple-attacks", say("attack_in_between_first"))
    elif card.type != "dodge" or _avoids_several(j, e.by, defense, attack):
        _must_be_proper(j, card, defense.squares, attack, defense.marks)
    if not guard:
        _in_order(j, e.by, e.attack)


def _avoids_several(j: Judgment, seat: str, dodge: Defense, attack: Attack) -> bool:
    """Whether a Dodge may avoid this attack beside another. Records the card that keeps it from that."""
    single = next((one for one in against(j, seat) if is_mark(j, one, SINGLE)), None)
    if single is not None:
        title = source_of(j, single, SINGLE)
        message = say("dodge_avoids_one_attack_this_turn", title=title or say("a_card"))
        event = any(mark.what == SINGLE and mark.event for mark in single.marks)  # Flashing Blade is an Edge
        j.forbid(cite(j, title, "multiple-attacks" if event else "flashing-blade"), message)
        return False
    if _of_one_group(j, seat, dodge, attack):
        title = source_of(j, attack, SINGLE_GROUP)
        message = say("dodge_avoids_one_attack_of_card", title=title or say("one_card"))
        j.forbid(cite(j, title, "bloodlust"), message)
        return False
    return True


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


def verify_drop(j: Judgment, e: Drop) -> None:
    if not free_to_act(j, e, TURN_PHASES):
        return
    mine = j.position.players[e.by]
    if not 1 <= e.defense <= len(mine.defenses):
        j.forbid("guards", say("no_defense_of_number", defense=e.defense))
    elif not is_guard(j, mine.defenses[e.defense - 1]):
        j.forbid("standing-defenses", say("only_guard_dropped_at_will"))
    elif set(mine.defenses[e.defense - 1].against) & set(hidden(j, e.by)):
        j.forbid("hidden-attacks-revealing", say("reveal_defended_attack_first"))


def verify_declare(j: Judgment, e: DeclareSuccessful) -> None:
    if not free_to_act(j, e, ("defense",)):
        return
    attack = _pending(j, e.by, e.attack)
    if attack is not None and covered(j, e.by, e.attack):
        j.forbid("successful-attack", say("attack_is_defended"))
    elif attack is not None and attack.face_down is not None:
        j.forbid("hidden-attacks-defending-against", say("reveal_attack_before_it_succeeds"))


def verify_power_block(j: Judgment, e: PowerBlock) -> None:
    if not free_to_act(j, e, ("defense",)) or not can_be_power_block(j, e.by, e.defense):
        return
    defense = j.position.players[e.by].defenses[e.defense - 1]
    card = face(j, defense.card)
    free = has(j, e.by, during.WithoutExertion, "power_block") is not None
    free = free or marked(defense.marks, "free_power_block")
    free = free or continuity.lets_power_block(j, e.by, e.defense)
    if not free and not (card is not None and "free_power_block" in card.marks):
        j.forbid("power-block", say("no_power_block_without_exertion"))
