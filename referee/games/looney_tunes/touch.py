"""Looney Tunes by touch: Actors to the Scene, Scenes of the storyboard, what a text chooses among."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from referee.boards.addresses import address, side_of
from referee.games.touch import APART, Offer, Reach
from rules.kernel.entries import TABLE

#: the most cards that are drawn by one touch, the most texts of one card
MOST, TEXTS = 6, 3
BARE = ("done", "roll_actor", "look", "roll", "random")
ZONES = ("face_down", "face_up", "special_effect", "hand", "discard", "score_pile")


def touches(reach: Reach) -> Iterator[Offer]:
    """What of Looney Tunes may be done by touching."""
    for do in BARE:
        if reach.wants(do):
            yield reach.offer(do)
    movie = reach.name("movie_deck", _("Movie deck"))
    if reach.wants("add_scene"):
        yield reach.offer("add_scene", movie)
    if reach.by == TABLE:
        yield from _table(reach, movie)
        return
    if reach.wants("announce"):
        yield reach.offer("announce", what="no_actor")
    if reach.wants("reveal"):
        yield reach.offer("reveal", adds=_sent(reach))
    yield from _hand(reach)
    deck = reach.name(address(reach.me, "deck"), _("Deck"))
    for count in range(1, MOST + 1) if reach.wants("draw") else ():
        yield reach.offer("draw", deck, count=count, words=str(count))
    for held in reach.cards("storyboard") if reach.wants("choose_scene") else ():
        yield reach.offer("choose_scene", held.at, scene=held.ref)
    yield from _texts(reach)


def _table(reach: Reach, movie: str) -> Iterator[Offer]:
    if reach.wants("shuffle"):
        yield reach.offer("shuffle", movie, deck="movie")
        yield from (reach.offer("shuffle", side_of(seat), deck=seat) for seat in reach.seats)
    if reach.wants("coin"):
        yield from (reach.offer("coin", side_of(seat), seat=seat) for seat in reach.seats)
    if reach.wants("score"):
        yield from (reach.offer("score", side_of(seat), taker=seat) for seat in reach.seats)
        yield reach.offer("score", reach.name(f"{APART}nobody", _("nobody")))


def _sent(reach: Reach) -> dict[str, Any]:
    """The own cards face down at the Scene, where the phone knows them all."""
    lying = address(reach.me, "face_down")
    known = reach.cards(lying)
    several = {held.at for held in known}
    whole = len(several) == len(known) == len(reach.at(lying) or ())
    return {"cards": [held.ref for held in known]} if known and whole else {}


def _hand(reach: Reach) -> Iterator[Offer]:
    scene, board = reach.name("scene", _("the Scene")), reach.name("storyboard", _("Storyboard"))
    for held in reach.hand:
        kind = str(getattr(held.card, "type", "")).casefold()
        if reach.wants("send") and kind != "scene":
            plays = [{"card": held.ref}]
            yield reach.offer("send", held.at, scene, plays=plays)
            yield reach.offer("send", held.at, scene, plays=plays, more=True, words=_("more follows"))
        if reach.wants("add_scene") and kind in ("scene", ""):
            yield reach.offer("add_scene", held.at, board, source="hand", card=held.ref)


def _texts(reach: Reach) -> Iterator[Offer]:
    """Texts to be carried out, and what they choose among."""
    if reach.wants("resolve"):
        yield reach.offer("resolve")
        lying = [reach.cards(address(reach.me, zone)) for zone in ("face_up", "special_effect")]
        for held in (*lying[0], *lying[1], *reach.cards("scene")):
            yield reach.offer("resolve", held.at, card=held.ref)
            for choice in range(2, TEXTS + 1):
                yield reach.offer("resolve", held.at, card=held.ref, choice=choice, words=str(choice))
    if not reach.wants("choose"):
        return
    yield reach.offer("choose")
    for held in (*reach.cards("storyboard"), *reach.cards("movie_discard"), *reach.cards("scene")):
        yield reach.offer("choose", held.at, card=held.ref)
    for seat in reach.seats:
        yield reach.offer("choose", side_of(seat), seat=seat)
        for zone in ZONES:
            for held in reach.cards(address(side_of(seat), zone)):
                yield reach.offer("choose", held.at, card=held.ref)
                yield reach.offer("choose", held.at, side_of(seat), card=held.ref, seat=seat)
