"""Two logs that are together longer than any two games' are laid beside each other as long work: the page, the API and
the merged log say the same as of short ones, to the same readers."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from referee.alignments import long_pairs, making
from referee.alignments.changes import merged_file
from referee.alignments.long_pairs import BYTES_AN_ENTRY, length_of
from referee.alignments.making import forget
from referee.budget import TooCostly
from referee.models.records import Record
from referee.records.changes import attach_log
from tests.referee.alignments.test_alignments import B_SAW_SEVEN, addresses, send
from tests.referee.conftest import Who
from tests.referee.logs import log
from tests.rules.alignment.test_align import BY_A, BY_B
from tests.rules.kernel.helpers import header
from tests.tournaments.factories import at, player, seated
from tournaments.access import Actor
from tournaments.errors import Conflict
from tournaments.jobs.working import work_for
from tournaments.leaving.changes import delete_account
from tournaments.models.events import Event
from tournaments.models.jobs import Job, JobFailure
from tournaments.models.made_files import MadeFile
from tournaments.models.rounds import Match
from tournaments.now import now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("verdicts_told")]

#: What differs in an address, or between two answers, and is nobody's business here.
PASSING = re.compile(
    r'nonce="[^"]*"|name="csrfmiddlewaretoken" value="[^"]*"|(?<=\?)made=\d+&amp;|\?made=\d+\b(?!&)|&amp;made=\d+'
)


def long_from(length: int, patch: pytest.MonkeyPatch) -> None:
    """Two logs of so many entries together are long."""
    for name in ("LAID", "MERGED"):
        patch.setattr(long_pairs, name, replace(getattr(long_pairs, name), most=length - 1))


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    long_from(12, monkeypatch)


@pytest.fixture
def parted(match: Match) -> tuple[Record, Record]:
    return send(match, "A", BY_A), send(match, "B", B_SAW_SEVEN)


@pytest.fixture
def agreed(match: Match) -> tuple[Record, Record]:
    return send(match, "A", BY_A), send(match, "B", BY_B)


def page_of(client: Client, address: str) -> str:
    """The page at an address, once what it is made of is made."""
    waiting = client.get(address, headers={"Accept": "text/html"}, follow=True)
    assert waiting.status_code == 202, "it is said that it is being made"
    work_for()
    assert not JobFailure.objects.exists()
    shown = client.get(waiting.redirect_chain[-1][0])
    assert shown.status_code == 200
    return PASSING.sub("", shown.content.decode())


def test_what_both_come_to_parts_the_request_from_the_job(
    agreed: tuple[Record, Record], who: Who, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = agreed
    assert length_of(first, second) == 12
    long_from(13, monkeypatch)
    jude = who("jude")
    assert [jude.get(address).status_code for address in addresses(first, second)] == [200] * 4
    assert not Job.objects.exists()
    # few entries of many bytes take as long as many
    first.size, second.size = 13 * BYTES_AN_ENTRY - 1, 1
    assert length_of(first, second) == 13
    first.size -= 1
    assert length_of(first, second) == 12


@pytest.mark.parametrize("query", ["", "?show=all", "?show=all&page=1", "?page=nonsense"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_is_the_one_of_short_logs(
    parted: tuple[Record, Record], who: Who, monkeypatch: pytest.MonkeyPatch, query: str, language: str
) -> None:
    jude, address = who("jude"), addresses(*parted)[0] + query
    jude.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    made = page_of(jude, address)
    long_from(13, monkeypatch)
    at_once = PASSING.sub("", jude.get(address).content.decode())
    assert made == at_once
    assert ("The logs part." in made) == (language == "en") and made.count("board-frame") == 2


def test_rows_stand_on_the_page_that_was_asked_for(
    agreed: tuple[Record, Record], who: Who, monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee.alignments import views

    monkeypatch.setattr(views, "PAGE", 4)
    page = page_of(who("jude"), addresses(*agreed)[0] + "?show=all&page=2")
    assert re.findall(r'data-row="agree-(\d+)-', page) == ["5", "6"] and "5 to 6 of 6" in page
    assert 'href="?show=all&amp;page=1"' in page and "the same in both" not in page


def test_it_is_made_once_for_all_judges_and_as_long_as_both_stay_as_they_are(
    parted: tuple[Record, Record], who: Who
) -> None:
    address = addresses(*parted)[0]
    page_of(who("jude"), address)
    assert who("hedda").get(address).status_code == 200 and Job.objects.count() == 1
    # a name at the table is another page
    entrant = seated(parted[0].match, "A")
    type(entrant).objects.filter(pk=entrant.pk).update(name="Zoe of the North")
    assert "Zoe of the North" in page_of(who("hedda"), address)
    # so is a log that has grown
    Record.objects.filter(pk=parted[1].pk).update(head="0" * 64)
    assert who("jude").get(address).status_code == 202


def test_a_program_is_told_where_it_will_be(
    parted: tuple[Record, Record], who: Who, monkeypatch: pytest.MonkeyPatch
) -> None:
    jude, (_page, _file, numbers, merged) = who("jude"), addresses(*parted)
    said: dict[str, Any] = {}
    for address in (numbers, merged):
        told = jude.get(address)
        assert (told.status_code, told["Retry-After"], told.json()["file"]) == (202, "2", told["Location"])
        said[address] = told["Location"]
    work_for()
    made = [jude.get(said[address]) for address in (numbers, merged)]
    long_from(13, monkeypatch)
    at_once = [jude.get(address) for address in (numbers, merged)]
    assert made[0].json() == at_once[0].json() and made[0].json()["divergence"]["first"] == 5
    assert [row["kind"] for row in made[0].json()["rows"]][:4] == ["agree"] * 4
    assert made[1].content == at_once[1].content == merged_file(*parted, by=Actor.system())
    assert made[1]["Content-Disposition"] == at_once[1]["Content-Disposition"]


def test_the_page_and_the_api_share_what_was_made(parted: tuple[Record, Record], who: Who) -> None:
    page_of(who("jude"), addresses(*parted)[0])
    assert who("jude").get(addresses(*parted)[2]).status_code == 200 and Job.objects.count() == 1


@pytest.mark.parametrize("name", ["", "stranger", "player1", "player2", "player3", "sam"])
def test_nobody_but_judges_who_do_not_play_begins_it_or_reads_what_was_made(
    parted: tuple[Record, Record], who: Who, name: str
) -> None:
    places = addresses(*parted)
    for address in places:
        assert who(name).get(address).status_code in (302, 401, 403)
    assert not Job.objects.exists()
    told = [who("jude").get(address)["Location"] for address in places]
    work_for()
    for address in told:
        answer = who(name).get(address)
        assert answer.status_code in (302, 401, 403), address
        assert b"Number" not in answer.content and b"divergence" not in answer.content
        assert who("jude").get(address).status_code == 200
    # who works at the event and does not judge may follow its long work, where no card is named
    for job in Job.objects.all():
        assert b"Number" not in who(name).get(reverse("tournaments:job", args=[job.pk])).content


@pytest.mark.parametrize("language", ["en", "de"])
def test_logs_that_cannot_be_laid_beside_each_other_say_why(
    match: Match, who: Who, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    heads = {"A": header(of="x"), "B": header(of="y")}
    first, second = (
        attach_log(match, 1, log(*entries, head=heads[letter]), by=player(match, letter), now=at(10))
        for letter, entries in (("A", BY_A), ("B", BY_B))
    )
    jude, places = who("jude"), addresses(first, second)
    jude.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = page_of(jude, places[0])
    told = jude.get(places[2])
    assert told.status_code == 409 and told.json()["code"] == "not_aligned"
    assert "cannot be laid beside each other" in told.json()["message"], "to programs in English"
    long_from(13, monkeypatch)
    assert page == PASSING.sub("", jude.get(places[0]).content.decode())
    assert ("cannot be laid beside each other" in page) == (language == "en")


@pytest.mark.parametrize("error", [TooCostly("It takes too long."), MemoryError()])
def test_a_cause_that_may_pass_is_not_kept(
    parted: tuple[Record, Record], who: Who, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    jude, address = who("jude"), addresses(*parted)[0]

    def failing(*logs: object) -> None:
        raise error

    told = jude.get(address)["Location"]
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(making, "align", failing)
        work_for()
    refused = jude.get(told, headers={"Accept": "text/html"})
    assert refused.status_code == 409 and b"cannot be laid beside each other" in refused.content
    JobFailure.objects.all().delete()
    assert "The logs part." in page_of(jude, address)


@pytest.mark.parametrize("what", ["page", "file"])
def test_that_a_judge_looks_at_two_logs_is_not_for_staff_who_play(
    event: Event, parted: tuple[Record, Record], who: Who, what: str
) -> None:
    user = player(parted[0].match, "A").user
    assert user is not None
    event.staff_roles.create(user=user, role="organiser", at=at(0), by="olga")
    who("jude").get(addresses(*parted)[what == "file"])
    job = Job.objects.get()
    page, listed = (
        reverse("tournaments:job", args=[job.pk]),
        reverse("tournaments:event_jobs", args=[event.slug]),
    )
    assert who(user.username).get(page).status_code == 404
    assert f'/jobs/{job.pk}/"' not in who(user.username).get(listed).content.decode()
    assert who(user.username).post(f"{page}cancel/").status_code == 404
    assert who("sam").get(page).status_code == 404
    assert who("jude").get(page).status_code == 200
    assert who("jude").post(f"{page}cancel/").status_code == 303
    Match.objects.all().delete()
    assert who("jude").get(page).status_code == 404


def test_what_changes_while_it_is_made_is_not_kept_under_what_was_asked_for(
    parted: tuple[Record, Record], who: Who, monkeypatch: pytest.MonkeyPatch
) -> None:
    jude, first = who("jude"), parted[0]
    told = [jude.get(address)["Location"] for address in addresses(*parted)[:2]]
    entrant, beside = seated(first.match, "A"), long_pairs.beside

    def changed(*logs: Record) -> Any:
        type(entrant).objects.filter(pk=entrant.pk).update(name="Zoe of the North")
        return beside(*logs)

    asked = Job.objects.order_by("pk")[0].arguments["asked"]
    event = first.match.round.event
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(long_pairs, "beside", changed)
        # the names were read before both logs: the page has those that it was asked for with
        assert b"Zoe of the North" not in long_pairs.LAID.make(event, asked)
    with pytest.raises(Conflict, match="has changed since"):
        long_pairs.LAID.make(event, asked)
    Record.objects.filter(pk=first.pk).update(head="0" * 64)
    with pytest.raises(Conflict, match="has changed since"):
        long_pairs.MERGED.make(event, Job.objects.order_by("pk")[1].arguments["asked"])
    work_for()
    assert JobFailure.objects.count() == 2 and not MadeFile.objects.exclude(body=None).exists()
    # whoever waits for what was asked for before gets what both are now, once that is made
    anew = jude.get(told[1])
    assert anew.status_code == 202 and anew["Location"] != told[1]


def test_who_leaves_is_named_in_none_of_it(parted: tuple[Record, Record], who: Who) -> None:
    entrant = seated(parted[0].match, "A")
    type(entrant).objects.filter(pk=entrant.pk).update(name="Zoe of the North")
    page_of(who("jude"), addresses(*parted)[0])
    assert entrant.user is not None and MadeFile.objects.exists()
    delete_account(by=Actor(user=entrant.user), now=now())
    assert not MadeFile.objects.exists()
    assert "Zoe of the North" not in page_of(who("jude"), addresses(*parted)[0])


def test_what_is_made_in_another_language_is_another_file(parted: tuple[Record, Record]) -> None:
    event, records = parted[0].match.round.event, [str(record.pk) for record in parted]
    first, second = long_pairs._two(event, {"logs": "-".join(records)})
    asked = {"logs": "-".join(records), "of": long_pairs._made_of(first, second)}
    with override("de"):
        german = long_pairs.LAID.make(event, asked)
    assert german != long_pairs.LAID.make(event, asked)
