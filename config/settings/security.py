"""Hosts, cookies, headers."""

from config.settings.environment import DEBUG, env
from config.settings.wrong import networks, push_contact, push_key

ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])

# Keys of before, with which nothing is signed any more: what they signed is good until they are taken out.
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])

# True where the site is reached by https only, as everywhere on the internet; on a venue's network it is not.
HTTPS: bool = env.bool("HTTPS", False)
SECURE_SSL_REDIRECT: bool = env.bool("SECURE_SSL_REDIRECT", HTTPS)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.int("PROXY_COUNT", 0) else None
# Asked by the launcher, the front and monitors beside it, without TLS. Programs that forgot the s are told so and not
# led on (config.middleware.no_detours): else nobody would see that their tokens go over the network in the open.
SECURE_REDIRECT_EXEMPT = [r"^readyz$", r"^healthz$", r"^metrics$", r"^api/"]
SECURE_HSTS_SECONDS: int = env.int("SECURE_HSTS_SECONDS", 31_536_000 if HTTPS else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# Scripts and styles come from our own files only. Style attributes are allowed: pictures drawn by the
# server use them, and they run nothing.
CONTENT_SECURITY_POLICY = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}

# A log of a long game is a few megabytes; a form never is.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000

# Numbers for a monitor at /metrics, only for who sends this token; with none set there is no such page.
METRICS_TOKEN: str = env.str("METRICS_TOKEN", "")
PROMETHEUS_EXPORT_MIGRATIONS = False

INTERNAL_IPS = ["127.0.0.1"] if DEBUG else []

# For notifications on phones; without a key the site offers none.
WEB_PUSH_KEY = push_key(env.str("WEB_PUSH_KEY", ""))
WEB_PUSH_CONTACT = push_contact(env.str("WEB_PUSH_CONTACT", ""), WEB_PUSH_KEY)

# What the site itself may reach when people give it an address (webhooks): https on the internet, never its own net.
OUTGOING_HTTP: bool = env.bool("OUTGOING_HTTP", False)
OUTGOING_NETWORKS = networks("OUTGOING_NETWORKS", env.list("OUTGOING_NETWORKS", []))
OUTGOING_REFUSED_NETWORKS = networks("OUTGOING_REFUSED_NETWORKS", env.list("OUTGOING_REFUSED_NETWORKS", []))
