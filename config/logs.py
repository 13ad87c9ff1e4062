"""Log lines by structlog: one event a line, and no secret in any of them."""

import logging
import re
from collections.abc import MutableMapping
from typing import Any

import structlog

# Keys whose values are never written.
SECRET_KEYS = re.compile(r"password|passwd|secret|token|authorization|cookie|session|csrf|api_?key|dsn", re.I)
# What a secret follows in an address, a header or an assignment, plain or encoded (as the address that is gone to after
# signing in is), once or twice; and the secret.
SECRET_TEXT = re.compile(
    r"""
    ( (?: password | passwd | secret | token | sessionid | first_blood_\w{1,20} | csrf\w{0,30} | api_?key ) ["']?
      \s* (?: [=:] | %(?:25)*3[AD] ) \s* ["']? )
    [^\s&"',;]+
    | ( SLASH (?: claim | role-link | confirm-email | demo SLASH [\w-]+ | password SLASH reset SLASH key ) SLASH )
      (?: (?! SLASH | %(?:25)*(?:23|26|3F) ) [^\s"'?&#] )+
    | ( authorization ["']? \s* [=:] \s* ["']? (?: [a-z]+ \s+ )? ) [^\s"',;]+
    | ( (?: Token | Bearer ) \s+ ) [A-Za-z0-9._:-]{8,}
    | ( (?<![a-z0-9+.-]) [a-z][a-z0-9+.-]{0,30} :// [^\s/:@"']* : ) [^\s/@"']+ (?=@)
    # A signed word, wherever it stands: what it says, when, and the signature. Nothing is before it that stays.
    | () (?<![\w.-]) \.? [\w-]+ (?: : | %(?:25)*3A ) \w{6} (?: : | %(?:25)*3A ) [\w-]{43} (?![\w-])
    """.replace("SLASH", "(?:/|%(?:25)*2F)"),
    re.IGNORECASE | re.VERBOSE | re.ASCII,
)
HIDDEN = "[hidden]"


def hide_text(text: str) -> str:
    """The text with secrets in addresses, headers and assignments blanked."""
    return SECRET_TEXT.sub(lambda m: next((g for g in m.groups() if g), "") + HIDDEN, text)


def hide_secrets(_logger: object, _name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A structlog processor that blanks secrets, by key and inside texts."""
    for key, value in list(event.items()):
        if SECRET_KEYS.search(key):
            event[key] = HIDDEN
        elif isinstance(value, str):
            event[key] = hide_text(value)
    return event


def hide_everywhere(value: Any, *_hint: Any) -> Any:
    """The event for the error service, with the secrets in its addresses and texts blanked."""
    if isinstance(value, str):
        return hide_text(value)
    if isinstance(value, dict):
        return {key: hide_everywhere(held) for key, held in value.items()}
    if isinstance(value, list | tuple):
        return [hide_everywhere(held) for held in value]
    return value


def logging_settings(level: str, *, as_json: bool) -> dict[str, Any]:
    """Django's LOGGING: everything goes through structlog to standard error."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    last = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=False)
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": shared,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    hide_secrets,
                    last,
                ],
            }
        },
        "handlers": {"standard_error": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["standard_error"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            # who say of each thing they do that they do it: Celery several times a second
            **{
                name: {"level": _at_least_warnings(level)}
                for name in ("axes", "fontTools", "celery", "kombu")
            },
        },
    }


def _at_least_warnings(level: str) -> int:
    return max(logging.getLevelNamesMapping()[level], logging.WARNING)


def configure_sentry(dsn: str, environment: str, debug: bool) -> None:
    """Starts the error service when it has an address; sends no personal data."""
    if not dsn or debug:
        return
    import sentry_sdk

    sentry_sdk.init(
        dsn=dsn,
        environment=environment,
        send_default_pii=False,
        max_request_body_size="never",
        # A variable may hold a token, a hand or the end of a round.
        include_local_variables=False,
        before_send=hide_everywhere,
        before_breadcrumb=hide_everywhere,
    )
