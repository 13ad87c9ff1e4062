"""A ruling cites rules, cards and precedents: picked from search, kept with it, and shown with it everywhere."""

import pytest

from referee.citing.choosing import find_citable
from referee.models.citations import Citation
from referee.models.precedents import Precedent, PrecedentCheck
from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from referee.precedents.changes import keep_precedent
from referee.precedents.checking import ruleset_of
from referee.records.changes import attach_log
from tests.referee.conftest import Who
from tests.referee.live.playing import match_of_game
from tests.referee.ruled import issued
from tests.tournaments.factories import actor, at, player, seated
from tournaments.errors import Invalid
from tournaments.models.rounds import Match, Round
from tournaments.now import now

pytestmark = pytest.mark.django_db
HEADER = (
    '{"log": 1, "game": "highlander", "rules": "1999.3.10", "players": [{"seat": "A"}, {"seat": "B"}],'
    ' "position": {"turn": "A", "phase": "attack", "players": {"A": {"hand": ["Upper Left Attack"]}}}}'
)
OUT_OF_TURN = '{"by": "B", "do": "next_phase"}'
CARD = "card:upper-left-attack"


@pytest.fixture
def match() -> Match:
    return match_of_game("highlander", logs="assisted")


@pytest.fixture
def record(match: Match) -> Record:
    """Entry 1 is illegal: B goes on in A's turn."""
    return attach_log(match, 1, f"{HEADER}\n{OUT_OF_TURN}\n".encode(), by=player(match, "A"), now=at(3))


@pytest.fixture
def precedent(match: Match) -> Precedent:
    line = OUT_OF_TURN.replace("}", ', "expect": "illegal", "rule": "phases"}')
    return keep_precedent(match, "out-of-turn", f"{HEADER}\n{line}\n".encode(), by=actor("jude"), now=now())


def ruled(record: Record, *cites: str) -> IssuedRuling:
    return issued(
        record, on=1, decision="uphold", reason="A's turn.", seen=1, cites=cites, by=actor("jude"), now=at(5)
    )


def test_what_is_found_for_words(match: Match, precedent: Precedent) -> None:
    kinds = {one.value: one for one in find_citable(match.round.event, "Upper Left Attack", actor("jude"))}
    assert kinds[CARD].heading == "Upper Left Attack"
    assert any(value.startswith("rule:") for value in kinds)
    named = find_citable(match.round.event, "out-of-turn", actor("jude"))
    assert [one.heading for one in named if one.kind == "precedent"] == ["out-of-turn"]
    assert find_citable(match.round.event, "  ", actor("jude")) == []


def test_they_are_kept_with_the_ruling_and_the_rules_stand_in_the_log(
    record: Record, precedent: Precedent
) -> None:
    ruling = ruled(record, "phases", CARD, f"precedent:{precedent.pk}", "rule:phases")
    kept = Citation.objects.filter(ruling=ruling).values_list("kind", "key", "heading")
    assert [one[:2] for one in kept] == [
        ("rule", "phases"),
        ("card", "upper-left-attack"),
        ("precedent", str(precedent.pk)),
    ]
    assert [one[2] for one in kept][1:] == ["Upper Left Attack", "out-of-turn"]
    from referee.judging.judged import judged

    entry = judged(Record.objects.select_related("match__round__event").get(pk=record.pk)).run.entries[-1]
    assert tuple(entry.cites) == ("phases",)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "value", ["no.such.rule", "card:no-such-card", "precedent:99999", "precedent:x", "hat:1"]
)
def test_what_there_is_not_cannot_be_cited(record: Record, value: str) -> None:
    with pytest.raises(Invalid):
        ruled(record, value)
    with pytest.raises(Invalid):
        ruled(record, *["phases"] * 21)
    assert not IssuedRuling.objects.exists()


def test_the_page_finds_and_keeps_what_is_ticked_without_scripts(who: Who, record: Record) -> None:
    judge, address = who("jude"), f"/records/{record.pk}/entries/1/rule/"
    filled = {"decision": "uphold", "reason": "It was A's turn.", "seen": "1"}
    html = judge.post(address, {**filled, "do": "find", "find": "Upper Left Attack"}).content.decode()
    assert f'value="{CARD}"' in html and "It was A&#x27;s turn." in html
    again = {**filled, "do": "find", "find": "phases", "cites": [CARD]}
    html = judge.post(address, again).content.decode()
    ticked = html.partition(f'value="{CARD}"')[2].partition(">")[0]
    assert "checked" in ticked
    assert ">Rule <b" in html and ">Card <b" in html
    looked = judge.post(address, {**filled, "do": "look", "cites": [CARD]}).content.decode()
    assert "checked" in looked.partition(f'value="{CARD}"')[2].partition(">")[0]
    assert not IssuedRuling.objects.exists()
    assert judge.post(address, {**filled, "cites": [CARD, "rule:phases"]}).status_code == 303
    assert Citation.objects.count() == 2


def test_where_a_ruling_is_shown_what_it_cites_is_and_whether_it_holds(
    who: Who, match: Match, record: Record, precedent: Precedent
) -> None:
    """A precedent of a match that goes on is not for its players; after the round they read it, too."""
    ruling = ruled(record, "phases", CARD, f"precedent:{precedent.pk}")
    dispute = ruling.rows.get(kind="ruling").dispute_id
    slug, player_b = match.round.event.slug, seated(match, "B").user.username  # type: ignore[union-attr]
    pages = (f"/records/{record.pk}/?entry=1", f"/events/{slug}/disputes/{dispute}/")
    links = ("/rules/highlander/phases/", "/rules/highlander/cards/upper-left-attack/")
    for page in pages:
        for name in ("jude", player_b):
            html = who(name).get(page).content.decode()
            assert all(link in html for link in links), (page, name)
            assert (f"/precedents/{precedent.pk}/" in html) == (name == "jude")
            assert "no longer holds" not in html
    PrecedentCheck.objects.create(
        precedent=precedent, ruleset=ruleset_of("highlander"), at=now(), failures=["Entry 1 is legal."],
        open_failures=["Entry 1 is legal."],
    )  # fmt: skip
    Round.objects.filter(pk=match.round_id).update(state="finished")
    for page in pages:
        for name in ("jude", player_b):
            assert "no longer holds" in who(name).get(page).content.decode(), (page, name)
    told = who("jude").get(f"/api/v1/records/{record.pk}/rulings/").json()[0]["cites"]
    assert [(one["kind"], one["holds"]) for one in told] == [
        ("rule", None),
        ("card", None),
        ("precedent", False),
    ]
    file = who("jude").get(f"/api/v1/events/{slug}/export/rulings.json").json()["rulings"]
    assert file[0]["cites"] == f"rule:phases {CARD} precedent:{precedent.pk}"
