"""Who leaves leaves the logs as they are: their chain of hashes fits, and the site's signature with it."""

import pytest

from referee.disputes.changes import open_dispute
from referee.logs.hash_chain import is_signed
from referee.logs.storage import body, stored_log
from referee.models.disputes import Dispute, Kind
from referee.records.changes import attach_log
from tests.referee.logs import WON_BY_A, log
from tests.tournaments.factories import at, player
from tournaments.leaving.changes import delete_account
from tournaments.leaving.queries import data_of_account
from tournaments.models.accounts import FORMER
from tournaments.models.rounds import Match

pytestmark = pytest.mark.django_db


def test_logs_keep_their_chain_and_what_the_site_signed(match: Match) -> None:
    who = player(match, "A")
    assert who.user is not None
    record = attach_log(match, 1, log(*WON_BY_A), by=who, now=at(10))
    before = body(record)
    held = data_of_account(who.user)
    assert [(row["record"], row["seat"]) for row in held["logs"]] == [(record.pk, "A")]
    delete_account(by=who, now=at(20))
    record.refresh_from_db()
    stored = stored_log(record, "toy")
    assert body(record) == before
    assert (stored.chain, stored.head) == (None, record.head)
    assert is_signed(match.pk, 1, record.head, record.signature)
    assert record.by == FORMER


def test_disputes_name_nobody_who_left(match: Match) -> None:
    who = player(match, "A")
    open_dispute(match, Kind.CALL, f"Is {who.label} right?", by=who, now=at(5))
    delete_account(by=who, now=at(20))
    dispute = Dispute.objects.get()
    assert (dispute.by, dispute.question) == (FORMER, f"Is {FORMER} right?")
