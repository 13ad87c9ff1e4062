"""The pages of the rules: open to everybody."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from referee.original_texts.queries import may_bring_in, wording_of
from referee.precedents.pages import Row, rows_of
from referee.precedents.queries import Kind, best_precedents, citing, readable
from referee.rulebooks.books import Part, card_of, known, part_of, parts, rule_of, titles
from referee.rulebooks.drawn import drawn_example
from referee.rulebooks.examples import examples_of
from referee.rulebooks.index import Hit, search
from referee.rulebooks.played import logs_with
from referee.rulebooks.words import CARRIED_OUT, KINDS, PART_TITLES
from referee.searching import MAX_LETTERS
from rules.kernel.card_cells import EMPTY, is_json
from rules.kernel.cards import Catalogue
from rules.registry import games, load, title
from tournaments.access import Actor, actor_of
from tournaments.access.lookups import event_by_slug
from tournaments.decks.own_cards import catalogue_of
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.now import now

#: So many precedents stand on a rule's or a card's page, and below what was searched.
MOST_PRECEDENTS = 10
#: So many logs stand on a card's page.
MOST_LOGS = 10
#: Kept by the browser, and asked for again each time: what a page says of its reader may have changed.
kept = cache_control(private=True, no_cache=True)


class EventCards(msgspec.Struct, frozen=True):
    """The cards that an event is played with; nothing where the address names no event."""

    event: Event | None = None
    catalogue: Catalogue | None = None

    @property
    def query(self) -> str:
        """What names the event in an address."""
        return f"?event={self.event.slug}" if self.event is not None else ""


OF_SITE = EventCards()


def is_to_keep(request: HttpRequest) -> bool:
    """Whether the service worker asks for the page as a phone keeps it: for nobody."""
    return "kept" in request.GET


def _reader(request: HttpRequest) -> Actor:
    """Who reads; of what a phone keeps, nobody."""
    return Actor.anonymous() if is_to_keep(request) else actor_of(request)


def _shown(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """The page; as a phone keeps it nothing of its reader is on it but language and theme."""
    if is_to_keep(request):
        context = {**context, "keepable": True, "seen_at": now(), "reader": "", "user": AnonymousUser()}
    return render(request, template, context)


@require_safe
@kept
def front(request: HttpRequest) -> HttpResponse:
    """The rulebooks of all games, and a search over all of them."""
    books = [{"name": name, "title": title(name)} for name in games()]
    return _shown(
        request,
        "referee/rulebooks/front.html",
        {"books": books, "may_bring_in": may_bring_in(_reader(request)), **_searched(request, "")},
    )


@require_safe
@kept
def book(request: HttpRequest, game_name: str) -> HttpResponse:
    """Every entry of one rulebook by its part, or those that words are shown in; with an event's own cards where the
    address names an event."""
    game = known(game_name)
    cards = event_cards(request, game)
    listed = [(part, PART_TITLES[part], entries) for part, entries in parts(game).items()]
    count = len(titles(game, cards.catalogue))
    engine = load(game)
    context = {
        "game": game,
        "title": title(game),
        "parts": listed,
        "card_count": count,
        "cards_of": cards,
        "editions": [(name, _since(engine.edition_days.get(name))) for name in reversed(engine.editions)],
    }
    return _shown(request, "referee/rulebooks/book.html", context | _searched(request, game, cards))


def _since(day: str | None) -> date | None:
    """The day from which an edition is in force; None for one that always was."""
    return None if day is None else date.fromisoformat(day)


@require_safe
@kept
def rule(request: HttpRequest, game_name: str, rule_id: str) -> HttpResponse:
    """One entry: what it says in our words, what shows it, and what belongs to it."""
    shown = rule_of(game_name, rule_id)
    part: Part = part_of(shown.entry)
    examples = examples_of(shown.entry)
    context: dict[str, Any] = {
        "game": shown.game,
        "title": title(shown.game),
        "rule": shown,
        "kind": KINDS[part],
        "examples": examples,
        # what a phone keeps has the general styles alone
        "on_the_table": None if is_to_keep(request) else drawn_example(examples),
        "wording": wording_of(_reader(request), shown.book, shown.entry.id),
        **_precedents(request, shown.game, Kind.RULE, shown.entry.id),
    }
    answer = _shown(request, "referee/rulebooks/rule.html", context)
    if context["wording"]:
        answer["Cache-Control"] = "no-store, private"
    return answer


@require_safe
@kept
def cards(request: HttpRequest, game_name: str) -> HttpResponse:
    """The cards that the site knows of a game; with an event's own where the address names an event."""
    game = known(game_name)
    own = event_cards(request, game)
    listed = [
        (key, versions[0].title, len(versions), versions[0].own)
        for key, versions in titles(game, own.catalogue).items()
    ]
    context = {"game": game, "title": title(game), "cards": listed, "cards_of": own}
    return _shown(request, "referee/rulebooks/cards.html", context)


@require_safe
@kept
def card(request: HttpRequest, game_name: str, slug: str) -> HttpResponse:
    """The versions of a card: its facts, what the engine does of its text and what a judge, the rules that tell of it,
    the precedents with it and the games in which it was played."""
    own = event_cards(request, known(game_name))
    page = card_of(game_name, slug, own.catalogue)
    versions = [
        {
            "card": one,
            "facts": [
                (name, cell) for name, cell in facts if not is_json(cell) and cell not in (EMPTY, one.summary)
            ],
            "declared": [(name, cell) for name, cell in facts if is_json(cell)],
            "carried_out": CARRIED_OUT[one.carried_out],
        }
        for one, facts in zip(page.versions, page.facts, strict=True)
    ]
    logs = list(logs_with(page.game, page.slug)[: MOST_LOGS + 1])
    context: dict[str, Any] = {
        "game": page.game,
        "title": title(page.game),
        "page": page,
        "versions": versions,
        "cards_of": own,
        "logs": logs[:MOST_LOGS],
        "more_logs": len(logs) > MOST_LOGS,
    }
    context |= _precedents(request, page.game, Kind.CARD, page.slug)
    return _shown(request, "referee/rulebooks/card.html", context)


def event_cards(request: HttpRequest, game: str) -> EventCards:
    """The cards of the event that the address names, if it names one of this game. Raises NotFound for one that the
    reader may not see."""
    slug = request.GET.get("event", "")
    if not slug:
        return EventCards()
    event = event_by_slug(slug, _reader(request))
    catalogue = catalogue_of(event) if event.game == game else None
    if catalogue is None:
        raise NotFound(_("There is no such event."))
    return EventCards(event, catalogue)


def address_of(hit: Hit, own: EventCards) -> str:
    """The page of what was shown."""
    name = "referee:card" if hit.kind == "face" else "referee:rule"
    return reverse(name, args=[hit.game, hit.key]) + (own.query if hit.kind == "face" else "")


def _searched(request: HttpRequest, game: str, own: EventCards = OF_SITE) -> dict[str, object]:
    """What was looked for, and what was shown."""
    wanted = request.GET.get("q", "").strip()[:MAX_LETTERS]
    hits = [
        {"hit": hit, "kind": KINDS[hit.kind], "title": title(hit.game), "address": address_of(hit, own)}
        for hit in search(wanted, game, own.catalogue)
    ]
    return {"wanted": wanted, "hits": hits, "precedents": _found(request, wanted, game)}


def _found(request: HttpRequest, wanted: str, game: str) -> list[Row]:
    """The precedents in which the words are, as far as the reader reads them."""
    if not wanted:
        return []
    return rows_of(best_precedents(readable(_reader(request), game), wanted, MOST_PRECEDENTS))


def _precedents(request: HttpRequest, game: str, kind: Kind, key: str) -> dict[str, Any]:
    """The newest precedents about an entry or a card, and how many there are."""
    about = citing(readable(_reader(request), game), kind, key)
    rows = rows_of(list(about[: MOST_PRECEDENTS + 1]))
    more = about.count() - MOST_PRECEDENTS if len(rows) > MOST_PRECEDENTS else 0
    return {"precedents": rows[:MOST_PRECEDENTS], "more_precedents": more}
