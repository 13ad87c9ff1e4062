"""What the texts of rows written until now were made of, so that pages go on saying them in the reader's language."""

import re
from typing import Any

from django.db import migrations

from tournaments.migrations._old_sentences import Kept, Sentences, fill

LINES = Sentences(
    (
        "%(one)s and %(other)s may meet.",
        "%(one)s and %(other)s never meet.",
        "%(one)s and %(other)s avoid each other.",
        "Round %(n)s, %(table)s: a ruling on entry %(m)s of a log.",
        "%(name)s was disqualified.",
        "The disqualification of %(name)s was taken back.",
        "%(name)s is %(role)s now.",
        "%(name)s is no longer %(role)s.",
        "A claim link for the role %(role)s was made.",
        "A claim link for the role %(role)s was taken back.",
        "%(name)s is %(role)s now, by a claim link of %(said)s.",
        "Round %(n)s, %(table)s: the result was corrected.",
        "Round %(n)s, %(table)s: the result was cleared.",
        "The clock of round %(n)s was stopped.",
        "The end of round %(n)s was revealed: %(m)s minutes.",
        "The pairing of round %(n)s was changed by hand.",
        "%(name)s was made.",
        "A card list: %(n)s cards.",
        "The card list was replaced: %(n)s cards.",
        "The card list was removed.",
        "Registration is open.",
        "The event is a draft again.",
        "Check-in is open.",
        "Registration is open again.",
        "The start was undone; check-in is open.",
        "The event is finished.",
        "The event goes on.",
        "The event is cancelled.",
        "The event is on again.",
        "Round %(n)s has started.",
        "Round %(n)s is finished.",
        "Round %(n)s is open again.",
        "Round %(n)s was paired.",
        "Round %(n)s was paired again.",
        "The pairing of round %(n)s is published.",
        "The pairing of round %(n)s was taken back.",
        "The pairing of round %(n)s was withdrawn.",
        "Round %(n)s has %(m)s minutes more.",
        "The machine's clock jumped by %(n)s seconds, to %(m)s; every running clock was moved with it.",
        "Time was called in round %(n)s by the desk.",
        "The event has started: %(n)s players, %(m)s rounds.",
        "Round %(n)s, %(table)s: the live log is opened without the deck list of %(seats)s.",
        "Round %(n)s, %(table)s: %(said)s agrees that spectators see hidden cards.",
        "Round %(n)s, %(table)s: %(said)s no longer agrees that spectators see hidden cards.",
        "Round %(n)s, %(table)s: the live log is closed.",
        "Round %(n)s, %(table)s: the live log is featured.",
        "Round %(n)s, %(table)s: the live log is no longer featured.",
        # reasons that the site gives itself
        "Kept from the offer before.",
        "From the log.",
        "Neither player came.",
        "Seated by hand.",
        "It names cards that neither the site nor the event's card list knows.",
        # notes of kept standings
        "A result was corrected.",
        "Somebody was disqualified.",
        "A disqualification was taken back.",
        "Somebody came late or returned.",
        "The seeding list was changed.",
    )
)


#: What the standings relied on.
RULES = Sentences(
    (
        "Magic: The Gathering Tournament Rules, appendix on tiebreakers",
        "Play! Pokemon Tournament Rules Handbook, Swiss tiebreakers",
        "Netrunner organised play policies, double-sided Swiss (6 points a match)",
        "FIDE Handbook C.07, Tie-Break Regulations in force from 1 August 2024",
        "none",
        "matches: wins and half the draws over rounds; games: game points 3-1-0 over three times the games",
        "matches: match points over rounds played times a win's; games: game points 3-1-0 over three times the games",
        "a match won %(games)s-0; byes are no opponents and count in the percentage of whoever had them",
        "a match won %(games)s-0; byes are no opponents and count in none",
        "as each entrant's missed_rounds_as says; a loss counts a round and a game lost",
        "a round and a game lost for both",
        "count as one game",
        "forfeits and no-shows are unplayed rounds",
        "forfeits and no-shows count as matches with their result",
        "change match points and cumulative, and no percentage, score or opponent's figure",
        "stay in the table with what they reached; rounds after the drop count for nothing",
        "percentage at most %(cap)s; own omw, oomw and ogw stay as they were after the round of the drop",
        "left out of the table; results against them stay",
        "a mean over no opponents is null and ranks below every figure",
        "a match without a result counts for nobody yet",
        "rounds of elimination stages are not in the table",
        "a dummy opponent with the player's own score; at an opponent's end they are draws",
    )
)
PODS = "everybody else at the match is an opponent; place p of n counts (n-p)/(n-1) of a win"
PLACES = re.compile(r"the places of (?P<size>\d+) are worth (?P<points>.+)")


def _pods(text: str) -> Kept | None:
    """What is said of tables of three and more: one sentence, and one for each size."""
    said = [{"msgid": PODS, "values": {}}]
    for part in text.removeprefix(PODS).split("; ")[1:]:
        places = PLACES.fullmatch(part)
        if places is None:
            return None
        said.append({"msgid": "the places of %(size)s are worth %(points)s", "values": places.groupdict()})
    values = {f"part{n}": part for n, part in enumerate(said)}
    return {"msgid": "; ".join(f"%({name})s" for name in values), "values": values}


def _fill_rules(model: Any) -> None:
    rows = model.objects.filter(rules_messages__isnull=True).only("pk", "rules").order_by("pk")
    for row in rows.iterator(chunk_size=100):
        texts = {name: text for name, text in row.rules.items() if isinstance(text, str)}
        row.rules_messages = {
            name: _pods(text) if name == "pods" else RULES.made_of(text) for name, text in texts.items()
        }
        row.save(update_fields=["rules_messages"])


def fill_all(apps: Any, schema_editor: Any) -> None:
    fill(apps.get_model("tournaments", "JournalEntry"), LINES, ["text", "reason"])
    fill(apps.get_model("tournaments", "PairingChange"), LINES, ["reason"])
    fill(apps.get_model("tournaments", "Result"), LINES, ["reason"])
    fill(apps.get_model("tournaments", "StandingsDue"), LINES, ["note"])
    fill(apps.get_model("tournaments", "StandingsSnapshot"), LINES, ["note"])
    _fill_rules(apps.get_model("tournaments", "StandingsSnapshot"))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_messages")]
    operations = [migrations.RunPython(fill_all, migrations.RunPython.noop)]
