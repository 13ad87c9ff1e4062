"""The people of the demo: four accounts, three of them to sign in with, and those who play without one."""

from __future__ import annotations

import secrets

import msgspec

from tournaments.models.accounts import User

WALK_INS = (
    "Ben Ortega", "Cyd Ray", "Dee Fox", "Eve Gray", "Finn Hale", "Gia Moretti", "Hal Okafor", "Ines Brandt",
    "Jonas Lind", "Kim Sato", "Lou Bennet", "Mara Vidal", "Nils Aker", "Ola Duarte", "Pia Novak",
    "Quinn Abara", "Rosa Keller", "Sven Ito",
)  # fmt: skip


class Account(msgspec.Struct, frozen=True):
    """An account of the demo with its password, which is stored nowhere else in plain; empty: nobody signs in so."""

    user: User
    role: str
    password: str


def make_account(username: str, name: str, role: str, password: str | None = None) -> Account:
    """Makes an account with a password drawn for this site; with an empty one nobody can sign in by password."""
    password = secrets.token_urlsafe(7) if password is None else password
    user = User.objects.create_user(
        username=username, email=f"{username}@demo.invalid", password=password or None
    )
    user.display_name = name
    user.save(update_fields=["display_name"])
    return Account(user, role, password)
