"""Steps with nothing to do: they go by themselves, and an entry may still say them.

A draw or a Search from an empty Main Deck, Movement where nobody can move, reimbursement from an empty deck. Where
nobody knows whether a deck is empty, an entry that would otherwise come too early says that it was: undetermined.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.entries import Entry
from rules.kernel.entry_context import EntryContext
from rules.kernel.game import Verb
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.kernel.position import Position
from rules.nightmare_before_christmas import end_phase, pumpkin_king
from rules.nightmare_before_christmas.effects import DrawCards, Search
from rules.nightmare_before_christmas.position import NightmarePosition, with_seat
from rules.nightmare_before_christmas.steps import advance, done, failed
from rules.nightmare_before_christmas.texts import say
from rules.nightmare_before_christmas.verbs import Draw, Pass, TurnUp

#: The plan of an entry that says a step which went by itself.
EMPTY_STEP_REPEATED = object()


def repeats_empty_step(position: NightmarePosition, entry: Entry) -> bool:
    """Whether an entry only says what went by itself just now."""
    if not position.left_out or f"{entry.by} {entry.do}" not in position.left_out:
        return False
    return isinstance(entry, Pass) or (
        isinstance(entry, Draw | TurnUp) and not entry.count and not entry.cards
    )


def allowing_empty_steps(verb: Verb) -> Verb:
    """A verb that takes empty steps said, and left out."""

    def verify(j: Judgment, entry: Entry) -> object:
        if repeats_empty_step(j.position, entry):
            return EMPTY_STEP_REPEATED
        position: NightmarePosition = j.position
        plan = verb.verify(j, entry)
        if j.violations is None or not (position.steps or position.stage == "reimburse"):
            return plan
        return _plan_if_deck_was_empty(j, verb, entry, plan)

    def perform(ctx: EntryContext, position: NightmarePosition, entry: Entry, plan: object) -> Position:
        if plan is EMPTY_STEP_REPEATED:
            left = tuple(item for item in position.left_out if not item.startswith(f"{entry.by} "))
            return replace(position, left_out=left)
        if position.left_out:
            position = replace(position, left_out=())
        return verb.perform(ctx, position, entry, plan)

    return Verb(verify, perform)


def _plan_if_deck_was_empty(j: Judgment, verb: Verb, entry: Entry, plan: object) -> object:
    """The plan of an entry that is legal if a deck was empty from which somebody still draws; else as it stands."""
    position, missing = j.position, []
    while (after := _with_deck_empty(j)) is not None:
        trial = Judgment.of(j, after[0])
        missing.append(after[1])
        again = verb.verify(trial, entry)
        if trial.violations is None:
            j.violations, j.position, j.known = None, trial.position, trial.known
            j.needs, j.findings, j.learned = trial.needs, trial.findings, trial.learned
            j.missing = [*missing, *(trial.missing or ())]
            return again
        j.position = after[0]
    j.position = position
    return plan


def _with_deck_empty(j: Judgment) -> tuple[NightmarePosition, str] | None:
    """The position had the deck been empty from which somebody still draws; None where nobody does, or it is not."""
    position: NightmarePosition = j.position
    step = position.steps[0] if position.steps else None
    if step is None and position.stage == "reimburse":
        waiting = [
            seat for seat, player in position.players.items() if player.owed and player.deck == (OPEN,)
        ]
        seat = waiting[0] if waiting else None
    else:
        draws = step is not None and isinstance(step.effect, DrawCards | Search)
        seat = (
            step.seat if step is not None and draws and position.players[step.seat].deck == (OPEN,) else None
        )
    if seat is None:
        return None
    player = replace(position.players[seat], deck=())
    missing = say("whether_main_deck_ran_out", seat=seat)
    if step is None:
        return end_phase.go_on(j, with_seat(position, seat, replace(player, owed=0))), missing
    position = with_seat(position, seat, player)
    position = failed(position) if isinstance(step.effect, Search) else done(position)
    return pumpkin_king.go_on(j, advance(j, position)), missing
