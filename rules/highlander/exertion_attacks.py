"""Exertions that a card makes for several Attacks (Battle Rage, Berserk, Bloodlust)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.endurance import take
from rules.highlander.exertion import put_away
from rules.highlander.grid import AREAS
from rules.highlander.position import Exerting, Highlander, Mark
from rules.highlander.state import change
from rules.highlander.verbs import AttackWith
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

#: "any number" of Attacks
ALL = 200


def under_way(p: Highlander, seat: str) -> bool:
    """Whether a card's Exertion lies open, from which its player may play several Attacks."""
    exerting = p.exerting
    return exerting is not None and exerting.by_card and exerting.seat == seat


def from_hand(p: Highlander, seat: str) -> bool:
    """Whether Attacks may be played from the hand beside those of the Exertion that lies open."""
    exerting = p.exerting
    return (
        exerting is not None
        and exerting.seat == seat
        and exerting.from_hand
        and exerting.named == len(exerting.cards)
        and p.reshuffling is None
        and p.chance is None
    )


def marks(p: Highlander, seat: str) -> tuple[Mark, ...]:
    """What holds of every Attack played because of the card."""
    exerting = p.exerting
    return exerting.marks if exerting is not None and exerting.seat == seat else ()


def begin(
    p: Highlander, j: Judgment, seat: str, count: int, plays: int, given: tuple[Mark, ...], hand: bool
) -> Highlander:
    """The Exertion is made as the card is played; ``plays`` 0: every Attack in it must be played."""
    mine = p.players[seat]
    p = change(p, seat, exertions=mine.exertions + 1, exerted_in=p.phase)
    p, cards = take(j, p, seat, count)
    left = count - len(cards) if p.reshuffling else 0
    if not cards and not left:
        return p
    exerting = Exerting(
        seat=seat, purpose="attack", wanted=count, left=left, owner=seat, cards=cards, plays=plays or ALL,
        every=not plays, from_hand=hand, by_card=True, marks=given,
    )  # fmt: skip
    return replace(p, exerting=exerting)


def one_played(p: Highlander) -> Highlander:
    """An Attack was played from an Exertion; the last one allowed ends it."""
    exerting = p.exerting
    if exerting is None:
        return p
    if exerting.plays > 1 and (exerting.cards or exerting.from_hand):
        return replace(p, exerting=replace(exerting, plays=exerting.plays - 1))
    return put_away(p)


@enforces("berserk")
def all_played(j: Judgment, exerting: Exerting) -> bool:
    """Whether no Attack of the Exertion is left that could be played."""
    from rules.highlander.options import faces

    for ref, card in faces(j, exerting.cards):
        if not card.is_attack:
            continue
        for area in ("",) if card.squares else tuple(AREAS):
            entry = AttackWith(by=exerting.seat, card=ref, source="exertion", area=area)  # type: ignore[arg-type]
            trial = Judgment(j.game, j.catalogue, j.options, j.seats, j.position, j.known, j.n)
            j.game.verbs[AttackWith].verify(trial, entry)
            if trial.violations is None:
                return False
    return True
