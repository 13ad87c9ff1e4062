"""What holds of each player by cards in play and lasting effects, and how these deny, permit, ignore and nullify
(Prevention, Denial v Permission, ignore, nullify, Stacking). Everything that asks what holds of a player asks here."""

from __future__ import annotations

from typing import Any, TypeVar

from rules.highlander.card import HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.language.filters import Called, Word
from rules.highlander.language.parts import Counted, Part
from rules.highlander.position import START_ABILITY, Highlander, InPlay
from rules.highlander.reading.index import Modifier, OnPlayer, index, keeper
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

#: kinds of denials: what each is a denial of, it says itself
DENIALS = (during.Prevent, during.PreventByLastTurn)
K = TypeVar("K", bound=Part)


@enforces("focus-nullifying-situations")
def active(p: Highlander, card: InPlay) -> bool:
    """Whether no effect nullifies a card in play this turn (Focus - Nullifying Situations, Countering Cards)."""
    return p.number not in card.nullified


def modifiers(j: Judgment, seat: str, kind: type[K], what: str | None = None) -> tuple[Modifier[K], ...]:
    """Everything of a kind that holds of a player now; ``what``: only what says this."""
    of_kind = index(j).on[seat].get(kind, ())
    return of_kind if what is None or not of_kind else _saying(of_kind, what)


def of_player(j: Judgment, seat: str) -> OnPlayer:
    """Everything that holds of a player now, by its kind: for what would ask of one kind after another."""
    return index(j).on[seat]


def _saying(of_kind: tuple[Modifier[K], ...], what: str) -> tuple[Modifier[K], ...]:
    return tuple([one for one in of_kind if one.effect.what == what])


def on_anyone(j: Judgment, kind: type[K]) -> list[Modifier[K]]:
    """Everything of a kind that holds of any player now, once for each player."""
    held: list[Modifier[K]] = []
    for on in index(j).on.values():
        held += on.get(kind, ())
    return held


def any_holds(j: Judgment, kinds: tuple[type[Part], ...]) -> bool:
    """Whether anything of these kinds holds of any player now: mostly nothing does."""
    for on in index(j).on.values():
        for kind in kinds:
            if kind in on:
                return True
    return False


def live(j: Judgment, seat: str, place: int) -> bool:
    """Whether the card at ``place`` (from 0) of a player's cards in play has effect."""
    return index(j).live(seat, place)


def has(j: Judgment, seat: str, kind: type[K], what: str | None = None) -> K | None:
    """A continuous effect on ``seat`` of a kind; ``what``: one that says this."""
    of_kind = index(j).on[seat].get(kind)
    for one in of_kind or ():
        if what is None or one.effect.what == what:
            effect: K = one.effect
            return effect
    return None


def total(j: Judgment, seat: str, kind: type[Counted]) -> int:
    """The sum of the counts of an effect: different cards with similar effects add up (Stacking)."""
    return sum(modifier.effect.count for modifier in index(j).on[seat].get(kind, ()))


@enforces("prevention", "denial-v-permission", "cannot", "arms-and-tactics-break-glass")
def barred(j: Judgment, seat: str, what: during.Denied, card: HighlanderCard | None = None) -> str | None:
    """The title of the card that prevents ``seat`` from doing something (Prevention), neither ignored nor lifted by a
    permission that names just that; else None. ``card``: the one that would be played."""
    on = index(j).on[seat]
    for modifier in on.get(during.Prevent, ()):
        if modifier.effect.what == what and not _lifted(on, modifier, seat, card):
            return modifier.title or "an effect that lasts"
    return None


def _lifted(on: OnPlayer, denial: Modifier[Any], seat: str, card: HighlanderCard | None) -> bool:
    """Whether the player ignores a denial."""
    return any(ignores(modifier.effect, denial, seat, card) for modifier in on.get(during.Ignores, ()))


def denied_groups(j: Judgment, seat: str, card: HighlanderCard | None) -> list[tuple[str, Called]]:
    """The groups and Titles whose cards a player is prevented from playing, each with what prevents it."""
    on = index(j).on[seat]
    return [
        (modifier.title or "an effect that lasts", modifier.effect.what)
        for modifier in on.get(during.Prevent, ())
        if isinstance(modifier.effect.what, Called) and not _lifted(on, modifier, seat, card)
    ]


def excused(j: Judgment, seat: str) -> tuple[Word, ...]:
    """The kinds of cards to play which a player ignores what cards in play prevent."""
    kinds = (one.effect.to_play for one in index(j).on[seat].get(during.Ignores, ()))
    return tuple(cards for cards in kinds if cards is not None)


def denied_by_last_turn(
    j: Judgment, seat: str, what: during.Denied
) -> Modifier[during.PreventByLastTurn] | None:
    """The modifier by which the last turn denies a player something, neither ignored nor lifted."""
    on = index(j).on[seat]
    for modifier in on.get(during.PreventByLastTurn, ()):
        if modifier.effect.what == what and not _lifted(on, modifier, seat, None):
            return modifier
    return None


@enforces("discipline-all-versions")
def ignores(
    effect: during.Ignores, modifier: Modifier[Any], seat: str, card: HighlanderCard | None = None
) -> bool:
    """Whether what a player ignores covers an effect on ``seat``: every denial, or those of one kind by a card in play;
    Events of the opponent; cards in play, to play such a card; cards of a Type, a group or a Title."""
    if effect.denials is not None:
        denies = type(modifier.effect) in DENIALS
        one = effect.denials == modifier.effect.what and modifier.face is not None
        return denies and (effect.denials == "all" or one)
    if effect.to_play is not None:
        return card is not None and card.is_a(effect.to_play) and modifier.face is not None
    if effect.cards == "event":
        return modifier.event and modifier.by != seat
    return effect.cards is not None and modifier.face is not None and modifier.face.is_a(effect.cards)


def won_personas(j: Judgment, seat: str) -> list[HighlanderCard]:
    """The Personas whose Powers a player has won and a card in play with effect keeps."""
    p: Highlander = j.position
    effects = [one.effect for one in p.lasting if one.seat == seat]
    titles = [effect.what for effect in effects if isinstance(effect, lasting_effects.WonPower)]
    if not titles:
        return []
    now = index(j)
    if keeper(j.catalogue, now.sides[seat].numbers, seat, now.silenced) is None:
        return []
    cards = (j.catalogue.cards[number] for title in titles for number in j.catalogue.find(title))
    return [card for card in cards if isinstance(card, HighlanderCard) and card.type == "persona"]


def lasts(p: Highlander, seat: str, wanted: Part) -> bool:
    """Whether an effect of no card in play holds of a player."""
    for effect in p.lasting:
        if effect.seat == seat and effect.since <= p.number <= effect.until and effect.effect == wanted:
            return True
    return False


@enforces("maximum-ability")
def maximum(j: Judgment, seat: str) -> int:
    """Maximum Ability: 15 and what continuous effects add (Maximum Ability)."""
    return START_ABILITY + sum(
        max(0, modifier.effect.count) for modifier in modifiers(j, seat, during.Ability)
    )


def ability(j: Judgment, seat: str) -> int:
    """Continuous gains and losses of Ability; identical cards do add up here (Stacking)."""
    return total(j, seat, during.Ability)
