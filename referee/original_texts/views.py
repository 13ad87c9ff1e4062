"""The page on which an organiser brings in the text of a rulebook that is their own."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from referee.original_texts.changes import MAX_BYTES, take_away_rulebook
from referee.original_texts.queries import may_bring_in, of_reader
from referee.original_texts.taking import import_or_begin, said_of
from rules.registry import games, load, title
from tournaments.access import Actor, actor_of
from tournaments.errors import DomainError, Invalid, NotAllowed
from tournaments.messages import message
from tournaments.models.jobs import Job
from tournaments.now import now
from tournaments.pages.translation import in_words, translated


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_texts(request: HttpRequest) -> HttpResponse:
    """The texts that the reader has, and the form to bring one in."""
    actor = actor_of(request)
    if not may_bring_in(actor):
        raise NotAllowed(message("An organiser brings in a rulebook that is their own."))
    if request.method != "POST":
        return _page(request, actor)
    try:
        done = _act(request, actor)
    except DomainError as error:
        return _page(request, actor, in_words(error), error.status)
    if isinstance(done, Job):
        return _then(reverse("tournaments:job", args=[done.pk]))
    messages.success(request, done)
    return _then(reverse("referee:own_texts"))


def _then(address: str) -> HttpResponse:
    answer = HttpResponseRedirect(address)
    answer.status_code = 303
    return answer


def _act(request: HttpRequest, actor: Actor) -> str | Job:
    """Does what the form says, or begins the job that does it; gives what is said of it."""
    number = request.POST.get("take_away", "")
    if number:
        take_away_rulebook(int(number) if number.isascii() and number.isdecimal() else 0, by=actor, now=now())
        return _("The text is gone.")
    file = request.FILES.get("file")
    if file is None:
        raise Invalid(message("Choose a file."))
    data = file.read(MAX_BYTES + 1)
    game = request.POST.get("game", "")
    kept = import_or_begin(game, file.name or "", data, by=actor, now=now())
    return kept if isinstance(kept, Job) else translated(said_of(kept))


def _page(request: HttpRequest, actor: Actor, wrong: str = "", status: int = 200) -> HttpResponse:
    rows = [(row, title(row.game) if row.game in games() else row.game) for row in of_reader(actor)]
    books: dict[str, list[str]] = {}
    for name in games():
        books.setdefault(load(name).rulebook.ledgers[0].name, []).append(name)
    choices = [(names[0], " / ".join(title(name) for name in names)) for names in books.values()]
    context = {"rows": rows, "choices": choices, "wrong": wrong}
    return render(request, "referee/rulebooks/own_texts.html", context, status=status)
