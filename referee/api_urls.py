"""Addresses of the API, below /api/v1/."""

from django.urls import URLPattern, URLResolver, path

from referee.disputes import api as disputes
from referee.records import api as records
from referee.replays import api as replays
from referee.rulings import api as rulings

app_name = "referee-api"
RECORD = "records/<int:record_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("matches/<int:match_id>/records/", records.MatchRecords.as_view(), name="match-records"),
    path(RECORD, replays.Report.as_view(), name="record"),
    path(RECORD + "file/", records.RecordFile.as_view(), name="record-file"),
    path(RECORD + "rulings/", rulings.RecordRulings.as_view(), name="record-rulings"),
    path(RECORD + "what-if/", rulings.WhatIf.as_view(), name="what-if"),
    path(RECORD + "adopt/", rulings.Adopt.as_view(), name="adopt-outcome"),
    path(RECORD + "entries/<int:n>/", replays.Entry.as_view(), name="record-entry"),
    path(RECORD + "entries/<int:n>/rule/", rulings.Rulings.as_view(), name="rule"),
    path("events/<slug:slug>/disputes/", disputes.Disputes.as_view(), name="disputes"),
]
