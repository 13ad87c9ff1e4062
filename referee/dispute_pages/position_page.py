"""The page on which a side lays its position out: the position editor's board, places and panel, without what is played
and asked there. Nothing here says what is legal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from referee.dispute_pages.position_begin import beginnings
from referee.dispute_pages.story import called
from referee.disputes.reading import Reader
from referee.entering.spec import struct_spec
from referee.games.presentation import presentation_of
from referee.models.disputes import Dispute
from referee.positions.agreeing import told_to
from referee.positions.document import Document, document_from, header_of
from referee.positions.handling import Done, carried, handle
from referee.positions.inputs import Layout
from referee.positions.listed import list_of_match
from referee.positions.page import board_of, touchables
from referee.positions.panel import Panel, panel_for
from referee.positions.places import nearest, sides_of
from referee.positions.playing import Table, lay_out
from referee.positions.saying import Said
from rules.kernel.entries import PUBLIC
from rules.kernel.game import Game
from tournaments.pages.event_request import EventRequest

#: What the editor takes besides what lies where: entries, expectations, cards that only the form knows.
LEFT_OUT = ("lines", "ask", "ask_do", "ask_by", "drop", "fact_at", "shown_as", "start", "cards")


def laid_by(sent: Mapping[str, str], game: Game, seats: int) -> Document:
    """The table as the form has it."""
    kept = {name: text for name, text in sent.items() if name not in LEFT_OUT}
    return document_from(game, kept | {"seats": str(seats)})


class PositionPage:
    """The page for one reader of a dispute."""

    def __init__(self, request: EventRequest, dispute: Dispute, reader: Reader) -> None:
        self.request = request
        self.dispute = dispute
        self.reader = reader

    def touched(self, document: Document, sent: Mapping[str, str]) -> HttpResponse:
        """The page after a touch, or after words that say what lies where."""
        if sent.get("do") in ("typing", "touching"):
            document.texts["by"] = sent["do"]
        if sent.get("part") == "hits":
            panel = self._panel(document, Done(typed=sent.get("find", "")))
            return self.request.show("referee/positions/hits.html", game=document.game, panel=panel)
        acts = {name: text for name, text in sent.items() if name not in LEFT_OUT}
        for name in ("edit", "put_change"):
            if acts.get(name, "").startswith("declare "):
                del acts[name]
        played = ">" in acts.get("say", "")
        line = acts.pop("say", "") if played else ""
        done = handle(document, header_of(document).catalogue, acts)
        if played:
            done.line = line
            done.said = Said(wrong=_("Here you say what lies where; nothing is played or asked."))
        return self.show(document, done=done)

    def show(
        self, document: Document, table: Table | None = None, *, done: Done | None = None, status: int = 200
    ) -> HttpResponse:
        """The page, or for the script the parts that change."""
        table = table or lay_out(document, header_of(document))
        by_touch = document.texts.get("by") != "typing"
        context = self._context(document, table) | {"refused": status >= 400, "by_touch": by_touch}
        if by_touch:
            context |= self._by_touch(document, table, done or Done(), str(context["board"]))
        part = by_touch and bool(document.texts.get("part"))
        if not part:
            http = self.request.http
            sent = http.GET.dict() if http.method != "POST" else {}
            context |= beginnings(self.dispute, self.reader, self.request.actor, sent)
            looks = bool(context["example_words"])
            context["begins"] = looks or (http.method != "POST" and not http.GET and not context["begun"])
        name = "position_parts" if part else "position"
        return self.request.show(f"referee/dispute_pages/{name}.html", status, **context)

    def _context(self, document: Document, table: Table) -> dict[str, Any]:
        dispute, reader, game = self.dispute, self.reader, document.game
        layout = Layout(document.texts, table.errors, document.seats, presentation_of(game.name).first_fields)
        spec = struct_spec(game.position_type)
        players = next(field for field in spec.fields if field.name == "players")
        assert players.item is not None
        names = {seat.letter: seat.entrant.name for seat in dispute.match.seats.all()}
        seats = sorted(document.seats, key=lambda seat: (seat != reader.seat, seat))
        options = struct_spec(game.options_type).fields
        return {
            "dispute": dispute,
            "match": dispute.match,
            "reader": reader,
            "called": called(dispute, reader),
            "document": document,
            "texts": document.texts,
            "game": game,
            "table": table,
            "errors": table.errors,
            "whole": layout.group(spec.fields, "p", _("The table"), 0, skip="players"),
            "options": layout.group(options, "o", _("The event's choices"), 2),
            "sides": [
                (seat, names.get(seat, ""), layout.of(players.item, f"p.players.{seat}", seat))
                for seat in seats
            ],
            "board": board_of(table.run, names) if table.run else "",
            "begun": told_to(dispute, PUBLIC) is not None,
            "listed": list_of_match(dispute.match),
            "still": True,
        }

    def _by_touch(self, document: Document, table: Table, done: Done, board: str) -> dict[str, Any]:
        catalogue = table.header.catalogue
        return {
            "carried": carried(document),
            "panel": self._panel(document, done, table.errors),
            "touchables": touchables(document, catalogue, board),
            "places": sides_of(document, catalogue, table.errors),
            "line": done.line,
            "line_said": done.said,
            "line_example": "",
        }

    def _panel(self, document: Document, done: Done, errors: Mapping[str, str] | None = None) -> Panel | None:
        """What can be done where it is touched: cards that somebody knows are put there, none is declared."""
        place = nearest(document, document.texts.get("touched", ""))
        if place is None:
            return None
        catalogue = header_of(document).catalogue
        return panel_for(
            document, catalogue, place, typed=done.typed, wrong=done.wrong, errors=dict(errors or {})
        )
