"""Reading the environment, and the few values all other settings start from."""

from pathlib import Path

from environs import Env

from config.settings.secret import kept_secret
from config.settings.wrong import WrongSetting, redis_address

__all__ = [
    "BASE_DIR",
    "DATABASE_URL",
    "DATA_DIR",
    "DEBUG",
    "EMBEDDED",
    "REDIS_URL",
    "SECRET_KEY",
    "SITE_RELEASE",
    "env",
]

env = Env()

BASE_DIR = Path(__file__).resolve().parent.parent.parent

# Which build this is, where somebody said so: deploy/up to the image, deploy/systemd/install by the folder's name.
SITE_RELEASE: str = env.str("SITE_RELEASE", "") or (
    BASE_DIR.name if BASE_DIR.parent.name == "releases" else ""
)

# Where the database and the secret key live while no other place is named.
DATA_DIR = env.path("DATA_DIR", None) or BASE_DIR / "data"

DATABASE_URL: str = env.str("DATABASE_URL", "")
REDIS_URL: str = redis_address(env.str("REDIS_URL", ""))
EMBEDDED = not DATABASE_URL

DEBUG: bool = env.bool("DEBUG", False)


def _secret_key() -> str:
    """The operator's own, or the one kept in the data folder."""
    given = env.str("SECRET_KEY", "")
    try:
        return given or kept_secret(DATA_DIR / "secret_key")
    except OSError as error:
        reason = f"No secret key can be kept in {DATA_DIR}: {error.strerror}."
        raise WrongSetting("DATA_DIR", reason) from None


SECRET_KEY: str = _secret_key()
