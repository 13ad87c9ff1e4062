"""The description of the API: made once for each language and format, as it costs a second and is the same for all."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SCHEMA_KWARGS, SpectacularAPIView
from rest_framework.request import Request


class Description(SpectacularAPIView):
    """The schema, as YAML or JSON."""

    @extend_schema(**SCHEMA_KWARGS)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:  # type: ignore[override]
        wanted = request.GET.get("lang", "")
        language = wanted if translation.check_for_language(wanted) else translation.get_language()
        renderer = request.accepted_renderer
        file = f'inline; filename="First Blood.{renderer.format.rpartition("-")[2]}"'
        content = _description(language, renderer.media_type)
        return HttpResponse(content, content_type=renderer.media_type, headers={"Content-Disposition": file})


@lru_cache(maxsize=32)
def _description(language: str, media_type: str) -> str | bytes:
    with translation.override(language):
        schema = Description.generator_class().get_schema(request=None, public=True)
    made = next(one for one in Description.renderer_classes if one.media_type == media_type)
    return made().render(schema, renderer_context={})
