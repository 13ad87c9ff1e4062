"""Nothing that reaches a phone depends on what its seat may not know, in any game, for any message.

A game is played twice at the same table; the second time every card that only B sees is another. All that A and a
spectator are sent is compared byte by byte, up to the entry before the rules reveal the difference (a card shown).
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from django.db import transaction

from referee.judging.viewers import Viewer
from referee.live.boards import board_html
from referee.live.cards import cards_for
from referee.live.live_replay import forget, live_replay
from referee.live.phones import Phone
from referee.live.queries import forget_tables, live_table
from referee.live.table_request import LiveTableRequest
from referee.live.watching import watch_state
from referee.models.live import LiveTable
from referee.records.listing import listed
from rules.kernel.log import Log
from rules.kernel.position import digest
from rules.registry import load
from tests.referee.live.playing import (
    GAMES,
    as_json,
    enter,
    match_of_game,
    opened,
    owner,
    phone,
    played,
    sent,
)
from tests.tournaments.factories import at
from tournaments.access import Actor
from tournaments.models.decks import DeckList
from tournaments.models.events import Event
from tournaments.models.live import LiveVersion

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


class Undone(Exception):
    """Ends a play, so that the next one begins from the same rows."""


def exchanged(game: str, log: Log) -> Log:
    """The log with every card that A may not see another one, B's deck list too."""
    titles = sorted({card.title for card in load(game).catalogue.cards})
    chance = random.Random(7)
    known = set(titles)

    def other(value: Any) -> Any:
        if isinstance(value, str) and value in known:
            return chance.choice([title for title in titles if title != value])
        if isinstance(value, list | tuple):
            return [other(inner) for inner in value]
        if isinstance(value, dict):
            return {key: other(inner) for key, inner in value.items()}
        return value

    entries = []
    verbs = load(game).all_verbs
    for entry in log.entries:
        if entry.seen_by is None or "A" in entry.seen_by:
            entries.append(entry)
            continue
        plain = msgspec.to_builtins(entry)
        changed = {key: v if key in ("by", "do", "seen_by") else other(v) for key, v in plain.items()}
        entries.append(msgspec.convert(changed, next(v for v in verbs if v is type(entry))))
    players = tuple(
        player
        if player.seat == "A" or player.deck is None
        else msgspec.structs.replace(
            player, deck=_other_deck(player.deck, load(game).open_sections, titles, chance)
        )
        for player in log.header.players
    )
    return Log(msgspec.structs.replace(log.header, players=players), tuple(entries))


def _other_deck(deck: Any, open_sections: Any, titles: list[str], chance: random.Random) -> Any:
    plain = msgspec.to_builtins(deck)
    for name, lines in plain["sections"].items():
        if name not in open_sections:
            for line in lines:
                line["card"] = chance.choice(titles)
    return msgspec.convert(plain, type(deck))


def shown_to(table: LiveTable, mine: Phone, n: int) -> list[bytes]:
    """Every message that this phone can be sent after entry ``n``."""
    live_request = LiveTableRequest(live_table(table.pk), mine)
    run = live_replay(live_request.table.record)
    versions = LiveVersion.objects.filter(event_id=table.record.match.round.event_id).count()
    messages = [
        as_json(_without_ids(live_request.state(at(200)))),
        as_json(_without_ids(live_request.state(at(200), n - 1))),
        as_json(cards_for(run, mine, "a")),
        as_json([live_request.table.version + live_request.table.record.entries, versions]),
        as_json(
            [
                (one.status, one.stopped, one.outcome)
                for one in listed(_match(table), Viewer(mine.sees), by=Actor.anonymous())
            ]
        ),
    ]
    if n % 5 == 0:
        view = run.view(mine.sees)
        messages.append(board_html(live_request.table, mine).encode())
        messages.append(digest(view.printed()).encode())
    return messages


def _match(table: LiveTable) -> Any:
    return live_table(table.pk).record.match


def _without_ids(found: dict[str, Any]) -> dict[str, Any]:
    return {**found, "table": {**found["table"], "id": 0, "record": 0}}


def all_shown(match: Any, log: Log, looks: range) -> dict[tuple[int, str], list[bytes]]:
    """Plays the log as far as is looked; what A and a spectator are sent after each entry that is looked at."""
    found: dict[tuple[int, str], list[bytes]] = {}
    try:
        with transaction.atomic():
            DeckList.objects.all().delete()
            forget()
            table = opened(match, header=log.header)
            LiveTable.objects.filter(pk=table.pk).update(featured=True, turn_seconds=30)
            forget_tables()  # else the turn clock begins in the midst of a play, wherever the memory ends
            a, b, judge, outside = (phone(table, who) for who in ("A", "B", "jude", "somebody"))
            phones = {"A": a, "B": b, "jude": judge}
            for n, entry in enumerate(log.entries[: looks[-1]], 1):
                fresh = live_table(table.pk)
                mine = judge if entry.do == "time_called" else phones[owner(entry)]
                when = at(2 + n / 60)
                stored = enter(fresh, mine, sent(entry), after=n - 1, key=f"k{n}", now=when, anyway=True)
                assert stored.n == n
                if n not in looks:
                    continue
                found[n, "A"] = shown_to(table, a, n)
                found[n, "spectator"] = shown_to(table, outside, n)
                if n % 7 == 0:
                    watched = watch_state(live_table(table.pk), Actor.anonymous(), now=at(200))
                    found[n, "watch"] = [as_json(_without_ids(watched))]
            raise Undone
    except Undone:
        forget()
    return found


def secret_until(log: Log, other: Log) -> int:
    """The last entry before the rules show a card that differs: what comes after is no secret any more."""
    hidden = {
        entry
        for one, two in zip(log.entries, other.entries, strict=True)
        if one != two
        for entry in _texts(msgspec.to_builtins(one))
    }
    for n, entry in enumerate(log.entries, 1):
        if entry.seen_by is None and entry.by != "A" and _texts(msgspec.to_builtins(entry)) & hidden:
            return n - 1
    return len(log.entries)


def _texts(value: Any) -> set[str]:
    if isinstance(value, dict):
        apart = ("by", "do", "seen_by", "seat", "source", "phase")
        return {text for key, inner in value.items() if key not in apart for text in _texts(inner)}
    if isinstance(value, list | tuple):
        return {text for inner in value for text in _texts(inner)}
    return {value} if isinstance(value, str) and len(value) > 2 else set()


#: How events are logged, and after which entries it is looked: in turns, and in the full tier after each.
LOOKS = [
    pytest.param("competitive", 1, 2, id="competitive"),
    pytest.param("assisted", 2, 2, id="assisted"),
    *(pytest.param(logs, 1, 1, marks=pytest.mark.long) for logs in ("competitive", "assisted")),
]


@pytest.mark.parametrize(("logs", "first", "step"), LOOKS)
@pytest.mark.parametrize("game", GAMES)
def test_what_reaches_a_phone_depends_on_nothing_its_seat_may_not_know(
    game: str, logs: str, first: int, step: int
) -> None:
    assert compared(game, "secret", logs, first, step, 45), "nothing secret was entered"


#: sixty games of each to their end, in the full tier, looked at after every tenth entry; logged both ways in turns
SEEDS = range(1, 61)


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_nor_in_sixty_games(game: str, seed: int) -> None:
    compared(game, f"sixty {seed}", ("competitive", "assisted")[seed % 2], 5, 10, 1000)


def compared(game: str, seed: str, logs: str, first: int, step: int, most: int) -> int:
    """Plays a game twice, the second time with other cards where A does not see them; compares what A and spectators
    are sent, and gives how many entries differ."""
    log = played(game, seed)
    other = exchanged(game, log)
    assert log != other
    until = min(len(log.entries), most)
    match = match_of_game(game, logs=logs)
    Event.objects.filter(pk=match.round.event_id).update(turn_seconds=30)
    looks = range(min(first, until), until + 1, step)
    one, two = all_shown(match, log, looks), all_shown(match, other, looks)
    assert one.keys() == two.keys()
    for key, messages in one.items():
        assert messages == two[key], f"{key} of {log.entries[key[0] - 1]}"
    return sum(a != b for a, b in zip(log.entries[:until], other.entries[:until], strict=True))


@pytest.mark.parametrize("game", GAMES)
def test_the_server_marks_as_secret_what_the_game_does(game: str) -> None:
    log = played(game, "secret")
    match = match_of_game(game)
    table = opened(match, header=log.header)
    phones = {who: phone(table, who) for who in ("A", "B", "jude")}
    for n, entry in enumerate(log.entries[:80], 1):
        mine = phones["jude"] if entry.do == "time_called" else phones[owner(entry)]
        enter(live_table(table.pk), mine, sent(entry), after=n - 1, key=f"k{n}", now=at(3))
    kept = live_replay(live_table(table.pk).record).lines
    assert [line.seen_by for line in kept] == [entry.seen_by for entry in log.entries[:80]]
    assert any(line.seen_by for line in kept)


def test_the_offer_of_a_competitive_event_is_the_same_whatever_a_player_holds() -> None:
    log = played("highlander", "secret")
    match = match_of_game("highlander")
    offers = []
    for one in (log, exchanged("highlander", log)):
        try:
            with transaction.atomic():
                DeckList.objects.all().delete()
                forget()
                table = opened(match, header=one.header)
                b = phone(table, "B")
                phones = {"A": phone(table, "A"), "B": b, "jude": phone(table, "jude")}
                seen = []
                for n, entry in enumerate(one.entries[:40], 1):
                    fresh = live_table(table.pk)
                    enter(fresh, phones[owner(entry)], sent(entry), after=n - 1, key=f"k{n}", now=at(3))
                    seen.append(as_json(LiveTableRequest(live_table(table.pk), b).state(at(3))["choices"]))
                offers.append(seen)
                raise Undone
        except Undone:
            forget()
    assert offers[0] == offers[1]
