"""The replay page and a match's logs, for everybody who may look."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from referee.disputes.opening import open_by_hand
from referee.models.disputes import Kind
from referee.models.records import Record
from referee.records.changes import attach_log
from tests.referee.conftest import Who
from tests.referee.logs import ILLEGAL, WON_BY_A, log, secret_log
from tests.rules.kernel.helpers import draw
from tests.tournaments.factories import actor, at, player, seated
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.results.queries import result_of

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere, pytest.mark.usefixtures("verdicts_told")]


def name_of(match: Match, letter: str) -> str:
    user = seated(match, letter).user
    assert user is not None
    return user.username


@pytest.fixture
def illegal(match: Match) -> Record:
    return attach_log(match, 1, log(*ILLEGAL), by=player(match, "A"), now=at(10))


def test_the_page_opens_where_the_log_stopped(who: Who, illegal: Record) -> None:
    page = who("jude").get(reverse("referee:record_page", args=[illegal.pk]))
    text = page.content.decode()
    assert page.status_code == 200
    assert "Play stops at entry 5" in text
    assert "It is A&#x27;s turn" in text
    assert "Toy rules: Turn" in text
    assert 'name="decision"' in text
    assert "no-store" in page["Cache-Control"]


def test_every_entry_has_an_address_and_works_without_scripts(who: Who, illegal: Record) -> None:
    client = who("")
    for n in range(8):
        page = client.get(reverse("referee:record_page", args=[illegal.pk]), {"entry": n})
        text = page.content.decode()
        assert page.status_code == 200
        assert (f"?entry={n + 1}" in text) == (n < 7)
        fragment = client.get(
            reverse("referee:record_entry", args=[illegal.pk, n]), headers={"X-Fragment": "1"}
        )
        assert b"<html" not in fragment.content
        assert b'id="replay-board"' in fragment.content


@pytest.mark.parametrize("entry", ["8", "-1", "x", "9" * 40, "1.5", "٣"])
def test_an_entry_that_is_not_there(who: Who, illegal: Record, entry: str) -> None:
    page = who("jude").get(reverse("referee:record_page", args=[illegal.pk]), {"entry": entry})
    assert page.status_code == 404


@pytest.mark.parametrize("number", [0, 10**12, 10**30])
def test_a_log_that_is_not_there(who: Who, illegal: Record, number: int) -> None:
    for name, rest in (("record_page", []), ("record_download", []), ("record_entry", [1])):
        page = who("jude").get(reverse(f"referee:{name}", args=[number, *rest]))
        assert page.status_code == 404


def test_only_a_judge_is_offered_the_ruling(who: Who, match: Match, illegal: Record) -> None:
    address = reverse("referee:record_page", args=[illegal.pk])
    offered = {
        name: b"Rule on this" in who(name).get(address).content
        for name in ("olga", "hedda", "jude", "sam", name_of(match, "A"), name_of(match, "B"), "stranger", "")
    }
    assert [name for name, shown in offered.items() if shown] == ["olga", "hedda", "jude"]


def test_a_hand_reaches_its_own_seat_and_the_judge_and_nobody_else(who: Who, match: Match) -> None:
    record = attach_log(match, 1, secret_log("Number 7"), by=player(match, "A"), now=at(10))
    a, b = name_of(match, "A"), name_of(match, "B")
    for name, sees in (
        (a, True),
        ("jude", True),
        (b, False),
        ("sam", False),
        ("", False),
        ("stranger", False),
    ):
        client = who(name)
        for n in range(5):
            for address in (
                reverse("referee:record_page", args=[record.pk]) + f"?entry={n}",
                reverse("referee-api:record-entry", args=[record.pk, n]),
            ):
                found = b"Number 7" in client.get(address).content
                # the list beside the board names every entry of its page
                assert found == (sees and (n > 0 or "/api/" not in address)), (name, address)
        for address in (
            reverse("referee:record_download", args=[record.pk]),
            reverse("referee-api:record", args=[record.pk]),
            reverse("referee-api:record-file", args=[record.pk]),
        ):
            assert (b"Number 7" in client.get(address).content) == sees, (name, address)


def test_a_log_is_seen_from_every_seat_that_shows_no_more_than_ones_own(who: Who, match: Match) -> None:
    """A judge sees each seat's and everybody's view, a player besides his own everybody's, others that alone."""
    record = attach_log(match, 1, secret_log("Number 7"), by=player(match, "A"), now=at(10))
    address = reverse("referee:record_page", args=[record.pk])
    fragment = reverse("referee:record_entry", args=[record.pk, 1])
    a, b = name_of(match, "A"), name_of(match, "B")
    seen: dict[str, list[bool | None]] = {}
    for name in ("jude", a, b, ""):
        seen[name] = []
        for seat in ("A", "B", "public"):
            pages = [who(name).get(address, {"seat": seat}), who(name).get(fragment, {"seat": seat})]
            assert len({page.status_code for page in pages}) == 1
            shows = {b"Number 7" in page.content for page in pages}
            seen[name].append(shows.pop() if pages[0].status_code == 200 else None)
    assert seen == {
        "jude": [True, False, False],
        a: [True, None, False],
        b: [None, False, False],
        "": [None, None, False],
    }
    page = who("jude").get(address, {"seat": "B"}).content.decode()
    assert "Rule on this" not in page and "&amp;seat=B" in page.replace("&seat", "&amp;seat")
    assert who("jude").get(address, {"seat": "C"}).status_code == 404


def test_a_jump_goes_to_the_next_of_its_kind(who: Who, illegal: Record) -> None:
    address = reverse("referee:record_page", args=[illegal.pk])
    page = who("jude").get(address, {"entry": 1}).content.decode()
    assert 'data-jump="i"' in page and "next: entry 5" in page
    at_it = who("jude").get(address, {"entry": 5}).content.decode()
    assert 'data-jump="i"' not in at_it and "there is no other" in at_it


def test_what_the_entry_changed_is_marked(who: Who, illegal: Record) -> None:
    """Entry 6 turns A's card over; entry 5 was illegal and changed nothing."""
    fragment = [
        who("jude").get(reverse("referee:record_entry", args=[illegal.pk, n]), headers={"X-Fragment": "1"})
        for n in (0, 1, 5)
    ]
    assert [b"data-changed" in page.content for page in fragment] == [False, True, False]


def test_it_plays_by_itself_without_a_script_until_the_end(who: Who, illegal: Record) -> None:
    address = reverse("referee:record_page", args=[illegal.pk])
    page = who("").get(address, {"entry": 6, "play": "1"}).content.decode()
    assert f'content="3; url={address}?entry=7&amp;play=1"' in page
    assert 'http-equiv="refresh"' not in who("").get(address, {"entry": 7, "play": "1"}).content.decode()
    assert 'http-equiv="refresh"' not in who("").get(address, {"entry": 6}).content.decode()


def test_what_another_seat_reads_does_not_depend_on_a_hand(who: Who, event: Event, match: Match) -> None:
    """Byte for byte, but for the ids that differ anyway."""
    client = who(name_of(match, "B"))
    texts = []
    for hand in ("Number 7", "Blank"):
        Record.objects.all().delete()
        record = attach_log(match, 1, secret_log(hand), by=player(match, "A"), now=at(10))
        addresses = [
            reverse("referee:record_download", args=[record.pk]),
            reverse("referee-api:record", args=[record.pk]),
            *(reverse("referee-api:record-entry", args=[record.pk, n]) for n in range(5)),
            reverse("referee-api:match-records", args=[match.pk]),
        ]
        texts.append(
            [client.get(address).content.decode().replace(f'"id":{record.pk}', "") for address in addresses]
        )
    assert texts[0] == texts[1]


def test_a_download_has_the_chain_only_for_a_judge(who: Who, match: Match, illegal: Record) -> None:
    address = reverse("referee:record_download", args=[illegal.pk])
    whole = [json.loads(line) for line in who("jude").get(address).content.splitlines()]
    assert all(line["hash"] and line["salt"] for line in whole)
    for name in (name_of(match, "A"), "", "sam"):
        answer = who(name).get(address)
        assert answer.status_code == 200
        assert b"hash" not in answer.content and b"salt" not in answer.content
        assert illegal.head.encode() not in answer.content


def test_a_player_who_judges_elsewhere_sees_his_own_seat_only(who: Who, event: Event, match: Match) -> None:
    from tournaments.events.staff import grant_role

    record = attach_log(match, 1, secret_log("Number 7"), by=player(match, "A"), now=at(10))
    opponent = name_of(match, "B")
    grant_role(event, opponent, "judge", by=actor("olga"), now=at(11))
    page = who(opponent).get(reverse("referee:record_page", args=[record.pk]))
    assert b"Number 7" not in page.content
    assert b"Rule on this" not in page.content
    others = match.round.matches.exclude(pk=match.pk).get()
    elsewhere = name_of(others, "A")
    grant_role(event, elsewhere, "head_judge", by=actor("olga"), now=at(11))
    assert b"Number 7" not in who(elsewhere).get(reverse("referee:record_page", args=[record.pk])).content


def test_sending_a_log_in_by_the_form(who: Who, match: Match) -> None:
    client = who(name_of(match, "A"))
    address = reverse("referee:record_upload", args=[match.pk])
    assert b'type="file"' in client.get(address).content
    sent = {"file": SimpleUploadedFile("game.jsonl", log(*WON_BY_A)), "game_number": "1"}
    answer = client.post(address, sent)
    record = Record.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, reverse("referee:record_page", args=[record.pk]))
    assert result_of(match) is not None


def test_a_double_tap_stores_one_log(who: Who, match: Match) -> None:
    client = who(name_of(match, "A"))
    for _ in range(2):
        sent = {
            "file": SimpleUploadedFile("game.jsonl", log(*ILLEGAL)),
            "game_number": "1",
            "idempotency_key": "k",
        }
        assert client.post(reverse("referee:record_upload", args=[match.pk]), sent).status_code == 303
    assert Record.objects.count() == 1


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({}, "Choose the file"),
        ({"file": SimpleUploadedFile("a", b"")}, "empty"),
        ({"file": SimpleUploadedFile("a", b"nonsense"), "game_number": "1"}, "line 1: not JSON"),
        ({"file": SimpleUploadedFile("a", b"x"), "game_number": "7"}, "7"),
        ({"file": "text", "game_number": "1"}, "Choose the file"),
    ],
)
def test_a_bad_form_is_shown_again_with_what_is_wrong(
    who: Who, match: Match, sent: dict[str, object], words: str
) -> None:
    answer = who(name_of(match, "A")).post(reverse("referee:record_upload", args=[match.pk]), sent)
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert not Record.objects.exists()


def test_who_may_send_a_log_cell_by_cell(who: Who, match: Match) -> None:
    address = reverse("referee:record_upload", args=[match.pk])
    other = name_of(match.round.matches.exclude(pk=match.pk).get(), "A")
    allowed = {}
    for name in (
        name_of(match, "A"),
        name_of(match, "B"),
        "olga",
        "hedda",
        "jude",
        "sam",
        other,
        "stranger",
        "",
    ):
        sent = {"file": SimpleUploadedFile("g", log(*ILLEGAL)), "game_number": "1"}
        allowed[name] = who(name).post(address, sent).status_code
    assert list(allowed.values()) == [303, 303, 303, 303, 303, 303, 403, 403, 403]


def test_a_draft_or_foreign_match_is_not_there(who: Who, event: Event, match: Match) -> None:
    Event.objects.filter(pk=event.pk).update(state="draft")
    assert who("").get(reverse("referee:record_upload", args=[match.pk])).status_code == 404
    assert who("stranger").get(reverse("referee:record_upload", args=[10**15])).status_code == 404


def test_the_match_page_lists_its_logs(who: Who, match: Match, illegal: Record) -> None:
    page = who("").get(reverse("tournaments:match_page", args=[match.pk]))
    assert reverse("referee:record_page", args=[illegal.pk]).encode() in page.content


def test_a_long_log_pages_its_list(who: Who, match: Match) -> None:
    entries = [draw("A"), *({"by": "A", "do": "announce", "note": str(n)} for n in range(599))]
    record = attach_log(match, 1, log(*entries), by=player(match, "A"), now=at(10))
    text = who("").get(reverse("referee:record_page", args=[record.pk]), {"entry": 250}).content.decode()
    assert "201–300" in text
    assert text.count('<li class="legal') == 100


def test_stepping_asks_the_database_little(
    who: Who, illegal: Record, django_assert_max_num_queries: object
) -> None:
    client = who("jude")
    client.get(reverse("referee:record_page", args=[illegal.pk]))
    with django_assert_max_num_queries(25):  # type: ignore[operator]
        client.get(reverse("referee:record_entry", args=[illegal.pk, 3]), headers={"X-Fragment": "1"})


def test_an_upgrade_changes_no_result_and_the_page_says_what_would_be_otherwise(
    who: Who, match: Match
) -> None:
    record = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    taken = {"ranking": [["B"], ["A"]], "scores": {"A": 1, "B": 2}, "tiebreakers": {}}
    Record.objects.filter(pk=record.pk).update(adopted_ruleset="of another day", adopted_outcome=taken)
    address = reverse("referee:record_page", args=[record.pk])
    assert b"The rules have changed since" in who("jude").get(address).content
    assert b"The rules have changed since" not in who("").get(address).content
    result = result_of(match)
    assert result is not None and result.outcome["winner"] == "A"
    assert Record.objects.get(pk=record.pk).adopted_outcome == taken


def test_a_replaced_log_asks_for_no_ruling(who: Who, illegal: Record) -> None:
    address, asked = reverse("referee:record_page", args=[illegal.pk]), "A ruling says how play goes on"
    client = who("jude")
    assert asked in client.get(address).content.decode()
    Record.objects.filter(pk=illegal.pk).update(replaced_at=at(20))
    page = client.get(address).content.decode()
    assert "This log was replaced by another one." in page and asked not in page


def test_what_was_asked_about_an_entry_stands_at_it_for_who_may_read_it(
    who: Who, match: Match, illegal: Record
) -> None:
    """A asks about entry 3. Judges and A are led there; who neither sits there nor judges is told of nothing, nor is
    anybody who looks from another seat, nor at another entry."""
    asked = open_by_hand(
        match, Kind.PLAY, "Whose draw?", by=player(match, "A"), now=at(11), record=illegal.pk, entry=3
    )
    link = reverse("referee:dispute", args=[match.round.event.slug, asked.pk])
    address = reverse("referee:record_page", args=[illegal.pk])

    def led(name: str, **query: object) -> bool:
        return link in who(name).get(address, {"entry": 3, **query}).content.decode()

    a = name_of(match, "A")
    assert [led(name) for name in ("jude", a, "stranger", "")] == [True, True, False, False]
    assert not led("jude", seat="A") and not led(a, seat="public")
    assert not led("jude", entry=2)
