"""Playing Surprises: one title a Round, the limit, the abilities divided by OR, placed and stacked ones, defence."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.cards import describe
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.conditions import holds
from rules.nightmare_before_christmas.effects import CardEffect, Respond, Settle, StackOn
from rules.nightmare_before_christmas.leaving import triggers
from rules.nightmare_before_christmas.position import (
    NightmarePosition,
    Player,
    Step,
    with_seat,
    without,
)
from rules.nightmare_before_christmas.steps import advance, begins, done, failed, put_first, steps_for
from rules.nightmare_before_christmas.targets import candidates
from rules.nightmare_before_christmas.texts import say
from rules.nightmare_before_christmas.town import (
    characters,
    face_of,
    in_play,
    place_of,
    title_of,
    with_stacked_card,
    with_title,
)
from rules.nightmare_before_christmas.verbs import Play, Protect

LIMIT = 3
Problem = tuple[str, str]


def may_respond(position: NightmarePosition, seat: str) -> bool:
    """Whether a seat may protect itself from what comes next."""
    step = position.steps[0] if position.steps else None
    return step is not None and step.seat == seat and isinstance(step.effect, Respond)


@enforces("playing-cards.own-turn", "other-rules.surprise-limit.defensive")
def on_others_turns(face: NightmareCard) -> bool:
    """Whether a card is played on other players' turns."""
    return bool(face.on_others_turns)


def problem(
    position: NightmarePosition, player: Player, entry: Play, face: NightmareCard, own: bool
) -> tuple[str, str] | None:
    """Which rule for Surprises playing this one breaks, and what is wrong."""
    responding = may_respond(position, entry.by)
    if responding and not _defends(position, face):
        return "other-rules.timing.interrupt", say("does_not_answer_this", title=face.title)
    if not own and not responding and face.protects:
        return "other-rules.timing.interrupt", say("nothing_to_answer", title=face.title)
    if own and face.on_others_turns:
        return "playing-surprises.defensive", say("only_played_on_other_turns", title=face.title)
    if own and len(player.surprise_discard) >= LIMIT:
        return "other-rules.surprise-limit", say("surprise_discard_full", seat=entry.by)
    if face.title in player.surprises:
        return "playing-surprises.once-a-round", say(
            "already_played_this_round", seat=entry.by, title=face.title
        )
    return None


@enforces("other-rules.timing.protection")
def _defends(position: NightmarePosition, face: NightmareCard) -> bool:
    """Whether a card protects its player from what comes next."""
    effect = position.steps[0].effect if position.steps else None
    if not isinstance(effect, Respond) or not face.protects:
        return False
    return (not face.defends or effect.source in face.defends) and (
        not face.shields or effect.what in face.shields
    )


def one_copy(j: Judgment, player: Player, entry: Play, face: NightmareCard) -> None:
    """One copy of each Surprise stays in a Halloweentown, on the table or stacked."""
    stays = face.placed or any(isinstance(effect, StackOn) for effect in _effects(face, entry.choice))
    if not stays:
        return
    for card in in_play(player):
        if title_of(j, card) == face.title:
            rule = (
                "playing-surprises.placed.one-copy" if face.placed else "playing-surprises.stacked.one-copy"
            )
            j.forbid(rule, say("already_in_halloweentown", title=face.title, seat=entry.by))
            return


def _effects(face: NightmareCard, choice: int) -> tuple[CardEffect, ...]:
    return face.choices[choice - 1].effects if 1 <= choice <= len(face.choices) else ()


@enforces("playing-surprises", "reading.a7", "playing-surprises.or", "other-rules.surprise-limit")
def played(
    ctx: EntryContext,
    position: NightmarePosition,
    player: Player,
    entry: Play,
    card: int,
    face: NightmareCard,
) -> NightmarePosition:
    """A Surprise takes effect: the ability that was chosen, if its condition holds."""
    seat = entry.by
    player = replace(player, surprises=(*player.surprises, face.title), resolving=(*player.resolving, card))
    responding = may_respond(position, seat)
    position = with_seat(position, seat, player)
    settle = Step(seat=seat, effect=Settle(), cause="surprise", card=card)
    if responding and face.protects:
        position = protected(position)
    effects: tuple[CardEffect, ...] = ()
    if 1 <= entry.choice <= len(face.choices) and holds(ctx, player, face.choices[entry.choice - 1].when):
        effects = face.choices[entry.choice - 1].effects
    triggered = [step for c in characters(player) for step in triggers(ctx, player, seat, c, "surprise")]
    return advance(ctx, put_first(position, *steps_for(seat, effects, "surprise", card), settle, *triggered))


@enforces("other-rules.timing.protection")
def protected(position: NightmarePosition) -> NightmarePosition:
    """The effect that comes next does nothing to the seat that protected itself."""
    position = done(position)
    return failed(position) if position.steps else position


@begins(Settle)
@enforces("playing-surprises.placed", "playing-surprises.stacked", "playing-surprises.discarded")
def _begin_settle(
    ctx: EntryContext, position: NightmarePosition, step: Step, effect: Settle
) -> NightmarePosition:
    """The Surprise goes to the table or to the Surprise Discard Pile, unless it was stacked."""
    player = position.players[step.seat]
    card = step.card
    if card is not None and card in player.resolving:
        player = replace(player, resolving=without(player.resolving, card))
        face = face_of(ctx, card)
        if face is not None and face.placed:
            player = replace(player, placed=(*player.placed, card))
        else:
            player = replace(player, surprise_discard=(*player.surprise_discard, card))
        position = with_seat(position, step.seat, player)
    return done(position)


@begins(StackOn)
@enforces("playing-surprises.stacked")
def _begin_stack(
    ctx: EntryContext, position: NightmarePosition, step: Step, effect: StackOn
) -> NightmarePosition | None:
    """The Surprise goes beneath its Character, where that is in play; without a title its player names one."""
    player = position.players[step.seat]
    if step.card is None or step.card not in player.resolving:
        return failed(position)
    host = step.target
    if effect.title is not None:
        host = with_title(ctx, player, effect.title)
    elif host is None and candidates(ctx, position, step):
        return None
    if host is None or place_of(player, host) is None:
        return failed(position)
    player = replace(player, resolving=without(player.resolving, step.card))
    return done(with_seat(position, step.seat, with_stacked_card(player, host, step.card)))


# -- protecting oneself with a card in play ---------------------------------------------------------------------------


def verify_protect(j: Judgment, entry: Protect) -> int | None:
    position: NightmarePosition = j.position
    if not may_respond(position, entry.by):
        j.forbid("other-rules.timing.interrupt", say("seat_needs_no_protection", seat=entry.by))
        return None
    player = position.players[entry.by]
    card = j.pick((*player.placed, *(c for locale in player.locales for c in locale.characters)), entry.card)
    face = face_of(j, card)
    if card is None or face is None:
        j.forbid(
            "other-rules.timing.protection",
            say("card_not_in_halloweentown", card=describe(entry.card), seat=entry.by),
        )
    elif not _defends(position, face):
        j.forbid("other-rules.timing.interrupt", say("does_not_protect", title=face.title))
    return card


def perform_protect(
    ctx: EntryContext, position: NightmarePosition, entry: Protect, plan: int | None
) -> NightmarePosition:
    if plan is None or not may_respond(position, entry.by):
        raise Impossible(say("nothing_to_protect_from"))
    return advance(ctx, protected(position))
