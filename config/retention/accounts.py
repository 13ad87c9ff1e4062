"""What is kept of signing in, and mails kept as files."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet
from rest_framework.authtoken.models import Token

from tournaments.models.api_tokens import ApiToken

#: Who tried to sign in from where: long enough to look into an attack, and no longer.
TRIED = timedelta(days=30)
#: What was ended or has expired, while its owner may ask what it was.
ENDED = timedelta(days=30)
#: Mails of a site without a mail server: what their links open has long expired.
MAIL = timedelta(days=30)
#: A session that is being made has its row a moment later.
BEGUN = timedelta(days=1)


def old_sessions(now: datetime) -> QuerySet[Session]:
    """The sessions that have run out."""
    return Session.objects.filter(expire_date__lt=now)


def old_devices(now: datetime) -> QuerySet[UserSession]:
    """Browsers, with their addresses, whose session is gone."""
    rows = UserSession.objects.filter(last_seen_at__lt=now - BEGUN)
    return rows.exclude(session_key__in=Session.objects.values("session_key"))


def old_attempts(now: datetime) -> QuerySet[AccessAttempt]:
    """Wrong passwords of a month ago."""
    return AccessAttempt.objects.filter(attempt_time__lt=now - TRIED)


def old_sign_ins(now: datetime) -> QuerySet[AccessLog]:
    """Signing in and out a month ago."""
    return AccessLog.objects.filter(attempt_time__lt=now - TRIED)


def old_tokens(now: datetime) -> QuerySet[ApiToken]:
    """API tokens that were ended or have expired a month ago."""
    return ApiToken.objects.filter(Q(ended_at__lt=now - ENDED) | Q(expires_at__lt=now - ENDED))


def old_password_tokens(now: datetime) -> QuerySet[Token]:
    """API tokens made with a password that have expired."""
    return Token.objects.filter(created__lt=now - timedelta(days=settings.API_TOKEN_DAYS))


def old_mails(now: datetime) -> list[Path]:
    """Mails kept as files a month ago."""
    folder, old = Path(settings.EMAIL_FILE_PATH), []
    for path in folder.glob("*.log") if folder.is_dir() else ():
        if datetime.fromtimestamp(path.stat().st_mtime, UTC) < now - MAIL:
            old.append(path)
    return old


def forget_mails(now: datetime) -> int:
    """Deletes them; gives how many."""
    old = old_mails(now)
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)
