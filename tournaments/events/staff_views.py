"""The staff of an event: roles, and the claim links by which people take them."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.access import actor_of
from tournaments.errors import DomainError, NotFound
from tournaments.events.role_links import (
    MAX_DAYS,
    BadRoleLink,
    UsedRoleLink,
    has_role,
    make_role_link,
    open_role_links,
    revoke_role_link,
    role_link_of,
    stays_good,
    take_role,
)
from tournaments.events.staff import addresses_are_verified, grant_role, revoke_role
from tournaments.events.stand_in import candidates, stand_in_of
from tournaments.models.events import Role, StaffRole
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.forms import show_refusal


class RoleForm(forms.Form):
    """The account and the role to give it."""

    who = forms.CharField(max_length=254)
    role = forms.ChoiceField(
        label=gettext_lazy("Role of this account"),
        choices=[(value, gettext_lazy(str(label))) for value, label in Role.choices],
        initial=Role.JUDGE,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        who = self.fields["who"]
        if addresses_are_verified():
            who.label = _("Username or e-mail address")
            who.help_text = _("An e-mail address can be used once its owner has verified it.")
        else:
            who.label = _("Username")
            who.help_text = _(
                "This site sends no mail, so no address is verified: ask for the username, or give a claim link."
            )


class LinkForm(forms.Form):
    """A claim link: for which role, for whom, how long."""

    role = forms.ChoiceField(
        label=gettext_lazy("Role the link gives"),
        choices=[(value, gettext_lazy(str(label))) for value, label in Role.choices],
        initial=Role.JUDGE,
    )
    whom = forms.CharField(
        label=gettext_lazy("For whom (only staff see this)"), max_length=100, required=False
    )
    days = forms.IntegerField(
        label=gettext_lazy("Valid for (days)"), min_value=1, max_value=MAX_DAYS, initial=3
    )


@require_GET
@event_view("view_staff")
def staff(request: EventRequest) -> HttpResponse:
    """The staff page of the event."""
    return _staff_page(request, RoleForm())


def _staff_page(
    request: EventRequest,
    form: RoleForm,
    status: int = 200,
    *,
    link_form: LinkForm | None = None,
    made: str = "",
) -> HttpResponse:
    """The page; ``made`` is the address of a link just made, which is shown this once."""
    roles = (
        request.event.staff_roles.filter(revoked_at=None)
        .select_related("user")
        .order_by("user__username", "pk")
    )
    links = open_role_links(request.event, now()) if "grant_role" in request.can else []
    return request.show(
        "tournaments/staff/list.html",
        status,
        roles=roles,
        links=links,
        form=form,
        link_form=link_form or LinkForm(auto_id="link_%s"),
        made=made,
        stood_in=stand_in_of(request.event),
        stand_ins=candidates(request.event) if "name_stand_in" in request.can else None,
    )


@require_POST
@event_view("view_staff")
def grant(request: EventRequest) -> HttpResponse:
    """Gives somebody a role."""
    form = RoleForm(request.http.POST)
    status = 400
    if form.is_valid():
        try:
            held = grant_role(
                request.event,
                form.cleaned_data["who"],
                form.cleaned_data["role"],
                by=request.actor,
                now=now(),
            )
            said = _("%(name)s is %(role)s now.") % {
                "name": held.user.shown_name,
                "role": _(held.get_role_display()),
            }
            return request.then(request.url("staff"), said)
        except DomainError as error:
            show_refusal(form, error)
            status = error.status
    return _staff_page(request, form, status)


@require_POST
@event_view("view_staff")
def revoke(request: EventRequest, role_id: int) -> HttpResponse:
    """Takes a role back."""
    held = StaffRole.objects.filter(event=request.event, pk=role_id).select_related("event", "user").first()
    if held is None:
        raise NotFound(_("There is no such role in this event."))
    revoke_role(held, by=request.actor, now=now())
    return request.then(request.url("staff"), _("The role is taken back."))


@never_cache
@require_POST
@event_view("view_staff")
def make_link(request: EventRequest) -> HttpResponse:
    """Makes a claim link for a role and shows it, this once."""
    form = LinkForm(request.http.POST, auto_id="link_%s")
    status = 400
    if form.is_valid():
        try:
            _link, token = make_role_link(request.event, **form.cleaned_data, by=request.actor, now=now())
            address = request.http.build_absolute_uri(reverse("tournaments:role_link", args=[token]))
            return _staff_page(request, RoleForm(), made=address)
        except DomainError as error:
            show_refusal(form, error)
            status = error.status
    return _staff_page(request, RoleForm(), status, link_form=form)


@require_POST
@event_view("view_staff")
def revoke_link(request: EventRequest, link_id: int) -> HttpResponse:
    """Takes a claim link back that nobody has used."""
    link = request.event.role_links.filter(pk=link_id).select_related("event").first()
    if link is None:
        raise NotFound(_("There is no such link in this event."))
    revoke_role_link(link, by=request.actor, now=now())
    return request.then(request.url("staff"), _("The link does not work any more."))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def role_link(request: HttpRequest, token: str) -> HttpResponse:
    """A claim link for a role: says whose event and which role, and gives it to the account that is signed in."""
    actor = actor_of(request)
    try:
        link = role_link_of(token, actor, now())
        if request.method == "POST":
            take_role(token, by=actor, now=now())
    except BadRoleLink as error:
        used = isinstance(error, UsedRoleLink)
        return render(request, "tournaments/staff/link_bad.html", {"used": used}, status=error.status)
    if link.taken_by_id is not None or request.method == "POST":
        answer = HttpResponseRedirect(reverse("tournaments:desk", args=[link.event.slug]))
        answer.status_code = 303
        return answer
    has_it = actor.user is not None and has_role(actor.user, link)
    context = {"link": link, "event": link.event, "has_it": has_it, "stays_good": stays_good(link)}
    return render(request, "tournaments/staff/link.html", context)
