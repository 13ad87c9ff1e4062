"""Addresses of the API, below /api/v1/."""

from django.urls import URLPattern, URLResolver, path

from referee.alignments import api as alignments
from referee.appeals import api as appeals
from referee.appeals import exports as appeal_exports
from referee.asking import api as asking
from referee.audits import api as audits
from referee.calls import api as calls
from referee.dispute_pages import api as dispute_pages
from referee.dispute_pages import branch_api as dispute_branches
from referee.dispute_pages import position_api as dispute_position
from referee.disputes import api as disputes
from referee.disputes import exports
from referee.live import api as live
from referee.log_checks import api as log_checks
from referee.note_pages import api as notes
from referee.positions import api as positions
from referee.precedents import api as precedents
from referee.records import api as records
from referee.rejudging import api as rejudging
from referee.replays import api as replays
from referee.rulebooks import api as rulebooks
from referee.rulings import api as rulings

app_name = "referee-api"
LIVE = "live/<int:table_id>/"
DISPUTE = "events/<slug:slug>/disputes/<int:dispute_id>/"
BRANCH = DISPUTE + "branches/<int:number>/"
POSITIONS = "positions/<slug:game>/"
RECORD = "records/<int:record_id>/"
BESIDE = RECORD + "beside/<int:other_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    # the ones that are asked most
    path("series/<slug:slug>/rejudge/", rejudging.SeriesRejudging.as_view(), name="series-rejudge"),
    path("events/<slug:slug>/rejudge/", rejudging.EventRejudging.as_view(), name="event-rejudge"),
    path(
        "events/<slug:slug>/rejudge/<int:number>/adopt/",
        rejudging.AdoptRejudged.as_view(),
        name="event-rejudge-adopt",
    ),
    path(LIVE, live.State.as_view(), name="live"),
    path(LIVE + "entries/", live.Entries.as_view(), name="live-entries"),
    path(LIVE + "undo/", live.Undo.as_view(), name="live-undo"),
    path(LIVE + "asks/<int:ask_id>/", live.Asks.as_view(), name="live-asks"),
    path(LIVE + "observed/<int:n>/", live.Observed.as_view(), name="live-observed"),
    path(LIVE + "call/", live.Call.as_view(), name="live-call"),
    path(LIVE + "result/", live.Result.as_view(), name="live-result"),
    path(LIVE + "hands/", live.Hands.as_view(), name="live-hands"),
    path(LIVE + "verbs/", live.Verbs.as_view(), name="live-verbs"),
    path(LIVE + "cards/", live.Cards.as_view(), name="live-cards"),
    path(LIVE + "board/", live.Board.as_view(), name="live-board"),
    path(LIVE + "word/", live.SeatToken.as_view(), name="live-token"),
    path(LIVE + "watch/", live.Watch.as_view(), name="live-watch"),
    path(LIVE + "feature/", live.Feature.as_view(), name="live-feature"),
    path(LIVE + "close/", live.Close.as_view(), name="live-close"),
    path(LIVE + "reopen/", live.Reopen.as_view(), name="live-reopen"),
    path("matches/<int:match_id>/records/", records.MatchRecords.as_view(), name="match-records"),
    path(RECORD, replays.Report.as_view(), name="record"),
    path(RECORD + "file/", records.RecordFile.as_view(), name="record-file"),
    path(BESIDE, alignments.LogsBeside.as_view(), name="logs-beside"),
    path(BESIDE + "merged/", alignments.MergedLog.as_view(), name="merged-log"),
    path(RECORD + "audit/", audits.RecordAudit.as_view(), name="record-audit"),
    path(RECORD + "audit/dispute/", audits.AuditDispute.as_view(), name="audit-dispute"),
    path(RECORD + "rulings/", rulings.RecordRulings.as_view(), name="record-rulings"),
    path(RECORD + "what-if/", rulings.WhatIf.as_view(), name="what-if"),
    path(RECORD + "adopt/", rulings.Adopt.as_view(), name="adopt-outcome"),
    path(RECORD + "entries/<int:n>/", replays.Entry.as_view(), name="record-entry"),
    path(RECORD + "notes/", notes.RecordNotes.as_view(), name="record-notes"),
    path(RECORD + "notes/<int:number>/", notes.EntryNote.as_view(), name="entry-note"),
    path(RECORD + "entries/<int:n>/notes/", notes.EntryNotes.as_view(), name="entry-notes"),
    path(RECORD + "entries/<int:n>/rule/", rulings.Rulings.as_view(), name="rule"),
    path(RECORD + "entries/<int:n>/rule/effects/", rulings.RulingEffects.as_view(), name="rule-effects"),
    path(RECORD + "entries/<int:n>/position/", positions.AtEntry.as_view(), name="position-at-entry"),
    path("check/", log_checks.CheckLog.as_view(), name="check-log"),
    path("rules/", rulebooks.Search.as_view(), name="rules"),
    path("rules/<slug:game>/questions/", asking.Questions.as_view(), name="questions"),
    path("rules/<slug:game>/questions/<slug:question>/", asking.OneQuestion.as_view(), name="question"),
    path("rules/<slug:game>/cards/<slug:key>/", rulebooks.CardDoor.as_view(), name="rule-card"),
    path("rules/<slug:game>/<str:rule>/", rulebooks.RuleDoor.as_view(), name="rule-entry"),
    path("positions/", positions.Games.as_view(), name="position-games"),
    path(POSITIONS, positions.Schema.as_view(), name="positions"),
    path(POSITIONS + "legal/", positions.Legal.as_view(), name="position-legal"),
    path(POSITIONS + "ask/", positions.Ask.as_view(), name="position-ask"),
    path(POSITIONS + "file/", positions.File.as_view(), name="position-file"),
    path("matches/<int:match_id>/live/", live.MatchTables.as_view(), name="match-live"),
    path("matches/<int:match_id>/call/", calls.MatchCall.as_view(), name="match-call"),
    path("matches/<int:match_id>/procedure/", calls.Procedure.as_view(), name="procedure"),
    path("events/<slug:slug>/calls/", calls.Calls.as_view(), name="calls"),
    path("events/<slug:slug>/calls/<int:number>/", calls.CallSteps.as_view(), name="call-step"),
    path("events/<slug:slug>/disputes/", disputes.Disputes.as_view(), name="disputes"),
    path(DISPUTE, dispute_pages.OneDispute.as_view(), name="dispute"),
    path(DISPUTE + "statements/", dispute_pages.Statements.as_view(), name="dispute-statements"),
    path(DISPUTE + "position/", dispute_position.Position.as_view(), name="dispute-position"),
    path(DISPUTE + "position/stored/", dispute_position.Stored.as_view(), name="dispute-position-stored"),
    path(DISPUTE + "branches/", dispute_branches.Branches.as_view(), name="dispute-branches"),
    path(BRANCH, dispute_branches.OneBranch.as_view(), name="dispute-branch"),
    path(BRANCH + "share/", dispute_branches.ShareBranch.as_view(), name="share-branch"),
    path(BRANCH + "rule/", dispute_branches.RuleByBranch.as_view(), name="rule-by-branch"),
    path(DISPUTE + "pictures/", dispute_pages.Pictures.as_view(), name="dispute-pictures"),
    path(DISPUTE + "pictures/<int:picture_id>/", dispute_pages.OnePicture.as_view(), name="picture"),
    path(DISPUTE + "notes/", dispute_pages.Notes.as_view(), name="dispute-notes"),
    path(DISPUTE + "show/", dispute_pages.Show.as_view(), name="dispute-show"),
    path(DISPUTE + "reopen/", dispute_pages.Reopen.as_view(), name="dispute-reopen"),
    path("matches/<int:match_id>/appeals/", appeals.MatchAppeals.as_view(), name="match-appeals"),
    path("events/<slug:slug>/appeals/", appeals.Appeals.as_view(), name="appeals"),
    path("events/<slug:slug>/appeals/<int:number>/", appeals.Decision.as_view(), name="appeal-decision"),
    path("matches/<int:match_id>/disputes/", dispute_pages.MatchDisputes.as_view(), name="match-disputes"),
    path("events/<slug:slug>/disputes/<int:number>/answer/", disputes.Answer.as_view(), name="answer-call"),
    path("events/<slug:slug>/audits/", audits.EventAudits.as_view(), name="deck-audits"),
    path("events/<slug:slug>/precedents/", precedents.Precedents.as_view(), name="precedents"),
    path("events/<slug:slug>/precedents/<int:number>/", precedents.OnePrecedent.as_view(), name="precedent"),
    path("events/<slug:slug>/precedents/file/", precedents.PrecedentsFile.as_view(), name="precedents-file"),
    path(
        "events/<slug:slug>/precedents/import/",
        precedents.ImportPrecedents.as_view(),
        name="import-precedents",
    ),
    path(
        "events/<slug:slug>/precedents/import/check/",
        precedents.CheckPrecedents.as_view(),
        name="check-precedents",
    ),
    path("precedents/", precedents.AllPrecedents.as_view(), name="open-precedents"),
    path("precedents/<int:number>/", precedents.OpenPrecedent.as_view(), name="open-precedent"),
]
urlpatterns += [
    path(f"events/<slug:slug>/export/{word}.{form}", door.as_view(), name=f"export-{word}{ending}")
    for word, doors in (exports.TABLES | appeal_exports.TABLES).items()
    for form, ending, door in zip(("csv", "json"), ("", "-json"), doors, strict=True)
]
