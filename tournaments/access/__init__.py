"""Permissions: every view, API endpoint and task asks here who may do what."""

from tournaments.access.actor import Actor
from tournaments.access.identity import actor_of, remember_claim
from tournaments.access.permissions import WrongState, allowed, may, require, roles_of

__all__ = ["Actor", "WrongState", "actor_of", "allowed", "may", "remember_claim", "require", "roles_of"]
