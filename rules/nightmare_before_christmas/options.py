"""The options of a seat, or of the table: every candidate that ``verify`` accepts, in canonical form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from rules.kernel.cards import CardRef, Catalogue
from rules.kernel.entries import TABLE, Entry
from rules.kernel.entry_context import EntryContext
from rules.kernel.game import Verb
from rules.kernel.judgment import Judgment
from rules.nightmare_before_christmas import verbs as v
from rules.nightmare_before_christmas.card_texts import triggered_together
from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.effects import (
    AddPoints,
    Choose,
    Cover,
    DrawCards,
    Gather,
    LoseCard,
    MoveCards,
    Peek,
    Respond,
    Search,
    SearchDiscard,
    Trigger,
)
from rules.nightmare_before_christmas.empty_steps import repeats_empty_step
from rules.nightmare_before_christmas.end_phase import excess, needs_recycling
from rules.nightmare_before_christmas.hands import FromHand
from rules.nightmare_before_christmas.moving import Shift
from rules.nightmare_before_christmas.playing import Plan
from rules.nightmare_before_christmas.position import NightmarePosition, Player, Step, in_order
from rules.nightmare_before_christmas.searches import choosable
from rules.nightmare_before_christmas.start_phase import still_to_choose
from rules.nightmare_before_christmas.steps import optional
from rules.nightmare_before_christmas.targets import Aim, Aimed, actor, candidates, opponents
from rules.nightmare_before_christmas.town import characters, face_of


def named(ctx: EntryContext, cards: Iterable[int]) -> list[CardRef]:
    """References to the known cards of a zone, each once."""
    references: dict[int, CardRef] = {}
    for card in cards:
        face = ctx.known.faces.get(card)
        if face is not None:
            references.setdefault(face, reference(ctx.catalogue, face))
    return list(references.values())


def reference(catalogue: Catalogue, face: int) -> CardRef:
    """The shortest reference to a card as an entry holds it."""
    ref = catalogue.reference(face)
    return ref if isinstance(ref, str) else msgspec.convert(ref, CardRef)


def options(j: Judgment, by: str, table: dict[type[Entry], Verb]) -> list[Entry]:
    """Every legal entry of ``by``."""
    entries: dict[bytes, Entry] = {}
    for entry in _candidates(j, by):
        trial = Judgment.of(j, j.position)
        if _filled_by_chance(entry) or _accepted(trial, entry, table):
            entries.setdefault(msgspec.json.encode(entry), entry)
    return list(entries.values())


def _filled_by_chance(entry: Entry) -> bool:
    """Entries whose names chance fills in: their candidates are made to be legal."""
    return isinstance(entry, v.TurnUp | v.RandomCard | v.Flip | v.Place | v.Reveal | v.Look)


def _accepted(trial: Judgment, entry: Entry, table: dict[type[Entry], Verb]) -> bool:
    if repeats_empty_step(trial.position, entry):
        return False
    table[type(entry)].verify(trial, entry)
    return trial.violations is None and trial.needs is None and trial.missing is None


def _candidates(j: Judgment, by: str) -> Iterator[Entry]:
    position: NightmarePosition = j.position
    if position.phase == "over":
        return
    if by == TABLE:
        yield from _by_table(position)
        return
    player = position.players.get(by)
    if player is None:
        return
    if position.steps:
        yield from _pending(j, position, by, player)
    elif position.stage == "turn":
        yield from _in_turn(j, position, by, player)
    else:
        yield from _outside_turns(j, position, by, player)


def _by_table(position: NightmarePosition) -> Iterator[Entry]:
    if position.stage == "king":
        for seat in position.players:
            yield v.FirstKing(by=TABLE, seat=seat)
    elif position.stage == "recycle":
        for seat, player in position.players.items():
            if needs_recycling(player):
                yield v.Shuffle(by=TABLE, seat=seat)
    elif position.steps and actor(position.steps[0]) == TABLE:
        yield v.RandomCard(by=TABLE)


def _outside_turns(
    ctx: EntryContext, position: NightmarePosition, by: str, player: Player
) -> Iterator[Entry]:
    """Start Phase and End Phase."""
    stage = position.stage
    if stage == "day":
        yield v.RemoveDay(by=by)
    elif stage == "flip":
        yield from _first_day(ctx, by, player)
    elif stage == "locale":
        yield from _new_locale(position, by, player)
    elif stage == "choose":
        for activity in ("draw", "add", "move"):
            yield v.ChooseActivity(by=by, activity=activity)
    elif stage == "activity":
        yield v.Activity(by=by)
        for card in named(ctx, player.hand):
            yield v.Activity(by=by, discard=card)
        yield v.Pass(by=by)
    elif stage == "reimburse":
        for count in range(min(player.owed, len(player.deck)) + 1):
            yield v.Draw(by=by, count=count)
        yield v.Pass(by=by)
    elif stage == "discard":
        yield from _too_many(ctx, position, by, player)


def _too_many(ctx: EntryContext, position: NightmarePosition, by: str, player: Player) -> Iterator[Entry]:
    """The cards above seven at the end of the Day."""
    for card in named(ctx, player.hand) if excess(player) else ():
        yield v.Commit(by=by, card=card)
        yield v.Discard(by=by, card=card)
    if not any(excess(other) for other in position.players.values()):
        for card in named(ctx, player.set_aside):
            yield v.Reveal(by=by, card=card)


def _first_day(ctx: EntryContext, by: str, player: Player) -> Iterator[Entry]:
    if player.starting_locale is not None:
        yield v.Flip(by=by)
    elif player.hand_due and player.locales and player.locales[0].card is not None:
        face = face_of(ctx, player.locales[0].card)
        if face is not None and face.starting_hand is not None:
            yield v.Draw(by=by, count=face.starting_hand)


def _new_locale(position: NightmarePosition, by: str, player: Player) -> Iterator[Entry]:
    waiting = [seat for seat in position.players if still_to_choose(position, seat)]
    if by in waiting:
        order = in_order(tuple(position.players), position.king)
        first = next(seat for seat in order if seat in waiting)
        for end in ("left", "right"):
            yield v.Commit(by=by, end=end)
            if by == first:
                yield v.Place(by=by, end=end)
    elif player.coming is not None and not waiting:
        for end in ("left", "right") if player.end is None else (player.end,):
            yield v.Reveal(by=by, end=end)  # type: ignore[arg-type]


def _in_turn(ctx: EntryContext, position: NightmarePosition, by: str, player: Player) -> Iterator[Entry]:
    rows = named(ctx, [locale.card for locale in player.locales if locale.card is not None])
    for card in dict.fromkeys(player.hand):
        face = face_of(ctx, card)
        if face is not None:
            yield from _plays(ctx, by, card, face, rows)
    if position.turn != by:
        return
    for locale in player.locales:
        face = face_of(ctx, locale.card)
        for number in range(1, len(face.functions) + 1) if face is not None else ():
            yield v.UseFunction(by=by, locale=named(ctx, (locale.card or 0,))[0], number=number)
    for character in characters(player):
        face = face_of(ctx, character)
        for number in range(1, len(face.abilities) + 1) if face is not None else ():
            yield v.Use(by=by, card=reference(ctx.catalogue, ctx.known.faces[character]), number=number)
    yield v.EndTurn(by=by)


def _plays(
    ctx: EntryContext, by: str, card: int, face: NightmareCard, rows: list[CardRef]
) -> Iterator[Entry]:
    """Every way to play a card."""
    ref = reference(ctx.catalogue, ctx.known.faces[card])
    if face.type == "Character":
        for locale in rows:
            yield v.Play(by=by, card=ref, locale=locale)
        yield v.Play(by=by, card=ref, replace=True)
    else:
        for choice in range(1, max(len(face.choices), 1) + 1 if face.type == "Surprise" else 2):
            yield v.Play(by=by, card=ref, choice=choice)


def _pending(ctx: EntryContext, position: NightmarePosition, by: str, player: Player) -> Iterator[Entry]:
    """The options for the step that waits, and for the later parts of a Function."""
    step = position.steps[0]
    if isinstance(step.effect, Trigger):
        for card in named(ctx, [s.card for s in triggered_together(position) if s.card is not None]):
            yield v.Resolve(by=by, card=card)
        return
    loses = isinstance(step.effect, LoseCard) and step.effect.how == "victim" and step.against is not None
    if actor(step) == by and (by != step.seat or loses):
        yield from [v.Discard(by=by, card=card) for card in named(ctx, player.hand)]
        yield from [v.Pass(by=by)] if optional(step) else []
        return
    for later in _steps_open_to(position, by):
        yield from _for_step(ctx, position, by, player, later)
    yield v.Pass(by=by)


def _steps_open_to(position: NightmarePosition, by: str) -> Iterator[Step]:
    """The step that waits for a seat, and of a Function those that it may do instead."""
    first = position.steps[0]
    for step in position.steps:
        if step.seat != by or (step is not first and first.cause != "function"):
            return
        yield step
        if step.cause != "function" or not optional(step):
            return


def _for_step(
    ctx: EntryContext, position: NightmarePosition, by: str, player: Player, step: Step
) -> Iterator[Entry]:
    effect = step.effect
    if isinstance(effect, DrawCards):
        yield v.Draw(by=by, count=min(effect.count, len(player.deck)))
    elif isinstance(effect, AddPoints):
        yield v.Add(by=by)
    elif isinstance(effect, MoveCards | Gather):
        yield from _moves(
            ctx, by, position.players[step.against or by] if step.target is not None else player, step
        )
    elif isinstance(effect, Search):
        yield v.TurnUp(by=by, count=min(effect.count, len(player.deck)))
    elif isinstance(effect, Choose | SearchDiscard):
        for card in named(ctx, choosable(ctx, position, by)):
            yield v.Take(by=by, card=card)
    elif isinstance(effect, Cover):
        for card in named(ctx, player.hand):
            yield v.CoverCard(by=by, card=card)
    elif isinstance(effect, Respond):
        yield from _protections(ctx, by, player)
    else:
        yield from _aims(ctx, position, by, step)


def _protections(ctx: EntryContext, by: str, player: Player) -> Iterator[Entry]:
    """Every card that may protect its player from what comes next."""
    for card in named(ctx, (*player.placed, *characters(player))):
        yield v.Protect(by=by, card=card)
    for held in player.hand:
        face = face_of(ctx, held)
        if face is not None and face.protects:
            yield from _plays(ctx, by, held, face, [])


def _moves(ctx: EntryContext, by: str, player: Player, step: Step) -> Iterator[Entry]:
    for place, locale in enumerate(player.locales):
        sides = [player.locales[n].card for n in (place - 1, place + 1) if 0 <= n < len(player.locales)]
        there = (
            locale.characters
            if step.target is None
            else tuple(c for c in locale.characters if c == step.target)
        )
        for card in named(ctx, there):
            for to in named(ctx, [side for side in sides if side is not None]):
                yield v.Move(by=by, card=card, to=to)
            yield v.GatherAt(by=by, card=card)


def _aims(ctx: EntryContext, position: NightmarePosition, by: str, step: Step) -> Iterator[Entry]:
    effect = step.effect
    if isinstance(effect, Aimed):
        if step.target is None:
            for seat, card in candidates(ctx, position, step):
                for ref in named(ctx, (card,)):
                    yield v.Target(by=by, seat=seat, card=ref)
    elif isinstance(effect, LoseCard | Peek) and step.against is None:
        whole = isinstance(effect, LoseCard) and effect.whose == "opponents"
        yield from [v.Target(by=by)] if whole else (v.Target(by=by, seat=s) for s in opponents(position, by))
    elif isinstance(effect, Peek):
        yield v.Look(by=by)
    elif isinstance(effect, LoseCard) and effect.how == "player":
        for ref in named(ctx, position.players[step.against or ""].hand):
            yield v.Target(by=by, seat=step.against, card=ref)


def canonical_option(j: Judgment, entry: Entry, table: dict[type[Entry], Verb]) -> Entry | None:
    """The option a legal entry amounts to; None for one whose secret is left out, and for a shuffle before the game."""
    if repeats_empty_step(j.position, entry):
        return None
    plain = msgspec.structs.replace(entry, at=None, note="", seen_by=None)
    if isinstance(entry, v.Shuffle):
        return _changed(plain) if j.position.stage == "recycle" else None
    if isinstance(entry, v.Draw | v.TurnUp | v.Look):
        return _changed(plain, cards=None)
    if isinstance(entry, v.Flip | v.Place | v.RandomCard) or (
        isinstance(entry, v.Commit | v.Reveal) and j.position.stage != "discard"
    ):
        hidden = isinstance(entry, v.Commit) and entry.end is None
        return None if hidden else _changed(plain, card=None)
    if isinstance(entry, v.Commit | v.CoverCard) and entry.card is None:
        return None
    plan = table[type(entry)].verify(j, entry)
    return _canonical(j, plain, plan)


def _changed(entry: Entry, **changes: object) -> Entry:
    changed: Entry = msgspec.structs.replace(entry, **changes)
    return changed


def _canonical(j: Judgment, plain: Entry, plan: object) -> Entry:
    """The entry with every card named the shortest way."""
    named_in = _CANONICAL.get(type(plain))
    if named_in is not None:
        return _changed(plain, **named_in(j, plain, plan))
    if isinstance(plan, int) and hasattr(plain, "card"):
        return _changed(plain, card=_ref(j, plan))
    return _changed(plain)


def _ref(j: Judgment, card: int | None) -> CardRef | None:
    """The shortest name of a card; None where its face is not known."""
    face = None if card is None else j.known.faces.get(card)
    return None if face is None else reference(j.catalogue, face)


def _in_play(j: Judgment, plain: v.Play, plan: Plan) -> dict[str, object]:
    player = j.position.players[plain.by]
    at = None if plan.place is None or plain.replace else _ref(j, player.locales[plan.place].card)
    choice = plain.choice if plan.face is not None and plan.face.type == "Surprise" else 1
    return {"card": _ref(j, plan.card), "locale": at, "choice": choice}


def _in_move(j: Judgment, plain: v.Move, plan: Shift) -> dict[str, object]:
    step = j.position.steps[0]
    owner = step.against if step.target is not None and step.against else plain.by
    return {"card": _ref(j, plan.card), "to": _ref(j, j.position.players[owner].locales[plan.to].card)}


def _in_function(j: Judgment, plain: v.UseFunction, plan: int) -> dict[str, object]:
    return {"locale": _ref(j, j.position.players[plain.by].locales[plan].card)}


def _in_target(j: Judgment, plain: v.Target, plan: Aim) -> dict[str, object]:
    return {"seat": plan.seat or None, "card": _ref(j, plan.card)}


def _in_cover(j: Judgment, plain: v.CoverCard, plan: FromHand) -> dict[str, object]:
    return {"card": _ref(j, plan.card)}


def _in_resolve(j: Judgment, plain: v.Resolve, plan: Step) -> dict[str, object]:
    return {"card": _ref(j, plan.card)}


def _in_activity(j: Judgment, plain: v.Activity, plan: int | None) -> dict[str, object]:
    return {"discard": _ref(j, plan)}


def _in_discard(j: Judgment, plain: v.Discard, plan: int | FromHand | None) -> dict[str, object]:
    if plan is None:
        return {}
    return {"card": _ref(j, plan.card if isinstance(plan, FromHand) else plan)}


_CANONICAL: dict[type[Entry], Callable[..., dict[str, object]]] = {
    v.Play: _in_play,
    v.Move: _in_move,
    v.UseFunction: _in_function,
    v.Target: _in_target,
    v.CoverCard: _in_cover,
    v.Resolve: _in_resolve,
    v.Activity: _in_activity,
    v.Discard: _in_discard,
}
