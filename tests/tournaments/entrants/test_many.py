"""A list of people is taken whole or not at all: who is new, who is doubled, who waits."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import actor, at, make_event, open_event, running_event, walk_in
from tournaments.access import WrongState
from tournaments.decks import rechecks
from tournaments.decks.before_start import ListsChecking
from tournaments.decks.missing import ListsMissing
from tournaments.decks.queries import handed_in
from tournaments.decks.rechecks import is_checking
from tournaments.entrants import many
from tournaments.entrants.changes import edit_entrant
from tournaments.entrants.many import BadList, add_entrants, look_over
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.life import start_event
from tournaments.jobs.working import work_for
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Entrant, EntrantChange, Status
from tournaments.models.events import Event
from tournaments.models.jobs import Job

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Ben", "Cleo", "Dora")


def take(event: Event, text: str, **more: object) -> list[tuple[str, str]]:
    add_entrants(event, text.encode(), by=actor("olga"), now=at(0), **more)  # type: ignore[arg-type]
    return list(event.entrants.order_by("pk").values_list("name", "status"))


def test_a_list_is_entered_in_its_order_with_what_it_says() -> None:
    event = open_event(1)
    take(event, "Name;E-Mail;Setzplatz;Wertung;Verein\nBen;ben@x.org;2;1500;Ravens\nAnn;;1;;\n")
    ben, ann = event.entrants.filter(user=None).order_by("pk")
    assert (ben.code, ben.name, ben.email, ben.list_seed, ben.rating, ben.club) == (
        "P02", "Ben", "ben@x.org", 2, 1500.0, "Ravens",
    )  # fmt: skip
    assert (ann.code, ann.list_seed, ann.rating, ann.status) == ("P03", 1, None, Status.REGISTERED)
    assert list(ann.changes.values_list("kind", "after", "by")) == [("entered", "registered", "Olga")]
    said = event.journal.get(kind="entrants_listed")
    assert said.text == "From a list: 2 entered, 0 of them on the waitlist."


def test_the_doubled_are_left_out_and_others_of_their_name_only_if_not_said_otherwise() -> None:
    event = open_event()
    edit_entrant(walk_in(event, "Wanda Fox"), {"email": "w@x.org"}, by=actor("olga"), now=at(0))
    text = "name,email\nWANDA  fox,\nSomebody,W@X.org\nAnn,a@x.org\nAnn,b@x.org\nBen,a@x.org\n"
    looked = look_over(event, text.encode(), by=actor("olga"))
    assert [line.number for line in looked.new] == [4]
    assert [(one.line.number, one.same_name) for one in looked.doubled] == [
        (2, True), (3, False), (5, True), (6, False),
    ]  # fmt: skip
    assert looked.doubled[2].why == "The name is on line 4 as well."
    assert len(take(event, text, same_names=True)) == 1 + 3
    with pytest.raises(Conflict, match="entered already"):
        take(event, "Ann")


def test_one_wrong_line_and_nobody_is_entered() -> None:
    event = open_event()
    with pytest.raises(BadList) as refused:
        take(event, "name;seed\nAnn;1\nBen;first\n")
    assert [problem["line"] for problem in refused.value.details["problems"]] == [3]
    assert event.entrants.count() == 0


def test_who_has_no_place_waits_in_the_order_of_the_list() -> None:
    event = open_event(capacity=2)
    looked = look_over(event, b"Ann\nBen\nCleo\nDora", by=actor("olga"))
    assert (looked.places, looked.waiting) == (2, 2)
    assert take(event, "Ann\nBen\nCleo\nDora") == [
        ("Ann", "registered"), ("Ben", "registered"), ("Cleo", "waitlisted"), ("Dora", "waitlisted"),
    ]  # fmt: skip
    assert take(event, "Ella")[-1] == ("Ella", "waitlisted")


def test_what_was_seen_must_still_hold() -> None:
    event = open_event(capacity=2)
    seen = look_over(event, b"Ann\nBen", by=actor("olga")).digest
    walk_in(event, "Cleo")
    with pytest.raises(Conflict, match="have changed"):
        take(event, "Ann\nBen", looked=seen)
    assert event.entrants.count() == 1


def test_deck_lists_are_checked_and_kept_where_the_event_takes_them() -> None:
    text = "name;deck list\nAnn;2 Acme Rocket | 1 No such card\nBen;\nCleo;0 Nothing\n"
    event = open_event(deck_lists="optional")
    looked = look_over(event, text.encode(), by=actor("olga"))
    assert [problem.line for problem in looked.problems] == [4]
    looked = look_over(event, text.partition("Cleo")[0].encode(), by=actor("olga"))
    assert [line.name for line in looked.illegal] == ["Ann"]
    take(event, text.partition("Cleo")[0])
    ann, ben = event.entrants.order_by("pk")
    assert [line["count"] for line in ann.deck_lists.get().body["sections"]["personal"]] == [2, 1]
    assert ben.deck_lists.count() == 0
    none = open_event(name="No lists")
    assert look_over(none, text.encode(), by=actor("olga")).left_out == ("deck list",)


def test_many_deck_lists_are_read_at_once_and_checked_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be read is told by its line all the same; who has no legal list is told when they were checked."""
    monkeypatch.setattr(many, "FEW", 2)
    monkeypatch.setattr(rechecks, "FEW", 2)
    text = "name;deck list\nAnn;2 Acme Rocket\nBen;1 No such card\nCleo;1 No such card\n"
    event = open_event(deck_lists="optional")
    assert not look_over(event, text.encode(), by=actor("olga")).decks_later, "two are different"
    text += "Dora;1 Nor this one\n"
    wrong = look_over(event, f"{text}Ella;0 Nothing\n".encode(), by=actor("olga"))
    assert [problem.line for problem in wrong.problems] == [6] and wrong.decks_later
    looked = look_over(event, text.encode(), by=actor("olga"))
    assert looked.decks_later and not looked.illegal and looked.job is None
    done = add_entrants(event, text.encode(), by=actor("olga"), now=at(0), looked=looked.digest)
    assert done.job == Job.objects.get() and legal(event) == dict.fromkeys(NAMES)
    handed = handed_in(event.entrants.all())
    assert set(handed.values()) == {"unchecked"} and is_checking(event)
    work_for()
    assert not is_checking(event)
    # each of these lists breaks a rule of its game: too few cards, or one that is not known
    assert legal(event) == dict.fromkeys(NAMES, False)
    said = event.journal.get(kind=rechecks.CHECK)
    assert said.text.endswith("legal before and not now: 0. Checked for the first time and not legal: 4.")
    people = list(event.entrants.order_by("pk").values_list("pk", flat=True))
    assert said.details == {"no_longer_legal": [], "not_legal": people}


def test_nobody_starts_before_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "FEW", 1)
    monkeypatch.setattr(rechecks, "FEW", 1)
    event = open_event(deck_lists="required")
    take(event, "name;deck list\nAnn;1 No such card\nBen;1 Nor this one\n")
    with pytest.raises(ListsChecking):
        start_event(event, by=actor("olga"), now=at(0.5), lists_missing="keep")
    work_for()
    with pytest.raises(ListsMissing):
        start_event(event, by=actor("olga"), now=at(1))
    start_event(event, by=actor("olga"), now=at(1), lists_missing="keep")
    assert legal(event) == {"Ann": False, "Ben": False}


def test_of_a_game_without_rules_nothing_is_checked_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "FEW", 0)
    event = open_event(deck_lists="optional")
    Event.objects.filter(pk=event.pk).update(game="chess")
    event.refresh_from_db()
    take(event, "name;deck list\nAnn;1 Queen\n")
    assert legal(event) == {"Ann": None} and not Job.objects.exists()


def legal(event: Event) -> dict[str, bool | None]:
    lists = DeckList.objects.filter(entrant__event=event, replaced_at=None)
    return dict(lists.values_list("entrant__name", "legal"))


def test_only_the_desk_and_only_before_the_start() -> None:
    event = make_event()
    with pytest.raises(NotAllowed):
        add_entrants(event, b"Ann", by=actor("stranger"), now=at(0))
    assert take(event, "Ann") == [("Ann", "registered")]
    with pytest.raises(WrongState):
        take(running_event(2), "Ann")


def test_statements_do_not_grow_with_the_list() -> None:
    event = open_event()
    with CaptureQueriesContext(connection) as few:
        take(event, "\n".join(f"Early {n}" for n in range(20)))
    with CaptureQueriesContext(connection) as many:
        take(event, "\n".join(f"Late {n}" for n in range(400)))
    assert len(many) - len(few) <= 380 / 30, "rows are written in batches"
    assert EntrantChange.objects.count() == Entrant.objects.count() == 420
