"""Pages of deck lists: a player's own, and the same for judges."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournaments.access import may
from tournaments.decks.changes import submit_deck
from tournaments.decks.check_queries import ListLine, lines_of_list
from tournaments.decks.forms import DeckForm
from tournaments.decks.publication import are_public, is_locked, openness, published_lists
from tournaments.decks.queries import deck_of, violations_of
from tournaments.decks.reading import read_deck, template_of, written
from tournaments.decks.spelling import mended, misspelled
from tournaments.errors import DomainError, NotFound
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Entrant
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.forms import show_refusal

PAGE = 50


@never_cache
@event_view()
def my_deck(request: EventRequest) -> HttpResponse:
    """The reader's own list."""
    if request.mine is None:
        return redirect(request.url("my_table"))
    request.mine.event = request.event
    return _deck(request, request.mine, request.url("my_deck"))


@never_cache
@event_view()
def entrant_deck(request: EventRequest, entrant_id: int) -> HttpResponse:
    """One entrant's list, for its owner and for judges who do not play."""
    entrant = request.event.entrants.filter(pk=entrant_id).first()
    if entrant is None:
        raise NotFound(_("There is no such player in this event."))
    entrant.event = request.event
    return _deck(request, entrant, request.url("entrant_deck", entrant.pk))


@never_cache
@require_GET
@event_view()
def decks(request: EventRequest) -> HttpResponse:
    """The deck lists of the event: until when they are taken, who reads them, and once published all of them."""
    if request.event.deck_lists == "none":
        raise NotFound(_("This event takes no deck lists."))
    lists = published_lists(request.event, by=request.actor)
    words = request.http.GET.get("q", "").replace("\0", "").strip()[:100]
    if words:
        lists = lists.filter(entrant__name__icontains=words)
    page = Paginator(lists, PAGE).get_page(request.http.GET.get("page"))
    return request.show(
        "tournaments/decks/list.html",
        page=page,
        words=words,
        public=are_public(request.event),
        openness=openness(request.event),
        locked=is_locked(request.event, now()),
    )


def _deck(request: EventRequest, entrant: Entrant, address: str) -> HttpResponse:
    if request.event.deck_lists == "none":
        raise NotFound(_("This event takes no deck lists."))
    deck = deck_of(entrant, by=request.actor)
    form, status = DeckForm(initial={"text": written(deck.body) if deck else ""}), 200
    if request.http.method == "POST":
        if deck and request.http.POST.get("written"):
            sent = request.http.POST
            body = mended(deck.body, sent["written"], sent.get("meant", ""), request.event)
            submit_deck(entrant, body, by=request.actor, now=now())
            return request.then(address, _("The card is corrected."))
        form, status = DeckForm(request.http.POST, request.http.FILES), 400
        if form.is_valid():
            try:
                body = read_deck(form.sent, request.event.game)
                submit_deck(entrant, body, by=request.actor, now=now())
                return request.then(address, _("The deck list is handed in."))
            except DomainError as error:
                show_refusal(form, error)
                status = error.status
    may_change = _may_change(request, entrant)
    violations = violations_of(deck, request.event) if deck else []
    return request.show(
        "tournaments/decks/deck.html",
        status,
        entrant=entrant,
        own=request.mine is not None and request.mine.pk == entrant.pk,
        deck=deck,
        violations=violations,
        misspelled=misspelled(deck.body, request.event) if deck and may_change else [],
        sections=_sections(deck),
        to_copy=template_of(request.event.game),
        unknown_cards=any(violation["rule"] == "log.card" for violation in violations),
        own_cards=request.event.card_lists.filter(replaced_at=None).exists(),
        form=form,
        address=address,
        open=may_change,
        public=are_public(request.event),
        openness=openness(request.event),
        locked=is_locked(request.event, now()),
    )


def _may_change(request: EventRequest, entrant: Entrant) -> bool:
    locked = is_locked(request.event, now())
    actions = ("submit_deck", "change_locked_deck") if locked else ("submit_deck",)
    return all(may(request.actor, action, request.event, entrant) for action in actions)


def _sections(deck: DeckList | None) -> list[tuple[str, list[ListLine], int]]:
    """The sections of the list: name, lines, number of cards."""
    sections: dict[str, list[ListLine]] = {}
    for line in lines_of_list(deck) if deck else ():
        sections.setdefault(line.section, []).append(line)
    return [(name, lines, sum(line.count for line in lines)) for name, lines in sections.items()]
