"""Pages of an event's card list: what it holds, for everybody; giving another, for the organiser; its files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from rules import card_lists
from rules.kernel.cards import Card, DeckList
from tournaments.access import require
from tournaments.card_lists.changes import Changed, remove_card_list, set_card_list
from tournaments.card_lists.columns import columns_of
from tournaments.card_lists.files import csv_of, json_of
from tournaments.card_lists.forms import CardListForm
from tournaments.card_lists.reading import Understood, understand
from tournaments.decks.own_cards import (
    cards_of,
    decks_of,
    lists_not_legal,
    standing_list,
    takes_lists,
)
from tournaments.errors import DomainError, NotAllowed, NotFound
from tournaments.models.card_lists import CardList
from tournaments.models.events import Event, State
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.forms import show_refusal

PAGE = 50
PREVIEW = 20
PROBLEMS = 50


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@event_view()
def card_list(request: EventRequest) -> HttpResponse:
    """The list of the event, and for the organiser the way to another."""
    if request.http.method != "POST":
        return _page(request, _form(request))
    if request.http.POST.get("do") == "remove":
        return _removed(request)
    require(request.actor, "edit_card_list", request.event)
    form = _form(request, request.http.POST, request.http.FILES)
    if not form.is_valid():
        text = form.data.get("text", "").encode(errors="replace")
        return _page(request, form, understand(request.event.game, text) if text.strip() else None, 400)
    data = form.sent()
    looked = understand(request.event.game, data)
    if request.http.POST.get("do") == "use" and looked.digest == form.cleaned_data["looked"]:
        return _used(request, form, data, looked)
    return _looked_over(request, form, data, looked)


def _used(request: EventRequest, form: CardListForm, data: bytes, looked: Understood) -> HttpResponse:
    said = form.cleaned_data
    try:
        done = set_card_list(
            request.event, data, by=request.actor, now=now(), reason=said.get("reason", ""), seen=said["seen"]
        )
    except NotAllowed:
        raise
    except DomainError as error:
        show_refusal(form, error)
        return _page(request, form, looked, error.status)
    return request.then(request.url("card_list"), _taken(done))


def _looked_over(request: EventRequest, form: CardListForm, data: bytes, looked: Understood) -> HttpResponse:
    """Shows what would come of the list; its text stands in the form, to be mended there or used. A text changed since
    it was looked over is looked over again first."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = ""
    said = form.cleaned_data
    again = _form(request)
    again.initial.update(text=text, reason=said.get("reason", ""), looked=looked.digest)
    if said["seen"] is not None:
        again.initial["seen"] = said["seen"]
    return _page(request, again, looked, 200 if looked.sound else 400)


def _removed(request: EventRequest) -> HttpResponse:
    reason, seen = request.http.POST.get("reason", ""), request.http.POST.get("seen", "")
    known = int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 10 else None
    done = remove_card_list(request.event, by=request.actor, now=now(), reason=reason, seen=known)
    return request.then(request.url("card_list"), _taken(done))


def _taken(done: Changed) -> str:
    """Tells what came of it, and whose deck lists no longer pass."""
    if done.card_list is None:
        said = _("The card list is removed.")
    else:
        n = done.card_list.count
        said = ngettext(
            "The card list is in use: %(n)s card.", "The card list is in use: %(n)s cards.", n
        ) % {"n": n}
    if done.job is not None:
        return f"{said} " + _("The deck lists are being checked again: see “Long work”.")
    names = ", ".join(deck.entrant.name for deck in done.no_longer_legal)
    return f"{said} " + _("No longer legal: the deck lists of %s.") % names if names else said


def _form(request: EventRequest, *data: Any) -> CardListForm:
    card_list = standing_list(request.event)
    using = request.http.POST.get("do") == "use"
    initial = {"seen": card_list.pk if card_list else 0}
    return CardListForm(*data, running=_running(request), using=using, initial=initial)


def _running(request: EventRequest) -> bool:
    return bool(request.event.state == State.RUNNING)


def _page(
    request: EventRequest, form: CardListForm, looked: Understood | None = None, status: int = 200
) -> HttpResponse:
    event, http = request.event, request.http
    card_list = standing_list(event)
    may_edit = "edit_card_list" in request.can and takes_lists(event)
    if card_list is not None:
        card_list.event = event
    cards, decks = (looked.cards, looked.decks) if looked else _kept(card_list)
    words = "" if looked else http.GET.get("q", "").strip()[:100]
    shown = [
        card for card in cards if all(word in card.title.casefold() for word in words.casefold().split())
    ]
    pages = Paginator(shown, PREVIEW if looked else PAGE)
    page = pages.get_page(1 if looked else http.GET.get("page"))
    names, rows = _table(event, list(page.object_list), decks)
    return request.show(
        "tournaments/card_lists/page.html",
        status,
        card_list=card_list,
        looked=looked,
        problems=looked.problems[:PROBLEMS] if looked else (),
        problems_more=max(0, len(looked.problems) - PROBLEMS) if looked else 0,
        count=len(cards),
        fitting=len(shown),
        page=page,
        names=names,
        rows=rows,
        words=words,
        heroes=[(hero, _size(deck)) for hero, deck in decks.items()],
        form=form if may_edit else None,
        running=_running(request),
        not_legal=lists_not_legal(event) if may_edit else [],
        columns=columns_of(event.game) if may_edit else [],
        still=True,
    )


def _kept(card_list: CardList | None) -> tuple[Sequence[Card], Mapping[str, DeckList]]:
    return ((), {}) if card_list is None else (cards_of(card_list), decks_of(card_list))


def _size(deck: DeckList) -> int:
    return sum(line.count for lines in deck.sections.values() for line in lines)


def _table(
    event: Event, cards: Sequence[Card], decks: Mapping[str, DeckList]
) -> tuple[list[str], list[tuple[str, list[tuple[str, str]]]]]:
    """The columns that say something of these cards, and for each its title and its cells."""
    cells = card_lists.cells_of(event.game, cards, decks) if takes_lists(event) else []
    own = card_lists.columns(event.game)[1:]
    said = dict.fromkeys((*own, *(name for row in cells for name in row if name != "title")))
    names = [name for name in said if any(row.get(name) for row in cells)]
    return names, [(row["title"], [(name, row.get(name, "")) for name in names]) for row in cells]


@require_GET
@event_view()
def card_list_file(request: EventRequest, form: str) -> HttpResponse:
    """The list as a file that can be sent in again."""
    card_list = standing_list(request.event)
    if card_list is None:
        raise NotFound(_("This event has no card list."))
    card_list.event = request.event
    made = csv_of(card_list) if form == "csv" else json_of(card_list)
    return _download(made, form, f"{request.event.slug}-cards.{form}")


@require_GET
@event_view()
def card_list_template(request: EventRequest) -> HttpResponse:
    """A list to begin with: the columns of the game and invented cards."""
    if not takes_lists(request.event):
        raise NotFound(_("This site reads no card lists of this game."))
    text = card_lists.template(request.event.game).encode("utf-8-sig")
    return _download(text, "csv", f"{request.event.game}-cards.csv")


def _download(made: bytes, form: str, name: str) -> HttpResponse:
    kind = "text/csv; charset=utf-8" if form == "csv" else "application/json"
    answer = HttpResponse(made, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
