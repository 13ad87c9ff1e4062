"""Whether a player goes on to the next Phase."""

from __future__ import annotations

from rules.highlander.grid import AREAS
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.legality.options import defends
from rules.highlander.legality.waiting import free_to_act
from rules.highlander.position import TURN_PHASES, Highlander
from rules.highlander.reading import powers
from rules.highlander.reading.defenses import hidden
from rules.highlander.reading.endurance import may_be_made_anew, size
from rules.highlander.reading.modifiers import lasts
from rules.highlander.reading.must_do import still_to_do
from rules.highlander.reading.references import faces
from rules.highlander.reading.series import waits_for_play
from rules.highlander.texts import say
from rules.highlander.verbs import AttackWith, Exert, NextPhase
from rules.kernel.enforce import enforces
from rules.kernel.entries import Entry
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN

MUST_ATTACK = lasting_effects.MustAttack()
EXCUSED = lasting_effects.Excused()


def verify_next_phase(j: Judgment, e: NextPhase) -> None:
    p: Highlander = j.position
    if not free_to_act(j, e, TURN_PHASES):
        return
    mine = p.players[e.by]
    if mine.must:
        j.forbid("must-do-phase", still_to_do(p, e.by))
    elif p.phase == "defense":
        _defenses_done(j, e.by)
    elif p.phase == "attack":
        _attacks_done(j, e.by)
    elif p.phase == "draw_discard":
        _hand_fits(j, e.by)


def _defenses_done(j: Judgment, seat: str) -> None:
    """Whether nothing is left that the player must do in the Defense Phase. Records what is."""
    if hidden(j, seat):
        j.forbid("hidden-attacks-revealing", say("reveal_hidden_attacks_first"))
    elif waits_for_play(j, seat, "defense") and _can_still_defend(j, seat):
        j.forbid("in-conjunction", say("conjunction_awaits_defense"))


def _hand_fits(j: Judgment, seat: str) -> None:
    """Whether the hand is small enough for the end of a turn. Records how many cards it is not."""
    if OPEN in j.position.players[seat].hand:
        j.unsure(say("number_of_cards_in_hand"))
    elif count := powers.too_many(j, seat):
        j.forbid("draw-discard-phase", say("number_to_discard", count=count))


def _attacks_done(j: Judgment, seat: str) -> None:
    """Whether nothing is left that the player must do in the Attack Phase. Records what is."""
    p: Highlander = j.position
    mine = p.players[seat]
    if waits_for_play(j, seat, "attack", "defense") and can_still_attack(j, seat):
        j.forbid("in-conjunction", say("conjunction_awaits_attack"))
    elif p.lasting and lasts(p, seat, MUST_ATTACK) and not mine.attacks and can_still_attack(j, seat):
        j.forbid("maniacal-laugh", say("attack_or_exertion_required"))
    elif p.lasting and lasts(p, seat, EXCUSED):
        return
    elif not mine.played_card and not mine.exertions and not mine.skip_attack and _can_exert(p, seat):
        j.forbid("reading.b10", say("exertion_required_without_card"))


@enforces("reading.b12")
def _can_exert(p: Highlander, seat: str) -> bool:
    """Whether cards lie there for an Exertion, or in the discard pile of which the Endurance is made anew for it."""
    return size(p, seat) != 0 or may_be_made_anew(p.players[seat])


def can_still_attack(j: Judgment, seat: str) -> bool:
    """Whether any attack, or an Exertion for one, is open; what was played in conjunction is lost if not."""
    tries: list[Entry] = [Exert(by=seat, purpose="attack")]
    areas = tuple(AREAS)
    for ref, card in faces(j, j.position.players[seat].hand):
        if card.is_attack:
            tries += [AttackWith(by=seat, card=ref, area=area) for area in (("",) if card.squares else areas)]  # type: ignore[arg-type]
    return any(_passes(j, entry) for entry in tries)


def _can_still_defend(j: Judgment, seat: str) -> bool:
    """Whether any Defense, or an Exertion for one, is open."""
    tries: list[Entry] = [Exert(by=seat, purpose="defense"), *defends(j, seat, j.position.players[seat])]
    return any(_passes(j, entry) for entry in tries)


def _passes(j: Judgment, entry: Entry) -> bool:
    trial = Judgment.of(j, j.position)
    j.game.verbs[type(entry)].verify(trial, entry)
    return trial.violations is None
