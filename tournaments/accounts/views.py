"""The reader's own account: name, events played and run."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models.accounts import User
from tournaments.models.entrants import Entrant
from tournaments.models.events import StaffRole

PAGE = 25


class ProfileForm(forms.ModelForm):
    """The name that other people see."""

    class Meta:
        model = User
        fields = ["display_name"]
        labels = {"display_name": gettext_lazy("Name others see")}
        help_texts = {"display_name": gettext_lazy("Empty: your username.")}


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """My account on one page."""
    assert isinstance(request.user, User)
    user = User.objects.get(pk=request.user.pk)
    sent = request.method == "POST"
    form = ProfileForm(request.POST if sent else None, instance=user)
    status = 200
    if sent:
        if form.is_valid():
            form.save()
            messages.success(request, _("Saved."))
            answer = HttpResponseRedirect(reverse("tournaments:profile"))
            answer.status_code = 303
            return answer
        status = 400
    played = Entrant.objects.filter(user=user).select_related("event").order_by("-event__created_at", "-pk")
    roles = StaffRole.objects.filter(user=user, revoked_at=None).select_related("event").order_by("-pk")[:50]
    page = Paginator(played, PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "tournaments/accounts/profile.html",
        {"form": form, "page": page, "roles": roles, "public_page": user.page_code},
        status=status,
    )
