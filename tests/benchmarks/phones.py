"""A hall of phones as one lean process: `python phones.py PLAN` sends what the plan says and prints what it saw: the
word `begins` when every page is open, and figures at the end.

It uses sockets and prepared requests alone, so that what is measured on a machine with few cores is the server. Every
phone keeps a connection of its own, as a browser does.

The plan (JSON): `port`, `every` (seconds between two taps of a table), `tables`: for each its rounds, for each round
the `tap` as `[phone, request]`, the `looks` that follow it at once, likewise, and `shows`, a text that every look's
answer must hold.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time
from typing import Any

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Hall:
    """All phones, and what they saw."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.port: int = plan["port"]
        self.every: float = plan["every"]
        self.tables: list[list[dict[str, Any]]] = plan["tables"]
        self.open: dict[tuple[int, str], Streams] = {}
        self.taps: list[float] = []
        self.looks: list[float] = []
        self.wrong: list[str] = []

    async def ask(self, table: int, phone: str, request: str) -> tuple[int, bytes]:
        """Status and body of the answer to one request on the phone's own connection; one that the server closed
        meanwhile is opened anew, as a browser does."""
        try:
            return await self.ask_once(table, phone, request)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.open.pop((table, phone), None)
            return await self.ask_once(table, phone, request)

    async def ask_once(self, table: int, phone: str, request: str) -> tuple[int, bytes]:
        """The same, once."""
        if (table, phone) not in self.open:
            self.open[table, phone] = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.open[table, phone]
        writer.write(request.encode())
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.lower().split(b"\r\n")
        length = next(int(line[15:]) for line in lines if line.startswith(b"content-length:"))
        return int(head[9:12]), await reader.readexactly(length)

    async def play(self, number: int, begins: float) -> None:
        """The taps of one table, each followed by its looks. A tap counts from the moment it was due."""
        place = self.every * number / len(self.tables)
        for n, step in enumerate(self.tables[number]):
            due = begins + n * self.every + place
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            tapped, answer = await self.ask(number, *step["tap"])
            between = time.perf_counter()
            self.taps.append((between - due) * 1000)
            looks = [self.look(number, between, *look, step["shows"]) for look in step["looks"]]
            looked = await asyncio.gather(*looks)
            if tapped != 201 or set(looked) != {200}:
                self.wrong.append(f"{tapped} {looked} {answer[:300].decode(errors='replace')}")

    async def look(self, table: int, since: float, phone: str, request: str, shows: str) -> int:
        """The status of one look that shows what it must; 0 where it does not."""
        status, seen = await self.ask(table, phone, request)
        self.looks.append((time.perf_counter() - since) * 1000)
        return status if shows.encode() in seen else 0

    async def open_pages(self) -> None:
        """Every phone looks at its table once, as a page does when it is opened."""
        for number, steps in enumerate(self.tables):
            opened = {phone: request for step in reversed(steps) for phone, request in step["looks"]}
            for phone, request in opened.items():
                status, body = await self.ask(number, phone, request)
                if status != 200:
                    self.wrong.append(f"opening: {status} {body[:300].decode(errors='replace')}")

    async def run(self) -> dict[str, Any]:
        await self.open_pages()
        print("begins", flush=True)
        begins = time.perf_counter() + 0.5
        await asyncio.gather(*(self.play(number, begins) for number in range(len(self.tables))))
        used = resource.getrusage(resource.RUSAGE_SELF)
        return {
            "taps": self.taps,
            "looks": self.looks,
            "wrong": self.wrong,
            "took": time.perf_counter() - begins,
            "used": used.ru_utime + used.ru_stime,
        }


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        hall = Hall(json.load(file))
    print(json.dumps(asyncio.run(hall.run())))
