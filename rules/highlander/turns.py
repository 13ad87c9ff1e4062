"""The course of a turn: sweeping, what must and may be done, the phases, adjusting Ability, drawing."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander import continuity, duende, followups, powers
from rules.highlander.adjusting import adjusted
from rules.highlander.borrowing import swept
from rules.highlander.defense_forms import restored
from rules.highlander.defenses import hidden
from rules.highlander.effects import run
from rules.highlander.endurance import made_anew, may_be_made_anew, size
from rules.highlander.grid import AREAS
from rules.highlander.in_play import depart, handed_back, leave, rebalanced
from rules.highlander.looking_back import played_this_turn
from rules.highlander.modifiers import active, lasts, modifiers
from rules.highlander.must_do import owed, settled
from rules.highlander.musts import still_to_do
from rules.highlander.opportunities import offered
from rules.highlander.position import Defense, Highlander, Must
from rules.highlander.resolution import resolve
from rules.highlander.series import dropped, waits_for_play
from rules.highlander.spoiling import spoiled
from rules.highlander.state import change, face, is_guard, is_mark, other, with_side
from rules.highlander.verbs import AttackWith, Exert, NextPhase
from rules.highlander.waiting import free_to_act
from rules.highlander.weapons import fits_hands
from rules.kernel.enforce import enforces
from rules.kernel.entries import Entry
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN

#: what lasts while a Phase of the turn is declared skipped
SKIPPED = "skipped "


@enforces("beginning-of-your-turn")
def begin_turn(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """A player's turn begins: what does not stay in play is swept, what must be done waits."""
    if p.lasting:
        p = replace(p, lasting=tuple(e for e in p.lasting if e.until >= p.number))
    p = handed_back(j, p, p.number - 1)
    p = _sweep(j, p, seat)
    mine = p.players[seat]
    lost = sum(1 for e in p.lasting if e.seat == seat and e.what == "lose attack" and e.until >= p.number)
    begun = replace(
        mine, attacks_allowed=offered(j, p, seat) - lost, attacks_made=0,
        next_attack=mine.coming_attack, coming_attack=(), later_attack=(),
        specials_played=0, events_played=0, special_forgone=False, defended=(), may_borrow="",
        exertions=0, exerted_in="", power_blow_made=False, played_card=False, discarded_defense=False,
        skip_attack=False, called=False, recovering=False, further_exertion=0,
        drawing=False, discarding=False, gone=(),
    )  # fmt: skip
    j.position = p = with_side(p, seat, begun)
    p = replace(_removed(j, p), phase="must_do", turn=seat)
    return fits_hands(j, settled(j, owed(j, p, seat), seat), seat)


@enforces("illusory-terrain-2")
def _removed(j: Judgment, p: Highlander) -> Highlander:
    """Cards of a type that a card in play keeps out leave (Illusory Terrain)."""
    j.position = p
    kept_out = {found.effect.what for seat in p.players for found in modifiers(j, seat, "keep_out")}
    for seat in p.players if kept_out else ():
        for place in reversed(range(len(p.players[seat].in_play))):
            found = face(j, p.players[seat].in_play[place].card)
            if found is not None and found.type in kept_out:
                p = depart(j, p, seat, place)
    return p


@enforces("objects", "sweep-phase", "sweep-phase-what-cards-are-swept", "events", "edges")
def _sweep(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """The player's own attacks, Defenses, Events and Edges of the last turn go to the discard piles."""
    mine = p.players[seat]
    pile = list(mine.discard_pile)
    for attack in mine.attacks:
        card = attack.card if attack.card is not None else attack.face_down
        if card is not None:
            pile.append(card)
    standing = []
    for defense in mine.defenses:
        declared = face(j, defense.card)
        if (declared is not None and declared.is_standing) or is_guard(j, defense):
            kept = tuple(mark for mark in defense.marks if mark.what == "guard")
            standing.append(replace(defense, against=(), marks=kept, power_block=False, by_exertion=False))
        elif defense.card is not None:
            pile += [card for card in (defense.card, defense.second) if card is not None]
    p = with_side(p, seat, replace(mine, attacks=(), defenses=tuple(standing), discard_pile=tuple(pile)))
    p = swept(j, p, seat)
    p = followups.last_attack(j, p, seat, mine.attacks)
    for place in reversed(range(len(p.players[seat].in_play))):
        found = face(j, p.players[seat].in_play[place].card)
        if found is None or found.type in ("event", "edge"):
            p = leave(j, p, seat, place)
    return p


@enforces("continuous-effects", "pedestrian-game-ends-in-5-turns")
def _turn_counted(j: Judgment, p: Highlander, owner: str) -> Highlander:
    """Cards of ``owner`` count the opponent's turn that has ended; one that has counted enough leaves play."""
    for place in reversed(range(len(p.players[owner].in_play))):
        card = p.players[owner].in_play[place]
        found = face(j, card.card)
        for effect in found.while_in_play if found else ():
            if effect.do == "leaves_after" and found is not None:
                counted = replace(card, count=card.count + 1)
                held = p.players[owner].in_play
                p = change(p, owner, in_play=(*held[:place], counted, *held[place + 1 :]))
                if counted.count >= effect.count and active(p, card):
                    p = depart(j, p, owner, place)
                    for done in found.when_over:
                        p = run(j, p, owner, done, found.title, False)
                        if p.winner is not None or p.phase == "first_blood":
                            return p
    return p


# -- going on --------------------


def verify_next_phase(j: Judgment, e: NextPhase) -> None:
    p: Highlander = j.position
    if not free_to_act(j, e, "must_do", "may_do", "defense", "attack", "draw_discard"):
        return
    mine = p.players[e.by]
    if mine.must:
        j.forbid("must-do-phase", still_to_do(p, e.by))
    elif p.phase == "defense" and hidden(j, e.by):
        j.forbid("hidden-attacks-revealing", "the hidden attacks are revealed first")
    elif p.phase == "defense" and waits_for_play(j, e.by, "defense") and _can_still_defend(j, e.by):
        j.forbid("in-conjunction", "a card played in conjunction waits for the Defense it goes with")
    elif p.phase == "attack":
        if waits_for_play(j, e.by, "attack", "defense") and can_still_attack(j, e.by):
            j.forbid("in-conjunction", "a card played in conjunction waits for the attack it goes with")
        elif lasts(p, e.by, "must attack") and not mine.attacks and can_still_attack(j, e.by):
            j.forbid("maniacal-laugh", "an attack must be made, or an Exertion for one")
        elif lasts(p, e.by, "excused"):
            return
        elif not mine.played_card and not mine.exertions and not mine.skip_attack and _can_exert(p, e.by):
            j.forbid("reading.b10", "a player who plays no card makes an Exertion")
    elif p.phase == "draw_discard" and OPEN in mine.hand:
        j.unsure("how many cards the hand holds")
    elif p.phase == "draw_discard" and len(mine.hand) > powers.holds(j, e.by):
        j.forbid("draw-discard-phase", f"{len(mine.hand) - powers.holds(j, e.by)} card(s) must be discarded")


@enforces("reading.b12")
def _can_exert(p: Highlander, seat: str) -> bool:
    """Whether cards lie there for an Exertion, or in the discard pile of which the Endurance is made anew for it."""
    return size(p, seat) != 0 or may_be_made_anew(p.players[seat])


def can_still_attack(j: Judgment, seat: str) -> bool:
    """Whether any attack, or an Exertion for one, is open; what was played in conjunction is lost if not."""
    from rules.highlander.options import faces

    tries: list[Entry] = [Exert(by=seat, purpose="attack")]
    areas = tuple(AREAS)
    for ref, card in faces(j, j.position.players[seat].hand):
        if card.is_attack:
            tries += [AttackWith(by=seat, card=ref, area=area) for area in (("",) if card.squares else areas)]  # type: ignore[arg-type]
    return any(_passes(j, entry) for entry in tries)


def _can_still_defend(j: Judgment, seat: str) -> bool:
    """Whether any Defense, or an Exertion for one, is open."""
    from rules.highlander.options import defends

    tries: list[Entry] = [Exert(by=seat, purpose="defense"), *defends(j, seat, j.position.players[seat])]
    return any(_passes(j, entry) for entry in tries)


def _passes(j: Judgment, entry: Entry) -> bool:
    trial = Judgment(j.game, j.catalogue, j.options, j.seats, j.position, j.known, j.n)
    j.game.verbs[type(entry)].verify(trial, entry)
    return trial.violations is None


def perform_next_phase(j: Judgment, e: NextPhase, plan: None) -> Highlander:
    return leave_phase(j, j.position)


def leave_phase(j: Judgment, p: Highlander) -> Highlander:
    """The position after the Phase under way; one that a judge declared skipped is left at once."""
    if p.phase in ("defense", "attack"):
        p = dropped(spoiled(j, p, p.turn), p.turn)
    if p.phase == "must_do":
        p = replace(p, phase="may_do")
        return leave_phase(j, p) if _is_skipped(p) else p
    if p.phase == "may_do":
        p = replace(p, phase="defense")
        return leave_phase(j, p) if _is_skipped(p) else p
    if p.phase == "defense":
        p = continuity.over(j, resolve(j, p, p.turn), p.turn)
        return p if p.winner is not None else begin_attack(j, p)
    if p.phase == "attack":
        return adjust(j, _made_up_for(p, p.turn), p.turn)
    if p.phase == "draw_discard":
        return end_turn(j, p)
    raise Impossible("the phase cannot be left yet")


def _is_skipped(p: Highlander) -> bool:
    return lasts(p, p.turn, SKIPPED + p.phase)


@enforces("maniacal-laugh")
def _made_up_for(p: Highlander, seat: str) -> Highlander:
    """A player who had to attack and did not loses a Defense."""
    mine = p.players[seat]
    if not lasts(p, seat, "must attack") or mine.attacks:
        return p
    return change(p, seat, must=(*mine.must, Must(do="discard", what="defense")))


@enforces("ability", "reading.b8", "reading.b44")
def begin_attack(j: Judgment, p: Highlander) -> Highlander:
    """A player who begins the Attack Phase with no Ability left loses (reading B8)."""
    if p.players[p.turn].skip_attack:
        return adjust(j, replace(p, phase="attack"), p.turn)
    if p.players[p.turn].ability <= 0:
        how = "first blood ability" if p.first_blood else "ability"
        return replace(p, winner=other(j, p.turn), how=how, phase="over")
    return duende.put_under(
        j, followups.after_defenses(j, restored(j, replace(p, phase="attack"), p.turn)), p.turn
    )


@enforces("ability-adjustment-phase")
def adjust(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """The Ability Adjustment Phase: everything that waits for it, then Draw/Discard begins."""
    found = adjusted(j, p, seat)
    mine = replace(
        p.players[seat], ability=found.ability, due=(), ability_changes=(), exhausted=0,
        gained_last_turn=p.players[seat].gained_this_turn or found.gained > 0, gained_this_turn=False,
    )  # fmt: skip
    p = with_side(p, seat, mine)
    if found.hurt:
        p = _damaged(j, p, seat)
    p = replace(p, phase="draw_discard")
    if _is_skipped(p):
        return end_turn(j, p)
    return p if p.first_blood else made_anew(p, seat)


def _damaged(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """Cards that leave play when their player takes damage."""
    for place in reversed(range(len(p.players[seat].in_play))):
        card = p.players[seat].in_play[place]
        found = face(j, card.card)
        if (
            found is not None
            and active(p, card)
            and any(e.do == "leaves_when_damaged" for e in found.while_in_play)
        ):
            p = depart(j, p, seat, place)
    return p


@enforces("power-blows-damage", "continuity-power-blocks")
def _no_power_blocks(j: Judgment, defenses: tuple[Defense, ...]) -> tuple[Defense, ...]:
    """Guards made Power Blocks were so for this turn only."""
    if not any(defense.power_block for defense in defenses):
        return defenses
    return tuple(
        replace(defense, power_block=False, by_exertion=False) if is_guard(j, defense) else defense
        for defense in defenses
    )


def end_turn(j: Judgment, p: Highlander) -> Highlander:
    """The turn is over: what the next turn looks back on is noted, and it begins."""
    mine = p.players[p.turn]
    location = any(card.type == "location" for card in played_this_turn(j, p))
    j.position = p
    if mine.specials_played:
        mine = replace(mine, attacks=tuple(followups.not_alone(j, attack) for attack in mine.attacks))
    blow = any(is_mark(j, attack, "power_blow") for attack in mine.attacks)
    mine = replace(
        mine, defenses=_no_power_blocks(j, mine.defenses), turns=mine.turns + 1,
        attacked_last_turn=bool(mine.attacks), power_blow_last_turn=blow,
        location_last_turn=location,
    )  # fmt: skip
    p = with_side(p, p.turn, mine)
    following = other(j, p.turn)
    p = rebalanced(j, p, replace(p, number=p.number + 1))
    p = _turn_counted(j, p, following)
    if p.winner is not None or p.phase == "first_blood":
        return p if p.winner is not None else replace(p, turn=following)
    if p.time_called and not p.first_blood:
        return replace(p, turn=following, phase="time_called")
    return begin_turn(j, p, following)
