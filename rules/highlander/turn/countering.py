"""A card being played is countered, ignored or let be (Countering Cards, ignore)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.attacks import take_effect_unanswered
from rules.highlander.changes.conjunction import dropped, joined
from rules.highlander.changes.in_play import leave
from rules.highlander.changes.looking_back import remembered_defense
from rules.highlander.changes.state import change
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.legality import first_blood
from rules.highlander.legality.countering import ignorable, passes_early
from rules.highlander.position import Chance, Highlander, Lasting
from rules.highlander.reading.countering import (
    answerable,
    answers,
    attack_counterable,
    counterable,
    defense_answered,
    is_of_attack,
)
from rules.highlander.reading.state import candidates, face
from rules.highlander.texts import say
from rules.highlander.turn.first_blood import forgo_removal
from rules.highlander.turn.playing import aimed, take_effect, take_series, with_ignored
from rules.highlander.verbs import Ignore, Pass
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


def perform_pass(ctx: EntryContext, p: Highlander, e: Pass, plan: None) -> Highlander:
    if first_blood.removes(p, e.by):
        return forgo_removal(p, e.by)
    if p.choice is not None and p.choice.what == "hand":
        return replace(p, choice=None)
    chance: Chance | None = p.chance
    if chance is None and passes_early(Judgment.of(ctx, p), e.by):
        return p
    if chance is None:
        raise Impossible(say("nothing_to_decline"))
    return _goes_on(ctx, replace(p, chance=None), chance)


def _goes_on(ctx: EntryContext, p: Highlander, chance: Chance) -> Highlander:
    """Let the card take effect that was answered, or let be."""
    if chance.specials:
        return take_series(ctx, p, p.turn, chance.card)
    if chance.series:
        return take_effect_unanswered(ctx, p, p.turn) if p.phase == "attack" else joined(ctx, p, p.turn)
    if chance.defense:
        return p
    return aimed(ctx, p, p.turn, chance.card) or take_effect(ctx, p, p.turn, chance.card)


@enforces("ignore", "target")
def perform_ignore(ctx: EntryContext, p: Highlander, e: Ignore, plan: None) -> Highlander:
    """Cancel the effects of the card on the player who ignores it; all others happen."""
    if p.chance is None:
        raise Impossible(say("nothing_being_played"))
    chance = p.chance
    after = with_ignored(replace(p, chance=None), p.turn, ignorable(Judgment.of(ctx, p), chance), e.by)
    if chance.series and _still_open(ctx, after, chance):
        return replace(after, chance=chance)
    return _goes_on(ctx, after, chance)


def _still_open(ctx: EntryContext, p: Highlander, chance: Chance) -> bool:
    """Whether there is still something to answer in a series."""
    j = Judgment.of(ctx, p)
    if chance.defense:
        card = defense_answered(p, chance)
        if any(counterable(j, p.turn, one) for one in (candidates(ctx, card) if card is not None else ())):
            return True
    if any(answers(j, p.turn, held) for held in answerable(j, chance)):
        return True
    return is_of_attack(p, chance) and attack_counterable(j, p.turn)


def countered(ctx: EntryContext, p: Highlander, chance: Chance, place: int) -> Highlander:
    """A card has no effect and goes to the discard pile; it counts as played (Countering Cards). ``place``: of a card
    played in conjunction (from 1)."""
    seat = p.turn
    if chance.defense and not place:
        return dropped(_without_defense(ctx, replace(p, chance=None), seat, chance.defense), seat)
    held = p.players[seat].in_play
    if not place and is_of_attack(p, chance):
        return _without_attack(replace(p, chance=None), seat)
    if not place:
        spot = next((n for n, c in enumerate(held) if c.card == chance.card), len(held) - 1)
        return replace(leave(ctx, p, seat, spot), chance=None)
    series = [card.id for card in answerable(Judgment.of(ctx, p), chance) if card is not held[place - 1]]
    p = leave(ctx, p, seat, place - 1)
    if chance.specials and series:
        chance = replace(chance, card=series[-1])
    if _still_open(ctx, p, chance):
        return replace(p, chance=chance)
    if chance.specials and not series:
        return replace(p, chance=None)
    return _goes_on(ctx, replace(p, chance=None), chance)


@enforces("countering-cards")
def _without_defense(ctx: EntryContext, p: Highlander, seat: str, number: int) -> Highlander:
    """A countered Defense goes to the discard pile; it was the one Defense against its attack all the same, and the
    last one played: what a Block covers its player does not attack."""
    mine = p.players[seat]
    gone = mine.defenses[number - 1]
    left = (*mine.defenses[: number - 1], *mine.defenses[number:])
    pile = mine.discard_pile if gone.card is None else (*mine.discard_pile, gone.card)
    last = number == len(mine.defenses)
    p = remembered_defense(ctx, p, seat, gone)
    if last:
        card = face(ctx, gone.card)
        area = gone.squares if card is not None and card.type != "dodge" else 0
        p = replace(p, lasting=(*p.lasting, Lasting(lasting_effects.BlockedArea(area), seat, p.number)))
    return change(
        p, seat, defenses=left, discard_pile=pile, defended=tuple(sorted({*mine.defended, *gone.against}))
    )


@enforces("countering-cards", "reading.b49")
def _without_attack(p: Highlander, seat: str) -> Highlander:
    """A countered Attack goes to the discard pile; it was made all the same; what was played with it has nothing to
    bear on."""
    mine = p.players[seat]
    gone = mine.attacks[-1]
    attack = replace(gone, card=None, made="countered", status="avoided")
    pile = mine.discard_pile if gone.card is None else (*mine.discard_pile, gone.card)
    p = change(p, seat, attacks=(*mine.attacks[:-1], attack), discard_pile=pile)
    return dropped(p, seat)
