"""Defenses come to the table, are used against further attacks, dropped, made Power Blocks (Defense, Guards, Power
Block)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes import continuity, foreign_cards
from rules.highlander.changes.conjunction import joined
from rules.highlander.changes.costs import pay
from rules.highlander.changes.defenses import without_the_last
from rules.highlander.changes.edge_counters import with_edge_countered
from rules.highlander.changes.events import PowerBlockMade, happened
from rules.highlander.changes.exertion import make_power_block, put_away
from rules.highlander.changes.looking_back import remembered_defense
from rules.highlander.changes.resolution import resolve_one, succeed
from rules.highlander.changes.state import change
from rules.highlander.position import Chance, Defense, Highlander
from rules.highlander.reading.conjunction import any_waits, waiting_mark
from rules.highlander.reading.costs import asked
from rules.highlander.reading.countering import counterable, series_open, turned_up_counters
from rules.highlander.reading.defense_forms import form
from rules.highlander.reading.last_defenses import effects_left_behind
from rules.highlander.reading.plans import DefenseCards
from rules.highlander.reading.state import candidates, face, other
from rules.highlander.texts import say
from rules.highlander.verbs import Cover, DeclareSuccessful, Defend, Drop, PowerBlock
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


def perform_defend(ctx: EntryContext, p: Highlander, e: Defend, plan: DefenseCards | None) -> Highlander:
    if plan is None:
        raise Impossible(say("defense_is_not_there"))
    card, second = plan
    declared = face(ctx, card)
    played = form(e, candidates(ctx, card), face(ctx, second), second)
    kinds = asked(Judgment.of(ctx, p), e.by, card, defends=True)
    p = _without_cards(p, e, plan)
    defense = Defense(
        owner=e.by, card=card, squares=played.area, against=(e.attack,), from_exertion=e.source == "exertion",
        played=p.number, marks=played.marks, second=played.second,
    )  # fmt: skip
    mine = p.players[e.by]
    p = pay(change(p, e.by, defenses=(*mine.defenses, defense), played_card=True), e.by, kinds)
    p = without_the_last(p, e.by)
    p = continuity.defense_played(ctx, p, e.by)
    if declared is not None:
        p = foreign_cards.played(ctx, p, e.by, declared)
    p = with_edge_countered(ctx, p, e.by)
    wordless = waiting_mark(Judgment.of(ctx, p), e.by, "no_text")
    if declared is not None and "lose_attack" in declared.marks and not wordless:
        p = change(p, e.by, attacks_allowed=p.players[e.by].attacks_allowed - 1)
    return _answered(ctx, p, e.by, card, len(mine.defenses) + 1)


def _without_cards(p: Highlander, e: Defend, cards: DefenseCards) -> Highlander:
    """The position after the cards of a Defense left the hand, or the Exertion that lies open."""
    if e.source == "hand":
        return change(p, e.by, hand=tuple(c for c in p.players[e.by].hand if c not in cards))
    exerting = p.exerting
    if exerting is None:
        raise Impossible(say("no_exertion_there"))
    left = tuple(c for c in exerting.cards if c != cards.card)
    return put_away(replace(p, exerting=replace(exerting, cards=left)))


def _answered(ctx: EntryContext, p: Highlander, seat: str, card: int, number: int) -> Highlander:
    """The position in which the opponent may answer a Defense just played (the one at ``number``), or what was played
    in conjunction with it; else both are one now."""
    j = Judgment.of(ctx, p)
    faces = candidates(ctx, card)
    counted = any(counterable(j, seat, one) or turned_up_counters(j, seat, one) for one in faces)
    if not any_waits(p, seat):
        return replace(p, chance=Chance(seat=other(ctx, seat), defense=number)) if counted else p
    if counted or series_open(j, seat):
        return replace(p, chance=Chance(seat=other(ctx, seat), series=True, defense=number if counted else 0))
    return joined(ctx, p, seat)


def perform_cover(ctx: EntryContext, p: Highlander, e: Cover, plan: None) -> Highlander:
    mine = p.players[e.by]
    if not 1 <= e.defense <= len(mine.defenses):
        raise Impossible(say("no_such_defense"))
    defense = mine.defenses[e.defense - 1]
    defense = replace(defense, against=(*defense.against, e.attack))
    defenses = (*mine.defenses[: e.defense - 1], defense, *mine.defenses[e.defense :])
    return change(p, e.by, defenses=defenses)


@enforces("guards-dropping-to-attack")
def perform_drop(ctx: EntryContext, p: Highlander, e: Drop, plan: None) -> Highlander:
    """The Guard is discarded at once; what it was used against is settled, and it counts as the last Defense."""
    if not 1 <= e.defense <= len(p.players[e.by].defenses):
        raise Impossible(say("no_such_defense"))
    dropped = p.players[e.by].defenses[e.defense - 1].card
    for number in p.players[e.by].defenses[e.defense - 1].against:
        attacks = p.players[other(ctx, e.by)].attacks
        if p.winner is None and number <= len(attacks) and attacks[number - 1].status == "pending":
            p = resolve_one(ctx, p, e.by, number)
    mine = p.players[e.by]
    if e.defense > len(mine.defenses) or mine.defenses[e.defense - 1].card != dropped:
        return p  # an attack that succeeded has removed it
    defense = mine.defenses[e.defense - 1]
    pile = mine.discard_pile if defense.card is None else (*mine.discard_pile, defense.card)
    p = change(
        p, e.by, defenses=(*mine.defenses[: e.defense - 1], *mine.defenses[e.defense :]), discard_pile=pile
    )
    p = remembered_defense(ctx, p, e.by, defense)
    if defense.against and mine.defenses[-1] is defense:
        p = replace(p, lasting=(*p.lasting, *effects_left_behind(Judgment.of(ctx, p), defense)))
    return p


def perform_declare(ctx: EntryContext, p: Highlander, e: DeclareSuccessful, plan: None) -> Highlander:
    if not 1 <= e.attack <= len(p.players[other(ctx, e.by)].attacks):
        raise Impossible(say("no_such_attack"))
    return succeed(ctx, p, e.by, e.attack, blocked=False)


def perform_power_block(ctx: EntryContext, p: Highlander, e: PowerBlock, plan: None) -> Highlander:
    if not 1 <= e.defense <= len(p.players[e.by].defenses):
        raise Impossible(say("no_such_defense"))
    p = continuity.used_again(ctx, p, e.by, e.defense)
    return happened(ctx, make_power_block(p, e.by, e.defense, False), PowerBlockMade(e.by))
