"""Reading and writing logs (version 1): JSON Lines, a header, then entries and, in scenarios, expectations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from rules.kernel.aliases import with_current_names
from rules.kernel.card_problems import Unknown, in_words
from rules.kernel.cards import MAX_CARDS, DeckList
from rules.kernel.chain import ChainReader
from rules.kernel.entries import NOT_SEATS, BadEntry, Entry
from rules.kernel.errors import LogError
from rules.kernel.json_problems import json_words
from rules.kernel.json_types import Json, JsonObject
from rules.kernel.texts import say

VERSION = 1
MAX_LINE = 1_000_000
COMMENT = ord("#")
#: the same on every Python, whatever each could bear
MAX_DEPTH = 400
#: characters of why an entry cannot be read
MAX_REASON = 300
_BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]')


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat, and its deck list where somebody knows it."""

    seat: str
    deck: DeckList | None = None


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The first line of a log. ``raw`` fields (options, cards, position) are read by the game. ``judged``: how the log
    was judged when it was stored, for judges alone (``rules.kernel.rejudging``)."""

    log: int
    game: str
    players: tuple[Player, ...]
    rules: str | None = None
    options: JsonObject = {}
    cards: tuple[JsonObject, ...] = ()
    position: JsonObject | None = None
    id: str | None = None
    of: str | None = None
    fork_of: Json = None
    judged: Json = None
    salt: str | None = None
    hash: str | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(player.seat for player in self.players)


class Expectation(msgspec.Struct, frozen=True):
    """A line of a scenario that is not an entry: facts or options expected after entry ``after``."""

    line: int
    after: int
    facts: JsonObject | None = None
    options: JsonObject | None = None


class Log(msgspec.Struct, frozen=True):
    """A log as read: ``entries`` numbered from 1 (``entries[0]`` is entry 1), ``lines`` their line numbers,
    ``chain`` the first break of the hash chain, ``head`` its last hash."""

    header: Header
    entries: tuple[Entry | BadEntry, ...]
    lines: tuple[int, ...] = ()
    expectations: tuple[Expectation, ...] = ()
    chain: tuple[int, str] | None = None
    head: str | None = None


_plain = msgspec.json.Decoder().decode
_header = msgspec.json.Decoder(Header).decode


@lru_cache(maxsize=32)
def decoder(verbs: tuple[type[Entry], ...]) -> msgspec.json.Decoder[Any]:
    """One strict decoder for all verbs of a game."""
    union: Any = verbs[0]
    for verb in verbs[1:]:
        union = union | verb
    return msgspec.json.Decoder(union, strict=True)


def read_header(raw: bytes, line: int = 1) -> Header:
    """The header from its line. Raises ``LogError``."""
    return _read_header(raw, line, _object(raw, line))


def _read_header(raw: bytes, line: int, plain: JsonObject) -> Header:
    if "log" not in plain or "game" not in plain:
        raise LogError(line, say("first_line_not_header"))
    if plain["log"] != VERSION or isinstance(plain["log"], bool):
        raise LogError(line, say("log_version_unknown", plain=str(plain["log"])[:40], version=VERSION))
    try:
        header = _header(raw)
    except RecursionError:
        raise LogError(line, say("header_problem", error=say("nested_too_deeply"))) from None
    except msgspec.ValidationError as error:
        raise LogError(line, say("header_problem", error=in_words(str(error), Header, say("it")))) from None
    seats = header.seats
    if not seats:
        raise LogError(line, say("header_without_players"))
    for seat in seats:
        if seat in NOT_SEATS or len(seat) > 40:
            raise LogError(line, say("header_cannot_name_seat", seat=seat[:40]))
    if len(set(seats)) != len(seats):
        raise LogError(line, say("header_two_players_same_seat"))
    for player in header.players:
        if player.deck is not None and player.deck.size > MAX_CARDS:
            raise LogError(line, say("header_deck_list_too_long", max_cards=MAX_CARDS))
    return header


def game_of(data: bytes) -> str:
    """The game a log is of, from its header. Raises ``LogError``."""
    return header_of(data).game


def header_of(data: bytes) -> Header:
    """The header of a log, whatever comes after it. Raises ``LogError``."""
    for number, raw in _lines(data):
        return read_header(raw, number)
    raise LogError(0, say("file_is_empty"))


def read_log(data: bytes, verbs: tuple[type[Entry], ...]) -> Log:
    """A log from its bytes, entries decoded as the game's ``verbs``. Raises ``LogError``."""
    decode = decoder(verbs).decode
    entries: list[Entry | BadEntry] = []
    lines: list[int] = []
    expectations: list[Expectation] = []
    header: Header | None = None
    chain = ChainReader()
    check_read = chain.check_read
    chained = False
    for number, raw in _lines(data):
        if header is None:
            plain = _object(raw, number)
            header = _read_header(raw, number, plain)
            chained = header.hash is not None
            if chained:
                chain.check_plain(0, plain)
            continue
        entry: Entry | BadEntry
        try:
            entry = decode(raw)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            decoded = _not_typed(raw, number, error, verbs, len(entries))
            if isinstance(decoded, Expectation):
                expectations.append(decoded)
                continue
            entry = decoded
        entries.append(entry)
        lines.append(number)
        if chained or entry.hash is not None:
            if type(entry) is BadEntry:
                chain.check(len(entries), raw)
            else:
                check_read(len(entries), raw, entry)  # type: ignore[arg-type]
    if header is None:
        raise LogError(0, say("file_lacks_header"))
    return Log(header, tuple(entries), tuple(lines), tuple(expectations), chain.broken, chain.head)


def _lines(data: bytes) -> Iterable[tuple[int, bytes]]:
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    for number, raw in enumerate(data.split(b"\n"), 1):
        raw = raw.strip()
        if not raw or raw[0] == COMMENT:
            continue
        if len(raw) > 2 * MAX_DEPTH:
            if len(raw) > MAX_LINE:
                raise LogError(number, say("line_too_long", max_line=MAX_LINE))
            # no line is deeper than it has brackets: counting them is a hundred times quicker than pairing them
            if raw.count(b"{") + raw.count(b"[") > MAX_DEPTH and _depth(raw) > MAX_DEPTH:
                raise LogError(number, say("nested_too_deeply"))
        yield number, raw


def _depth(raw: bytes) -> int:
    """How deep brackets and braces outside of strings lie in each other."""
    depth = deepest = 0
    for mark in _BRACKETS.findall(raw):
        if mark == b"{" or mark == b"[":
            depth += 1
            if depth > deepest:
                deepest = depth
        elif mark == b"}" or mark == b"]":
            depth -= 1
    return deepest


def _object(raw: bytes, line: int) -> JsonObject:
    try:
        plain = _plain(raw)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise LogError(line, say("line_not_json", error=json_words(error))) from None
    except RecursionError:
        raise LogError(line, say("nested_too_deeply")) from None
    if not isinstance(plain, dict):
        raise LogError(line, say("line_not_json_object"))
    return plain


def _not_typed(
    raw: bytes, line: int, error: Exception, verbs: Sequence[type[Entry]], after: int
) -> Entry | BadEntry | Expectation:
    """The meaning of a line that no verb's struct could take: an expectation, an entry with arguments called by older
    names, or one with something wrong."""
    plain = _object(raw, line)
    if "do" not in plain and "by" not in plain and ("expect" in plain or "options" in plain):
        return _expectation(plain, line, after)
    if "by" not in plain or "do" not in plain:
        raise LogError(line, say("entry_needs_by_and_do"))
    by, do = plain["by"], plain["do"]
    verb = verb_of(verbs, do)
    if verb is None:
        word = do if isinstance(do, str) else "that"
        return BadEntry(
            str(by)[:40], str(do)[:40], "log.verb", say("game_has_no_verb", verb=word[:40]), plain
        )
    if not isinstance(by, str):
        return BadEntry(str(by)[:40], do, "log.seat", say("by_names_nobody"), plain)
    renamed = with_current_names(verb.aliases, plain)
    if renamed is not plain:
        try:
            return msgspec.convert(renamed, verb, strict=True)
        except (msgspec.ValidationError, RecursionError) as wrong:
            error = wrong
    reason = (
        _wrong_argument(str(error), verb)
        if isinstance(error, msgspec.ValidationError)
        else say("cannot_be_read")
    )
    return BadEntry(
        by,
        do,
        "log.argument",
        say("fact_problem", fact=do, place=reason if len(reason) <= MAX_REASON else reason[:MAX_REASON]),
        plain,
    )


def _wrong_argument(message: str, verb: type[Entry]) -> str:
    """The message that says what is wrong with the arguments of an entry."""
    names = [f.encode_name for f in msgspec.structs.fields(verb) if f.name not in Entry.__struct_fields__]
    unknown = Unknown("argument_unknown", known=", ".join(names)) if names else Unknown("takes_no_argument")
    return in_words(message, verb, say("the_entry"), unknown)


def verb_of(verbs: Sequence[type[Entry]], do: Json) -> type[Entry] | None:
    """The verb that an entry's ``do`` names."""
    return next((verb for verb in verbs if verb.__struct_config__.tag == do), None)


def _expectation(plain: JsonObject, line: int, after: int) -> Expectation:
    facts, options = plain.get("expect"), plain.get("options")
    if (facts is not None and not isinstance(facts, dict)) or (
        options is not None and not isinstance(options, dict)
    ):
        raise LogError(line, say("expectation_malformed"))
    return Expectation(line, after, facts, options)


def write_line(thing: object) -> bytes:
    """One line of a log (a struct or an object), without its line break."""
    return msgspec.json.encode(thing)


def write_log(header: Header | JsonObject, entries: Iterable[object]) -> bytes:
    """A whole log as bytes."""
    return b"".join(write_line(thing) + b"\n" for thing in (header, *entries))
