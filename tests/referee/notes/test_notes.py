"""Notes at entries: who writes, who reads, what becomes of them. A and B played the toy game; Jude judges."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from referee.judging import own_match
from referee.models.notes import EntryNote, ShownTo
from referee.models.records import Record
from referee.notes.same_entry import hashes_of, place_in
from referee.records.changes import attach_log
from referee.records.tasks import superseded
from rules.kernel.entries import PUBLIC
from tests.referee.logs import ILLEGAL, WON_BY_A, log, secret_log
from tests.referee.notes.noting import (
    SPECTATOR,
    STRANGER,
    change,
    decided,
    fresh,
    other_table,
    read,
    read_by,
    write,
)
from tests.rules.kernel.helpers import draw
from tests.tournaments.factories import actor, at, player, seated
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound
from tournaments.leaving.changes import delete_entry
from tournaments.leaving.queries import data_of_entry
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, State
from tournaments.models.rounds import Match, MatchState

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere, pytest.mark.usefixtures("verdicts_told")]


def test_a_players_note_is_his_own_until_he_shows_it(record: Record) -> None:
    record = decided(record)
    ann = player(record.match, "A")
    number = write(record, ann)
    assert read_by(record) == {"A"}
    change(record, number, ann, "Look here.", "table")
    assert read_by(record) == {"A", "B", "jude", "olga"}
    change(record, number, ann, "Look here.", "all")
    assert read_by(record) == {"A", "B", "jude", "olga", "other", "stranger", "nobody"}
    change(record, number, ann, "Look here.", "kept")
    assert read_by(record) == {"A"}


def test_a_players_note_bears_the_name_he_plays_under(record: Record) -> None:
    """Not that of the account, which others at the event need not know."""
    record = decided(record)
    write(record, player(record.match, "A"), shown_to="all")
    Entrant.objects.filter(pk=seated(record.match, "A").pk).update(name="The Red Queen")
    (note,) = read(fresh(record.pk), SPECTATOR)
    assert note.by == "The Red Queen"


def test_a_judges_note_is_for_judges_until_it_is_shown(record: Record) -> None:
    record = decided(record)
    number = write(record, actor("jude"))
    assert read_by(record) == {"jude", "olga"}
    change(record, number, actor("jude"), "Look here.", "table", seat=PUBLIC)
    assert read_by(record) == {"A", "B", "jude", "olga"}


def test_what_is_shown_waits_for_the_match_and_is_hidden_while_it_is_open_again(record: Record) -> None:
    """Nobody is helped while he plays: not by a judge's note, not by his opponent's."""
    ann, jude = player(record.match, "A"), actor("jude")
    with pytest.raises(Conflict, match="once the match is decided"):
        write(record, ann)
    with pytest.raises(Conflict, match="cannot be shown from here"):
        write(record, jude, shown_to="all", seat=PUBLIC)
    write(record, jude)
    assert read_by(record) == {"jude", "olga"}
    record = decided(record)
    write(record, ann, shown_to="all")
    record = decided(record, MatchState.REPORTED)
    assert [note.by for note in read(record, player(record.match, "B"))] == []
    assert len(read(record, ann)) == 1 and len(read(record, jude)) == 2


def test_who_plays_a_competitive_match_writes_nothing(
    record: Record, verdicts_wait: Callable[[Event], None]
) -> None:
    verdicts_wait(record.match.round.event)
    with pytest.raises(own_match.OwnMatchRuns):
        write(record, player(record.match, "A"))


def test_a_judge_shows_only_what_he_wrote_looking_at_what_everybody_sees(record: Record) -> None:
    """He sees both hands; a note to others is written from the view that they have."""
    record, jude = decided(record), actor("jude")
    for seat in ("", "A"):
        for shown_to in ("table", "all"):
            with pytest.raises(Conflict, match="cannot be shown from here"):
                write(record, jude, shown_to=shown_to, seat=seat)
    kept = write(record, jude, "B holds a 9.")
    with pytest.raises(Conflict, match="cannot be shown from here"):
        change(record, kept, jude, "B holds a 9.", "all")
    write(record, jude, "A waited long.", "all", seat=PUBLIC)
    assert [note.text for note in read(record, SPECTATOR)] == ["A waited long."]
    # Looking as another he sees what that one reads, and what he wrote from there for himself.
    assert [note.text for note in read(record, jude, PUBLIC)] == ["A waited long."]
    write(record, jude, "Ask A.", seat="A")
    assert [note.text for note in read(record, jude, "A")] == ["A waited long.", "Ask A."]
    assert len(read(record, jude)) == 3


def test_a_player_who_looks_as_everybody_reads_what_everybody_reads(record: Record) -> None:
    record = decided(record)
    ann = player(record.match, "A")
    write(record, ann, "I held a 9.")
    assert read(record, ann, PUBLIC) == []
    write(record, ann, "Seen from outside.", seat=PUBLIC)
    assert [note.text for note in read(record, ann, PUBLIC)] == ["Seen from outside."]
    assert len(read(record, ann)) == 2


def test_who_may_not_write(record: Record, event: Event) -> None:
    record = decided(record)
    for who in (actor(STRANGER), SPECTATOR, actor("sam"), player(other_table(record.match), "A")):
        with pytest.raises(NotAllowed, match="players of the match and by judges"):
            write(record, who)
    assert not EntryNote.objects.exists()
    Event.objects.filter(pk=event.pk).update(state=State.FINISHED)
    write(fresh(record.pk), player(record.match, "B"))


@pytest.mark.parametrize("n", [0, 7, 10**9])
def test_an_entry_that_is_not_there(record: Record, n: int) -> None:
    with pytest.raises(NotFound, match="entries 1 to 6"):
        write(record, actor("jude"), n=n)


@pytest.mark.parametrize("text", ["", " \n ", "x" * 501, "a\u202eb"])
def test_a_note_is_a_short_text(record: Record, text: str) -> None:
    with pytest.raises(Invalid):
        write(record, actor("jude"), text)
    assert not EntryNote.objects.exists()


def test_a_note_stands_at_the_same_entry_of_the_log_that_replaces_its_own(match: Match) -> None:
    """A's log, which is not over, is sent again with a draw before everything: what was entry 5 is entry 6. Entry 1, a
    draw by A, stands there twice, and still at its place; A's card laid down, 2, is 3; B's draw, 3, is 4."""
    ann, begun = player(match, "A"), WON_BY_A[:5]
    made = attach_log(match, 1, log(*begun), by=ann, now=at(10))
    record = decided(fresh(made.pk))
    for n in (1, 2, 3, 5):
        write(record, ann, f"At {n}.", n=n)
    newer = attach_log(match, 1, log(draw("A"), *begun), by=actor("jude"), seat="A", now=at(40))
    told = {note.text: (note.at, note.record, note.entry) for note in read(fresh(newer.pk), ann)}
    assert newer.pk != record.pk and told == {
        "At 1.": (1, record.pk, 1),
        "At 2.": (3, record.pk, 2),
        "At 3.": (4, record.pk, 3),
        "At 5.": (6, record.pk, 5),
    }
    with pytest.raises(Conflict, match="Write the note there"):
        write(fresh(record.pk), ann)
    assert len(read(fresh(record.pk), ann)) == 4
    # and the old log is kept while a note stands at it
    Event.objects.update(state=State.FINISHED)
    assert not superseded(at(41) + timedelta(days=31)).exists()
    EntryNote.objects.update(taken_back_at=at(41))
    assert superseded(at(41) + timedelta(days=31)).get().pk == record.pk


def test_where_an_entry_stands_twice_or_nowhere_a_note_has_no_place() -> None:
    assert place_in("abcb", "a", 1) == 1
    assert place_in("xabc", "a", 1) == 2
    assert place_in("xbab", "b", 1) is None
    assert place_in("xbab", "b", 4) == 4
    assert place_in("xyz", "a", 1) is None


def test_the_same_entry_is_known_by_what_everybody_sees_of_it(match: Match) -> None:
    """Two logs that differ in a hidden card alone have the same hashes; where a card is open they part."""
    one = attach_log(match, 1, secret_log("Number 9"), by=player(match, "A"), now=at(10))
    two = attach_log(match, 1, secret_log("Number 3"), by=player(match, "A"), now=at(11))
    assert hashes_of(fresh(one.pk)) == hashes_of(fresh(two.pk))
    three = attach_log(match, 1, log(*WON_BY_A), by=actor("jude"), now=at(12))
    four = attach_log(match, 1, log(*ILLEGAL), by=actor("jude"), seat="B", now=at(13))
    same = [a == b for a, b in zip(hashes_of(fresh(three.pk)), hashes_of(fresh(four.pk)), strict=False)]
    assert same == [True, True, True, True, False, False]


def test_who_leaves_takes_the_notes_along_and_a_judges_lose_the_name(record: Record) -> None:
    record = decided(record)
    match, ann = record.match, player(record.match, "A")
    entrant = seated(match, "A")
    write(record, ann, "Mine.", "all")
    write(record, actor("jude"), f"{entrant.name} waited long.", "all", seat=PUBLIC)
    told = data_of_entry(entrant)["entry_notes"]
    assert [(row["text"], row["shown_to"]) for row in told] == [("Mine.", "all")]
    entrant.user = None
    entrant.save()
    delete_entry(entrant, by=Actor.of_entrant(entrant), now=at(50))
    assert [row.text for row in EntryNote.objects.all()] == ["A former player waited long."]


def test_the_three_circles_have_words() -> None:
    assert [one.value for one in ShownTo] == ["kept", "table", "all"]
