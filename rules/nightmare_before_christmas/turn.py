"""Player Turn: one Function of an Active Locale, in its parts; ending the turn."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.cards import CardRef, describe
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.nightmare_before_christmas import end_phase, pumpkin_king
from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.effects import AddPoints, AnotherFunction, Effect
from rules.nightmare_before_christmas.position import Locale, NightmarePosition, Player, Step, with_seat
from rules.nightmare_before_christmas.steps import advance, begins, done, optional, steps_for
from rules.nightmare_before_christmas.texts import say
from rules.nightmare_before_christmas.town import active, face_of, stacked
from rules.nightmare_before_christmas.verbs import Add, EndTurn, UseFunction


@enforces("player-turn.parts", "reading.a11")
def step_open_to(position: NightmarePosition, seat: str, kind: type[Effect]) -> Step | None:
    """The pending step of this kind that a seat may carry out now: the first, or a later part of a Function whose
    earlier parts it passes over."""
    for step in position.steps:
        if step.seat != seat:
            return None
        if type(step.effect) is kind:
            return None if step.effect.then and step is not position.steps[0] else step
        if step.cause != "function" or not optional(step):
            return None
    return None


def own_turn(j: Judgment, by: str, rule: str) -> bool:
    """Whether it is this seat's Player Turn with nothing pending; says what is wrong otherwise."""
    position: NightmarePosition = j.position
    if position.stage != "turn":
        j.forbid(rule, say("only_in_player_turn"))
    elif position.turn != by:
        j.forbid(rule, say("turn_of_another_player", turn=position.turn))
    elif position.steps:
        step = position.steps[0]
        if step.cause == "function":
            j.forbid(
                "playing-cards.midst" if rule.startswith("playing") else rule,
                say("finish_function_first", seat=by),
            )
        else:
            j.forbid("other-rules.timing", say("finish_last_card_first", seat=step.seat))
    else:
        return True
    return False


def find_locale(j: Judgment, player: Player, ref: CardRef) -> int | None:
    """The place in the row of the Locale a reference means."""
    for number, locale in enumerate(player.locales):
        if locale.card is not None and j.pick((locale.card,), ref) is not None:
            return number
    return None


def verify_function(j: Judgment, entry: UseFunction) -> int | None:
    position: NightmarePosition = j.position
    if not own_turn(j, entry.by, "player-turn.function"):
        return None
    if position.function_used and not position.more_functions:
        j.forbid("player-turn.one-function", say("function_already_performed", seat=entry.by))
    player = position.players[entry.by]
    place = find_locale(j, player, entry.locale)
    if place is None:
        j.forbid(
            "player-turn.function",
            say("locale_not_in_halloweentown", card=describe(entry.locale), seat=entry.by),
        )
        return None
    locale = player.locales[place]
    assert locale.card is not None
    j.identify(locale.card, entry.locale)
    _must_be_active(j, player, locale)
    face = face_of(j, locale.card)
    if face is None:
        j.unsure(say("which_locale_it_is"))
    elif not 1 <= entry.number <= max(len(face.functions), 1):
        j.forbid(
            "player-turn.function",
            say("locale_has_no_such_function", title=j.title(locale.card), number=entry.number),
        )
    elif not face.functions or not face.functions[entry.number - 1]:
        j.await_declaration(say("function_unknown", number=entry.number, title=j.title(locale.card)))
    return place


def _is_active(locale: NightmareCard, *there: NightmareCard) -> bool:
    if locale.starting or locale.scare_threshold == 0:
        return True
    return sum(card.scare_number or 0 for card in there) >= (locale.scare_threshold or 0)


def _must_be_active(j: Judgment, player: Player, locale: Locale) -> None:
    is_active = active(j, player, locale)
    if is_active:
        return
    assert locale.card is not None
    cards = tuple(c for character in locale.characters for c in (character, *stacked(player, character)))
    message = say("locale_not_active", title=j.title(locale.card))
    if is_active is False:
        j.forbid("player-turn.active", message)
    elif all(j.known.faces.get(card) is not None for card in (locale.card, *cards)) or OPEN in cards:
        j.unsure(say("number_that_decides_active", title=j.title(locale.card)))
    else:
        j.need(
            "player-turn.active",
            _is_active,
            (locale.card, *cards),
            message,
            say("who_is_at_locale", title=j.title(locale.card)),
        )


@enforces("player-turn.midway", "player-turn.other-functions")
def perform_function(
    ctx: EntryContext, position: NightmarePosition, entry: UseFunction, plan: int | None
) -> NightmarePosition:
    player = position.players[entry.by]
    if plan is None or plan >= len(player.locales):
        raise Impossible(say("card_not_there", card=describe(entry.locale)))
    card = player.locales[plan].card
    face = face_of(ctx, card)
    effects = face.functions[entry.number - 1] if face and 1 <= entry.number <= len(face.functions) else ()
    more = position.more_functions - 1 if position.function_used else position.more_functions
    steps = steps_for(entry.by, effects, "function", card)
    return advance(ctx, replace(position, function_used=True, more_functions=max(more, 0), steps=steps))


@begins(AnotherFunction)
@enforces("player-turn.other-functions")
def _begin_another(
    ctx: EntryContext, position: NightmarePosition, step: Step, effect: AnotherFunction
) -> NightmarePosition:
    """A text lets its player perform more Functions this turn than one."""
    position = done(position)
    return replace(position, more_functions=position.more_functions + effect.count)


# -- adding Pumpkin Points ------------------------------------------------------------------------------------------


@begins(AddPoints)
def _begin_add(
    ctx: EntryContext, position: NightmarePosition, step: Step, effect: AddPoints
) -> NightmarePosition | None:
    """Pumpkin Points of a text or the activity are added at once; those of a Function when its player says so."""
    return None if step.cause == "function" else with_points(done(position), step)


@enforces("add-pumpkin-points", "add-pumpkin-points.maximum", "reading.a4")
def with_points(position: NightmarePosition, step: Step) -> NightmarePosition:
    """The position with a step's Pumpkin Points added, six at most."""
    assert isinstance(step.effect, AddPoints)
    player = pumpkin_king.pumpkin_points(position.players[step.seat], step.effect.count)
    return with_seat(position, step.seat, player)


def verify_add(j: Judgment, entry: Add) -> Step | None:
    step = step_open_to(j.position, entry.by, AddPoints)
    if step is None:
        j.forbid("add-pumpkin-points", say("may_not_add_pumpkin_points", seat=entry.by))
    return step


def perform_add(
    ctx: EntryContext, position: NightmarePosition, entry: Add, plan: Step | None
) -> NightmarePosition:
    if plan is None:
        raise Impossible(say("no_pumpkin_points_to_add"))
    at = position.steps.index(plan)
    return advance(ctx, with_points(replace(position, steps=position.steps[at + 1 :]), plan))


# -- ending the turn ------------------------------------------------------------------------------------------------


def verify_end_turn(j: Judgment, entry: EndTurn) -> None:
    own_turn(j, entry.by, "player-turn.order")


def perform_end_turn(
    ctx: EntryContext, position: NightmarePosition, entry: EndTurn, plan: None
) -> NightmarePosition:
    return next_turn(ctx, replace(position, steps=()))


@enforces("player-turn.order", "end-phase")
def next_turn(ctx: EntryContext, position: NightmarePosition) -> NightmarePosition:
    """The next player's turn, clockwise, or the End Phase when everybody has had one."""
    acted = (*position.acted, position.turn) if position.turn is not None else position.acted
    seats = tuple(position.players)
    at = seats.index(position.turn) if position.turn in seats else 0
    following = seats[(at + 1) % len(seats)]
    if following in acted:
        return end_phase.begin(ctx, replace(position, acted=acted))
    return replace(position, acted=acted, turn=following, function_used=False, more_functions=0, asked=())
