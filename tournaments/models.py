"""Hands Django every capability's models; nothing else."""

from tournaments.accounts.models import User
from tournaments.live.models import LiveVersion

__all__ = ["LiveVersion", "User"]
