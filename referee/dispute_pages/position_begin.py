"""What the position of a dispute may begin with: what was told, the log at an entry, a common question, an empty table;
each as far as the reader may know."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language

from referee.disputes.reading import Reader, rows_for
from referee.games.questions import said
from referee.games.starts import header_of_start, starts_of
from referee.judging.judged import Unreadable
from referee.judging.own_match import may_read_verdicts
from referee.judging.viewers import viewer_of
from referee.models.disputes import Dispute
from referee.positions.agreeing import TELLINGS, full_header, told_by_others, told_to
from referee.positions.beginning import choice_of_examples
from referee.positions.document import Document, document_of_log, split_file
from referee.positions.listed import known_cards
from referee.positions.opening import position_at
from referee.records.queries import record_of
from referee.rulebooks.examples import Example, example_file, examples_in
from rules.kernel.entries import PUBLIC
from rules.registry import load
from tournaments.access import Actor
from tournaments.decks.own_cards import declared_cards, standing_list
from tournaments.errors import NotFound
from tournaments.messages import message as _

Header = dict[str, Any]
#: What the address says that the table is to begin with.
BEGINNINGS = frozenset({"from", "start", "example"})
LONGEST = 100


def opened(dispute: Dispute, reader: Reader, actor: Actor, wanted: dict[str, str]) -> Document:
    """The table as it opens: as the address wants it; else what was told, the entry in question, an empty one. Raises
    NotFound for what is not there, or not to be seen."""
    header = _wanted(dispute, reader, actor, wanted)
    if header is None and not BEGINNINGS & wanted.keys():
        header = told_to(dispute, _seat(reader)) or _from_log(dispute, actor, _asked(dispute))
    document = document_of_log(
        load(dispute.event.game), {**(header or full_header(dispute.match, {"position": {}})), "cards": []}
    )
    document.listed = known_cards(standing_list(dispute.event))
    return document


def beginnings(dispute: Dispute, reader: Reader, actor: Actor, wanted: dict[str, str]) -> dict[str, Any]:
    """The choice of what to begin with; ``wanted``: the address, with words that an example is looked for by."""
    language = (get_language() or "en").split("-")[0]
    seats = dispute.match.seats.count()
    starts = [one for one in starts_of(dispute.event.game).values() if one.seats == seats]
    return {
        "starts": [(one.id, said(one.shows, language)) for one in starts],
        "others_told": _others_are_shown(dispute, reader),
        "has_log": dispute.record_id is not None and (bool(_asked(dispute)) or _reads_all(dispute, actor)),
        "any_entry": dispute.record_id is not None and _reads_all(dispute, actor),
        "asked_entry": _asked(dispute),
        **choice_of_examples(_examples(dispute), wanted.get("examples", "")[:LONGEST]),
    }


def _examples(dispute: Dispute) -> list[Example]:
    """The examples of the rulebook that can be laid out here: for as many players, with cards that the event knows."""
    event, seats = dispute.event, dispute.match.seats.count()
    listed = {card["title"] for card in declared_cards(event)}
    return [
        one
        for one in examples_in(event.game)
        if one.begins and one.seats == seats and listed.issuperset(one.cards)
    ]


def _wanted(dispute: Dispute, reader: Reader, actor: Actor, wanted: dict[str, str]) -> Header | None:
    """The header that the address names; None for an empty table or none. Raises NotFound."""
    if "start" in wanted:
        start = starts_of(dispute.event.game).get(wanted["start"])
        if start is None or start.seats != dispute.match.seats.count():
            raise NotFound(_("There is no such table to begin with."))
        game = load(dispute.event.game)
        return full_header(dispute.match, header_of_start(game.name, game.editions[-1], start))
    if "example" in wanted:
        return _from_example(dispute, wanted["example"])
    if wanted.get("from") == "others":
        header = told_by_others(dispute, _seat(reader)) if _others_are_shown(dispute, reader) else None
        if header is None:
            raise NotFound(_("Nobody has laid out a position."))
        return header
    if wanted.get("from") == "log":
        entry = wanted.get("entry", "")
        if entry not in ("", _asked(dispute)) and not _reads_all(dispute, actor):
            raise NotFound(_("You may not see this log from there."))
        header = _from_log(dispute, actor, entry or _asked(dispute))
        if header is None:
            raise NotFound(_("There is no such log."))
        return header
    return None


def _from_example(dispute: Dispute, name: str) -> Header:
    """The position that an example of the rulebook begins with; not what is played there. Raises NotFound."""
    if all(one.name != name for one in _examples(dispute)):
        raise NotFound(_("There is no such example."))
    header, _lines = split_file(example_file(dispute.event.game, name))
    return full_header(dispute.match, header)


def _seat(reader: Reader) -> str | None:
    """The seat whose view the reader has: of judges who may not see hands everybody's, None of those who may."""
    return reader.seat or (None if reader.judges else PUBLIC)


def _asked(dispute: Dispute) -> str:
    return "" if dispute.entry is None else str(dispute.entry)


def _reads_all(dispute: Dispute, actor: Actor) -> bool:
    """Whether the reader may look at any entry of the log: where it stops is a verdict, which waits for who plays."""
    return may_read_verdicts(actor, viewer_of(actor, dispute.match))


def _others_are_shown(dispute: Dispute, reader: Reader) -> bool:
    """Whether another side's telling is among what the reader may read of the dispute."""
    own = reader.seat or ""
    return any(row.kind in TELLINGS and row.seat != own for row in rows_for(dispute, reader))


def _from_log(dispute: Dispute, actor: Actor, entry: str) -> Header | None:
    """The header with the position at an entry of the log in question, as the reader may see the log. Without an entry
    it is where the log stopped, or waits for a card: for who may read verdicts."""
    if dispute.record_id is None or not (entry or _reads_all(dispute, actor)):
        return None
    try:
        header, _n = position_at(record_of(dispute.record_id, actor), entry, actor)
    except (NotFound, Unreadable):
        return None
    return full_header(dispute.match, header)
