"""`make_push_key`: a key by which push services know this site, for notifications on phones."""

from __future__ import annotations

import base64
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec

from tournaments.commands import Command as BaseCommand


class Command(BaseCommand):
    help = (
        "Draws a key for notifications on phones (Web Push) and prints the line for the environment. Keep it: under "
        "another key every phone must ask again."
    )

    def run(self, **options: Any) -> int | None:
        number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        key = base64.urlsafe_b64encode(number.to_bytes(32)).rstrip(b"=").decode()
        self.stdout.write(f"WEB_PUSH_KEY={key}")
        return None
