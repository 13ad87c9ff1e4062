"""Precedents: kept from the position editor by who may rule, found by rule and card, run by the rules of the day."""

import pytest
from django.test import Client

from referee.models.precedents import Precedent
from referee.precedents.changes import BadScenario, keep_precedent
from tests.referee.live.playing import match_of_game
from tests.referee.running import run
from tests.tournaments.factories import actor, player
from tournaments.errors import Conflict, NotAllowed
from tournaments.models.rounds import Match
from tournaments.now import now

pytestmark = pytest.mark.django_db
HEADER = (
    '{"log": 1, "game": "highlander", "rules": "1999.3.10", "players": [{"seat": "A"}, {"seat": "B"}],'
    ' "position": {"turn": "A", "phase": "attack", "players": {"A": {"hand": ["Upper Left Attack"]}}}}'
)
OUT_OF_TURN = '{"by": "B", "do": "next_phase", "expect": "illegal", "rule": "phases"}'


@pytest.fixture
def match() -> Match:
    return match_of_game("highlander")


def kept(match: Match, name: str = "out-of-turn", line: str = OUT_OF_TURN, who: str = "jude") -> Precedent:
    by = player(match, who) if len(who) == 1 else actor(who)
    return keep_precedent(match, name, f"{HEADER}\n{line}\n".encode(), by=by, now=now())


def test_a_judge_keeps_one_and_finds_it_by_rule_and_card(match: Match) -> None:
    kept(match)
    client = Client()
    user = actor("jude").user
    assert user is not None
    client.force_login(user)
    address = f"/events/{match.round.event.slug}/precedents/"
    for word in ("phases", "Upper Left", "out-of"):
        assert b"out-of-turn" in client.get(address, {"q": word}).content
    assert b"out-of-turn" not in client.get(address, {"q": "Dodge"}).content
    found = Precedent.objects.get()
    assert client.get(f"{address}{found.pk}/file/").content.decode() == found.text


def test_only_who_may_rule_keeps_or_reads_one(match: Match) -> None:
    with pytest.raises(NotAllowed):
        kept(match, who="A")
    client = Client()
    user = player(match, "A").user
    assert user is not None
    client.force_login(user)
    assert client.get(f"/events/{match.round.event.slug}/precedents/").status_code == 403


@pytest.mark.parametrize(
    "line",
    [
        '{"by": "A", "do": "next_phase"}',  # expects nothing
        '{"by": "B", "do": "next_phase", "expect": "legal"}',  # does not hold: it is A's turn
        '{"by": "A"}',  # no entry
    ],
)
def test_what_expects_nothing_or_fails_is_no_precedent(match: Match, line: str) -> None:
    with pytest.raises(BadScenario):
        kept(match, line=line)
    assert not Precedent.objects.exists()


def test_a_name_is_given_once(match: Match) -> None:
    kept(match)
    with pytest.raises(Conflict):
        kept(match)


def test_the_list_says_which_no_longer_holds(match: Match) -> None:
    found = kept(match)
    Precedent.objects.filter(pk=found.pk).update(text=found.text.replace('"by": "B"', '"by": "A"'))
    assert run("check_precedents")[0] == 1
    client = Client()
    user = actor("jude").user
    assert user is not None
    client.force_login(user)
    assert b"no longer holds" in client.get(f"/events/{match.round.event.slug}/precedents/").content


def test_the_editor_keeps_it_for_a_judge_of_the_match(match: Match) -> None:
    form = {
        "match": str(match.pk),
        "p.turn": "A",
        "p.phase": "attack",
        "lines": OUT_OF_TURN,
        "name": "Out of turn",
    }
    client = Client()
    for who, status in ((player(match, "A"), 403), (actor("jude"), 303)):
        assert who.user is not None
        client.force_login(who.user)
        assert client.post("/positions/highlander/", {**form, "do": "keep"}).status_code == status
    assert Precedent.objects.get().name == "Out-of-turn"
