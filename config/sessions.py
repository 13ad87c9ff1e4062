"""Sessions in the database, as Django keeps them; the one that every request of a known browser reads is asked for by a
prepared statement."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from tournaments.prepared import Prepared

#: where allauth keeps how and when somebody signed in
SIGNED_IN = "account_authentication_methods"
#: After this long somebody signs in again, however often he was here.
LONGEST = timedelta(days=90)

by_key = Prepared(lambda key: Session.objects.filter(session_key=key), str)


class SessionStore(db.SessionStore):
    """Django's own but for how it is read, and that none outlives its sign-in for long."""

    def get_expiry_date(self, **given: Any) -> datetime:
        expiry = super().get_expiry_date(**given)
        begun = next((way.get("at") for way in self.get(SIGNED_IN, ()) if way.get("at")), None)
        return expiry if begun is None else min(expiry, datetime.fromtimestamp(begun, UTC) + LONGEST)

    def _get_session_from_db(self) -> Any:
        key = self.session_key
        session = by_key.first(key) if key else None
        if session is None or session.expire_date <= timezone.now():
            self._session_key = None
            return None
        return session
