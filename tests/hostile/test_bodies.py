"""Bodies of every shape at the front, one alone and several at once: whole or refused by number, and nothing left."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from hypothesis import strategies as st

from config.front.bodies import Bodies, Refused
from tests.hostile.values import search

pytestmark = pytest.mark.anywhere

MAX_BODY, MAX_TOGETHER, MAX_OF_ONE = 40, 60, 2
LENGTHS = (
    "0",
    "1",
    "3",
    "39",
    "40",
    "41",
    "99999999999999999999",
    "-1",
    "+3",
    " 3",
    "3 ",
    "0x3",
    "1e1",
    "3.0",
    "٣",
    "",
)


@dataclass(frozen=True)
class Sent:
    """A body as somebody sends it. `stays`: he sends no more, and does not end."""

    address: str
    length: str | None
    chunked: bool
    chunks: tuple[bytes, ...]
    stays: bool

    async def in_turn(self, bodies: Bodies) -> AsyncIterator[bytes]:
        """Chunk after chunk; others send in between, and all the while the limits hold."""
        for chunk in self.chunks:
            assert all(len(group) <= MAX_OF_ONE for group in bodies._of.values())
            yield chunk
            await asyncio.sleep(0)
        if self.stays:
            await asyncio.Event().wait()
        yield b""


chunks = st.lists(st.binary(max_size=45), max_size=4).map(tuple)
sent = st.builds(
    Sent,
    st.sampled_from(["10.0.0.1", "10.0.0.2"]),
    st.none() | st.sampled_from(LENGTHS) | st.integers(0, 45).map(str),
    st.booleans(),
    chunks,
    st.booleans(),
)
#: Mostly as long as is said.
honest = st.builds(
    lambda address, parts, stays: Sent(address, str(sum(map(len, parts))), False, parts, stays),
    st.sampled_from(["10.0.0.1", "10.0.0.2"]),
    chunks,
    st.booleans(),
)


def wanted(one: Sent) -> bytes | int:
    """What becomes of it when nobody else sends: the body, or the number of the refusal, by RFC 9110 and our limits."""
    if one.length is None:
        return 411 if one.chunked else b""
    if not one.length or any(letter not in "0123456789" for letter in one.length):
        return 400
    length = int(one.length)
    if length > MAX_BODY:
        return 413
    if length == 0:
        return b""
    at = next((n for n in range(len(one.chunks)) if len(b"".join(one.chunks[: n + 1])) >= length), None)
    if at is None:
        return 408 if one.stays else 400
    there = b"".join(one.chunks[: at + 1])
    return there if len(there) == length else 400


async def read(bodies: Bodies, one: Sent) -> bytes | int:
    try:
        return await bodies.read(one.address, one.length, one.chunked, one.in_turn(bodies))
    except Refused as error:
        return error.status


def all_of(several: list[Sent], grace: float) -> list[bytes | int]:
    async def run() -> list[bytes | int]:
        bodies = Bodies(MAX_BODY, grace, MAX_OF_ONE, MAX_TOGETHER)
        found = await asyncio.gather(*(read(bodies, one) for one in several))
        assert (bodies.size, bodies._of, len(bodies._all)) == (0, {}, 0), "nothing is left of any"
        return found

    return asyncio.run(run())


@pytest.mark.parametrize("amount", [60, pytest.param(5_000, marks=pytest.mark.long)])
def test_a_body_alone_is_whole_or_refused_by_its_number(amount: int) -> None:
    def check(one: Sent) -> None:
        # who stays before the end is given up at once; everybody else has all the time there is
        assert all_of([one], 0.005 if wanted(one) == 408 else 60.0) == [wanted(one)], one

    search(sent | honest, check, amount)


@pytest.mark.parametrize("amount", [60, pytest.param(2_000, marks=pytest.mark.long)])
def test_of_several_at_once_each_is_whole_or_refused_and_the_limits_hold(amount: int) -> None:
    """Who is in the way of another is refused with 408, otherwise each is as if alone; none gets what another sent."""

    def check(several: list[Sent]) -> None:
        stays = any(one.stays for one in several)
        for one, found in zip(several, all_of(several, 0.02 if stays else 60.0), strict=True):
            assert found in (wanted(one), 408), (one, found)
            if isinstance(found, bytes):
                assert found == wanted(one)

    search(st.lists(sent | honest | honest, min_size=2, max_size=6), check, amount)
