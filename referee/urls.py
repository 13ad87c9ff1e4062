"""Addresses of the pages."""

from django.urls import URLPattern, URLResolver, path

from referee.alignments import views as alignments
from referee.appeals import views as appeals
from referee.asking import views as asking
from referee.audits import views as audits
from referee.calls import views as calls
from referee.demo import views as demo
from referee.dispute_pages import branch_views as dispute_branches
from referee.dispute_pages import opening_views as dispute_opening
from referee.dispute_pages import position_views as dispute_position
from referee.dispute_pages import steps as dispute_steps
from referee.dispute_pages import views as dispute_pages
from referee.disputes import views as disputes
from referee.live import views as live
from referee.log_checks import views as log_checks
from referee.logger import taps
from referee.logger import views as logger
from referee.note_pages import views as notes
from referee.original_texts import views as own_texts
from referee.positions import views as positions
from referee.precedents import import_views as taking_in
from referee.precedents import views as kept
from referee.records import views as records
from referee.rejudging import views as rejudging
from referee.repairing import views as repairing
from referee.replays import picture_views as pictures
from referee.replays import views as replays
from referee.rulebooks import views as rulebooks
from referee.rulings import views as rulings
from referee.what_if import views as trying
from tournaments.pages.repeated_forms import counted_once

app_name = "referee"
RECORD = "records/<int:record_id>/"
BESIDE = RECORD + "beside/<int:other_id>/"
LIVE = "live/<int:table_id>/"
DISPUTE = "events/<slug:slug>/disputes/<int:dispute_id>/"
PICTURE = DISPUTE + "pictures/<int:picture_id>/"
ENTRY = RECORD + "entries/<int:n>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("demo/<slug:username>/<slug:word>/", demo.demo_person, name="demo_person"),
    path("matches/<int:match_id>/records/", records.match_records, name="record_upload"),
    path(RECORD, replays.record_page, name="record_page"),
    path(RECORD + "file/", records.record_download, name="record_download"),
    path(RECORD + "audit/", audits.record_audit, name="record_audit"),
    path(RECORD + "audit/dispute/", audits.audit_dispute, name="audit_dispute"),
    path(BESIDE, alignments.logs_beside, name="logs_beside"),
    path(BESIDE + "file/", alignments.merged_download, name="merged_download"),
    path(BESIDE + "merge/", alignments.merge_logs, name="merge_logs"),
    path(RECORD + "adopt/", rulings.adopt, name="record_adopt"),
    path(ENTRY, replays.record_entry, name="record_entry"),
    path(ENTRY + "picture.png", pictures.record_picture, name="record_picture"),
    path(RECORD + "offline/", pictures.record_offline, name="record_offline"),
    path(ENTRY + "rule/", rulings.rule_entry, name="rule_entry"),
    path(ENTRY + "repair/", repairing.repair, name="repair"),
    path(ENTRY + "notes/", notes.note_entry, name="note_entry"),
    path(RECORD + "notes/<int:number>/take-back/", notes.take_back, name="take_back_note"),
    path(ENTRY + "what-if/", trying.what_if, name="what_if"),
    path("matches/<int:match_id>/live/", logger.match_live, name="match_live"),
    path("matches/<int:match_id>/call/", calls.call, name="call"),
    path("matches/<int:match_id>/procedure/", calls.tick, name="procedure_tick"),
    path("events/<slug:slug>/floor/", calls.floor, name="floor"),
    path("events/<slug:slug>/calls/<int:number>/<slug:step>/", calls.call_step, name="call_step"),
    path(LIVE, logger.live_page, name="live_page"),
    path(LIVE + "cards.json", logger.live_cards, name="live_cards"),
    path(LIVE + "watch/", logger.live_watch, name="live_watch"),
    path(LIVE + "word/", live.live_token, name="live_token"),
    path(LIVE + "tap/", taps.tap, name="live_tap"),
    path(LIVE + "undo/", taps.undo, name="live_undo"),
    path(LIVE + "asks/<int:ask_id>/", taps.agree, name="live_agree"),
    path(LIVE + "observed/<int:n>/", taps.observed, name="live_observed"),
    path(LIVE + "call/", taps.call, name="live_call"),
    path(LIVE + "calls/<int:number>/", taps.answered, name="live_answered"),
    path(LIVE + "result/", taps.result, name="live_result"),
    path(LIVE + "hands/", taps.hands, name="live_hands"),
    path(LIVE + "take/", taps.take, name="live_take"),
    path(LIVE + "staff/", taps.staff, name="live_staff"),
    path("rules/", rulebooks.front, name="rulebooks"),
    path("rules/own-texts/", own_texts.own_texts, name="own_texts"),
    path("rules/<slug:game_name>/", rulebooks.book, name="rulebook"),
    path("rules/<slug:game_name>/ask/", asking.questions, name="questions"),
    path("rules/<slug:game_name>/ask/<slug:question_id>/", asking.question, name="question"),
    path("rules/<slug:game_name>/cards/", rulebooks.cards, name="cards"),
    path("rules/<slug:game_name>/cards/<slug:slug>/", rulebooks.card, name="card"),
    path("rules/<slug:game_name>/<str:rule_id>/", rulebooks.rule, name="rule"),
    path("upgrades/", rejudging.upgrades, name="upgrades"),
    path("check/", log_checks.check_log, name="check_log"),
    path("positions/", positions.choose_game, name="position_games"),
    path("positions/<slug:game_name>/", positions.editor, name="position_editor"),
    path("positions/<slug:game_name>/cards.json", positions.card_names, name="card_names"),
    path("events/<slug:slug>/audits/", audits.deck_audits, name="deck_audits"),
    path("events/<slug:slug>/precedents/", kept.precedents, name="precedents"),
    path("events/<slug:slug>/precedents/file/", kept.precedents_file, name="precedents_file"),
    path("events/<slug:slug>/precedents/import/", taking_in.precedents_import, name="precedents_import"),
    path("events/<slug:slug>/precedents/<int:number>/file/", kept.precedent_file, name="precedent_file"),
    path("precedents/", kept.all_precedents, name="all_precedents"),
    path("precedents/<int:number>/", kept.one_precedent, name="one_precedent"),
    path("precedents/<int:number>/file/", kept.open_precedent_file, name="open_precedent_file"),
    path("events/<slug:slug>/disputes/", disputes.disputes, name="disputes"),
    path("events/<slug:slug>/rejudge/", rejudging.rejudge, name="rejudge"),
    path("series/<slug:slug>/rejudge/", rejudging.series_rejudge, name="series_rejudge"),
    path("events/<slug:slug>/rejudge/<int:number>/adopt/", rejudging.rejudge_adopt, name="rejudge_adopt"),
    path("events/<slug:slug>/disputes/<int:number>/answer/", disputes.answer, name="answer_call"),
    path(DISPUTE, dispute_pages.dispute_page, name="dispute"),
    path(DISPUTE + "position/", dispute_position.dispute_position, name="dispute_position"),
    path(DISPUTE + "position/stored/", dispute_position.store, name="store_position"),
    path(DISPUTE + "branches/", dispute_branches.branches, name="dispute_branches"),
    path(PICTURE, dispute_pages.picture, name="picture"),
    path(PICTURE + "erase/", dispute_steps.erase, name="erase_picture"),
    path(
        DISPUTE + "<slug:step>/",
        dispute_steps.dispute_step,
        name="dispute_step",
    ),
    path("matches/<int:match_id>/appeal/", appeals.appeal, name="appeal"),
    path("events/<slug:slug>/appeals/<int:number>/decide/", appeals.decide, name="decide_appeal"),
    path("matches/<int:match_id>/disputes/", dispute_opening.match_disputes, name="match_disputes"),
    path("matches/<int:match_id>/disputes/settled/", dispute_opening.settle, name="settle"),
]

#: What a live table is told has keys of its own; a position laid out changes nothing.
OWN_KEYS = (
    *("live_page", "live_token", "live_tap", "live_undo", "live_agree", "live_observed"),
    *("live_call", "live_answered", "live_result", "live_hands", "live_take", "live_staff"),
)
urlpatterns = counted_once(
    urlpatterns,
    but=[
        *OWN_KEYS,
        *(
            "what_if",
            "repair",
            "check_log",
            "position_games",
            "position_editor",
            "dispute_position",
            "dispute_branches",
        ),
    ],
    long=[
        "deck_audits",
        "store_position",
        "record_upload",
        "record_adopt",
        "merge_logs",
        "rule_entry",
        "match_live",
    ],
)
