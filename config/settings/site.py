"""Apps, middleware, templates, languages, static files."""

import os
import sys
import warnings
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from django.utils.translation import gettext_lazy as _

from config.heartbeat import HEARTBEAT_SECONDS
from config.launch.lifeline import VARIABLE
from config.settings.data import DATABASES, ON_SQLITE
from config.settings.environment import BASE_DIR, DATA_DIR, DATABASE_URL, DEBUG, env
from config.settings.security import HTTPS
from config.settings.wrong import known_time_zone, period_of_people

#: The scenarios that show the rules, one folder for each game: pages open them as examples; a site may have none.
EXAMPLES = BASE_DIR / "tests" / "scenarios"

INSTALLED_APPS = [
    "config",
    "tournaments",
    "referee",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "axes",
    "django_htmx",
    "django_filters",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_prometheus",
]

# Games beside those of this project: by the name in logs the title and the engine, as rules/registry.py has them, and
# what people see of them, as referee/presentations.py.
MORE_GAMES: dict[str, tuple[str, str]] = {}
MORE_PRESENTATIONS: dict[str, str] = {}

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.content_security_policy",
    "config.middleware.no_detours",
    "config.static_files.StaticFiles",
    # Around all that may answer by itself: unknown hosts, addresses without their slash, what is too large.
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.middleware.no_null_characters",
    # Within the static files, which are packed already or served by a proxy.
    "config.packing.Packing",
    "referee.live.fast_path.fast_path",
    "config.middleware.who_asks",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.middleware.too_large",
    "config.middleware.private_answers",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.lockout.known_browsers",
    "axes.middleware.AxesMiddleware",
]

# The pages of domain errors, once the app brings their middleware.
if find_spec("tournaments.middleware"):
    MIDDLEWARE.append("tournaments.middleware.DomainErrorMiddleware")

# Counting for a monitor costs every answer a tenth of its time: only where one may ask.
if env.str("METRICS_TOKEN", ""):
    MIDDLEWARE.insert(MIDDLEWARE.index("config.packing.Packing") + 1, "config.monitoring.for_monitors")
    MIDDLEWARE.insert(0, "django_prometheus.middleware.PrometheusBeforeMiddleware")
    MIDDLEWARE.append("django_prometheus.middleware.PrometheusAfterMiddleware")

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

FORM_RENDERER = "config.widgets.WidgetRenderer"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            # Ours by their structure, those of packages as Django reads them; each compiled once.
            "loaders": [
                (
                    "config.template_layout.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "tournaments.pages.context.look",
            ],
        },
    }
]

# The cookie names carry the project's, so that another site on the same host name does not log people out. By https
# they begin with what has browsers take them from this very host alone, over https alone.
SESSION_ENGINE = "config.sessions"
COOKIES = ("__Host-" if HTTPS else "") + "first_blood_"
SESSION_COOKIE_NAME = f"{COOKIES}session"
CSRF_COOKIE_NAME = f"{COOKIES}csrf"
LANGUAGE_COOKIE_NAME = f"{COOKIES}language"
MESSAGES_COOKIE_NAME = f"{COOKIES}messages"
MESSAGE_STORAGE = "config.messages.Messages"
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE: str = known_time_zone(env.str("TIME_ZONE", "") or "UTC")

STATIC_URL = "/static/"
STATIC_ROOT = env.path("STATIC_ROOT", None) or DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.joined_files.JoinedFiles",
]
# With a STATIC_ROOT set: hashed names, as `collectstatic` made them; straight from the sources otherwise.
COLLECTED = bool(env.str("STATIC_ROOT", "")) and not DEBUG
WHITENOISE_USE_FINDERS = not COLLECTED
WHITENOISE_AUTOREFRESH = DEBUG
# While one version replaces another, both read one list of collected files. A name that only the other version had is
# found by its file, which stays, and is no reason to refuse a page.
WHITENOISE_MANIFEST_STRICT = False
# Nothing is collected on a machine that serves from the sources, and nothing is missing then.
warnings.filterwarnings("ignore", message="No directory at", category=UserWarning)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage",
        # these are for everybody, also for another server that reads them
        "OPTIONS": {"file_permissions_mode": 0o644, "directory_permissions_mode": 0o755},
    },
}
MEDIA_ROOT = DATA_DIR / "media"
# Of how many publications of an event the files are kept that the site saves by itself; 0: none are saved.
SAVED_ROUNDS: int = max(env.int("SAVED_ROUNDS", 12), 0)
# What people hand in is for the site alone.
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700

# How many processes do long work at once; 0: whoever sweeps does it, chunk by chunk. One core is left for the rest.
JOB_WORKERS: int = max(env.int("JOB_WORKERS", max(1, (os.cpu_count() or 1) - 1)), 0)
# One of them, where no queue of tasks has workers: it ends with the process that started it.
JOB_COMMAND = [sys.executable, "-m", "config.launch.child", "jobs"]
JOB_ENVIRONMENT = {VARIABLE: "stdin"}
if DATABASE_URL and ON_SQLITE:
    # It is started in the site's folder, and an address may say where the file is from another.
    JOB_ENVIRONMENT["DATABASE_URL"] = f"sqlite:///{quote(str(Path(DATABASES['default']['NAME']).absolute()))}"

# After how many days without a sign of them people become former players, as if they had left; 0: never.
PERSONAL_DATA_DAYS: int = period_of_people(env.int("PERSONAL_DATA_DAYS", 0))

# How many backups the site keeps of itself, one a day; 0: it makes none. A PostgreSQL is backed up by whoever runs it,
# unless a number is set.
BACKUPS: int = max(env.int("BACKUPS", 7 if ON_SQLITE else 0), 0)
BACKUP_FOLDER: Path = env.path("BACKUP_FOLDER", None) or DATA_DIR / "backups"
BACKUP_COMMAND = [sys.executable, "-m", "config.launch.child", "backup"]

# How often a process says that it is alive.
SIGN_OF_LIFE_SECONDS = HEARTBEAT_SECONDS
