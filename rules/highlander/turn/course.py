"""The course of an entry, the same for every verb: finding the item of the must-do list it is for, judging it and
carrying it out where not everything is known, and the consequences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.highlander.changes.events import CardPlayed, HandShrank, happened
from rules.highlander.position import Highlander
from rules.highlander.turn import case_analysis
from rules.highlander.turn.case_analysis import Planned
from rules.highlander.turn.must_do import CHOOSING, brought_forward
from rules.highlander.turn.targets import lapsed
from rules.highlander.verbs import AttackWith, Defend, MakeAttack, Play
from rules.kernel.entries import Entry
from rules.kernel.entry_context import EntryContext
from rules.kernel.game import Verb
from rules.kernel.judgment import Judgment

#: the verbs by which a card comes to the table, or an attack without one
PLAYING = frozenset({Play, AttackWith, MakeAttack, Defend})
Verify = Callable[[Judgment, Any], Any]
Perform = Callable[[EntryContext, Highlander, Any, Any], Highlander]


def verb(kind: type[Entry], verify: Verify, perform: Perform) -> Verb:
    """A verb whose entries run this course."""
    plays = kind in PLAYING

    def performed(ctx: EntryContext, before: Highlander, e: Entry, plan: object) -> Highlander:
        if (
            plan is not None and type(plan) is Planned
        ):  # judged in several cases: each is performed as if alone
            return case_analysis.carry_out(steps, ctx, before, e, plan)
        after = perform(ctx, before, e, plan)
        if plays:
            after = happened(ctx, after, CardPlayed(e, plan, before))
        sides, were = after.players, before.players
        if sides is were:
            return after
        for seat, was in were.items():  # few entries take cards from a hand
            hand = sides[seat].hand
            if hand is not was.hand and len(hand) < len(was.hand):
                after = happened(ctx, after, HandShrank(before))
                break
        return after if after.choice is None else lapsed(ctx, after)

    steps = case_analysis.Steps(verify, performed)
    chooses = kind in CHOOSING

    def judged(j: Judgment, e: Entry) -> object:
        if chooses and not brought_forward(j, e):
            return None
        if (
            not j.known.narrowed and not j.position.lasting
        ):  # mostly so: one case, seen without a look at the cards
            return verify(j, e)
        return case_analysis.judge(steps, j, e)

    def played(ctx: EntryContext, p: Highlander, e: Entry, plan: object) -> Highlander:
        return case_analysis.carry_out(steps, ctx, p, e, plan)

    # a card that is played may be one that nobody identified, and then does something else in each case
    return Verb(judged, played if kind is Play else performed)
