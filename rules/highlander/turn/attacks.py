"""Attacks come to the table, played or made without a card, or are forgone (Attack Phase, Attacks)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander import grid
from rules.highlander.changes import exertion_attacks, foreign_cards
from rules.highlander.changes.attacks import take_effect_unanswered
from rules.highlander.changes.costs import pay
from rules.highlander.changes.edge_counters import with_edge_countered
from rules.highlander.changes.exertion import begin_exertion
from rules.highlander.changes.state import change
from rules.highlander.language import continuous as during
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.language import one_card as own
from rules.highlander.legality import preventions
from rules.highlander.position import Attack, Chance, Highlander, Lasting, Mark
from rules.highlander.reading import exertion
from rules.highlander.reading.attacks import given_by_defense
from rules.highlander.reading.costs import asked
from rules.highlander.reading.countering import attack_counterable, series_open
from rules.highlander.reading.modifiers import has
from rules.highlander.reading.plans import Picked
from rules.highlander.reading.state import face, marked, other, without
from rules.highlander.texts import say
from rules.highlander.verbs import AttackWith, ForgoAttack, MakeAttack
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


@enforces("hidden-attacks-making")
def perform_attack(ctx: EntryContext, p: Highlander, e: AttackWith, plan: Picked | None) -> Highlander:
    if plan is None:
        raise Impossible(say("card_of_attack_missing"))
    j = Judgment.of(ctx, p)
    card, hand = plan
    of_the_turn = not exertion.under_way(p, e.by)
    chosen = grid.AREAS[e.area] if e.area else 0
    marks = (*p.players[e.by].next_attack, *given_by_defense(j, e.by), *exertion.marks(p, e.by))
    if e.ranged:
        marks = (*marks, Mark("ranged"))
    if e.blow:
        marks = (*marks, Mark("power_blow"), Mark("told"))
    seen, hidden = (None, card) if e.hidden else (card, None)
    attack = Attack(owner=e.by, marks=marks, squares=chosen, card=seen, face_down=hidden)
    if e.source == "exertion":
        exerting = p.exerting
        assert exerting is not None
        left = without(exerting.cards, card)
        p = exertion_attacks.one_played(replace(p, exerting=replace(exerting, cards=left, named=len(left))))
    else:
        p = exertion_attacks.one_played(change(p, e.by, hand=hand))
    known = face(ctx, card)
    if known is not None:
        p = foreign_cards.played(ctx, p, e.by, known)
    p = pay(p, e.by, asked(j, e.by, card, e.hidden))
    return made(ctx, p, e.by, attack, True, of_the_turn)


def made(
    ctx: EntryContext, p: Highlander, seat: str, attack: Attack, card_played: bool, of_the_turn: bool = True
) -> Highlander:
    """An attack enters play with everything that was played in conjunction with it."""
    mine = p.players[seat]
    p = change(
        p, seat, attacks=(*mine.attacks, attack),
        attacks_made=mine.attacks_made + 1,
        attacks_allowed=mine.attacks_allowed + (not of_the_turn),  # what a card lets be played is no attack of the turn
        next_attack=mine.later_attack, later_attack=(),
        played_card=mine.played_card or card_played,
    )  # fmt: skip
    p = with_edge_countered(ctx, p, seat)
    j = Judgment.of(ctx, p)
    if series_open(j, seat) or attack_counterable(j, seat):
        p = replace(p, chance=Chance(seat=other(ctx, seat), series=True))
    else:
        p = take_effect_unanswered(ctx, p, seat)
    return paid(ctx, p, seat, attack)


def paid(ctx: EntryContext, p: Highlander, seat: str, attack: Attack) -> Highlander:
    """The Exertion that an attack costs is made at once; of an attack face down nobody sees that it is Ranged."""
    mine = p.players[seat]
    card = face(ctx, attack.card)
    ranged = marked(attack.marks, "ranged") or (card is not None and card.is_ranged)
    left = not mine.exertions or mine.further_exertion
    if ranged or not left or p.winner is not None:
        return p
    j = Judgment.of(ctx, p)
    if not preventions.costs_exertion(j, seat):
        return p
    return begin_exertion(ctx, p, seat, "cost", wanted=exertion.extended(j, seat))


def perform_make_attack(ctx: EntryContext, p: Highlander, e: MakeAttack, plan: None) -> Highlander:
    power = has(Judgment.of(ctx, p), e.by, own.MakesAttack)
    if power is None:
        raise Impossible(say("attack_not_granted"))
    mine = p.players[e.by]
    attack = Attack(owner=e.by, made=power.what, squares=grid.AREAS[power.what], damage=power.count)
    p = change(p, e.by, attacks_allowed=mine.attacks_allowed + 1, special_forgone=True)
    return made(ctx, p, e.by, replace(attack, marks=mine.next_attack), False)


@enforces("next-attack")
def perform_forgo(ctx: EntryContext, p: Highlander, e: ForgoAttack, plan: None) -> Highlander:
    """An attack is given up; marks of the next attack then hold of the next one played."""
    mine = p.players[e.by]
    if has(Judgment.of(ctx, p), e.by, during.AttacksEachTurn) is not None:
        free = Lasting(lasting_effects.Unrestricted(), e.by, p.number, by=e.by)
        p = replace(p, lasting=(*p.lasting, free))
    return change(p, e.by, attacks_allowed=mine.attacks_allowed - 1)
