"""The Nightmare Before Christmas by touch: Characters below Locales, figures to the next, Functions and texts."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from referee.boards.addresses import address, side_of
from referee.games.touch import APART, Held, Offer, Reach
from referee.wording.labels import value_words
from rules.kernel.entries import TABLE

#: the most cards that are drawn or turned up by one touch
MOST = 10
#: the ends of the row of Locales
ENDS = ("left", "right")
BARE = ("remove_day", "flip", "pass", "end_turn", "add", "look", "random")


def touches(reach: Reach) -> Iterator[Offer]:
    """What of The Nightmare Before Christmas may be done by touching."""
    for do in BARE:
        if reach.wants(do):
            yield reach.offer(do)
    if reach.by == TABLE:
        for do in ("first_king", "shuffle"):
            if reach.wants(do):
                yield from (reach.offer(do, side_of(seat), seat=seat) for seat in reach.seats)
        return
    yield from _choices(reach)
    yield from _hand(reach)
    yield from _town(reach)
    yield from _steps(reach)
    if reach.wants("target"):
        yield from _targets(reach)


def _choices(reach: Reach) -> Iterator[Offer]:
    """An end of the row, an activity, how many cards."""
    for end in ENDS:
        for do in ("commit", "place"):
            if reach.wants(do):
                yield reach.offer(do, end=end, words=value_words(end))
    if reach.wants("reveal"):
        yield from _reveals(reach)
    if reach.wants("choose_activity"):
        for activity in ("draw", "add", "move"):
            yield reach.offer("choose_activity", activity=activity, words=value_words(activity))
    if reach.wants("activity"):
        yield reach.offer("activity")
    deck = reach.name(address(reach.me, "deck"), _("Main Deck"))
    for do in ("draw", "turn_up"):
        for count in range(MOST + 1) if reach.wants(do) else ():
            yield reach.offer(do, deck, count=count, words=str(count))
    for held in reach.cards(address(reach.me, "set_aside")) if reach.wants("reveal") else ():
        yield reach.offer("reveal", held.at, card=held.ref)
    for seat in reach.others if reach.wants("ask") else ():
        yield reach.offer("ask", side_of(seat), of=seat)
    for seat in reach.seats if reach.wants("examine") else ():
        pile = reach.name(address(side_of(seat), "discard"), _("Discard Pile"))
        yield reach.offer("examine", pile, of=seat)
    for held in reach.cards(address(reach.me, "discard")) if reach.wants("arrange") else ():
        yield reach.offer("arrange", held.at, card=held.ref)


def _reveals(reach: Reach) -> Iterator[Offer]:
    """A Locale put face down is turned up: which it is, its player's phone knows if it was said."""
    coming = reach.cards(address(reach.me, "coming"))
    adds = {"card": coming[0].ref} if len(coming) == 1 else {}
    said = str(reach.side(reach.by).get("end") or "")
    for end in (said,) if said in ENDS else ENDS:
        yield reach.offer("reveal", end=end, words=value_words(end), adds=adds)


def _hand(reach: Reach) -> Iterator[Offer]:
    pile = reach.name(address(reach.me, "discard"), _("Discard Pile"))
    for held in reach.hand:
        for do in ("discard", "commit", "cover"):
            if reach.wants(do):
                yield reach.offer(do, held.at, pile if do != "cover" else reach.me, card=held.ref)
        if reach.wants("activity"):
            yield reach.offer("activity", held.at, pile, discard=held.ref)
        if reach.wants("play"):
            yield from _plays(reach, held)


def _plays(reach: Reach, held: Held) -> Iterator[Offer]:
    """A Character goes below a Locale, or in the place of another version of it; any other card is simply played."""
    kind = getattr(held.card, "type", "")
    if kind in ("Character", ""):
        for at, locale in _locales(reach, reach.by):
            yield reach.offer("play", held.at, at, card=held.ref, locale=locale.ref)
        yield reach.offer(
            "play", held.at, reach.me, card=held.ref, replace=True, words=_("another version of it")
        )
    if kind != "Character":
        yield reach.offer("play", held.at, reach.me, card=held.ref)
        for choice in range(2, len(getattr(held.card, "choices", ())) + 1):
            yield reach.offer("play", held.at, reach.me, card=held.ref, choice=choice, words=str(choice))


def _locales(reach: Reach, seat: str) -> Iterator[tuple[str, Held]]:
    for at, _n, _locale in reach.things(address(side_of(seat), "locales")):
        for held in reach.cards(address(at, "card")):
            yield reach.name(at, held.title), held


def _characters(reach: Reach, seat: str) -> Iterator[Held]:
    for at, _n, _locale in reach.things(address(side_of(seat), "locales")):
        yield from reach.cards(address(at, "characters"))


def _town(reach: Reach) -> Iterator[Offer]:
    """Functions of the own Locales; moves and texts of Characters."""
    for at, held in _locales(reach, reach.by) if reach.wants("function") else ():
        yield reach.offer("function", at, locale=held.ref)
        for number in range(2, len(getattr(held.card, "functions", ())) + 1):
            yield reach.offer("function", at, locale=held.ref, number=number, words=str(number))
    for seat in reach.seats:
        places = list(_locales(reach, seat)) if reach.wants("move") else []
        for held in _characters(reach, seat):
            yield from (reach.offer("move", held.at, at, card=held.ref, to=to.ref) for at, to in places)
            if reach.wants("gather"):
                yield reach.offer("gather", held.at, card=held.ref)
            if reach.wants("protect") and seat == reach.by:
                yield reach.offer("protect", held.at, card=held.ref)
            if reach.wants("use") and seat == reach.by:
                yield reach.offer("use", held.at, card=held.ref)
                for number in range(2, len(getattr(held.card, "abilities", ())) + 1):
                    yield reach.offer("use", held.at, card=held.ref, number=number, words=str(number))
    for held in reach.cards(address(reach.me, "placed")) if reach.wants("protect") else ():
        yield reach.offer("protect", held.at, card=held.ref)


def _steps(reach: Reach) -> Iterator[Offer]:
    """Texts that are triggered together; cards that a Search turned up, or that lie in the Discard Pile."""
    for _at, _n, step in reach.things("steps") if reach.wants("resolve") else ():
        held = reach.labels.get(str(step.get("card")))
        if held is not None:
            yield reach.offer("resolve", held.at, card=held.ref)
    if reach.wants("take"):
        stacks = [reach.cards(address(at, "found")) for at, _n, _step in reach.things("steps")]
        for held in (*(one for cards in stacks for one in cards), *reach.cards(address(reach.me, "discard"))):
            yield reach.offer("take", held.at, card=held.ref)


def _targets(reach: Reach) -> Iterator[Offer]:
    yield reach.offer("target", reach.name(f"{APART}all", _("all opponents")))
    for seat in reach.seats:
        yield reach.offer("target", side_of(seat), seat=seat)
        for zone in ("hand", "creations", "placed"):
            for held in reach.cards(address(side_of(seat), zone)):
                yield reach.offer("target", held.at, seat=seat, card=held.ref)
        for held in _characters(reach, seat):
            yield reach.offer("target", held.at, seat=seat, card=held.ref)
