"""A list that was taken is taken back whole: who has done nothing since goes, and who has is named and stays."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import actor, at, open_event, walk_in
from tests.tournaments.pages.conftest import Who, who  # noqa: F401 the fixture
from tournaments.access import WrongState
from tournaments.entrants.changes import check_in, drop_entrant
from tournaments.entrants.claims import make_claim_link
from tournaments.entrants.entry import edit_entrant
from tournaments.entrants.many import add_entrants
from tournaments.entrants.pairs import forbid_pair
from tournaments.entrants.taken_lists import TakenList, take_back_list, taken_lists
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.events.life import open_check_in, start_event
from tournaments.models.decks import DeckList
from tournaments.models.events import Event

pytestmark = pytest.mark.django_db
WRONG = "name;deck list\nAnn;2 Acme Rocket\nBen;\nCleo;\nDora;\n"


def listed(event: Event, text: str = WRONG, minute: float = 0) -> int:
    """The number of the list."""
    add_entrants(event, text.encode(), by=actor("olga"), now=at(minute))
    return event.journal.filter(kind="entrants_listed").latest("pk").pk


def back(event: Event, number: int, name: str = "olga", minute: float = 60) -> TakenList:
    return take_back_list(event, number, by=actor(name), now=at(minute))


def names(event: Event) -> list[tuple[str, str]]:
    return list(event.entrants.order_by("pk").values_list("name", "status"))


def test_it_is_as_if_it_had_never_been_taken_and_can_be_taken_again_rightly() -> None:
    event = open_event(deck_lists="optional")
    walk_in(event, "Zoe")
    before = names(event)
    number = listed(event)
    done = back(event, number)
    assert [one.name for one in done.goes] == ["Ann", "Ben", "Cleo", "Dora"] and done.stays == ()
    assert names(event) == before and not DeckList.objects.exists()
    said = event.journal.get(kind="list_taken_back")
    assert said.text == "A list was taken back: 4 go, 0 stay." and said.details == {"list": number}
    assert event.journal.filter(kind="entrants_listed").count() == 1
    # the next list may name the same people again, and is another list than the first one
    again = listed(event, "Ann\nEve\n", 61)
    assert [one.number for one in taken_lists(event, by=actor("olga"))] == [again]
    with pytest.raises(Conflict, match="Nobody of this list is left"):
        back(event, number)
    assert [name for name, _status in names(event)] == ["Zoe", "Ann", "Eve"]


def test_who_has_come_or_was_changed_since_stays_and_is_named() -> None:
    """One of each: checked in, linked to an account, corrected, kept apart from another. Who was given a claim link or
    was taken off already goes along."""
    olga = actor("olga")
    event = open_event(1)
    number = listed(event, "\n".join(("Ann", "Ben", "Cleo", "Dora", "Eve", "Fay")))
    of = {one.name: one for one in event.entrants.all()}
    event = open_check_in(event, by=olga, now=at(5))
    check_in(of["Ann"], by=olga, now=at(6))
    event.entrants.filter(name="Ben").update(user=actor("ben").user)
    edit_entrant(of["Cleo"], {"club": "North"}, by=olga, now=at(7))
    forbid_pair(of["Dora"], event.entrants.get(code="P01"), "weak", by=olga, now=at(8))
    make_claim_link(of["Eve"], by=olga, now=at(9))
    drop_entrant(of["Fay"], by=olga, now=at(10))
    (told,) = taken_lists(event, by=olga)
    assert [one.name for one in told.goes] == ["Eve", "Fay"]
    whys = [(one.name, str(why)) for one, why in told.stays]
    assert whys == [
        ("Ann", "checked in"), ("Ben", "has an account here"), ("Cleo", "was changed since"),
        ("Dora", "was changed since"),
    ]  # fmt: skip
    assert back(event, number).stays == told.stays
    assert [name for name, _status in names(event)][1:] == ["Ann", "Ben", "Cleo", "Dora"]
    assert event.journal.get(kind="list_taken_back").text == "A list was taken back: 2 go, 4 stay."


def test_the_waitlist_moves_up_and_codes_are_never_of_two() -> None:
    """Two places: Ann and Ben have them, Cleo and Dora wait, and Ella, entered after them, has waited longest then."""
    event = open_event(capacity=2)
    number = listed(event, "Ann\nBen\nCleo\nDora")
    ella = walk_in(event, "Ella")
    assert dict(names(event))["Ella"] == "waitlisted"
    back(event, number)
    assert names(event) == [("Ella", "registered")]
    codes = [ella.code, walk_in(event, "Fay").code, walk_in(event, "Gil").code]
    assert len(set(codes)) == 3


def test_each_list_for_itself_and_each_event() -> None:
    event = open_event()
    first, second = listed(event, "Ann\nBen", 0), listed(event, "Cleo", 1)
    assert [one.number for one in taken_lists(event, by=actor("olga"))] == [second, first]
    other = open_event(name="Another")
    for number in (first, 2**62, 2**63, 0):
        with pytest.raises(NotFound):
            back(other, number)
    back(event, first)
    assert [name for name, _status in names(event)] == ["Cleo"]


def test_who_may_and_until_when() -> None:
    event = open_event()
    number = listed(event)
    for name in ("jude", "stranger"):
        with pytest.raises(NotAllowed):
            back(event, number, name)
        with pytest.raises(NotAllowed):
            taken_lists(event, by=actor(name))
    event = start_event(event, by=actor("olga"), now=at(9))
    with pytest.raises(WrongState):
        back(event, number)
    assert event.entrants.count() == 4


def test_statements_do_not_grow_with_the_list() -> None:
    def statements(count: int) -> int:
        event = open_event(name=f"Cup {count}")
        number = listed(event, "\n".join(f"Guest {n}" for n in range(count)))
        with CaptureQueriesContext(connection) as asked:
            back(event, number)
        return len(asked)

    few = statements(3)
    assert statements(150) < few + 5  # what goes with them is deleted by the hundred


def test_the_page_offers_it_with_who_stays_and_does_it(who: Who) -> None:  # noqa: F811
    event = open_event()
    number = listed(event)
    edit_entrant(event.entrants.get(name="Ben"), {"club": "North"}, by=actor("olga"), now=at(5))
    olga, page = who("olga"), f"/events/{event.slug}/entrants/many/"
    html = olga.get(page).content.decode()
    assert "Take back this import" in html and "Take 3 players back" in html
    assert "Ben (was changed since)" in html and "From a list: 4 entered" in html
    assert who("jude").post(f"{page}{number}/take-back/").status_code == 403
    answer = olga.post(f"{page}{number}/take-back/", follow=True)
    html = answer.content.decode()
    assert "3 players are taken back. 1 stays." in html and "Take back this import" not in html
    assert [name for name, _status in names(event)] == ["Ben"]
    assert olga.post(f"{page}{number}/take-back/").status_code == 409


def test_programs_do_the_same(who: Who) -> None:  # noqa: F811
    event = open_event()
    number = listed(event)
    check = event.entrants.get(name="Ann")
    edit_entrant(check, {"club": "North"}, by=actor("olga"), now=at(5))
    olga, api = who("olga"), f"/api/v1/events/{event.slug}/entrant-lists/"
    (told,) = olga.get(api).json()
    assert (told["number"], told["goes"]) == (number, ["P02", "P03", "P04"])
    assert told["stays"] == [{"entrant": "P01", "name": "Ann", "why": "was changed since"}]
    assert olga.delete(f"{api}{number}/").json()["goes"] == ["P02", "P03", "P04"]
    assert olga.delete(f"{api}{number}/").status_code == 409
    assert olga.get(api).json() == []
    for name, status in (("jude", 403), ("stranger", 403)):
        assert who(name).get(api).status_code == status
        assert who(name).delete(f"{api}{number}/").status_code == status
