"""What is cited, over the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from referee.citing.choosing import MOST
from referee.citing.kept import Cited
from tournaments.api_base import BoundedListField


class CitedSerializer(serializers.Serializer[Any]):
    """A rule, card or precedent that is cited. `holds`: of a precedent, whether it does by today's rules."""

    kind = serializers.CharField()
    key = serializers.CharField()
    heading = serializers.CharField()
    holds = serializers.SerializerMethodField()

    def get_holds(self, cited: Cited) -> bool | None:
        return None if cited.standing is None else not cited.holds_no_more


def cites_field() -> BoundedListField:
    """What whoever rules, answers or decides cites."""
    return BoundedListField(
        child=serializers.CharField(max_length=220),
        required=False,
        default=list,
        max_length=MOST,
        help_text="Rules by their id, “card:” and the last part of a card's address, “precedent:” and its number.",
    )
