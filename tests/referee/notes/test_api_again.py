"""A note that is sent again over the API, because nobody answered the first time, stands there once."""

from __future__ import annotations

import pytest
from django.test import Client
from rest_framework.authtoken.models import Token

from referee.models.notes import EntryNote
from referee.models.records import Record
from tests.tournaments.factories import actor
from tournaments.idempotency import changes

pytestmark = [pytest.mark.django_db(transaction=True)]


def test_a_note_whose_writer_got_no_answer_stands_once(
    record: Record, monkeypatch: pytest.MonkeyPatch, verdicts_told: None
) -> None:
    key = Token.objects.get_or_create(user=actor("jude").user)[0].key
    jude = Client(headers={"Authorization": f"Token {key}"}, raise_request_exception=False)

    def sent() -> int:
        path, body = f"/api/v1/records/{record.pk}/entries/2/notes/", {"text": "Look here."}
        more = {"Idempotency-Key": "k"}
        return jude.post(path, body, content_type="application/json", headers=more).status_code

    with monkeypatch.context() as patch:

        def ends(*_: object) -> None:
            raise RuntimeError("the process ends here")

        patch.setattr(changes, "_finish", ends)
        assert sent() == 500
    assert (sent(), sent()) == (201, 201)
    assert EntryNote.objects.count() == 1
