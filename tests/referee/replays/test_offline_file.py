"""A long game as one page: made as long work, for all who may see the same of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.urls import reverse

from referee import spending
from referee.judging.judged import Judged
from referee.models.records import Record
from referee.notes.changes import take_back_note
from referee.records.changes import attach_log
from referee.replays import offline, offline_file
from referee.replays.offline import drawn_boards
from tests.referee.conftest import Who
from tests.referee.logs import WON_BY_A, log, secret_log
from tests.referee.notes.noting import fresh, write
from tests.referee.replays.test_pages import name_of
from tests.tournaments.factories import actor, at, player, seated
from tournaments.errors import Conflict
from tournaments.jobs.working import work_for
from tournaments.live.changes import mark_changed
from tournaments.models.jobs import Job
from tournaments.models.made_files import MadeFile
from tournaments.models.rounds import Match, MatchState
from tournaments.now import now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("verdicts_told")]


@pytest.fixture(autouse=True)
def nothing_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has the allowance of an address for itself."""
    monkeypatch.setattr(spending, "_key", lambda request: f"spent-in-one-minute-{id(monkeypatch)}")
    monkeypatch.setattr(spending, "ALLOWED", 60.0)


@pytest.fixture
def long_game(match: Match, monkeypatch: pytest.MonkeyPatch) -> Record:
    """A finished game of more entries than are drawn within a request."""
    monkeypatch.setattr(offline_file, "MAKER", replace(offline_file.MAKER, most=len(WON_BY_A) - 1))
    record = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    return record


def test_a_long_game_is_drawn_as_long_work_once_for_all_who_see_the_same(
    who: Who, match: Match, long_game: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = reverse("referee:record_offline", args=[long_game.pk])
    made: list[str | None] = []

    def drawn(judged_log: Judged, names: dict[str, str]) -> list[str]:
        made.append(judged_log.seat)
        return drawn_boards(judged_log, names)

    monkeypatch.setattr(offline, "drawn_boards", drawn)
    told = who("").get(address)
    assert (told.status_code, told["Retry-After"]) == (202, "2") and made == []
    assert who("stranger").get(address).json()["file"] == told["Location"]
    page = who("").get(address, headers={"Accept": "text/html"}, follow=True)
    assert page.status_code == 202 and "The file is being made" in page.content.decode()
    assert work_for() == 1 and made == ["public"] and Job.objects.count() == 1
    for path in (told["Location"], address):
        answer = who("").get(path)
        assert answer.status_code == 200 and "default-src 'none'" in answer.content.decode()
        assert answer["Content-Disposition"] == f'attachment; filename="game-{long_game.pk}-public.html"'
    # whatever else of the event changes, the game is what it was
    mark_changed(match.round.event_id, "results")
    assert who("sam").get(address).status_code == 200 and Job.objects.count() == 1
    # another name at the table is another page, and so is another seat's
    entrant = seated(match, "A")
    type(entrant).objects.filter(pk=entrant.pk).update(name="Zoe of the North")
    assert who("").get(address).status_code == 202
    judge = who("jude").get(address, {"seat": "B"})
    assert judge.status_code == 202 and judge["Location"].endswith("&seat=B")
    assert work_for() == 2 and sorted(map(str, made[1:])) == ["B", "public"]
    assert "Zoe of the North" in who("").get(address).content.decode()
    assert "game-" in who("jude").get(judge["Location"])["Content-Disposition"]


def test_a_long_game_shows_each_reader_what_he_may_see(
    who: Who, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offline_file, "MAKER", replace(offline_file.MAKER, most=0))
    record = attach_log(match, 1, secret_log("Number 7"), by=player(match, "A"), now=at(10))
    address = reverse("referee:record_offline", args=[record.pk])
    assert who("").get(address).status_code == 409 and not Job.objects.exists()
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    a, b = name_of(match, "A"), name_of(match, "B")
    places = {name: who(name).get(address)["Location"] for name in ("jude", a, b, "sam", "")}
    work_for()
    sees = {name: b"Number 7" in who(name).get(place).content for name, place in places.items()}
    assert sees == {"jude": True, a: True, b: False, "sam": False, "": False}
    # the place that somebody else was told of gives each reader his own
    assert b"Number 7" not in who("").get(places["jude"]).content
    assert who(b).get(address, {"seat": "A"}).status_code == 404


def test_what_is_shown_beside_it_for_a_moment_is_in_no_page_of_before_or_after(
    who: Who, match: Match, long_game: Record
) -> None:
    entrant = seated(match, "A")
    address, was = reverse("referee:record_offline", args=[long_game.pk]), entrant.name

    def named(name: str) -> None:
        type(entrant).objects.filter(pk=entrant.pk).update(name=name)

    def noted() -> Callable[[], None]:
        number = write(
            fresh(long_game.pk), actor("jude"), "This was a slip of mine.", "all", n=1, seat="public"
        )
        return lambda: take_back_note(fresh(long_game.pk), number, by=actor("jude"), now=now())

    def renamed() -> Callable[[], None]:
        named("Zoe of the North")
        return lambda: named(was)

    for change, word in ((noted, b"a slip of mine"), (renamed, b"Zoe of the North")):
        told = who("").get(address)
        assert told.status_code == 202
        undo = change()
        assert work_for() == 1 and MadeFile.objects.filter(body=None).count() == 1
        anew = who("").get(told["Location"])
        assert anew.status_code == 202 and anew["Location"] != told["Location"], (
            "whoever waits waits for that"
        )
        work_for()
        assert word in who("").get(anew["Location"]).content
        undo()
        refused = who("").get(told["Location"])
        assert refused.status_code == 409 and "Ask for it again" in refused.content.decode()
        assert "has changed. Ask for its page once more" in who("sam").get(told["Location"]).content.decode()
        again = who("").get(address)
        assert again.status_code == 202
        work_for()
        page = who("").get(again["Location"])
        assert page.status_code == 200 and word not in page.content
        MadeFile.objects.all().delete()


@pytest.mark.parametrize("changed", ["names", "notes"])
def test_a_page_that_is_drawn_meanwhile_holds_what_it_was_asked_for(
    who: Who, match: Match, long_game: Record, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    entrant = seated(match, "A")
    address = reverse("referee:record_offline", args=[long_game.pk])

    def drawn(judged_log: Judged, names: dict[str, str]) -> list[str]:
        if changed == "names":
            type(entrant).objects.filter(pk=entrant.pk).update(name="Zoe of the North")
        else:
            write(fresh(long_game.pk), actor("jude"), "Zoe of the North", "all", n=1, seat="public")
        return drawn_boards(judged_log, names)

    who("").get(address)
    asked = Job.objects.get().arguments["asked"]
    with monkeypatch.context() as context:
        context.setattr(offline, "drawn_boards", drawn)
        assert b"Zoe of the North" not in offline_file.MAKER.make(match.round.event, asked)
    with pytest.raises(Conflict, match="has changed"):
        offline_file.MAKER.make(match.round.event, asked)


def test_a_long_game_that_takes_too_long_says_so_to_who_waits(
    who: Who, long_game: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(judged_log: Judged, names: dict[str, str], notes: object) -> list[str]:
        while True:
            pass

    monkeypatch.setattr(offline, "WORK", 0.05)
    monkeypatch.setattr(offline, "said_entries", endless)
    told = who("jude").get(reverse("referee:record_offline", args=[long_game.pk]))
    work_for()
    answer = who("jude").get(told["Location"])
    assert answer.status_code == 409 and "too long to be saved as one page" in answer.content.decode()


def test_who_has_no_account_begins_few_of_them_in_a_minute(
    who: Who, match: Match, long_game: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spending, "ALLOWED", 1.5 * offline_file.PRICE)
    address = reverse("referee:record_offline", args=[long_game.pk])
    entrant = seated(match, "A")

    def asked(name: str, **query: str) -> int:
        type(entrant).objects.filter(pk=entrant.pk).update(name=name)
        return who("").get(address, query).status_code

    assert [asked("One"), asked("One"), asked("One", made="1")] == [202, 202, 202], "one is begun"
    assert [asked("Two", made="7"), asked("Three")] == [202, 429]
    assert who("jude").get(address).status_code == 202
