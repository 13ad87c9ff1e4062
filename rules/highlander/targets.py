"""Targets: what a card may be aimed at, and what becomes of the one named (Target)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rules.highlander import duende, weapons, words
from rules.highlander.card import PLAYER, PRE_GAME, Effect, HighlanderCard
from rules.highlander.in_play import depart, guarded, hand_over, kind, leave, rebalanced, set_card
from rules.highlander.position import Choice, Highlander, InPlay, Mark, Under
from rules.highlander.state import change, face
from rules.highlander.verbs import Target
from rules.kernel.enforce import enforces
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment

#: what a target may have to be beside a Type, a group or a Title
SPECIAL_WORDS: dict[str, Callable[[Highlander, InPlay, HighlanderCard], bool]] = {
    "discard_to_use": lambda p, held, card: bool(card.discard_to_use),
    "in_game": lambda p, held, card: card.type not in PRE_GAME,
    "pre_game": lambda p, held, card: (
        card.type in PRE_GAME - {"persona"} and "Persona Premium" not in card.groups
    ),
    "in_hand": lambda p, held, card: not held.condition and "no_weapon" not in card.marks,
    "hand_icon": lambda p, held, card: bool(card.hand_icons) and not held.condition,
    "last_turn": lambda p, held, card: held.played == p.number - 1,
}
#: the place of a target that is a player
ANY = -1
REMOVING = frozenset({"remove", "out_of_game"})


def suits(j: Judgment, p: Highlander, seat: str, place: int, what: str) -> bool:
    """Whether a card in play is what a text says: every word must hold, one with ``!`` before it must not. A card face
    down is of its Type and may be anything else."""
    held = p.players[seat].in_play[place]
    found = face(j, held.card)
    for word in what.split():
        wanted = not word.startswith("!")
        words = word.removeprefix("!").split("|")
        if found is not None:
            holds = any(_is(p, held, found, one) for one in words)
        elif TYPES & set(words):
            holds = kind(j, held) in words
        else:
            continue
        if holds != wanted:
            return False
    return True


def _is(p: Highlander, held: InPlay, found: HighlanderCard, word: str) -> bool:
    test = SPECIAL_WORDS.get(word)
    return test(p, held, found) if test is not None else found.is_a(word)


TYPES = frozenset({"event", "situation", "object", "location", "edge"})


@enforces("persona-premium")
def possible(j: Judgment, p: Highlander, choice: Choice) -> list[tuple[str, int]]:
    """Every card in play that may be the target, as (side, place from 0); of an ``attack``, those still pending."""
    if choice.what == "attack":
        attacker = next(seat for seat in p.players if seat != choice.seat)
        attacks = p.players[attacker].attacks
        return [(attacker, n) for n, attack in enumerate(attacks) if attack.status == "pending"]
    if choice.what == PLAYER:
        return [(seat, ANY) for seat in p.players]
    found = []
    for seat, held in p.players.items():
        if choice.whose and (choice.whose == "you") != (seat == choice.seat):
            continue
        for place in range(len(held.in_play)):
            if (
                suits(j, p, seat, place, choice.what)
                and not held.in_play[place].waiting
                and not (choice.then == "roll" and held.in_play[place].rolled)
                and not (choice.then in REMOVING and seat != choice.seat and guarded(j, p, seat, place))
            ):
                found.append((seat, place))
    return found


def targets(j: Judgment) -> list[tuple[str, int]]:
    """What may be chosen now."""
    p: Highlander = j.position
    return possible(j, p, p.choice) if p.choice is not None else []


def choice_of(seat: str, p: Highlander, effect: Effect, title: str, event: bool) -> Choice:
    """What a card's text asks its player to choose. ``until`` says what becomes of it: ``turn`` or ``next`` (nullified
    in that turn) or one of the ways below; it is removed where nothing is said."""
    turns = {"next": (p.number + 1,), "turn": (p.number,)}.get(effect.until, ())
    then = "nullify" if turns else (effect.until or "remove")
    whose = {"opponent": "opponent", "mine": "you"}.get(effect.who, "")
    return Choice(seat=seat, what=effect.what, then=then, turns=turns, whose=whose, title=title, event=event)


def verify_target(j: Judgment, e: Target) -> None:
    p: Highlander = j.position
    if p.choice is None or p.choice.seat != e.by:
        j.forbid("target", "no target is asked of this player")
    elif (e.seat, e.place - 1) not in targets(j):
        j.forbid("target", f"the target must be of this kind: {words.kind(p.choice.what)}")


def perform_target(j: Judgment, e: Target, plan: None) -> Highlander:
    p: Highlander = j.position
    choice = p.choice
    if choice is None or (e.seat, e.place - 1) not in targets(j):
        raise Impossible("that cannot be the target")
    after: Highlander = THEN[choice.then](j, replace(p, choice=None), choice, e.seat, e.place - 1)
    return after


# -- what becomes of it --------------------


def _remove(j: Judgment, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    return depart(j, p, seat, place, choice.seat)


def _nullify(j: Judgment, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    card = p.players[seat].in_play[place]
    after = set_card(p, seat, place, replace(card, nullified=(*card.nullified, *choice.turns)))
    return rebalanced(j, p, after)


@enforces("divine-intervention")
def _out_of_game(j: Judgment, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """The card is removed from the game instead of going to a discard pile."""
    owner = p.players[seat].in_play[place].owner
    p = rebalanced(j, p, leave(j, p, seat, place))
    mine = p.players[owner]
    return change(
        p, owner, discard_pile=mine.discard_pile[:-1], removed=(*mine.removed, mine.discard_pile[-1])
    )


def _control(j: Judgment, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """Control for as long as the card is in play."""
    return hand_over(j, p, seat, place)


@enforces("impulse", "impulse-timing")
def _control_a_while(j: Judgment, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """Control to the end of the opponent's next turn."""
    return hand_over(j, p, seat, place, p.number + 1)


def _offer(j: Judgment, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """The first of two cards that change sides."""
    second = Choice(
        seat=choice.seat, what="in_game !event !edge", then="trade", whose="opponent", title=choice.title,
        first=(seat, place + 1),
    )  # fmt: skip
    return replace(p, choice=second) if possible(j, p, second) else p


def _trade(j: Judgment, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    p = hand_over(j, p, seat, place)
    return hand_over(j, p, choice.first[0], choice.first[1] - 1) if choice.first is not None else p


@enforces("security-guard")
def _put_on(j: Judgment, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """The card just played lies on the one named from now on."""
    mine = p.players[choice.seat].in_play
    spot = next((n for n in reversed(range(len(mine))) if _called(j, mine[n], choice.title)), None)
    if spot is None or (seat, place) == (choice.seat, spot):
        return p
    played = mine[spot]
    p = change(p, choice.seat, in_play=(*mine[:spot], *mine[spot + 1 :]))
    if seat == choice.seat and place > spot:
        place -= 1
    below = p.players[seat].in_play[place]
    on = Under(owner=played.owner, card=played.card)
    return set_card(p, seat, place, replace(below, under=(*below.under, on)))


def _called(j: Judgment, held: InPlay, title: str) -> bool:
    found = face(j, held.card)
    return found is not None and found.title == title


@enforces("duplicating-a-cards-effects")
def _duplicate(j: Judgment, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """What the card does happens again for the one who duplicates it, with all that was played in conjunction with it;
    what it requires to be played does not matter."""
    from rules.highlander.playing import carry_out

    copied = p.players[seat].in_play[place]
    series = (copied.series, copied.played)
    cards = [c for c in p.players[seat].in_play if copied.series and (c.series, c.played) == series]
    return carry_out(j, p, choice.seat, [face(j, c.card) for c in cards or [copied]])


def _undo_damage(j: Judgment, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """All pending damage of an Event is countered."""
    found = face(j, p.players[seat].in_play[place].card)
    title = found.title if found is not None else ""
    for who in p.players:
        due = tuple(d for d in p.players[who].due if not (d.kind == "damage" and d.source == title))
        if len(due) != len(p.players[who].due):
            p = change(p, who, due=due)
    return p


def _roll(j: Judgment, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """A die is rolled for the card named."""
    from rules.highlander import dice

    return dice.roll_for(j, p, seat, place, choice)


@enforces("alertness-defenses-in-play")
def _allow(j: Judgment, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """A Defense may be used against an attack although it cannot be blocked, or dodged: a new one or one in play."""
    attacks = p.players[seat].attacks
    mark = Mark(choice.then, choice.event)
    attack = replace(attacks[place], marks=(*attacks[place].marks, mark))
    return change(p, seat, attacks=(*attacks[:place], attack, *attacks[place + 1 :]))


def _lose_weapon(j: Judgment, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """The weapon named is disarmed or broken."""
    return weapons.lose(j, p, seat, place, choice.then == "break")


def _lose_icon(j: Judgment, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """One Hand Icon too many goes: the card is discarded, a weapon disarmed."""
    card = p.players[seat].in_play[place]
    if weapons.is_arm(face(j, card.card)):
        return weapons.fits_hands(j, weapons.lose(j, p, seat, place), seat)
    return weapons.fits_hands(j, depart(j, p, seat, place), seat)


def aimed(j: Judgment, p: Highlander, seat: str, card: int | None) -> Highlander | None:
    """The position in which the player of a card just played names whom it is aimed at, now that nobody counters it
    (Countering Cards); None where its text does not ask or it is said already."""
    held = next((c for c in p.players[seat].in_play if c.card == card), None)
    found = face(j, card)
    if held is None or held.target or found is None or not found.wants_player:
        return None
    return replace(p, choice=Choice(seat=seat, what=PLAYER, then="aim", title=found.title))


def _aim(j: Judgment, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """The card just played is aimed at the player named."""
    from rules.highlander.playing import take_effect

    mine = p.players[choice.seat].in_play
    spot = next((n for n in reversed(range(len(mine))) if _called(j, mine[n], choice.title)), None)
    if spot is None:
        return p
    p = set_card(p, choice.seat, spot, replace(mine[spot], target=seat))
    return take_effect(j, p, choice.seat, mine[spot].card)


THEN: dict[str, Callable[[Judgment, Highlander, Choice, str, int], Highlander]] = {
    "aim": _aim,
    "remove": _remove,
    "nullify": _nullify,
    "out_of_game": _out_of_game,
    "control": _control,
    "control_a_while": _control_a_while,
    "offer": _offer,
    "trade": _trade,
    "put_on": _put_on,
    "duplicate": _duplicate,
    "undo_damage": _undo_damage,
    "put_under": duende.chosen,
    "roll": _roll,
    "allow_block": _allow,
    "allow_dodge": _allow,
    "disarm": _lose_weapon,
    "break": _lose_weapon,
    "lose_icon": _lose_icon,
}
