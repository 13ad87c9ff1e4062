"""The list of actions below the board, the second way besides touching: short, what the rules wait for first. A verb
that may be done in several ways opens to them; an attack that waits for a Defense has a line of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from referee.games.presentation import presentation_of
from referee.games.touch import Offer, key_of
from referee.positions.inputs import Input, Layout
from referee.touching.forms import VerbForm, naming
from referee.touching.offers import Group, Touched
from referee.wording.labels import verb_words
from rules.kernel.game import Game

#: So many entries of one verb stand in the list themselves.
FEW = 2


class Choice(msgspec.Struct):
    """An entry ready to be sent, and the fields that may name what it leaves out."""

    words: str
    json: str
    naming: tuple[Input, ...] = ()


class Way(msgspec.Struct):
    """A line of the list: one entry, or a verb (with what it is aimed at) that opens to its ``choices``. ``form``: of a
    verb whose form is opened where nothing can be touched; ``turns``: a tile that is laid by touching the map."""

    words: str
    by: str
    do: str
    at: str = ""
    aim: str = ""
    entry: Choice | None = None
    choices: tuple[Choice, ...] = ()
    form: bool = False
    turns: bool = False

    @property
    def names(self) -> bool:
        """Whether its choices have fields that name cards."""
        return any(choice.naming for choice in self.choices)


def offered_ways(game: Game, touchable: Touched, choices: Mapping[str, Any], layout: Layout) -> list[Way]:
    """In assisted events: the legal options, by verb."""
    options = {key_of(option["entry"]): option for option in choices["options"]}
    ways: list[Way] = []
    for group in touchable.groups:
        if group.rare:
            continue
        if any(offer.turns for offer in group.offers):
            ways.append(Way(group.words, group.by, group.do, turns=True, form=True))
            continue
        for at, offers in _apart(game, group):
            listed = [_choice(game, options.get(key_of(one.entry)), one, layout) for one in _once(offers)]
            if len(listed) <= FEW and not at:
                ways += [Way(one.words, group.by, group.do, entry=one) for one in listed]
            else:
                aim = touchable.names.get(at, "")
                ways.append(Way(group.words, group.by, group.do, at, aim, choices=tuple(listed)))
    return ways


def verb_ways(
    game: Game, touchable: Touched, choices: Mapping[str, Any], bare: Mapping[str, VerbForm]
) -> list[Way]:
    """In competitive events: the verbs of the moment of each of those who have to act. Which they are, and in which
    order, follows from what everybody sees; for what a verb is aimed at it has a line each where a card of the hand is
    of its kind."""
    groups = {(group.by, group.do): group for group in touchable.groups if not group.rare}
    place = {do: n for n, do in enumerate(touchable.order)}
    lines = [(by, do) for by, verbs in choices["by"].items() for do in verbs]
    ways: list[Way] = []
    for by, do in sorted(lines, key=lambda line: place.get(line[1], len(place))):
        words, group = verb_words(do, game.name), groups.get((by, do))
        if do in bare:
            ways.append(Way(words, by, do, entry=Choice(words, bare[do].json(by))))
            continue
        for at, _offers in _apart(game, group) if group is not None else [("", ())]:
            ways.append(Way(words, by, do, at, touchable.names.get(at, ""), form=True))
    return ways


def _apart(game: Game, group: Group) -> Iterable[tuple[str, Sequence[Offer]]]:
    """The offers of a verb by what they are aimed at, where its game lists them so."""
    if group.do not in presentation_of(game.name).each:
        return [("", group.offers)]
    aimed: dict[str, list[Offer]] = {}
    for offer in group.offers:
        aimed.setdefault(offer.at[-1] if len(offer.at) > 1 else "", []).append(offer)
    return list(aimed.items())


def _once(offers: Iterable[Offer]) -> list[Offer]:
    """Each entry once: two copies of a card are touched apart and say the same."""
    return list({key_of(offer.entry): offer for offer in offers}.values())


def _choice(game: Game, option: Mapping[str, Any] | None, offer: Offer, layout: Layout) -> Choice:
    entry = offer.said if option is None else {**option["entry"], **offer.adds}
    words = str(option["words"]) if option is not None else offer.words
    return Choice(words, msgspec.json.encode(entry).decode(), naming(game, entry, layout))
