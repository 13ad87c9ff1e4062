"""Penalties given: by the policy, stepped up, by whom; put in the place of others; taken back."""

from __future__ import annotations

import pytest

from tests.tournaments.factories import (
    actor,
    at,
    player,
    running_event,
    running_round,
    seated,
    tables,
    win,
)
from tests.tournaments.penalties.people import CAUTION, GAME, MATCH, OUT, WARNING, give, with_policy
from tournaments.access import Actor
from tournaments.entrants.changes import reinstate_entrant
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound, ReasonNeeded
from tournaments.events.life import finish_event
from tournaments.events.staff import grant_role, revoke_role
from tournaments.events.stand_in import name_stand_in
from tournaments.models.entrants import Entrant, Status
from tournaments.models.events import Event, StaffRole
from tournaments.models.penalties import Penalty
from tournaments.models.rounds import Match
from tournaments.penalties.changes import PenaltiesChanged, change_penalty, take_back_penalty
from tournaments.penalties.head_judge import acts_as_head_judge, head_judge_at
from tournaments.penalties.queries import newest_of, own_penalties, penalties_for
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def first_table(**choices: object) -> Match:
    return tables(running_round(running_event(4, **choices)))[0]


def test_each_infraction_steps_up_for_itself_with_the_reason() -> None:
    match, jude = first_table(), actor("jude")
    ann = seated(match, "A")
    kinds = [give(ann, CAUTION, minute, by=jude).penalty for minute in (1, 2, 3, 4)]
    assert kinds == ["caution", "warning", "game_loss", "game_loss"]
    assert give(ann, WARNING, 5, by=jude).penalty == "warning"
    assert give(seated(match, "B"), CAUTION, 6, by=jude).penalty == "caution"
    assert [row.time for row in own_penalties(ann)] == [1, 2, 3, 4, 1]
    taken = own_penalties(ann)[1]
    take_back_penalty(taken, reason="He was asked to wait.", by=jude, now=at(7))
    # three stand: the fourth is what the policy says about the fourth
    assert give(ann, CAUTION, 8, by=jude).time == 4


def test_it_is_written_down_for_staff_alone() -> None:
    match = first_table()
    give(seated(match, "A"), CAUTION, note="Counted the pile again.")
    line = match.round.event.journal.get(kind="penalty")
    assert line.text == f"{seated(match, 'A').name}, Slow play: caution." and not line.public


def test_only_the_head_judge_goes_beyond_or_below_and_says_why() -> None:
    match = first_table()
    ann = seated(match, "A")
    with pytest.raises(NotAllowed, match="Ask Hedda"):
        give(ann, CAUTION, by=actor("jude"), penalty="warning", reason="Again and again.")
    with pytest.raises(ReasonNeeded, match="says caution"):
        give(ann, CAUTION, penalty="warning")
    row = give(ann, CAUTION, penalty="warning", reason="Again and again.")
    assert (row.penalty, row.by_policy, row.reason) == ("warning", "caution", "Again and again.")
    # by the same policy nothing needs a reason, and none is kept
    assert give(ann, WARNING, penalty="warning", reason="x").reason == ""


def test_an_organiser_acts_as_head_judge_only_where_there_is_none() -> None:
    match = first_table()
    event, ann, olga = match.round.event, seated(match, "A"), actor("olga")
    with pytest.raises(NotAllowed, match="head judge"):
        give(ann, CAUTION, by=olga, penalty="warning", reason="x")
    revoke_role(StaffRole.objects.get(event=event, role="head_judge"), by=olga, now=at(1))
    assert give(ann, CAUTION, 2, by=olga, penalty="warning", reason="x").penalty == "warning"
    # a head judge who plays at this table decides nothing there
    grant_role(event, "hedda", "head_judge", by=olga, now=at(3))
    Entrant.objects.filter(pk=seated(match, "B").pk).update(user=actor("hedda").user)
    assert give(ann, WARNING, 4, by=olga, penalty="caution", reason="x").penalty == "caution"
    with pytest.raises(NotAllowed, match="does not play at this table"):
        give(ann, WARNING, 5)


@pytest.mark.parametrize("who", ["sam", "player1", "somebody"])
def test_others_give_none(who: str) -> None:
    match = first_table()
    with pytest.raises(NotAllowed):
        give(seated(match, "B"), CAUTION, by=actor(who))


def test_staff_who_play_neither_punish_their_table_nor_themselves() -> None:
    one, other = tables(running_round(running_event(4)))
    mine = seated(one, "A")
    Entrant.objects.filter(pk=mine.pk).update(user=actor("jude").user)
    for entrant in (mine, seated(one, "B")):
        with pytest.raises(NotAllowed):
            give(entrant, CAUTION, by=actor("jude"))
    given = give(seated(other, "B"), CAUTION, by=actor("jude"))
    at_mine = give(seated(one, "B"), CAUTION, 6)
    seen = set(penalties_for(actor("jude"), one.round.event))
    assert given in seen and at_mine not in seen
    with pytest.raises(NotAllowed):
        take_back_penalty(at_mine, reason="x", by=actor("jude"), now=at(7))


def test_who_stands_in_decides_at_the_tables_of_an_organiser_who_plays() -> None:
    match, other = tables(running_round(running_event(4)))
    event, olga = match.round.event, actor("olga")
    for role in StaffRole.objects.filter(event=event).exclude(role="organiser"):
        revoke_role(role, by=olga, now=at(0))
    Entrant.objects.filter(pk=seated(match, "A").pk).update(user=olga.user)
    named = seated(other, "A")
    name_stand_in(event, by=olga, now=at(0), entrant=named)
    stands_in = player(other, "A")
    row = give(seated(match, "B"), CAUTION, by=stands_in, penalty="warning", reason="Shouted.")
    assert row.penalty == "warning"
    with pytest.raises(NotAllowed):
        give(seated(other, "B"), CAUTION, by=stands_in)


def test_of_many_tables_at_once_the_same_is_said_as_of_each() -> None:
    """A head judge who plays at one, an organiser who plays at another, a stand-in, and others."""
    matches = tables(running_round(running_event(8)))
    event, olga = matches[0].round.event, actor("olga")
    Entrant.objects.filter(pk=seated(matches[0], "A").pk).update(user=actor("hedda").user)
    Entrant.objects.filter(pk=seated(matches[1], "B").pk).update(user=olga.user)
    name_stand_in(event, by=olga, now=at(0), entrant=seated(matches[2], "A"))
    event.refresh_from_db()
    said = {}
    for who in (
        actor("hedda"),
        olga,
        actor("jude"),
        player(matches[2], "A"),
        actor("anybody"),
        Actor.system(),
    ):
        each = {match.pk for match in tables(matches[0].round) if acts_as_head_judge(who, event, match)}
        assert head_judge_at(who, event, tables(matches[0].round)) == each
        said[who.label] = len(each)
    assert (said["Hedda"], said["Olga"], said["Jude"]) == (3, 1, 0)


def test_what_is_no_penalty_is_refused() -> None:
    match, other = tables(running_round(running_event(4)))
    ann = seated(match, "A")
    with pytest.raises(Invalid, match="no such infraction"):
        give(ann, "whistling")
    with pytest.raises(Invalid, match="no such penalty"):
        give(ann, CAUTION, penalty="death", reason="x")
    with pytest.raises(Invalid):
        give(ann, GAME, game=10)
    with pytest.raises(NotFound):
        give(ann, CAUTION, match=other)
    with pytest.raises(NotFound):
        give(seated(other, "A"), CAUTION, match=match)
    assert not Penalty.objects.exists()


def test_what_came_since_the_giver_looked_is_the_same_or_stops_it() -> None:
    match = first_table()
    ann, seen = seated(match, "A"), newest_of(seated(match, "A"))
    first = give(ann, CAUTION, 5, by=actor("jude"), seen=seen)
    assert give(ann, CAUTION, 5, by=actor("hedda"), seen=seen) == first and Penalty.objects.count() == 1
    with pytest.raises(PenaltiesChanged):
        give(ann, WARNING, 6, seen=seen)
    second = give(ann, CAUTION, 7, seen=newest_of(ann))
    assert (second.penalty, second.time) == ("warning", 2)


def test_another_one_takes_its_place_and_nothing_is_written_over() -> None:
    match = first_table(games_per_match=3)
    ann, hedda = seated(match, "A"), actor("hedda")
    first = give(ann, GAME, by=actor("jude"), note="61 cards.")
    before = Penalty.objects.values().get(pk=first.pk)
    with pytest.raises(NotAllowed, match="head judge"):
        change_penalty(first, "warning", reason="x", by=actor("jude"), now=at(6))
    second = change_penalty(first, "warning", reason="A basic card too many.", by=hedda, now=at(7))
    assert (second.penalty, second.by_policy, second.note) == ("warning", "game_loss", "61 cards.")
    assert change_penalty(second, "warning", reason="x", by=hedda, now=at(8)) == second
    with pytest.raises(Conflict, match="meanwhile"):
        change_penalty(first, "caution", reason="x", by=hedda, now=at(9))
    after = Penalty.objects.values().get(pk=first.pk)
    assert after.pop("replaced_at") == at(7) and before | {"replaced_at": None} == after | {
        "replaced_at": None
    }
    third = take_back_penalty(second, reason="Counted again.", by=hedda, now=at(10))
    assert third.taken_back and third.reason == "Counted again." and not own_penalties(ann)
    assert take_back_penalty(second, reason="Counted again.", by=hedda, now=at(11)) == third
    assert Penalty.objects.count() == 3


def test_who_gave_it_takes_it_back_and_the_head_judge() -> None:
    match, olga = first_table(), actor("olga")
    grant_role(match.round.event, actor("jo").label.lower(), "judge", by=olga, now=at(1))
    row = give(seated(match, "A"), CAUTION, by=actor("jude"))
    with pytest.raises(NotAllowed):
        take_back_penalty(row, reason="x", by=actor("jo"), now=at(6))
    assert take_back_penalty(row, reason="x", by=actor("jude"), now=at(7)).taken_back


def test_a_disqualification_is_the_head_judge_s_and_is_taken_back_with_its_penalty() -> None:
    match = first_table()
    ann, hedda = seated(match, "A"), actor("hedda")
    with pytest.raises(NotAllowed, match="Only the head judge disqualifies"):
        give(ann, OUT, by=actor("jude"))
    row = give(ann, OUT, note="A card up the sleeve.")
    ann.refresh_from_db()
    assert ann.status == Status.DISQUALIFIED
    assert match.results.get(replaced_at=None).outcome == {"kind": "match_loss", "winner": "B"}
    with pytest.raises(Conflict, match="disqualified"):
        give(ann, CAUTION, 6)
    take_back_penalty(row, reason="It was a token.", by=hedda, now=at(7))
    ann.refresh_from_db()
    assert ann.status == Status.PLAYING
    # reinstated by hand before: taking it back changes nothing more
    again = give(ann, OUT, 8)
    reinstate_entrant(ann, reason="x", by=hedda, now=at(9))
    take_back_penalty(again, reason="x", by=hedda, now=at(10))
    ann.refresh_from_db()
    assert ann.status == Status.PLAYING


def test_the_event_s_policy_is_the_one_it_started_with() -> None:
    match = first_table()
    with_policy(match.round.event, infractions=[{"id": "tardiness", "what": "Late.", "steps": ["warning"]}])
    with pytest.raises(Invalid):
        give(seated(match, "A"), CAUTION)
    assert give(seated(match, "A"), "tardiness").penalty == "warning"


def test_over_is_over() -> None:
    match, other = tables(running_round(running_event(4)))
    event: Event = match.round.event
    row = give(seated(match, "A"), MATCH)
    enter_result(other, win("A"), by=actor("sam"), now=at(20))
    finish_round(match.round, by=actor("olga"), now=at(30))
    finish_event(event, reason="Enough.", by=actor("olga"), now=at(40))
    with pytest.raises(Conflict):
        give(seated(match, "A"), CAUTION, 50)
    with pytest.raises(Conflict):
        take_back_penalty(row, reason="x", by=actor("hedda"), now=at(50))
