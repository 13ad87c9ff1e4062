"""The picture that goes with a link to an entry: everybody's view, whoever asks."""

from io import BytesIO

import pytest
from django.urls import reverse
from PIL import Image

from referee import spending
from referee.boards.changed import with_changes
from referee.models.records import Record
from referee.pictures.board import draw_board
from referee.pictures.pen import ACT, INK, PAPER, Pen, Run
from referee.pictures.preview import SIZE, preview
from referee.pictures.tree import tree_of
from referee.records.changes import attach_log
from referee.replays import picture_views
from tests.referee.conftest import Who
from tests.referee.logs import ILLEGAL, log, secret_log
from tests.referee.replays.test_pages import name_of
from tests.referee.ruled import issued
from tests.tournaments.factories import actor, at, player
from tournaments.models.rounds import Match

BOARD = '<div class="board"><ul class="cards"><li class="mini"><b>One</b></li></ul></div>'


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def test_a_tree_has_what_people_see() -> None:
    tree = tree_of(
        '<p title="a &gt; b">x &amp; <b>y</b><span class="visually-hidden">z</span></p><br><i hidden>w</i>'
    )
    assert tree.text() == "x & y"
    assert next(tree.all("p")).attributes == {"title": "a > b"}


def test_of_what_opens_only_the_name_is_drawn() -> None:
    tree = tree_of("<details><summary>Discard pile 3</summary><ul><li>Two</li></ul></details>")
    assert tree.text() == "Discard pile 3"


def test_a_card_is_a_frame_on_paper_and_a_new_one_has_a_thicker_one() -> None:
    edges = []
    for before in (BOARD, BOARD.replace("One", "Two")):
        pen = Pen(200, 60)
        draw_board(pen, tree_of(str(with_changes(before, BOARD))), 10, 10, 180)
        row = [pen.image.getpixel((x, 25)) for x in range(8, 18)]
        edges.append(row.count(tuple(bytes.fromhex(INK[1:]))))
        assert tuple(bytes.fromhex(PAPER[1:])) in row
    assert edges[0] == 0 and edges[1] == 3


def test_words_wrap_at_the_width_and_what_is_too_long_is_cut() -> None:
    pen = Pen(300, 100)
    one = pen.words(0, 0, 300, [Run("one")], dry=True)
    two = pen.words(0, 0, pen.measure("one two") - 1, [Run("one two")], dry=True)
    assert (one[1], two[1]) == (pen.line_height(), 2 * pen.line_height())
    assert pen.cut("one two three", pen.measure("one two"))[-1] == "…"
    assert pen.measure(pen.cut("one two three", pen.measure("one two"))) <= pen.measure("one two")


@pytest.mark.parametrize("text", ["one two three four", "iiiiiiiiiiiiiiii", "WWWW", "日本日本"])
def test_as_much_is_left_of_a_text_as_fits(text: str) -> None:
    """Dot by dot: what is left fits, and a letter more would not."""
    pen = Pen(300, 100)
    for width in range(20, 200, 7):
        left = pen.cut(text, width)
        if pen.measure(text) <= width:
            assert left == text
            continue
        assert left.endswith("…") and text.startswith(left[:-1])
        assert pen.measure(left) <= width or left == "…"
        assert pen.measure(text[: len(left)] + "…") > width


def test_a_text_without_end_is_measured_a_few_times_and_never_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card's title in a log is as long as whoever wrote the log likes."""
    pen = Pen(300, 100)
    measured: list[int] = []
    measure = pen.measure

    def counted(text: str, size: int = 0, bold: bool = False) -> float:
        measured.append(len(text))
        return measure(text, size, bold)

    monkeypatch.setattr(pen, "measure", counted)
    assert pen.cut("x" * 100_000, 200)[-1] == "…"
    # 201 letters at most, halved until one is left: eight times
    assert len(measured) <= 9 and max(measured) <= 202


@pytest.mark.parametrize("words", ["", "plays " + 100 * "long ", "<script> 日本 \U0001f600 ‮x"])
def test_whatever_is_said_the_picture_has_its_size(words: str) -> None:
    picture = opened(preview("A – B", "Ann", words, "illegal", "entry 1 of 2", BOARD, illegal=True))
    assert picture.size == SIZE
    assert tuple(bytes.fromhex(ACT[1:])) in {colour for _count, colour in picture.getcolors(100_000) or ()}


@pytest.mark.django_db
@pytest.mark.anywhere
@pytest.mark.usefixtures("verdicts_told")
def test_everybody_gets_the_same_picture_whatever_he_may_see(who: Who, match: Match) -> None:
    record = attach_log(match, 1, secret_log("Number 7"), by=player(match, "A"), now=at(10))
    address = reverse("referee:record_picture", args=[record.pk, 2])
    answers = [who(name).get(address) for name in ("jude", name_of(match, "A"), name_of(match, "B"), "")]
    assert {(answer.status_code, answer["Content-Type"]) for answer in answers} == {(200, "image/png")}
    assert len({answer.content for answer in answers}) == 1
    assert opened(answers[0].content).size == SIZE
    Record.objects.all().delete()
    other = attach_log(match, 1, secret_log("Number 8"), by=player(match, "A"), now=at(10))
    same = who("").get(reverse("referee:record_picture", args=[other.pk, 2]))
    assert same.content == answers[0].content  # nothing of the hand is in it


@pytest.mark.django_db
@pytest.mark.anywhere
@pytest.mark.usefixtures("verdicts_told")
def test_a_page_names_its_picture_and_an_entry_that_is_not_there_has_none(who: Who, match: Match) -> None:
    record = attach_log(match, 1, log(*ILLEGAL), by=player(match, "A"), now=at(10))
    page = who("").get(reverse("referee:record_page", args=[record.pk]), {"entry": 3}).content.decode()
    address = reverse("referee:record_picture", args=[record.pk, 3])
    assert f'<meta property="og:image" content="http://testserver{address}">' in page
    assert who("").get(reverse("referee:record_picture", args=[record.pk, 8])).status_code == 404


@pytest.mark.django_db
@pytest.mark.anywhere
@pytest.mark.usefixtures("verdicts_told")
def test_a_picture_says_the_verdict_that_the_page_says(
    who: Who, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entry 5 is illegal and a judge lets it stand: so say the page and the picture."""
    record = attach_log(match, 1, log(*ILLEGAL[:5]), by=player(match, "A"), now=at(10))
    issued(
        record, on=5, decision="let_stand", reason="Both agreed.", seen=5, follow=False, by=actor("jude"), now=at(12)
    )  # fmt: skip
    said: list[tuple[str, bool]] = []

    def drawn(*args: str, illegal: bool = False) -> bytes:
        said.append((args[3], illegal))
        return preview(*args, illegal=illegal)

    monkeypatch.setattr(picture_views, "preview", drawn)
    for n in (1, 5):
        assert who("").get(reverse("referee:record_picture", args=[record.pk, n])).status_code == 200
    assert said == [("legal", False), ("let stand", False)]


@pytest.mark.django_db
@pytest.mark.anywhere
@pytest.mark.usefixtures("verdicts_told")
def test_pictures_are_counted_for_who_has_no_account_and_drawn_once(
    who: Who, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = attach_log(match, 1, log(*ILLEGAL), by=player(match, "A"), now=at(10))
    drawn: list[int] = []

    def counted_preview(*args: str, illegal: bool = False) -> bytes:
        drawn.append(1)
        return preview(*args, illegal=illegal)

    monkeypatch.setattr(picture_views, "preview", counted_preview)
    address = reverse("referee:record_picture", args=[record.pk, 2])
    assert [who("").get(address).status_code for _ in range(2)] == [200, 200]
    assert len(drawn) == 1
    monkeypatch.setattr(spending, "ALLOWED", 0.0)
    answer = who("").get(address)
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")
    assert who("jude").get(address).status_code == 200
