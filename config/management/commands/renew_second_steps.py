"""`renew_second_steps`: after a change of SECRET_KEY, so that second steps do not need the key of before any more."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken
from django.core.management.base import CommandError
from django.db import transaction

from config.second_steps import renew
from tournaments.commands import Command as BaseCommand


class Command(BaseCommand):
    help = (
        "Enciphers the secrets of second steps under today's SECRET_KEY. Call it before you take a key out of "
        "SECRET_KEY_FALLBACKS: under a key that is gone no code is right any more."
    )

    def run(self, **options: Any) -> int | None:
        try:
            with transaction.atomic():
                renewed = renew(Authenticator.objects)
        except InvalidToken:
            said = "No key of SECRET_KEY and SECRET_KEY_FALLBACKS reads one of the second steps. Nothing was changed."
            raise CommandError(said) from None
        self.stdout.write(f"{renewed} second steps were enciphered under today's key.")
        return None
