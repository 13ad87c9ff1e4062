"""The page on which everybody checks a log by its code or its file."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from referee.log_checks.queries import check_code, check_file
from referee.logs.reading import MAX_BYTES
from referee.spending import counted
from tournaments.access import actor_of
from tournaments.errors import DomainError, Invalid
from tournaments.messages import message
from tournaments.pages.forms import show_refusal


class CheckForm(forms.Form):
    """A code, a file, or both."""

    code = forms.CharField(
        label=_("Code of the log"),
        help_text=_(
            "30 digits and letters, as they stand on the log's page. Hyphens and spaces do not matter."
        ),
        max_length=60,
        required=False,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )
    file = forms.FileField(
        label=_("Or its file"),
        help_text=_("A log with its hashes (.jsonl). With a code, the file is held against the code."),
        required=False,
        allow_empty_file=True,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@counted
def check_log(request: HttpRequest) -> HttpResponse:
    """Which log a code or a file is of, and whether it is what it was."""
    given = request.POST if request.method == "POST" else request.GET
    form = CheckForm(given or None, request.FILES if request.method == "POST" else None)
    context: dict[str, Any] = {}
    status = 200
    if form.is_bound and form.is_valid():
        try:
            context = _checked(form, request)
        except DomainError as error:
            show_refusal(form, error)
            status = error.status
    elif form.is_bound:
        status = 400
    return render(
        request, "referee/log_checks/page.html", {"form": form, "still": True, **context}, status=status
    )


def _checked(form: CheckForm, request: HttpRequest) -> dict[str, Any]:
    actor, code, file = actor_of(request), form.cleaned_data["code"], form.cleaned_data["file"]
    if file is not None:
        if file.size > MAX_BYTES:
            raise Invalid(message("A log may be at most %(n)s MB.", n=MAX_BYTES // 1024 // 1024))
        held = check_file(file.read(), actor, code)
        return {"file": held, "checked": held.stored}
    if not code:
        raise Invalid(message("Type a code or choose a file."))
    return {"checked": check_code(code, actor)}
