"""Texts that must be read again by the site but by nobody who has the database alone: enciphered under SECRET_KEY, read
under those of SECRET_KEY_FALLBACKS too."""

from __future__ import annotations

from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


def encipher(text: str, use: str) -> str:
    """The text as it may be stored. `use` says what for: what is kept for one use is not read for another."""
    return _cipher(use).encrypt(text.encode()).decode()


def decipher(kept: str, use: str) -> str | None:
    """The text again, or None where its key is gone or it was altered."""
    try:
        return _cipher(use).decrypt(kept).decode()
    except InvalidToken:
        return None


def _cipher(use: str) -> MultiFernet:
    return MultiFernet(
        [Fernet(_derived(key, use)) for key in [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]]
    )


def _derived(secret_key: str, use: str) -> bytes:
    info = f"first-blood {use}".encode()
    return urlsafe_b64encode(
        HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(secret_key.encode())
    )
