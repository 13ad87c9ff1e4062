"""The door of the demo's links. Where there is no demo, there is no such page."""

from __future__ import annotations

import structlog
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth import login
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from referee.demo.links import Links, Person, read_links
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.now import now
from tournaments.throttles import counted_address

BACKEND = "django.contrib.auth.backends.ModelBackend"
#: Tries an address of the network has in a minute.
TRIES = 60

log = structlog.get_logger(__name__)


def demo_links() -> Links | None:
    """The links of this site, where it is a demo: embedded, as `serve` made it."""
    return read_links(settings.DATA_DIR) if settings.EMBEDDED else None


def account_of(links: Links, person: Person) -> User | None:
    """The account that the demo made, as long as nobody has made it his own: its password is the demo's, it has no
    second step and no more rights than it had."""
    user = User.objects.filter(pk=person.account, username=person.username, is_active=True).first()
    if user is None or user.is_staff or user.is_superuser:
        return None
    if links.mark_of(user.pk, user.username, user.password) != person.mark:
        return None
    return None if Authenticator.objects.filter(user=user).exists() else user


@never_cache
@require_GET
def demo_person(request: HttpRequest, username: str, word: str) -> HttpResponse:
    """Signs in as one of the demo's people by a link that `serve` printed, and leads to where he looks first. Who
    guesses is answered so often and no more."""
    links = demo_links()
    if links is None:
        raise Http404
    if _too_often(request):
        return render(request, "429.html", status=429)
    person, until = links.person(username), links.until(username, word)
    if person is None or until is None:
        raise Http404
    if until < now().timestamp():
        raise NotFound(_("This link was good for a day. Start the site again: it prints new ones."))
    user = account_of(links, person)
    if user is None:
        raise Http404
    login(request, user, backend=BACKEND)
    log.info("somebody is one of the demo's people by its link", account=user.pk)
    return HttpResponseRedirect(person.path)


def _too_often(request: HttpRequest) -> bool:
    """Whether this address of the network has tried too often within the minute."""
    key = f"demo-link:{counted_address(request)}:{int(now().timestamp()) // 60}"
    cache.add(key, 0, 120)
    try:
        return cache.incr(key) > TRIES
    except ValueError:  # forgotten in this moment
        return False
