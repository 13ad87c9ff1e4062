"""Finds out who makes a request: the same for pages and API."""

from django.http import HttpRequest

from tournaments.access.actor import Actor
from tournaments.access.api_tokens import name_of
from tournaments.access.claim_tokens import entrant_of_token
from tournaments.access.scopes import Grant
from tournaments.errors import DomainError
from tournaments.models.accounts import User
from tournaments.now import now
from tournaments.read_once import once

SESSION_KEY = "claims"


def actor_of(request: HttpRequest, *, by_session: bool = True) -> Actor:
    """The account signed in, and the entrants whose claim links stand and were opened in this browser
    (`by_session`) or sent in the header `Authorization: Claim …`.
    """
    tokens = list(getattr(request, "session", {}).get(SESSION_KEY, [])) if by_session else []
    offered = request.META.get("HTTP_AUTHORIZATION", "")
    if offered.startswith("Claim "):
        tokens.append(offered.removeprefix("Claim ").strip())
    claimed = [entrant for token in tokens if (entrant := _entrant(token)) is not None]
    user = getattr(request, "user", None)
    if isinstance(user, User) and user.is_active:
        auth = getattr(request, "auth", None)
        grant = auth if isinstance(auth, Grant) else None
        return Actor.of_user(user, frozenset(entrant_id for entrant_id, _ in claimed), grant, name_of(auth))
    if claimed:
        return Actor(claimed=frozenset(entrant_id for entrant_id, _ in claimed), label=claimed[-1][1])
    return Actor.anonymous()


def remember_claim(request: HttpRequest, token: str) -> None:
    """Keeps an opened claim link in the browser's session."""
    tokens = [kept for kept in request.session.get(SESSION_KEY, []) if kept != token]
    request.session[SESSION_KEY] = [*tokens[-9:], token]


def _entrant(token: str) -> tuple[int, str] | None:
    return once(("claim", token), lambda: _entrant_now(token))


def _entrant_now(token: str) -> tuple[int, str] | None:
    try:
        entrant = entrant_of_token(token, now())
    except DomainError:
        return None
    return entrant.pk, entrant.name
