"""The site under the clock and the draws of a simulated day, and as it was before when the day is over."""

from __future__ import annotations

import secrets
import sys
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import Any

from django.test.utils import override_settings
from django.utils import timezone
from rest_framework.throttling import SimpleRateThrottle

from config.simulation.chance import Secrets
from config.simulation.clock import Clock, TimeModule
from config.simulation.outside import MAILING, SAME_CONNECTION, SENDING, THREADS
from config.timetable import TIMETABLE
from tournaments import now as time_of_site
from tournaments.jumps.watch import watch
from tournaments.monotonic import boot_id, monotonic_seconds

#: Modules beside the site's own whose reading of the time decides something: words that get old, caches that forget.
OTHERS = (
    "django.core.signing",
    "django.core.cache.backends.base",
    "django.core.cache.backends.locmem",
)
OURS = ("tournaments.", "referee.", "config.cache", "config.sweeps")
#: Looks after the work of an engine from a thread of its own, by the processor's time.
REAL = "referee.budget"
BOOT = "simulated"
#: With which push messages of the day are signed: no more than some number.
PUSH_KEY = urlsafe_b64encode(bytes(range(1, 33))).rstrip(b"=").decode()
DRAWN = ("token_bytes", "token_hex", "token_urlsafe", "randbelow")
#: Draw names for their connections, once in a process: the day's draws must not hang on whether they have yet. The
#: module itself is asked only on their behalf.
APART = ("redis", "kombu", "celery", "secrets")


@contextmanager
def installed(clock: Clock, seed: str, heard: object, post: Callable[..., int]) -> Iterator[None]:
    """The site reads this clock and draws from this seed; what sweeps say of failures is ``heard``. What it sends to
    others is handed to ``post``."""
    _load_all()
    module, drawn = TimeModule(clock), Secrets(seed)
    with ExitStack() as stack:

        def put(where: object, name: str, value: Any) -> None:
            kept = vars(where).get(name, _NOTHING)
            stack.callback(_put_back, where, name, kept)
            setattr(where, name, value)

        put(time_of_site.database, "now", clock.now)
        put(time_of_site.database, "ask", lambda of: None)
        put(time_of_site.database, "reach", lambda: None)
        put(time_of_site, "_asked", threading.local())
        put(watch, "wall", clock.now)
        put(watch, "count", clock.monotonic_seconds)
        put(watch, "start", lambda: BOOT)
        put(watch, "ahead", None)
        put(timezone, "now", clock.now)
        put(SimpleRateThrottle, "timer", staticmethod(module.time))
        for name in ("config.sweeps", "tournaments.rounds.tasks"):
            put(import_module(name), "log", heard)
        put(import_module("referee.live.tasks"), "log", heard)
        stack.enter_context(
            override_settings(WEB_PUSH_KEY=PUSH_KEY, WEB_PUSH_CONTACT="mailto:day@example.org")
        )
        mailing = import_module(MAILING)
        put(mailing, "threading", THREADS)
        put(mailing, "connection", SAME_CONNECTION)
        for name in SENDING:
            sending = import_module(name)
            put(sending, "threading", THREADS)
            put(sending, "connection", SAME_CONNECTION)
            put(sending, "log", heard)
            put(import_module(name.replace(".tasks", ".sending")), "post", post)
        for name in DRAWN:
            put(secrets, name, _unless_apart(getattr(secrets, name), getattr(drawn, name)))
        for name, loaded in list(sys.modules.items()):
            read_here = name in OTHERS or (name.startswith(OURS) and name != REAL)
            if read_here and getattr(loaded, "time", None) is time:
                put(loaded, "time", module)
            if name.startswith(OURS) and getattr(loaded, "monotonic_seconds", None) is monotonic_seconds:
                put(loaded, "monotonic_seconds", clock.monotonic_seconds)
            if name.startswith(OURS) and getattr(loaded, "boot_id", None) is boot_id:
                put(loaded, "boot_id", lambda: BOOT)
        yield


def _load_all() -> None:
    """Whatever a day calls is there before its time is set: a module that came later would read the machine's."""
    for name in ("config.urls", *(line.path.rpartition(".")[0] for line in TIMETABLE)):
        import_module(name)


def _unless_apart(real: Callable[..., Any], drawn: Callable[..., Any]) -> Callable[..., Any]:
    """The draw from the day's seed, but the machine's for the packages of APART."""

    def draw(*args: Any) -> Any:
        caller = str(sys._getframe(1).f_globals.get("__name__", ""))
        return (real if caller.partition(".")[0] in APART else drawn)(*args)

    return draw


_NOTHING = object()


def _put_back(where: object, name: str, kept: Any) -> None:
    if kept is _NOTHING:
        delattr(where, name)
    else:
        setattr(where, name, kept)
