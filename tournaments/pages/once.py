"""The same form, filled in alike, sent twice counts once: a double tap, or a reply that got lost on the way."""

import time
from collections.abc import Callable
from hashlib import sha256

from django.core.cache import cache
from django.http import HttpRequest

A_DAY = 60 * 60 * 24
WAIT_SECONDS, STEP_SECONDS = 5.0, 0.05


def key_of(request: HttpRequest) -> str:
    """The key of the form with what was filled in; empty where the form has none.

    Who goes back in the browser gets the old page with the old key: what is then sent with other contents is another
    form.
    """
    key = request.POST.get("idempotency_key", "")[:64]
    if not key:
        return ""
    filled = sorted(
        item for item in request.POST.lists() if item[0] not in ("csrfmiddlewaretoken", "idempotency_key")
    )
    files = [(name, str(file), getattr(file, "size", 0)) for name, file in sorted(request.FILES.items())]
    return sha256(repr((key, filled, files)).encode()).hexdigest()


def once(request: HttpRequest, change: Callable[[], str]) -> str:
    """Runs `change`, which gives the address to go on to, once for each form's key and contents.

    A repeat waits for the first to be done and goes on to the same place. A change that raises leaves
    the key free, so that the mended form can be sent again.
    """
    key = key_of(request)
    if not key:
        return change()
    who = request.user.pk or request.session.session_key or ""
    slot = f"form:{who}:" + sha256(f"{request.path}:{key}".encode()).hexdigest()
    if not cache.add(slot, "", A_DAY):
        return _answer_of_the_first(slot) or change()
    try:
        address = change()
    except BaseException:
        cache.delete(slot)
        raise
    cache.set(slot, address, A_DAY)
    return address


def _answer_of_the_first(slot: str) -> str:
    """Where the first request went on to; empty when it failed or takes too long."""
    end = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < end:
        found = cache.get(slot)
        if found is None:
            return ""
        if found:
            return str(found)
        time.sleep(STEP_SECONDS)
    return ""
