"""A hall of phones in one small process: `python simulated_phones.py PLAN` sends the requests of the plan, prints
`begins` when every listener is connected, and figures at the end.

Sockets and prepared requests alone, so that what is measured on a machine with few cores is the server.

The plan (JSON): `port`, `asks`: `[second, request, text]`, each sent at that second after the beginning on a connection
of its own, its answer read whole and looked through for the text; and, of phones that keep their page open, `stream`
(the port of the event stream) and `listeners`: `[path of the stream, topics that the page follows, request, text]`. A
listener that hears of such a topic asks for its page again after the pause that a page makes.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import resource
import sys
import time
from typing import Any

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
#: Seconds after the last ask in which listeners still ask for what they heard of.
AFTER = 3.0


class Phones:
    """All phones, and what they saw."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self.asked: list[float] = []
        self.pages: list[float] = []
        self.heard: list[float] = []
        self.wrong: list[str] = []
        self.begins = 0.0

    async def ask(self, request: str, text: str, since: float, streams: Streams | None = None) -> float:
        """Asks once, on these streams or on a connection of its own; the milliseconds from `since` to the last byte."""
        try:
            reader, writer = streams or await asyncio.open_connection("127.0.0.1", self.plan["port"])
            writer.write(request.encode())
            head = await reader.readuntil(b"\r\n\r\n")
            lines = head.lower().split(b"\r\n")
            length = next((int(line[15:]) for line in lines if line.startswith(b"content-length:")), 0)
            body = await reader.readexactly(length)
            took = (time.perf_counter() - since) * 1000
            if b"content-encoding: gzip" in head.lower():
                body = gzip.decompress(body)
            if streams is None:
                writer.close()
        except (OSError, EOFError) as error:
            self.wrong.append(repr(error))
            return (time.perf_counter() - since) * 1000
        if head[9:12] not in (b"200", b"303") or text.encode() not in body:
            self.wrong.append(f"{head[:200]!r} {body[:200]!r}")
        return took

    async def ask_at(self, second: float, request: str, text: str) -> None:
        """One of the plan's, counted from the moment it was due."""
        due = self.begins + second
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        self.asked.append(await self.ask(request, text, due))

    async def listen(
        self, path: str, topics: list[str], request: str, text: str, ready: asyncio.Event
    ) -> None:
        """An open page: asks again for what it hears of, many changes at once."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.plan["stream"])
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        ready.set()
        asking: asyncio.Task[None] | None = None
        while line := await reader.readline():
            if line.startswith(b"data:") and b"topic" in line:
                if json.loads(line[line.index(b"{") : line.rindex(b"}") + 1])["topic"] not in topics:
                    continue
                if asking is None or asking.done():
                    asking = asyncio.create_task(self.ask_again(request, text, time.perf_counter()))

    async def ask_again(self, request: str, text: str, heard: float) -> None:
        """What the page's script does: a little pause, which spreads a hall, then the page."""
        await asyncio.sleep(0.12 + random.random() * 0.25)
        began = time.perf_counter()
        self.pages.append(await self.ask(request, text, began))
        self.heard.append((time.perf_counter() - heard) * 1000)

    async def run(self) -> dict[str, Any]:
        ready = [asyncio.Event() for _ in self.plan.get("listeners", ())]
        listening = [
            asyncio.create_task(self.listen(*listener, event))
            for listener, event in zip(self.plan.get("listeners", ()), ready, strict=True)
        ]
        for event in ready:
            await asyncio.wait_for(event.wait(), 60)
        await asyncio.sleep(1.0 if listening else 0.0)
        print("begins", flush=True)
        self.begins = time.perf_counter() + 0.5
        await asyncio.gather(*(self.ask_at(*each) for each in self.plan["asks"]))
        took = time.perf_counter() - self.begins
        await asyncio.sleep(AFTER if listening else 0.0)
        for task in listening:
            task.cancel()
        used = resource.getrusage(resource.RUSAGE_SELF)
        return {
            "asked": self.asked,
            "pages": self.pages,
            "heard": self.heard,
            "wrong": self.wrong,
            "took": took,
            "used": used.ru_utime + used.ru_stime,
        }


if __name__ == "__main__":
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (min(20_000, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2
    )
    with open(sys.argv[1], encoding="utf-8") as file:
        phones = Phones(json.load(file))
    print(json.dumps(asyncio.run(phones.run())))
