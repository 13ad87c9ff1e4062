"""Agreeing to a public page, and taking that back."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction

from tournaments.access import Actor
from tournaments.errors import NotAllowed
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.entrants import Entrant
from tournaments.models.events import State
from tournaments.models.ratings import Rating
from tournaments.outbox.ratings import ratings_change


def show_page(*, by: Actor, now: datetime) -> str:
    """The account agrees to a public page; gives its address' code, which stays if it has agreed already. Raises
    NotAllowed for who is not signed in, or comes with an API token made for something else."""
    with transaction.atomic():
        user = _own(by)
        if user.page_code is None:
            user.page_code = secrets.token_hex(8)
            user.save(update_fields=["page_code"])
            played = Entrant.objects.filter(user=user, event__state=State.FINISHED).order_by()
            ratings_change(played.values_list("event__game", flat=True).distinct(), now=now)
        return user.page_code


def hide_page(*, by: Actor) -> None:
    """Takes it back: nothing is shown any more, and the address never leads anywhere again. Raises NotAllowed."""
    with transaction.atomic():
        user = _own(by)
        user.page_code = None
        user.save(update_fields=["page_code"])
        Rating.objects.filter(user=user).delete()


def _own(by: Actor) -> User:
    if by.user is None:
        raise NotAllowed(_("Sign in first."))
    if not by.is_whole:
        raise NotAllowed(_("This API token is not for that."))
    return User.objects.select_for_update(no_key=True).get(pk=by.user.pk)
