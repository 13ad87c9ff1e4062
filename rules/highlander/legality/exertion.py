"""Whether an Exertion is made, turned over, ended (Exertions, Standard Exertions)."""

from __future__ import annotations

from collections.abc import Callable

from rules.highlander.grid import AREAS
from rules.highlander.language import continuous as during
from rules.highlander.legality import preventions
from rules.highlander.legality.attacks import may_attack
from rules.highlander.legality.dice import verify_exertion
from rules.highlander.legality.power_blows import can_be_power_block, can_be_power_blow, follows_freely
from rules.highlander.legality.powers import may_exert
from rules.highlander.legality.waiting import free_to_act
from rules.highlander.position import Exerting
from rules.highlander.reading import powers
from rules.highlander.reading.citing import cite
from rules.highlander.reading.defenses import against, hidden
from rules.highlander.reading.exertion import POWERED
from rules.highlander.reading.in_play import unused
from rules.highlander.reading.modifiers import barred, has
from rules.highlander.reading.references import faces
from rules.highlander.reading.state import other
from rules.highlander.texts import say
from rules.highlander.verbs import AttackWith, Done, Exert, TurnOver
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.judgment import Judgment

#: the Phases in which an Exertion is made for something; for what is not named here, the Defense Phase
WHEN: dict[str, tuple[str, ...]] = {
    "attack": ("attack",),
    "power_blow": ("attack",),
    "nothing": ("attack",),
    "move_under": ("defense", "attack"),
} | dict.fromkeys(powers.IN_PLACE, ("may_do", "defense", "attack", "draw_discard"))


def verify_exert(j: Judgment, e: Exert) -> None:
    """Standard Exertions; one a turn unless a card allows another."""
    if e.attack if e.purpose == "power_block" else e.defense:
        j.forbid("log.argument", say("exertion_names_attack_or_defense"))
        return
    if e.purpose == "roll":
        verify_exertion(j, e)
        return
    if not free_to_act(j, e, WHEN.get(e.purpose, ("defense",))):
        return
    if not _exertion_left(j, e):
        return
    PURPOSES.get(e.purpose, may_exert)(j, e)


def _exertion_left(j: Judgment, e: Exert) -> bool:
    """Whether an Exertion may be made at all, and for this. Records what is in the way."""
    mine = j.position.players[e.by]
    if mine.exertions and not mine.further_exertion:
        j.forbid("exertions.one-a-turn", say("one_exertion_a_turn"))
        return False
    if e.purpose not in POWERED and not follows_freely(j, e.by):
        return False
    stop = barred(j, e.by, "defense exertions") if e.purpose == "defense" else None
    if stop:
        message = say("exertion_prevented_after_wrong_guess", stop=stop)
        j.forbid(cite(j, stop, "prevention"), message)
        return False
    if e.purpose in ("defense", "power_block") and hidden(j, e.by):
        j.forbid("hidden-attacks-multiple-attacks", say("reveal_hidden_attacks_before_exertion"))
        return False
    return True


def _to_move_under(j: Judgment, e: Exert) -> None:
    if e.number or has(j, e.by, during.ExertTo, "move_under") is None:
        j.forbid("joe-dawson-pre-game", say("no_card_allows_exertion"))


def _for_nothing(j: Judgment, e: Exert) -> None:
    if e.number:
        j.forbid(
            "standard-exertions",
            say("exertion_for_nothing_names_no_attack"),
        )


def _for_an_attack(j: Judgment, e: Exert) -> None:
    if e.number:
        j.forbid(
            "standard-exertions",
            say("search_for_attack_names_none"),
        )
    else:
        may_attack(j, e.by)


def _for_a_defense(j: Judgment, e: Exert) -> None:
    attacks = j.position.players[other(j, e.by)].attacks
    pending = [n for n, a in enumerate(attacks, 1) if a.status == "pending"]
    if e.number:
        j.forbid(
            "standard-exertions",
            say("search_for_defense_names_none"),
        )
    elif not preventions.may_defend(j, e.by):
        return
    elif not pending:
        j.forbid("defense-phase", say("no_attack_to_exert_for"))


def verify_turn_over(j: Judgment, e: TurnOver) -> None:
    exerting: Exerting | None = j.position.exerting
    if e.by != TABLE:
        j.forbid("log.seat", say("only_table_enters_exertion_cards"))
    elif j.position.reshuffling:
        message = say("reshuffle_discard_pile_first", reshuffling=j.position.reshuffling)
        j.forbid("exhaustion-and-abnormal-endurance-size", message)
    elif exerting is None or exerting.named == len(exerting.cards):
        j.forbid("exertions", say("no_exertion_cards_to_turn_over"))
    elif e.cards and len(e.cards) != len(exerting.cards) - exerting.named:
        j.forbid("exertions", say("number_turned_over", count=len(exerting.cards) - exerting.named))
    elif not e.cards:
        j.forbid("log.argument", say("name_exertion_cards"))


def verify_done(j: Judgment, e: Done) -> None:
    exerting: Exerting | None = j.position.exerting

    if exerting is None or exerting.seat != e.by or exerting.named < len(exerting.cards):
        j.forbid("exertions", say("no_exertion_to_finish"))
    elif exerting.every and not all_played(j, exerting):
        j.forbid("berserk", say("play_every_attack_of_exertion"))


@enforces("berserk")
def all_played(j: Judgment, exerting: Exerting) -> bool:
    """Whether no Attack of the Exertion is left that could be played."""
    for ref, card in faces(j, exerting.cards):
        if not card.is_attack:
            continue
        for area in ("",) if card.squares else tuple(AREAS):
            entry = AttackWith(by=exerting.seat, card=ref, source="exertion", area=area)  # type: ignore[arg-type]
            trial = Judgment.of(j, j.position)
            j.game.verbs[AttackWith].verify(trial, entry)
            if trial.violations is None:
                return False
    return True


def may_avoid(j: Judgment, seat: str, number: int) -> None:
    """Whether an Exertion may avoid this attack. Records what is in the way."""
    attacks = against(j, seat)
    if unused(j, seat, during.ExertTo, "avoid") is None:
        j.forbid("hogg", say("may_not_exert_to_avoid_attack"))
    elif not 1 <= number <= len(attacks):
        j.forbid("hogg", say("no_attack_of_number", number=number))
    elif attacks[number - 1].status != "pending":
        j.forbid("successful-attack", say("attack_no_longer_pending", number=number))


#: purpose of an Exertion → what judges it; any other is one that a Persona Power offers
PURPOSES: dict[str, Callable[[Judgment, Exert], object]] = {
    "attack": _for_an_attack,
    "defense": _for_a_defense,
    "power_blow": lambda j, e: can_be_power_blow(j, e.by, e.attack),
    "power_block": lambda j, e: can_be_power_block(j, e.by, e.defense),
    "avoid": lambda j, e: may_avoid(j, e.by, e.attack),
    "move_under": _to_move_under,
    "nothing": _for_nothing,
}
