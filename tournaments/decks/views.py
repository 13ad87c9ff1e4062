"""Pages of deck lists: a player's own, and the same for judges."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.access import may
from tournaments.decks.changes import submit_deck
from tournaments.decks.forms import DeckForm
from tournaments.decks.queries import deck_of, violations_of
from tournaments.decks.reading import read_deck, written
from tournaments.errors import DomainError, NotFound
from tournaments.models.entrants import Entrant
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.forms import show_refusal


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


def _deck(request: EventRequest, entrant: Entrant, address: str) -> HttpResponse:
    if request.event.deck_lists == "none":
        raise NotFound(_("This event takes no deck lists."))
    deck = deck_of(entrant, by=request.actor)
    form, status = DeckForm(initial={"text": written(deck.body) if deck else ""}), 200
    if request.http.method == "POST":
        form, status = DeckForm(request.http.POST, request.http.FILES), 400
        if form.is_valid():
            try:
                body = read_deck(form.sent, request.event.game)
                submit_deck(entrant, body, by=request.actor, now=now())
                return request.then(address, _("The deck list is handed in."))
            except DomainError as error:
                show_refusal(form, error)
                status = error.status
    violations = violations_of(deck, request.event) if deck else []
    return request.show(
        "tournaments/decks/deck.html",
        status,
        entrant=entrant,
        own=request.mine is not None and request.mine.pk == entrant.pk,
        deck=deck,
        violations=violations,
        unknown_cards=any(violation["rule"] == "log.card" for violation in violations),
        own_cards=request.event.card_lists.filter(replaced_at=None).exists(),
        form=form,
        address=address,
        open=may(request.actor, "submit_deck", request.event, entrant),
    )
