"""Opening a live table: a record with a header and nothing else, and the row that lets phones add to it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db import IntegrityError, transaction

from referee.judging.viewers import own_seat
from referee.logs.hash_chain import body_of, chained, signed_head
from referee.logs.reading import judgment_of
from referee.logs.storage import add_part
from referee.models.live import LiveTable, Mode, TableState
from referee.models.records import Record
from referee.phone_updates import notify_phones
from rules.kernel.cards import Catalogue, DeckList
from rules.kernel.errors import LogError
from rules.kernel.game import Game
from rules.kernel.log import VERSION, read_log
from rules.kernel.replay import Replay
from rules.registry import load
from tournaments.access import Actor, require
from tournaments.clocks.queries import clock_view
from tournaments.day_rules.queries import rules_of
from tournaments.decks.own_cards import catalogue_of, declared_cards
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.events.game_clock import options_in_log
from tournaments.journal import note
from tournaments.live.changes import mark_tables
from tournaments.locks import check_standing, locked_match
from tournaments.messages import message as _
from tournaments.models.decks import DeckList as HandedIn
from tournaments.models.results import GameOutcome
from tournaments.models.rounds import Match, MatchState, RoundState
from tournaments.outbox.logs import log_stored
from tournaments.results.queries import games_of, no_new_game
from tournaments.text import clean_int, clean_json

#: Why a deck list is left out of a header.
UNREAD = _("It names cards that neither the site nor the event's card list knows.")


def open_live_table(
    match: Match,
    game_number: int,
    mode: str,
    *,
    by: Actor,
    now: datetime,
    options: Mapping[str, Any] | None = None,
) -> LiveTable:
    """Opens the live log of a game of a match, or gives the one that is open. The event's choices are copied into it,
    the registered deck lists into its header.

    Raises NotAllowed, Conflict, Invalid where the game's options cannot be used.
    """
    event = match.round.event
    require(by, "open_live_table", event, match)
    if mode not in Mode.values:
        raise Invalid(
            _("“%(name)s” is one of %(which)s.", name="mode", which=", ".join(Mode.values)),
            fields={"mode": _("Unknown.")},
        )
    clean_int(game_number, "game_number", 1, games_of(match))
    if mode == Mode.SCOREKEEPER and own_seat(by, match) is not None:
        raise NotAllowed(_("A scorekeeper's table is opened by staff who do not sit at it."))
    if not event.live_logging:
        raise Conflict(_("In this event games are not logged live."))
    standing = _standing(match, game_number)
    if standing is not None:
        return standing
    clean_json(dict(options or {}), "options")
    header, unread = header_of(match, options or {})
    (line,) = chained([header])
    run = _checked(load(event.game), line)
    try:
        with transaction.atomic():
            match = locked_match(match)
            _check_open(match, game_number, now)
            record = _record(match, game_number, line, run, by=by, now=now)
            table = LiveTable.objects.create(
                record=record,
                mode=mode,
                assisted=event.logs == "assisted",
                deductions=event.logs == "assisted" and event.deductions,
                calls_judge=event.illegal_calls_judge,
                turn_seconds=event.turn_seconds,
                spectators=event.spectators,
                spectator_delay=event.spectator_delay,
                at=now,
                **by.fact,
            )
            mark_tables(event.pk, [match.pk], "records")
            if unread:
                said = _(
                    "Round %(n)s, %(table)s: the live log is opened without the deck list of %(seats)s.",
                    seats=", ".join(unread),
                    **_table_of(match),
                )
                _note(table, said, UNREAD, by, now)
            return table
    except IntegrityError:
        standing = _standing(match, game_number)
        if standing is None:
            raise Conflict(_("Another log of this game was stored in the same moment. Look again.")) from None
        return standing


def header_of(match: Match, options: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The header of a live log: seats in turn order, the deck lists that were handed in, the event's own cards, no
    names. And the seats whose list is left out: it names a card that neither the site nor the event's list knows."""
    event = match.round.event
    game = load(event.game)
    seats = sorted(match.seats.all(), key=lambda seat: seat.letter)
    lists = HandedIn.objects.filter(entrant__in=[seat.entrant_id for seat in seats], replaced_at=None)
    decks = dict(lists.values_list("entrant_id", "body"))
    cards = declared_cards(event)
    catalogue = catalogue_of(event) or game.catalogue
    unread = [seat for seat in seats if not _is_known(decks.get(seat.entrant_id), catalogue)]
    for seat in unread:
        decks.pop(seat.entrant_id)
    players = [{"seat": seat.letter, "deck": decks.get(seat.entrant_id)} for seat in seats]
    header = {
        "log": VERSION,
        "game": event.game,
        "rules": rules_of(event).edition,
        "players": players,
        "options": options_in_log(event, options),
        **({"cards": cards} if cards else {}),
        "of": f"match {match.pk}",
    }
    return header, [seat.letter for seat in unread]


def _is_known(body: dict[str, Any] | None, catalogue: Catalogue) -> bool:
    """Whether every card of a deck list is in the catalogue; true of no list."""
    if body is None:
        return True
    try:
        deck = msgspec.convert(body, DeckList)
    except msgspec.ValidationError:
        return False
    return all(catalogue.find(line.card) for lines in deck.sections.values() for line in lines)


def _checked(game: Game, line: dict[str, Any]) -> Replay:
    """The replay before entry 1. Raises Invalid with the engine's reason."""
    try:
        return Replay(game, read_log(msgspec.json.encode(line), game.all_verbs).header)
    except LogError as error:
        reason = error.message
        raise Invalid(
            _("A log cannot be opened like this: %(why)s", why=reason),
            fields={"options": reason},
        ) from None


def _standing(match: Match, number: int) -> LiveTable | None:
    tables = LiveTable.objects.select_related("record__match__round__event")
    table = tables.filter(
        record__match=match, record__game_number=number, record__replaced_at=None, record__seat=""
    ).first()
    if table is not None:
        table.record.match = match
    return table


def check_may_begin(match: Match, number: int, now: datetime) -> None:
    """Between the games of a match time ends it. Raises Conflict for the next game."""
    if number > 1 and no_new_game(match, clock_view(match, now)):
        raise Conflict(_("Time is called: no new game starts."))


def _check_open(match: Match, number: int, now: datetime) -> None:
    check_standing(match.round)
    if match.is_bye:
        raise Conflict(_("A bye has no game to log."))
    if match.round.state == RoundState.PUBLISHED:
        raise Conflict(_("The round has not started yet."))
    if match.round.state != RoundState.RUNNING:
        raise Conflict(_("This round is over."))
    if match.state == MatchState.DECIDED:
        raise Conflict(_("The result of this match stands."))
    check_may_begin(match, number, now)
    kept = Record.objects.filter(match=match, game_number=number, seat="", replaced_at=None)
    if kept.filter(live=None).exists():
        raise Conflict(_("The table's log of this game was handed in already."))
    if GameOutcome.objects.filter(match=match, number=number, replaced_at=None).exists():
        raise Conflict(_("This game is over already. Log the next one."))


def _record(
    match: Match, number: int, line: dict[str, Any], run: Replay, *, by: Actor, now: datetime
) -> Record:
    text = body_of([line])
    judgment = judgment_of(run)
    record = Record.objects.create(
        match=match,
        game_number=number,
        seat="",
        seats=list(run.seats),
        sent_hash=hashlib.sha256(text.encode()).hexdigest(),
        size=len(text.encode()),
        entries=0,
        head=line["hash"],
        signature=signed_head(match.pk, number, line["hash"]),
        ruleset=judgment.ruleset,
        status=judgment.status,
        outcome=judgment.outcome,
        at=now,
        **by.fact,
    )
    add_part(record, 0, text)
    return record


def close_live_table(table: LiveTable, *, reason: str, by: Actor, now: datetime) -> LiveTable:
    """Ends the logging; the log stays as it is. Raises NotAllowed."""
    match = table.record.match
    require(by, "close_live_table", match.round.event, match)
    with transaction.atomic():
        changed = LiveTable.objects.filter(pk=table.pk).exclude(state=TableState.CLOSED)
        if changed.update(state=TableState.CLOSED):
            notify_phones(table)
            log_stored(match, now=now)
            said = _("Round %(n)s, %(table)s: the live log is closed.", **_table_of(table.record.match))
            _note(table, said, reason, by, now)
    return LiveTable.objects.select_related("record__match__round__event").get(pk=table.pk)


def feature_table(table: LiveTable, featured: bool, *, by: Actor, now: datetime) -> LiveTable:
    """Lets spectators look at this table, or no longer. Raises NotAllowed, Conflict where the event lets nobody."""
    match = table.record.match
    require(by, "feature_table", match.round.event, match)
    if featured and table.spectators == "none":
        raise Conflict(_("In this event spectators see no live table."))
    with transaction.atomic():
        if LiveTable.objects.filter(pk=table.pk).exclude(featured=featured).update(featured=featured):
            notify_phones(table)
            where = _table_of(table.record.match)
            said = (
                _("Round %(n)s, %(table)s: the live log is featured.", **where)
                if featured
                else _("Round %(n)s, %(table)s: the live log is no longer featured.", **where)
            )
            _note(table, said, "", by, now)
    return LiveTable.objects.select_related("record__match__round__event").get(pk=table.pk)


def _table_of(match: Match) -> dict[str, Any]:
    return {"n": match.round.number, "table": match.place}


def _note(table: LiveTable, text: str, reason: str, by: Actor, now: datetime) -> None:
    match = table.record.match
    note(
        match.round.event,
        "live_table",
        text,
        by=by,
        now=now,
        reason=reason,
        details={"match": match.pk, "table": table.pk},
        topic="records",
    )
