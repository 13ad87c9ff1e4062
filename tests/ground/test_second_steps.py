"""Second steps are kept enciphered, under the key of today once it has changed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.apps import apps
from django.core.cache import cache
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.db import OperationalError
from pytest_django import Settings

from tournaments.models.accounts import User

pytestmark = pytest.mark.django_db
SECRET = "JBSWY3DPEHPK3PXP"


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann", password="a long password")


def code_of(secret: str) -> str:
    """What an authenticator app with this secret shows now."""
    return str(format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time())))))


def kept() -> str:
    return str(list(Authenticator.objects.values_list("data", flat=True)))


def both(user: User) -> list[str]:
    """An app and recovery codes, in use; the codes."""
    TOTP.activate(user, SECRET)
    return list(RecoveryCodes.activate(user).generate_codes())


def opens(user: User, code: str) -> bool:
    """Whether a code is right for one of the user's second steps, whether or not an app's was used before."""
    cache.clear()
    return any(one.wrap().validate_code(code) for one in Authenticator.objects.filter(user=user))


def test_nothing_of_a_second_step_is_kept_in_the_clear(ann: User) -> None:
    codes = both(ann)
    seed = RecoveryCodes(Authenticator.objects.get(type="recovery_codes"))._get_migrated_codes()
    assert seed is None and SECRET not in kept() and not any(code in kept() for code in codes)
    assert all(value.startswith("gAAAA") for value in secrets_kept())
    assert opens(ann, code_of(SECRET)) and opens(ann, codes[3]) and not opens(ann, codes[3])


def secrets_kept() -> list[str]:
    rows = Authenticator.objects.order_by("type").values_list("data", flat=True)
    return [value for data in rows for name, value in data.items() if name in ("secret", "seed")]


def test_what_was_in_the_clear_is_enciphered_by_the_migration_and_back(ann: User) -> None:
    seed = "0123456789abcdef" * 5
    Authenticator.objects.create(user=ann, type="totp", data={"secret": SECRET})
    Authenticator.objects.create(user=ann, type="recovery_codes", data={"seed": seed, "used_mask": 1})
    migration: Any = import_module("config.migrations.0001_encipher_second_steps")
    migration.encipher(apps, None)
    first = kept()
    assert SECRET not in first and seed not in first and opens(ann, code_of(SECRET))
    codes = RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).get_unused_codes()
    assert len(codes) == 9, "which of them were used stays known"
    migration.encipher(apps, None)
    assert kept() == first, "twice is once"
    migration.decipher(apps, None)
    assert secrets_kept() == [seed, SECRET]


def test_a_changed_key_reads_what_was_kept_and_is_good_alone_once_it_was_renewed(
    ann: User, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = both(ann)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "n" * 60
    assert opens(ann, codes[0])
    call_command("renew_second_steps")
    assert "2 second steps" in capsys.readouterr().out
    settings.SECRET_KEY_FALLBACKS = []
    assert opens(ann, code_of(SECRET)) and opens(ann, codes[1]) and not opens(ann, codes[0])
    call_command("renew_second_steps")
    assert "0 second steps" in capsys.readouterr().out


def test_what_was_altered_or_has_lost_its_key_opens_nothing(ann: User, settings: Settings) -> None:
    codes = both(ann)
    before, right = kept(), settings.SECRET_KEY
    settings.SECRET_KEY = "n" * 60
    assert not opens(ann, code_of(SECRET)) and not any(opens(ann, code) for code in codes)
    assert not opens(ann, code_of("")), "nor does the code of no secret at all"
    with pytest.raises(CommandError, match="No key"):
        call_command("renew_second_steps")
    assert kept() == before
    settings.SECRET_KEY = right
    one = Authenticator.objects.get(type="totp")
    one.data["secret"] = one.data["secret"][:-6] + "AAAA=="
    one.save()
    assert not opens(ann, code_of(SECRET)) and opens(ann, codes[0])


def said_of_keys() -> list[str | None]:
    return [one.id for one in run_checks(databases=["default"]) if str(one.id).startswith("config.")]


def test_a_key_that_is_still_needed_is_named_before_it_goes_and_after(ann: User, settings: Settings) -> None:
    both(ann)
    first = settings.SECRET_KEY
    assert said_of_keys() == []
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [first], "n" * 60
    assert said_of_keys() == ["config.W001"]
    settings.SECRET_KEY_FALLBACKS = []
    assert said_of_keys() == ["config.W002"]
    settings.SECRET_KEY_FALLBACKS = [first]
    call_command("renew_second_steps")
    assert said_of_keys() == []
    settings.SECRET_KEY_FALLBACKS = []
    assert said_of_keys() == []


def test_migrate_tells_of_a_lost_key_and_goes_on(
    ann: User, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    both(ann)
    settings.SECRET_KEY = "n" * 60
    call_command("migrate", verbosity=0, skip_checks=False)  # as from the command line
    told = capsys.readouterr().err
    assert "2 second steps cannot be read" in told and "put the key back" in told


def test_nothing_is_said_of_a_database_without_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_table(*of: object) -> None:
        raise OperationalError("no such table: mfa_authenticator")

    monkeypatch.setattr("config.checks.under_old_keys", no_table)
    assert said_of_keys() == []
