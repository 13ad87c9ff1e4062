"""The Terror Tracker: what can be deduced of every player's secret cards from a log alone.

It reads the log as everybody may see it, or as one seat may (which knows its own cards), and takes what players
announced at its word: a false claim is found when the cards are shown, not here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import msgspec

from rules.herocard.nightmare.dream import titles
from rules.herocard.nightmare.position import Announcing, Answering, NightmarePosition
from rules.herocard.nightmare.secrets import killers_in
from rules.herocard.nightmare.verbs import Announce
from rules.herocard.texts import joined, say
from rules.kernel.entries import PUBLIC, Declare, Ruling, Undo
from rules.kernel.game import Game
from rules.kernel.judgment import Judgment
from rules.kernel.log import Log
from rules.kernel.play import Line
from rules.kernel.replay import Replay
from rules.kernel.seats import log_for


class Pair(NamedTuple):
    """A Killer and a Scene that may be a player's."""

    killer: str
    scene: str


class Clue(msgspec.Struct, frozen=True):
    """An announcement about a player's secret cards, as a sentence and in its parts."""

    entry: int
    message: str
    claim: str = ""
    scene: str = ""
    killers: tuple[str, ...] = ()


class Fears(msgspec.Struct, frozen=True):
    """The cards still possible for one player, and the clues that rule out the rest."""

    killers: tuple[str, ...]
    scenes: tuple[str, ...]
    pairs: tuple[Pair, ...]
    clues: tuple[Clue, ...] = ()


class _Announcement(NamedTuple):
    """A clue with what it leaves possible: those pairs for which ``allows`` (scared or not, dead or not)."""

    entry: int
    seat: str
    claim: str
    scene: str
    killers: tuple[str, ...]

    def allows(self, pair: Pair) -> bool:
        if self.claim in ("scared", "not_scared"):
            scared = pair.scene == self.scene or pair.killer in self.killers
            return scared is (self.claim == "scared")
        dies = pair.scene == self.scene and pair.killer in self.killers
        return dies is (self.claim == "dead")

    def message(self) -> str:
        word = {"not_scared": "not scared"}.get(self.claim, self.claim)
        if not self.killers:
            return say("claim_in_scene", seat=self.seat, claim=word, scene=self.scene)
        killers = joined(self.killers, say("and_the"))
        return say(
            "claim_in_scene_with_killers", seat=self.seat, claim=word, scene=self.scene, killers=killers
        )


class Known(NamedTuple):
    """What the deductions rest on after an entry: what was announced, and by seat the Killer and the Scene that are
    known, as titles; None where one is not."""

    announced: tuple[_Announcement, ...]
    cards: tuple[tuple[str | None, str | None], ...]


class TerrorTracker:
    """The deductions at every entry of one log, as ``seat`` may know them. The log is gone through once and only as far
    as somebody asks; of most entries nothing follows, and what follows from the same is worked out once. One
    thread at a time may ask."""

    def __init__(self, game: Game, log: Log, seat: str = PUBLIC) -> None:
        self._game, self._seen = game, log_for(game, log, seat)
        self._begin()

    def _begin(self) -> None:
        self._run = run = Replay(self._game, self._seen.header)
        self.seats = run.seats
        self._killers, self._scenes = titles(run.catalogue, "killer"), titles(run.catalogue, "scene")
        #: how many entries were gone through
        self._reached = 0
        #: the entries after which something else is known, ascending, and what
        self._from = [0]
        self._known = [Known((), _cards_of(run))]
        self._said: dict[Known, dict[str, Fears]] = {}

    def _reach(self, n: int) -> None:
        """Goes on until ``n`` entries. Whoever is stopped in the middle leaves nothing half known."""
        try:
            for at in range(self._reached + 1, min(n, len(self._seen.entries)) + 1):
                self._push(self._run, at, self._seen.entries[at - 1])
                self._reached = at
        except BaseException:
            self._begin()
            raise

    def _push(self, run: Replay, n: int, entry: Line) -> None:
        play, active = run.play, len(run.active_entries)
        run.push(entry)
        last = self._known[-1]
        # an entry adds itself and no more, unless somebody rules on others or they are judged anew
        goes_on = run.play is play and active <= len(run.active_entries) <= active + 1
        if isinstance(entry, Announce | Ruling | Undo | Declare) or not goes_on:
            announced = tuple(announcements_of(run))
        else:
            announced = last.announced
        known = Known(announced, _cards_of(run))
        if known != last:
            self._from.append(n)
            self._known.append(known)

    def after(self, n: int) -> dict[str, Fears]:
        """For each player the Killers and Scenes still possible after ``n`` entries, and why."""
        self._reach(n)
        known = self._known[bisect_right(self._from, n) - 1]
        if known not in self._said:
            self._said[known] = self._fears(known)
        return self._said[known]

    def _fears(self, known: Known) -> dict[str, Fears]:
        possible = {
            name: self._possible(name, *cards, known.announced)
            for name, cards in zip(self.seats, known.cards, strict=True)
        }
        return {name: _fears(name, possible, known.announced) for name in self.seats}

    def _possible(
        self, seat: str, killer: str | None, scene: str | None, announcements: Sequence[_Announcement]
    ) -> list[Pair]:
        """The pairs that one player's own cards and claims leave."""
        killers = self._killers if killer is None else (killer,)
        scenes = self._scenes if scene is None else (scene,)
        mine = [announcement for announcement in announcements if announcement.seat == seat]
        pairs = [Pair(*both) for both in product(killers, scenes)]
        return [pair for pair in pairs if all(announcement.allows(pair) for announcement in mine)]


def terror_tracker(game: Game, log: Log, seat: str = PUBLIC, until: int | None = None) -> dict[str, Fears]:
    """For each player the Killers and Scenes still possible after ``until`` entries, and why, as ``seat`` may know it.
    The same log gives the same answer; nothing hidden from ``seat`` enters it."""
    entries = log.entries if until is None else log.entries[:until]
    return TerrorTracker(game, Log(log.header, entries), seat).after(len(entries))


def announcements_of(run: Replay) -> list[_Announcement]:
    """The announcements of the players, each with the Scene and the Killers it was about."""
    announced: list[_Announcement] = []
    for n in run.active_entries:
        entry = run.entries[n - 1]
        if not isinstance(entry, Announce):
            continue
        before: NightmarePosition = run.positions[n - 1]
        step = before.steps[-1] if before.steps else None
        if isinstance(step, Announcing):
            killers = killers_in(before, before.dreamer)
            announced.append(_Announcement(n, entry.by, entry.claim, before.dreamer, killers))
        elif isinstance(step, Answering):
            announced.append(_Announcement(n, entry.by, entry.claim, before.dreamer, (step.killer,)))
    return announced


def _cards_of(run: Replay) -> tuple[tuple[str | None, str | None], ...]:
    """By seat the titles of the Killer and the Scene, where they are known now."""
    judgment = run.judgment()
    players = run.position.players
    return tuple(
        (_title(judgment, players[seat].killer), _title(judgment, players[seat].scene)) for seat in run.seats
    )


def _title(judgment: Judgment, number: int | None) -> str | None:
    card = judgment.card(number or 0)
    return None if card is None else card.title


def _fears(seat: str, possible: dict[str, list[Pair]], announcements: Sequence[_Announcement]) -> Fears:
    """A player's pairs that leave every other player a pair of its own: no card is dealt twice."""
    others = sorted((pairs for name, pairs in possible.items() if name != seat), key=len)
    pairs = tuple(pair for pair in possible[seat] if _can_be_dealt(others, {pair.killer}, {pair.scene}))
    killers = tuple(dict.fromkeys(pair.killer for pair in pairs))
    scenes = tuple(sorted({pair.scene for pair in pairs}))
    clues = tuple(
        Clue(each.entry, each.message(), each.claim, each.scene, each.killers)
        for each in announcements
        if each.seat == seat
    )
    return Fears(killers, scenes, pairs, clues)


def _can_be_dealt(others: list[list[Pair]], killers: set[str], scenes: set[str]) -> bool:
    """Whether every other player can have a Killer and a Scene that nobody else has."""
    if not others:
        return True
    first, rest = others[0], others[1:]
    return any(
        _can_be_dealt(rest, killers | {pair.killer}, scenes | {pair.scene})
        for pair in first
        if pair.killer not in killers and pair.scene not in scenes
    )
