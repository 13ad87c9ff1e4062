"""What a phone can do by touching its board: in assisted events the legal options, by the addresses that are touched
for them; in competitive ones what the cards of each kind are for, whatever is legal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec
from django.utils.safestring import SafeString, mark_safe

from referee.games.presentation import presentation_of
from referee.games.touch import Offer, Reach, key_of
from referee.judging.words import who_did
from referee.live.choices import verbs_of
from referee.live.verbs import kind_of, offered_verbs, tag_of
from referee.touching.said import said_words
from referee.wording.labels import verb_words
from rules.kernel.cards import Catalogue
from rules.kernel.entering import SEAT, TABLE_NOTES
from rules.kernel.entries import TABLE
from rules.kernel.game import Game

#: Offers of one of those a phone acts for, in one answer: so many of the verbs of the moment, so many of the others.
#: What goes beyond (large sets of cards, which a game yields last) is entered by the forms.
MAX_OFFERS = 600
#: So many offers are held against the options of an assisted event; an option beyond stands in the list.
MOST_HELD = 6000


class Group(msgspec.Struct):
    """A verb of somebody, with what may be touched for it; ``who``: whose it is, where the phone is not theirs alone;
    ``rare``: as far as everybody can see, the rules do not wait for it now, or it is not legal and can be asked."""

    by: str
    do: str
    words: str
    offers: list[Offer]
    who: str = ""
    rare: bool = False


class Touched(msgspec.Struct):
    """All that a phone may touch. ``more``: what the drawing of some offers needs; ``order``: the verbs that the rules
    wait for most; ``asks``: what is not legal may be touched as well, to be told why."""

    assisted: bool
    names: dict[str, str]
    groups: list[Group]
    more: Mapping[str, Any]
    order: tuple[str, ...] = ()
    asks: bool = False

    def text(self) -> SafeString:
        """As JSON to stand between tags."""
        body = {
            "assisted": self.assisted,
            "asks": self.asks,
            "names": self.names,
            "more": self.more,
            "groups": [
                {
                    "by": group.by,
                    "do": group.do,
                    "words": group.words,
                    "who": group.who,
                    "rare": group.rare,
                    "offers": [_compact(offer) for offer in group.offers],
                }
                for group in self.groups
            ],
        }
        text = msgspec.json.encode(body).decode()
        return mark_safe(text.replace("&", "&amp;").replace("<", "&lt;"))  # noqa: S308 - escaped here


def touched(
    game: Game,
    catalogue: Catalogue,
    position: Mapping[str, Any],
    names: Mapping[str, str],
    acts_for: Iterable[str],
    choices: Mapping[str, Any],
    *,
    asks: bool = False,
) -> Touched:
    """What those a phone acts for can touch, each verb for each of them that may enter it. ``asks``: beside the legal
    options, apart from them, all that their cards and the table offer, whatever is legal."""
    acts_for = tuple(acts_for)
    shown = presentation_of(game.name)
    order = in_order(shown.first, position)
    told = Touched(bool(choices["assisted"]), {}, [], {}, order, asks)
    for by in acts_for:
        reach = Reach(catalogue, position, tuple(names), names, by, frozenset())
        if asks:
            parts = _asked(game, reach, choices)
        else:
            parts = (_assisted if choices["assisted"] else _competitive)(game, reach, choices)
        who = "" if by == only_seat(acts_for) else who_did(by, names)
        for offers, rare in zip(parts, (False, True), strict=True):
            told.groups += _grouped(game, by, who, offers, rare)
        offers = [offer for part in parts for offer in part]
        used = {at for offer in offers for at in offer.at}
        told.names |= {at: title for at, title in reach.titles.items() if at in used}
        if shown.more is not None and any(offer.turns for offer in offers):
            told.more = shown.more(reach)
    place = {do: n for n, do in enumerate(order)}
    told.groups.sort(key=lambda group: (group.rare, place.get(group.do, len(place))))
    return told


def only_seat(acts_for: Iterable[str]) -> str:
    """The seat whose phone it is alone, which is not named; empty where the phone acts for several or none."""
    seats = [by for by in acts_for if kind_of(by) == SEAT]
    return seats[0] if len(seats) == 1 else ""


def _assisted(game: Game, reach: Reach, choices: Mapping[str, Any]) -> tuple[list[Offer], list[Offer]]:
    """The options, and what the table notes besides, of which a phone may not know that it is due."""
    options = [option["entry"] for option in choices["options"] if option["by"] == reach.by]
    notes = _notes(game) if reach.by == TABLE else frozenset()
    every = _offers(game, reach, {str(option["do"]) for option in options} | notes, MOST_HELD)
    now = legal(every, options, reach)
    return now[:MAX_OFFERS], _noted(every, options, notes)[:MAX_OFFERS]


def _asked(game: Game, reach: Reach, choices: Mapping[str, Any]) -> tuple[list[Offer], list[Offer]]:
    """The options, and beside them every other entry that can be made by touching. A tile stands among these with all
    its turns."""
    options = [option["entry"] for option in choices["options"] if option["by"] == reach.by]
    verbs = {tag_of(verb) for verb in verbs_of(game, (reach.by,))}
    every = _offers(game, reach, verbs, MOST_HELD)
    keys = {key_of(option) for option in options}
    rest = [offer for offer in every if offer.turns or key_of(offer.entry) not in keys]
    return legal(every, options, reach)[:MAX_OFFERS], rest[:MAX_OFFERS]


def _competitive(game: Game, reach: Reach, choices: Mapping[str, Any]) -> tuple[list[Offer], list[Offer]]:
    """The offers of the verbs of the moment, and of all others: of those that are this one's to enter."""
    own = {tag_of(verb) for verb in verbs_of(game, (reach.by,))}
    likely = own.intersection(choices["by"].get(reach.by, ()))
    now = _offers(game, reach, likely, MAX_OFFERS)
    return now, _offers(game, reach, own - likely, MAX_OFFERS)


def _offers(game: Game, reach: Reach, verbs: Iterable[str], most: int) -> list[Offer]:
    """The first offers of these verbs."""
    reach.verbs = frozenset(verbs)
    every = presentation_of(game.name).touches(reach) if reach.verbs else ()
    return list(islice((offer for offer in every if offer.entry["do"] in reach.verbs), most))


@lru_cache(maxsize=16)
def _notes(game: Game) -> frozenset[str]:
    """What the table notes: a shuffle, a count."""
    return frozenset(tag_of(verb) for verb in offered_verbs(game) if verb.entered == TABLE_NOTES)


def in_order(first: Mapping[str, tuple[str, ...]], position: Mapping[str, Any]) -> tuple[str, ...]:
    """The verbs that the rules wait for most at this point."""
    return next((first[at] for key in ("stage", "phase") if (at := str(position.get(key))) in first), ())


def legal(offers: Iterable[Offer], options: Sequence[Mapping[str, Any]], reach: Reach) -> list[Offer]:
    """The offers that are options, a tile only with the turns that are; and each option that nobody touches anything
    for, with the card of the hand that it names."""
    keys = {key_of(option): option for option in options}
    collected: list[Offer] = []
    said: set[bytes] = set()
    for offer in offers:
        if offer.turns:
            named = {
                turn: key_of({**offer.entry, "turn": turn} if turn else offer.entry) for turn in offer.turns
            }
            turns = tuple(turn for turn, key in named.items() if key in keys)
            said |= {named[turn] for turn in turns}
            if turns:
                collected.append(msgspec.structs.replace(offer, turns=turns))
        elif (key := key_of(offer.entry)) in keys:
            said.add(key)
            collected.append(offer)
    for key, option in keys.items():
        if key not in said:
            at = _hand_of(option, reach)
            collected.append(Offer(at, dict(option), said_words(option, reach.names, bool(at))))
    return collected


def _noted(
    offers: Iterable[Offer], options: Sequence[Mapping[str, Any]], notes: frozenset[str]
) -> list[Offer]:
    """What the table may note besides the options, for what this phone does not know."""
    keys = {key_of(option) for option in options}
    return [offer for offer in offers if offer.entry["do"] in notes and key_of(offer.entry) not in keys]


def _hand_of(option: Mapping[str, Any], reach: Reach) -> tuple[str, ...]:
    """Where the first card of the hand lies that an option names."""
    named = [
        option.get("card"),
        option.get("scene"),
        *(play.get("card") for play in option.get("plays") or ()),
    ]
    at = next((held.at for held in reach.hand if held.ref in named), "")
    return (at,) if at else ()


def _grouped(game: Game, by: str, who: str, offers: Iterable[Offer], rare: bool) -> list[Group]:
    groups: dict[str, Group] = {}
    for offer in offers:
        do = str(offer.entry["do"])
        if do not in groups:
            groups[do] = Group(by, do, verb_words(do, game.name), [], who, rare)
        groups[do].offers.append(offer)
    return list(groups.values())


def _compact(offer: Offer) -> list[Any]:
    said = {key: value for key, value in offer.said.items() if key not in ("by", "do")}
    row: list[Any] = [offer.at, said]
    if offer.words or offer.turns:
        row.append(offer.words)
    if offer.turns:
        row.append(offer.turns)
    return row
