"""The staff of an event."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from tournaments.errors import DomainError, NotFound
from tournaments.events.models import Role, StaffRole
from tournaments.events.staff import addresses_are_verified, grant_role, revoke_role
from tournaments.pages.forms import show_refusal
from tournaments.pages.here import Here, event_view, now


class RoleForm(forms.Form):
    """Who gets which role."""

    who = forms.CharField(max_length=254)
    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=[(value, gettext_lazy(str(label))) for value, label in Role.choices],
        initial=Role.JUDGE,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        who = self.fields["who"]
        if addresses_are_verified():
            who.label = _("Username or e-mail address")
            who.help_text = _("An address names an account once its owner has verified it.")
        else:
            who.label = _("Username")
            who.help_text = _("This site sends no mail, so no address is verified: ask for the username.")


@require_GET
@event_view("view_staff")
def staff(here: Here) -> HttpResponse:
    """Who works at the event, and as what."""
    return _staff_page(here, RoleForm())


def _staff_page(here: Here, form: RoleForm, status: int = 200) -> HttpResponse:
    roles = (
        here.event.staff_roles.filter(revoked_at=None).select_related("user").order_by("user__username", "pk")
    )
    return here.show("tournaments/staff/list.html", status, roles=roles, form=form)


@require_POST
@event_view("view_staff")
def grant(here: Here) -> HttpResponse:
    """Gives somebody a role."""
    form = RoleForm(here.request.POST)
    status = 400
    if form.is_valid():
        try:
            held = grant_role(
                here.event, form.cleaned_data["who"], form.cleaned_data["role"], by=here.actor, now=now()
            )
            said = _("%(name)s is %(role)s now.") % {
                "name": held.user.shown_name,
                "role": _(held.get_role_display()),
            }
            return here.then(here.url("staff"), said)
        except DomainError as error:
            show_refusal(form, error)
            status = error.status
    return _staff_page(here, form, status)


@require_POST
@event_view("view_staff")
def revoke(here: Here, role_id: int) -> HttpResponse:
    """Takes a role back."""
    held = StaffRole.objects.filter(event=here.event, pk=role_id).select_related("event", "user").first()
    if held is None:
        raise NotFound(_("There is no such role in this event."))
    revoke_role(held, by=here.actor, now=now())
    return here.then(here.url("staff"), _("The role is taken back."))
