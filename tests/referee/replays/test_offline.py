"""A finished game as one page that needs no network."""

import json
import re

import pytest
from django.urls import reverse

from referee import spending
from referee.judging.judged import Judged
from referee.models.records import Record
from referee.records.changes import attach_log
from referee.replays import offline
from referee.replays.offline import drawn_boards, packed
from tests.referee.conftest import Who
from tests.referee.logs import ILLEGAL, WON_BY_A, log, secret_log
from tests.referee.replays.test_pages import name_of
from tests.referee.ruled import issued
from tests.tournaments.factories import actor, at, player, seated
from tournaments.models.rounds import Match, MatchState

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere, pytest.mark.usefixtures("verdicts_told")]


def unpacked(told: dict[str, list[object]]) -> list[str]:
    """As the page's script does it."""
    boards: list[list[int]] = []
    for head, tail, between in told["rows"]:  # type: ignore[misc]
        before = boards[-1] if boards else []
        boards.append([*before[:head], *between, *(before[-tail:] if tail else [])])
    return ["".join(str(told["pieces"][i]) for i in board) for board in boards]


@pytest.mark.parametrize(
    "boards",
    [
        ["<p>1</p>"],
        ["<p>1</p>", "<p>1</p>"],
        [
            "<div><p>1</p><p>2</p></div>",
            "<div><p>1</p><p>3</p><p>2</p></div>",
            "<div><p>2</p></div>",
            "<div></div>",
        ],
        ["<p>1</p><p>1</p><p>1</p>", "<p>1</p><p>1</p>", "<p>1</p><p>1</p><p>1</p><p>1</p>"],
    ],
)
def test_what_is_packed_is_unpacked(boards: list[str]) -> None:
    assert unpacked(packed(boards)) == boards


def game_in(page: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page, re.S)
    assert found
    read: dict[str, object] = json.loads(found[1])
    return read


def test_a_finished_game_is_one_file_that_loads_nothing(who: Who, match: Match) -> None:
    record = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    address = reverse("referee:record_offline", args=[record.pk])
    # that it is over may rest on what somebody has hidden: until the match is decided only judges are told
    assert (who("").get(address).status_code, who("jude").get(address).status_code) == (409, 200)
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    answer = who("").get(address)
    page = answer.content.decode()
    assert answer["Content-Disposition"] == f'attachment; filename="game-{record.pk}-public.html"'
    assert not re.search(r'\s(?:src|href)="(?!#)', page) and "@import" not in page and "url(" not in page
    assert "default-src 'none'" in page
    told = game_in(page)
    boards = unpacked(told["boards"])  # type: ignore[arg-type]
    assert len(boards) == len(WON_BY_A) + 1 == len(told["entries"]) + 1  # type: ignore[arg-type]
    shown = [re.sub(" data-changed", "", board) == re.sub(" data-changed", "", boards[0]) for board in boards]
    assert shown[0] and not any(shown[1:])
    # without a script its end stands there
    assert boards[-1] in page
    # each entry says who did what, as a list without a script and as data with one
    assert [(entry["n"], entry["word"]) for entry in told["entries"]] == [  # type: ignore[attr-defined]
        (n, "legal") for n in range(1, len(WON_BY_A) + 1)
    ]
    names = {letter: seated(match, letter).name for letter in "AB"}
    seats = [names[str(entry["by"])] for entry in WON_BY_A]
    assert [entry["who"] for entry in told["entries"]] == seats  # type: ignore[attr-defined]
    assert re.findall(r"<b>(.*?)</b>", page[page.index('id="list"') : page.index("</ol>")]) == seats
    assert answer["X-Robots-Tag"] == "noindex"


def test_the_page_of_a_game_shows_what_its_reader_may_see(who: Who, match: Match) -> None:
    record = attach_log(match, 1, secret_log("Number 7"), by=player(match, "A"), now=at(10))
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    address = reverse("referee:record_offline", args=[record.pk])
    a, b = name_of(match, "A"), name_of(match, "B")
    sees = {name: b"Number 7" in who(name).get(address).content for name in ("jude", a, b, "sam", "")}
    assert sees == {"jude": True, a: True, b: False, "sam": False, "": False}
    assert b"Number 7" not in who("jude").get(address, {"seat": "B"}).content
    assert who(b).get(address, {"seat": "A"}).status_code == 404


def test_a_game_that_is_played_has_no_such_page(who: Who, match: Match) -> None:
    record = attach_log(match, 1, log(*ILLEGAL), by=player(match, "A"), now=at(10))
    answer = who("jude").get(reverse("referee:record_offline", args=[record.pk]))
    assert answer.status_code == 409 and "not over" in answer.content.decode()
    page = who("jude").get(reverse("referee:record_page", args=[record.pk])).content.decode()
    assert "Save the game as one page" not in page
    Record.objects.filter(pk=record.pk).update(outcome={"ranking": [["A"], ["B"]]})
    page = who("jude").get(reverse("referee:record_page", args=[record.pk])).content.decode()
    link = re.search(r"<a ([^>]*)>\s*Save the game as one page", page)
    assert link and 'rel="nofollow"' in link[1]


def test_a_page_says_what_became_of_an_entry_as_the_replay_does(who: Who, match: Match) -> None:
    """Entry 5 is illegal; a judge lets it stand."""
    record = attach_log(match, 1, log(*ILLEGAL[:5]), by=player(match, "A"), now=at(10))
    issued(
        record, on=5, decision="let_stand", reason="Both agreed.", seen=5, follow=False, by=actor("jude"), now=at(12)
    )  # fmt: skip
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    page = who("").get(reverse("referee:record_offline", args=[record.pk])).content.decode()
    words = [entry["word"] for entry in game_in(page)["entries"]]  # type: ignore[attr-defined]
    # the game ends there, before A's card was shown: whether A could lay it stays open
    assert words == ["legal", "not sure", "legal", "legal", "let stand", "legal"]
    assert page.count('<span class="small">let stand</span>') == 1


def test_a_page_is_made_once_for_each_view_and_language(
    who: Who, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    address = reverse("referee:record_offline", args=[record.pk])
    made: list[str | None] = []

    def drawn(judged_log: Judged, names: dict[str, str]) -> list[str]:
        made.append(judged_log.seat)
        return drawn_boards(judged_log, names)

    monkeypatch.setattr(offline, "drawn_boards", drawn)
    pages = [who(name).get(address).content for name in ("", "stranger", name_of(match, "A"), "jude", "")]
    assert made == ["public", "A", None]
    assert pages[0] == pages[1] == pages[4]
    german = who("").get(address, headers={"Accept-Language": "de"}).content.decode()
    assert made == ["public", "A", None, "public"] and '<html lang="de">' in german
    # another name at the table is another page
    entrant = seated(match, "A")
    type(entrant).objects.filter(pk=entrant.pk).update(name="Zoe of the North")
    assert "Zoe of the North" in who("").get(address).content.decode()


def test_a_game_that_takes_too_long_is_refused_and_what_is_spent_is_counted(
    who: Who, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    address = reverse("referee:record_offline", args=[record.pk])

    def endless(judged_log: Judged, names: dict[str, str], notes: object) -> list[str]:
        while True:
            pass

    monkeypatch.setattr(offline, "WORK", 0.05)
    monkeypatch.setattr(spending, "_key", lambda request: "spent:in one minute")
    monkeypatch.setattr(offline, "said_entries", endless)
    answer = who("").get(address)
    assert answer.status_code == 409 and "too long to be saved as one page" in answer.content.decode()
    monkeypatch.setattr(spending, "ALLOWED", 0.01)
    answer = who("").get(address)
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")
    assert who("jude").get(address).status_code == 409
