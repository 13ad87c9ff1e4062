"""Penalties given, changed and taken back in the same moment."""

import pytest

from tests.tournaments.factories import actor, at, player, running_event, running_round, seated, tables, win
from tests.tournaments.penalties.people import CAUTION, GAME, MATCH
from tests.tournaments.races.together import together
from tournaments.models.penalties import Penalty, PointAdjustment
from tournaments.models.results import Result
from tournaments.models.rounds import Match
from tournaments.penalties.changes import Given, change_penalty, give_penalty, take_back_penalty
from tournaments.results.changes import report_result

pytestmark = pytest.mark.django_db(transaction=True)


def first_table(**choices: object) -> Match:
    return tables(running_round(running_event(4, **choices)))[0]


@pytest.mark.parametrize("infraction", [CAUTION, GAME])
def test_two_judges_who_give_the_same_at_once_give_it_once(infraction: str) -> None:
    match = first_table()
    ann, event = seated(match, "A"), match.round.event
    who = [actor("jude"), actor("hedda")] * 2
    answers = together(
        *[
            lambda by=by: (
                give_penalty(event, ann, Given(infraction, seen=0), by=by, now=at(5), match=match).pk
            )
            for by in who
        ]
    )
    assert answers == [("done", Penalty.objects.get().pk)] * 4
    assert event.journal.filter(kind="penalty").count() == 1
    # a match of one game: a point is taken, once
    assert PointAdjustment.objects.count() == (infraction == GAME)


def test_a_match_loss_and_a_report_at_once_leave_one_result() -> None:
    match = first_table()
    ann, by = seated(match, "A"), player(match, "A")
    together(
        lambda: give_penalty(match.round.event, ann, Given(MATCH), by=actor("jude"), now=at(5), match=match),
        lambda: report_result(match, win("A"), by=by, now=at(5)),
    )
    standing = Result.objects.get(match=match, replaced_at=None)
    assert standing.outcome == {"kind": "match_loss", "winner": "B"}
    assert Match.objects.get(pk=match.pk).state == "decided"


def test_changed_and_taken_back_at_once_one_of_them_looks_again() -> None:
    match = first_table()
    given = give_penalty(
        match.round.event, seated(match, "A"), Given(CAUTION), by=actor("hedda"), now=at(5), match=match
    )
    hedda = actor("hedda")
    answers = together(
        lambda: change_penalty(given, "warning", reason="x", by=hedda, now=at(6)).pk,
        lambda: take_back_penalty(given, reason="x", by=hedda, now=at(6)).pk,
    )
    assert Penalty.objects.filter(replaced_at=None).count() == 1
    assert sorted(kind for kind, _ in answers) == ["done", "refused"]
    assert Penalty.objects.filter(replaces=given).count() == 1
