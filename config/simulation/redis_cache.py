"""A Redis for the day: with keys of its own, of which alone the cache is emptied. What else is kept there stays."""

from __future__ import annotations

from typing import Any

from django.core.cache import caches

from config.cache import LostRedisCache


class DayCache(LostRedisCache):
    """The site's own cache by Redis."""

    def clear(self) -> None:
        """Forgets what begins with the day's prefix, where Django's would empty the whole database of that number."""
        client: Any = self._cache.get_client(write=True)
        for name in client.scan_iter(match=f"{self.key_prefix}:*", count=500):
            client.delete(name)


def forget() -> None:
    """Leaves nothing behind once no day follows."""
    if isinstance(caches["default"], DayCache):
        caches["default"].clear()
