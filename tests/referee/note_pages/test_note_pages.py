"""Notes on the replay, in a game saved as one page, and over the API. A and B played the toy game; Jude judges."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.models.notes import EntryNote
from referee.models.records import Record
from referee.records.changes import attach_log
from tests.referee.conftest import Who
from tests.referee.logs import WON_BY_A, log
from tests.tournaments.factories import actor, at, player, seated
from tournaments.models.events import Event
from tournaments.models.rounds import Match, MatchState

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere, pytest.mark.usefixtures("verdicts_told")]


@pytest.fixture
def record(match: Match) -> Record:
    """The game is over, the match decided."""
    made = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    return made


def name_of(match: Match, letter: str) -> str:
    user = seated(match, letter).user
    assert user is not None
    return user.username


def page(client: Client, record: Record, **query: Any) -> str:
    return client.get(reverse("referee:record_page", args=[record.pk]), query).content.decode()


def send(client: Client, record: Record, n: int = 2, **form: Any) -> Any:
    address = reverse("referee:note_entry", args=[record.pk, n])
    return client.post(address, {"text": "Look here.", "shown_to": "kept"} | form)


def api(name: str, *args: int) -> str:
    return reverse(f"referee-api:{name}", args=args)


def marks(html: str) -> str:
    """Where the marks of notes stand on the slider."""
    found = re.search(r'<path class="noted" d="([^"]*)"', html)
    return found[1] if found else ""


def test_a_note_is_written_by_the_form_and_stands_at_its_entry(
    who: Who, match: Match, record: Record
) -> None:
    ann = who(name_of(match, "A"))
    before = page(ann, record, entry=2)
    assert "Write a note" in before and marks(before) == ""
    answer = send(ann, record, text="I held <b>two</b>.\nBoth low.")
    number = EntryNote.objects.get().pk
    assert answer.status_code == 303
    assert answer["Location"].endswith(f"/records/{record.pk}/?entry=2#note-{number}")
    html = page(ann, record, entry=2)
    assert f'id="note-{number}"' in html and "I held &lt;b&gt;two&lt;/b&gt;.<br>Both low." in html
    # a third of the way along the slider, which is 1000 wide: entry 2 of 6
    assert marks(html) == "M333 0v8"
    other = page(ann, record, entry=5)
    assert f'id="note-{number}"' not in other and marks(other) == "M333 0v8"
    assert other.count('<span class="noted">') == 1
    assert "next: entry 2" in other
    for name in ("", "stranger", "jude", name_of(match, "B")):
        html = page(who(name), record, entry=2)
        assert "I held" not in html and marks(html) == "" and 'data-jump="m"' not in html


def test_a_form_that_is_refused_is_shown_again_with_what_was_typed(who: Who, record: Record) -> None:
    jude = who("jude")
    answer = send(jude, record, text="x" * 501)
    assert answer.status_code == 400 and "x" * 501 in answer.content.decode()
    answer = send(jude, record, text="B holds a 3.", shown_to="all")
    assert answer.status_code == 400 and "B holds a 3." in answer.content.decode()
    assert "You see more than others do." in answer.content.decode()
    # the page stands at the form's address, which nothing can be read at
    assert 'href="?' not in answer.content.decode()
    assert f'href="/records/{record.pk}/?entry=1"' in answer.content.decode()
    assert f'"/records/{record.pk}/?entry=2&amp;seat=public#notes"' in answer.content.decode()
    assert send(jude, record, number="%s").status_code == 400
    assert send(jude, record, n=9).status_code == 404
    assert send(who("stranger"), record).status_code == 403
    assert not EntryNote.objects.exists()


def test_a_judge_shows_a_note_from_the_view_of_everybody(who: Who, record: Record) -> None:
    jude = who("jude")
    answer = send(jude, record, text="A waited long.", shown_to="all", seat="public")
    number = EntryNote.objects.get().pk
    assert answer["Location"].endswith(f"?entry=2&seat=public#note-{number}")
    assert "A waited long." in page(who(""), record, entry=2)
    assert "A waited long." in page(jude, record, entry=2, seat="public")
    assert send(who(""), record).status_code == 403
    assert 'id="new-note"' not in page(who(""), record, entry=2)


def test_a_note_is_changed_shown_and_taken_back_by_its_forms(who: Who, match: Match, record: Record) -> None:
    ann, bob = who(name_of(match, "A")), who(name_of(match, "B"))
    send(ann, record)
    number = EntryNote.objects.get().pk
    assert send(bob, record, number=number).status_code == 404
    assert send(ann, record, number=number, text="Look there.", shown_to="table").status_code == 303
    html = page(bob, record, entry=2)
    assert "Look there." in html and "changed" in html and "Look here." not in html
    assert 'id="change-note-' in page(ann, record, entry=2) and 'id="change-note-' not in html
    away = reverse("referee:take_back_note", args=[record.pk, number])
    assert away in page(ann, record, entry=2) and away in page(who("jude"), record, entry=2)
    assert away not in html and bob.post(away).status_code == 403
    assert ann.post(away).status_code == 303
    assert "Look there." not in page(bob, record, entry=2) and EntryNote.objects.count() == 2


def test_what_has_no_place_any_more_is_still_shown_with_why(who: Who, match: Match, record: Record) -> None:
    """The note was taken back meanwhile; the log was replaced; the match is open again."""
    ann = who(name_of(match, "A"))
    send(ann, record)
    number = EntryNote.objects.get().pk
    EntryNote.objects.update(taken_back_at=at(20))
    gone = send(ann, record, number=number, text="Long thought of.")
    assert gone.status_code == 404 and "There is no such note." in gone.content.decode()
    Record.objects.update(replaced_at=at(21))
    late = send(ann, record, text="Long thought of.")
    Record.objects.update(replaced_at=None)
    Match.objects.filter(pk=match.pk).update(state=MatchState.REPORTED)
    again = send(ann, record, text="Long thought of.")
    for answer, why in (
        (gone, "no such note"),
        (late, "Write the note there"),
        (again, "You write notes once"),
    ):
        text = answer.content.decode()
        assert "Long thought of." in text and why in text, why
    assert (late.status_code, again.status_code) == (409, 409)


def test_sent_twice_is_one_note(who: Who, record: Record) -> None:
    jude = who("jude")
    for _ in range(2):
        assert send(jude, record, idempotency_key="k").status_code == 303
    assert EntryNote.objects.count() == 1


def test_a_note_in_the_log_itself_is_shown_to_whoever_has_it(who: Who, match: Match) -> None:
    """The format lets whoever keeps a log write a note beside an entry. Entry 1 is open: all read it. Entry 2 is seen
    by A and B alone: the note goes with what they see."""
    first, second, *rest = WON_BY_A
    noted = (
        first | {"note": "Cut the deck first."},
        second | {"note": "Looked twice.", "seen_by": ["A", "B"]},
        *rest,
    )
    record = attach_log(match, 1, log(*noted), by=player(match, "A"), now=at(10))
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    seen = {
        name: [text in page(who(name), record, entry=n) for n, text in ((1, "Cut the deck"), (2, "Looked"))]
        for name in ("", "jude", name_of(match, "B"))
    }
    assert seen == {"": [True, False], "jude": [True, True], name_of(match, "B"): [True, True]}
    assert marks(page(who(""), record, entry=5)) == "M166 0v8"
    assert marks(page(who("jude"), record, entry=5)) == "M166 0v8M333 0v8"


def test_a_saved_game_has_the_notes_that_everybody_reads(who: Who, match: Match, record: Record) -> None:
    ann, jude = who(name_of(match, "A")), who("jude")
    address = reverse("referee:record_offline", args=[record.pk])
    assert "Seen by all." not in ann.get(address).content.decode()
    send(ann, record, text="Mine alone.")
    send(ann, record, text="For the table.", shown_to="table")
    send(jude, record, text="For judges.")
    send(ann, record, text="Seen by all.", shown_to="all")
    for client in (ann, jude, who("")):
        saved = client.get(address).content.decode()
        assert "Seen by all." in saved
        assert not [text for text in ("Mine alone", "For the table", "For judges") if text in saved]


def test_notes_over_the_api(who: Who, match: Match, record: Record) -> None:
    jude, bob = who("jude"), who(name_of(match, "B"))
    send_json: dict[str, Any] = {"content_type": "application/json"}
    made = jude.post(
        api("entry-notes", record.pk, 2),
        {"text": "Slow.", "shown_to": "table", "seat": "public"},
        **send_json,
    )
    assert made.status_code == 201
    number = made.json()["number"]
    assert made.json() | {"when": ""} == {
        "number": number, "at": 2, "record": record.pk, "entry": 2, "text": "Slow.", "by": actor("jude").label,
        "when": "", "shown_to": "table", "of_judge": True, "changed": False, "mine": True, "may_take_back": True,
    }  # fmt: skip
    (told,) = bob.get(api("record-notes", record.pk)).json()
    assert (told["text"], told["mine"], told["may_take_back"]) == ("Slow.", False, False)
    assert who("").get(api("record-notes", record.pk)).json() == []
    one = api("entry-note", record.pk, number)
    refused = jude.put(one, {"text": "Slow.", "shown_to": "all"}, **send_json)
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    assert jude.put(one, {"text": "Quick."}, **send_json).json()["shown_to"] == "kept"
    assert bob.get(api("record-notes", record.pk)).json() == []
    assert bob.delete(one).status_code == 404 and jude.delete(one).status_code == 204
    assert jude.get(api("record-notes", record.pk)).json() == []


def test_notes_wait_as_verdicts_do(
    who: Who, match: Match, record: Record, verdicts_wait: Callable[[Event], None]
) -> None:
    """Who plays a match of a competitive event now is not helped, also not by his own hand."""
    other, ann = match.round.matches.exclude(pk=match.pk).get(), who(name_of(match, "A"))
    send(ann, record, text="Seen by all.", shown_to="all")
    notes = api("record-notes", record.pk)
    assert len(who(name_of(other, "A")).get(notes).json()) == 1
    verdicts_wait(match.round.event)
    refused = who(name_of(other, "A")).get(notes)
    assert (refused.status_code, refused.json()["code"]) == (403, "own_match_runs")
    assert len(who("").get(notes).json()) == 1
    Match.objects.filter(pk=match.pk).update(state=MatchState.REPORTED)
    assert ann.get(notes).status_code == 403 and send(ann, record).status_code == 403
    assert EntryNote.objects.count() == 1
