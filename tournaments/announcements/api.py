"""Messages from the desk over the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.announcements.changes import LONGEST, post_announcement, take_back_announcement
from tournaments.announcements.queries import announcement_of, standing
from tournaments.api_base import Door, documented
from tournaments.models.announcements import LENGTH, Announcement

TAG = "announcements"


class AnnouncementSerializer(serializers.ModelSerializer[Announcement]):
    """A message from the desk: since when it is shown, and until when; without an end until it is taken back."""

    class Meta:
        model = Announcement
        fields = ["id", "text", "at", "until"]


class PostAnnouncementSerializer(serializers.Serializer[Any]):
    """The text, in one line, and for how many minutes it is shown."""

    text = serializers.CharField(max_length=LENGTH)
    minutes = serializers.IntegerField(min_value=1, max_value=LONGEST, required=False, allow_null=True)


class Announcements(Door):
    """The messages that are shown."""

    @documented(
        AnnouncementSerializer(many=True),
        summary="The messages from the desk that are shown now, newest first",
        tag=TAG,
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(AnnouncementSerializer(standing(self.event(slug), self.now), many=True).data)

    @documented(
        AnnouncementSerializer,
        takes=PostAnnouncementSerializer,
        status=201,
        summary="Show a message from the desk",
        tag=TAG,
    )
    def post(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        sent = self.sent(PostAnnouncementSerializer)
        made = post_announcement(event, **sent, by=self.actor, now=self.now)
        return Response(AnnouncementSerializer(made).data, status=201)


class OneAnnouncement(Door):
    """One message."""

    @documented(None, status=204, summary="Take a message from the desk back", tag=TAG)
    def delete(self, request: Request, slug: str, announcement_id: int) -> Response:
        announcement = announcement_of(self.event(slug), announcement_id)
        take_back_announcement(announcement, by=self.actor, now=self.now)
        return Response(status=204)
