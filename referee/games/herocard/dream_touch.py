"""HeroCard Nightmare by touch: tiles are laid on the map, figures moved to the next Scene, Killers sent at a player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from referee.boards.addresses import side_of
from referee.games.herocard.cells import FAR, around, cell_of, free_cells, parts
from referee.games.herocard.touch import plain_touches, sets
from referee.games.touch import APART, Offer, Reach
from referee.wording.labels import value_words
from rules.herocard.core.reading.card import HeroCard
from rules.kernel.entries import TABLE

BARE = ("commit", "reveal", "scare", "replace")
CLAIMS = ("scared", "not_scared", "alive", "dead")
DREAMER = "Dreamer"
TURNS = (0, 1, 2, 3, 4, 5)


def touches(reach: Reach) -> Iterator[Offer]:
    """What of Nightmare may be done by touching."""
    yield from plain_touches(reach, aims=False)
    if reach.by == TABLE:
        return
    for do in BARE:
        if reach.wants(do):
            yield reach.offer(do)
    if reach.wants("announce"):
        yield from (reach.offer("announce", claim=claim, words=value_words(claim)) for claim in CLAIMS)
    if reach.wants("relief"):
        yield from (reach.offer("relief", choice=way, words=value_words(way)) for way in ("draw", "clear"))
    tiles = [(reach.name(at, str(tile["scene"])), tile) for at, _n, tile in reach.things("dream")]
    yield from _tiles(reach, tiles)
    yield from _figures(reach, tiles)
    yield from sets(reach, aims=False)


def _tiles(reach: Reach, tiles: list[tuple[str, Any]]) -> Iterator[Offer]:
    free = free_cells(reach.position)
    if reach.wants("place_tile"):
        lying = {str(tile["scene"]) for _at, tile in tiles}
        for scene in titles(reach, "scene"):
            if scene not in lying:
                at = reach.name(f"{APART}{scene}", scene)
                for q, r in free:
                    yield reach.offer("place_tile", cell(reach, q, r), at, scene=scene, q=q, r=r, turns=TURNS)
    if reach.wants("lift"):
        yield from (reach.offer("lift", at, scene=tile["scene"]) for at, tile in tiles)
    if reach.wants("attach"):
        yield from (reach.offer("attach", cell(reach, q, r), q=q, r=r, turns=TURNS) for q, r in free)
    if reach.wants("reconnect"):
        cells = {cell_of(tile): (at, tile) for at, tile in tiles}
        for part in parts(cells):
            # A part is named by the first of its tiles.
            at, tile = next(one for one in tiles if cell_of(one[1]) in part)
            for q, r in around(set(cells) - part, FAR):
                to = cell(reach, q, r)
                yield reach.offer("reconnect", at, to, scene=tile["scene"], q=q, r=r, turns=TURNS)


def _figures(reach: Reach, tiles: list[tuple[str, Any]]) -> Iterator[Offer]:
    """A figure is touched by the tile it stands on."""
    killers = {str(who): str(where) for who, where in (reach.position.get("killers") or {}).items()}
    active = str(reach.position.get("dreamer") or "")
    of_scene = {str(tile["scene"]): at for at, tile in tiles}
    standing = {**({DREAMER: active} if active else {}), **killers}
    for at, tile in tiles:
        scene = tile["scene"]
        for figure, where in standing.items() if reach.wants("move") else ():
            if where in of_scene and where != scene:
                words = _(figure)
                yield reach.offer("move", of_scene[where], at, figure=figure, to=scene, words=words)
        if reach.wants("place_dreamer"):
            yield reach.offer("place_dreamer", at, scene=scene)
        for killer in titles(reach, "killer") if reach.wants("place_killer") else ():
            if killer not in killers:
                on = reach.name(f"{APART}{killer}", killer)
                yield reach.offer("place_killer", at, on, killer=killer, scene=scene)
    for killer, where in killers.items() if reach.wants("kill") else ():
        for seat in reach.others:
            here = (of_scene[where],) if where in of_scene else ()
            yield reach.offer("kill", *here, side_of(seat), target=seat, killer=killer, words=killer)


def cell(reach: Reach, q: int, r: int) -> str:
    """The address of a free cell of the map."""
    return reach.name(f"{APART}{q},{r}", _("place %(q)s, %(r)s") % {"q": q, "r": r})


def titles(reach: Reach, kind: str) -> list[str]:
    """The titles of all cards of a kind: Scenes, Killers."""
    cards = [card for card in reach.catalogue.cards if isinstance(card, HeroCard) and card.kind == kind]
    return list(dict.fromkeys(card.title for card in cards))


def exits(reach: Reach) -> dict[str, Any]:
    """The exits of each Scene's tile before it is turned; of one that lies in the dream, as it lies. Beside them the
    Scene of the tile that is taken up."""
    known: dict[str, Any] = {
        card.title: card.exits for card in reach.catalogue.cards if isinstance(card, HeroCard) and card.exits
    }
    for _at, _n, tile in reach.things("dream"):
        known[str(tile["scene"])] = tuple(int(way) for way in tile.get("exits") or ())
    carried = [step["scene"] for step in reach.position.get("steps") or () if step.get("scene")]
    return known | ({f"{APART}carried": carried[-1]} if carried else {})
