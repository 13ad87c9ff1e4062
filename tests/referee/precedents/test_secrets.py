"""A precedent shows a hidden hand to those alone who may read that match's logs whole."""

from __future__ import annotations

import msgspec
import pytest
from rest_framework.test import APIClient

from referee.models.precedents import Precedent
from referee.precedents.changes import keep_precedent
from tests.referee.live.playing import match_of_game
from tests.tournaments.factories import actor, running_event
from tournaments.events.staff import grant_role
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, Role
from tournaments.models.rounds import Match
from tournaments.now import now

pytestmark = pytest.mark.django_db
HAND = "Upper Left Attack"
HEADER = (
    '{"log": 1, "game": "highlander", "rules": "1999.3.10", "players": [{"seat": "A"}, {"seat": "B"}],'
    ' "position": {"turn": "A", "phase": "attack", "players": {"A": {"hand": ["Upper Left Attack"]}}}}'
)
OUT_OF_TURN = (
    '{"by": "B", "do": "next_phase", "note": "Upper Left is there", "expect": "illegal", "rule": "phases"}'
)
HELD = '{"expect": {"players.A.hand": ["Upper Left Attack"]}}'


@pytest.fixture
def match() -> Match:
    found = match_of_game("highlander")
    by, at = actor("olga"), found.round.event.created_at
    grant_role(found.round.event, actor("scott").user.username, Role.SCOREKEEPER, by=by, now=at)  # type: ignore[union-attr]
    return found


@pytest.fixture
def other() -> Event:
    """Another event of the game, of an account that has nothing to do with the match."""
    found = running_event(2, name="Other")
    Event.objects.filter(pk=found.pk).update(game="highlander")
    grant_role(found, actor("mallory").user.username, Role.ORGANISER, by=actor("olga"), now=found.created_at)  # type: ignore[union-attr]
    found.refresh_from_db()
    return found


def keep(match: Match, *lines: str) -> Precedent:
    text = "\n".join(("# Upper Left Attack in hand", HEADER, *lines))
    return keep_precedent(match, f"kept-{len(lines)}", f"{text}\n".encode(), by=actor("jude"), now=now())


def client(name: str) -> APIClient:
    made = APIClient()
    made.force_login(actor(name).user)  # type: ignore[arg-type]
    return made


def everything(name: str, event: Event, one: Precedent) -> bytes:
    """All that these doors give of it, by searching for the hidden card and without."""
    door = client(name)
    pages = [f"/events/{event.slug}/precedents/", f"/api/v1/events/{event.slug}/precedents/"]
    found = [door.get(page, query) for page in pages for query in ({}, {"q": HAND})]
    found += [door.get(f"{pages[0]}{one.pk}/file/"), door.get(f"{pages[1]}{one.pk}/")]
    return b"".join(answer.content for answer in found).replace(b'value="Upper Left Attack"', b"")


@pytest.mark.parametrize("who", ["mallory", "scott", "olga"])
def test_who_may_not_read_the_log_whole_reads_the_open_part(match: Match, other: Event, who: str) -> None:
    if who == "olga":  # an organiser who plays in the event, at another table
        Entrant.objects.create(
            event=match.round.event, user=actor("olga").user, name="Olga", code="olga", entered_at=now()
        )
    one = keep(match, OUT_OF_TURN)
    event = other if who == "mallory" else match.round.event
    shown = everything(who, event, one)
    assert HAND.encode() not in shown
    assert b"Upper Left is there" not in shown
    found = client(who).get(f"/api/v1/events/{event.slug}/precedents/{one.pk}/").json()
    assert (found["whole"], found["failures"]) == (False, [])
    header, entry = (msgspec.json.decode(line) for line in found["scenario"].splitlines())
    assert header["game"] == "highlander"
    assert (entry["do"], entry["expect"], entry["rule"]) == ("next_phase", "illegal", "phases")
    assert client(who).get(f"/api/v1/events/{event.slug}/precedents/", {"q": HAND}).json()["count"] == 0
    assert client(who).get(f"/api/v1/events/{event.slug}/precedents/", {"q": "phases"}).json()["count"] == 1


def test_a_judge_of_the_event_reads_all_of_it_in_any_event(match: Match, other: Event) -> None:
    one = keep(match, OUT_OF_TURN)
    assert HAND.encode() in everything("jude", match.round.event, one)
    grant_role(other, actor("jude").user.username, Role.JUDGE, by=actor("olga"), now=other.created_at)  # type: ignore[union-attr]
    found = client("jude").get(f"/api/v1/events/{other.slug}/precedents/{one.pk}/").json()
    assert found["whole"]
    assert found["scenario"] == one.text


def test_what_rests_on_a_hidden_card_stays_in_its_event(match: Match, other: Event) -> None:
    one = keep(match, OUT_OF_TURN, HELD)
    for who, event in (("mallory", other), ("scott", match.round.event)):
        shown = everything(who, event, one)
        assert HAND.encode() not in shown
        assert one.name.encode() not in shown
        assert client(who).get(f"/api/v1/events/{event.slug}/precedents/{one.pk}/").status_code == 404
    assert client("jude").get(f"/api/v1/events/{match.round.event.slug}/precedents/").json()["count"] == 1


def test_a_card_that_an_entry_keeps_closed_is_left_out_though_the_editor_wrote_no_seen_by(
    match: Match,
) -> None:
    drawn = '{"by": "A", "do": "draw", "cards": ["Upper Left Attack"], "expect": "illegal"}'
    one = keep(match, drawn)
    assert HAND in one.text
    assert HAND not in one.open_text
    assert '"count":1' in one.open_text


def test_one_kept_before_this_was_known_is_for_its_judges_alone(match: Match, other: Event) -> None:
    one = keep(match, OUT_OF_TURN)
    Precedent.objects.filter(pk=one.pk).update(match=None, open_text="", open_words="")
    assert one.name.encode() not in everything("mallory", other, one)
    assert HAND.encode() in everything("jude", match.round.event, one)
