"""How lots came out: nothing before the seed is public, then every one of them, as anybody can work it out."""

from __future__ import annotations

import hashlib
import re

import pytest
from django.test import Client

from tests.tournaments.factories import actor, at, running_event, running_round, tables
from tournaments.events.life import finish_event
from tournaments.models.events import EventSeed
from tournaments.models.rounds import Match
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def smallest(match: Match, what: str) -> list[str]:
    """The codes of the table in the order of their lots, as docs/pairing.md says."""
    seed = EventSeed.objects.get(event=match.round.event).value
    codes = match.seats.values_list("entrant__code", flat=True)

    def lot(code: str) -> str:
        lines = f"{seed}\n{what} {match.round.number}\n{code}"
        return hashlib.blake2b(lines.encode(), digest_size=12).hexdigest()

    return sorted(codes, key=lot)


def test_a_drawn_lot_is_shown_with_its_working_once_the_seed_is_public() -> None:
    event = running_event(2, stages=[{"kind": "single_elimination", "last_tiebreak": "lot"}])
    round = running_round(event)
    match = tables(round)[0]
    result = enter_result(match, {"winner": None}, by=actor("sam"), now=at(10))
    finish_round(round, by=actor("olga"), now=at(11))
    page, api = f"/matches/{match.pk}/", f"/api/v1/matches/{match.pk}/lots/"
    seed = EventSeed.objects.get(event=event).value
    olga = Client()
    olga.force_login(actor("olga").user)  # type: ignore[arg-type]
    for who in (Client(), olga):  # nobody learns of the seed by a lot
        assert seed not in who.get(page).content.decode() and who.get(api).json() == []
    finish_event(event, by=actor("olga"), now=at(12))
    (draw,) = Client().get(api).json()
    assert draw["what"] == "lot"
    order = smallest(match, "lot")
    assert [lot["entrant"] for lot in draw["lots"]] == order
    assert match.seats.get(letter=result.outcome["winner"]).entrant.code == order[0]
    shown = Client().get(page).content.decode()
    assert "How the lot came out" in shown
    for lot in draw["lots"]:
        assert lot["hash"] == hashlib.blake2b(lot["text"].encode(), digest_size=12).hexdigest()
        assert lot["hash"] in shown and re.search(re.escape(lot["text"]).replace("\\\n", r"\s"), shown)


def test_who_started_is_shown_too() -> None:
    event = running_event(2)
    round = running_round(event)
    match = tables(round)[0]
    enter_result(match, {"winner": "A"}, by=actor("sam"), now=at(10))
    finish_round(round, by=actor("olga"), now=at(11))
    finish_event(event, by=actor("olga"), now=at(12))
    (draw,) = Client().get(f"/api/v1/matches/{match.pk}/lots/").json()
    assert draw["what"] == "start"
    assert match.seats.get(letter=match.starts).entrant.code == smallest(match, "start")[0]
