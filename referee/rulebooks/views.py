"""The pages of the rules: open to everybody."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from referee.original_texts.queries import may_bring_in, wording_of
from referee.precedents.pages import Row, rows_of
from referee.precedents.queries import Kind, best_precedents, citing, readable
from referee.rulebooks.books import Part, card_of, known, part_of, parts, rule_of, titles
from referee.rulebooks.examples import examples_of
from referee.rulebooks.index import Hit, search
from referee.rulebooks.words import KINDS, PART_TITLES
from referee.searching import MAX_LETTERS
from rules.kernel.card_cells import EMPTY, is_json
from rules.registry import games, title
from tournaments.access import actor_of

#: So many precedents stand on a rule's or a card's page, and below what was searched.
MOST_PRECEDENTS = 10
#: Kept by the browser, and asked for again each time: what a page says of its reader may have changed.
kept = cache_control(private=True, no_cache=True)


@require_safe
@kept
def front(request: HttpRequest) -> HttpResponse:
    """The rulebooks of all games, and a search over all of them."""
    books = [{"name": name, "title": title(name)} for name in games()]
    return render(
        request,
        "referee/rulebooks/front.html",
        {"books": books, "may_bring_in": may_bring_in(actor_of(request)), **_searched(request, "")},
    )


@require_safe
@kept
def book(request: HttpRequest, game_name: str) -> HttpResponse:
    """Every entry of one rulebook by its part, or those that words are shown in."""
    game = known(game_name)
    listed = [(part, PART_TITLES[part], entries) for part, entries in parts(game).items()]
    context = {"game": game, "title": title(game), "parts": listed, "card_count": len(titles(game))}
    return render(request, "referee/rulebooks/book.html", context | _searched(request, game))


@require_safe
@kept
def rule(request: HttpRequest, game_name: str, rule_id: str) -> HttpResponse:
    """One entry: what it says in our words, what shows it, and what belongs to it."""
    shown = rule_of(game_name, rule_id)
    part: Part = part_of(shown.entry)
    context = {
        "game": shown.game,
        "title": title(shown.game),
        "rule": shown,
        "kind": KINDS[part],
        "examples": examples_of(shown.entry),
        "wording": wording_of(actor_of(request), shown.book, shown.entry.id),
        **_precedents(request, shown.game, Kind.RULE, shown.entry.id),
    }
    return render(request, "referee/rulebooks/rule.html", context)


@require_safe
@kept
def cards(request: HttpRequest, game_name: str) -> HttpResponse:
    """The cards that the site knows of a game."""
    game = known(game_name)
    listed = [
        (slug, versions[0].title, len(versions), versions[0].own) for slug, versions in titles(game).items()
    ]
    return render(
        request, "referee/rulebooks/cards.html", {"game": game, "title": title(game), "cards": listed}
    )


@require_safe
@kept
def card(request: HttpRequest, game_name: str, slug: str) -> HttpResponse:
    """The versions of a card: its facts, what the engine does of its text, and the rules that tell of it."""
    page = card_of(game_name, slug)
    versions = [
        {
            "card": one,
            "facts": [
                (name, cell) for name, cell in facts if not is_json(cell) and cell not in (EMPTY, one.summary)
            ],
            "declared": [(name, cell) for name, cell in facts if is_json(cell)],
        }
        for one, facts in zip(page.versions, page.facts, strict=True)
    ]
    context: dict[str, Any] = {
        "game": page.game,
        "title": title(page.game),
        "page": page,
        "versions": versions,
    }
    context |= _precedents(request, page.game, Kind.CARD, page.slug)
    return render(request, "referee/rulebooks/card.html", context)


def address_of(hit: Hit) -> str:
    """The page of what was shown."""
    return reverse("referee:card" if hit.kind == "face" else "referee:rule", args=[hit.game, hit.key])


def _searched(request: HttpRequest, game: str) -> dict[str, object]:
    """What was looked for, and what was shown."""
    wanted = request.GET.get("q", "").strip()[:MAX_LETTERS]
    hits = [
        {"hit": hit, "kind": KINDS[hit.kind], "title": title(hit.game), "address": address_of(hit)}
        for hit in search(wanted, game)
    ]
    return {"wanted": wanted, "hits": hits, "precedents": _found(request, wanted, game)}


def _found(request: HttpRequest, wanted: str, game: str) -> list[Row]:
    """The precedents in which the words are, as far as the reader reads them."""
    if not wanted:
        return []
    return rows_of(best_precedents(readable(actor_of(request), game), wanted, MOST_PRECEDENTS))


def _precedents(request: HttpRequest, game: str, kind: Kind, key: str) -> dict[str, Any]:
    """The newest precedents about an entry or a card, and how many there are."""
    about = citing(readable(actor_of(request), game), kind, key)
    rows = rows_of(list(about[: MOST_PRECEDENTS + 1]))
    more = about.count() - MOST_PRECEDENTS if len(rows) > MOST_PRECEDENTS else 0
    return {"precedents": rows[:MOST_PRECEDENTS], "more_precedents": more}
