"""The hash chain of a stored log, and the site's signature of its head."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

import msgspec
from django.core.signing import BadSignature, Signer

from rules.kernel.chain import SALT_BYTES, add_chain

SALT = "first-blood-record"


def chained(lines: Iterable[dict[str, Any]], head: str = "") -> list[dict[str, Any]]:
    """The lines with fresh salts and hashes, after a chain that ends in ``head``."""
    return add_chain(lines, lambda: secrets.token_bytes(SALT_BYTES), bytes.fromhex(head))


def body_of(lines: Iterable[dict[str, Any]]) -> str:
    """Lines as they are stored."""
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


def signed_head(match_id: int, game_number: int, head: str) -> str:
    """The site's signature of a head hash, bound to the match and game."""
    return Signer(salt=SALT).sign(_text(match_id, game_number, head)).rpartition(":")[2]


def is_signed(match_id: int, game_number: int, head: str, signature: str) -> bool:
    """Whether the signature is the site's for this head."""
    try:
        Signer(salt=SALT).unsign(f"{_text(match_id, game_number, head)}:{signature}")
    except BadSignature:
        return False
    return True


def _text(match_id: int, game_number: int, head: str) -> str:
    return f"{match_id}/{game_number}/{head}"
