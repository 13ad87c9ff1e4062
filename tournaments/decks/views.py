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
from tournaments.entrants.models import Entrant
from tournaments.errors import DomainError, NotFound
from tournaments.pages.forms import show_refusal
from tournaments.pages.here import Here, event_view, now


@never_cache
@event_view()
def my_deck(here: Here) -> HttpResponse:
    """The reader's own list."""
    if here.mine is None:
        return redirect(here.url("my_table"))
    here.mine.event = here.event
    return _deck(here, here.mine, here.url("my_deck"))


@never_cache
@event_view()
def entrant_deck(here: Here, entrant_id: int) -> HttpResponse:
    """One entrant's list, for its owner and for judges who do not play."""
    found = here.event.entrants.filter(pk=entrant_id).first()
    if found is None:
        raise NotFound(_("There is no such player in this event."))
    found.event = here.event
    return _deck(here, found, here.url("entrant_deck", found.pk))


def _deck(here: Here, entrant: Entrant, address: str) -> HttpResponse:
    if here.event.deck_lists == "none":
        raise NotFound(_("This event takes no deck lists."))
    deck = deck_of(entrant, by=here.actor)
    form, status = DeckForm(initial={"text": written(deck.body) if deck else ""}), 200
    if here.request.method == "POST":
        form, status = DeckForm(here.request.POST, here.request.FILES), 400
        if form.is_valid():
            try:
                body = read_deck(form.sent, here.event.game)
                submit_deck(entrant, body, by=here.actor, now=now())
                return here.then(address, _("The deck list is handed in."))
            except DomainError as error:
                show_refusal(form, error)
                status = error.status
    violations = violations_of(deck, here.event.game) if deck else []
    return here.show(
        "tournaments/decks/deck.html",
        status,
        entrant=entrant,
        own=here.mine is not None and here.mine.pk == entrant.pk,
        deck=deck,
        violations=violations,
        unknown_cards=any(found["rule"] == "log.card" for found in violations),
        own_cards=here.event.card_lists.filter(replaced_at=None).exists(),
        form=form,
        address=address,
        open=may(here.actor, "submit_deck", here.event, entrant),
    )
