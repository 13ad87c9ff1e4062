"""The position editor: one page for all games. It keeps nothing: everything is in the form."""

from __future__ import annotations

from typing import Any

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from referee.entering.names import names_in, names_of_cards, pickable
from referee.entering.questions import filled, header_for, read_question
from referee.games.questions import questions_of
from referee.games.starts import header_of_start, starts_of
from referee.judging.own_match import check_may_be_helped
from referee.positions.beginning import beginnings
from referee.positions.document import (
    MAX_TEXT,
    Document,
    begun,
    data_of,
    document_from,
    document_of_log,
    header_of,
    log_of,
    split_file,
)
from referee.positions.finding import hits
from referee.positions.handling import END, Done, handle
from referee.positions.listed import FIELD, known_cards, list_for, list_of_log, list_of_match
from referee.positions.new_cards import new_card_for
from referee.positions.opening import position_at
from referee.positions.page import page_context, touch_context
from referee.positions.panel import panel_for
from referee.positions.places import nearest
from referee.positions.playing import Table, entry_asked, lay_out
from referee.precedents.changes import keep_precedent
from referee.precedents.queries import precedent_of, readable, text_for
from referee.records.long_logs import attach_or_begin
from referee.records.queries import match_of, record_of
from referee.rulebooks.examples import example_file
from referee.spending import counted
from rules.kernel.errors import LogError
from rules.kernel.game import Game
from rules.registry import games, load, title
from tournaments.access import Actor, actor_of
from tournaments.errors import DomainError, Invalid, NotFound
from tournaments.messages import message as _message
from tournaments.models.jobs import Job
from tournaments.now import now
from tournaments.pages.translation import in_words

JSONL = "application/jsonl; charset=utf-8"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@counted
def choose_game(request: HttpRequest) -> HttpResponse:
    """Asks for the game, or for a log or scenario to open, which says it itself."""
    check_may_be_helped(actor_of(request))
    if request.method == "POST":
        return _open_file(request, "")
    rows = [{"name": name, "title": title(name)} for name in games()]
    return render(request, "referee/positions/games.html", {"games": rows})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@counted
def editor(request: HttpRequest, game_name: str) -> HttpResponse:
    """The editor of one game."""
    check_may_be_helped(actor_of(request))
    game = _game(game_name)
    if request.method != "POST":
        document = _opened(request, game)
        if request.GET.get("by") == "typing":
            document.texts["by"] = "typing"
        return _show(request, document)
    if request.FILES.get("file"):
        return _open_file(request, game_name)
    sent = {name: text[:MAX_TEXT] for name, text in request.POST.items() if isinstance(text, str)}
    document = document_from(game, sent)
    document.listed = known_cards(list_for(document.texts, game.name, actor_of(request)))
    if sent.get("part") == "hits":
        return _hits(request, document)
    done = handle(document, header_of(document).catalogue, sent)
    return _act(request, document, sent, done)


@require_safe
@cache_control(private=True, max_age=600)
def card_names(request: HttpRequest, game_name: str) -> HttpResponse:
    """Every card of a game as a line of the editor, for choosing by a few letters; with those of an event's list where
    the address names one."""
    game = _game(game_name)
    listed = known_cards(list_for(request.GET.dict(), game_name, actor_of(request)))
    if listed:
        catalogue = game.catalogue.with_cards(listed)
        names = names_in(catalogue, pickable(game, catalogue))
    else:
        names = names_of_cards(game)
    return HttpResponse(msgspec.json.encode(names), content_type="application/json")


def _game(name: str) -> Game:
    if name not in games():
        raise NotFound(_("There is no such game."))
    return load(name)


def _opened(request: HttpRequest, game: Game) -> Document:
    """An empty table, an example of the rulebook, a precedent or the position at an entry of a log, the last two as the
    reader may see them."""
    if request.GET.get("example"):
        name = request.GET["example"]
        header, lines = split_file(example_file(game.name, name))
        return document_of_log(game, header, begun(lines, request.GET.get("entry", "")), name)
    if request.GET.get("question"):
        return _of_question(request, game)
    if request.GET.get("start"):
        return _of_start(request.GET["start"], game)
    number = request.GET.get("precedent", "")
    if number.isascii() and number.isdecimal() and len(number) < 19:
        precedent = precedent_of(readable(actor_of(request), game.name), int(number))
        return document_of_log(game, *split_file(text_for(precedent).encode()), precedent.name)
    record_id = request.GET.get("record", "")
    match = request.GET.get("match", "")
    texts = {"match": match} if match.isascii() and match.isdecimal() and len(match) < 10 else {}
    actor = actor_of(request)
    if not (record_id.isascii() and record_id.isdecimal() and len(record_id) < 10):
        if texts:
            texts |= _list_of(int(match), actor)
        return Document(game, (), texts, known_cards(list_for(texts, game.name, actor)))
    record = record_of(int(record_id), actor)
    if record.match.round.event.game != game.name:
        raise NotFound(_("There is no such log."))
    header, n = position_at(record, request.GET.get("entry"), actor)
    named = list_of_log(record, header)
    if named:
        header["cards"] = []
    document = document_of_log(game, header, name=f"log-{record.pk}-{n}")
    document.texts |= {"match": str(record.match_id), **({FIELD: named} if named else {})}
    document.listed = known_cards(list_for(document.texts, game.name, actor))
    return document


def _of_question(request: HttpRequest, game: Game) -> Document:
    """A question of the rules as it was filled in: the position, what goes before, and the entry in question as the
    last line, only asked about."""
    asked = questions_of(game.name).get(request.GET["question"])
    if asked is None:
        raise NotFound(_message("There is no such question."))
    sent = {
        name.removeprefix("q."): text
        for name, text in request.GET.items()
        if name.startswith("q.") and isinstance(text, str)
    }
    reading = read_question(asked, sent, game.catalogue)
    if not reading.is_whole:
        raise Invalid(_message("A field cannot be read."))
    log = filled(asked, reading)
    lines = "\n".join(msgspec.json.encode(line).decode() for line in (*log.lines, log.entry))
    return document_of_log(game, header_for(game, asked, log), lines, asked.id)


def _of_start(name: str, game: Game) -> Document:
    """The table of a common question, with what is asked about it."""
    start = starts_of(game.name).get(name)
    if start is None:
        raise NotFound(_message("There is no such table to begin with."))
    header = header_of_start(game.name, game.editions[-1], start)
    return document_of_log(game, header, "\n".join(start.lines), start.id)


def _hits(request: HttpRequest, document: Document) -> HttpResponse:
    """The cards that two letters fit, for the place that is touched: nothing is judged for them."""
    place = nearest(document, document.texts.get("touched", ""))
    typed = document.texts.get("find", "")
    context: dict[str, Any] = {"game": document.game}
    if place is not None:
        catalogue = header_of(document).catalogue
        fitting, more = hits(document, catalogue, place, typed)
        panel = panel_for(document, catalogue, place)
        panel.hits, panel.hits_more = tuple(fitting), more
        panel.new_card = None if fitting else new_card_for(document, place, typed)
        panel.typed = typed
        context["panel"] = panel
    return render(request, "referee/positions/hits.html", context)


def _list_of(match_id: int, actor: Actor) -> dict[str, str]:
    """The form's name for the card list of a match's event; nothing where there is none to be seen."""
    try:
        named = list_of_match(match_of(match_id, actor))
    except DomainError:
        return {}
    return {FIELD: named} if named else {}


def _act(request: HttpRequest, document: Document, sent: dict[str, str], done: Done) -> HttpResponse:
    """Does what the button says; every answer is the page again, or a file."""
    do, take = sent.get("do", ""), sent.get("take", "")
    if do in ("typing", "touching"):
        document.texts["by"] = do
    if take:
        do, document.texts["lines"] = "", _with_line(document.lines, take)
        document.texts["shown"] = END
    elif do == "drop":
        document.texts["lines"] = "\n".join(document.lines.rstrip("\n").split("\n")[:-1])
    if sent.get("fact_at"):
        do, document.texts["fact"] = "expect", sent["fact_at"]
    if do not in _ACTS:
        return _show(request, document, asking=do == "ask", done=done)
    table = lay_out(document, header_of(document))
    if table.run is not None and not table.errors and not table.wrong:
        return _ACTS[do](request, document, table)
    return _show(request, document, table, refused=True)


def _show(
    request: HttpRequest,
    document: Document,
    table: Table | None = None,
    *,
    asking: bool = False,
    refused: bool = False,
    done: Done | None = None,
) -> HttpResponse:
    """The page, or its parts alone for the script; an entry asked about is read and judged with the rest."""
    header = header_of(document)
    errors: dict[str, str] = {}
    by_touch = document.texts.get("by") != "typing"
    asks = asking or (by_touch and bool(document.texts.get("ask_do")))
    entry = entry_asked(document, header, errors) if asks else None
    table = table or lay_out(document, header)
    if asking:
        table.errors |= errors
    context = page_context(request, document, table, None if errors else entry, refused=refused)
    context["ask_errors"] = {} if asking else errors
    if by_touch:
        context |= touch_context(document, table, done or Done())
    if not document.texts.get("part"):
        context |= beginnings(request, document.game)
        context["begins"] = request.method != "POST" and not request.GET.keys() - {"examples", "match"}
    status = 400 if refused and (table.errors or table.wrong) else 200
    template = "parts" if by_touch and document.texts.get("part") else "editor"
    return render(request, f"referee/positions/{template}.html", context, status=status)


def _with_line(lines: str, line: str) -> str:
    return (lines.rstrip("\n") + "\n" + line).lstrip("\n")


def _file(text: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(text, content_type=JSONL)
    answer["Content-Disposition"] = f'attachment; filename="{name}.jsonl"'
    return answer


def _save_log(request: HttpRequest, document: Document, table: Table) -> HttpResponse:
    assert table.log is not None
    return _file(log_of(table.header.raw, table.log), document.name)


def _save_scenario(request: HttpRequest, document: Document, table: Table) -> HttpResponse:
    return _file(data_of(table.header.raw, document.lines), document.name)


def _onward(request: HttpRequest, document: Document, table: Table) -> HttpResponse:
    """The position reached becomes the one to start from."""
    assert table.run is not None
    header = {**table.header.raw, "position": table.run.printed(), "cards": ()}
    fresh = document_of_log(document.game, header, name=document.texts.get("name", ""))
    kept = {name: document.texts[name] for name in ("match", FIELD, "cards") if name in document.texts}
    fresh.texts |= kept
    fresh.listed = document.listed
    return _show(request, fresh)


def _expect(request: HttpRequest, document: Document, table: Table) -> HttpResponse:
    """Adds an expectation: a fact of the position as it is now."""
    assert table.run is not None
    from rules.kernel.scenario import fact

    path = document.texts.get("fact", "").strip()
    value = fact(table.run.printed(), path) if path else None
    line = msgspec.json.encode({"expect": {path: value}}).decode()
    if path:
        document.texts["lines"] = _with_line(document.lines, line)
    document.texts.pop("fact", None)
    return _show(request, document)


def _attach(request: HttpRequest, document: Document, table: Table) -> HttpResponse:
    """Stores the log at a match, by the same door as an upload."""
    assert table.log is not None
    actor = actor_of(request)
    try:
        text = document.texts.get("match", "")
        match = match_of(int(text) if text.isdecimal() and len(text) < 10 else 0, actor)
        made = attach_or_begin(match, 1, log_of(table.header.raw, table.log), by=actor, now=now())
    except DomainError as error:
        table.wrong = in_words(error)
        return _show(request, document, table, refused=True)
    if isinstance(made, Job):
        answer = HttpResponseRedirect(reverse("tournaments:job", args=[made.pk]))
    else:
        messages.success(request, _("The log is stored and judged."))
        answer = HttpResponseRedirect(reverse("referee:record_page", args=[made.pk]))
    answer.status_code = 303
    return answer


def _keep(request: HttpRequest, document: Document, table: Table) -> HttpResponse:
    """Keeps the scenario as a precedent of the event whose match this is."""
    actor = actor_of(request)
    try:
        text = document.texts.get("match", "")
        match = match_of(int(text) if text.isdecimal() and len(text) < 10 else 0, actor)
        keep_precedent(match, document.name, data_of(table.header.raw, document.lines), by=actor, now=now())
    except DomainError as error:
        table.wrong = in_words(error)
        return _show(request, document, table, refused=True)
    messages.success(request, _("The precedent is kept."))
    answer = HttpResponseRedirect(reverse("referee:precedents", args=[match.round.event.slug]))
    answer.status_code = 303
    return answer


def _open_file(request: HttpRequest, game_name: str) -> HttpResponse:
    """A log or scenario from a file: its fields and lines in the form."""
    upload = request.FILES.get("file")
    data = upload.read(MAX_TEXT + 1) if upload else b""
    try:
        if not data.strip():
            raise LogError(0, _("Choose a file first."))
        if len(data) > MAX_TEXT:
            raise LogError(0, _("This file is too long for the editor."))
        header, lines = split_file(data)
        game = load(str(header["game"]))
        low, high = game.seats
        if not low <= len(header["players"]) <= high:
            raise LogError(1, _("%(low)s to %(high)s seats play this game.") % {"low": low, "high": high})
    except LogError as error:
        messages.error(request, str(error))
        where = reverse("referee:position_editor", args=[game_name]) if game_name else request.path
        return HttpResponseRedirect(where)
    name = (upload.name or "").removesuffix(".jsonl") if upload else ""
    return _show(request, document_of_log(game, header, lines, name))


_ACTS: dict[str, Any] = {
    "log": _save_log,
    "scenario": _save_scenario,
    "attach": _attach,
    "onward": _onward,
    "expect": _expect,
    "keep": _keep,
}
