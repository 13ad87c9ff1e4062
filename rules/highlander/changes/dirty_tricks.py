"""Dirty Tricks that go on once they succeeded (Dirty Trick: Choke)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.endurance import take
from rules.highlander.changes.in_play import set_card
from rules.highlander.changes.state import change
from rules.highlander.language import one_card as own
from rules.highlander.language.filters import Called
from rules.highlander.position import Highlander, InPlay, Must, Under
from rules.highlander.reading.modifiers import live, on_anyone
from rules.highlander.reading.own_texts import says_of_itself
from rules.highlander.reading.state import face
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment


@enforces("dirty-trick")
def stays(ctx: EntryContext, p: Highlander, attacker: str, seat: str, number: int) -> Highlander:
    """A successful attack that stays in play holds the top card of the opponent's Endurance, face down."""
    attacks = p.players[attacker].attacks
    attack = attacks[number - 1]
    held = InPlay(owner=attack.owner, card=attack.card, played=p.number)
    gone = replace(attack, card=None, made="stays in play")
    p = change(
        p, attacker, attacks=(*attacks[: number - 1], gone, *attacks[number:]),
        in_play=(*p.players[attacker].in_play, held),
    )  # fmt: skip
    return _take_under(ctx, p, seat, attacker, len(p.players[attacker].in_play) - 1, 1)


@enforces("dirty-trick-choke-multiple-chokes")
def choking(j: Judgment, seat: str) -> list[Must]:
    """At the beginning of a turn as many cards of the Endurance must go under every such card as lie there already."""
    waiting = _waiting(j, seat)
    return [Must(do="choke", what=Called(title)) for _, _, title in waiting] if waiting else []


def choked(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """Cards go under the first of them that has got none this turn."""
    for holder, place, _ in _waiting(Judgment.of(ctx, p), seat)[:1]:
        held = p.players[holder].in_play[place]
        p = set_card(p, holder, place, replace(held, used=p.number))
        return _take_under(ctx, p, seat, holder, place, len(held.under))
    return p


def _waiting(j: Judgment, seat: str) -> list[tuple[str, int, str]]:
    """The places of such cards of the opponent that have got none this turn, with their titles."""
    p: Highlander = j.position
    if not on_anyone(j, own.Doubles):
        return []
    waiting = []
    for holder, held in p.players.items():
        for place, card in enumerate(held.in_play) if holder != seat else ():
            declared = face(j, card.card)
            doubles = declared is not None and says_of_itself(declared, own.Doubles)
            if declared is not None and doubles and card.used != p.number and live(j, holder, place):
                waiting.append((holder, place, declared.title))
    return waiting


def _take_under(
    ctx: EntryContext, p: Highlander, seat: str, holder: str, place: int, count: int
) -> Highlander:
    p, cards = take(ctx, p, seat, count)
    held = p.players[holder].in_play[place]
    below = tuple(Under(owner=seat, face_down=card) for card in cards)
    return set_card(p, holder, place, replace(held, under=(*held.under, *below)))
