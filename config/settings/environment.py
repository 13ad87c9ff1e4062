"""Reading the environment, and the few values all other settings start from."""

from pathlib import Path

from environs import Env

from config.settings.secret import kept_secret

__all__ = ["BASE_DIR", "DATABASE_URL", "DATA_DIR", "DEBUG", "EMBEDDED", "REDIS_URL", "SECRET_KEY", "env"]

env = Env()

BASE_DIR = Path(__file__).resolve().parent.parent.parent

# Where the database and the secret key live while no other place is named.
DATA_DIR = env.path("DATA_DIR", None) or BASE_DIR / "data"

DATABASE_URL: str = env.str("DATABASE_URL", "")
REDIS_URL: str = env.str("REDIS_URL", "")
EMBEDDED = not DATABASE_URL

DEBUG: bool = env.bool("DEBUG", False)
SECRET_KEY: str = env.str("SECRET_KEY", "") or kept_secret(DATA_DIR / "secret_key")
