"""For what the secrets of endpoints are enciphered."""

SECRET = "webhooks"  # noqa: S105 -- the use, not a secret
