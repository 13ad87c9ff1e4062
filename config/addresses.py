"""Where a request comes from. Loaded before the applications are, so it imports nothing of theirs."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """Where a request comes from: behind proxies of ours what the outermost of them saw, else who is connected.

    Without it, everybody behind a proxy would be one, and eight wrong passwords would lock an account for its owner.
    """
    connected = str(request.META.get("REMOTE_ADDR", ""))
    told = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",")
    if not settings.PROXY_COUNT or not told[0]:
        return connected
    seen = told[-min(settings.PROXY_COUNT, len(told))].strip()
    try:
        return str(ip_address(seen))
    except ValueError:
        return connected
