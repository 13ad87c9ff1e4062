"""A tap: what a phone wants to enter, read and checked once, whichever way it came (the page's form, the API, the fast
path). After this everything holds a `Tap`, and only what the table, the phone and the rules say of it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tournaments.errors import Invalid
from tournaments.messages import message as _
from tournaments.text import clean_json

#: What a phone sends of an entry is the verb and its arguments; the rest is the server's.
OURS = ("at", "seen_by", "salt", "hash", "expect", "rule", "applied", "decided_at")
MAX_KEY = 64


class BadTap(Invalid):
    """An entry that cannot be read."""

    code = "bad_entry"


class Tap(msgspec.Struct, frozen=True):
    """An entry to be added after entry ``after``. The same ``key`` again is the same tap; ``anyway``: also where an
    assisted event calls it illegal. ``entry`` has a verb and who does it, and nothing that is the server's to say."""

    key: str
    after: int
    entry: Mapping[str, Any]
    anyway: bool = False

    @property
    def by(self) -> str:
        return str(self.entry["by"])

    @property
    def do(self) -> str:
        return str(self.entry["do"])


def read_tap(said: object) -> Tap:
    """The tap that was sent. Raises Invalid for values of a wrong type, BadTap for what is no entry or no key."""
    clean_json(said, "the body")
    body = said if isinstance(said, Mapping) else {}
    key, after, entry, anyway = (
        body.get("key"),
        body.get("after"),
        body.get("entry"),
        body.get("anyway", False),
    )
    good = {
        "key": isinstance(key, str) and 1 <= len(key) <= MAX_KEY,
        "after": isinstance(after, int) and not isinstance(after, bool) and after >= 0,
        "entry": isinstance(entry, Mapping),
        "anyway": isinstance(anyway, bool),
    }
    wrong = {name: _("Missing, or of the wrong type.") for name, right in good.items() if not right}
    if wrong:
        raise Invalid(_("Some values cannot be used: %(which)s.", which=", ".join(wrong)), fields=wrong)
    check_key(key)
    return Tap(key, after, _entry(entry), anyway)  # type: ignore[arg-type]  # looked at above


def check_key(key: object) -> None:
    """Raises BadTap for what cannot be a key."""
    if not isinstance(key, str) or not 1 <= len(key) <= MAX_KEY or not key.isascii() or not key.isprintable():
        raise BadTap(
            _("A tap needs a key of up to %(n)s characters.", n=MAX_KEY), fields={"key": _("Needed.")}
        )


def _entry(sent: Mapping[str, Any]) -> dict[str, Any]:
    plain = {name: value for name, value in sent.items() if name not in OURS}
    if not isinstance(plain.get("by"), str) or not isinstance(plain.get("do"), str):
        raise BadTap(_("An entry needs “by” and “do”."), fields={"entry": _("“by” and “do” are needed.")})
    return plain
