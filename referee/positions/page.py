"""The context of the editor's template."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
import structlog
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from referee.boards.scene import Scene
from referee.budget import QUESTION, TooCostly, within
from referee.entering.spec import struct_spec, verb_spec
from referee.games.presentation import drawer_of, presentation_of
from referee.judging.words import who_did
from referee.positions.candidates import candidates
from referee.positions.document import Document, data_of
from referee.positions.handling import END, Done, carried
from referee.positions.inputs import Input, Layout
from referee.positions.new_cards import new_card_for
from referee.positions.panel import panel_for
from referee.positions.places import name_of, nearest, place_at, sides_of
from referee.positions.playing import Asked, Offered, Table, ask_about, offered, verbs, who_may
from referee.positions.saying import example
from referee.records.queries import match_of
from referee.wording.labels import verb_words
from rules.kernel.cards import Catalogue
from rules.kernel.log import read_log
from rules.kernel.replay import Replay
from rules.kernel.report import outcome_json
from tournaments.access import actor_of, may
from tournaments.errors import DomainError
from tournaments.models.rounds import Match
from tournaments.pages.translation import in_words

log_ = structlog.get_logger(__name__)


#: The address of a drawn thing.
_AT = re.compile(r'data-at="([^"]+)"')


def page_context(
    request: HttpRequest, document: Document, table: Table, entry: dict[str, Any] | None, *, refused: bool
) -> dict[str, Any]:
    """Everything on the page."""
    shown = presentation_of(document.game.name)
    layout = Layout(document.texts, table.errors, document.seats, shown.first_fields)
    spec = struct_spec(document.game.position_type)
    players = next(field for field in spec.fields if field.name == "players")
    assert players.item is not None
    run = table.run
    match = _match(request, document)
    seat = document.texts.get("seat", "") if document.texts.get("seat") in who_may(document) else ""
    choices, more, asked = _answers(run, seat, document, table, entry)
    return {
        "document": document,
        "texts": document.texts,
        "game": document.game,
        "table": table,
        "refused": refused,
        "errors": table.errors,
        "whole": layout.group(spec.fields, "p", _("The table"), 1 - 1, skip="players"),
        "sides": [layout.of(players.item, f"p.players.{seat}", seat) for seat in document.seats],
        "options": layout.group(
            struct_spec(document.game.options_type).fields, "o", _("The event's choices"), 2
        ),
        "decks": [_deck(seat, document, table) for seat in document.seats],
        "seat_counts": range(document.game.seats[0], document.game.seats[1] + 1),
        "from_set_up": document.texts.get("start") == "set-up",
        "board": board_of(run, {seat: seat for seat in document.seats})
        if run and not starts_at(document)
        else "",
        "to_act": [who_did(by, {}) for by in run.game.to_act(run.position)]
        if run and run.stopped is None
        else [],
        "stopped": run.stopped if run else None,
        "status": run.status() if run else "",
        "outcome": outcome_json(run.outcome()) if run else None,
        "findings": [finding.message for finding in run.findings] if run else [],
        "offered": choices,
        "offered_more": more,
        "offered_to": seat,
        "everybody": who_may(document),
        "verbs": [_verb(verb, document) for verb in verbs(document)],
        "ask_do": document.texts.get("ask_do", ""),
        "ask_by": document.texts.get("ask_by", ""),
        "ask": _ask_fields(document, layout),
        "asked": asked,
        "match": match if _may(request, "attach_log", match) else None,
        "may_keep": _may(request, "rule", match),
    }


def starts_at(document: Document) -> bool:
    """Whether the board shows where the position begins, not what was reached by what was played."""
    return (
        document.texts.get("by") != "typing" and document.texts.get("shown") != END and bool(document.lines)
    )


def touch_context(document: Document, table: Table, done: Done) -> dict[str, Any]:
    """What the page that is worked by touch shows besides: the board that is touched, its places, the touched one."""
    catalogue = table.header.catalogue
    names = {seat: seat for seat in document.seats}
    context: dict[str, Any] = {"by_touch": True, "carried": carried(document), "panel": None}
    run = table.run
    if starts_at(document):
        run = begun(document, table)
        context["board"] = board_of(run, names) if run else ""
        context["at_start"] = True
    place = nearest(document, document.texts.get("touched", ""))
    if place is not None:
        panel = panel_for(document, catalogue, place, typed=done.typed, wrong=done.wrong, errors=table.errors)
        if panel.finds and not panel.hits:
            panel.new_card = new_card_for(document, place, done.typed)
        context["panel"] = panel
        if table.run is not None and not starts_at(document):
            try:
                context["candidates"], context["candidates_more"] = candidates(table.run, place.at)
            except TooCostly as error:
                table.wrong = in_words(error)
    context["first_error"] = next(iter(table.errors.values()), "")
    context["last_asked"] = next((one for one in reversed(table.played) if one.word), None)
    said = sorted((name, text) for name, text in document.texts.items() if name.startswith("a."))
    context["ask_said"] = msgspec.json.encode(said).decode()
    shown = str(context.get("board") or (board_of(table.run, names) if table.run else ""))
    context["touchables"] = touchables(document, catalogue, shown)
    context["line"], context["line_said"] = done.line, done.said
    context["line_example"] = example(document, catalogue)
    context["places"] = sides_of(document, catalogue, table.errors)
    return context


@within(QUESTION)
def begun(document: Document, table: Table) -> Replay | None:
    """The position before anything was played; None where it cannot be set up."""
    try:
        log = read_log(data_of(table.header.raw, ""), document.game.all_verbs)
        return Replay(document.game, log.header)
    except Exception as error:  # the page says why beside its field
        log_.info("a position that cannot be laid out", error=repr(error)[:200])
        return None


def touchables(document: Document, catalogue: Catalogue, board: str) -> dict[str, str]:
    """The addresses on a drawn board that can be touched, each with what it is called."""
    told = {}
    for at in dict.fromkeys(_AT.findall(board)):
        place = place_at(document, at)
        # a whole side of the table is not touched, what lies there is
        if place is not None and place.spec.name != "players":
            told[at] = name_of(document, place, catalogue)
    return told


def _answers(
    run: Replay | None, seat: str, document: Document, table: Table, entry: dict[str, Any] | None
) -> tuple[list[Offered], int, Asked | None]:
    """The options, how many more there are, and the answer to a question; work that costs too much is said first."""
    if run is None:
        return [], 0, None
    choices, more, asked = list[Offered](), 0, None
    try:
        choices, more = offered(run, seat, document.texts.get("filter", ""))
        asked = ask_about(run, entry) if entry else None
    except TooCostly as error:
        table.wrong = in_words(error)
    return choices, more, asked


def board_of(run: Replay, names: Mapping[str, str]) -> SafeString | str:
    """The board at the end of the lines; empty where the position cannot be drawn."""
    drawer = drawer_of(run.game.name)
    try:
        scene = Scene(
            run.game,
            run.catalogue,
            run.printed(),
            run.seats,
            dict(names),
            None,
            run.game.to_act(run.position),
            judged=run.judgment(),
        )
        return render_to_string(drawer.template, {"scene": scene, **drawer.board(scene)})
    except (
        Exception
    ) as error:  # a position nobody can have at a table; the verdicts stand without the picture
        log_.info("a position that cannot be drawn", error=repr(error)[:200])
        return ""


def _verb(verb: Any, document: Document) -> dict[str, Any]:
    tag = str(verb.__struct_config__.tag)
    return {"do": tag, "words": verb_words(tag, document.game.name)}


def _ask_fields(document: Document, layout: Layout) -> Input | None:
    """The arguments of the verb asked about."""
    do = document.texts.get("ask_do", "")
    verb = next((verb for verb in document.game.all_verbs if verb.__struct_config__.tag == do), None)
    if verb is None:
        return None
    spec = verb_spec(verb)
    made = layout.group(spec.fields, f"a.{do}", verb_words(do, document.game.name), 2)
    # what a verb does stands in its type, in the engine's language
    made.about = spec.about if (get_language() or "en").startswith("en") else ""
    return made


def _deck(seat: str, document: Document, table: Table) -> Input:
    name = f"deck.{seat}"
    made = Input(name, _("Deck list of %s") % seat, "area", document.texts.get(name, ""))
    made.error = table.errors.get(name, "")
    return made


def _match(request: HttpRequest, document: Document) -> Match | None:
    """The match that this position belongs to, of an event of the same game."""
    text = document.texts.get("match", "")
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        return None
    try:
        match = match_of(int(text), actor_of(request))
    except DomainError:
        return None
    return match if match.round.event.game == document.game.name else None


def _may(request: HttpRequest, action: str, match: Match | None) -> bool:
    return match is not None and may(actor_of(request), action, match.round.event, match)
