"""What the environment says: keys, host names, TLS, mail, notifications on phones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.core.checks import WARNING, run_checks

from config.backups.site_files import keeps_its_key
from config.site_checks.known import is_known_key
from config.site_checks.remarks import Remark, ok, warning, wrong
from tournaments.messages import message as _

#: Characters of a secret key, and how many different ones, as Django's own check asks for.
LONG, DIFFERENT = 50, 5
#: Host names by which only this machine is reached.
HERE = frozenset({"localhost", "127.0.0.1", "[::1]", "::1"})
#: What is said of Django's checks is said here in the site's own words, or decided by HTTPS alone.
SAID_HERE = frozenset(
    f"security.W0{number}" for number in ("04", "08", "09", "12", "16", "18", "20", "05", "21")
)


def keys(now: datetime) -> Iterator[Remark]:
    """The secret key: long enough, and the same wherever the site runs."""
    key: str = settings.SECRET_KEY
    if is_known_key(key) or any(map(is_known_key, settings.SECRET_KEY_FALLBACKS)):
        yield wrong(
            "secret_key",
            _(
                "The secret key, or one of before, is an example’s: whoever read it forges sessions and links."
            ),
            _(
                "Set SECRET_KEY to 50 or more random characters; keep the other in SECRET_KEY_FALLBACKS for "
                "`run.py manage renew_second_steps` alone."
            ),
        )
    elif len(key) < LONG or len(set(key)) < DIFFERENT:
        yield wrong(
            "secret_key",
            _("The secret key is short or simple: sessions and links can be forged."),
            _("Set SECRET_KEY to 50 or more random characters."),
        )
    elif keeps_its_key() and not settings.EMBEDDED:
        yield warning(
            "secret_key",
            _("The secret key was drawn by this machine; other machines have others."),
            _("Set SECRET_KEY to the same value on every machine."),
        )
    else:
        yield ok("secret_key", _("The secret key is long enough."))
    if settings.SECRET_KEY_FALLBACKS:
        yield warning(
            "old_keys",
            _("Keys of before are still taken: %(n)s.", n=len(settings.SECRET_KEY_FALLBACKS)),
            _(
                "Call `run.py manage renew_second_steps`, wait two weeks, and take them out of SECRET_KEY_FALLBACKS."
            ),
        )


def debug(now: datetime) -> Iterator[Remark]:
    """Pages with the program's inside are for nobody."""
    if settings.DEBUG:
        yield wrong(
            "debug",
            _("DEBUG is on: errors show the program’s inside to everybody."),
            _("Set DEBUG to false."),
        )
    else:
        yield ok("debug", _("DEBUG is off."))


def hosts(now: datetime) -> Iterator[Remark]:
    """By which names the site answers."""
    names = set(settings.ALLOWED_HOSTS)
    if "*" in names:
        yield wrong(
            "hosts",
            _("The site answers to any host name: links in mails can be made to lead elsewhere."),
            _("Set ALLOWED_HOSTS to the site’s own names."),
        )
    elif names <= HERE and not settings.EMBEDDED:
        yield warning(
            "hosts",
            _("The site answers on this machine only."),
            _("Set ALLOWED_HOSTS to the names by which people reach it."),
        )
    else:
        yield ok("hosts", _("The site answers to: %(names)s.", names=", ".join(sorted(names))))


def tls(now: datetime) -> Iterator[Remark]:
    """Whether what people send can be read on the way."""
    outside = not set(settings.ALLOWED_HOSTS) <= HERE
    if settings.HTTPS:
        if settings.SECURE_SSL_REDIRECT and not settings.PROXY_COUNT:
            yield warning(
                "tls",
                _("HTTPS is on and no proxy is believed: behind one, every page would lead back to itself."),
                _("Set PROXY_COUNT to the number of your proxies."),
            )
        else:
            yield ok("tls", _("Pages and cookies go by https alone."))
    elif outside and not settings.EMBEDDED:
        yield wrong(
            "tls",
            _("The site is reached without https: passwords can be read on the way."),
            _("Put a proxy with TLS in front, and set HTTPS to true and PROXY_COUNT to 1."),
        )
    elif outside:
        yield warning(
            "tls",
            _("The site is reached without https, as in a hall’s own network."),
            _("Where the internet reaches it, put a proxy with TLS in front and set HTTPS to true."),
        )
    else:
        yield ok("tls", _("Only this machine reaches the site; https is not needed."))


def mail(now: datetime) -> Iterator[Remark]:
    """Whether mails go out."""
    if not settings.EMAIL_CONFIG:
        yield (ok if settings.EMBEDDED else _no_mail)(
            "mail", _("Mails are kept as files and sent to nobody.")
        )
    elif settings.DEFAULT_FROM_EMAIL.rstrip(">").endswith("@localhost"):
        yield warning(
            "mail",
            _("Mails are sent from an address that takes no answers."),
            _("Set DEFAULT_FROM_EMAIL to an address of your own."),
        )
    elif not (settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL or settings.EMAIL_HOST in HERE):
        yield warning(
            "mail",
            _("Mails go to their server without TLS."),
            _("Put ?tls=True at the end of EMAIL_URL, or let it begin with smtps://."),
        )
    else:
        yield ok("mail", _("Mails go to %(host)s.", host=settings.EMAIL_HOST))


def _no_mail(about: str, said: str) -> Remark:
    return warning(
        about, _("Mails are kept as files and sent to nobody."), _("Set EMAIL_URL to your mail server.")
    )


def phones(now: datetime) -> Iterator[Remark]:
    """Whether phones can be notified."""
    if not settings.WEB_PUSH_KEY:
        yield ok("phones", _("Phones are not notified: WEB_PUSH_KEY is not set."))
    elif not settings.HTTPS:
        yield warning(
            "phones",
            _("WEB_PUSH_KEY is set, but phones take notifications from sites with https only."),
            _("Set HTTPS to true once a proxy with TLS stands in front."),
        )
    else:
        yield ok("phones", _("Phones can be notified."))


def by_django(now: datetime) -> Iterator[Remark]:
    """What Django's own checks and the site's say, those that look at the database too."""
    told = run_checks(include_deployment_checks=True, databases=["default"])
    for one in told:
        if one.level < WARNING or one.id in SAID_HERE:
            continue
        say = wrong if one.is_serious() else warning
        yield say(
            "django",
            _("%(text)s (%(id)s)", text=" ".join(str(one.msg).split()), id=str(one.id)),
            _("%(text)s", text=" ".join(str(one.hint or "").split()))
            if one.hint
            else _("See Django’s checks."),
        )
