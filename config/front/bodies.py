"""Reading the bodies of requests: within a size, within a time, and only so many unfinished ones of one address."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterable
from dataclasses import dataclass, field

#: Bytes of one body. The largest thing anybody sends is a game's log of 5 MB, in a form with other fields.
MAX_BODY = 6 * 1024 * 1024
#: Seconds a body may take however small it is, and bytes a second beyond that: who keeps that pace may go on.
GRACE = 5.0
PACE = 16 * 1024
#: Unfinished bodies at once: of one address, and their bytes together. The oldest gives way to a new one. A hall sends
#: from one address, and its reports are here within milliseconds.
MAX_OF_ADDRESS = 200
MAX_UNFINISHED_BYTES = 128 * 1024 * 1024


class Refused(Exception):
    """A body that is not taken. `status`: 400 cut off, 408 too slow or given way, 411 no length, 413 too large."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@dataclass(eq=False)
class Unfinished:
    """A body that is being read."""

    address: str
    task: asyncio.Task[object] | None
    size: int = 0
    gave_way: bool = False


@dataclass
class Bodies:
    """All bodies that one process is reading."""

    max_body: int = MAX_BODY
    grace: float = GRACE
    max_of_address: int = MAX_OF_ADDRESS
    max_bytes: int = MAX_UNFINISHED_BYTES
    size: int = 0
    _all: OrderedDict[Unfinished, None] = field(default_factory=OrderedDict)
    _of: dict[str, OrderedDict[Unfinished, None]] = field(default_factory=dict)

    async def read(
        self, address: str, length: str | None, chunked: bool, chunks: AsyncIterable[bytes]
    ) -> bytes:
        """The whole body of a request from ``address``, whose headers say ``length`` and ``chunked``.

        Raises:
            Refused: it is too large, too slow, cut off, of no said length, or gave way to a newer one.
        """
        if length is None:
            if chunked:
                # Nothing would tell one that was cut off from a whole one.
                raise Refused(411)
            return b""
        if not (length.isascii() and length.isdecimal()):
            raise Refused(400)
        wanted = int(length)
        if wanted > self.max_body:
            raise Refused(413)
        return await self._read(address, wanted, chunks) if wanted else b""

    async def _read(self, address: str, wanted: int, chunks: AsyncIterable[bytes]) -> bytes:
        one = Unfinished(address, asyncio.current_task())
        self._begin(one)
        parts: list[bytes] = []
        try:
            async with asyncio.timeout(self.grace + wanted / PACE):
                async for chunk in chunks:
                    if not chunk:
                        continue
                    parts.append(bytes(chunk))
                    one.size += len(chunk)
                    self.size += len(chunk)
                    if one.size >= wanted:
                        break
                    self._make_room(one)
        except TimeoutError:
            raise Refused(408) from None
        except asyncio.CancelledError:
            if not one.gave_way:
                raise
            if one.task is not None:
                one.task.uncancel()
            raise Refused(408) from None
        finally:
            self._forget(one)
        if one.size != wanted:
            raise Refused(400)
        return b"".join(parts)

    def _begin(self, one: Unfinished) -> None:
        group = self._of.setdefault(one.address, OrderedDict())
        if len(group) >= self.max_of_address:
            self._give_way(next(iter(group)))
        group[one] = self._all[one] = None

    def _make_room(self, newest: Unfinished) -> None:
        while self.size > self.max_bytes:
            oldest = next((one for one in self._all if one is not newest), None)
            if oldest is None:
                return
            self._give_way(oldest)

    def _give_way(self, one: Unfinished) -> None:
        one.gave_way = True
        self._forget(one)
        if one.task is not None:
            one.task.cancel()

    def _forget(self, one: Unfinished) -> None:
        """Counts it no longer; a second time does nothing."""
        if one not in self._all:
            return
        del self._all[one]
        self.size -= one.size
        group = self._of[one.address]
        del group[one]
        if not group:
            del self._of[one.address]
