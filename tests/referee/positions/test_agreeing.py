"""A position agreed on in a dispute: begun, confirmed by each with the own hand alone, compared, judged as a log."""

import json
from typing import Any

import msgspec
import pytest
from django.urls import reverse

from referee.disputes.opening import open_by_hand
from referee.models.disputes import Dispute, DisputeRow, Kind, RowKind
from referee.models.records import Record
from referee.positions.agreeing import (
    BadPosition,
    agreement_of,
    store_position,
    tell_position,
    told_to,
    whole_position,
)
from tests.referee.conftest import Who, table
from tests.referee.live.playing import opened
from tests.tournaments.factories import actor, at, player, seated
from tournaments.access import Actor
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.staff import grant_role
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
NINE, THREE = "Number 9", "Number 3"


@pytest.fixture
def dispute(match: Match) -> Dispute:
    return open_by_hand(match, Kind.PLAY, "Whose turn?", by=player(match, "A"), now=at(3))


def position(a: list[Any], b: list[Any], **more: Any) -> dict[str, Any]:
    players = {"A": {"deck": [], "hand": a}, "B": {"deck": [], "hand": b}}
    return {"position": {"players": players, "turn": "A", "phase": "lay", **more}}


def unknown(count: int) -> dict[str, Any]:
    return {"unknown": True, "count": count}


def tell(dispute: Dispute, who: Actor, told: dict[str, Any], **more: Any) -> DisputeRow:
    return tell_position(dispute, told, by=who, now=at(4), **more)


def agreed(match: Match, dispute: Dispute) -> None:
    tell(dispute, player(match, "A"), position([NINE, "Blank"], [unknown(1)]))
    tell(dispute, player(match, "B"), position([unknown(2)], [THREE]))


def text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def test_each_tells_the_own_hand_and_nobody_reads_the_others(match: Match, dispute: Dispute) -> None:
    agreed(match, dispute)
    for seat, own, other in (
        ("A", NINE, THREE),
        ("B", THREE, NINE),
        ("public", "turn", NINE),
        ("public", "turn", THREE),
    ):
        seen = text(told_to(dispute, seat))
        assert own in seen and other not in seen
    whole, unsure = whole_position(dispute)
    assert unsure == [] and NINE in text(whole) and THREE in text(whole)
    agreement = agreement_of(dispute)
    assert agreement is not None and agreement.agreed


def test_what_one_says_of_the_others_hand_is_not_kept(match: Match, dispute: Dispute) -> None:
    tell(dispute, player(match, "A"), position([NINE, "Blank"], ["Number 7"]))
    assert "Number 7" not in text([row.payload for row in dispute.rows.all()])
    assert "Number 7" not in text(whole_position(dispute)[0])


def test_open_facts_told_differently_are_named_until_they_are_told_alike(
    match: Match, dispute: Dispute
) -> None:
    tell(dispute, player(match, "A"), position([NINE, "Blank"], [unknown(1)]))
    agreement = agreement_of(dispute)
    assert agreement is not None and (agreement.missing, agreement.differing) == (["B"], [])
    tell(dispute, player(match, "B"), position([unknown(2)], [THREE], turn="B"))
    agreement = agreement_of(dispute)
    assert agreement is not None and not agreement.agreed
    assert [(one.path, one.said) for one in agreement.differing] == [("p.turn", {"A": "A", "B": "B"})]
    tell(dispute, player(match, "B"), position([unknown(2)], [THREE]))
    assert agreement_of(dispute).agreed  # type: ignore[union-attr]


def test_a_judge_begins_or_corrects_and_reads_both(match: Match, dispute: Dispute) -> None:
    tell(dispute, actor("jude"), position([unknown(2)], [unknown(1)]))
    agreement = agreement_of(dispute)
    assert agreement is not None and agreement.missing == ["A", "B"]
    agreed(match, dispute)
    assert agreement_of(dispute).agreed  # type: ignore[union-attr]
    tell(dispute, actor("jude"), position([unknown(2)], [unknown(1)], turn="B"))
    agreement = agreement_of(dispute)
    assert agreement is not None and [one.path for one in agreement.differing] == ["p.turn"]
    whole, _unsure = whole_position(dispute)
    assert whole["position"]["turn"] == "B" and NINE in text(whole) and THREE in text(whole)


def test_begun_anew_everybody_is_asked_again_and_the_same_twice_is_once(
    match: Match, dispute: Dispute
) -> None:
    agreed(match, dispute)
    ann = player(match, "A")
    first = position([NINE, "Blank"], [unknown(1)])
    assert tell(dispute, ann, first) == tell(dispute, ann, first)
    again = tell(dispute, ann, position([NINE], [unknown(1)]), anew=True)
    assert tell(dispute, ann, position([NINE], [unknown(1)]), anew=True) == again
    agreement = agreement_of(dispute)
    assert agreement is not None and agreement.missing == ["B"]
    assert [row.kind for row in dispute.rows.all()] == ["opened", "position", "confirmed", "position"]


def test_who_tells_nothing(match: Match, dispute: Dispute) -> None:
    for who in (actor("sam"), actor("stranger"), player(table(match.round.event, 1), "A")):
        with pytest.raises(NotAllowed):
            tell(dispute, who, position([], []))
    for wrong in (
        {},
        {"position": []},
        position(["No Such Card"], []),
        {"position": {"x": 1}},
    ):
        with pytest.raises(BadPosition):
            tell(dispute, player(match, "A"), wrong)
    with pytest.raises(Conflict):
        whole_position(dispute)
    assert agreement_of(dispute) is None and told_to(dispute, "A") is None


def test_a_judge_stores_it_and_from_there_it_is_a_log(match: Match, dispute: Dispute, who: Who) -> None:
    agreed(match, dispute)
    for other in (player(match, "A"), actor("sam")):
        with pytest.raises(NotAllowed):
            store_position(dispute, by=other, now=at(5))
    record = store_position(dispute, by=actor("jude"), now=at(5))
    assert store_position(dispute, by=actor("jude"), now=at(6)) == record
    assert (record.seat, record.entries, record.status) == ("", 0, "in_progress")
    assert [row.record for row in dispute.rows.filter(kind=RowKind.LOG)] == [record]
    asked = {"entry": json.loads('{"by": "A", "do": "lay", "card": "Number 9"}'), "after": 0}
    answer = who("jude").post(f"/api/v1/records/{record.pk}/what-if/", asked, content_type="application/json")
    assert answer.json()["verdict"]["verdict"] == "legal"
    pages = {
        name: who(name).get(f"/api/v1/records/{record.pk}/file/").content.decode() for name in names(match)
    }
    a, b, jude = pages.values()
    assert (NINE in a, THREE in a, NINE in b, THREE in b, NINE in jude, THREE in jude) == (
        True, False, False, True, True, True,
    )  # fmt: skip


def names(match: Match) -> list[str]:
    return [*(seated(match, letter).user.username for letter in "AB"), "jude"]  # type: ignore[union-attr]


def test_a_game_logged_live_keeps_its_log(match: Match, dispute: Dispute) -> None:
    opened(match)
    agreed(match, dispute)
    with pytest.raises(Conflict):
        store_position(dispute, by=actor("jude"), now=at(5))
    assert Record.objects.count() == 1


def test_the_pages_of_a_position(match: Match, dispute: Dispute, who: Who) -> None:
    """A begins on the phone, B finds the open facts and the own hand to fill, nobody reads the other's."""
    a, b, jude = (who(name) for name in names(match))
    page = reverse("referee:dispute", args=[dispute.event.slug, dispute.pk])
    form = reverse("referee:dispute_position", args=[dispute.event.slug, dispute.pk])
    assert form in a.get(page).content.decode()
    sent = {"p.turn": "A", "p.phase": "lay", "p.players.A.hand": f"{NINE}\nBlank", "p.players.B.hand": "?"}
    sent |= {"p.players.A.deck": "-", "p.players.B.deck": "-"}
    looked = a.post(form, {**sent, "do": "look"})
    assert looked.status_code == 200 and NINE in looked.content.decode()
    assert a.post(form, {**sent, "p.players.A.hand": "No Such", "do": "tell"}).status_code == 400
    assert not DisputeRow.objects.filter(kind=RowKind.POSITION).exists()
    assert a.post(form, {**sent, "do": "tell"}).status_code == 303
    text = b.get(form).content.decode()
    assert NINE not in text and "2 x ?" in text and 'value="lay"' in text
    assert NINE not in b.get(page).content.decode() and "still has to go through the position" in text_of(
        b, page
    )
    mine = {**sent, "p.players.A.hand": "2 x ?", "p.players.B.hand": THREE, "p.turn": "B", "do": "tell"}
    assert b.post(form, mine).status_code == 303
    for client in (a, b, jude):
        assert "told differently" in text_of(client, page)
    assert (NINE in text_of(a, page), THREE in text_of(a, page)) == (True, False)
    assert (NINE in text_of(b, page), THREE in text_of(b, page)) == (False, True)
    assert NINE in text_of(jude, page) and THREE in text_of(jude, page)
    assert who("sam").get(form).status_code == 403
    at_api = f"/api/v1{page}position/"
    told = a.get(at_api).json()
    assert (told["missing"], [one["path"] for one in told["differing"]], told["agreed"]) == (
        [],
        ["p.turn"],
        False,
    )
    assert NINE in json.dumps(told) and THREE not in json.dumps(told)
    more = {"position": told["header"]["position"] | {"turn": "B"}}
    assert a.post(at_api, more, content_type="application/json").json()["agreed"] is True
    seen = who("sam").get(at_api).json()
    assert NINE not in json.dumps(seen) and THREE not in json.dumps(seen)
    store = reverse("referee:store_position", args=[dispute.event.slug, dispute.pk])
    assert a.post(store).status_code == 403
    assert jude.post(store).status_code == 303 and Record.objects.count() == 1


def text_of(client: Any, page: str) -> str:
    return str(client.get(page).content.decode())


def test_a_judge_who_plays_elsewhere_reads_no_hand(match: Match, dispute: Dispute, who: Who) -> None:
    agreed(match, dispute)
    other = seated(table(match.round.event, 1), "A").user
    assert other is not None
    grant_role(match.round.event, other.username, "judge", by=actor("olga"), now=at(1))
    page = reverse("referee:dispute", args=[dispute.event.slug, dispute.pk])
    form = reverse("referee:dispute_position", args=[dispute.event.slug, dispute.pk])
    client = who(other.username)
    for address in (page, form, f"/api/v1{page}position/"):
        told = client.get(address).content.decode()
        assert NINE not in told and THREE not in told
    with pytest.raises(NotAllowed):
        store_position(dispute, by=actor(other.username), now=at(5))
