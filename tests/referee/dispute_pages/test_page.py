"""The page of a dispute: its story in order for its players and the staff, and for nobody else."""

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from referee.disputes.changes import open_dispute
from referee.disputes.opening import open_by_hand
from referee.disputes.rows import add_row
from referee.models.disputes import Dispute, Kind, RowKind, VisibleTo
from referee.records.changes import attach_log
from tests.referee.conftest import Who
from tests.referee.logs import NAMED, log, secret_log
from tests.tournaments.factories import actor, at, player, running_event, running_round, seated, tables
from tournaments.entrants.claims import make_claim_link
from tournaments.models.entrants import Entrant
from tournaments.models.rounds import Match
from tournaments.now import now

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere, pytest.mark.usefixtures("verdicts_told")]


@pytest.fixture
def dispute(match: Match) -> Dispute:
    made = open_dispute(match, Kind.OTHER, "He saw my hand.", by=player(match, "A"), now=at(3))
    add_row(made, RowKind.NOTE, "Ask both.", by=actor("jude"), now=at(4), visible_to=VisibleTo.JUDGES)
    return made


def page_of(dispute: Dispute) -> str:
    return reverse("referee:dispute", args=[dispute.event.slug, dispute.pk])


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


def test_the_story_by_forms_of_players_and_judges(who: Who, match: Match) -> None:
    """A asks from the own table, both state, the judge settles it and opens it again."""
    event = match.round.event
    a, b = (who(seated(match, letter).user.username) for letter in "AB")  # type: ignore[union-attr]
    jude, other = who("jude"), who("sam")
    form = reverse("referee:match_disputes", args=[match.pk])
    for page in (
        reverse("tournaments:my_table", args=[event.slug]),
        reverse("tournaments:match_page", args=[match.pk]),
    ):
        assert form in a.get(page).content.decode()
    assert form not in other.get(reverse("tournaments:match_page", args=[match.pk])).content.decode()
    assert other.get(form).status_code == 403
    assert a.get(form).status_code == jude.get(form).status_code == 200
    assert a.post(form, {"kind": "other", "words": ""}).status_code == 400
    sent = a.post(form, {"kind": "other", "words": "He saw <my> hand."})
    made = Dispute.objects.get()
    assert (sent.status_code, sent["Location"]) == (303, page_of(made))
    assert page_of(made) in b.get(reverse("tournaments:my_table", args=[event.slug])).content.decode()
    for client, words in ((a, "I held two."), (b, "")):
        sent = client.post(page_of(made) + "state/", {"statement": words})
        assert sent.status_code == (303 if words else 400)
    text = b.get(page_of(made)).content.decode()
    assert "1 of 2 sides" in text and "I held two." not in text and "He saw &lt;my&gt; hand." in text
    assert jude.post(page_of(made) + "show/").status_code == 303
    assert "I held two." in b.get(page_of(made)).content.decode()
    assert jude.post(page_of(made) + "note/", {"note": "Hm."}).status_code == 303
    assert "Hm." not in a.get(page_of(made)).content.decode()
    answer = reverse("referee:answer_call", args=[event.slug, made.pk])
    assert jude.post(answer, {"answer": "Play on.", "next": page_of(made)})["Location"] == page_of(made)
    assert jude.post(page_of(made) + "reopen/", {"reason": "No."}).status_code == 303
    assert jude.post(page_of(made) + "nonsense/").status_code == 404
    assert [row.kind for row in made.rows.all()] == [
        "opened",
        "statement",
        "shown",
        "note",
        "answered",
        "reopened",
    ]
    assert jude.post(reverse("referee:settle", args=[match.pk]), {"words": "Done."}).status_code == 303
    made.refresh_from_db()
    assert made.resolution == "Done."


def test_the_same_over_the_api_and_by_claim_link(who: Who, match: Match) -> None:
    seat = seated(match, "B")
    Entrant.objects.filter(pk=seat.pk).update(user=None)
    link = make_claim_link(seat, by=actor("olga"), now=now())
    claim = {"HTTP_AUTHORIZATION": f"Claim {link}"}
    api = APIClient()
    at_match = f"/api/v1/matches/{match.pk}/disputes/"
    sent = api.post(at_match, {"kind": "play", "words": "He drew twice."}, format="json", **claim)
    assert sent.status_code == 201
    number = sent.json()["dispute"]["id"]
    one = f"/api/v1/events/{match.round.event.slug}/disputes/{number}/"
    state = api.post(one + "statements/", {"statement": "Twice."}, format="json", **claim)
    assert [row["text"] for row in state.json()["rows"]] == ["He drew twice.", "Twice."]
    assert api.post(one + "notes/", {"note": "x"}, format="json", **claim).status_code == 403
    jude = who("jude")
    for step, body in (
        ("show", {}),
        ("notes", {"note": "Hm."}),
        ("answer", {}),
        ("reopen", {"reason": "No."}),
    ):
        sent = jude.post(f"{one}{step}/", body, content_type="application/json")
        assert sent.status_code in (200, 201), step
    assert [row["kind"] for row in jude.get(one).json()["rows"]] == [
        "opened", "statement", "shown", "note", "answered", "reopened"
    ]  # fmt: skip
    assert [one["id"] for one in api.get(at_match, **claim).json()] == [number]
    assert api.get(at_match).json() == []


def test_the_entry_in_question_is_drawn_for_each_as_they_may_see_it(who: Who, match: Match) -> None:
    """A's log says which card A has laid face down: A and the judge read it, B and who keeps scores do not."""
    ann = player(match, "A")
    record = attach_log(match, 1, secret_log("Number 7"), by=ann, now=at(2))
    made = open_by_hand(match, Kind.PLAY, "Look.", by=ann, now=at(3), record=record.pk, entry=2)
    a, b = (seated(match, letter).user.username for letter in "AB")  # type: ignore[union-attr]
    for name, sees in ((a, True), ("jude", True), (b, False), ("sam", False)):
        text = who(name).get(page_of(made)).content.decode()
        assert "The entry in question" in text and 'class="board' in text, name
        assert ("Number 7" in text) is sees, name
    illegal = attach_log(match, 1, log(*NAMED), by=player(match, "B"), now=at(4))
    made = Dispute.objects.get(record=illegal, kind=Kind.ILLEGAL)
    text = who("jude").get(page_of(made)).content.decode()
    assert "nothing else was legal here" in text  # the toy game offers no options
    assert f"/records/{illegal.pk}/?entry=5" in text and 'class="rules"' in text


def test_a_dispute_is_numbered_within_its_event_for_judges_who_do_not_play(who: Who, match: Match) -> None:
    """Two of another event came before; of the four here the third is for judges alone. The players read no number
    that would tell them of it, and neither does who plays elsewhere."""
    elsewhere = tables(running_round(running_event(2, name="Elsewhere")))[0]
    for kind in (Kind.RULES, Kind.OTHER):
        open_dispute(elsewhere, kind, "There.", by=actor("jude"), now=at(2))
    kinds = (Kind.RULES, Kind.OTHER, Kind.NOTED, Kind.PLAY)
    made = [open_dispute(match, kind, "Here.", by=actor("jude"), now=at(3)) for kind in kinds]
    judge = who("jude")
    for number, dispute in enumerate(made, start=1):
        for page in (page_of(dispute), f"{page_of(dispute)}position/"):
            text = judge.get(page).content.decode()
            assert f"Dispute {number}<" in text and f"Dispute {dispute.pk}<" not in text
    player_a = who(seated(match, "A").user.username)  # type: ignore[union-attr]
    for page in (page_of(made[3]), f"{page_of(made[3])}position/"):
        text = player_a.get(page).content.decode()
        assert "Dispute " not in text and "Something went wrong in play" in text
