"""The penalties of a series' events, for its owner."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.access import actor_of
from tournaments.now import now
from tournaments.penalties.queries import shown_of_series
from tournaments.penalties.rows import rows_of
from tournaments.series.changes import check_owner
from tournaments.series.queries import series_by_slug

PAGE = 50


@never_cache
@login_required
@require_safe
def series_penalties(request: HttpRequest, slug: str) -> HttpResponse:
    """Those that stand and are not too old by the series' policy, newest first."""
    series = series_by_slug(slug)
    check_owner(series, actor_of(request))
    listed = shown_of_series(series, now()).order_by("-at", "-pk")
    page = Paginator(listed, PAGE).get_page(request.GET.get("page"))
    context = {"series": series, "page": page, "rows": rows_of(page.object_list)}
    return render(request, "tournaments/series/penalties.html", context)
