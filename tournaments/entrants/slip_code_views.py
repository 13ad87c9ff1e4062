"""The page where the code of a slip is typed, on a phone that cannot scan it."""

from __future__ import annotations

from django import forms
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access.claim_tokens import CODE_LENGTH, link_of_code, token_of
from tournaments.matches.queries import is_shown
from tournaments.now import now
from tournaments.throttles import counted_address
from tournaments.typed_codes import number_of, typed

#: Wrong codes from one address, which a whole hall may share, and the seconds in which they count.
TRIES, WHILE = 60, 15 * 60


class SlipCodeForm(forms.Form):
    """One field: the code as it stands on the slip."""

    code = forms.CharField(
        label=gettext_lazy("Code on your slip"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def slip_code(request: HttpRequest) -> HttpResponse:
    """Leads to the match of a match slip, or to the claim link of a claim slip; says where a code is neither."""
    form = SlipCodeForm(request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _page(request, form)
    if not form.is_valid():
        return _page(request, form, 400)
    key = f"slip-code:{counted_address(request)}"
    wrong = cache.get(key, 0)
    if wrong >= TRIES:
        form.add_error(
            None, _("Too many wrong codes were typed here. Try again in 15 minutes, or ask at the desk.")
        )
        answer = _page(request, form, 429)
        answer["Retry-After"] = str(WHILE)
        return answer
    address = _address_of(typed(form.cleaned_data["code"]))
    if not address:
        cache.set(key, wrong + 1, WHILE)
        form.add_error("code", _("No slip has this code. Look again, or ask at the desk."))
        return _page(request, form, 400)
    answer = HttpResponseRedirect(address)
    answer.status_code = 303
    return answer


def _address_of(code: str) -> str:
    if len(code) == CODE_LENGTH:
        link = link_of_code(code, now())
        if link is not None:
            return reverse("tournaments:claim", args=[token_of(link)])
    match = number_of(code)
    if match is None or not is_shown(match):
        return ""
    return reverse("tournaments:match_page", args=[match])


def _page(request: HttpRequest, form: SlipCodeForm, status: int = 200) -> HttpResponse:
    return render(request, "tournaments/entrants/slip_code.html", {"form": form}, status=status)
