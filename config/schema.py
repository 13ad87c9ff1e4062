"""The description of the API: made once for each language and format, as it costs a second and is the same for all."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SCHEMA_KWARGS, SpectacularAPIView
from rest_framework.request import Request

from tournaments.memory import Memory

#: One for each language of the site and each format. Who asks while one is made waits for it.
MAX_FORMS = 16

_made: Memory[str | bytes] = Memory(MAX_FORMS)


class Description(SpectacularAPIView):
    """The schema, as YAML or JSON."""

    @extend_schema(**SCHEMA_KWARGS)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:  # type: ignore[override]
        # No other language counts, however it is spelt: a stranger could ask for thousands.
        languages = dict(settings.LANGUAGES)
        asked = (request.GET.get("lang", ""), translation.get_language())
        language = next((one for one in asked if one in languages), settings.LANGUAGE_CODE)
        renderer = request.accepted_renderer
        file = f'inline; filename="First Blood.{renderer.format.rpartition("-")[2]}"'
        content = _made.get(
            (language, renderer.media_type), lambda: _description(language, renderer.media_type)
        )
        return HttpResponse(content, content_type=renderer.media_type, headers={"Content-Disposition": file})


def _description(language: str, media_type: str) -> str | bytes:
    with translation.override(language):
        schema = Description.generator_class().get_schema(request=None, public=True)
    made = next(one for one in Description.renderer_classes if one.media_type == media_type)
    return made().render(schema, renderer_context={})
