"""Addresses of the API, below /api/v1/."""

from django.urls import URLPattern, URLResolver, path

from tournaments.accounts import api as accounts
from tournaments.accounts import tokens_api as tokens
from tournaments.adjustments import api as adjustments
from tournaments.announcements import api as announcements
from tournaments.card_lists import api as card_lists
from tournaments.charts import api as charts
from tournaments.clocks import api as clocks
from tournaments.decks import api as decks
from tournaments.decks import check_api as deck_checks
from tournaments.entrants import api as entrants
from tournaments.entrants import check_in_api as check_in
from tournaments.entrants import many_api as many
from tournaments.errata import api as errata
from tournaments.events import api as events
from tournaments.events import copy_api as copies
from tournaments.events import plan_api, stand_in_api
from tournaments.events import policy_api as policies
from tournaments.events import staff_api as staff
from tournaments.exports import api as exports
from tournaments.exports import saved_api as saving
from tournaments.importing import api as importing
from tournaments.jobs import api as jobs
from tournaments.lateness import api as lateness
from tournaments.leaving import api as leaving
from tournaments.notifications import api as notifications
from tournaments.penalties import api as penalties
from tournaments.penalties import late_api as late
from tournaments.people import api as people
from tournaments.ratings import api as ratings
from tournaments.results import api as results
from tournaments.rounds import api as rounds
from tournaments.rounds import undo_api
from tournaments.series import api as series
from tournaments.series import penalty_api as series_penalties
from tournaments.series import policy_api as series_policies
from tournaments.stage_pages import api as stages
from tournaments.webhooks import api as webhooks

app_name = "tournaments-api"
EVENT = "events/<slug:slug>/"
ENTRANT = EVENT + "entrants/<slug:code>/"
ROUND = EVENT + "rounds/<int:number>/"
MATCH = "matches/<int:match_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("token/", accounts.Tokens.as_view(), name="token"),
    path("me/", accounts.Me.as_view(), name="me"),
    path("me/token/", accounts.MyToken.as_view(), name="my-token"),
    path("me/tokens/", tokens.MyTokens.as_view(), name="my-tokens"),
    path("me/tokens/<int:token_id>/", tokens.OneOfMyTokens.as_view(), name="one-of-my-tokens"),
    path("me/page/", people.MyPage.as_view(), name="my-page"),
    path("me/data/", leaving.MyData.as_view(), name="my-data"),
    path("me/deletion/", leaving.MyDeletion.as_view(), name="my-deletion"),
    path("people/<slug:code>/", people.Person.as_view(), name="person"),
    path("ratings/", ratings.RatedGames.as_view(), name="ratings"),
    path("ratings/<slug:game>/", ratings.RatingList.as_view(), name="rating-list"),
    path("people/<slug:code>/ratings/", people.PersonRatings.as_view(), name="person-ratings"),
    path("people/<slug:code>/events/", people.PersonEvents.as_view(), name="person-events"),
    path("people/<slug:code>/opponents/", people.PersonOpponents.as_view(), name="person-opponents"),
    path("claim/adopt/", entrants.Adopt.as_view(), name="adopt"),
    path("role-link/take/", staff.TakeRole.as_view(), name="take-role"),
    path("events/", events.Events.as_view(), name="events"),
    path("imports/", importing.Imports.as_view(), name="imports"),
    path("imports/check/", importing.CheckImport.as_view(), name="import-check"),
    path(EVENT, events.OneEvent.as_view(), name="event"),
    path(EVENT + "next/", events.Next.as_view(), name="next-step"),
    path(EVENT + "journal/", events.Journal.as_view(), name="journal"),
    path("jobs/", jobs.Jobs.as_view(), name="jobs"),
    path("jobs/<int:job_id>/", jobs.OneJob.as_view(), name="job"),
    path("jobs/<int:job_id>/cancel/", jobs.CancelJob.as_view(), name="cancel-job"),
    path("jobs/<int:job_id>/resume/", jobs.ResumeJob.as_view(), name="resume-job"),
    path(EVENT + "jobs/", jobs.EventJobs.as_view(), name="event-jobs"),
    path("series/", series.ManySeries.as_view(), name="series"),
    path("series/<slug:slug>/", series.OneSeries.as_view(), name="one-series"),
    path(
        "series/<slug:slug>/penalty-policy/",
        series_policies.SeriesPenaltyPolicy.as_view(),
        name="series-penalty-policy",
    ),
    path(
        "series/<slug:slug>/penalties/",
        series_penalties.SeriesPenalties.as_view(),
        name="series-penalties",
    ),
    path(
        "series/<slug:slug>/penalties.csv",
        series_penalties.SeriesPenaltiesTable.as_view(),
        name="export-series-penalties",
    ),
    path(EVENT + "penalty-policy/", policies.EventPenaltyPolicy.as_view(), name="penalty-policy"),
    path(EVENT + "series/", series.EventSeries.as_view(), name="event-series"),
    path("series/<slug:slug>/errata/", errata.SeriesErrata.as_view(), name="series-errata"),
    path("series/<slug:slug>/errata/<int:number>/", errata.SeriesErratum.as_view(), name="series-erratum"),
    path(EVENT + "rules-of-the-day/", errata.EventRules.as_view(), name="event-rules"),
    path(EVENT + "copies/", copies.Copies.as_view(), name="copies"),
    path(EVENT + "template/", copies.Template.as_view(), name="template"),
    path(EVENT + "saved/", saving.SavedRounds.as_view(), name="saved-rounds"),
    path(EVENT + "saved/<str:file>/", saving.SavedFile.as_view(), name="saved-file"),
    path(EVENT + "announcements/", announcements.Announcements.as_view(), name="announcements"),
    path(
        EVENT + "announcements/<int:announcement_id>/",
        announcements.OneAnnouncement.as_view(),
        name="announcement",
    ),
    path(EVENT + "webhooks/", webhooks.Webhooks.as_view(), name="webhooks"),
    path(EVENT + "webhooks/<int:endpoint_id>/", webhooks.OneWebhook.as_view(), name="webhook"),
    path(EVENT + "webhooks/<int:endpoint_id>/test/", webhooks.TestWebhook.as_view(), name="webhook-test"),
    path(EVENT + "webhook-deliveries/", webhooks.Deliveries.as_view(), name="webhook-deliveries"),
    path(
        EVENT + "webhook-deliveries/<int:delivery_id>/again/",
        webhooks.SendAgain.as_view(),
        name="webhook-again",
    ),
    path(EVENT + "me/notifications/", notifications.MyNotifications.as_view(), name="my-notifications"),
    path(
        EVENT + "judge-notifications/",
        notifications.JudgeNotifications.as_view(),
        name="judge-notifications",
    ),
    path(
        EVENT + "judge-notifications/<int:number>/",
        notifications.OneJudgeNotification.as_view(),
        name="one-judge-notification",
    ),
    path(
        EVENT + "me/notifications/<int:number>/",
        notifications.OneNotification.as_view(),
        name="one-of-my-notifications",
    ),
    path(EVENT + "staff/", staff.Staff.as_view(), name="staff"),
    path(EVENT + "staff/<int:role_id>/", staff.OneRole.as_view(), name="role"),
    path(EVENT + "role-links/", staff.RoleLinks.as_view(), name="role-links"),
    path(EVENT + "role-links/<int:link_id>/", staff.OneRoleLink.as_view(), name="role-link"),
    path(EVENT + "card-list/", card_lists.OneCardList.as_view(), name="card-list"),
    path(EVENT + "card-list/check/", card_lists.CheckCardList.as_view(), name="card-list-check"),
    path(EVENT + "register/", entrants.Register.as_view(), name="register"),
    path(EVENT + "late-entries/", entrants.LateEntries.as_view(), name="late-entries"),
    path(EVENT + "forbidden-pairs/", entrants.ForbiddenPairs.as_view(), name="forbidden-pairs"),
    path(
        EVENT + "forbidden-pairs/<int:pair_id>/", entrants.OneForbiddenPair.as_view(), name="forbidden-pair"
    ),
    path(EVENT + "entrants/", entrants.Entrants.as_view(), name="entrants"),
    path(EVENT + "check-ins/", check_in.CheckIns.as_view(), name="check-ins"),
    path(EVENT + "check-ins/undo/", check_in.UndoCheckIns.as_view(), name="check-ins-undo"),
    path(EVENT + "check-ins/code/", check_in.CheckInByCode.as_view(), name="check-in-code"),
    path(EVENT + "entrant-list/", many.EntrantList.as_view(), name="entrant-list"),
    path(EVENT + "entrant-lists/", many.TakenLists.as_view(), name="entrant-lists"),
    path(EVENT + "entrant-lists/<int:number>/", many.OneTakenList.as_view(), name="entrant-taken-list"),
    path(EVENT + "entrant-list/check/", many.CheckEntrantList.as_view(), name="entrant-list-check"),
    path(ENTRANT, entrants.OneEntrant.as_view(), name="entrant"),
    path(ENTRANT + "data/", leaving.EntryData.as_view(), name="entry-data"),
    path(ENTRANT + "deletion/", leaving.EntryDeletion.as_view(), name="entry-deletion"),
    path(ENTRANT + "claim-link/", entrants.ClaimLinks.as_view(), name="claim-link"),
    path(ENTRANT + "byes/", entrants.AwardedByes.as_view(), name="byes"),
    path(ENTRANT + "byes/<int:number>/", entrants.OneAwardedBye.as_view(), name="bye"),
    path(ENTRANT + "deck/", decks.Deck.as_view(), name="deck"),
    path(EVENT + "decks/", decks.Decks.as_view(), name="decks"),
    path(EVENT + "deck-checks/", deck_checks.DeckChecks.as_view(), name="deck-checks"),
    path(EVENT + "deck-checks/draw/", deck_checks.DrawTable.as_view(), name="deck-check-draw"),
    path(MATCH + "deck-check/", deck_checks.CheckOfTable.as_view(), name="deck-check"),
    path(MATCH + "deck-check/end/", deck_checks.EndCheck.as_view(), name="deck-check-end"),
    path(EVENT + "stand-in/", stand_in_api.StandIn.as_view(), name="stand-in"),
    path(EVENT + "plan/", plan_api.PlannedTimes.as_view(), name="plan"),
    path(EVENT + "stages/", stages.Stages.as_view(), name="stages"),
    path(EVENT + "stages/<slug:code>/", stages.OneStage.as_view(), name="stage"),
    path(EVENT + "rounds/", rounds.Rounds.as_view(), name="rounds"),
    path(EVENT + "undo/", undo_api.Undo.as_view(), name="rounds-undo"),
    path(EVENT + "offer/", rounds.OfferView.as_view(), name="offer"),
    path(EVENT + "offer/swap/", rounds.Swap.as_view(), name="swap"),
    path(EVENT + "offer/place/", rounds.Place.as_view(), name="place"),
    path(EVENT + "offer/range/", rounds.InRange.as_view(), name="in-range"),
    path(ROUND, rounds.OneRound.as_view(), name="round"),
    path(ROUND + "exchange/", rounds.Exchange.as_view(), name="exchange"),
    path(ROUND + "seat-late/", rounds.SeatLate.as_view(), name="seat-late"),
    path(ROUND + "unseat-late/", rounds.UnseatLate.as_view(), name="unseat-late"),
    path(ROUND + "clock/", clocks.RoundClock.as_view(), name="round-clock"),
    path(EVENT + "standings/", rounds.Standings.as_view(), name="standings"),
    path(EVENT + "standings/<slug:code>/", rounds.Working.as_view(), name="working"),
    path(EVENT + "charts/", charts.Charts.as_view(), name="charts"),
    path(EVENT + "mine/", rounds.Mine.as_view(), name="mine"),
    path(EVENT + "export/event.json", exports.EventFileView.as_view(), name="event-file"),
    path(EVENT + "export/standings.json", exports.StandingsFileView.as_view(), name="standings-file"),
    path(MATCH, results.OneMatch.as_view(), name="match"),
    path(MATCH + "clock/", clocks.MatchClock.as_view(), name="match-clock"),
    path(MATCH + "extend/", clocks.Extend.as_view(), name="extend"),
    path(MATCH + "late/", late.Late.as_view(), name="late"),
    path(EVENT + "penalties/", penalties.Penalties.as_view(), name="penalties"),
    path(EVENT + "penalties/<int:penalty_id>/", penalties.OnePenalty.as_view(), name="penalty"),
    path(EVENT + "me/penalties/", penalties.MyPenalties.as_view(), name="my-penalties"),
    path(ENTRANT + "penalties/", penalties.PenaltyRecord.as_view(), name="penalty-record"),
    path(EVENT + "adjustments/", adjustments.Adjustments.as_view(), name="adjustments"),
    path(EVENT + "adjustments/<int:fact_id>/", adjustments.OneAdjustment.as_view(), name="adjustment"),
    path(EVENT + "absent/", lateness.AbsentOnes.as_view(), name="absent"),
    path(MATCH + "missing/", results.Missing.as_view(), name="missing"),
    path(MATCH + "reports/", results.Reports.as_view(), name="reports"),
    path(MATCH + "lots/", results.Draws.as_view(), name="lots"),
    path(MATCH + "confirm/", results.Confirm.as_view(), name="confirm"),
    path(MATCH + "result/", results.StandingResult.as_view(), name="result"),
    path(MATCH + "result/follows/", results.ResultFollows.as_view(), name="result-follows"),
    path(MATCH + "history/", results.History.as_view(), name="history"),
]
urlpatterns += [
    path(f"{EVENT}{word}/", view.as_view(), name=f"event-{word}") for word, view in events.STEPS.items()
]
urlpatterns += [
    path(f"{ENTRANT}{word}/", view.as_view(), name=f"entrant-{word}") for word, view in entrants.STEPS.items()
]
urlpatterns += [
    path(f"{ROUND}{word}/", view.as_view(), name=f"round-{word}") for word, view in rounds.STEPS.items()
]
urlpatterns += [
    path(f"{ROUND}clock/{word}/", view.as_view(), name=f"clock-{word}") for word, view in clocks.STEPS.items()
]
urlpatterns += [
    path(f"{EVENT}export/{word}.csv", as_csv.as_view(), name=f"export-{word}")
    for word, (as_csv, _json) in exports.TABLES.items()
]
urlpatterns += [
    path(f"{EVENT}export/{word}.json", as_json.as_view(), name=f"export-{word}-json")
    for word, (_csv, as_json) in exports.TABLES.items()
    if word != "standings"  # the file with their working
]
urlpatterns += [
    path(f"{EVENT}card-list/{name}", view.as_view(), name=f"card-list-{name.replace('.', '-')}")
    for name, view in card_lists.FILES.items()
]
