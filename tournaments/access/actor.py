"""The actor of a change: an account, an entrant by a claim link, the site itself, or nobody known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments.access.scopes import Grant
from tournaments.models.accounts import User
from tournaments.models.entrants import Entrant


@dataclass(frozen=True)
class Actor:
    """One who acts. `claimed` are the ids of entrants he speaks for by a claim link. `grant`: what the API token that
    he came with may do at most; None for who came by another way. `came_by`: which API token that was
    (`api_tokens.is_good`); empty for who came by another way.
    """

    user: User | None = None
    claimed: frozenset[int] = frozenset()
    is_system: bool = False
    label: str = "somebody"
    grant: Grant | None = None
    came_by: str = ""

    @classmethod
    def of_user(
        cls,
        user: User,
        claimed: frozenset[int] = frozenset(),
        grant: Grant | None = None,
        came_by: str = "",
    ) -> Actor:
        """An account, perhaps with claim links opened in the same browser, or by an API token with its `grant`."""
        return cls(user=user, claimed=claimed, label=user.shown_name, grant=grant, came_by=came_by)

    @classmethod
    def of_entrant(cls, entrant: Entrant) -> Actor:
        """An entrant who came by a claim link."""
        return cls(claimed=frozenset({entrant.pk}), label=entrant.name)

    @classmethod
    def system(cls) -> Actor:
        """The site itself: the sweeps."""
        return cls(is_system=True, label="the site")

    @classmethod
    def anonymous(cls) -> Actor:
        """A visitor."""
        return cls()

    def speaks_for(self, entrant: Entrant) -> bool:
        """Whether this entrant is the actor's own."""
        if entrant.pk in self.claimed:
            return True
        user = self.user_at(entrant.event_id)
        return user is not None and entrant.user_id == user.pk

    def user_at(self, event_id: int) -> User | None:
        """The account as it counts in this event: nobody's where the API token is for other events."""
        return self.user if self.grant is None or self.grant.is_for(event_id) else None

    def may_ask(self, action: str) -> bool:
        """Whether what the actor came with opens this action at all."""
        return self.grant is None or action in self.grant.actions

    @property
    def is_whole(self) -> bool:
        """Whether nothing limits the actor to a part of what the account may."""
        return self.grant is None or self.grant.is_whole

    @property
    def fact(self) -> dict[str, Any]:
        """The columns `by_user` and `by` of a kept fact."""
        return {"by_user": self.user, "by": self.label[:150]}
