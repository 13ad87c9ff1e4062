"""Which files may be sent, of which kind and how large, as row 5.1.1 of docs/security.md says; and that no other door
takes one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from config.front.bodies import MAX_BODY
from referee.disputes.reencoding import BadPicture, clean_picture
from tests.ground.places import ROOT
from tests.tournaments.access.doors import patterns
from tests.tournaments.access.scenes import Scene, disputed, logged, registration, scene_of, started
from tests.tournaments.factories import actor
from tournaments.errors import DomainError
from tournaments.importing.reading import look_over
from tournaments.models.events import Event

pytestmark = [pytest.mark.anywhere, pytest.mark.django_db]
MB = 1024 * 1024
(ROW,) = re.findall(r"^\| 5\.1\.1 \|.*$", (ROOT / "docs" / "security.md").read_text(encoding="utf-8"), re.M)
#: Where a file that somebody sent is read, by hand.
TAKERS = {
    "referee/dispute_pages/api.py", "referee/dispute_pages/forms.py", "referee/dispute_pages/steps.py",
    "referee/log_checks/views.py", "referee/original_texts/views.py", "referee/positions/views.py",
    "referee/precedents/import_views.py", "referee/records/api.py", "referee/records/forms.py",
    "referee/records/views.py", "tournaments/card_lists/forms.py", "tournaments/card_lists/views.py",
    "tournaments/decks/forms.py", "tournaments/decks/views.py", "tournaments/entrants/forms.py",
    "tournaments/entrants/many_views.py", "tournaments/importing/views.py", "tournaments/pages/repeated_forms.py",
}  # fmt: skip


@dataclass(frozen=True)
class Taken:
    """`said`: of it in the row. `most`: its bytes, by hand. `refusal`: what one byte more is told."""

    said: str
    most: int
    who: str
    path: str
    refusal: str
    field: str = "file"
    step: str = ""


ROUND, BEFORE = "started", "registration"
KINDS = {
    ROUND: (
        Taken("logs of games (JSON Lines, 5 MB)", 5 * MB, "player", "matches/<int:match_id>/records/",
              "A log may be at most 5 MB."),
        Taken("logs of games (JSON Lines, 5 MB)", 5 * MB, "player", "check/", "at most 5 MB"),
        Taken("for the position editor 1 MB", 1_000_000, "olga", "positions/<slug:game_name>/", "too long"),
        Taken("rulebooks (text, 2 MB)", 2_000_000, "olga", "rules/own-texts/", "The file is too large."),
        Taken("sets of precedents (JSON Lines, 5 MB)", 5_000_000, "hedda",
              "events/<slug:slug>/precedents/import/", "The file is too large."),
        Taken("card lists (CSV, JSON, 2 MB)", 2_000_000, "olga", "events/<slug:slug>/card-list/",
              "A list may be at most 2 MB."),
    ),
    BEFORE: (
        Taken("lists of people (text, CSV, JSON, 4 MB)", 4_000_000, "olga", "events/<slug:slug>/entrants/many/",
              "A list may be at most 4 MB."),
        Taken("deck lists (text, CSV, JSON, 64 kB)", 64_000, "player", "events/<slug:slug>/deck/",
              "The deck list is too long."),
    ),
    "disputed": (
        Taken("pictures in disputes (JPEG, PNG or WebP, 5 MB)", 5 * MB, "player",
              "events/<slug:slug>/disputes/<int:dispute_id>/<slug:step>/", "A picture may be at most 5 MB.",
              "picture", "picture"),
    ),
}  # fmt: skip


def told(scene: Scene, one: Taken, data: bytes) -> tuple[int, str]:
    client = Client()
    client.force_login(actor(one.who).user)  # type: ignore[arg-type]
    sent = {"game_number": "1", "game": "looney_tunes", one.field: SimpleUploadedFile("f.txt", data)}
    answer = client.post(scene.address(one.path, one.step), sent, follow=True)
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize("maker", [started, registration, disputed])
def test_each_kind_is_refused_from_one_byte_too_many_on_and_where_it_is_not_that_kind(maker: object) -> None:
    scene = scene_of(maker)  # type: ignore[arg-type]
    Event.objects.filter(pk=scene.event.pk).update(deck_lists="optional")
    for one in KINDS[scene.name]:
        assert one.said in ROW
        # Of the largest that is taken it is not said that it is too large; it is no text, and refused for that.
        for data, is_large in ((b"\0" * one.most, False), (b"\0" * (one.most + 1), True)):
            status, page = told(scene, one, data)
            redirected = "position" in one.said
            assert status == (200 if redirected else 400), (one.said, status)
            assert (one.refusal in page) == is_large, (one.said, len(data))


def test_pictures_of_three_kinds_are_read_and_no_other() -> None:
    def file(kind: str) -> bytes:
        made = BytesIO()
        Image.new("RGB", (4, 4), "red").save(made, kind)
        return made.getvalue()

    for kind in ("JPEG", "PNG", "WEBP"):
        assert clean_picture(file(kind))
    for kind in ("GIF", "BMP", "TIFF", "ICO", "PPM"):
        with pytest.raises(BadPicture):
            clean_picture(file(kind))


def test_a_whole_request_and_an_event_file_have_their_bounds() -> None:
    assert "a whole request 6 MB" in ROW and MAX_BODY == 6 * MB
    assert "by the operator's command 30 MB" in ROW
    with pytest.raises(DomainError, match="is larger than 30 MB"):
        look_over(b" " * (30 * MB + 1))


def test_texts_are_given_out_as_attachments() -> None:
    """Every address of a file, to who may read the most: what is no page and no answer of the API is an attachment."""
    scene, client = scene_of(logged), Client()
    client.force_login(actor("olga").user)  # type: ignore[arg-type]
    inline, given = [], 0
    for path, _pattern in patterns():
        if not re.search(r"export|file|saved|cards|template|merged", path) or "game" in path:
            continue
        answer = client.get(scene.address(path))
        kind = answer.headers.get("Content-Type", "").partition(";")[0]
        if answer.status_code == 200 and kind not in ("text/html", "application/json"):
            given += 1
            if not answer.headers.get("Content-Disposition", "").startswith("attachment; filename="):
                inline.append((path, kind))
    assert inline == [] and given > 15


def test_a_file_is_read_at_these_places_alone() -> None:
    reads = re.compile(r"\bFILES\b|\bFileField\(|\bFileInput\(|\bUploadedFile\b")
    found = {
        str(path.relative_to(ROOT))
        for part in ("tournaments", "referee", "config")
        for path in (ROOT / part).rglob("*.py")
        if "migrations" not in path.parts and reads.search(_code(path.read_text(encoding="utf-8")))
    }
    assert found == TAKERS


def _code(text: str) -> str:
    """Without what is called alike: lists of the site's own files, and a limit of open ones."""
    return re.sub(r"(?<!http\.)(?<!request\.)\bFILES\b", "", text)
