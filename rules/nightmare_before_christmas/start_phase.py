"""Start Phase: the Day Counter, Starting Locales and hands, new Locales at either end of the row."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from rules.kernel.cards import CardRef
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.nightmare_before_christmas.position import Locale, NightmarePosition, Player, in_order, with_seat
from rules.nightmare_before_christmas.texts import say
from rules.nightmare_before_christmas.verbs import Commit, Flip, Place, RemoveDay, Reveal


def verify_remove_day(j: Judgment, entry: RemoveDay) -> None:
    position: NightmarePosition = j.position
    if position.stage != "day":
        j.forbid("start-phase.remove-day-counter", say("no_day_counter_to_remove"))
    elif entry.by != position.king:
        j.forbid(
            "start-phase.remove-day-counter", say("pumpkin_king_removes_day_counter", king=position.king)
        )


@enforces("start-phase.remove-day-counter", "start-phase", "reading.a17", "round-order")
def perform_remove_day(
    ctx: EntryContext, position: NightmarePosition, entry: RemoveDay, plan: None
) -> NightmarePosition:
    position = replace(position, day=position.day + 1, days_left=max(position.days_left - 1, 0), stage="flip")
    return go_on(position)


@enforces("start-phase.place-new-locale.decks-empty", "start-phase.place-new-locale.first-day")
def go_on(position: NightmarePosition) -> NightmarePosition:
    """Past what is finished of placing Locales; at last the Pumpkin King chooses."""
    players = position.players.values()
    if position.stage == "flip":
        if any(player.starting_locale is not None or player.hand_due for player in players):
            return position
        if position.day > 1 and any(player.locale_deck for player in players):
            return replace(position, stage="locale")
        return replace(position, stage="choose")
    if any(_still_to_place(position, seat) for seat in position.players):
        return position
    position = replace(position, stage="choose", acted=())
    return position


def _still_to_place(position: NightmarePosition, seat: str) -> bool:
    """Whether a seat has not yet laid this Day's Locale face up."""
    player = position.players[seat]
    return player.coming is not None or (seat not in position.acted and bool(player.locale_deck))


def still_to_choose(position: NightmarePosition, seat: str) -> bool:
    """Whether a seat has neither committed nor laid this Day's Locale."""
    return (
        position.stage == "locale" and seat not in position.acted and bool(position.players[seat].locale_deck)
    )


def _is_starting(card: object) -> bool:
    return bool(getattr(card, "starting", False))


def _is_standard(card: object) -> bool:
    return getattr(card, "type", "") == "Locale" and not getattr(card, "starting", False)


def verify_flip(j: Judgment, entry: Flip) -> None:
    player = j.position.players.get(entry.by)
    if j.position.stage != "flip" or player is None or player.starting_locale is None:
        j.forbid(
            "start-phase.place-new-locale.first-day",
            say("no_starting_locale_to_turn_up"),
        )
        return
    if entry.card is not None and not j.find(entry.card):
        return
    j.identify(player.starting_locale, entry.card)
    j.need(
        "setting-up.starting-locales", _is_starting, (player.starting_locale,),
        say("not_starting_locale"), say("which_starting_locale_turned_up", seat=entry.by),
    )  # fmt: skip


def perform_flip(
    ctx: EntryContext, position: NightmarePosition, entry: Flip, plan: None
) -> NightmarePosition:
    player = position.players[entry.by]
    row = (Locale(card=player.starting_locale), *player.locales)
    player = replace(player, locales=row, starting_locale=None, hand_due=True)
    return go_on(with_seat(position, entry.by, player))


def verify_starting_hand(j: Judgment, seat: str, count: int) -> None:
    """The Starting Hand has as many cards as the Starting Locale says."""
    player: Player = j.position.players[seat]
    if not player.locales:
        j.forbid("start-phase.starting-hand", say("starting_locale_not_face_up"))
        return
    locale = player.locales[0].card
    if locale is None:
        j.unsure(say("which_starting_locale", seat=seat))
        return
    face = j.card(locale)
    if face is not None and getattr(face, "starting_hand", None) is None:
        j.unsure(say("starting_hand_size", title=j.title(locale)))
        return
    j.need(
        "start-phase.starting-hand", _gives_hand, (locale,),
        say("wrong_starting_hand_size", title=j.title(locale), count=count),
        say("which_starting_locale", seat=seat), (count,),
    )  # fmt: skip


def _gives_hand(card: object, count: int) -> bool:
    return getattr(card, "starting_hand", None) == count


@enforces("start-phase.starting-hand")
def starting_hand_drawn(position: NightmarePosition, seat: str) -> NightmarePosition:
    """After a Starting Hand was drawn."""
    player = replace(position.players[seat], hand_due=False)
    return go_on(with_seat(position, seat, player))


# -- new Locales ----------------------------------------------------------------------------------------------------


class NextLocale(msgspec.Struct, frozen=True, gc=False):
    """The top card of a Locale Deck, and the deck that is left."""

    card: int
    deck: tuple[int, ...]


def _next_locale(j: Judgment, seat: str, ref: CardRef | None) -> NextLocale:
    """The top card of a Locale Deck, which the entry may name, and what is left of the deck."""
    drawn, rest = j.draw(j.position.players[seat].locale_deck, 1, f"{seat} locales")
    if ref is not None and j.find(ref):
        j.identify(drawn[0], ref)
        _must_be_locale(j, drawn[0])
    return NextLocale(drawn[0], rest)


def _must_be_locale(j: Judgment, card: int) -> None:
    j.need(
        "start-phase.place-new-locale", _is_standard, (card,),
        say("not_standard_locale"), say("which_locale_it_is"),
    )  # fmt: skip


def verify_place(j: Judgment, entry: Place) -> NextLocale | None:
    position: NightmarePosition = j.position
    if position.stage != "locale" or entry.by not in position.players:
        j.forbid("start-phase.place-new-locale", say("no_locale_placed_now"))
        return None
    if not still_to_choose(position, entry.by):
        j.forbid("start-phase.place-new-locale", say("locale_already_placed_or_none_left", seat=entry.by))
        return None
    for seat in in_order(j.seats, position.king):
        if seat == entry.by:
            break
        if still_to_choose(position, seat):
            j.forbid("reading.a10", say("another_player_places_first", seat=seat, other_seat=entry.by))
            return None
    drawn = _next_locale(j, entry.by, entry.card)
    if drawn.card not in j.known.faces:
        _must_be_locale(j, drawn.card)
    return drawn


def perform_place(
    ctx: EntryContext, position: NightmarePosition, entry: Place, plan: NextLocale | None
) -> NightmarePosition:
    if plan is None:
        raise Impossible(say("no_locale_to_place", seat=entry.by))
    player = with_locale_laid(
        replace(position.players[entry.by], locale_deck=plan.deck), plan.card, entry.end
    )
    position = replace(with_seat(position, entry.by, player), acted=(*position.acted, entry.by))
    return go_on(position)


@enforces("start-phase.place-new-locale.ends")
def with_locale_laid(player: Player, card: int, end: str) -> Player:
    """The player with a Locale face up at one end of the row, never between two others."""
    new = Locale(card=card)
    return replace(player, locales=(new, *player.locales) if end == "left" else (*player.locales, new))


def verify_commit_locale(j: Judgment, entry: Commit) -> NextLocale | None:
    if not still_to_choose(j.position, entry.by):
        j.forbid("start-phase.place-new-locale", say("no_locale_to_place_now", seat=entry.by))
        return None
    if entry.end is None and entry.card is not None:
        j.forbid("log.argument", say("commitment_without_end"))
        return None
    return _next_locale(j, entry.by, entry.card)


@enforces("reading.a10")
def perform_commit_locale(
    ctx: EntryContext, position: NightmarePosition, entry: Commit, plan: NextLocale
) -> NightmarePosition:
    player = position.players[entry.by]
    player = replace(player, locale_deck=plan.deck, coming=plan.card, end=entry.end)
    return replace(with_seat(position, entry.by, player), acted=(*position.acted, entry.by))


def verify_reveal_locale(j: Judgment, entry: Reveal) -> None:
    position: NightmarePosition = j.position
    player = position.players.get(entry.by)
    if player is None or player.coming is None:
        j.forbid("start-phase.place-new-locale", say("no_locale_committed", seat=entry.by))
    elif any(still_to_choose(position, seat) for seat in j.seats):
        j.forbid("reading.a10", say("not_everybody_has_chosen"))
    elif entry.end is None:
        j.forbid("log.argument", say("end_of_row_missing"))
    elif player.end is not None and player.end != entry.end:
        j.forbid("reading.a10", say("committed_to_other_end", seat=entry.by, end=player.end))
    else:
        if entry.card is not None and j.find(entry.card):
            j.identify(player.coming, entry.card)
        _must_be_locale(j, player.coming)


def perform_reveal_locale(ctx: EntryContext, position: NightmarePosition, entry: Reveal) -> NightmarePosition:
    player = position.players[entry.by]
    assert player.coming is not None and entry.end is not None
    player = replace(with_locale_laid(player, player.coming, entry.end), coming=None, end=None)
    return go_on(with_seat(position, entry.by, player))
