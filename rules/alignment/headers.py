"""The headers of two logs of one game as one: whose decks are known, options, own cards, where the game began."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from rules.alignment.texts import say
from rules.kernel.cards import DeckList
from rules.kernel.errors import LogError
from rules.kernel.game import Game
from rules.kernel.headers import cards_of, options_of
from rules.kernel.json_types import Json, JsonObject
from rules.kernel.log import Header, Player
from rules.kernel.matching import MORE, UNKNOWN, spread
from rules.kernel.rulebook import check_edition


class OtherGame(LogError):
    """The two are not logs of one game."""

    def __init__(self, message: str) -> None:
        super().__init__(0, message)


class MergedHeader(NamedTuple):
    """The header of the merged log; ``differ``: the facts in which the two cannot both be right, in words."""

    header: Header
    differ: tuple[str, ...]


def merged_header(game: Game, first: Header, second: Header) -> MergedHeader:
    """Raises ``OtherGame``, and ``LogError`` where one of them does not fit the game."""
    _check_one_game(first, second)
    for header in (first, second):
        check_edition(header.rules, game.editions)
        cards_of(game, header)
        options_of(game, header)
    differ: list[str] = []
    if first.seats != second.seats:
        differ.append(say("order_of_seats"))
    if first.rules and second.rules and first.rules != second.rules:
        differ.append(say("edition_of_rules"))
    header = Header(
        log=first.log,
        game=first.game,
        rules=first.rules or second.rules,
        players=_players(first, second, differ),
        options=_options(game, first, second, differ),
        cards=_cards(game, first, second, differ),
        position=_position(first.position, second.position, differ),
        of=first.of or second.of,
    )
    return MergedHeader(header, tuple(dict.fromkeys(differ)))


def _check_one_game(first: Header, second: Header) -> None:
    if first.game != second.game:
        raise OtherGame(say("logs_of_two_games", one=first.game, other=second.game))
    if sorted(first.seats) != sorted(second.seats):
        one, other = ", ".join(first.seats), ", ".join(second.seats)
        raise OtherGame(say("logs_of_other_seats", one=one, other=other))
    if first.of is not None and second.of is not None and first.of != second.of:
        raise OtherGame(say("logs_of_two_played_games", one=first.of[:40], other=second.of[:40]))


def _players(first: Header, second: Header, differ: list[str]) -> tuple[Player, ...]:
    decks = {player.seat: player.deck for player in second.players}
    return tuple(
        Player(player.seat, _deck(player.seat, player.deck, decks[player.seat], differ))
        for player in first.players
    )


def _deck(seat: str, one: DeckList | None, other: DeckList | None, differ: list[str]) -> DeckList | None:
    """The deck list that says more: one may hold the sections alone that lie open."""
    if one is None or other is None:
        return one or other
    sections = dict(one.sections)
    for name, lines in other.sections.items():
        if name in sections and sorted(map(repr, sections[name])) != sorted(map(repr, lines)):
            differ.append(say("deck_list_of_seat", seat=seat))
        sections.setdefault(name, lines)
    return DeckList(name=one.name or other.name, sections=sections)


def _options(game: Game, first: Header, second: Header, differ: list[str]) -> JsonObject:
    """The choices of both. What one of them leaves out the other may say."""
    ours, theirs = options_of(game, first), options_of(game, second)
    for name in first.options.keys() & second.options.keys():
        if name in ours.__struct_fields__ and getattr(ours, name) != getattr(theirs, name):
            differ.append(say("option_of_event", option=name))
    return {**second.options, **first.options}


def _cards(game: Game, first: Header, second: Header, differ: list[str]) -> tuple[JsonObject, ...]:
    """The declarations of both, each card once."""
    declared: dict[tuple[str, ...], JsonObject] = {}
    for header in (first, second):
        for raw, card in zip(header.cards, cards_of(game, header), strict=True):
            key = (card.title.casefold(), card.sub_title, card.variant, card.edition, card.grid)
            before = declared.setdefault(key, raw)
            if before != raw:
                differ.append(say("card_declared_otherwise", title=card.title))
    return tuple(declared.values())


def _position(one: JsonObject | None, other: JsonObject | None, differ: list[str]) -> JsonObject | None:
    """A log from the set-up tells more than one from the middle; of two positions what each knows."""
    if one is None or other is None:
        return None
    places: list[str] = []
    merged = _both(one, other, "", places)
    if places:
        differ.append(say("position_at_start", path=places[0]))
    assert isinstance(merged, dict)
    return merged


def _both(one: Json, other: Json, path: str, places: list[str]) -> Json:
    if one == other or other == UNKNOWN:
        return one
    if one == UNKNOWN:
        return other
    if isinstance(one, dict) and isinstance(other, dict) and "one_of" not in one | other:
        return _objects(one, other, path, places)
    if isinstance(one, list) and isinstance(other, list):
        ours, theirs = spread(one), spread(other)
        if (MORE in ours) != (MORE in theirs):
            return one if MORE in theirs else other  # one of them counted the cards
        if len(ours) == len(theirs):
            return [
                _both(a, b, f"{path}.{n}", places) for n, (a, b) in enumerate(zip(ours, theirs, strict=True))
            ]
    places.append(path.removeprefix("."))
    return one


def _objects(one: JsonObject, other: JsonObject, path: str, places: list[str]) -> JsonObject:
    """Facts left out have their default in the position; here the other log may say them."""
    both = dict(one)
    for key, value in other.items():
        both[key] = _both(one[key], value, f"{path}.{key}", places) if key in one else value
    return both


def written(header: Header) -> Header:
    """The header as the merged log has it, without what belongs to one file alone."""
    return msgspec.structs.replace(header, salt=None, hash=None, id=None, fork_of=None)
