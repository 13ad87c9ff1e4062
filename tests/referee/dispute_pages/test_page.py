"""The page of a dispute: its story in order for its players and the staff, and for nobody else."""

import pytest
from django.urls import reverse

from referee.disputes.changes import open_dispute
from referee.disputes.rows import add_row
from referee.models.disputes import Dispute, Kind, RowKind, VisibleTo
from tests.referee.conftest import Who
from tests.tournaments.factories import actor, at, player, seated
from tournaments.events.staff import grant_role
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


@pytest.fixture
def dispute(match: Match) -> Dispute:
    made = open_dispute(match, Kind.OTHER, "He saw my hand.", by=player(match, "A"), now=at(3))
    add_row(made, RowKind.NOTE, "Ask both.", by=actor("jude"), now=at(4), visible_to=VisibleTo.JUDGES)
    return made


def page_of(dispute: Dispute) -> str:
    return reverse("referee:dispute", args=[dispute.event.slug, dispute.pk])


def test_who_reads_what(who: Who, match: Match, dispute: Dispute) -> None:
    a, b = (seated(match, letter).user.username for letter in "AB")  # type: ignore[union-attr]
    other = seated(match.round.matches.exclude(pk=match.pk).get(), "A").user.username  # type: ignore[union-attr]
    grant_role(dispute.event, b, "judge", by=actor("olga"), now=at(1))
    grant_role(dispute.event, other, "judge", by=actor("olga"), now=at(1))
    rows = f"/api/v1/events/{dispute.event.slug}/disputes/{dispute.pk}/"
    expected = {
        **dict.fromkeys(("jude", "hedda", "olga"), ("opened", "note")),
        # who keeps scores, a judge who plays elsewhere, the players (one of whom is a judge, too)
        **dict.fromkeys(("sam", other, a, b), ("opened",)),
        **dict.fromkeys(("", "stranger"), None),
    }
    for name, kinds in expected.items():
        client = who(name)
        page, answer = client.get(page_of(dispute)), client.get(rows)
        assert page.status_code == answer.status_code == (404 if kinds is None else 200), name
        if kinds is not None:
            assert tuple(row["kind"] for row in answer.json()["rows"]) == kinds, name
            text = page.content.decode()
            assert ("He saw my hand." in text, "Ask both." in text) == (True, len(kinds) == 2), name
            assert "hears both sides" in text and "hears both sides" in answer.json()["next"]


def test_a_decision_without_its_question(who: Who, match: Match) -> None:
    made = open_dispute(match, Kind.ILLEGAL, "Entry 5.", by=actor("jude"), now=at(3), entry=5)
    add_row(made, RowKind.RULING, "Play on.", by=actor("jude"), now=at(4), visible_to=VisibleTo.TABLE)
    client = who(seated(match, "A").user.username)  # type: ignore[union-attr]
    text = client.get(page_of(made)).content.decode()
    assert "Play on." in text and "A decision at your table" in text
    assert "Entry 5." not in text and "illegal" not in text
    told = client.get(f"/api/v1/events/{made.event.slug}/disputes/{made.pk}/").json()["dispute"]
    assert (told["question"], told["entry"], told["by"]) == ("", None, "")


def test_the_list_and_the_number_of_queries(
    who: Who, dispute: Dispute, django_assert_max_num_queries: object
) -> None:
    client = who("jude")
    listed = client.get(reverse("referee:disputes", args=[dispute.event.slug])).content.decode()
    assert page_of(dispute) in listed
    for n in range(20):
        add_row(dispute, RowKind.NOTE, f"So {n}.", by=actor("jude"), now=at(5))
    with django_assert_max_num_queries(24):  # type: ignore[operator]
        client.get(page_of(dispute))
