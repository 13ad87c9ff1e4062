"""Addresses of the pages."""

from django.urls import URLPattern, URLResolver, path, re_path

from tournaments.accounts import tokens_views as tokens
from tournaments.accounts import views as accounts
from tournaments.adjustments import views as adjustments
from tournaments.announcements import views as announcements
from tournaments.calendars import views as calendars
from tournaments.card_lists import views as card_lists
from tournaments.charts import views as charts
from tournaments.clocks import views as clocks
from tournaments.decks import check_views as deck_checks
from tournaments.decks import views as decks
from tournaments.embeds import views as embeds
from tournaments.entrants import check_in_views as check_in
from tournaments.entrants import many_views as many
from tournaments.entrants import slip_code_views as slip_codes
from tournaments.entrants import slips_views as slips
from tournaments.entrants import views as entrants
from tournaments.errata import views as errata
from tournaments.events import copy_views as copies
from tournaments.events import desk_views as desk
from tournaments.events import plan_views as plan_pages
from tournaments.events import policy_views as policy_pages
from tournaments.events import staff_views as staff
from tournaments.events import stage_views as stage_pages
from tournaments.events import stand_in_views as stand_in
from tournaments.events import views as events
from tournaments.exports import saved_views as saving
from tournaments.exports import views as exports
from tournaments.hall import views as halls
from tournaments.importing import views as importing
from tournaments.jobs import views as jobs
from tournaments.leaving import views as leaving
from tournaments.notifications import views as notifications
from tournaments.pages import views as pages
from tournaments.pages.repeated_forms import counted_once
from tournaments.paper import views as pdf
from tournaments.penalties import late_views as late
from tournaments.penalties import views as penalties
from tournaments.people import views as people
from tournaments.phones import views as phones
from tournaments.prizes import views as prize_pages
from tournaments.ratings import views as ratings
from tournaments.results import views as results
from tournaments.rounds import change_views as changing
from tournaments.rounds import offer_views as offers
from tournaments.rounds import paper_views as paper
from tournaments.rounds import seating_views as seating
from tournaments.rounds import standings_views as standings
from tournaments.rounds import undo_views as undoing
from tournaments.rounds import views as rounds
from tournaments.series import penalty_views as series_penalties
from tournaments.series import policy_views as policies
from tournaments.series import views as series
from tournaments.stage_pages import views as stages
from tournaments.webhooks import views as webhooks

app_name = "tournaments"
EVENT = "events/<slug:slug>/"
ENTRANT = EVENT + "entrants/<int:entrant_id>/"
ROUND = EVENT + "rounds/<int:number>/"
STAGE = EVENT + "stages/<slug:code>/"
MATCH = "matches/<int:match_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    # what every phone in a hall asks for at once: found first
    path(EVENT + "me/", results.my_table, name="my_table"),
    path("", pages.front, name="front"),
    path("start/", phones.start, name="start"),
    path("app.webmanifest", phones.manifest, name="manifest"),
    path("worker.js", phones.worker, name="worker"),
    path("offline/", phones.offline, name="offline"),
    path("settings/", pages.change_settings, name="settings"),
    path("profile/", accounts.profile, name="profile"),
    path("profile/tokens/", tokens.api_tokens, name="api_tokens"),
    path("profile/tokens/<int:token_id>/end/", tokens.end_api_token, name="end_api_token"),
    path("profile/page/show/", people.show_page, name="show_page"),
    path("profile/page/hide/", people.hide_page, name="hide_page"),
    path("profile/data/", leaving.own_data, name="own_data"),
    path("profile/data/file/", leaving.own_data_file, name="own_data_file"),
    path("ratings/", ratings.ratings, name="ratings"),
    path("ratings/<slug:game>/", ratings.ratings_of_game, name="ratings_of_game"),
    path("people/<slug:code>/", people.person, name="person"),
    path("claim/<str:token>/", entrants.claim, name="claim"),
    path("code/", slip_codes.slip_code, name="slip_code"),
    path("role-link/<str:token>/", staff.role_link, name="role_link"),
    # events
    path("events/", events.event_list, name="event_list"),
    path("events/new/", events.event_new, name="event_new"),
    path("events/new/from-file/", importing.event_import, name="event_import"),
    path(EVENT, events.event_page, name="event_page"),
    path(EVENT + "edit/", events.event_edit, name="event_edit"),
    path(EVENT + "staff/stand-in/", stand_in.name, name="stand_in"),
    path(EVENT + "edit/plan/", plan_pages.plan, name="plan"),
    path(EVENT + "edit/stages/", stage_pages.stages, name="stages"),
    path(EVENT + "copy/", copies.event_copy, name="event_copy"),
    path(EVENT + "template/", copies.event_template, name="event_template"),
    path(EVENT + "desk/", desk.desk, name="desk"),
    path(EVENT + "desk/log/", desk.journal, name="journal"),
    path(EVENT + "desk/announcements/", announcements.announcements, name="announcements"),
    path(
        EVENT + "desk/announcements/<int:announcement_id>/take-back/",
        announcements.take_back,
        name="take_back_announcement",
    ),
    path(EVENT + "hall/", halls.hall, name="hall"),
    path(EVENT + "prizes/", prize_pages.prizes, name="prizes"),
    path(EVENT + "desk/<slug:step>/", desk.event_step, name="event_step"),
    path(EVENT + "calendar.ics", calendars.event_calendar, name="event_calendar"),
    path(EVENT + "penalty-policy/", policy_pages.penalty_policy, name="penalty_policy"),
    path(EVENT + "exports/", exports.exports, name="exports"),
    path(EVENT + "paper/<slug:what>.pdf", pdf.event_pdf, name="event_pdf"),
    path(EVENT + "exports/saved/<str:file>/", saving.saved, name="saved_file"),
    path(EVENT + "webhooks/", webhooks.webhooks, name="webhooks"),
    path(EVENT + "webhooks/<int:endpoint_id>/", webhooks.webhook, name="webhook"),
    path(EVENT + "webhooks/<int:endpoint_id>/<slug:step>/", webhooks.webhook_step, name="webhook_step"),
    path(
        EVENT + "webhooks/deliveries/<int:delivery_id>/again/", webhooks.webhook_again, name="webhook_again"
    ),
    path("embed/<slug:slug>/<slug:part>/", embeds.embed, name="embed"),
    path("jobs/", jobs.jobs, name="jobs"),
    path("jobs/live/", jobs.jobs_live, name="jobs_live"),
    path("jobs/<int:job_id>/", jobs.job, name="job"),
    path("jobs/<int:job_id>/<slug:step>/", jobs.job_step, name="job_step"),
    path(EVENT + "jobs/", jobs.event_jobs, name="event_jobs"),
    # series
    path("series/", series.series_list, name="series_list"),
    path("series/new/", series.series_new, name="series_new"),
    path("series/<slug:slug>/", series.series_page, name="series_page"),
    path("series/<slug:slug>/calendar.ics", calendars.series_calendar, name="series_calendar"),
    path("series/<slug:slug>/edit/", series.series_edit, name="series_edit"),
    path("series/<slug:slug>/penalties/", series_penalties.series_penalties, name="series_penalties"),
    path("series/<slug:slug>/penalty-policy/", policies.series_policy, name="series_policy"),
    path("series/<slug:slug>/penalty-policy/edit/", policies.series_policy_edit, name="series_policy_edit"),
    path(EVENT + "series/", series.event_series, name="event_series"),
    path("series/<slug:slug>/errata/", errata.series_errata, name="series_errata"),
    path("series/<slug:slug>/errata/new/", errata.series_erratum_new, name="series_erratum_new"),
    path("series/<slug:slug>/errata/<int:number>/", errata.series_erratum, name="series_erratum"),
    path(EVENT + "rules-of-the-day/", errata.event_rules, name="event_rules"),
    # entrants
    path(EVENT + "register/", entrants.register, name="register"),
    path(EVENT + "entrants/", entrants.entrants, name="entrants"),
    path(EVENT + "entrants/add/", entrants.add_entrant, name="add_entrant"),
    path(EVENT + "entrants/many/", many.enter_many, name="enter_many"),
    path(EVENT + "entrants/many/<int:number>/take-back/", many.take_back, name="take_back_list"),
    path(EVENT + "entrants/check-in/", check_in.check_in_desk, name="check_in_desk"),
    path(EVENT + "entrants/check-in/code/", check_in.check_in_code, name="check_in_code"),
    path(EVENT + "entrants/check-in/<slug:step>/", check_in.check_in_step, name="check_in_step"),
    path(EVENT + "entrants/slips/", slips.slips, name="claim_slips"),
    path(EVENT + "entrants/print/", paper.print_players, name="print_players"),
    path(ENTRANT, entrants.entrant, name="entrant"),
    path(ENTRANT + "edit/", entrants.edit_entrant, name="edit_entrant"),
    path(ENTRANT + "penalty/", penalties.penalty_for, name="penalty_for"),
    path(ENTRANT + "points/", adjustments.adjust, name="adjust_points"),
    path(ENTRANT + "points/<int:fact_id>/take-back/", adjustments.take_back, name="take_back_points"),
    path(ENTRANT + "deck/", decks.entrant_deck, name="entrant_deck"),
    path(EVENT + "decks/", decks.decks, name="decks"),
    path(EVENT + "deck-checks/", deck_checks.deck_checks, name="deck_checks"),
    path(EVENT + "deck-checks/draw/", deck_checks.draw, name="deck_check_draw"),
    path(EVENT + "deck/", decks.my_deck, name="my_deck"),
    path(ENTRANT + "slip/", entrants.slip, name="slip"),
    path(ENTRANT + "keep-apart/", entrants.forbid_pair, name="forbid_pair"),
    path(ENTRANT + "bye/", entrants.award_bye, name="award_bye"),
    path(ENTRANT + "lift/<str:what>/<int:fact_id>/", entrants.lift, name="lift"),
    path(ENTRANT + "data/", leaving.entry_data, name="entry_data"),
    path(ENTRANT + "data/file/", leaving.entry_data_file, name="entry_data_file"),
    path(ENTRANT + "<slug:step>/", entrants.entrant_step, name="entrant_step"),
    # the event's own cards
    path(EVENT + "card-list/", card_lists.card_list, name="card_list"),
    path(EVENT + "card-list/template.csv", card_lists.card_list_template, name="card_list_template"),
    re_path(
        r"^events/(?P<slug>[-\w]+)/card-list/cards\.(?P<form>csv|json)$",
        card_lists.card_list_file,
        name="card_list_file",
    ),
    # staff
    path(EVENT + "staff/", staff.staff, name="staff"),
    path(EVENT + "staff/grant/", staff.grant, name="grant_role"),
    path(EVENT + "staff/<int:role_id>/revoke/", staff.revoke, name="revoke_role"),
    path(EVENT + "staff/links/", staff.make_link, name="make_role_link"),
    path(EVENT + "staff/links/<int:link_id>/revoke/", staff.revoke_link, name="revoke_role_link"),
    # rounds
    path(EVENT + "rounds/offer/", rounds.make_offer, name="make_offer"),
    path(EVENT + "rounds/undo/", undoing.undo, name="undo_rounds"),
    path(ROUND, rounds.round_page, name="round_page"),
    path(ROUND + "change/", changing.change_pairing, name="change_pairing"),
    path(ROUND + "offer/", offers.offer, name="offer"),
    path(ROUND + "offer/swap/", offers.swap, name="swap"),
    path(ROUND + "offer/place/", offers.place, name="place"),
    path(ROUND + "offer/range/", offers.put_in_range, name="put_in_range"),
    path(ROUND + "offer/seats/", seating.seating, name="seating"),
    path(ROUND + "names/", paper.print_names, name="print_names"),
    path(ROUND + "tables/", paper.print_tables, name="print_tables"),
    path(ROUND + "slips/", paper.print_slips, name="print_slips"),
    path(ROUND + "pairings.pdf", pdf.round_pairings_pdf, name="round_pairings_pdf"),
    path(ROUND + "slips.pdf", pdf.round_slips_pdf, name="round_slips_pdf"),
    path(ROUND + "clock/<slug:step>/", clocks.clock_step, name="clock_step"),
    path(ROUND + "<slug:step>/", rounds.round_step, name="round_step"),
    # stages
    path(STAGE, stages.stage_page, name="stage_page"),
    path(STAGE + "print/", stages.print_stage, name="print_stage"),
    path(STAGE + "stage.pdf", pdf.one_stage_pdf, name="stage_pdf"),
    # standings and the wall
    path(EVENT + "standings/", standings.standings, name="standings"),
    path(EVENT + "charts/", charts.charts, name="charts"),
    path(EVENT + "standings/print/", paper.print_standings, name="print_standings"),
    path(EVENT + "standings.pdf", pdf.newest_standings_pdf, name="standings_pdf"),
    path(EVENT + "standings/<int:number>/", standings.standings, name="standings_after"),
    path(EVENT + "standings/<int:number>/<int:entrant_id>/", standings.working, name="working"),
    path(EVENT + "projector/", paper.projector, name="projector"),
    # a table
    path(EVENT + "me/kept/", phones.kept_table, name="kept_table"),
    path(EVENT + "me/word/", phones.own_word, name="own_word"),
    path(EVENT + "me/notifications/", notifications.notifications, name="notifications"),
    path(EVENT + "judge-notifications/", notifications.judge_notifications, name="judge_notifications"),
    path(
        EVENT + "judge-notifications/<int:number>/stop/",
        notifications.stop_judge_notifications,
        name="stop_judge_notifications",
    ),
    path(
        EVENT + "me/notifications/<int:number>/stop/",
        notifications.stop_notifications,
        name="stop_notifications",
    ),
    path(MATCH, results.match_page, name="match_page"),
    path(MATCH + "deck-check/", deck_checks.deck_check, name="deck_check"),
    path(MATCH + "report/", results.report, name="report"),
    path(MATCH + "confirm/", results.confirm, name="confirm"),
    path(MATCH + "take-back/", results.take_back, name="take_back"),
    path(MATCH + "penalty/", penalties.penalty_at, name="penalty_at"),
    path(EVENT + "penalties/", penalties.penalties, name="penalties"),
    path(EVENT + "penalties/<int:penalty_id>/take-back/", penalties.take_back, name="take_back_penalty"),
    path(EVENT + "penalties/<int:penalty_id>/change/", penalties.change, name="change_penalty"),
    path(EVENT + "me/penalties/", penalties.my_penalties, name="my_penalties"),
    path(MATCH + "late/", late.late, name="late"),
    path(MATCH + "missing/", results.missing, name="missing"),
    path(MATCH + "enter/", results.enter, name="enter"),
    path(MATCH + "follows/", results.result_follows, name="result_follows"),
    path(MATCH + "clear/", results.clear, name="clear"),
    path(MATCH + "extend/", results.extend, name="extend"),
]

urlpatterns = counted_once(
    urlpatterns, but=["settings", "claim", "slip_code", "own_data", "entry_data", "result_follows"]
)
