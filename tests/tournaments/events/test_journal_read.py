"""Why a pairing was changed by hand is read by nobody who plays before it is published."""

import pytest
from django.test import Client

from tests.tournaments.factories import actor, at, running_event
from tournaments.events.staff import grant_role
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.rounds.changes import offer_round, publish_round, swap_entrants, withdraw_offer

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
WHY = "Ann and Bo share a car"


@pytest.fixture
def event() -> Event:
    """An event with a changed offer, and Polly, an organiser who plays."""
    made = running_event(4)
    polly = actor("polly").user
    Entrant.objects.create(
        event=made, user=polly, name="Polly", code="polly", entered_at=at(-90), status="playing"
    )
    grant_role(made, "polly", "organiser", by=actor("olga"), now=at(-80))
    round = offer_round(made, by=actor("olga"), now=at())
    seats = [table["seats"] for table in round.offers.get().pairing["tables"]]
    first, second = (Entrant.objects.get(event=made, code=table[0]) for table in seats[:2])
    swap_entrants(round, first, second, reason=WHY, by=actor("olga"), now=at())
    return made


def read(name: str, event: Event) -> bool:
    """Whether the reason is in anything of the journal that this account may open."""
    client = Client()
    client.force_login(actor(name).user)  # type: ignore[arg-type]
    slug = event.slug
    addresses = (
        f"/events/{slug}/desk/", f"/events/{slug}/desk/log/", f"/api/v1/events/{slug}/journal/",
        f"/api/v1/events/{slug}/export/log.csv",
    )  # fmt: skip
    answers = [client.get(address) for address in addresses]
    assert {answer.status_code for answer in answers} == {200}
    return any(WHY.encode() in answer.getvalue() for answer in answers)


def test_before_and_after_it_is_published(event: Event) -> None:
    assert (read("olga", event), read("polly", event)) == (True, False)
    publish_round(event.rounds.get(), by=actor("olga"), now=at(1))
    assert (read("olga", event), read("polly", event)) == (True, True)


def test_nor_when_it_was_taken_back_unpublished(event: Event) -> None:
    withdraw_offer(event.rounds.get(), by=actor("olga"), now=at(1))
    assert (read("olga", event), read("polly", event)) == (True, False)
