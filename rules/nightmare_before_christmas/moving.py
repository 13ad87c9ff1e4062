"""Moving Characters: one Locale for one Movement, double Movement, and those who let others come to them."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from rules.kernel.cards import describe
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.nightmare_before_christmas import pumpkin_king
from rules.nightmare_before_christmas.drawing import skip_to
from rules.nightmare_before_christmas.effects import Gather, MoveCards
from rules.nightmare_before_christmas.position import NightmarePosition, Player, Step, with_seat, without
from rules.nightmare_before_christmas.steps import advance, done, put_first
from rules.nightmare_before_christmas.texts import say
from rules.nightmare_before_christmas.town import KnowsCards, characters, face_of, place_of, title_of
from rules.nightmare_before_christmas.turn import find_locale, step_open_to
from rules.nightmare_before_christmas.verbs import GatherAt, Move


class Shift(msgspec.Struct, frozen=True, gc=False):
    """Which Character goes to which place in the row, and the Movement it costs."""

    card: int
    to: int
    cost: int


def verify_move(j: Judgment, entry: Move) -> Shift | None:
    """The plan of a move."""
    position: NightmarePosition = j.position
    player = position.players.get(entry.by)
    step = None if player is None else step_open_to(position, entry.by, MoveCards)
    gathering = position.steps[0].effect if position.steps and position.steps[0].seat == entry.by else None
    if player is None or (step is None and type(gathering) is not Gather):
        j.forbid("move-cards", say("no_movement_to_spend", seat=entry.by))
        return None
    owner = _owner(entry, step)
    player = position.players[owner]
    card = _mover(j, entry, player, step)
    if card is None:
        return None
    source, to = place_of(player, card), find_locale(j, player, entry.to)
    if to is None or source is None:
        j.forbid(
            "move-cards.adjacent", say("locale_not_in_halloweentown", card=describe(entry.to), seat=owner)
        )
        return None
    if abs(source - to) != 1:
        j.forbid(
            "move-cards.adjacent", say("locale_not_adjacent", card=describe(entry.to), title=j.title(card))
        )
    cost = movement_to_leave(j, player, card, source)
    if isinstance(gathering, Gather):
        if title_of(j, player.locales[to].card) == gathering.to:
            _check_gathered(j, card, cost)
        else:
            j.forbid("move-cards.gather", say("gathering_pending", to=gathering.to))
        return Shift(card, to, 0)
    assert step is not None
    _check_cost(j, step, card, cost)
    return Shift(card, to, cost)


def _owner(entry: Move, step: Step | None) -> str:
    """In whose Halloweentown somebody moves: an opponent's where a text moves one of his."""
    return entry.by if step is None or step.target is None else step.against or entry.by


def _mover(j: Judgment, entry: Move, player: Player, step: Step | None) -> int | None:
    """The Character that moves: the one that was named, where a text moves one alone."""
    aimed = step is not None and step.target is not None
    may_move = tuple(c for c in characters(player) if not aimed or (step is not None and c == step.target))
    card = j.pick(may_move, entry.card)
    if card is not None:
        j.identify(card, entry.card)
    elif aimed:
        j.forbid("move-cards.own", say("not_the_named_character", card=describe(entry.card)))
    else:
        j.forbid("move-cards.own", say("not_movable_character", card=describe(entry.card), seat=entry.by))
    return card


def _check_gathered(j: Judgment, card: int, cost: int) -> None:
    """One Movement brings any number of Characters, but for those who need more to leave."""
    if cost > 1:
        j.forbid("move-cards.double", say("movement_needed_to_leave", title=j.title(card), cost=cost))


def _check_cost(j: Judgment, step: Step, card: int, cost: int) -> None:
    assert isinstance(step.effect, MoveCards)
    if step.effect.count < cost:
        rule = "start-phase.pumpkin-king-activity.move" if step.cause == "activity" else "move-cards.double"
        j.forbid(
            rule,
            say("too_little_movement_to_leave", title=j.title(card), cost=cost, count=step.effect.count),
        )


@enforces("move-cards.double")
def movement_to_leave(knowledge: KnowsCards, player: Player, card: int, source: int) -> int:
    """The Movement that a Character needs to leave its Locale."""
    face = face_of(knowledge, card)
    if face is not None and face.leaving:
        here = title_of(knowledge, player.locales[source].card)
        for leaving in face.leaving:
            if leaving.locale == here:
                movement: int = leaving.movement
                return movement
    return 1


@enforces("move-cards.spend-freely")
def perform_move(
    ctx: EntryContext, position: NightmarePosition, entry: Move, plan: Shift | None
) -> NightmarePosition:
    if plan is None:
        raise Impossible(say("cannot_be_moved_there", card=describe(entry.card)))
    card, to, cost = plan.card, plan.to, plan.cost
    aimed = step_open_to(position, entry.by, MoveCards)
    owner = entry.by if aimed is None or aimed.target is None else aimed.against or entry.by
    position = with_seat(position, owner, shifted(position.players[owner], card, to))
    if cost == 0:
        return position
    position = skip_to(position, MoveCards)
    step = position.steps[0]
    assert isinstance(step.effect, MoveCards)
    left = step.effect.count - cost
    if left > 0:
        effect = MoveCards(count=left, then=step.effect.then)
        return replace(position, steps=(replace(step, effect=effect), *position.steps[1:]))
    return pumpkin_king.go_on(ctx, advance(ctx, done(position)))


def shifted(player: Player, card: int, to: int) -> Player:
    """The player with a Character at another Locale of the row."""
    locales = list(player.locales)
    for number, locale in enumerate(locales):
        if card in locale.characters:
            locales[number] = replace(locale, characters=without(locale.characters, card))
    locales[to] = replace(locales[to], characters=(*locales[to].characters, card))
    return replace(player, locales=tuple(locales))


def verify_gather(j: Judgment, entry: GatherAt) -> str | None:
    """Returns the Locale that adjacent Characters may come to."""
    position: NightmarePosition = j.position
    player = position.players.get(entry.by)
    step = None if player is None else step_open_to(position, entry.by, MoveCards)
    if player is None or step is None or step.target is not None:
        j.forbid("move-cards", say("no_movement_to_spend", seat=entry.by))
        return None
    card = j.pick(tuple(characters(player)), entry.card)
    face = face_of(j, card)
    if card is None or face is None or not face.gathers:
        j.forbid("move-cards.gather", say("no_matching_text", card=describe(entry.card), seat=entry.by))
        return None
    place = place_of(player, card)
    if place is None or title_of(j, player.locales[place].card) != face.gathers:
        j.forbid(
            "move-cards.gather", say("character_not_at_locale", title=j.title(card), gathers=face.gathers)
        )
    gathers: str = face.gathers
    return gathers


def perform_gather(
    ctx: EntryContext, position: NightmarePosition, entry: GatherAt, plan: str | None
) -> NightmarePosition:
    if plan is None:
        raise Impossible(say("nobody_can_come"))
    position = skip_to(position, MoveCards)
    step = position.steps[0]
    assert isinstance(step.effect, MoveCards)
    left = step.effect.count - 1
    position = done(position)
    if left:
        position = put_first(position, replace(step, effect=MoveCards(count=left, then=step.effect.then)))
    return put_first(position, Step(seat=entry.by, effect=Gather(to=plan), cause=step.cause, card=step.card))
