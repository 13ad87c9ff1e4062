"""The replay page's context: the same for the page, its fragment and the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.urls import reverse

from referee.judging.deduced import deductions_for
from referee.judging.judged import Judged, judged
from referee.judging.viewers import Viewer
from referee.logs.codes import code_of_log
from referee.models.records import Record
from referee.replays.drawn import Links, board_after
from referee.replays.listed import PAGE, listed, page_start
from referee.replays.marks import (
    NOTED,
    Whole,
    after,
    before,
    jumps_from,
    kind_lines,
    knowledge_lines,
    who_alone_saw,
    whole_of,
)
from referee.replays.steps import Step, start_entry, step_at
from referee.searching import texts_in
from rules.kernel.entries import PUBLIC
from rules.kernel.report import outcome_json
from tournaments.decks.own_cards import declared_cards
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.rounds import MatchState


class Views(msgspec.Struct, frozen=True):
    """``own``: the seat whose view the reader has of himself (None: the whole); ``wanted`` the other one that is shown,
    as ``query`` asks for it; ``offered`` are those he may choose."""

    own: str | None = None
    wanted: str = ""
    offered: tuple[str, ...] = ()
    query: str = ""


def names_of(record: Record) -> dict[str, str]:
    """The player of each seat of the record's match."""
    return {seat.letter: seat.entrant.name for seat in record.match.seats.all()}


def wanted_entry(judged_log: Judged, text: str | None) -> int:
    """The entry an address asks for; where the page opens when it asks for none. Raises NotFound."""
    if text is None or text == "":
        return start_entry(judged_log)
    last = len(judged_log.run.entries)
    if not text.isascii() or not text.isdecimal() or len(text) > 9 or int(text) > last:
        raise NotFound(_("This log has the entries 1 to %(n)s.", n=last))
    return int(text)


def entry_context(
    record: Record,
    viewer: Viewer,
    judged_log: Judged,
    n: int,
    views: Views | None = None,
    noted: Mapping[int, int] = MappingProxyType({}),
) -> dict[str, Any]:
    """All that changes from entry to entry; ``views`` are the other ways in which this reader may see the log,
    ``noted`` says how many notes he reads at which entry."""
    names = names_of(record)
    last = len(judged_log.run.entries)
    views = views or Views()
    whole = whole_of(judged_log)
    step = step_at(judged_log, n, names)
    # the page stands at other addresses, too: where a form on it was refused, and at an entry's own
    links = Links(reverse("referee:record_page", args=[record.pk]), views.query)
    return {
        "record": record,
        "replay_address": links.address,
        "viewer": viewer,
        "names": names,
        "step": step,
        "unknown_card": unknown_card(record, judged_log, step),
        "cards": cards_named(judged_log, step),
        "board": board_after(judged_log, n, names, deductions_for(record, viewer, judged_log), links),
        "jumps": jumps_from(n, with_notes(whole, noted)),
        "saw": names_that_saw(judged_log, n, names),
        "views": views,
        "lines": listed(judged_log, n, names, links, noted) if last else "",
        "first_line": page_start(n),
        "last_line": min(page_start(n) + PAGE - 1, last),
        "page_before": page_start(n) - 1 if page_start(n) > 1 else None,
        "page_after": page_start(n) + PAGE if page_start(n) + PAGE <= last else None,
        "before": n - 1 if n > 0 else None,
        "after": n + 1 if n < last else None,
        "mark_before": before(n, whole.noteworthy),
        "mark_after": after(n, whole.noteworthy),
        "record_waits": whole.last_not_reached > n,
        "rulings": rulings_at(record, n) if viewer.sees_all or n else [],
    }


def with_notes(whole: Whole, noted: Mapping[int, int]) -> dict[str, Sequence[int]]:
    """The entries of each kind, and those with a note in the log or beside it."""
    return {**whole.kinds, NOTED: sorted({*whole.noted, *noted})}


def names_that_saw(judged_log: Judged, n: int, names: Mapping[str, str]) -> list[str]:
    """Who alone saw the cards of an entry; empty where all did."""
    seats = judged_log.run.seats
    saw = who_alone_saw(judged_log.run.entries[n - 1], seats) if n else ()
    return [names.get(seat, seat) for seat in saw]


def views_of(own: Viewer, viewer: Viewer, names: Mapping[str, str]) -> Views:
    """The ways in which a reader may see a log, ``own`` first; ``viewer`` is the one that is shown."""
    seats = [*(names if own.sees_all else ()), PUBLIC]
    offered = tuple(seat for seat in seats if seat != own.seat)
    wanted = "" if viewer.seat == own.seat else viewer.seat or ""
    return Views(own.seat, wanted, offered, f"&{urlencode({'seat': wanted})}" if wanted else "")


def cards_named(judged_log: Judged, step: Step) -> list[str]:
    """The titles of the cards that an entry names, each once, in their order."""
    catalogue = judged_log.run.catalogue
    titles = (
        catalogue.cards[catalogue.find(text)[0]].title
        for text in texts_in(step.entry)
        if catalogue.find(text)
    )
    return list(dict.fromkeys(titles))


def unknown_card(record: Record, judged_log: Judged, step: Step) -> str:
    """Where an entry names a card that nobody declares, what may mend it: ``put_in`` (the log carries none of the
    cards that the event's list has), ``spelt`` (it carries cards), ``no_list``; empty where no card is unknown."""
    if not any("no card is called" in violation.message for violation in step.violations):
        return ""
    if judged_log.log.header.cards:
        return "spelt"
    has_list = bool(declared_cards(record.match.round.event))
    return "put_in" if has_list else "no_list"


def summary_context(
    record: Record,
    viewer: Viewer,
    judged_log: Judged,
    noted: Mapping[int, int] = MappingProxyType({}),
) -> dict[str, Any]:
    """The context of the summary of the log as a whole."""
    run = judged_log.run
    last = len(run.entries)
    status = run.status()
    return {
        "log_status": status,
        "outcome": outcome_json(run.outcome()),
        "may_adopt": record.outcome is not None and record.outcome != record.adopted_outcome,
        "stopped": run.stopped,
        "still_open": run.undetermined(),
        "declared": sorted(run.declared),
        "findings": [
            {"entries": [n for n in finding.entries if n], "message": finding.message}
            for finding in run.findings
        ],
        "kind_lines": kind_lines(with_notes(whole_of(judged_log), noted), last),
        "knowledge": knowledge_lines(judged_log),
        "other_rules": other_rules(record, viewer, judged_log),
        "log_code": code_of_log(record) if shows_code(record, viewer) else "",
    }


def shows_code(record: Record, viewer: Viewer) -> bool:
    """Whether a reader is shown the code of a log: players and spectators once the match is decided. Before that it
    would change with each entry, also with those that they may not read."""
    return viewer.sees_all or record.match.state == MatchState.DECIDED


def other_rules(record: Record, viewer: Viewer, judged_log: Judged) -> dict[str, Any] | None:
    """The outcome by the current rules, if they changed since the outcome was adopted and would judge differently.
    The outcome stays as it was adopted."""
    if not viewer.sees_all or record.adopted_at is None or record.adopted_ruleset == judged_log.ruleset:
        return None
    now = outcome_json(judged_log.run.outcome())
    if now == record.adopted_outcome and judged_log.run.status() == "finished":
        return None
    return {"status": judged_log.run.status(), "outcome": now}


def rulings_at(record: Record, n: int) -> list[Any]:
    """The rulings on entry ``n``, and the one that is entry ``n`` itself."""
    rulings = record.rulings.select_related("superseded_by")
    return [ruling for ruling in rulings if n in (ruling.on, ruling.entry)]


def replay_for(record: Record, viewer: Viewer) -> Judged:
    """The replay as this viewer may see it."""
    return judged(record, viewer.seat)
