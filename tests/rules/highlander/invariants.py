"""What holds of every position of Highlander, whatever was played; a card that allows more than the rule is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.highlander.card import HighlanderCard
from rules.highlander.position import Highlander, InPlay
from rules.highlander.verbs import Play, Use
from rules.kernel.cards import CardSpec
from rules.kernel.entries import Entry
from rules.kernel.replay import Replay

#: what a card in play adds to its player's maximum Ability
ADDS = {"Master's Advice": 2, "Richie Ryan: Premium": 1}
#: each of these, played, lets one more Special card be played in the turn
ANOTHER_SPECIAL = frozenset(
    {"Armorer", "Conjure", "Darius", "Desperation", "Kirk Matunas", "Monkey", "Schemer", "Sheathe Weapon"}
)
#: in play, it lets a second Event be played
A_SECOND_EVENT = "Chessex"
#: discarded to use, it lets one more Exertion be made
ANOTHER_EXERTION = "Flashback"
#: holds more cards than his Ability, by what takes that away again
HOLDS_MORE, TAKES_THAT = "Martin Hyde", "Master's Advantage"
#: of every position
START = 15


class Turn:
    """What was played and used in the turn under way, as the entries tell it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.played: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        self.specials = 0

    def note(self, run: Replay, before: Highlander, entry: Entry) -> None:
        """Counts a legal entry of the player whose turn it is."""
        if entry.by != before.turn:
            return
        if isinstance(entry, Play) and entry.source == "hand":
            title = entry.card.title if isinstance(entry.card, CardSpec) else entry.card
            self.played[title or ""] += 1
            kinds = {
                getattr(card, "type", "")
                for n in run.catalogue.find(entry.card)
                for card in [run.catalogue.cards[n]]
            }
            self.specials += entry.face_down or bool(kinds & {"event", "situation", "object", "location"})
        if isinstance(entry, Use):
            held = before.players[entry.by].in_play[entry.place - 1]
            card = run.judgment().card(held.card or 0)
            self.used[card.title if card is not None else ""] += 1


def title(run: Replay, card: int | None) -> str:
    found = run.judgment().card(card or 0)
    return found.title if found is not None else ""


def lying(run: Replay, p: Highlander, seat: str) -> Iterator[tuple[InPlay, str]]:
    """A player's cards in play that no effect nullifies, with their titles."""
    for held in p.players[seat].in_play:
        if p.number not in held.nullified:
            yield held, title(run, held.card)


def most_ability(run: Replay, p: Highlander, seat: str) -> int:
    return START + sum(ADDS.get(name, 0) for _, name in lying(run, p, seat))


def ability_is_not_above_its_maximum(run: Replay, p: Highlander) -> None:
    """What a card that left had added is lost in the own Ability Adjustment Phase: until then it is there."""
    for seat, held in p.players.items():
        waits = -sum(one.amount for one in held.ability_changes if one.amount < 0 and one.source in ADDS)
        assert held.ability <= most_ability(run, p, seat) + waits, (seat, held.ability)


def ability_moves_only_where_it_may(before: Highlander, after: Highlander) -> None:
    """In the own Ability Adjustment Phase, and as First Blood begins."""
    adjusted = after.phase == "draw_discard" != before.phase or after.number != before.number
    began = after.first_blood and not before.first_blood
    for seat, held in after.players.items():
        if held.ability != before.players[seat].ability:
            assert began or (adjusted and seat == before.turn), seat


def most_cards(run: Replay, p: Highlander, seat: str) -> int:
    """How many cards a hand holds at the end of a turn: the Ability, and for Martin Hyde the opponent's Masters."""
    most = max(p.players[seat].ability, 0)
    (opponent,) = (who for who in p.players if who != seat)
    theirs = [run.judgment().card(held.card or 0) for held in p.players[opponent].in_play]
    names = [name for _, name in lying(run, p, seat)]
    if HOLDS_MORE in names and not any(card is not None and card.title == TAKES_THAT for card in theirs):
        limits = [
            c.master_limit or 0 for c in theirs if isinstance(c, HighlanderCard) and c.type == "persona"
        ]
        most += limits[0] if limits else 0
    return most


def a_turn_ends_within_the_ability(run: Replay, before: Highlander) -> None:
    """``before``: the position in which the player said that the turn was over."""
    assert len(before.players[before.turn].hand) <= most_cards(run, before, before.turn)


def specials_are_those_allowed(run: Replay, p: Highlander, turn: Turn) -> None:
    """One Special card, and one for each card by name that lets another be played; every one is counted."""
    if (
        p.turn not in p.players
        or p.number != turn.number
        or p.phase in ("time_called", "first_blood", "over")
    ):
        return
    held = p.players[p.turn]
    more = sum(count for name, count in turn.played.items() if name in ANOTHER_SPECIAL)
    chessex = any(
        title(run, card.card) == A_SECOND_EVENT for side in p.players.values() for card in side.in_play
    )
    assert held.specials_played == turn.specials, (held.specials_played, turn.specials)
    assert turn.specials <= 1 + more + chessex, turn.played


def exertions_are_those_allowed(p: Highlander, turn: Turn) -> None:
    """One Exertion, and one for each Flashback discarded for it."""
    if (
        p.turn in p.players
        and p.number == turn.number
        and p.phase not in ("time_called", "first_blood", "over")
    ):
        assert p.players[p.turn].exertions <= 1 + turn.used[ANOTHER_EXERTION]
