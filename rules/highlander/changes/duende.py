"""An attack that succeeds goes under a Duende of the defender, without its Text; of two the defender chooses one."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.card import HighlanderCard
from rules.highlander.changes.state import change
from rules.highlander.language import filters
from rules.highlander.language import one_card as own
from rules.highlander.position import Attack, Choice, Highlander, Mark, Under
from rules.highlander.reading.modifiers import has, live
from rules.highlander.reading.own_texts import says_of_itself
from rules.highlander.reading.state import face, marked, other
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment

TAKEN = "under a card"
NO_TEXT = "no_text"


def places(j: Judgment, seat: str) -> list[int]:
    """The places of a player's cards that take successful attacks."""
    if has(j, seat, own.TakesAttacks) is None:
        return []
    cards = enumerate(j.position.players[seat].in_play)
    return [n for n, card in cards if _takes(face(j, card.card)) and live(j, seat, n)]


def _takes(card: HighlanderCard | None) -> bool:
    return card is not None and says_of_itself(card, own.TakesAttacks)


@enforces("duende")
def without_text(j: Judgment, seat: str, attack: Attack) -> Attack:
    """The attack as it succeeds against a player: its Text is nullified, what else modifies it is not."""
    if attack.card is None or not places(j, seat):
        return attack
    return replace(attack, marks=(*attack.marks, Mark(NO_TEXT), Mark(TAKEN)))


def put_under(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """Each such attack goes under the card that takes it, or under the one the player will name."""
    while p.choice is None and (number := _waiting(p, other(ctx, seat))) is not None:
        spots = places(Judgment.of(ctx, p), seat)
        if len(spots) > 1:
            card = face(ctx, p.players[seat].in_play[spots[0]].card)
            title = card.title if card is not None else ""
            return replace(
                p,
                choice=Choice(
                    seat=seat, what=filters.read(title), then="put_under", whose="you", title=title
                ),
            )
        p = put(p, seat, spots[0], number) if spots else _left(p, other(ctx, seat), number)
    return p


def _waiting(p: Highlander, attacker: str) -> int | None:
    attacks = p.players[attacker].attacks
    if not attacks:
        return None
    return next((n for n, a in enumerate(attacks) if marked(a.marks, TAKEN) and a.card is not None), None)


def _left(p: Highlander, attacker: str, number: int) -> Highlander:
    """Leave the attack where it lies, since the card that would take it is no longer there."""
    attack = p.players[attacker].attacks[number]
    return _set(p, attacker, number, replace(attack, marks=tuple(m for m in attack.marks if m.what != TAKEN)))


def put(p: Highlander, seat: str, place: int, number: int) -> Highlander:
    """Attack ``number`` (from 0) of the opponent lies under the player's card at ``place``."""
    attacker = next(who for who in p.players if who != seat)
    attack = p.players[attacker].attacks[number]
    held = p.players[seat].in_play
    under = Under(owner=attack.owner, card=attack.card)
    card = replace(held[place], under=(*held[place].under, under))
    p = change(p, seat, in_play=(*held[:place], card, *held[place + 1 :]))
    return _set(p, attacker, number, replace(attack, card=None, made=TAKEN))


def chosen(ctx: EntryContext, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """The player has named the card under which the next of these attacks goes."""
    number = _waiting(p, other(ctx, seat))
    return p if number is None else put_under(ctx, put(p, seat, place, number), seat)


def _set(p: Highlander, attacker: str, number: int, attack: Attack) -> Highlander:
    attacks = p.players[attacker].attacks
    return change(p, attacker, attacks=(*attacks[:number], attack, *attacks[number + 1 :]))
