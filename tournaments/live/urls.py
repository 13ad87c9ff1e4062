"""The address a page polls; mounted at the root."""

from django.urls import path

from tournaments.live.views import event_live

urlpatterns = [path("events/<slug:slug>/live/", event_live, name="event_live")]
