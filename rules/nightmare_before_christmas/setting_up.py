"""Setting up: decks, the Starting Locale face down, the first Pumpkin King; and shuffles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import msgspec
from msgspec.structs import replace

from rules.kernel.cards import CardRef, DeckLine, DeckList, describe, expand
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import CardError, Misplaced
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.nightmare_before_christmas import pumpkin_king
from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.position import NightmarePosition, Player
from rules.nightmare_before_christmas.texts import say
from rules.nightmare_before_christmas.verbs import FirstKing, Roll

DAYS = 12
LOCALES = 5


def locales_of(seat: str) -> str:
    """The name of the pool a seat's Locale cards come from."""
    return f"{seat} locales"


def _copies(j: Judgment, lines: tuple[DeckLine, ...]) -> dict[tuple[int, ...], int]:
    known = []
    for line in lines:
        if j.catalogue.find(line.card):
            known.append(line)
        else:
            j.finding(say("unknown_card_in_deck", card=describe(line.card), count=line.count))
    try:
        return dict(expand(j.catalogue, known))
    except CardError:
        return {}


def _starting(j: Judgment, deck: DeckList) -> CardRef | None:
    """The Starting Locale of a deck list, where it has just one."""
    locales: list[CardRef] = []
    for line in deck.lines("locales"):
        numbers = j.catalogue.find(line.card)
        if numbers and all(_card(j, n).starting for n in numbers):
            locales.append(line.card)
    return locales[0] if len(locales) == 1 else None


def _card(j: Judgment, number: int) -> NightmareCard:
    return cast("NightmareCard", j.catalogue.cards[number])


def open_pools(j: Judgment) -> dict[str, tuple[int, int]]:
    """Opens each seat's two pools; how many Main Deck and Locale cards each seat's list has (-1: nobody knows)."""
    sizes = {}
    for seat in j.seats:
        deck = (j.decks or {}).get(seat)
        if deck is None:
            j.known = j.known.with_home(seat, None).with_home(locales_of(seat), None)
            sizes[seat] = (-1, -1)
            continue
        main, locales = _copies(j, deck.lines("main")), _copies(j, deck.lines("locales"))
        j.known = j.known.with_home(seat, main).with_home(locales_of(seat), locales)
        sizes[seat] = (sum(main.values()), sum(locales.values()))
    return sizes


@enforces(
    "setting-up.day-counters", "setting-up.pumpkin-points", "setting-up.starting-locales", "reading.a20",
    "setting-up.shuffle-locale-decks", "setting-up.shuffle-main-decks", "playing-the-game.twelve-days",
)  # fmt: skip
def start(j: Judgment) -> NightmarePosition:
    """The position before the first entry: decks face down, Starting Locales face down, twelve Day Counters."""
    players = {}
    for seat, (main, locales) in open_pools(j).items():
        deck = (OPEN,) if main < 0 else j.new(seat, main)
        (starting,) = j.new(locales_of(seat), 1)
        listed = (j.decks or {}).get(seat)
        if listed is not None:
            j.identify(starting, _starting(j, listed))
        rest = j.new(locales_of(seat), LOCALES if locales < 0 else max(locales - 1, 0))
        players[seat] = Player(hand=(), deck=deck, locale_deck=rest, starting_locale=starting, hand_due=True)
    return NightmarePosition(phase="setup", stage="king", day=0, days_left=DAYS, players=players)


def prepare(j: Judgment) -> None:
    """Opens the pools before a header's position is read."""
    open_pools(j)


def complete(ctx: EntryContext, position: NightmarePosition) -> NightmarePosition:
    """A header's position with seats left out filled in, and Locale cards counted to the Locale pools. Raises
    ``LogError``."""
    _check_seats(ctx, position)
    players = {seat: position.players.get(seat, Player()) for seat in ctx.seats}
    for seat, player in players.items():
        if not 0 <= player.pumpkin_points <= 6:
            raise Misplaced(f".players.{seat}.pumpkin_points", say("pumpkin_points_out_of_range"))
    _count_locales(ctx, players)
    if position.phase == "setup":
        return replace(position, players=players, king=None, turn=None)
    if position.stage == "activity" and position.free is None and position.perhaps_free is None:
        given = replace(position, players=players)
        _, perhaps = pumpkin_king.free_seats(given, position.activity or "draw")
        position = replace(position, perhaps_free=perhaps)
    king = position.king or (position.turn if position.phase == "player" else None) or ctx.seats[0]
    turn = position.turn or (king if position.phase == "player" else None)
    return replace(position, players=players, king=king, turn=turn)


def _check_seats(ctx: EntryContext, position: NightmarePosition) -> None:
    """Every seat the position names is one of the log's. Raises ``LogError``."""
    for seat in position.players:
        if seat not in ctx.seats:
            raise Misplaced(".players", say("no_seat_in_log", seat=seat[:40]))
    for name in ("king", "turn", "free", "winner"):
        seat = getattr(position, name)
        if seat is not None and seat not in ctx.seats:
            raise Misplaced(f".{name}", say("no_seat_in_log", seat=seat[:40]))
    named = {
        *position.acted,
        *position.asked,
        *position.winners,
        *(position.perhaps_free or ()),
        *(step.seat for step in position.steps),
    }
    if not named <= set(ctx.seats):
        raise Misplaced("", say("seat_not_in_log"))


@enforces("reading.a18")
def _count_locales(ctx: EntryContext, players: Mapping[str, Player]) -> None:
    """Counts the Locale cards nobody knows to the Locale pools they are from."""
    pool_of = ctx.known.pool_of.copy()
    for seat, player in players.items():
        pool = ctx.known.homes.get(locales_of(seat), 0)
        in_row = (locale.card for locale in player.locales)
        for card in (*player.locale_deck, player.starting_locale, player.coming, *in_row):
            if card is not None and card != OPEN and card not in ctx.known.faces:
                pool_of[card] = pool
    if pool_of != ctx.known.pool_of:
        ctx.known = msgspec.structs.replace(ctx.known, pool_of=pool_of)


def verify_first_king(j: Judgment, entry: FirstKing) -> None:
    if entry.by != TABLE:
        j.forbid("setting-up.determine-pumpkin-king", say("only_table_chooses_first_pumpkin_king"))
    elif j.position.phase != "setup":
        j.forbid("setting-up.determine-pumpkin-king", say("first_pumpkin_king_already_chosen"))
    elif entry.seat not in j.seats:
        j.forbid("log.seat", say("no_seat_in_log", seat=entry.seat))


@enforces("setting-up.determine-pumpkin-king")
def perform_first_king(
    ctx: EntryContext, position: NightmarePosition, entry: FirstKing, plan: None
) -> NightmarePosition:
    return replace(position, phase="start", stage="day", king=entry.seat)


def verify_roll(j: Judgment, entry: Roll) -> None:
    if entry.by != TABLE:
        j.forbid("setting-up.determine-pumpkin-king", say("only_table_throws_die"))
    elif j.position.phase != "setup":
        j.forbid("setting-up.determine-pumpkin-king", say("no_die_to_throw"))
    elif not 1 <= entry.value <= entry.sides:
        j.forbid("setting-up.determine-pumpkin-king", say("no_such_die_face"))


def perform_roll(
    ctx: EntryContext, position: NightmarePosition, entry: Roll, plan: None
) -> NightmarePosition:
    return position
