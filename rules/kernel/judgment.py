"""One entry being judged: what an engine's ``verify`` works with.

A judgment is scratch: what it learns and changes counts only when the entry is applied.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.kernel.cards import CardRef, describe
from rules.kernel.counting import Args, Test
from rules.kernel.entry_context import EntryContext
from rules.kernel.information_needs import Need, Part
from rules.kernel.solver import decide
from rules.kernel.texts import say
from rules.kernel.verdict import Violation

#: how many cards of one title are named to whoever named another
MAX_OF_A_TITLE = 8


class Judgment(EntryContext, eq=False, gc=False):
    """An entry context with the ``position`` an entry is judged at and the verdict as it comes together: what the entry
    breaks, what it needs to be known. What judges takes this alone and reads the position from it."""

    position: Any = None  # of the game that judges
    violations: list[Violation] | None = None

    @staticmethod
    def of(ctx: EntryContext, position: Any) -> Judgment:
        """Another judgment, of this position with what is known now: for what is asked in the middle of carrying out an
        entry. What it learns and finds stays with it."""
        return Judgment(
            ctx.game, ctx.catalogue, ctx.options, ctx.seats, ctx.known, ctx.n, ctx.decks, position=position
        )

    # -- verdict --------------------------------------------------------------------------------------------------

    def forbid(self, rule: str, message: str) -> None:
        """The entry breaks ``rule`` (a ledger id, or one with a dot and a name behind it)."""
        self._broken(Violation(rule, message, self.game.rulebook.source(rule)))

    def unknown_title(self, message: str) -> None:
        """The entry names a card nobody knows. What follows from that alone is not said as well."""
        self._broken(Violation("log.card", message, self.game.rulebook.source("log.card"), True))

    def _broken(self, violation: Violation) -> None:
        if self.violations is None:
            self.violations = [violation]
        elif not self.violations[-1].unknown_title:
            self.violations.append(violation)

    def need(
        self,
        rule: str,
        test: Test,
        cards: Sequence[int],
        message: str,
        missing: str,
        args: Args = (),
        parts: tuple[Part, ...] = (),
    ) -> None:
        """The entry is only legal if ``test(card, …, *args)`` holds of these cards' faces. Decided now when it holds
        for every possible assignment or for none; otherwise the entry is undetermined until the cards are known.
        ``parts``: where the test puts several rules together, the rules it names when it fails."""
        cards = tuple(cards)
        answer = decide(self.known, self.catalogue, test, cards, args)
        if answer is True:
            return
        need = Need(rule, test, cards, args, message, missing, False, parts)
        if answer is False:
            for broken, why in need.broken(self.known, self.catalogue):
                self.forbid(broken, why)
        elif self.needs is None:
            self.needs = [need]
        else:
            self.needs.append(need)

    def claim(self, test: Test, cards: Sequence[int], message: str, args: Args = ()) -> None:
        """The entry says something of hidden cards: legal for now, a finding when the cards show it false."""
        cards = tuple(cards)
        answer = decide(self.known, self.catalogue, test, cards, args)
        if answer is False:
            self.finding(message)
        elif answer is None:
            need = Need("", test, cards, args, message, "", True)
            self.needs = [need] if self.needs is None else [*self.needs, need]

    def find(self, ref: CardRef) -> tuple[int, ...]:
        """The catalogue numbers a reference fits; breaks ``log.card`` and gives () when it fits none."""
        numbers = self.catalogue.find(ref)
        if not numbers:
            ours = ", ".join(self.catalogue.of_title(ref)[:MAX_OF_A_TITLE])
            message = say("card_not_declared_in_header", card=describe(ref))
            if ours:
                message = say("no_variant_of_title_called", card=describe(ref), ours=ours)
            self.unknown_title(message)
        return numbers
