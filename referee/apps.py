"""Tells Django of the app."""

from django.apps import AppConfig


class RefereeConfig(AppConfig):
    name = "referee"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Makes its doors, what keeps a report from standing, the texts of its refusals and what the engines say known
        to those who do not know of the referee."""
        from referee.disputes.queries import holding
        from referee.doors import make_known
        from referee.refusal_texts import TEXTS
        from referee.wording.books import in_book, said
        from tournaments.game_words import add_book
        from tournaments.pages.refusals import ask, know
        from tournaments.results.holds import HOLDS

        make_known()
        HOLDS.append(holding)
        know(TEXTS)
        ask(said)
        add_book(in_book)
