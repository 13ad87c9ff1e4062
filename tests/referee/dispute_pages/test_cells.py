"""Who reads what of a dispute, cell by cell: page, API and export × everybody there is × the states of a dispute.

Each thing that could be read is a word that stands nowhere else. What each reader finds of them is compared with a
table written by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from referee.disputes.answering import answer_call
from referee.disputes.changes import open_dispute, resolve_disputes
from referee.disputes.opening import open_by_hand
from referee.disputes.pictures import add_picture
from referee.disputes.rows import add_row
from referee.disputes.statements import add_note, make_statement
from referee.models.disputes import Dispute, Kind, RowKind, VisibleTo
from referee.models.pictures import DisputePicture
from referee.positions.agreeing import tell_position
from referee.records.changes import attach_log
from tests.referee.conftest import Who, table
from tests.referee.logs import secret_log
from tests.tournaments.factories import actor, at, running_event, running_round
from tournaments.access import Actor
from tournaments.events.staff import grant_role
from tournaments.models.decks import DeckList
from tournaments.models.events import Event
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere, pytest.mark.usefixtures("verdicts_told")]

#: Each thing by its letter, and the word by which it is found.
WORDS = {
    "q": "the-question", "a": "A-says", "b": "B-says", "p": "A-sends", "P": "A-shows", "s": "for-the-staff",
    "j": "for-the-judges", "d": "the-answer", "h": "Number 7", "k": "Number 8", "l": "Number 4",
}  # fmt: skip
#: What only a page draws (h: a card laid face down in A's log) or the position holds (k: a card of A's hand). The
#: closed deck list (l) is in nothing that a dispute shows to anybody.
ON_PAGES = set("hk")

#: Once A has stated, once both have, once it is answered. `-`: there is no such page. The last column: what the export
#: holds then; `x`: not theirs.
BY_HAND = """
reader                 one      both      answered   export
player-A               qapPhk   qabpPhk   qabpPdhk   nothing
B-who-judges           qP       qabP      qabPd      nothing
other-player           -        -         -          x
stand-in-who-plays     qPs      qabPs     qabPsd     x
judge-who-plays        qPs      qabPs     qabPsd     qabPsd
organiser-who-plays    qPs      qabPs     qabPsd     qabPsd
jude                   qapPsjhk qabpPsjhk qabpPsjdhk qabpPsjd
hedda                  qapPsjhk qabpPsjhk qabpPsjdhk qabpPsjd
olga                   qapPsjhk qabpPsjhk qabpPsjdhk qabpPsjd
sam                    qPs      qPs       qPsd       qPsd
stranger               -        -         -          x
visitor                -        -         -          x
"""
LINES = [line.split() for line in BY_HAND.strip().splitlines()[1:]]

#: A question that rests on a hidden card, while it is open and once it is ruled on.
QUIET = """
reader                 open  ruled
player-A               -     d
B-who-judges           -     d
other-player           -     -
stand-in-who-plays     q     qd
judge-who-plays        q     qd
jude                   q     qd
sam                    q     qd
visitor                -     -
"""


class Cast:
    """A match with its dispute, and everybody who may come to read of it."""

    def __init__(self, who: Who) -> None:
        event = running_event(6)
        Event.objects.filter(pk=event.pk).update(game="toy")
        event.refresh_from_db()
        running_round(event)
        self.match, other, third = (table(event, n) for n in range(3))
        self.a, self.b = (of(self.match, letter) for letter in "AB")
        names = {"player-A": self.a, "B-who-judges": self.b, "other-player": of(other, "A")}
        names |= {"stand-in-who-plays": of(other, "B")}
        names |= {"judge-who-plays": of(third, "A"), "organiser-who-plays": of(third, "B")}
        roles = (
            ("B-who-judges", "judge"),
            ("judge-who-plays", "judge"),
            ("organiser-who-plays", "organiser"),
        )
        for name, role in (*roles, ("player-A", "organiser")):
            grant_role(event, names[name].user.username, role, by=actor("olga"), now=at(1))  # type: ignore[union-attr]
        Event.objects.filter(pk=event.pk).update(stand_in=names["stand-in-who-plays"].user)
        logins = {name: one.user.username for name, one in names.items()} | {"visitor": ""}  # type: ignore[union-attr]
        self.clients = {line[0]: who(logins.get(line[0], line[0])) for line in LINES}
        self.event = event

    def address(self, dispute: Dispute) -> str:
        return reverse("referee:dispute", args=[self.event.slug, dispute.pk])


def of(match: Match, letter: str) -> Actor:
    seat = match.seats.get(letter=letter).entrant
    assert seat.user is not None
    return Actor.of_user(seat.user)


def read(client: Client, address: str) -> str:
    """The letters of all that stands there; `-` where there is nothing for this reader."""
    answer = client.get(address)
    if answer.status_code != 200:
        assert answer.status_code in (403, 404), address
        return "-"
    text = answer.content.decode()
    return "".join(letter for letter, word in WORDS.items() if word in text)


def same(told: str, expected: str) -> bool:
    return sorted(told) == sorted(expected)


def picture(color: str) -> bytes:
    file = BytesIO()
    Image.new("RGB", (4, 4), color).save(file, "PNG")
    return file.getvalue()


def looked(
    cast: Cast, dispute: Dispute, state: str, expected: Mapping[str, str], doors: str = "page api pictures"
) -> list[str]:
    """What is wrong in this state, at these doors."""
    wrong = []
    page = cast.address(dispute)
    pictures = {one.row.text: one.pk for one in DisputePicture.objects.select_related("row")}
    for name, cell in expected.items():
        client = cast.clients[name]
        rows = cell if cell == "-" else "".join(letter for letter in cell if letter not in ON_PAGES)
        wanted = {"page": (page, cell), "api": (f"/api/v1{page}", rows)}
        for letter in "pP" if pictures and "pictures" in doors else "":
            sees = letter in cell
            status = client.get(f"{page}pictures/{pictures[WORDS[letter]]}/").status_code
            if status != (200 if sees else 404):
                wrong.append(f"{state}: picture {letter} for {name}: {status}")
        for door, (address, letters) in wanted.items():
            if door in doors and not same(told := read(client, address), letters):
                wrong.append(f"{state}: {address} for {name}: {told}, not {letters}")
    return wrong


#: In CI every state meets every reader, and every door does; in the full tier every door in every state.
DOORS = {"one": "page pictures", "both": "page api", "answered": "page"}


def test_every_cell(who: Who) -> None:
    walk_through(who, DOORS)


@pytest.mark.long
def test_every_cell_at_every_door(who: Who) -> None:
    walk_through(who, dict.fromkeys(DOORS, "page api pictures"))


def walk_through(who: Who, doors: Mapping[str, str]) -> None:
    cast = Cast(who)
    match, a, b, jude = cast.match, cast.a, cast.b, actor("jude")
    DeckList.objects.create(
        entrant=match.seats.get(letter="A").entrant,
        body={"sections": {"deck": [{"card": WORDS["l"], "count": 1}]}},
        legal=True,
        at=at(-30),
        by="Olga",
    )
    record = attach_log(match, 1, secret_log(WORDS["h"]), by=a, now=at(2))
    dispute = open_by_hand(match, Kind.PLAY, WORDS["q"], by=a, now=at(3), record=record.pk, entry=2)
    make_statement(dispute, WORDS["a"], by=a, now=at(4))
    add_picture(dispute, picture("red"), caption=WORDS["p"], to_table=False, by=a, now=at(4))
    add_picture(dispute, picture("blue"), caption=WORDS["P"], to_table=True, by=a, now=at(4))
    add_note(dispute, WORDS["s"], to_table=False, by=jude, now=at(5))
    add_row(dispute, RowKind.NOTE, WORDS["j"], by=jude, now=at(5), visible_to=VisibleTo.JUDGES)
    hands = {"A": {"deck": [], "hand": [WORDS["k"]]}, "B": {"deck": [], "hand": []}}
    tell_position(dispute, {"position": {"players": hands, "turn": "A", "phase": "lay"}}, by=a, now=at(5))
    columns = {
        state: {line[0]: line[n] for line in LINES} for n, state in enumerate(("one", "both", "answered"), 1)
    }
    wrong = looked(cast, dispute, "one", columns["one"], doors["one"])
    make_statement(dispute, WORDS["b"], by=b, now=at(6))
    wrong += looked(cast, dispute, "both", columns["both"], doors["both"])
    answer_call(cast.event, dispute.pk, WORDS["d"], by=jude, now=at(7))
    wrong += looked(cast, dispute, "answered", columns["answered"], doors["answered"])
    for name, *_cells, export in LINES:
        told = read(cast.clients[name], f"/api/v1/events/{cast.event.slug}/export/dispute_rows.json")
        if not same(told, {"x": "-", "nothing": ""}.get(export, export)):
            wrong.append(f"export for {name}: {told}, not {export}")
    # the position over the API: A's hand is A's and the judges'
    for name, cell in columns["both"].items():
        told = read(cast.clients[name], f"/api/v1{cast.address(dispute)}position/")
        if ("k" in told) is not ("k" in cell) or (told == "-") is not (cell == "-"):
            wrong.append(f"position for {name}: {told}")
    assert not wrong, "\n".join(wrong)


def test_every_cell_of_a_question_that_rests_on_a_hidden_card(who: Who) -> None:
    cast = Cast(who)
    dispute = open_dispute(cast.match, Kind.FINDING, WORDS["q"], by=Actor.system(), now=at(3), quiet=True)
    lines = [line.split() for line in QUIET.strip().splitlines()[1:]]
    wrong = looked(cast, dispute, "open", {line[0]: line[1] for line in lines})
    said = WORDS["d"]
    resolve_disputes(cast.match, resolution=said, by=actor("jude"), now=at(5), visible_to=VisibleTo.TABLE)
    wrong += looked(cast, dispute, "ruled", {line[0]: line[2] for line in lines})
    listed = reverse("tournaments:match_page", args=[cast.match.pk])
    assert "contradicts" not in cast.clients["player-A"].get(listed).content.decode()
    assert not wrong, "\n".join(wrong)
