"""How many taps an action takes at a live table: what ``static/js/touch.js`` does, and the list of actions, counted
over self-played games.

``pytest -m bench -s tests/benchmarks/test_taps.py`` prints the table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from statistics import median
from typing import Any, NamedTuple

import msgspec

from referee.games.touch import Offer, key_of
from referee.judging.words import plain_entry
from referee.live.choices import choices_for
from referee.live.live_replay import LiveReplay
from referee.live.phones import Phone
from referee.logger.page import FIRST
from referee.positions.inputs import Layout
from referee.touching.forms import bare_forms
from referee.touching.offers import Group, Touched, touched
from referee.touching.ways import Way, offered_ways, verb_ways
from rules.kernel.entries import TABLE, Entry
from rules.kernel.log import Log
from rules.kernel.selfplay import play_game
from rules.registry import load

GAMES = ("highlander", "nightmare_before_christmas", "herocard_duel", "herocard_nightmare", "looney_tunes")
#: more offers than these are not listed at once (``LIST`` of touch.js)
LIST = 64
#: an action that neither a touch nor the list makes in so many taps
NONE = 99
MOST = 5
#: facts that only who sees them adds; the entry is the same without them
FACTS = frozenset({"cards", "at", "seen_by", "note", "salt", "hash"})


class Tap(NamedTuple):
    """An entry, and how many taps it took."""

    do: str
    taps: int
    entry: Mapping[str, Any]


class Shown(msgspec.Struct):
    """What a phone shows: what may be touched, and the list."""

    touched: Touched
    ways: list[Way]


def tapped(log: Log, assisted: bool, most: int = 400) -> Iterator[Tap]:
    """Every entry of a seat, or of the table, of a log, as a phone makes it that can; of the table, any phone."""
    run = LiveReplay(load(log.header.game), log.header, b"", "")
    for entry in log.entries[:most]:
        seats = (entry.by,) if entry.by in log.header.seats else log.header.seats if entry.by == TABLE else ()
        counts = [taps(shown_to(run, seat, assisted), wanted(run.view(seat), entry)) for seat in seats]
        if counts:
            yield Tap(str(entry.do), min(counts), plain_entry(entry))
        run.take([entry], "")


def own_phone(seat: str) -> Phone:
    """A seat's own phone."""
    return Phone(seat, (seat, TABLE), seat, seat)


def reach_of(run: LiveReplay, seat: str, assisted: bool) -> Touched:
    """What a seat's own phone can touch."""
    return shown_to(run, seat, assisted).touched


def shown_to(run: LiveReplay, phone: Phone | str, assisted: bool) -> Shown:
    """What a phone shows, or a seat's own."""
    phone = own_phone(phone) if isinstance(phone, str) else phone
    names = {letter: letter for letter in run.header.seats}
    choices = choices_for(run, phone, assisted, names)
    assert choices is not None
    view = run.view(phone.sees)
    told = touched(run.game, view.catalogue, view.printed(), names, phone.acts_for, choices)
    if assisted:
        return Shown(told, offered_ways(run.game, told, choices, Layout({}, {}, tuple(names))))
    bare = bare_forms(run.game, phone.acts_for, tuple(names), "en")
    return Shown(told, verb_ways(run.game, told, choices, bare))


def wanted(view: Any, entry: Entry) -> set[bytes]:
    """The entry as a phone may send it: as it was, or as its game offers it, without what only its player sees."""
    plain = {key: value for key, value in plain_entry(entry).items() if key not in FACTS}
    found = {key_of(plain)}
    cards = getattr(entry, "cards", None)
    if cards:
        found.add(key_of({**plain, "count": len(cards)}))
    option = view.game.canonical_option(view.judgment(), entry)
    if option is not None:
        found.add(key_of(plain_entry(option)))
    if isinstance(plain.get("card"), str | dict) and entry.do in (
        "roll",
        "add_scene",
        "random",
        "flip",
        "place",
        "reveal",
    ):
        found.add(key_of({key: value for key, value in plain.items() if key != "card"}))
    return found


def taps(shown: Shown, keys: set[bytes]) -> int:
    """The fewest taps that make an entry."""
    board = Board(shown.touched)
    counts = [NONE, *_listed(board, shown.ways, keys)]
    for place, (group, offer) in enumerate(board.rows):
        turns = [turn for turn in offer.turns or (0,) if key_of(turned(offer, turn)) in keys]
        if turns:
            counts.append(board.fewest(place, group, offer))
    return min(counts)


def turned(offer: Offer, turn: int) -> dict[str, Any]:
    """The entry of an offer, a tile turned by so many sixths."""
    return {**offer.entry, "turn": turn} if turn else offer.entry


def _listed(board: Board, ways: list[Way], keys: set[bytes]) -> Iterator[int]:
    """By the list: an entry that stands in it is one tap; one that a verb opens to two; what stands further down is
    opened first. A verb that is touched for goes on as by touching."""
    for n, way in enumerate(ways):
        opened = 1 if n >= FIRST else 0
        if way.entry is not None:
            if _says(way.entry.json, keys):
                yield opened + 1
        elif way.choices and way.names:
            yield from (opened + 2 for choice in way.choices if _says(choice.json, keys))
        else:
            for place, (group, offer) in enumerate(board.rows):
                if (group.by, group.do) == (way.by, way.do) and any(
                    key_of(turned(offer, turn)) in keys for turn in offer.turns or (0,)
                ):
                    yield opened + 1 + board.fewest(place, group, offer, way)


def _says(text: str, keys: set[bytes]) -> bool:
    said = msgspec.json.decode(text)
    return key_of({key: value for key, value in said.items() if key not in FACTS}) in keys


class Board:
    """The state machine of ``touch.js``: what fits what is held, what a touch sends, what is listed."""

    def __init__(self, told: Touched) -> None:
        self.rows = [(group, offer) for group in told.groups for offer in group.offers]

    @cached_property
    def at(self) -> Mapping[str, frozenset[int]]:
        """By address the offers that it is touched for."""
        by_address: dict[str, set[int]] = defaultdict(set)
        for n, (_group, offer) in enumerate(self.rows):
            for at in offer.at:
                by_address[at].add(n)
        return {at: frozenset(rows) for at, rows in by_address.items()}

    @cached_property
    def usual(self) -> frozenset[int]:
        return frozenset(n for n, (group, _offer) in enumerate(self.rows) if not group.rare)

    def fitting(self, held: tuple[str, ...], rare: bool, way: Way | None) -> frozenset[int]:
        """The offers that fit what is held."""
        fit = frozenset(range(len(self.rows))) if rare or way is not None else self.usual
        for at in held:
            fit &= self.at.get(at, frozenset())
        if way is not None:
            fit = frozenset(n for n in fit if (self.rows[n][0].by, self.rows[n][0].do) == (way.by, way.do))
        return fit

    def fewest(self, place: int, group: Group, offer: Offer, way: Way | None = None) -> int:
        """The fewest taps that make this offer; ``way``: begun by its line of the list."""
        begun = (way.at,) if way is not None and way.at else ()
        states: list[tuple[tuple[str, ...], bool]] = [(begun, False)]
        if way is not None and not self.fitting(begun, False, way):
            return NONE
        for taps in range(1, MOST + 1):
            following: list[tuple[tuple[str, ...], bool]] = []
            for held, rare in states:
                if (held or way is not None) and place in self._list(held, rare, way):
                    return taps
                if held and group.rare and not rare and way is None:
                    following.append((held, True))
                for at in offer.at:
                    apart = at.startswith("~") and "," not in at
                    if at in held or (apart and not held and way is None):
                        continue  # what is nowhere on the table is chosen once it is listed
                    more, all_of = (*held, at), rare
                    if not self.fitting(more, rare, way):
                        if held:
                            continue  # a touch that takes up another thing instead
                        all_of = True
                    if self._sends(more, all_of, way) == place and len(more) > 1:
                        return taps
                    following.append((more, all_of))
            states = following
        return NONE

    def _sends(self, held: tuple[str, ...], rare: bool, way: Way | None) -> int | None:
        """What a touch sends at once: the one offer of just these things that no words tell from others."""
        exact = [
            n
            for n in self.fitting(held, rare, way)
            if len(self.rows[n][1].at) == len(held)
            and not self.rows[n][1].words
            and not self.rows[n][1].turns
        ]
        return exact[0] if len(exact) == 1 else None

    def _list(self, held: tuple[str, ...], rare: bool, way: Way | None) -> frozenset[int]:
        """The offers that are listed, each with a button that sends it; of a tile that lies at its place, its turns."""
        fit = self.fitting(held, rare, way)
        if len(fit) == 1:
            (only,) = fit
            offer = self.rows[only][1]
            return fit if not offer.turns or len(offer.at) == len(held) else frozenset()
        if len(fit) > LIST:
            return frozenset()
        return frozenset(n for n in fit if not self.rows[n][1].turns)


def table(seeds: Iterable[str] = ("taps", "more")) -> dict[tuple[str, bool], dict[str, list[Tap]]]:
    """By game and kind of event, by verb, the taps of each entry."""
    found: dict[tuple[str, bool], dict[str, list[Tap]]] = {}
    for game in GAMES:
        for seed in seeds:
            run = play_game(load(game), seed, 2)
            log = Log(run.header, tuple(run.entries))
            for assisted in (True, False):
                of_game = found.setdefault((game, assisted), defaultdict(list))
                for tap in tapped(log, assisted):
                    of_game[tap.do].append(tap)
    return found


def lines(found: Mapping[tuple[str, bool], Mapping[str, list[Tap]]]) -> Iterator[str]:
    """The table in words."""
    for (game, assisted), verbs in found.items():
        counts = [tap.taps for of_verb in verbs.values() for tap in of_verb]
        kind = "assisted" if assisted else "competitive"
        yield f"{game:28} {kind:12} median {median(counts):g}  worst {max(counts)}  ({len(counts)} actions)"
        for do, of_verb in sorted(verbs.items(), key=lambda one: -max(tap.taps for tap in one[1])):
            of_do = [tap.taps for tap in of_verb]
            yield f"    {do:20} median {median(of_do):g}  worst {max(of_do)}  ({len(of_do)})"
