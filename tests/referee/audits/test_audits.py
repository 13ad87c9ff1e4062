"""Logs of an event held against the lists of its players: who sees it, what is kept, what is asked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.urls import reverse

from referee.audits import making, work
from referee.audits.changes import audit_waiting, dispute_audit
from referee.audits.queries import seat_audits, tally_of
from referee.disputes.reading import dispute_of, rows_for
from referee.models.audits import DeckAudit
from referee.models.disputes import Kind, RowKind
from referee.models.records import Record
from referee.records.changes import attach_log
from referee.records.queries import records
from tests.referee.conftest import Who, table
from tests.referee.logs import WON_BY_A, log
from tests.rules.kernel.helpers import deck, draw
from tests.rules.kernel.toy import ToyGame
from tests.tournaments.factories import actor, at, player, seated
from tournaments.decks.changes import submit_deck
from tournaments.errors import Conflict, NotAllowed
from tournaments.jobs.working import work_for
from tournaments.models.events import Event
from tournaments.models.rounds import Match

pytestmark = pytest.mark.django_db

#: A plays a 9 and B a 3 in ``WON_BY_A``
FITS, LACKS = deck(Number_9=1, Blank=5), deck(Number_8=1, Blank=5)


@pytest.fixture(autouse=True)
def with_lists(event: Event, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """The event takes lists; of the toy game any list is legal."""
    Event.objects.filter(pk=event.pk).update(deck_lists="optional")
    match.round.event.refresh_from_db()
    monkeypatch.setattr(ToyGame, "check_deck", lambda *_: [])


def hand_in(match: Match, letter: str, cards: dict[str, Any], minute: float = -1) -> None:
    submit_deck(seated(match, letter), cards, by=actor("sam"), now=at(minute))


def kept(match: Match, *entries: dict[str, Any], minute: float = 10) -> Record:
    """A's log of the match, read afresh."""
    made = attach_log(match, 1, log(*(entries or WON_BY_A)), by=player(match, "A"), now=at(minute))
    return records().get(pk=made.pk)


def proved(record: Record) -> dict[str, list[str] | None]:
    """By seat what contradicts its list, as a judge is told; None where there is no list."""
    return {
        one.letter: None if one.audit is None else [c["name"] for c in one.audit.contradictions]
        for one in seat_audits(record, by=actor("jude"), now=at(20))
    }


def test_each_seat_is_held_against_the_list_of_its_player(match: Match) -> None:
    hand_in(match, "A", FITS)
    assert proved(kept(match)) == {"A": [], "B": None}
    hand_in(match, "B", deck(Number_9=5))
    assert proved(records().get()) == {"A": [], "B": ["Number 3"]}
    assert not DeckAudit.objects.exists()


def test_the_list_counts_that_stood_when_the_round_began(match: Match) -> None:
    hand_in(match, "A", LACKS, -2)
    hand_in(match, "A", FITS, 5)  # too late
    assert proved(kept(match)) == {"A": ["Number 9"], "B": None}


def test_the_page_shows_what_is_contradicted_and_by_which_entries(match: Match, who: Who) -> None:
    hand_in(match, "A", LACKS)
    record = kept(match)
    shown = who("jude").get(reverse("referee:record_audit", args=[record.pk])).content.decode()
    assert "“Number 9” was there, and the list does not have it" in shown
    assert f'href="/records/{record.pk}/?entry=5"' in shown and "Open a dispute" in shown
    assert "has handed in no deck list" in shown
    german = who("jude").get(
        reverse("referee:record_audit", args=[record.pk]), headers={"accept-language": "de"}
    )
    assert "„Number 9“ war da und steht nicht in der Liste" in german.content.decode()


@pytest.mark.parametrize("name", ["", "stranger", "player1", "player2", "player3", "sam"])
def test_it_is_for_judges_who_do_not_play(match: Match, who: Who, name: str) -> None:
    hand_in(match, "A", LACKS)
    record = kept(match)
    event = match.round.event
    for address in (
        reverse("referee:record_audit", args=[record.pk]),
        reverse("referee:deck_audits", args=[event.slug]),
        reverse("referee-api:record-audit", args=[record.pk]),
        reverse("referee-api:deck-audits", args=[event.slug]),
    ):
        answer = who(name).get(address)
        assert answer.status_code in (302, 401, 403), address
        assert b"Number 9" not in answer.content
    for address in (
        reverse("referee:deck_audits", args=[event.slug]),
        reverse("referee:audit_dispute", args=[record.pk]),
    ):
        assert who(name).post(address, {"seat": "A"}).status_code in (302, 401, 403), address
    assert not DeckAudit.objects.exists()
    for page in (
        reverse("referee:record_upload", args=[match.pk]),
        reverse("referee:record_page", args=[record.pk]),
    ):
        assert b"/audit/" not in who(name).get(page).content
    for page in (
        reverse("referee:record_upload", args=[match.pk]),
        reverse("referee:record_page", args=[record.pk]),
    ):
        assert f"/records/{record.pk}/audit/".encode() in who("jude").get(page).content


def test_all_logs_of_an_event_are_audited_once(
    event: Event, match: Match, who: Who, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = table(event, 1)
    for one in (match, other):
        hand_in(one, "A", FITS if one == match else LACKS)
        kept(one)
    address = reverse("referee:deck_audits", args=[event.slug])
    before = who("hedda").get(address).content.decode()
    assert "Audit 2 logs" in before and "Nothing has been audited yet." in before
    assert who("hedda").post(address).status_code == 303
    shown = who("hedda").get(address).content.decode()
    assert "Number 9" in shown and shown.count("data-row=") == 1 and "Audit 2 logs" not in shown
    assert who("hedda").get(address + "?show=all").content.decode().count("data-row=") == 2
    # once more: nothing is left, and nothing is made again
    monkeypatch.setattr(making, "audit", None)
    assert audit_waiting(event, by=actor("jude"), now=at(30)).waiting == ()
    assert proved(records().get(match=other)) == {"A": ["Number 9"], "B": None}
    tally = tally_of(event, by=actor("jude"))
    assert (tally.audited, tally.unlisted) == (2, 2)


def test_a_log_that_took_anothers_place_is_audited_and_the_other_is_told_of_no_more(
    event: Event, match: Match
) -> None:
    hand_in(match, "A", LACKS)
    kept(match, draw("A"))
    assert audit_waiting(event, by=actor("jude"), now=at(15)).audited == 1
    kept(match, draw("A", "Number 9", "Blank"), minute=16)
    assert len(tally_of(event, by=actor("jude")).waiting) == 1
    audit_waiting(event, by=actor("jude"), now=at(17))
    assert [row.against for row in DeckAudit.objects.order_by("record_id")] == [0, 1]
    assert tally_of(event, by=actor("jude")).audited == 1


def test_many_logs_are_audited_as_long_work(
    event: Event, match: Match, who: Who, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = []
    for one in (match, table(event, 1)):
        hand_in(one, "A", FITS)
        numbers.append(kept(one).pk)
    entries = sum(record.entries for record in Record.objects.filter(pk__in=numbers))
    monkeypatch.setattr(work, "MOST_ENTRIES", entries - 1)
    tally = audit_waiting(event, by=actor("jude"), now=at(15))
    assert tally.job is not None and len(tally.waiting) == 2 and tally.audited == 0
    assert audit_waiting(event, by=actor("hedda"), now=at(16)).job == tally.job, "one job, whoever asks"
    page = reverse("referee:deck_audits", args=[event.slug])
    assert f"/jobs/{tally.job}/" in who("jude").get(page).content.decode()
    assert who("jude").post(page)["Location"] == f"/jobs/{tally.job}/"
    assert who("sam").get(f"/jobs/{tally.job}/").status_code == 404
    while work_for():
        pass
    tally = tally_of(event, by=actor("jude"))
    assert (tally.job, tally.waiting, tally.audited) == (None, (), 2)
    assert DeckAudit.objects.count() == 2
    monkeypatch.setattr(work, "MOST_ENTRIES", entries)
    DeckAudit.objects.all().delete()
    assert audit_waiting(event, by=actor("jude"), now=at(17)).audited == 2


def test_other_rules_ask_for_another_audit(
    event: Event, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(match, "A", FITS)
    kept(match)
    audit_waiting(event, by=actor("jude"), now=at(15))
    for place in ("referee.audits.queries.rules_of", "referee.audits.making.rules_of"):
        monkeypatch.setattr(place, lambda game: "0" * 64)
    assert len(tally_of(event, by=actor("jude")).waiting) == 1


def test_a_log_that_cannot_be_audited_is_said_to_be_so(
    event: Event, match: Match, who: Who, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(match, "A", FITS)
    record = kept(match)

    def fails(*_: object) -> None:
        raise RuntimeError("an engine fails")

    monkeypatch.setattr(making, "audit", fails)
    assert audit_waiting(event, by=actor("jude"), now=at(15)).audited == 1
    assert DeckAudit.objects.get().failed
    shown = who("jude").get(reverse("referee:record_audit", args=[record.pk])).content.decode()
    assert "cannot be audited" in shown and "Open a dispute" not in shown


# -- a dispute ---------------------------------------------------------------------------------------------------------


def test_a_dispute_tells_the_judges_alone_what_is_contradicted(event: Event, match: Match, who: Who) -> None:
    hand_in(match, "A", LACKS)
    record = kept(match)
    answer = who("jude").post(reverse("referee:audit_dispute", args=[record.pk]), {"seat": "A"})
    assert answer.status_code == 303
    dispute = record.disputes.get(kind=Kind.NOTED)
    assert (dispute.kind, dispute.entry) == (Kind.NOTED, 5)
    assert "Number" not in dispute.question
    read = dispute_of(event, dispute.pk, actor("hedda"))
    notes = [row.said for row in rows_for(*read) if row.kind == RowKind.NOTE]
    assert notes == ["Number 9: 1 in the log, 0 in the list (entries 5)."]
    read = dispute_of(event, dispute.pk, actor("sam"))
    assert [row.kind for row in rows_for(*read)] == [RowKind.OPENED]
    for letter in "AB":
        user = player(match, letter).user
        assert user is not None
        address = reverse("referee:dispute", args=[event.slug, dispute.pk])
        assert who(user.username).get(address).status_code == 404


def test_nothing_is_asked_where_nothing_is_contradicted(match: Match) -> None:
    hand_in(match, "A", FITS)
    record = kept(match)
    for seat in "AB":
        with pytest.raises(Conflict):
            dispute_audit(record, seat, by=actor("jude"), now=at(15))
    with pytest.raises(NotAllowed):
        dispute_audit(record, "A", by=actor("sam"), now=at(15))


def test_the_api_says_the_same(event: Event, match: Match, who: Who) -> None:
    hand_in(match, "A", LACKS)
    record = kept(match)
    jude = who("jude")
    (audit,) = jude.get(reverse("referee-api:record-audit", args=[record.pk])).json()
    nine = {"card": "Number 9", "name": "Number 9", "count": 1, "listed": 0, "entries": [5]}
    assert (audit["seat"], audit["seen"], audit["contradictions"]) == ("A", 1, [nine])
    address = reverse("referee-api:deck-audits", args=[event.slug])
    assert jude.get(address).json() == {"tally": {"audited": 0, "waiting": 1, "unlisted": 1}, "audits": []}
    assert jude.post(address).json() == {"audited": 1, "waiting": 0, "unlisted": 1}
    assert [one["contradictions"] for one in jude.get(address).json()["audits"]] == [[nine]]
    assert jude.get(address + "?show=all&limit=1").json()["audits"][0]["record"] == record.pk
    asked = jude.post(
        reverse("referee-api:audit-dispute", args=[record.pk]),
        json.dumps({"seat": "A"}),
        content_type="application/json",
    )
    assert asked.status_code == 201 and asked.json()["kind"] == "noted"
