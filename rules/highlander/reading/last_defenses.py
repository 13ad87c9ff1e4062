"""The areas that the Defenses of the player's turn leave open to attacks: the last one played or used, and Guards in
play (Blocks, Guards, Attack Phase)."""

from __future__ import annotations

from typing import Literal

from rules.highlander.language import continuous as during
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.language.parts import Part
from rules.highlander.position import Defense, Highlander, Lasting
from rules.highlander.reading.looking_back import last_gone
from rules.highlander.reading.modifiers import has
from rules.highlander.reading.state import face, is_guard, other, says
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

Said = Literal["next_unblockable", "next_undodgeable", "may_hide_next"]
#: what the Text of the last Defense says of the next attack
OF_THE_NEXT: tuple[Said, ...] = ("next_unblockable", "next_undodgeable", "may_hide_next")


def last_defense(j: Judgment, seat: str) -> Defense | None:
    """The last Defense used this turn: the one that restricts the next attack."""
    for defense in reversed(j.position.players[seat].defenses):
        if defense.played == j.position.number or defense.against:
            last: Defense = defense
            return last
    return None


@enforces("connor-macleod-and-guards", "duncan-macleod-and-guards")
def blocked_area(j: Judgment, seat: str) -> int:
    """The squares a player may not attack to because of the player's own defenses (Blocks, Guards)."""
    area = guarded_area(j, seat)
    blocked = last_block_area(j, seat) if j.position.players[seat].defenses or j.position.lasting else 0
    free = not blocked or any(
        has(j, seat, kind) is not None for kind in (during.AttackBlockedAreas, lasting_effects.Unrestricted)
    )
    return area if free else area | blocked


def guarded_area(j: Judgment, seat: str) -> int:
    """The squares that the player's Guards in play cover."""
    area = 0
    for defense in j.position.players[seat].defenses:
        if is_guard(j, defense):
            area |= defense.squares
    return area


def last_block_area(j: Judgment, seat: str) -> int:
    """The area that the last Block of this turn covers, also when it was dropped or countered since (Guards - Dropping
    to Attack)."""
    for lasting in reversed(j.position.lasting):
        effect = lasting.effect if lasting.seat == seat else None
        if isinstance(effect, lasting_effects.BlockedArea):
            return effect.what
    last = last_defense(j, seat)
    card = face(j, last.card) if last else None
    if last is None or card is None or card.type == "dodge" or says(j, last, "attack_anywhere"):
        return 0
    return last.squares


@enforces("master-s-stance", "guards-dropping-to-attack", "connor-macleod-and-guards")
def effects_left_behind(j: Judgment, defense: Defense) -> tuple[Lasting, ...]:
    """The lasting effects, this turn, of the last Defense, a Guard that was used and then dropped: the area that it
    blocked, and the words of its Text about the next attack."""
    p: Highlander = j.position
    area = 0 if says(j, defense, "attack_anywhere") else defense.squares
    j.position = p
    texts: tuple[Part, ...] = tuple(
        lasting_effects.LastSaid(what) for what in OF_THE_NEXT if says(j, defense, what)
    )
    if is_successful_block(j, defense):
        texts = (*texts, lasting_effects.LastSaid("held"))
    effects = (lasting_effects.BlockedArea(area), *texts)
    return tuple(Lasting(effect, defense.owner, p.number) for effect in effects)


def last_says(j: Judgment, seat: str, what: Said) -> bool:
    """Whether the Text of the last Defense says something of the next attack, also when it was dropped since."""
    left = _left(j, seat)
    if left:
        return lasting_effects.LastSaid(what) in left
    last = last_defense(j, seat)
    return last is not None and says(j, last, what)


def last_block_succeeded(j: Judgment, seat: str) -> bool:
    """Whether the last Defense was a successful Block, also when it was dropped since."""
    left = _left(j, seat)
    if left:
        return lasting_effects.LastSaid("held") in left
    last = last_defense(j, seat)
    return last is not None and is_successful_block(j, last)


def _left(j: Judgment, seat: str) -> tuple[Part | None, ...]:
    """The lasting effects of the last Defense that is no longer in play; () where the last one is, or there was
    none."""
    if not j.position.lasting:
        return ()
    effects = tuple(lasting.effect for lasting in j.position.lasting if lasting.seat == seat)
    return effects if any(isinstance(one, lasting_effects.BlockedArea) for one in effects) else ()


@enforces("reading.b53")
def last_title(j: Judgment, seat: str) -> str:
    """The Title of the last Defense card played this turn; whether its Text counts does not matter."""
    if any(x.seat == seat and isinstance(x.effect, lasting_effects.BlockedArea) for x in j.position.lasting):
        return last_gone(j.position, seat)
    last = last_defense(j, seat)
    card = face(j, last.card) if last is not None and last.played == j.position.number else None
    return card.title if card is not None else ""


def only_ranged(j: Judgment, seat: str) -> str:
    """The Title of the last Defense where it allows only Ranged Attacks after it."""
    last = last_defense(j, seat)
    if (
        last is None
        or not says(j, last, "only_ranged_after")
        or has(j, seat, lasting_effects.Unrestricted) is not None
    ):
        return ""
    card = face(j, last.card)
    return card.title if card is not None else ""


def is_successful_block(j: Judgment, defense: Defense) -> bool:
    """Whether a Defense was a successful Block."""
    theirs = j.position.players[other(j, defense.owner)].attacks
    card = face(j, defense.card)
    if card is None or card.type == "dodge" or not defense.against:
        return False
    return all(
        theirs[n - 1].status in ("blocked", "power_blocked") for n in defense.against if n <= len(theirs)
    )
