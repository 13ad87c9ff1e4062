"""The desk's page of messages: what is shown, what was, and a new one."""

from __future__ import annotations

from django import forms
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.announcements import changes
from tournaments.announcements.queries import announcement_of, standing
from tournaments.errors import DomainError, NotAllowed
from tournaments.models.announcements import LENGTH
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.forms import show_refusal

PAGE = 50
TIMES = [
    ("", gettext_lazy("Until it is taken back")),
    ("10", gettext_lazy("10 minutes")),
    ("30", gettext_lazy("30 minutes")),
    ("60", gettext_lazy("1 hour")),
    ("180", gettext_lazy("3 hours")),
]


class AnnouncementForm(forms.Form):
    """A new message and how long it is shown."""

    text = forms.CharField(
        label=gettext_lazy("Message"),
        max_length=LENGTH,
        help_text=gettext_lazy("Everybody reads it: “Lunch until 13:30”, “A deck box was found”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    minutes = forms.TypedChoiceField(
        label=gettext_lazy("Shown"), choices=TIMES, coerce=int, empty_value=None, required=False
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_view("announce")
def announcements(request: EventRequest) -> HttpResponse:
    """What stands, what stood, and the form for a new one."""
    form, status, at = AnnouncementForm(), 200, now()
    if request.http.method == "POST":
        form, status = AnnouncementForm(request.http.POST), 400
        if form.is_valid():
            try:
                changes.post_announcement(request.event, **form.cleaned_data, by=request.actor, now=at)
                return request.then(request.url("announcements"), _("The message is shown."))
            except NotAllowed:
                raise
            except DomainError as error:
                show_refusal(form, error)
                status = error.status
    shown = list(standing(request.event, at))
    over = request.event.announcements.exclude(pk__in=[one.pk for one in shown]).order_by("-id")
    page = Paginator(over, PAGE).get_page(request.http.GET.get("page"))
    return request.show(
        "tournaments/announcements/page.html", status, form=form, shown=shown, page=page, still=True
    )


@require_POST
@event_view()
def take_back(request: EventRequest, announcement_id: int) -> HttpResponse:
    """Takes a message back."""
    announcement = announcement_of(request.event, announcement_id)
    changes.take_back_announcement(announcement, by=request.actor, now=now())
    return request.then(request.url("announcements"), _("The message is taken back."))
