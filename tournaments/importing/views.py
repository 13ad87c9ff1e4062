"""The page on which a whole event is imported: the file is looked over, and then taken."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access import actor_of
from tournaments.errors import DomainError
from tournaments.events.views import went_on
from tournaments.importing.limits import one_import
from tournaments.importing.reading import MAX_BYTES, LookedOverFile, look_over
from tournaments.importing.work import LARGE, import_or_begin
from tournaments.models.jobs import Job
from tournaments.models.stages import StageKind
from tournaments.now import now
from tournaments.pages.translation import in_words

#: A file up to this size goes with the page that shows what is in it; a larger one is chosen once more.
CARRIED = 1_500_000


class FileForm(forms.Form):
    """An event file, or the text of one that was looked over."""

    file = forms.FileField(
        label=gettext_lazy("Event file"),
        help_text=gettext_lazy(
            "JSON, as “All exports” of an event gives it here or another program writes it."
        ),
        required=False,
    )
    text = forms.CharField(widget=forms.Textarea, required=False, strip=False)
    looked = forms.CharField(max_length=64, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        file = cleaned.get("file")
        if file is not None and file.size > MAX_BYTES:
            self.add_error("file", _("The file is too large."))
        elif not self.errors and file is None and not cleaned.get("text"):
            self.add_error("file", _("Choose a file."))
        return cleaned

    def sent(self) -> bytes:
        """The file, or the text in its place. A browser writes the ends of lines in its own way; JSON may."""
        file = self.cleaned_data.get("file")
        data: bytes = (
            file.read() if file is not None else str(self.cleaned_data["text"]).encode(errors="replace")
        )
        return data.replace(b"\r\n", b"\n")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def event_import(request: HttpRequest) -> HttpResponse:
    """Looks a file over, or takes the one that was looked over."""
    if request.method != "POST":
        return _page(request)
    form = FileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(
            request, " ".join(str(error) for errors in form.errors.values() for error in errors), status=400
        )
    data = form.sent()
    try:
        if request.POST.get("do") != "take" or not form.cleaned_data["looked"]:
            return _page(request, looked=look_over(data), data=data)
        actor = actor_of(request)
        with one_import(actor):
            made = import_or_begin(data, by=actor, now=now(), large=LARGE, looked=form.cleaned_data["looked"])
    except DomainError as error:
        return _page(request, _why(error), status=error.status)
    if isinstance(made, Job):
        return went_on(reverse("tournaments:job", args=[made.pk]))
    messages.success(request, _("The event is imported."))
    return went_on(reverse("tournaments:desk", args=[made.slug]))


def _why(error: DomainError) -> str:
    """What is wrong, with what the choices say of it."""
    fields = error.details.get("fields") or {}
    problems = error.details.get("problems") or []
    more = [f"{name}: {text}" for name, text in fields.items()] if isinstance(fields, dict) else []
    more += [str(one.get("message", "")) for one in problems[:5]] if isinstance(problems, list) else []
    return " ".join([in_words(error), *more])


def _page(
    request: HttpRequest,
    wrong: str = "",
    *,
    looked: LookedOverFile | None = None,
    data: bytes = b"",
    status: int = 200,
) -> HttpResponse:
    text = data.decode(errors="replace") if looked is not None and len(data) <= CARRIED else ""
    kinds = [StageKind(stage.kind).label for stage in looked.facts.stages] if looked is not None else []
    context = {"form": FileForm(), "wrong": wrong, "looked": looked, "text": text, "kinds": kinds}
    return render(request, "tournaments/importing/page.html", context, status=status)
