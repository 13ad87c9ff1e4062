"""The text of the service worker: its version, the files it keeps, and what it does (static/js/worker.js)."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.contrib.staticfiles import finders
from django.template.engine import Engine
from django.templatetags.static import static

from tournaments.pages.joined import JOINED, SITE_SCRIPT, SITE_SHEET

SCRIPTS = ("js/waiting.js", "js/worker.js")
#: what the page for no connection is drawn with
FILES = (
    SITE_SHEET,
    SITE_SCRIPT,
    "js/offline.js",
    "img/mark.svg",
    "img/icon-192.png",
)
OFFLINE = "tournaments/phones/offline.html"


@cache
def worker_text() -> str:
    """The whole script. Any change of what it does or keeps is another version, which browsers notice by the text."""
    text = b"\n".join(_bytes_of(name) for name in SCRIPTS)
    loaded = (Engine.get_default().get_template(name) for name in ("base.html", OFFLINE))
    drawn = [Path(template.origin.name).read_bytes() for template in loaded]
    # of the joined ones what they are made of: nothing is written where a page is asked for
    kept = (part for name in FILES for part in JOINED.get(name, (name,)))
    parts = [text, *drawn, *(_bytes_of(name) for name in kept)]
    version = sha256(b"".join(sha256(part).digest() for part in parts)).hexdigest()[:16]
    addresses = [static(name) for name in FILES]
    return f"const VERSION = {json.dumps(version)}, FILES = {json.dumps(addresses)};\n" + text.decode()


def _bytes_of(name: str) -> bytes:
    path = finders.find(name)
    assert isinstance(path, str), name
    return Path(path).read_bytes()
