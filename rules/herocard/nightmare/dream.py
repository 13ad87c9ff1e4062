"""The dream: its tiles, how it is constructed, and how it is reconnected."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from rules.herocard.core.reading.card import HeroCard
from rules.herocard.core.turn.flow import begin_turn, current_step, next_seat, settle, step_required
from rules.herocard.nightmare import hexes
from rules.herocard.nightmare.hexes import Cell
from rules.herocard.nightmare.position import (
    NightmarePosition,
    PlacingDreamer,
    PlacingKillers,
    Reconnecting,
    Tile,
)
from rules.herocard.nightmare.verbs import PlaceDreamer, PlaceKiller, PlaceTile, Reconnect
from rules.herocard.texts import say
from rules.kernel.cards import Catalogue
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible, Misplaced
from rules.kernel.judgment import Judgment


@lru_cache(maxsize=16)
def titles(catalogue: Catalogue, kind: str) -> tuple[str, ...]:
    """The titles of all Scenes or Killers there are."""
    return tuple(card.title for card in catalogue.cards if isinstance(card, HeroCard) and card.kind == kind)


def printed_exits(catalogue: Catalogue, scene: str) -> tuple[int, ...]:
    """The exits of a tile before it is turned."""
    for number in catalogue.find(scene):
        card = catalogue.cards[number]
        if isinstance(card, HeroCard) and card.kind == "scene":
            return card.exits
    return ()


def tile_of(position: NightmarePosition, scene: str) -> Tile | None:
    """The tile of a Scene in the dream."""
    for tile in position.dream:
        if tile.scene == scene:
            return tile
    return None


def cells_of(position: NightmarePosition, without: str = "") -> list[Cell]:
    """The cells the dream covers, in the order of its tiles."""
    return [(tile.q, tile.r) for tile in position.dream if tile.scene != without]


def check_tiles(position: NightmarePosition) -> None:
    """Every tile of a dream lies in a cell of its own, and once. Raises ``LogError``."""
    for n, tile in enumerate(position.dream):
        path, before, why = f".dream.{n}", position.dream[:n], ""
        if tile.scene in [other.scene for other in before]:
            why = say("scene_already_in_dream", scene=tile.scene)
        elif (tile.q, tile.r) in [(other.q, other.r) for other in before]:
            why = say("place_taken")
        if why:
            raise Misplaced(path, why)


def with_checked_tiles(catalogue: Catalogue, position: NightmarePosition) -> NightmarePosition:
    """The position with the printed exits of tiles that say none. Raises ``LogError`` where two tiles are one, lie in
    one cell, or point in a direction that there is not."""
    check_tiles(position)
    tiles = tuple(
        tile if tile.exits else replace(tile, exits=printed_exits(catalogue, tile.scene))
        for tile in position.dream
    )
    for tile in tiles:
        if any(not 0 <= direction <= 5 for direction in tile.exits):
            raise Misplaced(".dream", say("exit_out_of_range", scene=tile.scene[:40]))
    return replace(position, dream=tiles)


def after_changes(
    catalogue: Catalogue, before: NightmarePosition, position: NightmarePosition
) -> NightmarePosition:
    """The position after a judge's changes of the dream. Raises ``Impossible`` where tiles cannot lie so, or where a
    tile is gone and a figure still said to be there."""
    if position.dream == before.dream:
        return position
    try:
        position = with_checked_tiles(catalogue, position)
    except Misplaced as error:
        raise Impossible(error.why) from None
    gone = {tile.scene for tile in before.dream} - {tile.scene for tile in position.dream}
    standing = [scene for scene in (position.dreamer, *position.killers.values()) if scene in gone]
    if standing:
        raise Impossible(say("figure_on_tile", scene=standing[0]))
    return position


# -- placing the Scene tiles ------------------------------------------------------------------------------------------


def _placing(j: Judgment, by: str, phase: str, rule: str) -> bool:
    position: NightmarePosition = j.position
    again = {"killers": PlacingKillers, "dreamer": PlacingDreamer}.get(phase, ())
    step = next((step for step in position.steps if isinstance(step, again)), None)
    if step is not None:
        j.forbid(rule, step_required(step))  # another player's, after a tile was removed
    elif position.phase != phase:
        j.forbid(rule, say("only_while_dream_is_built"))
    elif position.turn != by:
        j.forbid("constructing-the-dream.order", say("placing_turn_of_another_player", turn=position.turn))
    else:
        return True
    return False


@enforces("placing-the-scene-tiles")
def verify_tile(j: Judgment, e: PlaceTile) -> None:
    """A tile not yet in the dream is put to it, in turn."""
    position: NightmarePosition = j.position
    if not _placing(j, e.by, "tiles", "placing-the-scene-tiles.phase"):
        return
    cells = cells_of(position)
    if e.scene not in titles(j.catalogue, "scene"):
        j.forbid("log.card", say("unknown_scene", scene=e.scene[:60]))
    elif tile_of(position, e.scene) is not None:
        j.forbid("placing-the-scene-tiles.once", say("scene_already_in_dream", scene=e.scene))
    elif (e.q, e.r) in cells:
        j.forbid("placing-the-scene-tiles.free", say("place_taken"))
    elif cells and not any(cell in cells for cell in hexes.around((e.q, e.r))):
        j.forbid("placing-the-scene-tiles.attach", say("tile_not_attached"))
    elif not cells and (e.q, e.r) != (0, 0):
        j.forbid("placing-the-scene-tiles.centre", say("first_tile_not_in_centre"))


@enforces("constructing-the-dream")
def perform_tile(
    ctx: EntryContext, position: NightmarePosition, e: PlaceTile, plan: None
) -> NightmarePosition:
    """The position with the tile placed; after the last the Killers follow."""
    exits = hexes.turned_exits(printed_exits(ctx.catalogue, e.scene), e.turn)
    dream = (*position.dream, Tile(e.scene, e.q, e.r, exits))
    following = next_seat(position, position.turn)
    if len(dream) < len(titles(ctx.catalogue, "scene")):
        return replace(position, dream=dream, turn=following)
    return replace(position, dream=dream, phase="killers", turn=next_seat(position, position.starter))


# -- placing figures --------------------------------------------------------------------------------------------------


@enforces("placing-the-killers")
def verify_killer(j: Judgment, e: PlaceKiller) -> None:
    """A figure is placed on an empty tile at the set-up, or on any when its tile was removed."""
    position: NightmarePosition = j.position
    step = current_step(j, e.by, PlacingKillers)
    if step is not None:
        if e.killer not in step.killers:
            j.forbid("eliminating-the-death-scene-and-killer.figures", say("figure_not_on_removed_tile"))
        elif tile_of(position, e.scene) is None:
            j.forbid("log.card", say("unknown_tile", scene=e.scene[:60]))
        return
    if not _placing(j, e.by, "killers", "placing-the-killers.phase"):
        return
    if e.killer not in titles(j.catalogue, "killer"):
        j.forbid("log.card", say("unknown_killer", killer=e.killer[:60]))
    elif tile_of(position, e.scene) is None:
        j.forbid("log.card", say("unknown_tile", scene=e.scene[:60]))
    elif e.killer in position.killers:
        j.forbid("placing-the-killers.once", say("scene_already_in_dream", scene=e.killer))
    elif e.scene in position.killers.values():
        j.forbid("placing-the-killers.empty", say("killer_already_there", scene=e.scene))


def perform_killer(
    ctx: EntryContext, position: NightmarePosition, e: PlaceKiller, plan: None
) -> NightmarePosition:
    """The position with the figure placed."""
    killers = {**position.killers, e.killer: e.scene}
    steps = position.steps
    if steps and isinstance(steps[-1], PlacingKillers):
        step = replace(steps[-1], killers=tuple(name for name in steps[-1].killers if name != e.killer))
        return settle(ctx, replace(position, killers=killers, steps=(*steps[:-1], step)))
    placed = all(name in killers for name in titles(ctx.catalogue, "killer"))
    full = len(set(killers.values())) >= len(position.dream)
    if placed or full:
        return replace(position, killers=killers, phase="dreamer", turn=position.starter)
    return replace(position, killers=killers, turn=next_seat(position, position.turn))


@enforces("placing-the-dreamer")
def verify_dreamer(j: Judgment, e: PlaceDreamer) -> None:
    """The Dreamer is placed: at the set-up on an empty tile, later on any."""
    position: NightmarePosition = j.position
    if current_step(j, e.by, PlacingDreamer) is not None:
        empty_only = False
    elif _placing(j, e.by, "dreamer", "placing-the-dreamer.phase"):
        empty_only = any(tile.scene not in position.killers.values() for tile in position.dream)
    else:
        return
    if tile_of(position, e.scene) is None:
        j.forbid("log.card", say("unknown_tile", scene=e.scene[:60]))
    elif empty_only and e.scene in position.killers.values():
        j.forbid("placing-the-dreamer.empty", say("dreamer_needs_empty_tile", scene=e.scene))


@enforces("playing-the-game")
def perform_dreamer(
    ctx: EntryContext, position: NightmarePosition, e: PlaceDreamer, plan: None
) -> NightmarePosition:
    """The position with the Dreamer placed; at the set-up the first turn begins."""
    position = replace(position, dreamer=e.scene)
    if position.steps:
        return settle(ctx, replace(position, steps=position.steps[:-1]))
    return begin_turn(position, position.starter, 1)


# -- reconnecting the dream -------------------------------------------------------------------------------------------


def part_of(position: NightmarePosition, scene: str) -> list[Tile]:
    """The tiles connected with a Scene, its own among them."""
    tile = tile_of(position, scene)
    if tile is None:
        return []
    for group in hexes.groups(cells_of(position)):
        if (tile.q, tile.r) in group:
            return [other for other in position.dream if (other.q, other.r) in group]
    return []


def moved_part(part: list[Tile], scene: str, q: int, r: int, turn: int) -> list[Tile]:
    """A part turned about one of its Scenes, which then lies at (q, r)."""
    anchor = next(tile for tile in part if tile.scene == scene)
    out = []
    for tile in part:
        tq, tr = hexes.turned((tile.q, tile.r), (anchor.q, anchor.r), turn)
        cell = tq - anchor.q + q, tr - anchor.r + r
        out.append(Tile(tile.scene, *cell, hexes.turned_exits(tile.exits, turn)))
    return out


def placement_problem(position: NightmarePosition, part: list[Tile], moved: list[Tile]) -> str:
    """The problem of a moved part, in a word (``overlap``, ``apart``); empty when nothing is."""
    names = {tile.scene for tile in part}
    others = {(tile.q, tile.r) for tile in position.dream if tile.scene not in names}
    cells = [(tile.q, tile.r) for tile in moved]
    if any(cell in others for cell in cells):
        return "overlap"
    if not any(near in others for cell in cells for near in hexes.around(cell)):
        return "apart"
    return ""


@enforces("reconnecting-the-dream", "reading.c14")
def verify_reconnect(j: Judgment, e: Reconnect) -> list[Tile] | None:
    """The tiles of the part as they would lie; None when there is no such part."""
    position: NightmarePosition = j.position
    if current_step(j, e.by, Reconnecting) is None:
        j.forbid("reconnecting-the-dream.when", say("no_dream_to_reconnect", seat=e.by))
        return None
    part = part_of(position, e.scene)
    if not part:
        j.forbid("log.card", say("unknown_tile", scene=e.scene[:60]))
        return None
    moved = moved_part(part, e.scene, e.q, e.r, e.turn)
    wrong = placement_problem(position, part, moved)
    if wrong == "overlap":
        j.forbid("reconnecting-the-dream.overlap", say("tiles_would_overlap"))
    elif wrong:
        j.forbid("reconnecting-the-dream.reattach", say("moved_part_not_attached"))
    return moved


def perform_reconnect(
    ctx: EntryContext, position: NightmarePosition, e: Reconnect, moved: list[Tile] | None
) -> NightmarePosition:
    """The position with the part moved."""
    if moved is None:
        raise Impossible(say("no_part_to_move"))
    now = {tile.scene: tile for tile in moved}
    dream = tuple(now.get(tile.scene, tile) for tile in position.dream)
    return settle(ctx, replace(position, dream=dream))


def connected(position: NightmarePosition) -> bool:
    """Whether the dream is in one piece."""
    return len(hexes.groups(cells_of(position))) <= 1
