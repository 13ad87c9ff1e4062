"""The event's own file is imported as another event, and a file with a fault in it is not."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import msgspec

from config.simulation.site_client import API, Answer, Ask

if TYPE_CHECKING:
    from config.simulation.day import Day


def import_event(day: Day) -> Ask | None:
    """The file as the organiser exports it, under another name, looked over first. The new event says the same of its
    choices, people and rounds."""
    olga = day.people.staff["olga"]
    file, name = _exported(day, day.slug), day.word("Imported")
    file["name"] = name
    day.ledger.send("tournaments.Event.name", name)
    looked = _looked_over(day, file)
    last = file["rounds"][-1]["matches"] if file["rounds"] else []
    open_tables = sum(match["result"] is None for match in last)
    wanted = (len(file["entrants"]), len(file["rounds"]), open_tables)
    told = (looked["entrants"], looked["rounds"], looked["open_tables"])
    day.check(told == wanted, "imports", f"looked over: {told}, not {wanted}")

    def done(answer: Answer) -> None:
        day.ledger.keep("tournaments.Event.name", name)
        slug = answer.data["slug"]
        day.copies.add(slug)
        states = {"running"} if open_tables else {"running", "finished"} if file["rounds"] else {"draft"}
        day.check(answer.data["state"] in states, "imports", f"an import is {answer.data['state']}")
        _compare(file, _exported(day, slug), day)

    body = {"file": file, "looked": looked["digest"] if day.chance.once_in(2) else ""}
    return Ask("import_event", olga, "POST", API + "imports/", body, day.word("k"), done, sure=True)


def import_refused(day: Day) -> Ask | None:
    """A file that says what cannot be, or another than was looked over: nothing of it is taken."""
    olga, file = day.people.staff["olga"], _exported(day, day.slug)
    file["name"] = day.word("Refused")
    looked = ""
    faults = ["digest", "kind", "entrant"]
    if any(match["result"] is None or len(match["seats"]) > 1 for match in _matches(file)):
        faults += ["stranger", "twice"]
    fault = day.chance.choice(faults)
    if fault == "digest":
        looked = _looked_over(day, file)["digest"]
        file["name"] = day.word("Refused")
    elif fault == "kind":
        file["stages"][0]["kind"] = "best_of_luck"
    elif fault == "entrant":
        file["entrants"].append(dict(file["entrants"][0]))
    else:
        match = day.chance.choice([match for match in _matches(file) if len(match["seats"]) > 1])
        match["seats"][0] = "P9999" if fault == "stranger" else match["seats"][1]
    body = {"file": file, "looked": looked}
    ask = Ask(f"import_refused-{fault}", olga, "POST", API + "imports/", body, day.word("k"))
    ask.never = True
    return ask


def _matches(file: dict[str, Any]) -> list[dict[str, Any]]:
    return [match for played in file["rounds"] for match in played["matches"]]


def _exported(day: Day, slug: str) -> dict[str, Any]:
    """The file, with whom each may not meet in a fixed order: theirs says nothing."""
    told = dict(copy.deepcopy(day.reading(day.people.staff["olga"], f"events/{slug}/export/event.json")))
    for entrant in told["entrants"]:
        entrant["forbidden"] = {kind: sorted(codes) for kind, codes in entrant["forbidden"].items()}
    return told


def _looked_over(day: Day, file: dict[str, Any]) -> dict[str, Any]:
    """What would come of a file, as the site tells it; nothing is stored."""
    olga = day.people.staff["olga"]
    answer = day.perform(Ask("check_import", olga, "POST", API + "imports/check/", {"file": file}, sure=True))
    return dict(answer.data)


def _compare(file: dict[str, Any], again: dict[str, Any], day: Day) -> None:
    """What the new event's own file says, but for what every event has of its own."""
    for name in sorted({*file, *again} - {"seed"}):
        one, other = file.get(name), again.get(name)
        if name in ("entrants", "rounds"):
            one, other = one or [], other or []
            pairs = [(a, b) for a, b in zip(one, other, strict=False) if a != b]
            day.check(
                len(one) == len(other) and not pairs,
                "imports",
                f"{name}: {len(one)} and {len(other)}, first {pairs[:1]}",
            )
        else:
            said = msgspec.json.encode([one, other]).decode()
            day.check(one == other, "imports", f"{name} of the import: {said}")
