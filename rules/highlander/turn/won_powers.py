"""Who takes a head takes the Powers of who lost it (Quickening)."""

from __future__ import annotations

from rules.highlander.changes.won_powers import with_powers
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.legality.won_powers import opponents_powers
from rules.highlander.position import Highlander
from rules.highlander.texts import say
from rules.highlander.verbs import TakePowers
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


@enforces("quickening")
def perform_take_powers(ctx: EntryContext, p: Highlander, e: TakePowers, plan: None) -> Highlander:
    theirs = opponents_powers(Judgment.of(ctx, p), e.by)
    if theirs is None:
        raise Impossible(say("no_power_to_take"))
    return with_powers(p, e.by, lasting_effects.WonPower(theirs.title), theirs.title)
