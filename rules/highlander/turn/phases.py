"""The course of a turn: sweeping, what must and may be done, the phases, adjusting Ability, drawing."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from rules.highlander.changes import continuity, duende, followups
from rules.highlander.changes.borrowing import swept
from rules.highlander.changes.conjunction import dropped
from rules.highlander.changes.defenses import restored
from rules.highlander.changes.edge_counters import with_edge_countered
from rules.highlander.changes.endurance import made_anew
from rules.highlander.changes.events import DamageTaken, TurnPassed, happened
from rules.highlander.changes.in_play import depart, handed_back, leave, rebalanced
from rules.highlander.changes.must_do import due_each_turn, settled
from rules.highlander.changes.resolution import resolve
from rules.highlander.changes.state import change, with_side
from rules.highlander.changes.weapons import fits_hands
from rules.highlander.language import continuous as during
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.language import one_card as own
from rules.highlander.legality.phases import MUST_ATTACK
from rules.highlander.position import Attack, Defense, Highlander, Must, Side
from rules.highlander.reading.adjusting import adjusted, nothing_waits
from rules.highlander.reading.attacks import offered
from rules.highlander.reading.conjunction import any_waits
from rules.highlander.reading.looking_back import played_in_turn
from rules.highlander.reading.modifiers import any_holds, lasts, on_anyone
from rules.highlander.reading.state import face, is_guard, is_mark, other
from rules.highlander.texts import say
from rules.highlander.turn.followups import after_defenses
from rules.highlander.verbs import NextPhase
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment

#: what a card in play says of the beginning of a turn
AT_THE_BEGINNING = (during.EachTurn, during.KeepOut, own.Doubles)
#: what does not stay in play
SWEPT = ("event", "edge")


@enforces("beginning-of-your-turn")
def begin_turn(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """A player's turn begins: what does not stay in play is swept, what must be done waits."""
    lasting = tuple(e for e in p.lasting if e.until >= p.number) if p.lasting else ()
    if len(lasting) < len(p.lasting):
        p = replace(p, lasting=lasting)
    p = handed_back(ctx, p, p.number - 1)
    p = _sweep(ctx, p, seat)
    mine = p.players[seat]
    j = Judgment.of(ctx, p)
    begun = replace(
        mine, attacks_allowed=offered(j, seat) - (_attacks_lost(p, seat) if p.lasting else 0), attacks_made=0,
        next_attack=mine.coming_attack, coming_attack=(), later_attack=(),
        specials_played=0, events_played=0, special_forgone=False, defended=(), may_borrow="",
        exertions=0, exerted_in="", power_blow_made=False, played_card=False, discarded_defense=False,
        skip_attack=False, called=False, recovering=False, further_exertion=0,
        drawing=False, discarding=False, gone=(),
    )  # fmt: skip
    if begun.must or p.rolling is not None or any_holds(j, AT_THE_BEGINNING):
        p = _with_what_is_due(ctx, p, seat, begun)
    else:  # mostly so
        p = replace(p, players={**p.players, seat: begun}, phase="may_do", turn=seat)
    return fits_hands(ctx, p, seat)


def _with_what_is_due(ctx: EntryContext, p: Highlander, seat: str, begun: Side) -> Highlander:
    """The position with the side of the player whose turn begins, and what cards say of the beginning of a turn."""
    p = _removed(ctx, with_side(p, seat, begun))
    p = due_each_turn(ctx, replace(p, phase="must_do", turn=seat), seat)
    return settled(ctx, p, seat)


def _attacks_lost(p: Highlander, seat: str) -> int:
    """How many attacks of the turn a player has lost by what lasts."""
    lost = 0
    for e in p.lasting:
        if e.seat == seat and isinstance(e.effect, lasting_effects.LoseAttack) and e.until >= p.number:
            lost += 1
    return lost


@enforces("illusory-terrain-2")
def _removed(ctx: EntryContext, p: Highlander) -> Highlander:
    """Cards of a type that a card in play keeps out leave (Illusory Terrain)."""
    keeping = on_anyone(Judgment.of(ctx, p), during.KeepOut)
    if not keeping:
        return p
    kept_out = {one.effect.what for one in keeping}
    for seat in p.players:
        for place in reversed(range(len(p.players[seat].in_play))):
            facts = face(ctx, p.players[seat].in_play[place].card)
            if facts is not None and facts.type in kept_out:
                p = depart(ctx, p, seat, place)
    return p


@enforces("objects", "sweep-phase", "sweep-phase-what-cards-are-swept", "events", "edges")
def _sweep(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """The player's own attacks, Defenses, Events and Edges of the last turn go to the discard piles."""
    mine = p.players[seat]
    if mine.attacks or mine.defenses:
        p = with_side(p, seat, _without_combat(ctx, mine))
    if mine.borrowed:
        p = swept(ctx, p, seat)
    if mine.attacks:
        p = followups.last_attack(ctx, p, seat, mine.attacks)
    face_of, cards = ctx.known.faces.get, ctx.catalogue.cards
    gone: list[int] = []
    for place, held in enumerate(p.players[seat].in_play):
        number = face_of(held.card)  # type: ignore[arg-type]
        if number is None or cards[number].type in SWEPT:  # type: ignore[attr-defined]
            gone.append(place)
    for place in reversed(gone):
        p = leave(ctx, p, seat, place)
    return p


def _without_combat(ctx: EntryContext, mine: Side) -> Side:
    """A side without its attacks, and with those of its Defenses alone that stay in play."""
    cards = [attack.card if attack.card is not None else attack.face_down for attack in mine.attacks]
    standing = []
    for defense in mine.defenses:
        if _stands(ctx, defense):
            standing.append(_of_no_use_yet(defense))
        else:
            cards += _cards_of(defense)
    pile = (*mine.discard_pile, *[card for card in cards if card is not None])
    return replace(mine, attacks=(), defenses=tuple(standing), discard_pile=pile)


def _stands(ctx: EntryContext, defense: Defense) -> bool:
    """Whether a Defense stays in play (Standing Defenses, Guards)."""
    declared = face(ctx, defense.card)
    return (declared is not None and declared.is_standing) or is_guard(ctx, defense)


def _cards_of(defense: Defense) -> tuple[int | None, ...]:
    return (defense.card, defense.second) if defense.card is not None else ()


def _of_no_use_yet(defense: Defense) -> Defense:
    """A Defense that stays in play, as it stands at the beginning of a turn."""
    left = tuple(mark for mark in defense.marks if mark.what == "guard")
    return replace(defense, against=(), marks=left, power_block=False, by_exertion=False)


def perform_next_phase(ctx: EntryContext, p: Highlander, e: NextPhase, plan: None) -> Highlander:
    return leave_phase(ctx, p)


def leave_phase(ctx: EntryContext, p: Highlander) -> Highlander:
    """The position after the Phase under way; one that a judge declared skipped is left at once."""
    if p.phase in ("defense", "attack") and any_waits(p, p.turn):
        p = dropped(with_edge_countered(ctx, p, p.turn), p.turn)
    if p.phase == "must_do":
        p = replace(p, phase="may_do")
        return leave_phase(ctx, p) if p.lasting and _is_skipped(p) else p
    if p.phase == "may_do":
        p = replace(p, phase="defense")
        return leave_phase(ctx, p) if p.lasting and _is_skipped(p) else p
    if p.phase == "defense":
        p = continuity.over(ctx, resolve(ctx, p, p.turn), p.turn)
        return p if p.winner is not None else begin_attack(ctx, p)
    if p.phase == "attack":
        return adjust(ctx, _made_up_for(p, p.turn), p.turn)
    if p.phase == "draw_discard":
        return end_turn(ctx, p)
    raise Impossible(say("phase_not_finished"))


def _is_skipped(p: Highlander) -> bool:
    return lasts(p, p.turn, lasting_effects.Skipped(cast(lasting_effects.TurnPhase, p.phase)))


@enforces("maniacal-laugh")
def _made_up_for(p: Highlander, seat: str) -> Highlander:
    """A player who had to attack and did not loses a Defense."""
    mine = p.players[seat]
    if mine.attacks or not p.lasting or not lasts(p, seat, MUST_ATTACK):
        return p
    return change(p, seat, must=(*mine.must, Must(do="discard", what="defense")))


@enforces("ability", "reading.b8", "reading.b44")
def begin_attack(ctx: EntryContext, p: Highlander) -> Highlander:
    """A player who begins the Attack Phase with no Ability left loses (reading B8)."""
    if p.players[p.turn].skip_attack:
        return adjust(ctx, replace(p, phase="attack"), p.turn)
    if p.players[p.turn].ability <= 0:
        how = "first blood ability" if p.first_blood else "ability"
        return replace(p, winner=other(ctx, p.turn), how=how, phase="over")
    p = replace(p, phase="attack")
    if p.players[p.turn].defenses:
        p = after_defenses(ctx, restored(ctx, p, p.turn))
    return duende.put_under(ctx, p, p.turn)


@enforces("ability-adjustment-phase")
def adjust(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """The Ability Adjustment Phase: everything that waits for it, then Draw/Discard begins."""
    mine = p.players[seat]
    if nothing_waits(p, seat):
        mine = replace(mine, gained_last_turn=mine.gained_this_turn, gained_this_turn=False)
        p = replace(p, players={**p.players, seat: mine}, phase="draw_discard")
    else:
        p = replace(_with_what_waited(ctx, p, seat), phase="draw_discard")
    if p.lasting and _is_skipped(p):
        return end_turn(ctx, p)
    return p if p.first_blood else made_anew(p, seat)


def _with_what_waited(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """The position after the damage, losses and gains that waited for the Ability Adjustment Phase."""
    mine = p.players[seat]
    adjustment = adjusted(Judgment.of(ctx, p), seat)
    p = change(
        p, seat, ability=adjustment.ability, due=(), ability_changes=(), exhausted=0,
        gained_last_turn=mine.gained_this_turn or adjustment.gained > 0, gained_this_turn=False,
    )  # fmt: skip
    return happened(ctx, p, DamageTaken(seat)) if adjustment.hurt else p


@enforces("power-blows-damage", "continuity-power-blocks")
def _no_power_blocks(ctx: EntryContext, defenses: tuple[Defense, ...]) -> tuple[Defense, ...]:
    """Guards made Power Blocks were so for this turn only."""
    if not defenses or not any(defense.power_block for defense in defenses):
        return defenses
    return tuple(
        replace(defense, power_block=False, by_exertion=False) if is_guard(ctx, defense) else defense
        for defense in defenses
    )


def _blew(j: Judgment, attacks: tuple[Attack, ...]) -> bool:
    """Whether one of the attacks of a turn was a Power Blow."""
    for attack in attacks:  # noqa: SIM110 (a generator costs more than the one or two there are)
        if is_mark(j, attack, "power_blow"):
            return True
    return False


def end_turn(ctx: EntryContext, p: Highlander) -> Highlander:
    """The turn is over: what the next turn looks back on is noted, and it begins."""
    mine = p.players[p.turn]
    location = played_in_turn(ctx, p, "location")
    if mine.specials_played and mine.attacks:
        mine = replace(
            mine, attacks=tuple(followups.without_head_shot_alone(ctx, attack) for attack in mine.attacks)
        )
    blow = bool(mine.attacks) and _blew(Judgment.of(ctx, p), mine.attacks)
    mine = replace(
        mine, defenses=_no_power_blocks(ctx, mine.defenses), turns=mine.turns + 1,
        attacked_last_turn=bool(mine.attacks), power_blow_last_turn=blow,
        location_last_turn=location,
    )  # fmt: skip
    p = with_side(p, p.turn, mine)
    following = other(ctx, p.turn)
    p = rebalanced(ctx, p, replace(p, number=p.number + 1))
    p = happened(ctx, p, TurnPassed(following))
    if p.winner is not None or p.phase == "first_blood":
        return p if p.winner is not None else replace(p, turn=following)
    if p.time_called and not p.first_blood:
        return replace(p, turn=following, phase="time_called")
    return begin_turn(ctx, p, following)
