"""Addresses of the pages."""

from django.urls import URLPattern, URLResolver, path

from referee.disputes import views as disputes
from referee.records import views as records
from referee.replays import views as replays
from referee.rulings import views as rulings

app_name = "referee"
RECORD = "records/<int:record_id>/"
ENTRY = RECORD + "entries/<int:n>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("matches/<int:match_id>/records/", records.match_records, name="record_upload"),
    path(RECORD, replays.record_page, name="record_page"),
    path(RECORD + "file/", records.record_download, name="record_download"),
    path(RECORD + "adopt/", rulings.adopt, name="record_adopt"),
    path(ENTRY, replays.record_entry, name="record_entry"),
    path(ENTRY + "rule/", rulings.rule_entry, name="rule_entry"),
    path(ENTRY + "what-if/", rulings.what_if, name="what_if"),
    path("events/<slug:slug>/disputes/", disputes.disputes, name="disputes"),
]
