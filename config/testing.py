"""The settings the tests run with: the same, but quicker hashing and a database of their own."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# Before the settings are read: what the tests write goes into a folder that ends with them.
_folder = Path(tempfile.mkdtemp(prefix="first-blood-test-"))
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ.setdefault("DATA_DIR", str(_folder))
os.environ.setdefault("SECRET_KEY", "for-tests-only-" + "x" * 50)
# No paper is drawn for each round of a test: the tests of saving say so themselves.
os.environ.setdefault("SAVED_ROUNDS", "0")
os.environ.setdefault("BACKUPS", "0")
# Jobs are done where they are swept.
os.environ.setdefault("JOB_WORKERS", "0")
# With the numbers for a monitor, as a site that has one.
os.environ.setdefault("METRICS_TOKEN", "for-tests-only")

# Tests that run side by side each have a Redis database of their own.
if (
    os.environ.get("REDIS_URL")
    and os.environ.get("PYTEST_XDIST_WORKER")
    and "WORKERS_REDIS" not in os.environ
):
    _base, _, _number = os.environ["REDIS_URL"].rpartition("/")
    _own = int(_number or 0) + 1 + int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw"))
    os.environ["REDIS_URL"] = os.environ["WORKERS_REDIS"] = f"{_base}/{_own}"

from config.settings import *  # noqa: E402, F403
from config.settings import CACHES, DATABASES, REST_FRAMEWORK  # noqa: E402

TESTING = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
AXES_ENABLED = False
ALLOWED_HOSTS = ["*"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
REST_FRAMEWORK = {**REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": []}
ACCOUNT_RATE_LIMITS = False
CACHES = {**CACHES, "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CELERY_TASK_ALWAYS_EAGER = False

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, so that several connections really compete, as they do on the site.
    DATABASES["default"]["TEST"] = {"NAME": str(_folder / "test.sqlite3")}
    # A test's database need not survive a power cut.
    _options = DATABASES["default"]["OPTIONS"]
    _quick = _options["init_command"].replace("synchronous=NORMAL", "synchronous=OFF")
    DATABASES["default"]["OPTIONS"] = {**_options, "init_command": _quick}
else:
    DATABASES["default"]["OPTIONS"].pop("pool", None)
    # Nor is a commit waited for until it is on the disk.
    DATABASES["default"]["OPTIONS"]["options"] = "-c synchronous_commit=off"
