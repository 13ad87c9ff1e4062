"""Log lines, and the error service where one is configured."""

from config.logs import configure_sentry, logging_settings
from config.settings.environment import DEBUG, env
from config.settings.wrong import known_log_level

LOG_LEVEL: str = known_log_level(env.str("LOG_LEVEL", "INFO"))
LOGGING = logging_settings(LOG_LEVEL, as_json=env.bool("LOG_JSON", False))

configure_sentry(env.str("SENTRY_DSN", ""), env.str("SENTRY_ENVIRONMENT", "production"), DEBUG)
