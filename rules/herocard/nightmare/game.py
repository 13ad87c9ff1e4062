"""Nightmare: the wiring."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, cast

from msgspec.structs import replace

from rules.herocard.core.game import CORE_VERBS, SETUP, HeroGame, HeroOptions, duel_side
from rules.herocard.core.reading.deck import SECTIONS as DECK_SECTIONS
from rules.herocard.core.reading.position import Sequence, Side, Step
from rules.herocard.core.reading.variant import Played
from rules.herocard.core.turn import flow
from rules.herocard.core.turn.sides import losing
from rules.herocard.core.turn.unknown_deck_size import judged_after_draws
from rules.herocard.nightmare import dream, hexes, killing, moving, options, scaring, secrets
from rules.herocard.nightmare.position import (
    Announcing,
    NightmareHero,
    NightmarePosition,
    PlacingDreamer,
    PlacingKillers,
    Reconnecting,
    Relieving,
    Replacing,
)
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
    Reveal,
    Scare,
)
from rules.herocard.texts import say
from rules.kernel.chance import Source
from rules.kernel.enforce import enforces
from rules.kernel.entries import Entry
from rules.kernel.entry_context import EntryContext
from rules.kernel.event_rules import EventRules, Length
from rules.kernel.game import Verb
from rules.kernel.judgment import Judgment
from rules.kernel.verdict import Outcome

#: The steps of putting the dream in order after its active Scene went.
PUTTING_IN_ORDER = (PlacingDreamer, PlacingKillers, Reconnecting)


def _any_order_group(step: Step) -> str:
    """Which steps may be taken in any order with this one; empty for one that comes in its turn."""
    if isinstance(step, Replacing):
        return "replace"
    if isinstance(step, (Relieving, *PUTTING_IN_ORDER)):
        return "relief"
    return getattr(step, "of", "")


class NightmareOptions(HeroOptions, frozen=True, forbid_unknown_fields=True):
    """The event's choices: what breaks the shared first place of the survivors at the end of time."""

    breaker: Literal["none", "kills"] = "none"


class HeroCardNightmare(HeroGame[NightmarePosition]):
    """HeroCard Nightmare for two to four players."""

    name = "herocard_nightmare"
    title = "HeroCard Nightmare"
    event_rules = EventRules(
        first_section="actions",
        deck_sections=DECK_SECTIONS,
        time_procedure=(say("nightmare_time_procedure")),
        card_list="rules.herocard.importing:import_decks",
        length=Length("turn", say("turns")),
    )
    position_type = NightmarePosition
    hero_type = NightmareHero
    options_type = NightmareOptions
    refresh_phase = "move"
    stoppable = frozenset({"clear", "move"})
    facts_of_parts = HeroGame.facts_of_parts | {"declared", "dream"}
    skippable = ("draw", "clear", "move", "action")
    verbs = judged_after_draws({
        **CORE_VERBS,
        Commit: Verb(secrets.verify_commit, secrets.perform_commit),
        Reveal: Verb(secrets.verify_reveal, secrets.perform_reveal),
        PlaceTile: Verb(dream.verify_tile, dream.perform_tile),
        PlaceKiller: Verb(dream.verify_killer, dream.perform_killer),
        PlaceDreamer: Verb(dream.verify_dreamer, dream.perform_dreamer),
        Reconnect: Verb(dream.verify_reconnect, dream.perform_reconnect),
        Move: Verb(moving.verify_move, moving.perform_move),
        Lift: Verb(moving.verify_lift, moving.perform_lift),
        Attach: Verb(moving.verify_attach, moving.perform_attach),
        Scare: Verb(scaring.verify_scare, scaring.perform_scare),
        Kill: Verb(killing.verify_kill, killing.perform_kill),
        Announce: Verb(killing.verify_announce, killing.perform_announce),
        Replace: Verb(scaring.verify_replace, scaring.perform_replace),
        Relief: Verb(scaring.verify_relief, scaring.perform_relief),
    })  # fmt: skip

    def start(self, j: Judgment) -> NightmarePosition:
        secrets.open_pools(j, j.catalogue)
        players = secrets.dealt(j, cast("dict[str, NightmareHero]", self.heroes(j)), False)
        return NightmarePosition(players=players, phase="opening")

    def prepare(self, j: Judgment) -> None:
        super().prepare(j)
        secrets.open_pools(j, j.catalogue)

    def vocabulary(self, ctx: EntryContext, position: NightmarePosition, kind: str) -> Collection[str] | None:
        if kind in ("scene", "killer"):
            return dream.titles(ctx.catalogue, kind)
        if kind == "tile":
            return [tile.scene for tile in position.dream]
        return super().vocabulary(ctx, position, kind)

    def name_problem(self, ctx: EntryContext, position: NightmarePosition, kind: str, name: str) -> str:
        if kind == "scene" and name not in dream.titles(ctx.catalogue, "scene"):
            return say("unknown_scene", scene=name[:60])
        if kind == "killer" and name not in dream.titles(ctx.catalogue, "killer"):
            return say("unknown_killer", killer=name[:60])
        if kind == "tile" and dream.tile_of(position, name) is None:
            return say("unknown_tile", scene=name[:60])
        if kind in ("scene", "killer", "tile"):
            return ""
        return super().name_problem(ctx, position, kind, name)

    def after_changes(
        self, ctx: EntryContext, before: NightmarePosition, position: NightmarePosition, on: Entry | None
    ) -> NightmarePosition:
        position = dream.after_changes(ctx.catalogue, before, position)
        return super().after_changes(ctx, before, position, on)

    def complete(self, ctx: EntryContext, position: NightmarePosition) -> NightmarePosition:
        position = super().complete(ctx, dream.with_checked_tiles(ctx.catalogue, position))
        players = secrets.dealt(ctx, position.players, True)
        return replace(position, players=players, starter=position.starter or position.turn)

    def outcome(self, j: Judgment) -> Outcome | None:
        return killing.outcome(j)

    def after_end(self, verb: type[Entry]) -> bool:
        return verb is Reveal or super().after_end(verb)

    @enforces("reading.c27")
    def open_steps(self, position: NightmarePosition) -> tuple[int, ...]:
        """Scared players replace their hands in any order, then Relief and the dream are seen to in any order; the
        dream is reconnected when its figures stand."""
        steps = position.steps
        free = _any_order_group(steps[-1]) if len(steps) > 1 else ""
        if not free:
            return super().open_steps(position)
        first = len(steps)
        while first and _any_order_group(steps[first - 1]) == free:
            first -= 1
        standing = not any(isinstance(s, PlacingDreamer | PlacingKillers) for s in steps[first:])
        places = range(first, len(steps))
        return tuple(p for p in places if standing or not isinstance(steps[p], Reconnecting))

    def step_actors(self, position: NightmarePosition, step: Step) -> tuple[str, ...]:
        return step.waiting if isinstance(step, Announcing) else super().step_actors(position, step)

    def to_act(self, position: NightmarePosition) -> tuple[str, ...]:
        if position.phase == "commit":
            return tuple(seat for seat, hero in position.players.items() if not hero.committed)
        return super().to_act(position)

    def step_options(self, j: Judgment, by: str, step: Step) -> list[Entry]:
        return options.step_options(j, by, step)

    def phase_options(self, j: Judgment, by: str) -> list[Entry]:
        return options.phase_options(j, by)

    def fill(self, j: Judgment, entry: Entry, source: Source) -> Entry:
        return options.fill(j, entry, source)

    def prefer(self, j: Judgment, options_: list[Entry], source: Source) -> list[Entry]:
        return options.prefer(j, options_, source)

    def canonical_option(self, j: Judgment, entry: Entry) -> Entry | None:
        return options.canonical_option(j, entry)

    # -- what the core asks -----------------------------------------------------------------------------------------

    def after_opening(self, position: NightmarePosition) -> NightmarePosition:
        return replace(position, phase="commit")

    def after_first(self, ctx: EntryContext, position: NightmarePosition, seat: str) -> NightmarePosition:
        return replace(position, phase="tiles", starter=seat, turn=flow.next_seat(position, seat))

    def after_clear(self, position: NightmarePosition) -> NightmarePosition:
        return replace(position, phase="move", left=3)

    def after_done(self, ctx: EntryContext, position: NightmarePosition) -> NightmarePosition:
        return flow.to_action(position) if position.phase == "move" else self.after_clear(position)

    def may_refresh(self, position: NightmarePosition) -> bool:
        return bool(position.phase == "move" and position.left == 3)

    def void(self, position: NightmarePosition, step: Step) -> bool:
        if isinstance(step, PlacingDreamer | PlacingKillers | Reconnecting) and not position.dream:
            return True
        if isinstance(step, PlacingDreamer):
            return bool(position.dreamer)
        if isinstance(step, PlacingKillers):
            return not step.killers
        if isinstance(step, Reconnecting):
            return len(hexes.groups(dream.cells_of(position))) <= 1
        return super().void(position, step)

    @enforces("attacking-to-kill-a-player.one-on-one")
    def involved(self, position: NightmarePosition, sequence: Sequence | None) -> tuple[str, ...]:
        if sequence is not None and sequence.kind == "kill":
            return (sequence.attacker, sequence.target or "")
        return flow.living(position)

    def _shared(self, position: NightmarePosition) -> bool:
        sequence = position.sequence
        return sequence is not None and sequence.kind == "scare" and sequence.target is None

    def side_of(self, position: NightmarePosition, by: str) -> Side | None:
        sequence = position.sequence
        if sequence is None or not self._shared(position) or sequence.attacker == by:
            return super().side_of(position, by)
        return sequence.sides.get(by) or losing(sequence)

    def check_side(self, j: Judgment, by: str, side: Side) -> None:
        if self._shared(j.position):
            scaring.check_side(j, by, side)
        else:
            duel_side(j, by, side)

    def shared_bases(self, position: NightmarePosition) -> bool:
        return self._shared(position)

    def check_attack(self, j: Judgment, by: str) -> None:
        if j.position.declared is None:
            j.forbid("attacking-to-scare.declare", say("attack_not_announced"))

    def new_sequence(self, position: NightmarePosition, by: str, plan: Played) -> Sequence:
        declared = position.declared
        if declared is not None and declared.kind == "kill":
            target = declared.target or ""
            return Sequence("kill", by, target, declared.killer, targets={by: target, target: by})
        others = [seat for seat in flow.living(position) if seat != by]
        return Sequence("scare", by, others[0] if len(others) == 1 else None)

    def resolve(
        self, ctx: EntryContext, position: NightmarePosition, sequence: Sequence, success: bool
    ) -> NightmarePosition:
        position = replace(position, declared=None)
        if sequence.kind == "kill":
            return killing.resolve_kill(position, sequence, success)
        return scaring.resolve_scare(position, sequence, success)

    def at_turn_end(self, ctx: EntryContext, position: NightmarePosition) -> NightmarePosition:
        position = replace(position, declared=None)
        if position.time == "called":
            return replace(position, phase=flow.OVER, priority="")
        return position

    def after_time(self, ctx: EntryContext, position: NightmarePosition) -> NightmarePosition:
        if position.phase in SETUP:
            return replace(position, phase=flow.OVER, priority="")
        return position
