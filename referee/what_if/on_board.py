"""A branch on the board: what may be touched at its end, what is listed, the entry that a form says. One page of parts
for the replay and for a dispute."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from referee.boards.scene import Scene
from referee.games.presentation import drawer_of
from referee.judging.judged import judged
from referee.live.choices import assisted_choices
from referee.models.records import Record
from referee.positions.inputs import Layout
from referee.rulings.branching import Branch, play_branch
from referee.touching.forms import NotRead, entry_of, verb_forms
from referee.touching.offers import Touched, only_seat, touched
from referee.touching.ways import Choice, Way, offered_ways
from rules.kernel.entries import TABLE
from tournaments.errors import DomainError
from tournaments.pages.event_request import whole_number
from tournaments.pages.translation import in_words

#: As much of the lines is read.
MAX_TEXT = 60_000
#: Ways to go on that are listed at once.
FIRST = 8
#: What a script asks for: the parts alone.
FRAGMENT = "X-Fragment"
#: What is sent with a form of this page that plays on.
STEPS = ("play", "back", "begin")


class Wanted(msgspec.Struct):
    """What a form says: where the branch leaves the log, its entries with the one that was touched, and why the last
    of these could not be read; ``errors`` by field."""

    after: int
    lines: list[object]
    wrong: str = ""
    errors: dict[str, str] = {}


def wanted_branch(record: Record, seat: str | None, http: HttpRequest) -> Wanted:
    """What was sent. Raises Invalid."""
    sent = http.POST
    after = whole_number(sent.get("after") or "0", _("The entry"), 0, 1_000_000)
    wanted = Wanted(after, [line for line in sent.get("lines", "")[:MAX_TEXT].splitlines() if line.strip()])
    if sent.get("do") == "back":
        wanted.lines = wanted.lines[:-1]
    elif sent.get("tap", "").strip() or sent.get("verb"):
        run = judged(record, seat).run
        verb = sent.get("verb", "")
        texts = {name: text for name, text in sent.items() if isinstance(text, str) and name.startswith("a.")}
        said = {"entry": sent["tap"]} if sent.get("tap") else texts | {"do": verb, "by": sent.get("by", "")}
        try:
            wanted.lines.append(entry_of(run.game, run.catalogue, said))
        except NotRead as error:
            wanted.wrong, wanted.errors = in_words(error), error.errors
    return wanted


def played(record: Record, seat: str | None, wanted: Wanted) -> tuple[Branch, str, int]:
    """The branch that is wanted, or as much of it as can be played: the last entry, which was touched just now, or all
    of them left out; with why, and the status of the answer."""
    wrong, status = wanted.wrong, 400 if wanted.wrong else 200
    for lines in (wanted.lines, wanted.lines[:-1], []):
        try:
            return play_branch(record, wanted.after, lines, seat=seat), wrong, status
        except DomainError as error:
            wrong, status = wrong or in_words(error), error.status
    return play_branch(record, len(judged(record, seat).run.entries), [], seat=seat), wrong, status


def acting(branch: Branch) -> tuple[str, ...]:
    """For whom a reader plays: for all. What he may not see is not in the replay that he plays on."""
    return (*branch.run.seats, TABLE)


def touchable(
    branch: Branch, seat: str | None, names: Mapping[str, str]
) -> tuple[Touched, Mapping[str, Any]]:
    """What may be touched at the end of a branch, legal or to be asked, and the legal options; nothing where play has
    stopped."""
    run, acts_for = branch.run, acting(branch)
    choices = assisted_choices(run, () if run.stopped is not None else acts_for, names)
    able = () if run.stopped is not None or run.outcome() is not None else acts_for
    return touched(run.game, run.catalogue, run.printed(), names, able, choices, asks=True), choices


def parts(
    record: Record, branch: Branch, seat: str | None, names: Mapping[str, str], errors: Mapping[str, str]
) -> dict[str, Any]:
    """The context of the parts that change from touch to touch."""
    run, acts_for = branch.run, acting(branch)
    offers, choices = touchable(branch, seat, names)
    ways = [
        _listed(way, choices) for way in offered_ways(run.game, offers, choices, Layout({}, {}, run.seats))
    ]
    return {
        "record": record,
        "names": names,
        "branch": branch,
        "lines_text": "\n".join(msgspec.json.encode(entry).decode() for entry in branch.entries),
        "board": board_of(branch, seat, names),
        "touched": offers.text(),
        "ways": ways[:FIRST],
        "further": ways[FIRST:],
        "more_options": choices["more"],
        "acts_for": acts_for,
        "only": only_seat(acts_for),
        "to_act": _deciding(branch, names),
        "stopped": run.stopped is not None,
        "stops_before": run.stopped is not None and run.stopped <= branch.after,
        "forms": verb_forms(run.game, acts_for, run.seats, errors=errors) if run.stopped is None else [],
        "last": len(judged(record, seat).run.entries),
    }


def board_of(branch: Branch, seat: str | None, names: Mapping[str, str]) -> SafeString:
    """The board at the end of a branch, as who sees this seat's cards, or the whole, sees it."""
    run = branch.run
    drawer = drawer_of(run.game.name)
    to_act = run.game.to_act(run.position)
    scene = Scene(
        run.game, run.catalogue, run.printed(), run.seats, names, seat, to_act, judged=run.judgment()
    )
    return render_to_string(drawer.template, {"scene": scene, **drawer.board(scene)})


def _listed(way: Way, choices: Mapping[str, Any]) -> Way:
    """A tile that is laid by touching the map is listed, too, with each place and turn."""
    if not way.turns:
        return way
    listed = tuple(
        Choice(str(option["words"]), msgspec.json.encode(option["entry"]).decode())
        for option in choices["options"]
        if option["by"] == way.by and option["entry"]["do"] == way.do
    )
    return msgspec.structs.replace(way, choices=listed, form=False)


def _deciding(branch: Branch, names: Mapping[str, str]) -> list[str]:
    waits: Iterable[str] = branch.run.game.to_act(branch.run.position)
    return [names.get(by, by) for by in waits if by != TABLE]
