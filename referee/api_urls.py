"""Addresses of the API, below /api/v1/."""

from django.urls import URLPattern, URLResolver

app_name = "referee-api"
urlpatterns: list[URLPattern | URLResolver] = []
