"""Cards played in conjunction: they lie in play, waiting for the attack or defense they are played with."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander import grid, words
from rules.highlander.card import Effect, HighlanderCard
from rules.highlander.dice import after_power_blow
from rules.highlander.position import Attack, Highlander, InPlay, Mark
from rules.highlander.state import attack_card, change, face, is_mark, squares
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

DEFENSE_KINDS = ("defense", "block", "dodge")
BLOWS = ("power_blow", "head_shot")


def conjoined(p: Highlander, seat: str) -> list[InPlay]:
    """The cards of a player that wait for what they are played with."""
    return [card for card in p.players[seat].in_play if card.waiting]


def goes_with(card: HighlanderCard, waiting: HighlanderCard) -> bool:
    """Whether a card is the Special card that another is played in conjunction with."""
    if "in_series" in waiting.marks and card.title == waiting.title:
        return True
    return card.is_special and any(e.do == "with" and card.is_a(e.what) for e in waiting.conjunction)


def holds_face_down(j: Judgment, held: InPlay) -> bool:
    """Whether a card waits for one that is played face down with it (Hidden Resources)."""
    found = face(j, held.card)
    return held.waiting and found is not None and any(e.do == "with_face_down" for e in found.conjunction)


def fits(card: HighlanderCard, what: str, area: int) -> bool:
    """Whether a card is what another is played in conjunction with."""
    if what in grid.GROUPS:
        return card.is_attack and grid.is_in(area, what)
    if what == "basic":
        return card.is_basic and card.is_attack
    if what == "attack":
        return card.is_attack
    return card.is_defense if what == "defense" else card.type == what or (what == "block" and card.is_guard)


def fits_all(j: Judgment, seat: str, card: HighlanderCard, area: int) -> bool:
    """Whether a card suits everything waiting for it (In Conjunction - Exertions). Records what does not."""
    for waiting in conjoined(j.position, seat):
        declared = face(j, waiting.card)
        for effect in declared.conjunction if declared else ():
            if effect.do == "with" and not fits(card, effect.what, area):
                title = declared.title if declared else "the card"
                j.forbid(
                    "in-conjunction",
                    f"“{title}” is only played in conjunction with: {words.kind(effect.what)}",
                )
                return False
    return True


@enforces("making-attacks-v-playing-attacks")
def fits_made(j: Judgment, seat: str, area: int) -> bool:
    """Whether an attack made without a card suits everything waiting for it: making it is playing an Attack, which is
    no Basic one. Records what does not."""
    for waiting in conjoined(j.position, seat):
        declared = face(j, waiting.card)
        for effect in declared.conjunction if declared else ():
            suits = effect.what == "attack" or (effect.what in grid.GROUPS and grid.is_in(area, effect.what))
            if effect.do == "with" and not suits:
                title = declared.title if declared else "the card"
                j.forbid(
                    "in-conjunction",
                    f"“{title}” is only played in conjunction with: {words.kind(effect.what)}",
                )
                return False
    return True


def with_defense(card: HighlanderCard) -> bool:
    """Whether a card is played in conjunction with a Defense."""
    return any(effect.do == "with" and effect.what in DEFENSE_KINDS for effect in card.conjunction)


def fits_defense(card: HighlanderCard, what: str) -> bool:
    """Whether a card played as a Defense is what another is played in conjunction with."""
    return what == "defense" or (what == "dodge") == (card.type == "dodge")


def fits_all_defense(j: Judgment, seat: str, card: HighlanderCard) -> bool:
    """Whether a Defense suits everything waiting for it. Records what does not."""
    for waiting in conjoined(j.position, seat):
        declared = face(j, waiting.card)
        for effect in declared.conjunction if declared else ():
            if effect.do == "with" and not fits_defense(card, effect.what):
                title = declared.title if declared else "the card"
                j.forbid(
                    "in-conjunction",
                    f"“{title}” is only played in conjunction with: {words.kind(effect.what)}",
                )
                return False
    return True


def waiting_effect(j: Judgment, seat: str, do: str, what: str = "") -> Effect | None:
    """What a card waiting to be joined will do, by name."""
    for waiting in conjoined(j.position, seat):
        declared = face(j, waiting.card)
        for effect in declared.conjunction if declared else ():
            if effect.do == do and (not what or effect.what == what):
                return effect
    return None


def join_defense(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """The position once everything played in conjunction with the last Defense played is settled."""
    mine = p.players[seat]
    defense = mine.defenses[-1]
    cards = []
    for waiting in mine.in_play:
        declared = face(j, waiting.card)
        if waiting.waiting and declared is not None:
            event = declared.type == "event"
            marks = tuple(Mark(e.what, event) for e in declared.conjunction if e.do == "mark")
            given = any(mark.what == "from_exertion" for mark in marks)
            defense = replace(
                defense, marks=(*defense.marks, *marks), from_exertion=defense.from_exertion or given
            )
        cards.append(replace(waiting, waiting=False) if waiting.waiting else waiting)
    return change(p, seat, defenses=(*mine.defenses[:-1], defense), in_play=tuple(cards))


@enforces("in-conjunction-exertions", "flamboyant-attack")
def join(j: Judgment, seat: str, attack: Attack) -> tuple[Attack, tuple[InPlay, ...]]:
    """The attack with what waits for it applied, and the player's cards in play with nothing waiting any more."""
    p: Highlander = j.position
    card = attack_card(j, attack)
    area = squares(j, attack)
    cards = []
    for waiting in p.players[seat].in_play:
        declared = face(j, waiting.card)
        if waiting.waiting and declared is not None:
            suits = card is None or all(
                fits(card, effect.what, area) for effect in declared.conjunction if effect.do == "with"
            )
            event = declared.type == "event"
            if suits:
                marks = tuple(Mark(e.what, event) for e in declared.conjunction if e.do == "mark")
                extra = sum(e.count for e in declared.conjunction if e.do == "extra_damage")
                attack = replace(attack, marks=(*attack.marks, *marks), extra=attack.extra + extra)
        cards.append(replace(waiting, waiting=False) if waiting.waiting else waiting)
    return attack, tuple(cards)


@enforces("combination")
def merged(j: Judgment, before: tuple[Attack, ...], attack: Attack) -> tuple[tuple[Attack, ...], Attack]:
    """An attack that forms a single one with the attack before it: that one covers both areas and has what both have,
    the damage each adds included."""
    card = face(j, attack.card)
    if not before or card is None or not is_mark(j, attack, "combines"):
        return before, attack
    first = before[-1]
    if first.face_down is not None:  # nobody sees yet what the two would be together
        return before, attack
    added = sum(effect.count for effect in card.on_play if effect.do == "extra_damage")
    single = replace(
        first, squares=squares(j, first) | squares(j, attack),
        marks=(*first.marks, *(m for m in attack.marks if m.what != "combines")),
        extra=first.extra + attack.extra + added,
    )  # fmt: skip
    return (*before[:-1], single), replace(attack, status="combined")


def joined(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """The position once everything played in conjunction with the last attack made is settled. One Power Blow a turn:
    what would make a second one does not (Power Blows - Making Power Blows)."""
    j.position = p
    mine = p.players[seat]
    if p.phase == "defense":
        return join_defense(j, p, seat)
    attack, cards = join(j, seat, mine.attacks[-1])
    card = face(j, attack.card)
    if card is not None and "head_shot_alone" in card.marks and not mine.specials_played:
        attack = replace(attack, marks=(*attack.marks, *(Mark(what) for what in BLOWS)))
    if is_mark(j, attack, "no_power_blow"):
        attack = replace(attack, marks=tuple(m for m in attack.marks if m.what not in BLOWS))
    blow = is_mark(j, attack, "power_blow") or is_mark(j, attack, "head_shot")
    if blow and mine.power_blow_made:
        kept = tuple(m for m in attack.marks if m.what not in BLOWS)
        attack, blow = replace(attack, marks=kept), False
    before, attack = merged(j, mine.attacks[:-1], attack)
    p = change(
        p,
        seat,
        attacks=(*before, attack),
        in_play=cards,
        power_blow_made=mine.power_blow_made or blow,
    )
    return after_power_blow(j, p, seat) if blow else p
