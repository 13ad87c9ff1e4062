"""What a phone can do by touching its board: in assisted events the legal options, by the addresses that are touched
for them; in competitive ones what the cards of each kind are for, whatever is legal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from django.utils.safestring import SafeString, mark_safe

from referee.games.presentation import presentation_of
from referee.games.touch import Offer, Reach, key_of
from referee.live.verbs import offered_verbs, tag_of
from referee.wording.labels import verb_words
from rules.kernel.cards import Catalogue
from rules.kernel.entering import TABLE_NOTES
from rules.kernel.entries import TABLE
from rules.kernel.game import Game

#: Offers in one answer; what goes beyond is entered by the list of actions.
MAX_OFFERS = 600


class Group(msgspec.Struct):
    """A verb of somebody, with what may be touched for it; ``rare``: as far as everybody can see, the rules do not wait
    for it now."""

    by: str
    do: str
    words: str
    offers: list[Offer]
    rare: bool = False


class Touched(msgspec.Struct):
    """All that a phone may touch. ``more``: what the drawing of some offers needs."""

    assisted: bool
    names: dict[str, str]
    groups: list[Group]
    more: Mapping[str, Any]

    def text(self) -> SafeString:
        """As JSON to stand between tags."""
        body = {
            "assisted": self.assisted,
            "names": self.names,
            "more": self.more,
            "groups": [
                {
                    "by": group.by,
                    "do": group.do,
                    "words": group.words,
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
) -> Touched:
    """What those a phone acts for can touch, each verb for each of them."""
    shown = presentation_of(game.name)
    groups: list[Group] = []
    titles: dict[str, str] = {}
    more: Mapping[str, Any] = {}
    for by in acts_for:
        reach = Reach(catalogue, position, tuple(names), names, by, _verbs(game, by, choices))
        every = list(shown.touches(reach))
        if choices["assisted"]:
            options = [option["entry"] for option in choices["options"] if option["by"] == by]
            now = legal(every, options, reach)
            rare = _noted(every, options, _notes(game)) if by == TABLE else []
        else:
            now = [offer for offer in every if offer.entry["do"] in choices["verbs"]]
            rare = [offer for offer in every if offer.entry["do"] not in choices["verbs"]]
        groups += _grouped(game, by, now[:MAX_OFFERS], False) + _grouped(game, by, rare[:MAX_OFFERS], True)
        offers = now + rare
        used = {at for offer in offers for at in offer.at}
        titles |= {at: title for at, title in reach.titles.items() if at in used}
        if shown.more is not None and any(offer.turns for offer in offers):
            more = shown.more(reach)
    order = in_order(shown.first, position)
    groups.sort(key=lambda group: (group.rare, order.index(group.do) if group.do in order else len(order)))
    return Touched(bool(choices["assisted"]), titles, groups, more)


def _verbs(game: Game, by: str, choices: Mapping[str, Any]) -> frozenset[str]:
    """The verbs of which offers are wanted: in assisted events those of the options, and what the table notes, of which
    a phone may not know that it is due; in competitive ones every verb."""
    if not choices["assisted"]:
        return frozenset((*choices["verbs"], *choices["also"]))
    collected = {str(option["entry"]["do"]) for option in choices["options"] if option["by"] == by}
    return frozenset(collected | (_notes(game) if by == TABLE else set()))


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
            collected.append(Offer(_hand_of(option, reach), dict(option), _words_of(option)))
    return collected


def _noted(
    offers: Iterable[Offer], options: Sequence[Mapping[str, Any]], notes: frozenset[str]
) -> list[Offer]:
    """What the table may note besides the options, for what this phone does not know."""
    keys = {key_of(option) for option in options}
    return [offer for offer in offers if offer.entry["do"] in notes and key_of(offer.entry) not in keys]


def _hand_of(option: Mapping[str, Any], reach: Reach) -> tuple[str, ...]:
    """Where the card of the hand lies that an option names."""
    named = next(
        (held.at for held in reach.hand if held.ref in (option.get("card"), option.get("scene"))), ""
    )
    return (named,) if named else ()


def _words_of(option: Mapping[str, Any]) -> str:
    return ", ".join(str(value) for key, value in option.items() if key not in ("by", "do", "card"))


def _grouped(game: Game, by: str, offers: Iterable[Offer], rare: bool) -> list[Group]:
    groups: dict[str, Group] = {}
    for offer in offers:
        do = str(offer.entry["do"])
        if do not in groups:
            groups[do] = Group(by, do, verb_words(do, game.name), [], rare)
        groups[do].offers.append(offer)
    return list(groups.values())


def _compact(offer: Offer) -> list[Any]:
    said = {key: value for key, value in offer.entry.items() if key not in ("by", "do")}
    row: list[Any] = [offer.at, said]
    if offer.words or offer.turns:
        row.append(offer.words)
    if offer.turns:
        row.append(offer.turns)
    return row
