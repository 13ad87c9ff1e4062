"""Setting up: shuffling, the first hands, the first storyboard, the first active player."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.cards import DeckList, expand
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import CardError, LogError
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.looney_tunes.flow import begin_round
from rules.looney_tunes.position import BOARD_SIZE, MOVIE, LooneyPosition, Player, change, with_seat
from rules.looney_tunes.texts import say
from rules.looney_tunes.verbs import Coin, Shuffle


def copies(j: Judgment, deck: DeckList | None, section: str) -> Mapping[tuple[int, ...], int] | None:
    """A section of a deck list as candidate sets with copies; None where nobody knows the list."""
    if deck is None:
        return None
    try:
        return expand(j.catalogue, deck.lines(section))
    except CardError as error:
        raise LogError(1, say("header_deck_problem", section=section, error=str(error))) from None


@enforces("setting-up.three-decks", "reading.d15")
def start(j: Judgment) -> LooneyPosition:
    """The position before anything is shuffled."""
    decks = j.decks or {}
    players = {}
    for seat in j.seats:
        players[seat] = Player(hand=(), deck=j.deck(seat, copies(j, decks.get(seat), "personal")))
    movie = j.deck(MOVIE, copies(j, j.options.movie, MOVIE))
    return LooneyPosition(
        phase="setup", players=players, movie_deck=movie, to_shuffle=(MOVIE, *j.seats), to_draw=j.seats
    )


def prepare(j: Judgment) -> None:
    """Opens the pools of the decks for a position given in a header."""
    decks = j.decks or {}
    known = j.known.with_home(MOVIE, copies(j, j.options.movie, MOVIE))
    for seat in j.seats:
        known = known.with_home(seat, copies(j, decks.get(seat), "personal"))
    j.known = known


def board_due(position: LooneyPosition) -> bool:
    """Whether the first storyboard still lacks Scenes."""
    return len(position.storyboard) < BOARD_SIZE and position.movie_deck != ()


def set_up(position: LooneyPosition) -> LooneyPosition:
    """The first round begins as soon as nothing of the set-up is left."""
    if position.to_shuffle or position.to_draw or position.active is None or board_due(position):
        return position
    return begin_round(position)


# -- shuffle ----------------------------------------------------------------------------------------------------------


@enforces("storyboard.reshuffle")
def verify_shuffle(j: Judgment, entry: Shuffle) -> None:
    position = j.position
    if entry.by != TABLE:
        j.forbid("log.seat", say("only_table_shuffles"))
    elif position.phase == "setup":
        if entry.deck != MOVIE and entry.deck not in j.seats:
            j.forbid("log.seat", say("no_seat_in_log", seat=entry.deck))
        elif entry.deck not in position.to_shuffle:
            j.forbid("setting-up.shuffle", say("no_shuffle_due", deck=entry.deck))
    elif entry.deck != MOVIE:
        j.forbid("reading.d10.personal", say("personal_deck_never_reshuffled"))
    elif not position.reshuffle:
        if OPEN in position.movie_deck and position.phase in ("storyboard", "effects"):
            j.unsure(say("whether_movie_deck_ran_out"))
        else:
            j.forbid("storyboard.reshuffle", say("movie_deck_not_run_out"))


def perform_shuffle(
    ctx: EntryContext, position: LooneyPosition, entry: Shuffle, plan: None
) -> LooneyPosition:
    if position.phase == "setup":
        return set_up(_shuffled(ctx, position, entry.deck))
    deck = ctx.shuffled(position.movie_discard)
    if OPEN in position.movie_deck:
        deck = (*deck, OPEN)
    return change(position, movie_deck=deck, movie_discard=(), reshuffle=False)


def _shuffled(ctx: EntryContext, position: LooneyPosition, deck: str) -> LooneyPosition:
    left = tuple(name for name in position.to_shuffle if name != deck)
    cards = position.movie_deck if deck == MOVIE else position.players[deck].deck
    if OPEN not in cards and ctx.known.indistinguishable(cards):  # unknown as before: no new ids are needed
        return change(position, to_shuffle=left)
    mixed = ctx.shuffled(cards)
    if deck == MOVIE:
        return change(position, movie_deck=mixed, to_shuffle=left)
    return with_seat(position, deck, change(position.players[deck], deck=mixed), to_shuffle=left)


# -- coin -------------------------------------------------------------------------------------------------------------


def verify_coin(j: Judgment, entry: Coin) -> None:
    if entry.by != TABLE:
        j.forbid("log.seat", say("only_table_tosses_coin"))
    elif j.position.phase != "setup" or j.position.active is not None:
        j.forbid("playing.first-active", say("first_active_player_already_decided"))
    elif entry.seat not in j.seats:
        j.forbid("log.seat", say("no_seat_in_log", seat=entry.seat))


def perform_coin(ctx: EntryContext, position: LooneyPosition, entry: Coin, plan: None) -> LooneyPosition:
    return set_up(change(position, active=entry.seat))
