"""How many taps an action takes at a live table: what ``static/js/touch.js`` does, counted over self-played games.

``pytest -m bench -s tests/benchmarks/test_taps.py`` prints the table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from statistics import median
from typing import Any, NamedTuple

from referee.games.touch import Offer, key_of
from referee.judging.words import plain_entry
from referee.live.choices import choices_for
from referee.live.live_replay import LiveReplay
from referee.live.phones import Phone
from referee.logger.touching import Group, Touched, touched
from rules.kernel.entries import TABLE, Entry
from rules.kernel.log import Log
from rules.kernel.selfplay import play_game
from rules.registry import load

GAMES = ("highlander", "nightmare_before_christmas", "herocard_duel", "herocard_nightmare", "looney_tunes")
#: more offers than these are not listed at once (``LIST`` of touch.js)
LIST = 64
#: an action that no touch makes
NONE = 99
#: facts that only who sees them adds; the entry is the same without them
FACTS = frozenset({"cards", "at", "seen_by", "note", "salt", "hash"})


class Tap(NamedTuple):
    """An entry, and how many taps it took."""

    do: str
    taps: int
    entry: Mapping[str, Any]


def tapped(log: Log, assisted: bool, most: int = 400) -> Iterator[Tap]:
    """Every entry of a seat, or of the table, of a log, as a phone makes it that can; of the table, any phone."""
    run = LiveReplay(load(log.header.game), log.header, b"", "")
    for entry in log.entries[:most]:
        seats = (entry.by,) if entry.by in log.header.seats else log.header.seats if entry.by == TABLE else ()
        counts = [taps(reach_of(run, seat, assisted), wanted(run.view(seat), entry)) for seat in seats]
        if counts:
            yield Tap(str(entry.do), min(counts), plain_entry(entry))
        run.take([entry], "")


def reach_of(run: LiveReplay, seat: str, assisted: bool) -> Touched:
    """What a seat's own phone can touch."""
    names = {letter: letter for letter in run.header.seats}
    phone = Phone(seat, (seat, TABLE), seat, seat)
    choices = choices_for(run, phone, assisted, names)
    assert choices is not None
    view = run.view(seat)
    return touched(run.game, view.catalogue, view.printed(), names, phone.acts_for, choices)


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


def taps(found: Touched, keys: set[bytes]) -> int:
    """The fewest taps that make an entry."""
    usual = [offer for group in found.groups for offer in group.offers if not group.rare]
    every = [offer for group in found.groups for offer in group.offers]
    counts = [NONE]
    for group in found.groups:
        for offer in group.offers:
            for turn in offer.turns or (None,):
                entry = {**offer.entry, "turn": turn} if turn else offer.entry
                if key_of(entry) in keys:
                    counts += _ways(offer, group, every if group.rare else usual)
    return min(counts)


def _ways(offer: Offer, group: Group, every: list[Offer]) -> Iterable[int]:
    """By the list, where the verb is on it: its only entry is one tap, else the verb and what is listed then. By touch:
    everything that it is done with, or one thing of it and what is listed then; a rare one after a tap for more."""
    last = 1 if offer.turns else 0
    rare = 1 if group.rare else 0
    if not group.rare and not last:
        if len(group.offers) == 1:
            yield 1
        elif len(group.offers) <= LIST:
            yield 2
    exact = [one for one in every if set(one.at) == set(offer.at)]
    if not rare and not last and len(offer.at) >= 2 and [one for one in exact if not one.words] == [offer]:
        yield len(offer.at)
    elif offer.at:
        yield len(offer.at) + 1 + rare
    for at in offer.at:
        if len([one for one in every if at in one.at]) <= LIST and not last:
            yield 2 + rare


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
