"""The secrets of second steps (the key of the authenticator app, the seed of recovery codes), enciphered where they are
kept: whoever reads the database alone reads none of them. The key follows from SECRET_KEY."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any

import structlog
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.totp.internal.auth import generate_totp_secret
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

log = structlog.get_logger(__name__)
USE = b"first-blood second steps"
VERSION = "gAAAA"
#: What an authenticator keeps that is secret, by its type.
SECRETS = {"totp": "secret", "recovery_codes": "seed"}


def cipher() -> MultiFernet:
    """Enciphers under the site's key, and reads under those of before, too."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_derived(key)) for key in keys])


def _derived(secret_key: str) -> bytes:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=USE).derive(secret_key.encode())
    return urlsafe_b64encode(derived)


class Adapter(DefaultMFAAdapter):  # type: ignore[misc]
    """The storage of second steps for allauth, with secrets enciphered."""

    def encrypt(self, text: str) -> str:
        """Return a secret as it is stored."""
        return cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The secret, deciphered. Where it cannot be read (its key is lost, or it was altered) a fresh random secret
        is given instead: no code fits it, and the rest of the site goes on."""
        try:
            return cipher().decrypt(encrypted_text).decode()
        except InvalidToken:
            log.error("a second step cannot be read: is its key among SECRET_KEY_FALLBACKS?")
            drawn: str = generate_totp_secret()
            return drawn


def renew(authenticators: Any) -> int:
    """Enciphers under the key of today what is kept in the clear or under a key of before; how many there were.

    `authenticators`: the manager of their model, as it is or as a migration knows it; call it inside a transaction.
    Raises InvalidToken where something kept can be read under no key.
    """
    now = Fernet(_derived(settings.SECRET_KEY))

    def fresh(kept: str) -> str:
        try:
            now.decrypt(kept)
        except InvalidToken:
            return now.encrypt(_clear(kept).encode()).decode()
        return kept

    return _change(authenticators, fresh)


def under_old_keys(authenticators: Any) -> tuple[int, int]:
    """Of how many second steps a secret is kept under a key of SECRET_KEY_FALLBACKS, and of how many under no key."""
    now, any_key = MultiFernet([Fernet(_derived(settings.SECRET_KEY))]), cipher()
    old = lost = 0
    for kind, data in authenticators.filter(type__in=SECRETS).order_by("pk").values_list("type", "data"):
        kept = [text for name in (SECRETS[kind], "migrated_codes") for text in _texts(data.get(name))]
        kept = [text for text in kept if text.startswith(VERSION)]
        if all(_reads(now, text) for text in kept):
            continue
        if all(_reads(any_key, text) for text in kept):
            old += 1
        else:
            lost += 1
    return old, lost


def _texts(kept: Any) -> list[str]:
    return [each for each in (kept if isinstance(kept, list) else [kept]) if isinstance(each, str)]


def _reads(key: MultiFernet, text: str) -> bool:
    try:
        key.decrypt(text)
    except InvalidToken:
        return False
    return True


def in_the_clear(authenticators: Any) -> int:
    """The way back: keeps them as allauth does by itself."""
    return _change(authenticators, _clear)


def _clear(kept: str) -> str:
    """The secret itself. Whatever this cipher wrote begins with its version; no secret in the clear does, as those are
    hexadecimal digits, base32 or decimal digits. Raises InvalidToken."""
    return cipher().decrypt(kept).decode() if kept.startswith(VERSION) else kept


def _change(authenticators: Any, change: Callable[[str], str]) -> int:
    """Keeps each secret in the form that `change` gives; how many authenticators that made another."""
    changed = 0
    for one in authenticators.filter(type__in=SECRETS).order_by("pk").select_for_update():
        data = dict(one.data)
        for name in {SECRETS[one.type], "migrated_codes"} & data.keys():
            kept = data[name]
            data[name] = [change(each) for each in kept] if isinstance(kept, list) else change(kept)
        if data != one.data:
            one.data = data
            one.save(update_fields=["data"])
            changed += 1
    return changed
