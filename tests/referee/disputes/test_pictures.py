"""Pictures of a dispute: who sends, who sees, how many, the same twice, and that they go with their sender."""

from io import BytesIO

import pytest
from PIL import Image

from referee.disputes.opening import open_by_hand
from referee.disputes.pictures import OF_ONE, add_picture, erase_picture, picture_for
from referee.disputes.reading import Reader, dispute_of
from referee.disputes.reencoding import BadPicture
from referee.models.disputes import Dispute, Kind, RowKind
from referee.models.pictures import DisputePicture
from tests.referee.conftest import Who, table
from tests.tournaments.factories import actor, at, player, seated
from tournaments.access import Actor
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.leaving.changes import delete_account, delete_entry
from tournaments.models.entrants import Entrant
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
A, B = Reader(seat="A"), Reader(seat="B")
JUDGE = Reader(judges=True, rules=True, staff=True)
PLAYING_JUDGE = Reader(rules=True, staff=True)
SCORES = Reader(staff=True)


def picture(color: str = "red") -> bytes:
    file = BytesIO()
    Image.new("RGB", (8, 6), color).save(file, "PNG")
    return file.getvalue()


@pytest.fixture
def dispute(match: Match) -> Dispute:
    return open_by_hand(match, Kind.OTHER, "Look.", by=player(match, "A"), now=at(3))


def send(dispute: Dispute, who: Actor, color: str = "red", *, to_table: bool = False) -> int:
    row = add_picture(dispute, picture(color), caption="The table", to_table=to_table, by=who, now=at(4))
    return row.picture.pk  # type: ignore[attr-defined, no-any-return]


def seen_by(dispute: Dispute, number: int) -> list[Reader]:
    """Who of all readers sees it."""
    dispute = dispute_of(dispute.event, dispute.pk, actor("jude"))[0]

    def sees(reader: Reader) -> bool:
        try:
            return picture_for(dispute, number, reader).pk == number
        except NotFound:
            return False

    return [reader for reader in (A, B, JUDGE, PLAYING_JUDGE, SCORES) if sees(reader)]


def test_who_sees_a_picture(match: Match, dispute: Dispute) -> None:
    ann, jude = player(match, "A"), actor("jude")
    assert seen_by(dispute, send(dispute, ann)) == [A, JUDGE]
    assert seen_by(dispute, send(dispute, ann, "blue", to_table=True)) == [A, B, JUDGE, PLAYING_JUDGE, SCORES]
    assert seen_by(dispute, send(dispute, jude)) == [JUDGE]
    assert seen_by(dispute, send(dispute, jude, "blue", to_table=True)) == [
        A,
        B,
        JUDGE,
        PLAYING_JUDGE,
        SCORES,
    ]
    # what is not for the whole table is never shown to it
    conduct = open_by_hand(match, Kind.CONDUCT, "He.", by=ann, now=at(5))
    assert seen_by(conduct, send(conduct, ann, to_table=True)) == [A, JUDGE, PLAYING_JUDGE, SCORES]
    assert seen_by(conduct, send(dispute, jude, "green")) == []


def test_who_sends_one(match: Match, dispute: Dispute) -> None:
    for who in (actor("sam"), actor("stranger"), player(table(match.round.event, 1), "A")):
        with pytest.raises(NotAllowed):
            send(dispute, who)
    with pytest.raises(BadPicture):
        add_picture(dispute, b"<html>", to_table=True, by=player(match, "A"), now=at(4))
    conduct = open_by_hand(match, Kind.CONDUCT, "He.", by=player(match, "A"), now=at(5))
    with pytest.raises(NotFound):
        send(conduct, player(match, "B"))


def test_the_same_file_is_one_picture_and_a_person_sends_a_few(match: Match, dispute: Dispute) -> None:
    ann, bob = player(match, "A"), player(match, "B")
    assert send(dispute, ann) == send(dispute, ann) != send(dispute, bob)
    for n in range(OF_ONE - 1):
        send(dispute, ann, f"#00000{n}")
    with pytest.raises(Conflict):
        send(dispute, ann, "white")
    assert send(dispute, ann) and send(dispute, bob, "white")


def test_its_sender_or_a_judge_erases_it(match: Match, dispute: Dispute) -> None:
    ann, bob = player(match, "A"), player(match, "B")
    first, second = send(dispute, ann, to_table=True), send(dispute, ann, "blue", to_table=True)
    with pytest.raises(NotAllowed):
        erase_picture(fresh(dispute), first, by=bob, now=at(5))
    with pytest.raises(NotFound):
        erase_picture(fresh(dispute), send(dispute, bob), by=ann, now=at(5))
    erase_picture(fresh(dispute), first, by=ann, now=at(5))
    erase_picture(fresh(dispute), second, by=actor("jude"), now=at(6))
    assert DisputePicture.objects.count() == 1
    kinds = [row.kind for row in fresh(dispute).rows.all()]
    assert kinds.count(RowKind.WITHDRAWN) == 2 and kinds.count(RowKind.PICTURE) == 3


def fresh(dispute: Dispute) -> Dispute:
    return dispute_of(dispute.event, dispute.pk, actor("jude"))[0]


def test_it_goes_with_the_account_or_the_name_of_its_sender(match: Match, dispute: Dispute) -> None:
    ann, bob = player(match, "A"), player(match, "B")
    seat = seated(match, "B")
    kept = send(dispute, actor("jude"))
    send(dispute, ann)
    send(dispute, bob)
    Entrant.objects.filter(pk=seat.pk).update(user=None)
    delete_account(by=ann, now=at(9))
    assert [one.row.seat for one in DisputePicture.objects.all()] == ["", "B"]
    seat.refresh_from_db()
    delete_entry(seat, by=Actor.of_entrant(seat), now=at(9))
    assert [one.pk for one in DisputePicture.objects.all()] == [kept]


def test_the_door_of_a_picture(who: Who, match: Match, dispute: Dispute) -> None:
    number = send(dispute, player(match, "A"))
    page = f"/events/{dispute.event.slug}/disputes/{dispute.pk}/"
    mine, theirs = (who(seated(match, letter).user.username) for letter in "AB")  # type: ignore[union-attr]
    for address in (f"{page}pictures/{number}/", f"/api/v1{page}pictures/{number}/"):
        answer = mine.get(address)
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
        assert "no-store" in answer["Cache-Control"] and answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert Image.open(BytesIO(answer.content)).size == (8, 6)
        for other in (theirs, who("sam"), who("stranger"), who("")):
            assert other.get(address).status_code == 404
    text = mine.get(page).content.decode()
    assert f"{page}pictures/{number}/" in text and 'width="8"' in text
    assert f"pictures/{number}/" not in theirs.get(page).content.decode()
    sent = mine.post(page + "picture/", {"picture": BytesIO(picture("blue")), "to_table": "on"})
    assert sent.status_code == 303 and DisputePicture.objects.count() == 2
    wrong = mine.post(page + "picture/", {"picture": BytesIO(b"<html>")})
    assert wrong.status_code == 400 and "cannot be read as a picture" in wrong.content.decode()
    assert mine.post(page + "picture/", {}).status_code == 400
    api = mine.post(f"/api/v1{page}pictures/", {"picture": BytesIO(picture("lime"))})
    assert api.status_code == 201 and [row["picture"] is not None for row in api.json()["rows"]] == [
        False, True, True, True,
    ]  # fmt: skip
    assert mine.post(f"{page}pictures/{number}/erase/").status_code == 303
    assert "The picture was erased." in mine.get(page).content.decode()
