"""Pairs kept apart, and byes awarded ahead."""

import pytest

from tests.tournaments.factories import actor, at, open_event, published_round, running_event, walk_in
from tournaments.entrants.changes import award_bye, forbid_pair, lift_awarded_bye, lift_forbidden_pair
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.projection import facts_of

pytestmark = pytest.mark.django_db


def test_a_pair_is_kept_once_whichever_way_round() -> None:
    event = open_event(2)
    one, other = event.entrants.all()
    pair = forbid_pair(other, one, "absolute", by=actor("olga"), now=at(0))
    assert forbid_pair(one, other, "absolute", by=actor("olga"), now=at(1)) == pair
    weak = forbid_pair(one, other, "weak", by=actor("olga"), now=at(2))
    assert list(event.forbidden_pairs.filter(lifted_at=None)) == [weak]
    facts = {entrant.id: entrant.forbidden for entrant in facts_of(event).entrants}
    assert (facts["P01"].absolute, facts["P01"].weak, facts["P02"].weak) == ((), ("P02",), ("P01",))
    lift_forbidden_pair(weak, by=actor("olga"), now=at(3))
    assert facts_of(event).entrants[0].forbidden.weak == ()


def test_pairs_that_make_no_sense() -> None:
    event = open_event(2)
    one, other = event.entrants.all()
    with pytest.raises(Invalid):
        forbid_pair(one, one, "weak", by=actor("olga"), now=at(0))
    with pytest.raises(Invalid):
        forbid_pair(one, other, "maybe", by=actor("olga"), now=at(0))
    with pytest.raises(NotFound):
        forbid_pair(one, walk_in(open_event(name="Other")), "weak", by=actor("olga"), now=at(0))


def test_a_bye_is_awarded_for_rounds_to_come_only() -> None:
    event = running_event(4)
    one = event.entrants.get(code="P01")
    bye = award_bye(one, 2, by=actor("olga"), now=at(-1))
    assert award_bye(one, 2, by=actor("olga"), now=at(-1)) == bye
    published_round(event)
    with pytest.raises(Conflict, match="published already"):
        award_bye(one, 1, by=actor("olga"), now=at(0))
    lift_awarded_bye(bye, by=actor("olga"), now=at(1))
    assert facts_of(event).entrants[0].awarded_byes == ()
    with pytest.raises(Invalid):
        award_bye(one, 0, by=actor("olga"), now=at(1))
