"""Precedents go from site to site: the open copies, looked over first, all new ones or none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from referee.models.precedents import Precedent, PrecedentCheck
from referee.precedents import taking
from referee.precedents.changes import keep_precedent
from referee.precedents.exchange import BadSet, exported, look_over
from referee.precedents.queries import readable
from referee.precedents.taking import import_precedents
from referee.precedents.tasks import check_due
from tests.referee.live.playing import match_of_game
from tests.referee.precedents.test_precedents import HEADER, OUT_OF_TURN, kept
from tests.referee.running import run
from tests.tournaments.factories import actor, at
from tournaments.access import Actor
from tournaments.errors import Conflict, NotAllowed
from tournaments.jobs.working import work_for
from tournaments.models.rounds import Match, Round, RoundState
from tournaments.now import now

pytestmark = pytest.mark.django_db
HEAD = '{"precedents": 1}'
HELD = '{"expect": {"players.A.hand": ["Upper Left Attack"]}}'


@pytest.fixture
def match() -> Match:
    return match_of_game("highlander")


def line(name: str, *lines: str, game: str = "highlander") -> str:
    return json.dumps(
        {"game": game, "name": name, "scenario": "\n".join((HEADER, *(lines or (OUT_OF_TURN,))))}
    )


def file(*lines: str) -> bytes:
    return "\n".join((HEAD, *lines)).encode()


def names() -> list[str]:
    return sorted(Precedent.objects.values_list("name", flat=True))


def test_what_is_given_away_comes_in_elsewhere_and_is_the_same(match: Match, tmp_path: Path) -> None:
    open_text = kept(match).open_text
    keep_precedent(match, "held", f"{HEADER}\n{HELD}\n".encode(), by=actor("jude"), now=now())
    code, out, _err = run("export_precedents")
    assert (code, out) == (0, '{"precedents":1}\n')  # the round is not over
    Round.objects.filter(pk=match.round_id).update(state=RoundState.FINISHED)
    code, out, _err = run("export_precedents", "--game", "highlander")
    _head, only = out.splitlines()
    assert json.loads(only) == {"game": "highlander", "name": "out-of-turn", "scenario": open_text}
    assert "Upper Left Attack" not in out and "held" not in out
    assert run("export_precedents", "--game", "chess")[0] == 64
    path = tmp_path / "set.jsonl"
    path.write_text(out)
    code, _out, err = run("import_precedents", path)
    assert code == 0 and "0 taken in, 1 here already" in err
    Precedent.objects.all().delete()
    code, out, _err = run("import_precedents", path, "--look", "--json")
    assert code == 0 and json.loads(out)["new"] == ["out-of-turn"] and names() == []
    code, out, _err = run("import_precedents", path, "--json")
    assert code == 0 and json.loads(out)["taken"] == ["out-of-turn"]
    one = Precedent.objects.get()
    assert (one.text, one.event, one.match, one.by) == (open_text, None, None, "the site")
    assert run("check_precedents")[0] == 0
    assert b"out-of-turn" in Client().get("/precedents/").content
    code, out, _err = run("export_precedents")
    assert out.splitlines()[1] == only


def test_nothing_is_half_taken_and_every_problem_is_told(match: Match) -> None:
    kept(match, "here")
    data = file(
        line("good"), line("twice"), line("twice", '{"by": "A", "do": "next_phase", "expect": "legal"}'),
        line("here"), "nonsense", line("x", game="chess"), line(""), line("nothing", "# expects nothing"),
        line("looney", game="looney_tunes"), '{"game": "highlander", "name": "short"}',
    )  # fmt: skip
    looked = look_over(data)
    assert [problem.line for problem in looked.problems] == [4, 5, 6, 7, 8, 9, 10, 11]
    assert "line 3, too" in looked.problems[0].message and "called “here” here" in looked.problems[1].message
    with pytest.raises(BadSet) as refused:
        import_precedents(data, by=Actor.system(), now=at(1))
    assert refused.value.details["problems"]
    assert names() == ["here"]


def test_one_that_does_not_hold_here_is_told_before_and_marked_after() -> None:
    data = file(line("wrong", '{"by": "B", "do": "next_phase", "expect": "legal"}'))
    looked = look_over(data)
    assert looked.sound and [name for name, _why in looked.failing] == ["wrong"]
    import_precedents(data, by=Actor.system(), now=at(1))
    assert "no longer holds" in Client().get("/precedents/").content.decode()
    assert [row["failures"] != [] for row in Client().get("/api/v1/precedents/").json()["results"]] == [True]


def test_of_many_each_is_judged_as_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taking, "JUDGED_AT_ONCE", 1)
    data = file(*(line(f"one-{number}") for number in range(5)))
    assert len(import_precedents(data, by=Actor.system(), now=at(1))) == 5
    assert names() and not PrecedentCheck.objects.exists()
    assert check_due(now()) == 5 and work_for() == 1
    assert PrecedentCheck.objects.filter(failures=[]).count() == 5 and check_due(now()) == 0


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"{}", b'{"precedents": 2}', b"[" * 100_000, b"\xff", b'{"log": 1}']
)
def test_what_is_no_such_file_is_refused(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(BadSet):
        look_over(data)
    path = tmp_path / "file"
    path.write_bytes(data)
    assert run("import_precedents", path)[0] == 64


def test_the_copy_of_a_comment_and_a_hidden_card_is_open_only_as_far_as_it_may_be(match: Match) -> None:
    """Whoever guesses at what is hidden in a precedent of this site learns nothing by sending the guess in."""
    whole = kept(match)
    guesses = [whole.text, whole.text.replace("Upper Left Attack", "Dodge")]
    told = [
        look_over(file(json.dumps({"game": "highlander", "name": whole.name, "scenario": text})))
        for text in guesses
    ]
    assert told[0].problems == told[1].problems and not told[0].known


def client(name: str) -> APIClient:
    made = APIClient()
    if name:
        made.force_login(actor(name).user)  # type: ignore[arg-type]
    return made


@pytest.mark.parametrize(
    ("who", "saves", "takes"),
    [("", 403, 403), ("somebody", 403, 403), ("jude", 200, 403), ("olga", 200, 201)],
)
def test_who_may_over_the_api(match: Match, who: str, saves: int, takes: int) -> None:
    kept(match)
    address = f"/api/v1/events/{match.round.event.slug}/precedents/"
    door = client(who)
    answer = door.get(f"{address}file/")
    assert answer.status_code == saves
    if saves == 200:
        assert "out-of-turn" in answer.json()["text"] and "Upper Left" not in answer.json()["text"]
    sent = {"text": file(line("new")).decode()}
    looked = door.post(f"{address}import/check/", sent, format="json")
    assert looked.status_code == (200 if takes == 201 else takes)
    answer = door.post(f"{address}import/", sent, format="json")
    assert answer.status_code == takes
    if takes == 201:
        assert looked.json()["new"] == ["new"] and answer.json() == {"taken": ["new"]}
        assert Precedent.objects.get(name="new").event == match.round.event
        wrong = {"text": file(line("new"), line("new")).decode()}
        refused = door.post(f"{address}import/", wrong, format="json")
        assert refused.status_code == 400 and refused.json()["problems"]


def test_the_pages(match: Match) -> None:
    kept(match)
    address = f"/events/{match.round.event.slug}/precedents/"
    organiser = Client()
    organiser.force_login(actor("olga").user)  # type: ignore[arg-type]
    assert "out-of-turn" in organiser.get(f"{address}file/").content.decode()
    assert client("jude").get(f"{address}import/").status_code == 403
    assert "Look it over" in organiser.get(f"{address}import/").content.decode()
    upload = SimpleUploadedFile("set.jsonl", file(line("new"), line("out-of-turn")))
    page = organiser.post(f"{address}import/", {"file": upload, "do": "look"}).content.decode()
    assert "Line 3:" in page and 'value="take"' not in page and names() == ["out-of-turn"]
    data = file(line("new"))
    page = organiser.post(f"{address}import/", {"text": data.decode(), "do": "look"}).content.decode()
    assert "Take 1 precedent in" in page and names() == ["out-of-turn"]
    looked = look_over(data).digest
    sent = {"text": data.decode().replace("\n", "\r\n"), "do": "take", "looked": looked}
    assert organiser.post(f"{address}import/", {**sent, "looked": "x"}).status_code == 409
    assert organiser.post(f"{address}import/", sent).status_code == 303
    assert names() == ["new", "out-of-turn"]
    assert organiser.post(f"{address}import/", {"do": "look"}).status_code == 400
    page = organiser.post(f"{address}import/", {"text": data.decode(), "do": "look"}).content.decode()
    assert "There is nothing new in it." in page


def test_two_who_take_it_in_at_once_and_who_may_not(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    data = file(line("new"))
    with pytest.raises(NotAllowed):
        import_precedents(data, by=actor("jude"), now=at(1), event=match.round.event)
    import_precedents(data, by=Actor.system(), now=at(1))
    monkeypatch.setattr("referee.precedents.exchange.stored_by", lambda lines: {})
    with pytest.raises(Conflict):
        import_precedents(file(line("other"), line("new")), by=Actor.system(), now=at(1))
    assert names() == ["new"]


def test_of_the_precedents_given_away_the_open_copies_alone_are_read(match: Match) -> None:
    kept(match)
    with CaptureQueriesContext(connection) as asked:
        given = exported(readable(actor("jude"), "highlander").order_by("pk"))
    assert len(given.splitlines()) == 2
    (sql,) = [one["sql"] for one in asked if 'FROM "referee_precedent"' in one["sql"]]
    columns = sql.partition(" FROM ")[0]
    assert "open_text" in columns and "words" not in columns and '"referee_precedent"."text"' not in columns
