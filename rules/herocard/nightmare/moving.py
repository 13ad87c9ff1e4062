"""The Move phase: the Dreamer and the Killers by exits, Scene tiles by open sides."""

from __future__ import annotations

from msgspec.structs import replace

from rules.herocard.core.turn.flow import may_act, to_action, top_step
from rules.herocard.nightmare import hexes
from rules.herocard.nightmare.dream import cells_of, tile_of, titles
from rules.herocard.nightmare.position import Carrying, NightmarePosition, Tile
from rules.herocard.nightmare.verbs import Attach, Lift, Move
from rules.herocard.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment

DREAMER = "Dreamer"
OPEN_SIDES = 3


def one_move_less(position: NightmarePosition) -> NightmarePosition:
    """The position after a move; after the third the Action phase begins."""
    if position.left <= 1:
        return to_action(position)
    return replace(position, left=position.left - 1)


@enforces("moving-the-dreamer-or-a-killer", "reading.c12", "board-game-actions")
def verify_move(j: Judgment, e: Move) -> None:
    """The figure goes by an exit of its Scene into the tile beside."""
    position: NightmarePosition = j.position
    if not may_act(j, e.by, "playing-the-game.move", "move"):
        return
    scene = position.dreamer if e.figure == DREAMER else position.killers.get(e.figure)
    here, there = tile_of(position, scene or ""), tile_of(position, e.to)
    if here is None:
        no_figure(j, e.figure)
    elif there is None:
        j.forbid("log.card", say("unknown_tile", scene=e.to[:60]))
    else:
        direction = hexes.direction_to((here.q, here.r), (there.q, there.r))
        if direction is None:
            j.forbid(
                "moving-the-dreamer-or-a-killer.beside", say("tiles_not_adjacent", to=e.to, scene=here.scene)
            )
        elif direction not in here.exits:
            j.forbid("moving-the-dreamer-or-a-killer.exit", say("no_exit_toward", scene=here.scene, to=e.to))


def no_figure(j: Judgment, figure: str) -> None:
    """Refuses an entry that names a Killer who is not in the dream, or no figure at all."""
    message = say("unknown_figure", figure=figure[:60])
    if figure == DREAMER or figure in titles(j.catalogue, "killer"):
        j.forbid("log.card", message)
    else:
        j.unknown_title(message)


def perform_move(ctx: EntryContext, position: NightmarePosition, e: Move, plan: None) -> NightmarePosition:
    """The position with the figure moved."""
    if e.figure == DREAMER:
        return one_move_less(replace(position, dreamer=e.to))
    return one_move_less(replace(position, killers={**position.killers, e.figure: e.to}))


def lift_problem(position: NightmarePosition, tile: Tile) -> str:
    """Why a tile may not be taken up, in a word (``alone``, ``open-sides``, ``split``); empty when it may."""
    others = cells_of(position, tile.scene)
    if not others:
        return "alone"
    if hexes.longest_open_run((tile.q, tile.r), others) < OPEN_SIDES:
        return "open-sides"
    return "split" if len(hexes.groups(others)) > 1 else ""


@enforces("moving-a-scene-tile", "reading.c13")
def verify_lift(j: Judgment, e: Lift) -> None:
    """The tile has three open sides in a row and may go without splitting the dream."""
    position: NightmarePosition = j.position
    if not may_act(j, e.by, "playing-the-game.move", "move"):
        return
    tile = tile_of(position, e.scene)
    if tile is None:
        j.forbid("log.card", say("unknown_tile", scene=e.scene[:60]))
        return
    problem = lift_problem(position, tile)
    if problem == "open-sides":
        j.forbid("moving-a-scene-tile.open-sides", say("no_three_open_sides", scene=e.scene))
    elif problem == "split":
        j.forbid("moving-a-scene-tile.split", say("dream_would_fall_apart", scene=e.scene))
    elif problem:
        j.forbid("moving-a-scene-tile.attach", say("no_tile_to_attach_to"))


def perform_lift(ctx: EntryContext, position: NightmarePosition, e: Lift, plan: None) -> NightmarePosition:
    """The position with the tile taken up."""
    return replace(position, steps=(*position.steps, Carrying(e.by, e.scene)))


def verify_attach(j: Judgment, e: Attach) -> Tile | None:
    """The tile as it would lie; None when none was taken up."""
    position: NightmarePosition = j.position
    step = top_step(position)
    if not isinstance(step, Carrying) or step.seat != e.by:
        j.forbid("moving-a-scene-tile.lift", say("no_tile_taken_up", seat=e.by))
        return None
    tile = tile_of(position, step.scene)
    others = cells_of(position, step.scene)
    if tile is None:
        j.forbid("moving-a-scene-tile.lift", say("tile_not_in_dream"))
        return None
    moved = Tile(tile.scene, e.q, e.r, hexes.turned_exits(tile.exits, e.turn))
    if (e.q, e.r) in others:
        j.forbid("moving-a-scene-tile.free", say("place_taken"))
    elif not any(cell in others for cell in hexes.around((e.q, e.r))):
        j.forbid("moving-a-scene-tile.attach", say("tile_not_reattached"))
    elif moved == tile:
        j.forbid("moving-a-scene-tile.unmoved", say("tile_not_moved"))
    return moved


def perform_attach(
    ctx: EntryContext, position: NightmarePosition, e: Attach, moved: Tile | None
) -> NightmarePosition:
    """The position with the tile put back."""
    dream = tuple(
        moved if moved is not None and tile.scene == moved.scene else tile for tile in position.dream
    )
    return one_move_less(replace(position, dream=dream, steps=position.steps[:-1]))
