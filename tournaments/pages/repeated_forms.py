"""The same form, filled in alike, sent twice counts once: a double tap, or a reply that got lost on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from hashlib import sha256
from typing import Any, Protocol

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, URLResolver

from tournaments.idempotency.changes import Answer, Asked, answer_once
from tournaments.now import now

#: A token that a page was given is another on every page; one of this length says nothing of the page.
BARE_TOKEN = 32


class View(Protocol):
    """A page's view."""

    def __call__(self, request: HttpRequest, /, *args: Any, **kwargs: Any) -> HttpResponse: ...


def key_of(request: HttpRequest) -> str:
    """The key of the form with what was filled in; empty where the form has none.

    A form's own key, or else the word against forgery, which is another on every page. Who goes back in the browser
    gets the old page with the old key: what is then sent with other contents is another form.
    """
    token = request.POST.get("csrfmiddlewaretoken", "")
    key = request.POST.get("idempotency_key", "")[:64] or (token[:64] if len(token) > BARE_TOKEN else "")
    if not key:
        return ""
    filled = sorted(
        item for item in request.POST.lists() if item[0] not in ("csrfmiddlewaretoken", "idempotency_key")
    )
    files = [
        (name, str(file), _digest(file))
        for name, several in sorted(request.FILES.lists())
        for file in several
    ]
    return sha256(repr((key, filled, files)).encode()).hexdigest()


def _digest(file: Any) -> str:
    """The hash of an uploaded file, left as it was found."""
    digest = sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()


def _sender(request: HttpRequest) -> str:
    """Who sends: an account, or the browser that has the word against forgery."""
    if request.user.pk:
        return f"user {request.user.pk}"
    word = request.COOKIES.get(settings.CSRF_COOKIE_NAME) or request.session.session_key or ""
    return f"visitor {sha256(word.encode()).hexdigest()[:40]}" if word else ""


def counted_once(
    patterns: Iterable[URLPattern | URLResolver], *, but: Iterable[str] = (), long: Iterable[str] = ()
) -> list[URLPattern | URLResolver]:
    """These addresses, each form of theirs counted once. `but`: the names of those that change nothing or have a way
    of their own; `long`: of those that compute for long, and see themselves that twice is once.
    """
    counted = list(patterns)
    but, long = set(but), set(long)
    for pattern in counted:
        if isinstance(pattern, URLPattern) and pattern.name not in but:
            pattern.callback = _once(pattern.callback, whole=pattern.name not in long)
    return counted


def _once(view: View, *, whole: bool) -> Callable[..., HttpResponse]:
    @wraps(view)
    def asked_once(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        key, sender = key_of(request), _sender(request)
        if not key or not sender:
            return view(request, *args, **kwargs)
        return answer_once(
            Asked.of(sender, request.path, key),
            lambda: view(request, *args, **kwargs),
            keep=lambda answer: _kept(answer, whole),
            again=_again,
            now=now(),
            whole=whole,
        )

    asked_once.counts_once = True  # type: ignore[attr-defined]
    return asked_once


def _kept(answer: HttpResponse, whole: bool) -> Answer | None:
    """A form that was taken leads on to a page. One that was refused is shown again, and changed nothing."""
    if 300 <= answer.status_code < 400:
        return Answer(answer.status_code, location=answer["Location"])
    if whole and answer.status_code >= 400:
        transaction.set_rollback(True)
    return None


def _again(kept: Answer) -> HttpResponse:
    answer = HttpResponseRedirect(kept.location)
    answer.status_code = kept.status
    return answer
