"""The options of Nightmare besides the core's plays; and for self-play the names of the cards dealt."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.herocard.core.offering import options as core
from rules.herocard.core.offering.canonical_option import canonical_option as core_canonical_option
from rules.herocard.core.reading.position import Step
from rules.herocard.core.reading.verbs import Done, PlayCards
from rules.herocard.core.turn.flow import living
from rules.herocard.core.turn.unknown_deck_size import NOT_ENDING_DRAWS, omits_draw, with_draws_over
from rules.herocard.nightmare import hexes
from rules.herocard.nightmare.dream import (
    cells_of,
    moved_part,
    part_of,
    placement_problem,
    printed_exits,
    tile_of,
    titles,
)
from rules.herocard.nightmare.moving import DREAMER, lift_problem
from rules.herocard.nightmare.position import (
    Announcing,
    Answering,
    Carrying,
    NightmarePosition,
    PlacingDreamer,
    PlacingKillers,
    Reconnecting,
    Relieving,
    Replacing,
)
from rules.herocard.nightmare.secrets import cards_of, killers_in, says_dead, says_scared
from rules.herocard.nightmare.verbs import (
    Announce,
    Attach,
    Commit,
    Kill,
    Lift,
    Move,
    PlaceDreamer,
    PlaceKiller,
    PlaceTile,
    Reconnect,
    Relief,
    Replace,
    Scare,
)
from rules.kernel.chance import Source
from rules.kernel.entries import Entry
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.solver import decide


def phase_options(j: Judgment, by: str) -> list[Entry]:
    """The candidates in a phase with no step waiting."""
    position: NightmarePosition = j.position
    phase = position.phase
    if phase == "commit":
        return [Commit(by=by)]
    if phase == "tiles":
        return tiles(j, by)
    if phase == "killers":
        left = [name for name in titles(j.catalogue, "killer") if name not in position.killers]
        return [PlaceKiller(by=by, killer=name, scene=tile.scene) for name in left for tile in position.dream]
    if phase == "dreamer":
        return [PlaceDreamer(by=by, scene=tile.scene) for tile in position.dream]
    entries = core.phase_options(j, by)
    if phase == "move":
        entries += [Done(by=by), *moves(position, by)]
    elif phase == "action" and by == position.turn and position.declared is None:
        entries += attacks(position, by)
    return entries


def attacks(position: NightmarePosition, by: str) -> list[Entry]:
    """Every attack that may be announced."""
    entries: list[Entry] = [Scare(by=by)]
    targets = [seat for seat in living(position) if seat != by]
    for killer in killers_in(position, position.dreamer):
        entries += [Kill(by=by, target=seat, killer=killer) for seat in targets]
    return entries


def tiles(j: Judgment, by: str) -> list[Entry]:
    """Every tile left, at every place, turned every way that differs."""
    position: NightmarePosition = j.position
    left = [name for name in titles(j.catalogue, "scene") if tile_of(position, name) is None]
    places = hexes.spots(cells_of(position)) if position.dream else [(0, 0)]
    entries: list[Entry] = []
    for name in left:
        turns = different_turns(printed_exits(j.catalogue, name))
        entries += [PlaceTile(by=by, scene=name, q=q, r=r, turn=turn) for q, r in places for turn in turns]
    return entries


def different_turns(exits: tuple[int, ...]) -> list[int]:
    """The turns that give different exits."""
    seen: dict[tuple[int, ...], int] = {}
    for turn in range(6):
        seen.setdefault(hexes.turned_exits(exits, turn), turn)
    return list(seen.values())


def moves(position: NightmarePosition, by: str) -> list[Entry]:
    """Every figure through every exit, and every tile that may be taken up."""
    entries: list[Entry] = []
    at = {(tile.q, tile.r): tile.scene for tile in position.dream}
    figures = {DREAMER: position.dreamer, **position.killers}
    for figure, scene in figures.items():
        tile = tile_of(position, scene)
        for direction in tile.exits if tile is not None else ():
            there = at.get(hexes.beside((tile.q, tile.r), direction))  # type: ignore[union-attr]
            if there is not None:
                entries.append(Move(by=by, figure=figure, to=there))
    entries += [Lift(by=by, scene=tile.scene) for tile in position.dream if not lift_problem(position, tile)]
    return entries


def step_options(j: Judgment, by: str, step: Step) -> list[Entry]:
    """The candidates of a waiting step."""
    position: NightmarePosition = j.position
    if isinstance(step, Carrying):
        tile = tile_of(position, step.scene)
        places = hexes.spots(cells_of(position, step.scene))
        turns = different_turns(tile.exits) if tile is not None else []
        return [Attach(by=by, q=q, r=r, turn=turn) for q, r in places for turn in turns]
    if isinstance(step, Announcing):
        args = (position.dreamer, killers_in(position, position.dreamer), True)
        return claims(j, by, says_scared, args, ("scared", "not_scared"))
    if isinstance(step, Answering):
        return claims(j, by, says_dead, (position.dreamer, step.killer, True), ("dead", "alive"))
    if isinstance(step, Replacing):
        return [Replace(by=by)]
    if isinstance(step, Relieving):
        return [Relief(by=by, choice="draw"), Relief(by=by, choice="clear")]
    if isinstance(step, PlacingDreamer):
        return [PlaceDreamer(by=by, scene=tile.scene) for tile in position.dream]
    if isinstance(step, PlacingKillers):
        return [
            PlaceKiller(by=by, killer=name, scene=tile.scene)
            for name in step.killers
            for tile in position.dream
        ]
    if isinstance(step, Reconnecting):
        return reconnections(position, by)
    return core.step_options(j, by, step)


def claims(j: Judgment, by: str, test: Any, args: tuple[Any, ...], words: tuple[Any, Any]) -> list[Entry]:
    """The answers a player may give about its secret cards: the true one where they are known, else either."""
    answer = decide(j.known, j.catalogue, test, cards_of(j.position.players[by]), args)
    said = words if answer is None else words[:1] if answer else words[1:]
    return [Announce(by=by, claim=word) for word in said]


def reconnections(position: NightmarePosition, by: str) -> list[Entry]:
    """Every part of the dream, every way it may be put to the others; named by its first tile."""
    entries: list[Entry] = []
    done: set[str] = set()
    for tile in position.dream:
        if tile.scene in done:
            continue
        part = part_of(position, tile.scene)
        names = {other.scene for other in part}
        done |= names
        places = hexes.spots((other.q, other.r) for other in position.dream if other.scene not in names)
        seen: set[tuple[int, int, int]] = set()
        for turn in range(6):
            shape = moved_part(part, tile.scene, 0, 0, turn)
            for q, r in places:
                for other in shape:
                    key = (q - other.q, r - other.r, turn)
                    if key not in seen:
                        seen.add(key)
                        if not placement_problem(position, part, moved_part(part, tile.scene, *key)):
                            entries.append(Reconnect(by=by, scene=tile.scene, q=key[0], r=key[1], turn=turn))
    return entries


def canonical_option(j: Judgment, entry: Entry) -> Entry | None:
    """The option a legal entry amounts to; None for a claim that the player's own cards contradict."""
    if type(entry) not in NOT_ENDING_DRAWS:
        j.position = with_draws_over(j, j.position, entry)
    if omits_draw(j.position, entry):
        return None
    position: NightmarePosition = j.position
    entry = replace(entry, at=None, note="", seen_by=None)
    if isinstance(entry, Commit):
        return replace(entry, scene=None, killer=None)
    if isinstance(entry, Replace):
        return replace(entry, cards=None)
    if isinstance(entry, Announce):
        return entry if entry in step_options(j, entry.by, position.steps[-1]) else None
    if isinstance(entry, PlaceTile):
        return replace(entry, turn=_smallest_turn(printed_exits(j.catalogue, entry.scene), entry.turn))
    if isinstance(entry, Attach):
        tile = tile_of(position, getattr(position.steps[-1], "scene", ""))
        return replace(entry, turn=_smallest_turn(tile.exits if tile is not None else (), entry.turn))
    if isinstance(entry, Reconnect):
        part = part_of(position, entry.scene)
        first = moved_part(part, entry.scene, entry.q, entry.r, entry.turn)[0]
        return replace(entry, scene=first.scene, q=first.q, r=first.r)
    return core_canonical_option(j, entry)


def _smallest_turn(exits: tuple[int, ...], turn: int) -> int:
    """The smallest turn that gives the same exits."""
    wanted = hexes.turned_exits(exits, turn)
    return next(other for other in range(6) if hexes.turned_exits(exits, other) == wanted)


def fill(j: Judgment, entry: Entry, source: Source) -> Entry:
    """The option with the cards dealt, drawn or laid open named, for those who see them."""
    if isinstance(entry, Commit):
        hero = j.position.players[entry.by]
        (scene,) = core.sampled(j, (hero.scene,), source)
        (killer,) = core.sampled(j, (hero.killer,), source)
        return replace(entry, scene=scene, killer=killer, seen_by=(entry.by,))
    if isinstance(entry, Replace):
        return replace(entry, cards=core.hand_named(j, entry.by))
    return core.fill(j, entry, source)


def prefer(j: Judgment, options: list[Entry], source: Source) -> list[Entry]:
    """For self-play: now and then what brings a game forward (figures moved rather than tiles, an attack begun once it
    is announced, a kill that is right), since wholly random play would wander for thousands of entries."""
    if len(options) < 2 or source.below(4) == 0:
        return options
    position: NightmarePosition = j.position
    for wanted in (
        _right_kills(j, options),
        _attacking(j, position, options),
        _leading(j, position, options),
    ):
        if wanted:
            return wanted
    return options


def _right_kills(j: Judgment, options: list[Entry]) -> list[Entry]:
    """Announced attacks to kill that name the right Killer and Scene, as far as the cards are known."""
    position: NightmarePosition = j.position
    deadly: list[Entry] = []
    for option in options:
        if isinstance(option, Kill):
            cards = cards_of(position.players[option.target])
            args = (position.dreamer, option.killer, True)
            if decide(j.known, j.catalogue, says_dead, cards, args):
                deadly.append(option)
    return deadly


def _attacking(ctx: EntryContext, position: NightmarePosition, options: list[Entry]) -> list[Entry]:
    """The plays of the active player once an attack is announced; to announce one where nothing is announced."""
    if position.phase != "action" or position.steps or options[0].by != position.turn:
        return []
    if position.declared is not None:
        return [option for option in options if isinstance(option, PlayCards)]
    return [option for option in options if isinstance(option, Scare)] if not position.played else []


def _cards_to_fear(ctx: EntryContext, position: NightmarePosition) -> set[str]:
    """The Scenes and Killers that a living player's known cards name."""
    feared: set[str] = set()
    for hero in position.players.values():
        cards = [ctx.card(card) for card in cards_of(hero)] if hero.alive else []
        feared.update(card.title for card in cards if card is not None)
    return feared


def _leading(ctx: EntryContext, position: NightmarePosition, options: list[Entry]) -> list[Entry]:
    """Moves that bring the Dreamer into a Scene some player fears, or a Killer some player fears to the Dreamer."""
    if position.phase != "move" or position.steps:
        return []
    feared = _cards_to_fear(ctx, position)
    moves = [option for option in options if isinstance(option, Move)]
    good = [m for m in moves if m.to in feared if m.figure == DREAMER]
    good += [m for m in moves if m.figure in feared and m.to == position.dreamer]
    return list(good or moves)
