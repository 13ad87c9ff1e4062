"""A game small enough to work out by hand, for testing the kernel.

Each seat draws two cards, lays one face down that must be a Number, both are revealed, the higher number wins.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel.aliases import Alias
from rules.kernel.cards import Card, CardRef, Catalogue, expand
from rules.kernel.entering import SEAT_DECIDES, SEAT_REVEALS, TABLE_NOTES
from rules.kernel.entries import TABLE, Entry, SeatName, Small, TimeCalled
from rules.kernel.entry_context import EntryContext
from rules.kernel.game import Game, Options, Verb
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.kernel.log import Header
from rules.kernel.position import Deck, Hand, HiddenSlot, Pile, Position
from rules.kernel.rulebook import Ledger, LedgerEntry, Rulebook, read_ledger
from rules.kernel.verdict import Outcome


class ToyCard(Card, frozen=True, kw_only=True):
    number: int | None = None


class Draw(Entry, frozen=True, tag="draw"):
    entered = SEAT_REVEALS
    secret = ("cards",)
    closed = True
    count: Small = 0
    cards: tuple[CardRef, ...] | None = None

    def public(self) -> Entry:
        return replace(
            self, count=len(self.cards) if self.cards else self.count, cards=None, note="", seen_by=None
        )


class Lay(Entry, frozen=True, tag="lay"):
    entered = SEAT_DECIDES
    closed = True
    card: CardRef | None = None


class Reveal(Entry, frozen=True, tag="reveal"):
    entered = SEAT_REVEALS
    closed = False
    aliases = (Alias("shown", "card"),)
    card: CardRef


class Announce(Entry, frozen=True, tag="announce"):
    """“No Number in my hand.”"""

    entered = SEAT_DECIDES


class Shuffle(Entry, frozen=True, tag="shuffle"):
    entered = TABLE_NOTES
    seat: SeatName


class Side(Struct, frozen=True, kw_only=True):
    deck: Deck = (OPEN,)
    hand: Hand = ()
    laid: HiddenSlot = None
    shown: Pile = ()
    score: int = 0


class Toy(Position, frozen=True, kw_only=True):
    players: dict[str, Side] = {}
    turn: str = "A"
    phase: str = "draw"
    winner: str | None = None


def is_number(card: ToyCard) -> bool:
    return card.number is not None


def is_no_number(card: ToyCard) -> bool:
    return card.number is None


def side(position: Toy, seat: str, **changes: Any) -> Toy:
    return replace(position, players={**position.players, seat: replace(position.players[seat], **changes)})


def verify_turn(j: Judgment, e: Entry, phase: str) -> None:
    if e.by != j.position.turn:
        j.forbid("turn", f"it is {j.position.turn}'s turn")
    elif j.position.phase != phase:
        j.forbid("turn.phase", f"this is the {j.position.phase} phase")


def verify_draw(j: Judgment, e: Draw) -> None:
    verify_turn(j, e, "draw")
    count = len(e.cards) if e.cards is not None else e.count
    if count != 2:
        j.forbid("draw", "two cards are drawn")


def perform_draw(ctx: EntryContext, position: Toy, e: Draw, plan: None) -> Toy:
    me = position.players[e.by]
    drawn, deck = ctx.draw(me.deck, 2, e.by)
    for card, ref in zip(drawn, e.cards or (), strict=False):
        ctx.identify(card, ref)
    return replace(side(position, e.by, deck=deck, hand=me.hand + drawn), phase="lay")


def verify_lay(j: Judgment, e: Lay) -> Any:
    verify_turn(j, e, "lay")
    if e.by not in j.position.players:
        return None
    hand = j.position.players[e.by].hand
    if not hand:
        j.forbid("lay.card", "the hand is empty")
        return None
    if e.card is None:
        (card,), rest = j.unseen(hand)
    else:
        found = j.pick(hand, e.card)
        if found is None:
            j.forbid("log.card", "that card is not in the hand")
            return None
        card, rest = found, tuple(c for c in hand if c != found)
        j.identify(card, e.card)
    j.need("lay.card", is_number, (card,), "only a Number is laid", "the card laid face down")
    return card, rest


def perform_lay(ctx: EntryContext, position: Toy, e: Lay, plan: Any) -> Toy:
    card, rest = plan
    position = side(position, e.by, hand=rest, laid=card)
    last = e.by == ctx.seats[-1]
    return replace(position, turn=ctx.seats[0] if last else ctx.seats[-1], phase="reveal" if last else "draw")


def verify_reveal(j: Judgment, e: Reveal) -> Any:
    verify_turn(j, e, "reveal")
    j.find(e.card)


def perform_reveal(ctx: EntryContext, position: Toy, e: Reveal, plan: None) -> Toy:
    me = position.players[e.by]
    if me.laid is not None:
        ctx.identify(me.laid, e.card)
    card = ctx.card(me.laid) if me.laid else None
    position = side(
        position,
        e.by,
        laid=None,
        shown=(me.laid,) if me.laid else (),
        score=(card.number or 0) if card else 0,
    )
    if e.by == ctx.seats[-1]:
        best = max(position.players, key=lambda s: position.players[s].score)
        return replace(position, winner=best, phase="over")
    return replace(position, turn=ctx.seats[-1])


def verify_announce(j: Judgment, e: Announce) -> None:
    if e.by in j.position.players:
        for card in j.position.players[e.by].hand:
            j.claim(is_no_number, (card,), f"{e.by} said there was no Number in the hand, and there was one")


def verify_shuffle(j: Judgment, e: Shuffle) -> None:
    if e.by != TABLE or e.seat not in j.position.players:
        j.forbid("turn", "the table shuffles a seat's deck")


def perform_shuffle(ctx: EntryContext, position: Toy, e: Shuffle, plan: None) -> Toy:
    return side(position, e.seat, deck=ctx.shuffled(position.players[e.seat].deck))


CARDS = (
    *(ToyCard(title=f"Number {n}", number=n) for n in range(1, 10)),
    ToyCard(title="Blank"),
    ToyCard(title="Twin", variant="red", number=5),
    ToyCard(title="Twin", variant="blue"),
)


class ToyGame(Game):
    name = "toy"
    title = "Toy"
    card_type = ToyCard
    options_type = Options
    position_type = Toy
    package = "rules.kernel"
    verbs = {
        Draw: Verb(verify_draw, perform_draw),
        Lay: Verb(verify_lay, perform_lay),
        Reveal: Verb(verify_reveal, perform_reveal),
        Announce: Verb(verify_announce, lambda ctx, position, e, plan: position),
        Shuffle: Verb(verify_shuffle, perform_shuffle),
        TimeCalled: Verb(
            lambda j, e: None, lambda ctx, position, e, plan: replace(position, winner="A", phase="over")
        ),
    }

    @cached_property
    def catalogue(self) -> Catalogue:
        return Catalogue(CARDS)

    @cached_property
    def rulebook(self) -> Rulebook:
        entries = ("turn", "draw", "lay", "lay.card")
        ledger = Ledger("Toy rules", tuple(LedgerEntry(i, i.title(), "rule", "—") for i in entries))
        return Rulebook(ledger, read_ledger("rules.kernel"))

    def prepare(self, j: Judgment) -> None:
        for seat in j.seats:
            deck = j.decks[seat]
            j.known = j.known.with_home(seat, expand(j.catalogue, deck.lines("main")) if deck else None)

    def start(self, j: Judgment) -> Toy:
        players = {}
        for seat in j.seats:
            deck = j.decks[seat]
            players[seat] = Side(deck=j.deck(seat, expand(j.catalogue, deck.lines("main")) if deck else None))
        return Toy(players=players, turn=j.seats[0])

    def complete(self, ctx: EntryContext, position: Toy) -> Toy:
        return replace(position, players={seat: position.players.get(seat, Side()) for seat in ctx.seats})

    def to_act(self, position: Toy) -> tuple[str, ...]:
        return () if position.winner else (position.turn,)

    def periods(self, position: Toy) -> dict[str, int | str]:
        return {"phase": position.phase}

    def skip(self, j: Judgment, phase: str) -> Toy | None:
        return replace(j.position, phase="lay") if phase == j.position.phase == "draw" else None

    def options(self, j: Judgment, by: str) -> list[Entry]:
        return [Draw(by=by, count=2)] if j.position.turn == by and j.position.phase == "draw" else []

    def outcome(self, j: Judgment) -> Outcome | None:
        if j.position.winner is None:
            return None
        loser = next(seat for seat in j.seats if seat != j.position.winner)
        return Outcome(((j.position.winner,), (loser,)), {s: p.score for s, p in j.position.players.items()})

    def sample_header(self, players: int, source: Any) -> Header:
        raise AssertionError("not played by itself")


TOY = ToyGame()
