"""What is stored can be shown to everybody who may look; what cannot be is not taken, or said on a page."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from referee.judging import judged
from referee.logs import reading
from referee.logs.reading import BadLog, read_upload
from referee.models.records import Record
from referee.records.changes import attach_log
from rules.kernel.errors import LogError
from tests.referee.conftest import Who
from tests.referee.logs import WON_BY_A, log
from tests.tournaments.factories import actor, at
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("verdicts_told")]
SCENARIOS = Path(__file__).parents[2] / "scenarios"
#: What a player holds is narrowed by what he plays; spectators met a card that nobody had told them of.
NARROWED = SCENARIOS / "highlander" / "OW-D01-title-of-several.jsonl"


def test_a_card_of_several_titles_is_shown_to_the_opponent_too() -> None:
    data = b"\n".join(line for line in NARROWED.read_bytes().splitlines() if b'{"expect"' not in line)
    upload = read_upload(data, "highlander", ["A", "B"], with_rulings=False)
    assert len(upload.log.entries) == 3


def test_a_log_that_a_seat_could_not_be_shown_is_not_taken(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(game: Any, whole: Any, seat: str) -> Any:
        if seat == "B":
            raise KeyError(2)
        return whole

    monkeypatch.setattr(reading, "log_for", broken)
    with pytest.raises(BadLog, match="The engine could not judge this log"):
        attach_log(match, 1, log(*WON_BY_A), by=actor("sam"), now=at(10))
    assert not Record.objects.exists()


@pytest.mark.parametrize("error", [KeyError(2), LogError(1, "position: too many cards")])
def test_a_stored_log_that_cannot_be_shown_is_said_on_a_page(
    error: Exception, match: Match, who: Who, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = attach_log(match, 1, log(*WON_BY_A), by=actor("sam"), now=at(10))

    def broken(*_: Any) -> Any:
        raise error

    judged.forget()
    monkeypatch.setattr(judged, "replay", broken)
    for name in ("hedda", "player1", ""):
        page = who(name).get(f"/records/{record.pk}/")
        assert page.status_code == 409, name
        assert "cannot be shown" in page.content.decode()


def test_a_stored_log_that_takes_too_long_is_said_on_a_page(
    match: Match, who: Who, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = attach_log(match, 1, log(*WON_BY_A), by=actor("sam"), now=at(10))

    def endless(*_: Any) -> Any:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            pass

    judged.forget()
    monkeypatch.setattr(judged, "WHOLE_LOG", 0.05)
    monkeypatch.setattr(judged, "replay", endless)
    page = who("hedda").get(f"/records/{record.pk}/")
    assert page.status_code == 409
    assert "more computing than the site allows" in page.content.decode()
