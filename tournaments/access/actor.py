"""The actor of a change: an account, an entrant by a claim link, the site itself, or nobody known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments.models.accounts import User
from tournaments.models.entrants import Entrant


@dataclass(frozen=True)
class Actor:
    """One who acts. `claimed` are the ids of entrants he speaks for by a claim link."""

    user: User | None = None
    claimed: frozenset[int] = frozenset()
    is_system: bool = False
    label: str = "somebody"

    @classmethod
    def of_user(cls, user: User, claimed: frozenset[int] = frozenset()) -> Actor:
        """An account, perhaps with claim links opened in the same browser."""
        return cls(user=user, claimed=claimed, label=user.shown_name)

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
        return self.user is not None and entrant.user_id == self.user.pk

    @property
    def fact(self) -> dict[str, Any]:
        """The columns `by_user` and `by` of a kept fact."""
        return {"by_user": self.user, "by": self.label[:150]}
