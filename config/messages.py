"""The words an action leaves for the next page: in a cookie with a name like our others'."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class OurCookie(CookieStorage):
    """Signed, as Django's own."""

    cookie_name = settings.MESSAGES_COOKIE_NAME


class Messages(FallbackStorage):
    """The cookie; what is too long for it, in the session."""

    storage_classes = (OurCookie, SessionStorage)
