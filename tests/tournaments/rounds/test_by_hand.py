"""A pairing changed by hand: what every promise says beside the computed one, one tap for a reason, public history."""

import re
from html import unescape

import pytest
from django.urls import reverse

from tests.tournaments.factories import actor, at, played_round, running_event, running_round, seated, tables
from tests.tournaments.pages.conftest import Who, who  # noqa: F401 the fixture
from tournaments.entrants.changes import drop_entrant, forbid_pair
from tournaments.models.rounds import PairingChange, Round
from tournaments.rounds.broken import broken_by
from tournaments.rounds.by_hand import changes_by_hand
from tournaments.rounds.changes import offer_round, publish_round, swap_entrants
from tournaments.rounds.offered import basis_of, offered_of

pytestmark = pytest.mark.django_db


def winners_together() -> Round:
    """Round 2 of four: A won at both tables of round 1, so the winners meet, and the losers."""
    event = running_event(4, swiss_rounds=3)
    played_round(event)
    return offer_round(event, by=actor("olga"), now=at(60))


def test_every_promise_is_counted_for_both_pairings(who: Who) -> None:  # noqa: F811
    """A winner and the loser of the other table change places: both tables of round 1 are back (two rematches), each
    with three points and none (9 + 9)."""
    round = winners_together()
    one, other = tables(round.event.rounds.get(number=1))
    stays, goes, mate = seated(one, "A"), seated(other, "A"), seated(one, "B")
    assert {frozenset(table["seats"]) for table in offered_of(round).pairing["tables"]} >= {
        frozenset({stays.code, goes.code})
    }
    sam, page = who("sam"), reverse("tournaments:offer", args=[round.event.slug, 2])
    assert "Computed, and as it stands" not in sam.get(page).content.decode()
    swap = reverse("tournaments:swap", args=[round.event.slug, 2])
    both = {"first": goes.pk, "second": mate.pk}
    refused = sam.post(swap, both)
    assert refused.status_code == 400 and "Give a reason" in refused.content.decode()
    assert sam.post(swap, both | {"common": "place"}).status_code == 303
    assert PairingChange.objects.get().reason == "A certain table is needed."
    rows, others = offered_of(round).compared(basis_of(round))
    assert {row.what: (row.computed, row.now) for row in rows} == {
        "no_rematch": (0, 2),
        "no_weak_forbidden": (0, 0),
        "sits_out": (0, 0),
        "one_bye": (0, 0),
        "bye_points": (0, 0),
        "least_difference": (0, 18),
        "fair_floats": (0, 0),
    }
    assert len(others) == 2
    shown = unescape(sam.get(page).content.decode())
    assert shown.count("They met before") == 2 and "Squared differences in points" in shown


def test_the_history_is_public_with_the_round(who: Who) -> None:  # noqa: F811
    round = winners_together()
    goes, mate = seated(tables(round.event.rounds.get(number=1))[0], "A"), None
    pairing = offered_of(round).pairing
    at_table = next(table for table in pairing["tables"] if goes.code not in table["seats"])
    mate = round.event.entrants.get(code=at_table["seats"][0])
    swap_entrants(round, goes, mate, reason="One of them cannot climb stairs.", by=actor("sam"), now=at(61))
    publish_round(round, by=actor("olga"), now=at(62))
    text = unescape(who("player1").get(f"/events/{round.event.slug}/rounds/2/").content.decode())
    assert "One of them cannot climb stairs." in text
    assert re.search(rf"{goes.name}: Table \d → Table \d", " ".join(text.split()))


def test_changes_kept_from_an_offer_before_stay_in_the_history_and_dropped_ones_do_not() -> None:
    for by_hand, expected in (("keep", ["Mine."]), ("drop", [])):
        event = running_event(6, name=by_hand)
        round = offer_round(event, by=actor("olga"), now=at(0))
        first, second = (table["seats"][0] for table in offered_of(round).pairing["tables"][:2])
        people = [event.entrants.get(code=code) for code in (first, second)]
        swap_entrants(round, *people, reason="Mine.", by=actor("sam"), now=at(1))
        drop_entrant(event.entrants.exclude(code__in=[first, second]).first(), by=actor("olga"), now=at(2))
        offer_round(event, by=actor("olga"), now=at(3), by_hand=by_hand)
        assert [change.said_reason for change in changes_by_hand(round)] == expected


def test_a_change_that_breaks_a_weak_pair_or_gives_a_second_bye_is_said(who: Who) -> None:  # noqa: F811
    event = running_event(5, swiss_rounds=3)
    had = seated(played_round(event).matches.get(is_bye=True), "A")
    round = running_round(event, 60)
    holder = seated(round.matches.get(is_bye=True), "A")
    assert "second_bye" in broken_by(round, had, [holder.pk])[holder.pk]
    assert "second_bye" in broken_by(round, holder, [had.pk])[had.pk]
    one, other = tables(round)
    chosen, goes, stays = seated(one, "A"), seated(other, "A"), seated(other, "B")
    forbid_pair(
        *sorted((chosen, stays), key=lambda each: each.pk), strength="weak", by=actor("olga"), now=at(61)
    )
    broken = broken_by(round, chosen, [goes.pk, stays.pk])
    assert "apart" in broken[goes.pk] and "apart" not in broken.get(stays.pk, set())
    page = who("sam").get(f"/events/{event.slug}/rounds/2/change/", {"who": chosen.pk}).content.decode()
    assert "Should not meet</strong>" in page
    answer = who("sam").post(
        f"/events/{event.slug}/rounds/2/change/", {"who": chosen.pk, "other": goes.pk, "common": "late"}
    )
    assert answer.status_code == 303
    assert PairingChange.objects.get().reason == "Somebody came late or left."
