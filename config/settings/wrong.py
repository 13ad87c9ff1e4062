"""A variable that makes no sense ends the program in one line that names it, not in a traceback."""

import base64
import ipaddress
import logging
import zoneinfo
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from environs import EnvError

#: How many keys the curve P-256 has (SEC 2, 2.4.2: n).
P256_ORDER = 0xFFFFFFFF_00000000_FFFFFFFF_FFFFFFFF_BCE6FAAD_A7179E84_F3B9CAC2_FC632551

#: The shortest period after which the site may forget people by itself.
LEAST_DAYS = 100


class WrongSetting(EnvError):
    """A value that is readable and still none the site can work with. The value itself is not repeated:
    it may hold a password.
    """

    def __init__(self, variable: str, reason: str) -> None:
        super().__init__(f'Environment variable "{variable}" invalid: {reason}')


@contextmanager
def said_plainly() -> Iterator[None]:
    """Ends the program with the reason when a setting cannot be used."""
    try:
        yield
    except EnvError as error:
        raise SystemExit(f"{error}\ndocs/operator.md lists the variables and what they take.") from None


def known_time_zone(name: str) -> str:
    """The name of a time zone. Raises WrongSetting."""
    try:
        zoneinfo.ZoneInfo(name)
    except (OSError, ValueError, zoneinfo.ZoneInfoNotFoundError):
        raise WrongSetting("TIME_ZONE", "There is no such time zone; a name is like Europe/Berlin.") from None
    return name


def period_of_people(days: int) -> int:
    """For how many days people are remembered who were not here; 0: for good. Raises WrongSetting for so few that they
    would be forgotten between two events."""
    if days and days < LEAST_DAYS:
        raise WrongSetting("PERSONAL_DATA_DAYS", f"At least {LEAST_DAYS}, or 0 for never.")
    return days


def push_key(text: str) -> str:
    """A key for Web Push: a number of the curve P-256, 32 bytes in base64url. Raises WrongSetting."""
    try:
        number = int.from_bytes(
            base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        )
    except ValueError:
        number = 0
    if text and not 0 < number < P256_ORDER:
        raise WrongSetting("WEB_PUSH_KEY", "`run.py manage make_push_key` makes one.")
    return text


def push_contact(text: str, key: str) -> str:
    """Whom a push service can write to. Raises WrongSetting."""
    if key and not text.startswith(("mailto:", "https://")):
        raise WrongSetting(
            "WEB_PUSH_CONTACT", "With WEB_PUSH_KEY it is needed: mailto:you@example.org, or https://…"
        )
    return text


def known_log_level(name: str) -> str:
    """The name of a level of log lines. Raises WrongSetting."""
    level = name.upper()
    if level not in logging.getLevelNamesMapping():
        raise WrongSetting("LOG_LEVEL", "One of DEBUG, INFO, WARNING, ERROR, CRITICAL.")
    return level


def redis_address(address: str) -> str:
    """The address of a Redis, or nothing. Raises WrongSetting."""
    if address and not address.startswith(("redis://", "rediss://", "unix://")):
        raise WrongSetting("REDIS_URL", "An address starts with redis://, rediss:// or unix://.")
    return address


def networks(
    variable: str, texts: Iterable[str]
) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    """Networks like 192.168.1.0/24, or single addresses. Raises WrongSetting."""
    try:
        return tuple(ipaddress.ip_network(text.strip()) for text in texts)
    except ValueError:
        raise WrongSetting(variable, "A network is like 192.168.1.0/24 or 2001:db8::/32.") from None
