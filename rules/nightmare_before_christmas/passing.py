"""Declining and stopping: the activity, parts of a Function, an optional text, a chance to respond, reimbursement."""

from __future__ import annotations

from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.nightmare_before_christmas import end_phase, pumpkin_king
from rules.nightmare_before_christmas.effects import Gather, MoveCards, Respond
from rules.nightmare_before_christmas.position import NightmarePosition
from rules.nightmare_before_christmas.start_phase import (
    NextLocale,
    perform_commit_locale,
    perform_reveal_locale,
    verify_commit_locale,
    verify_reveal_locale,
)
from rules.nightmare_before_christmas.steps import advance, done, failed, optional
from rules.nightmare_before_christmas.texts import say
from rules.nightmare_before_christmas.verbs import Commit, Pass, Reveal


def verify_pass(j: Judgment, entry: Pass) -> None:
    position: NightmarePosition = j.position
    if entry.by not in position.players:
        j.forbid("log.seat", say("only_seat_passes"))
    elif position.steps:
        step = position.steps[0]
        if step.seat != entry.by:
            j.forbid("other-rules.timing", say("must_finish_pending_first", seat=step.seat))
        elif not optional(step):
            j.forbid("other-rules.timing.mandatory", say("pending_step_cannot_be_declined"))
    elif position.stage == "reimburse":
        end_phase.verify_no_reimbursement(j, entry)
    elif position.stage == "activity":
        pumpkin_king.verify_decline(j, entry)
    else:
        j.forbid("round-order", say("nothing_to_decline", seat=entry.by))


def perform_pass(
    ctx: EntryContext, position: NightmarePosition, entry: Pass, plan: None
) -> NightmarePosition:
    if position.steps:
        effect = position.steps[0].effect
        function = position.steps[0].cause == "function"
        stopped = isinstance(effect, Respond | Gather) or (function and isinstance(effect, MoveCards))
        return pumpkin_king.go_on(ctx, advance(ctx, done(position) if stopped else failed(position)))
    if position.stage == "reimburse":
        return end_phase.perform_no_reimbursement(ctx, position, entry)
    return pumpkin_king.perform_decline(ctx, position, entry)


# -- commitments: the end for a Locale, or a card to discard ------------------------------------------


def verify_commit(j: Judgment, entry: Commit) -> int | NextLocale | None:

    if entry.by not in j.position.players:
        j.forbid("log.seat", say("only_seat_commits"))
        return None
    if j.position.stage == "discard":
        return end_phase.verify_commit_discard(j, entry)
    return verify_commit_locale(j, entry)


def perform_commit(
    ctx: EntryContext, position: NightmarePosition, entry: Commit, plan: int | NextLocale | None
) -> NightmarePosition:

    if isinstance(plan, int):
        return end_phase.perform_commit_discard(ctx, position, entry, plan)
    if plan is None:
        raise Impossible(say("nothing_to_choose"))
    return perform_commit_locale(ctx, position, entry, plan)


def verify_reveal(j: Judgment, entry: Reveal) -> int | None:

    if j.position.stage == "discard":
        return end_phase.verify_reveal_discard(j, entry)
    verify_reveal_locale(j, entry)
    return None


def perform_reveal(
    ctx: EntryContext, position: NightmarePosition, entry: Reveal, plan: int | None
) -> NightmarePosition:

    if plan is not None:
        return end_phase.perform_reveal_discard(ctx, position, entry, plan)
    return perform_reveal_locale(ctx, position, entry)
