"""The repair of a ruling, on the board. Nothing is stored: the form of the ruling carries what was said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from referee.entering.cards_text import CardText
from referee.judging.change_words import change_words
from referee.judging.judged import judged
from referee.judging.viewers import viewer_of
from referee.models.records import Record
from referee.positions.handling import NOWHERE, change_said
from referee.positions.page import board_of, touchables
from referee.positions.places import nearest
from referee.records.queries import record_of
from referee.repairing.besides import besides_of, change_besides
from referee.repairing.hand import Hand
from referee.repairing.hidden import tells_secrets
from referee.repairing.laying import Laid, Repair, changes_from, changes_text, decision_of, hand_of, lay
from referee.repairing.panels import folded_places, repair_panel
from referee.repairing.translating import primitive
from referee.replays.page import names_of, replay_for, wanted_entry
from referee.replays.ruling_forms import ruling_form
from referee.replays.steps import step_at
from referee.rulings.entry import MAX_CHANGES, BadRuling
from referee.spending import counted
from tournaments.access import Actor, actor_of, require
from tournaments.errors import Conflict, DomainError
from tournaments.messages import message as _message
from tournaments.now import now
from tournaments.pages.event_request import EventRequest
from tournaments.pages.translation import engine_words, in_words

#: What the form of the ruling holds besides; it goes along and comes back.
CARRIED = ("decision", "to", "follow", "reason", "supersedes")
MOST_CITED = 21
LONGEST = 2_000
#: A change of what is printed at once with its neighbour: the last value that is said of a fact counts.
SET = "set"


class Told(msgspec.Struct):
    """What came of a touch: where it was, what was typed, why nothing came of it, what is said where."""

    at: str = ""
    typed: str = ""
    wrong: str = ""
    above: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@counted
def repair(http: HttpRequest, record_id: int, n: int) -> HttpResponse:
    """The board as the ruling on entry ``n`` will leave it, to be touched."""
    actor = actor_of(http)
    record = record_of(record_id, actor)
    require(actor, "rule", record.match.round.event, record.match)
    _check_open(actor, record, n)
    sent = {name: text for name, text in http.POST.items() if isinstance(text, str)}
    told = Told(
        at="" if sent.get("touch") == NOWHERE else (sent.get("touch") or sent.get("touched", ""))[:200]
    )
    wanted, unread = _wanted(sent, n)
    told.above = unread
    laid = _laid(record, wanted, told)
    hand = hand_of(laid, judged(record).log.header, names_of(record))
    if sent.get("part") == "hits":
        return _hits(http, record, hand, told.at, sent.get("find", "")[:LONGEST])
    if not unread:
        laid, hand = _handled(record, wanted, laid, hand, sent, told)
    return _show(http, actor, record, wanted, laid, hand, told)


def _check_open(actor: Actor, record: Record, n: int) -> None:
    """Raises Conflict where there is nothing to rule on."""
    judged_log = replay_for(record, viewer_of(actor, record.match))
    step = step_at(judged_log, wanted_entry(judged_log, str(n)), names_of(record))
    if record.replaced_at is not None or ruling_form(record, step) is None:
        raise Conflict(_message("There is nothing to rule on at this entry."))


def _wanted(sent: Mapping[str, str], n: int) -> tuple[Repair, str]:
    """The ruling as the form has it so far, and why its changes could not be read."""
    wrong, changes = "", []
    try:
        changes = changes_from(sent.get("repair", ""))
    except BadRuling as error:
        wrong = in_words(error)
    decision = decision_of(sent.get("decision", ""))
    to = _number(sent.get("to", "")) if decision == "rewind" else None
    return Repair(n, decision, to, _number(sent.get("supersedes", "")), changes), wrong


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _laid(record: Record, wanted: Repair, told: Told) -> Laid:
    """The position, with the ruling as it is; where that decision cannot be made, as a correction."""
    try:
        laid = lay(record, wanted, now())
    except BadRuling as error:
        told.above = told.above or in_words(error)
        wanted.decision, wanted.to, wanted.supersedes = "correct", None, None
        laid = lay(record, wanted, now())
    if laid.wrong:
        told.above = told.above or engine_words(laid.wrong)
        wanted.changes = laid.changes
    return laid


def _handled(
    record: Record, wanted: Repair, laid: Laid, hand: Hand, sent: Mapping[str, str], told: Told
) -> tuple[Laid, Hand]:
    """The position with what was touched just now, or taken back; as before where that cannot be made."""
    try:
        changes = _changed(wanted.changes, hand, sent)
    except CardText as error:
        told.wrong, told.typed = engine_words(str(error)), sent.get("find") or sent.get("put", "")
        return laid, hand
    if changes == wanted.changes:
        return laid, hand
    if len(changes) > MAX_CHANGES:
        told.wrong = _("A repair is a list of up to %(n)s changes.") % {"n": MAX_CHANGES}
        return laid, hand
    tried = Repair(wanted.on, wanted.decision, wanted.to, wanted.supersedes, changes)
    try:
        fresh = lay(record, tried, now())
    except DomainError as error:
        told.wrong = in_words(error)
        return laid, hand
    if fresh.wrong:
        told.wrong = engine_words(fresh.wrong)
        if sent.get("drop"):
            told.above = _("Another change rests on this one: take that one back first.")
        return laid, hand
    wanted.changes = changes
    return fresh, hand_of(fresh, judged(record).log.header, names_of(record))


def _changed(changes: list[dict[str, Any]], hand: Hand, sent: Mapping[str, str]) -> list[dict[str, Any]]:
    """The changes with the one that was touched, or without the one that is taken back. Raises ``CardText``."""
    drop = _number(sent.get("drop", ""))
    if drop is not None:
        return [change for number, change in enumerate(changes, 1) if number != drop]
    if sent.get("do") == "note":
        text = sent.get("note", "").strip()[:300]
        return [*changes, {"change": "note", "text": text}] if text else changes
    besides = change_besides(sent)
    if besides is not None:
        return [*changes, besides]
    said = change_said(sent)
    if not said:
        return changes
    typed = sent.get("put", "") if said.startswith("set ") else sent.get("find", "")
    made = primitive(hand, said[:LONGEST], typed[:LONGEST])
    last = changes[-1] if changes else {}
    if len(made) == 1 and made[0]["change"] == last.get("change") == SET and last["fact"] == made[0]["fact"]:
        return [*changes[:-1], *made]  # a number stepped up twice is one change
    return [*changes, *made]


def _hits(http: HttpRequest, record: Record, hand: Hand, at: str, typed: str) -> HttpResponse:
    """The cards that two letters fit, for the place that is touched."""
    place = nearest(hand.document, at)
    panel = repair_panel(hand, names_of(record), place, typed=typed) if place is not None else None
    return render(http, "referee/positions/hits.html", {"game": hand.run.game, "panel": panel})


def _show(
    http: HttpRequest, actor: Actor, record: Record, wanted: Repair, laid: Laid, hand: Hand, told: Told
) -> HttpResponse:
    names = names_of(record)
    place = nearest(hand.document, told.at)
    panel = None
    if place is not None:
        panel = repair_panel(hand, names, place, typed=told.typed, wrong=told.wrong)
    board = board_of(laid.run, names)
    sent = http.POST
    fragment = bool(sent.get("part"))
    return EventRequest(http, record.match.round.event, actor).show(
        f"referee/repairing/{'parts' if fragment else 'page'}.html",
        400 if told.above else 200,
        record=record,
        match=record.match,
        names=names,
        n=wanted.on,
        decision=wanted.decision,
        to=wanted.to,
        above=told.above or ("" if place is not None else told.wrong),
        panel=panel,
        document=hand.document,
        texts={"part": sent.get("part", "")},
        game=hand.run.game,
        board=board,
        by_touch=True,
        touchables=touchables(hand.document, hand.catalogue, str(board)),
        places=folded_places(hand),
        besides=besides_of(hand, names),
        changes=[change_words(change, names) for change in wanted.changes],
        public=tells_secrets(laid.run, wanted.changes),
        carried=_carried(sent, wanted, told.at),
    )


def _for_ruling(sent: Any, wanted: Repair) -> list[tuple[str, str]]:
    """The fields of the ruling's form with the repair in it."""
    kept = [(name, sent.get(name, "")[:LONGEST]) for name in CARRIED if sent.get(name)]
    if wanted.decision != sent.get("decision") and (wanted.changes or sent.get("decision")):
        kept = [*(one for one in kept if one[0] not in ("decision", "to")), ("decision", wanted.decision)]
    cites = [("cites", value[:LONGEST]) for value in sent.getlist("cites")[:MOST_CITED]]
    return [*kept, *cites, ("repair", changes_text(wanted.changes))]


def _carried(sent: Any, wanted: Repair, at: str) -> list[tuple[str, str]]:
    """What goes along from touch to touch."""
    return [*_for_ruling(sent, wanted), ("touched", at)]
