"""The API and its description."""

from importlib.util import find_spec
from typing import Any

from config.settings.environment import env

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.access.api_tokens.MortalTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.LimitOffsetPagination",
    "PAGE_SIZE": 100,
    "DEFAULT_RENDERER_CLASSES": ["tournaments.api_json.QuickJSON"],
    "DEFAULT_PARSER_CLASSES": [
        "rest_framework.parsers.JSONParser",
        "rest_framework.parsers.FormParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_THROTTLE_CLASSES": [
        "tournaments.throttles.ByAddress",
        "tournaments.throttles.ByAccount",
    ],
    # Whose address counts: what a client says of itself in X-Forwarded-For is believed from our own proxies alone.
    "NUM_PROXIES": env.int("PROXY_COUNT", 0),
    "DEFAULT_THROTTLE_RATES": {"anon": "300/min", "user": "1200/min"},
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
if find_spec("tournaments.api_errors"):
    REST_FRAMEWORK["EXCEPTION_HANDLER"] = "tournaments.api_errors.exception_handler"

SPECTACULAR_SETTINGS = {
    "TITLE": "First Blood",
    "DESCRIPTION": "Runs card-game events and settles their disputes.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    # The description is everybody's: a token that is no good keeps nobody from reading it.
    "SERVE_AUTHENTICATION": ["rest_framework.authentication.SessionAuthentication"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_NAME_OVERRIDES": {
        "JobState": ["waiting", "running", "cancelled", "done"],
        "EventState": "tournaments.models.events.State",
        "RoundState": "tournaments.models.rounds.RoundState",
        "MatchState": "tournaments.models.rounds.MatchState",
        "EntrantStatus": "tournaments.models.entrants.Status",
        "StageKind": "tournaments.models.stages.StageKind",
        "StageGames": "tournaments.models.stages.GAMES",
        "EventGames": "tournaments.models.events.GAMES",
        "ListsMissing": ["drop", "keep"],
        "ResultKind": "tournaments.outcomes.outcome.BY_STAFF",
        "PenaltyKinds": "tournaments.models.penalties.PenaltyKind",
        "LatePenalties": "tournaments.penalties.late_api.LATE_CHOICES",
        "RecordStatus": "referee.models.records.Status",
        "DisputeKind": "referee.models.disputes.Kind",
        "DisputeRowKind": "referee.models.disputes.RowKind",
    },
}
