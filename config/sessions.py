"""Sessions in the database, as Django keeps them; the one that every request of a known browser reads is asked for by a
prepared statement."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from tournaments.prepared import Prepared

by_key = Prepared(lambda key: Session.objects.filter(session_key=key), str)


class SessionStore(db.SessionStore):
    """Django's own but for how it is read."""

    def _get_session_from_db(self) -> Any:
        key = self.session_key
        found = by_key.first(key) if key else None
        if found is None or found.expire_date <= timezone.now():
            self._session_key = None
            return None
        return found
