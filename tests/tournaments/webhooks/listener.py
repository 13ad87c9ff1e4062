"""Another program on this machine that hears webhooks, and answers as a test wants."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Listener:
    """`heard`: the headers, by their names in small letters, and the body of each request; its address among them as
    `path`."""

    port: int = 0
    status: int = 204
    location: str = ""
    drips: bool = False
    heard: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?a=1"


@contextmanager
def listening() -> Iterator[Listener]:
    """A listener while the block lasts."""
    told = Listener()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            named = {name.lower(): value for name, value in self.headers.items()}
            told.heard.append((named | {"path": self.path}, body))
            while told.drips and not told.over.wait(0.05):
                self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            self.send_response(told.status)
            if told.location:
                self.send_header("Location", told.location)
            self.end_headers()

        do_GET = do_POST

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    told.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=[0.01], daemon=True)
    thread.start()
    try:
        yield told
    finally:
        told.over.set()
        server.shutdown()
        server.server_close()
