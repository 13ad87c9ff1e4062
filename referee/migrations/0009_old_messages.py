"""Keep the parts of the site's questions and answers in disputes opened until now."""

from typing import Any

from django.db import migrations

from tournaments.migrations._old_sentences import Sentences, fill

QUESTIONS = Sentences(
    (
        "Entry %(n)s is illegal, and play stops there until a judge rules.",
        "Entry %(n)s cannot be judged by what the log knows.",
        "The chain is broken: entry %(n)s %(how)s.",
        "Entry %(n)s contradicts something before it.",
        "The log's outcome was not taken as the result: %(why)s",
        "Time called was not written into the live log: %(why)s",
        "The players' reports of this match differ.",
        "%(name)s took longer than %(seconds)s seconds for %(count)s turns. Look whether it is slow play.",
        "%(who)s says that entry %(n)s, which another entered for the table, was not so.",
        "The logs of game %(n)s end differently.",
        "A player confirmed an outcome that the log as a whole does not give.",
        "A judge is needed.",
        "The entry was taken back.",
        "The result was decided.",
        "The reports were taken back.",
        "Answered at the table.",
        "The outcome of this log was taken.",
        "The round was withdrawn.",
        "The log was replaced by another.",
        "From the log.",
        "Neither player came.",
    )
)


def fill_all(apps: Any, schema_editor: Any) -> None:
    fill(apps.get_model("referee", "Dispute"), QUESTIONS, ["question", "resolution"])


class Migration(migrations.Migration):
    dependencies = [("referee", "0008_messages"), ("tournaments", "0015_messages")]
    operations = [migrations.RunPython(fill_all, migrations.RunPython.noop)]
