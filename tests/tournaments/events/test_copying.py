"""An event made out of another, and templates."""

import pytest
from django.urls import reverse

from tests.tournaments.factories import actor, at, make_event, open_event, running_event, walk_in
from tests.tournaments.pages.conftest import Who
from tests.tournaments.pages.conftest import who as who  # the fixture
from tournaments.card_lists.changes import set_card_list
from tournaments.entrants.changes import disqualify_entrant, drop_entrant, edit_entrant
from tournaments.errors import NotAllowed
from tournaments.events.changes import CHOICES
from tournaments.events.copying import copy_event, mark_template, templates_of
from tournaments.events.staff import grant_role
from tournaments.models.events import Event, State
from tournaments.stages.chosen import as_chosen
from tournaments.stages.queries import stages_of

pytestmark = pytest.mark.django_db
CHAIN = [
    {"kind": "swiss"}, {"kind": "single_elimination", "size": 4, "third_place": True, "last_tiebreak": "higher_seed"},
]  # fmt: skip


def test_choices_stages_staff_and_cards_come_along_and_no_players() -> None:
    event = open_event(
        3, swiss_rounds=4, capacity=9, points_win=2, confirm_minutes=7, first_round="seed", stages=CHAIN
    )
    actor("jude")
    grant_role(event, "jude", "judge", by=actor("olga"), now=at(0))
    set_card_list(
        event, b"title,type,color,rank,points\nNight Train,scene,blue,5,4\n", by=actor("olga"), now=at(0)
    )
    made = copy_event(event, name="Winter Open", by=actor("olga"), now=at(9))
    assert (made.name, made.slug, made.state, made.starts_at) == (
        "Winter Open",
        "winter-open",
        State.DRAFT,
        None,
    )
    changed = {each for each in CHOICES if getattr(made, each) != getattr(event, each)}
    assert changed <= {"name", "starts_at"}
    assert [as_chosen(stage) for stage in stages_of(made)] == [as_chosen(stage) for stage in stages_of(event)]
    held = set(made.staff_roles.values_list("user__username", "role"))
    assert held == {("olga", "organiser"), ("jude", "judge")}
    assert made.card_lists.get().count == 1
    assert (made.entrants.count(), made.seed_hash, made.planned_rounds) == (0, "", None)
    bare = copy_event(event, staff=False, cards=False, by=actor("olga"), now=at(9))
    assert (bare.name, bare.slug) == ("Autumn Open", "autumn-open-2")
    assert (bare.staff_roles.count(), bare.card_lists.count()) == (1, 0)


def test_players_come_along_where_asked_for_but_not_the_disqualified() -> None:
    event = open_event(3, capacity=3)
    edit_entrant(
        event.entrants.get(code="P02"), {"club": "Ravens", "list_seed": 4}, by=actor("olga"), now=at(0)
    )
    walk_in(event, "Wanda")
    disqualify_entrant(event.entrants.get(code="P01"), reason="Cheating.", by=actor("olga"), now=at(0))
    drop_entrant(event.entrants.get(code="P03"), by=actor("olga"), now=at(0))
    made = copy_event(event, entrants=True, by=actor("olga"), now=at(9))
    rows = made.entrants.order_by("pk").values_list(
        "code", "name", "user__username", "club", "list_seed", "status"
    )
    assert list(rows) == [
        ("P01", "Player2", "player2", "Ravens", 4, "registered"),
        ("P02", "Player3", "player3", "", None, "registered"),
        ("P03", "Wanda", None, "", None, "registered"),
    ]
    assert made.entrants.get(code="P02").dropped_after is None


def test_everything_that_holds_of_a_player_comes_along_with_what_the_new_event_says() -> None:
    """Also what hurts in a statement; who has not come yet has no rating, table or club. Two places, so one waits."""
    event = open_event(3)
    kept = {
        "email": "o@example.org",
        "club": 'says "%s"',
        "list_seed": 3,
        "rating": 1873.25,
        "fixed_table": 7,
    }
    event.entrants.filter(code="P02").update(name="O’Brien \\ 100 %", **kept)
    event.missed_rounds_as = "nothing"
    event.save()
    Event.objects.filter(pk=event.pk).update(capacity=2)
    made = copy_event(Event.objects.get(pk=event.pk), entrants=True, by=actor("olga"), now=at(9))
    assert list(made.entrants.order_by("pk").values_list("name", *kept, "status", "missed_rounds_as")) == [
        ("Player1", "", "", None, None, None, "registered", "nothing"),
        ("O’Brien \\ 100 %", *kept.values(), "registered", "nothing"),
        ("Player3", "", "", None, None, None, "waitlisted", "nothing"),
    ]
    for one in made.entrants.all():
        change = one.changes.get()
        assert (change.kind, change.after, change.at) == ("entered", one.status, at(9))
        assert change.by_user is not None and change.by_user.username == "olga"


def test_of_a_finished_or_running_event_too_but_by_its_organiser_alone() -> None:
    event = running_event(4)
    with pytest.raises(NotAllowed):
        copy_event(event, by=actor("sam"), now=at(0))
    assert copy_event(event, by=actor("olga"), now=at(0)).state == State.DRAFT


def test_templates_are_those_of_events_one_organises() -> None:
    event = make_event(name="Club night")
    mark_template(event, by=actor("olga"), now=at(0))
    assert templates_of(actor("olga").user) == [event]
    assert templates_of(actor("sam").user) == []
    mark_template(event, wanted=False, by=actor("olga"), now=at(1))
    assert templates_of(actor("olga").user) == []
    with pytest.raises(NotAllowed):
        mark_template(event, by=actor("sam"), now=at(1))


def test_the_pages_and_the_api(who: Who) -> None:
    event, client = open_event(2), who("olga")
    page = reverse("tournaments:event_copy", args=[event.slug])
    assert "2 players" in client.get(page).content.decode()
    assert client.post(page, {"name": ""}).status_code == 400
    sent = {"name": "Copy one", "starts_at": "2027-01-09T10:00", "entrants": "on"}
    assert client.post(page, sent).status_code == 303
    made = Event.objects.get(name="Copy one")
    assert (made.entrants.count(), made.staff_roles.count()) == (2, 1)
    assert made.starts_at is not None and made.starts_at.year == 2027
    client.post(reverse("tournaments:event_template", args=[made.slug]), {"wanted": "1"})
    new = client.get(reverse("tournaments:event_new")).content.decode()
    assert reverse("tournaments:event_copy", args=[made.slug]) in new
    base, json = f"/api/v1/events/{event.slug}/", {"content_type": "application/json"}
    copied = client.post(base + "copies/", {"name": "Copy two"}, **json)
    assert (copied.status_code, copied.json()["state"]) == (201, "draft")
    assert client.put(base + "template/", {"wanted": True}, **json).json() == {"wanted": True}
    assert who("player1").post(base + "copies/", {}, **json).status_code == 403
