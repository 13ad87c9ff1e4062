"""What a program is answered that changes a dispute."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from referee.disputes.opening import open_by_hand
from referee.disputes.statements import make_statement
from referee.models.disputes import Dispute, DisputeRow, Kind
from tests.referee.conftest import Who
from tests.tournaments.factories import at, player, seated
from tournaments.models.rounds import Match, Round, RoundState

pytestmark = pytest.mark.django_db


def picture() -> BytesIO:
    file = BytesIO()
    Image.new("RGB", (8, 6), "red").save(file, "PNG")
    file.seek(0)
    return file


#: who sends what to which door, and the function by which the door changes the dispute
DOORS: dict[str, tuple[str, dict[str, Any], str]] = {
    "": ("jude", {"kind": "other", "words": "Look."}, "open_by_hand"),
    "statements/": ("player", {"statement": "I drew one card."}, "make_statement"),
    "pictures/": ("player", {}, "add_picture"),
    "notes/": ("jude", {"note": "Seen."}, "add_note"),
    "show/": ("jude", {}, "show_statements"),
    "reopen/": ("jude", {"reason": "Not yet."}, "reopen_dispute"),
}


@pytest.mark.parametrize("door", DOORS)
def test_what_is_kept_is_answered_though_its_round_is_taken_back_at_that_moment(
    door: str, who: Who, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, body, changing = DOORS[door]
    dispute = open_by_hand(match, Kind.OTHER, "Look.", by=player(match, "A"), now=at(3))
    if door == "reopen/":
        Dispute.objects.update(resolved_at=at(4), resolution="It stands.")
    if door == "show/":
        make_statement(dispute, "I drew one card.", by=player(match, "A"), now=at(4))
    then_withdrawn(monkeypatch, changing, match)
    user = seated(match, "A").user
    assert user is not None
    client, before = who(user.username if name == "player" else name), DisputeRow.objects.count()
    event = f"/api/v1/events/{match.round.event.slug}/disputes/{dispute.pk}/"
    address = event + door if door else f"/api/v1/matches/{match.pk}/disputes/"
    if door == "pictures/":
        answer = client.post(address, {"picture": picture()})
    else:
        answer = client.post(address, body, content_type="application/json")
    assert answer.status_code in (200, 201), answer.content
    assert len(answer.json()["rows"]) >= 1
    assert DisputeRow.objects.count() == before + 1
    monkeypatch.undo()
    assert client.get(event).status_code == 404


def then_withdrawn(patch: pytest.MonkeyPatch, changing: str, match: Match) -> None:
    """Right after the change somebody takes the round back."""
    from referee.dispute_pages import api

    change: Callable[..., Any] = getattr(api, changing)

    def changed(*about: Any, **said: Any) -> Any:
        made = change(*about, **said)
        Round.objects.filter(pk=match.round_id).update(state=RoundState.WITHDRAWN)
        return made

    patch.setattr(api, changing, changed)
