"""An Exertion is made, its cards are turned over, and it does what it was made for (Exertions)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.defenses import set_attack
from rules.highlander.changes.events import PowerBlockMade, PowerBlowMade, happened
from rules.highlander.changes.exertion import begin_exertion, make_power_block, make_power_blow, put_away
from rules.highlander.changes.in_play import spent
from rules.highlander.changes.state import change
from rules.highlander.language import continuous as during
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.language.filters import Word, text_of
from rules.highlander.position import Highlander, Lasting
from rules.highlander.reading import powers
from rules.highlander.reading.defenses import against
from rules.highlander.reading.exertion import ANY, POWERED, extended
from rules.highlander.reading.modifiers import has, lasts, modifiers
from rules.highlander.reading.state import face, other
from rules.highlander.turn.powers import exerted
from rules.highlander.verbs import Done, Exert, TurnOver
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN


def perform_exert(ctx: EntryContext, p: Highlander, e: Exert, plan: None) -> Highlander:
    j = Judgment.of(ctx, p)
    mine = p.players[e.by]
    wanted = mine.further_exertion if mine.exertions and mine.further_exertion else extended(j, e.by)
    owner = e.by
    if e.purpose in POWERED and lasts(p, e.by, lasting_effects.ExertFromOpponent()):
        owner = other(ctx, e.by)
        p = replace(
            p,
            lasting=tuple(
                x
                for x in p.lasting
                if x.seat != e.by or not isinstance(x.effect, lasting_effects.ExertFromOpponent)
            ),
        )
    if e.purpose in powers.IN_PLACE:
        p = change(p, e.by, special_forgone=True)
    if e.purpose == "roll" and p.rolling is not None:
        p = replace(p, rolling=replace(p.rolling, exertion=0))
    keeping = modifiers(j, e.by, during.Keep) if owner == e.by else ()
    keep = (text_of(keeping[0].effect.what), ANY) if keeping else ("", 0)
    return begin_exertion(ctx, p, e.by, e.purpose, number=e.number, wanted=wanted, owner=owner, keep=keep)


def _without_theirs(p: Highlander, seat: str) -> tuple[Lasting, ...]:
    """The lasting effects without the Exertion that comes from the opponent's Endurance."""
    return tuple(
        x for x in p.lasting if x.seat != seat or not isinstance(x.effect, lasting_effects.ExertFromOpponent)
    )


@enforces("exertions-and-low-endurance-size")
def perform_turn_over(ctx: EntryContext, p: Highlander, e: TurnOver, plan: None) -> Highlander:
    exerting = p.exerting
    assert exerting is not None
    ctx.identify_all(exerting.cards[exerting.named :], e.cards)
    full = len(exerting.cards) >= exerting.wanted
    idle = exerting.purpose == "nothing" and not exerting.keeps
    if idle or (exerting.by_card and not full):  # nothing waits for them
        return put_away(p)
    p = replace(p, exerting=replace(exerting, named=len(exerting.cards)))
    if exerting.purpose in ("attack", "defense") or exerting.keeps:
        return _powered(ctx, p, full) if exerting.purpose in POWERED else p
    return put_away(_powered(ctx, p, full))


def _powered(ctx: EntryContext, p: Highlander, full: bool) -> Highlander:
    exerting = p.exerting
    assert exerting is not None
    if full and exerting.purpose == "power_blow":
        p = happened(ctx, make_power_blow(p, exerting.seat, exerting.number), PowerBlowMade(exerting.seat))
    elif full and exerting.purpose == "power_block":
        made = make_power_block(p, exerting.seat, exerting.number, True)
        p = happened(ctx, made, PowerBlockMade(exerting.seat))
    elif full and exerting.purpose == "avoid":
        p = avoided(ctx, p, exerting.seat, exerting.number)
    elif full and exerting.purpose == "move_under":
        power = has(Judgment.of(ctx, p), exerting.seat, during.ExertTo, "move_under")
        if power is not None and power.cards is not None:
            p = moved_under(ctx, p, exerting.seat, power.cards)
    elif full and exerting.purpose in powers.IN_PLACE:
        p = exerted(ctx, p, exerting.seat, exerting.purpose)
    return p


def perform_done(ctx: EntryContext, p: Highlander, e: Done, plan: None) -> Highlander:
    return put_away(p)


@enforces("hogg")
def avoided(ctx: EntryContext, p: Highlander, seat: str, number: int) -> Highlander:
    """An Exertion has avoided an attack."""
    p = spent(ctx, p, seat, during.ExertTo, "avoid")
    j = Judgment.of(ctx, p)
    attacks = against(j, seat)
    if number > len(attacks) or attacks[number - 1].status != "pending":
        return p
    attack = attacks[number - 1]
    return set_attack(p, attack.owner, number, replace(attack, status="avoided"))


@enforces("joe-dawson-pre-game")
def moved_under(ctx: EntryContext, p: Highlander, seat: str, what: Word) -> Highlander:
    """Cards of a group go from the discard pile under the Endurance; those of the Exertion made for it do not."""
    mine = p.players[seat]
    moved = tuple(c for c in mine.discard_pile if (card := face(ctx, c)) is not None and card.is_a(what))
    left = tuple(c for c in mine.discard_pile if c not in moved)
    endurance = mine.endurance if OPEN in mine.endurance else (*mine.endurance, *moved)
    return change(p, seat, discard_pile=left, endurance=endurance)
