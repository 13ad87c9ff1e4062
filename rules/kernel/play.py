"""The state of a log as far as it was judged: the entries with their verdicts, every position, and what waits to be
known."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from rules.kernel.entries import BadEntry, Entry
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import CardError, LogError
from rules.kernel.information_needs import Need
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import Knowledge
from rules.kernel.messages import quoted
from rules.kernel.name_checks import check_names
from rules.kernel.setup import Setup
from rules.kernel.texts import say
from rules.kernel.verdict import Finding, Verdict

Line = Entry | BadEntry
#: how many of the cards that a header's list replaces are named
MAX_NAMED = 10
#: how much of a word nobody knows is quoted
MAX_SAID = 40


class TakenBack(NamedTuple):
    """An entry that an undo left out of the active entries, and its place among them until then."""

    on: int
    place: int


@dataclass(slots=True)
class Play:
    """``positions[n]`` and ``knowns[n]`` stand after entry n (0: the start); ``verdicts[n - 1]`` is entry n's.
    ``active_entries``: the numbers of those that make up the play as it stands now. ``stopped``: the entry at which
    the log stopped, None while it goes on."""

    setup: Setup
    positions: list[Any]
    knowns: list[Knowledge]
    findings: list[Finding]
    #: how many cards a deck that nobody counted is assumed to hold
    assumed: Mapping[str, int] = field(default_factory=dict)
    entries: list[Line] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    #: entries that a judge declared something of
    declared: set[int] = field(default_factory=set)
    active_entries: list[int] = field(default_factory=list)
    stopped: int | None = None
    #: whether these stand in the order of their numbers: a ruling may put an earlier one behind later ones
    in_order: bool = True
    #: the active entries as they were before each ruling; of each undo what it left out, None where that was nothing
    before: dict[int, tuple[int, ...] | TakenBack | None] = field(default_factory=dict)
    #: by which ruling an entry stands, and what that entry waited for until then
    stands: dict[int, tuple[int, list[Need]]] = field(default_factory=dict)
    #: entries that were judged and not applied
    asked: set[int] = field(default_factory=set)
    #: what an entry still waits for, and by card which entries wait
    open: dict[int, list[Need]] = field(default_factory=dict)
    watch: dict[int, list[int]] = field(default_factory=dict)
    #: entries that lack something no later entry settles
    vague: set[int] = field(default_factory=set)
    #: by which entry a card was first known
    bound_at: dict[int, int] = field(default_factory=dict)
    #: cards that one was taken for, with those that lay beside it
    guessed: dict[int, tuple[int, ...]] = field(default_factory=dict)
    #: entries as they are carried out again, their card named as it was told later
    told: dict[int, Line] = field(default_factory=dict)

    def copy(self) -> Play:
        """A play of its own that stands where this one does."""
        return replace(
            self,
            positions=list(self.positions),
            knowns=list(self.knowns),
            findings=list(self.findings),
            entries=list(self.entries),
            verdicts=list(self.verdicts),
            declared=set(self.declared),
            active_entries=list(self.active_entries),
            before=dict(self.before),
            stands=dict(self.stands),
            asked=set(self.asked),
            open=dict(self.open),
            watch={card: list(entries) for card, entries in self.watch.items()},
            vague=set(self.vague),
            bound_at=dict(self.bound_at),
            guessed=dict(self.guessed),
            told=dict(self.told),
        )

    def place_of(self, n: int) -> int | None:
        """Where entry ``n`` stands among the active entries; None where it is none of them."""
        active = self.active_entries
        if not self.in_order:
            return active.index(n) if n in active else None
        place = bisect_left(active, n)
        return place if place < len(active) and active[place] == n else None

    def active_after(self, n: int) -> list[int]:
        """The active entries with a later number."""
        active = self.active_entries
        return active[bisect_right(active, n) :] if self.in_order else [m for m in active if m > n]

    def active_to(self, n: int) -> list[int]:
        """The active entries as they were after entry ``n``, whatever later rulings and undos made of them."""
        active, undos = list(self.active_entries), []
        for m in sorted(m for m in self.before if m > n):
            before = self.before[m]
            if before is not None and not isinstance(before, TakenBack):
                active = list(before)
                break
            undos.append((m, before))
        for m, left_out in reversed(undos):
            # since the undo entries came to the end alone, each with a later number
            while active and active[-1] >= m:
                active.pop()
            if left_out is not None:
                active.insert(left_out.place, left_out.on)
        return [m for m in active if m <= n]

    def judgment(self, n: int | None = None) -> Judgment:
        """Scratch at the position after the last entry judged: for entry ``n``, the next by default."""
        number = len(self.entries) + 1 if n is None else n
        return self.setup.judgment(self.positions[-1], self.knowns[-1], number)

    def keep(self, verdict: Verdict) -> Verdict:
        """Records a verdict that changes nothing."""
        self.verdicts.append(verdict)
        self.positions.append(self.positions[-1])
        self.knowns.append(self.knowns[-1])
        return verdict

    def await_cards(self, j: Judgment) -> None:
        """Remembers what only later entries can settle."""
        if j.missing:
            self.vague.add(j.n)
        if j.needs:
            self.open[j.n] = j.needs
            for need in j.needs:
                for card in need.cards:
                    self.watch.setdefault(card, []).append(j.n)

    def take_findings(self, ctx: EntryContext) -> None:
        """Findings of an entry; a negative number stands for where that card was first seen."""
        for finding in ctx.findings or ():
            numbers: list[int] = []
            for number in finding.entries:
                numbers.extend([number] if number >= 0 else self._seen(-number, ctx))
            self.findings.append(Finding(tuple(sorted(set(numbers))), finding.message))

    def _seen(self, card: int, ctx: EntryContext) -> list[int]:
        if card in self.bound_at:
            return [self.bound_at[card]]
        face = ctx.known.faces.get(card)
        copies = [n for other, n in self.bound_at.items() if ctx.known.faces.get(other) == face]
        return copies or [0]


def begun(setup: Setup, assumed: Mapping[str, int] | None = None) -> Play:
    """The play before entry 1, with ``assumed`` numbers of cards that nobody counted. Raises ``LogError`` where the
    header's cards or position do not fit the game."""
    play = Play(setup, [], [], [], assumed or {})
    try:
        _lay_out(play)
    except CardError as error:  # a deck list's card that nobody knows
        raise LogError(1, say("header_problem", error=str(error))) from None
    play.findings += (Finding((0,), message) for message in _said_of_header(setup))
    return play


def _lay_out(play: Play) -> None:
    setup = play.setup
    game, given = setup.game, setup.header.position
    j = setup.judgment(None, Knowledge(), 0)
    if given is None:
        position = game.start(j)
    else:
        game.prepare(j)
        position, j.known, problems = game.codec.from_json(given, j.known, setup.catalogue)
        check_names(position, lambda kind, name: game.name_problem(j, position, kind, name))
        play.findings.extend(Finding((0,), problem) for problem in problems)
        position = game.complete(j, position)
    for seat, count in play.assumed.items():
        position = game.with_deck_size(j, position, seat, count)
    play.take_findings(j)
    play.positions.append(position)
    play.knowns.append(j.known)


def _said_of_header(setup: Setup) -> list[str]:
    """The messages about its header for the judge of the log."""
    said: list[str] = []
    if setup.header.rules is None:
        said.append(say("log_names_no_edition", edition=setup.edition))
    # A word that means nothing would be passed over in silence.
    said += (
        say("header_card_fact_unknown", title=card.title, short=quoted(word, MAX_SAID))
        for card in setup.declared
        for word in card.unknown_words()
    )
    replaced = setup.catalogue.replaced
    if replaced:
        named = ", ".join(f"“{title}”" for title in replaced[:MAX_NAMED])
        more = len(replaced) - MAX_NAMED
        rest = say("and_more", more=more) if more > 0 else ""
        said.append(say("header_cards_replace_catalogue_facts", named=named, rest=rest))
    return said
