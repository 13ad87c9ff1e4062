"""What is done with a whole event: a list of people entered at once, a copy made, a series it counts for."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from config.simulation.facts import rows
from config.simulation.moves.entering import entered
from config.simulation.site_client import API, Answer, Ask
from tournaments.models.entrants import Entrant

if TYPE_CHECKING:
    from config.simulation.day import Day

#: Points of the simulated series by place, and for everybody behind.
POINTS, BEYOND = (9, 5, 2), 1


def enter_list(day: Day, many: int) -> Ask:
    """So many people in one list: names, or columns. Everybody on it is entered once, also when it is sent twice."""
    names = [day.word("Listed") for _ in range(many)]
    for name in names:
        day.ledger.send("tournaments.Entrant.name", name)
    rating = day.chance.once_in(2)
    text = "\n".join(["name;rating;club", *(f"{name};1500;Ravens" for name in names)] if rating else names)

    def done(answer: Answer) -> None:
        known = dict(Entrant.objects.filter(event__slug=day.slug, name__in=names).values_list("name", "code"))
        day.check(sorted(known) == sorted(names), "acknowledged once", f"of {names} {sorted(known)} are in")
        for name in names:
            entered(day, Answer(201, {"code": known[name], "status": "registered"}, ""), name, None)

    who = day.people.with_role("organiser", "scorekeeper")
    body = {"text": text}
    return Ask("enter_list", who, "POST", day.path("entrant-list/"), body, day.word("k"), done, sure=True)


def copy_event(day: Day) -> Ask:
    """The event is copied with its people: a draft that holds none of its rounds, and the event is what it was."""
    olga, name = day.people.staff["olga"], day.word("Copy")
    people = day.chance.once_in(2)
    day.ledger.send("tournaments.Event.name", name)
    here: dict[str, Any] = {"event__slug": day.slug}
    rounds = rows("tournaments.Round", "pk", **here)

    def in_it() -> list[str]:
        entered = rows("tournaments.Entrant", "name", "status", **here)
        return sorted(row[0] for row in entered if row[1] != "disqualified") if people else []

    before, choices = in_it(), dict(day.choices)

    def done(answer: Answer) -> None:
        day.ledger.keep("tournaments.Event.name", name)
        slug = answer.data["slug"]
        day.copies.add(slug)
        day.check(answer.data["state"] == "draft", "copies", f"a copy is {answer.data['state']}")
        day.check(not rows("tournaments.Round", "pk", event__slug=slug), "copies", "a copy has rounds")
        for choice in ("game", "profile", "points_win", "points_draw", "clock_kind", "round_minutes"):
            # a choice may have been changed in the middle of this
            right = answer.data[choice] in (choices[choice], day.choices[choice])
            day.check(right, "copies", f"{choice} is {answer.data[choice]}")
        there = sorted(row[0] for row in rows("tournaments.Entrant", "name", event__slug=slug))
        # somebody may have come, or been thrown out, in the same moment
        day.check(there in (before, in_it()), "copies", f"in the copy are {there}, not {before}")
        left = [row for row in rounds if row not in rows("tournaments.Round", "pk", **here)]
        day.check(not left, "copies", f"rounds {left} are gone")

    body = {"name": name, "entrants": people}
    return Ask("copy_event", olga, "POST", day.path("copies/"), body, day.word("k"), done, sure=True)


def into_series(day: Day) -> None:
    """The finished event counts for a series; its table is what counting says; then it is taken out again or stays."""
    olga, made = day.people.staff["olga"], {}
    name = day.word("Series")
    day.ledger.send("tournaments.Series.name", name)

    def kept(answer: Answer) -> None:
        day.ledger.keep("tournaments.Series.name", name)
        made.update(answer.data)

    body = {"name": name, "points": list(POINTS), "beyond": BEYOND}
    day.step(Ask("make_series", olga, "POST", API + "series/", body, day.word("k"), kept, sure=True))
    body = {"series": made["slug"]}
    day.step(Ask("set_series", olga, "PUT", day.path("series/"), body, day.word("k"), sure=True))
    day.settle_down()
    told = day.reading(olga, f"series/{made['slug']}/")
    day.check(told["counted"] == [day.slug], "series", f"{told['counted']} counts, not {day.slug}")
    totals = {row["name"]: Fraction(row["total"]).limit_denominator(1000) for row in told["table"]}
    wanted = counted(day.reading(olga, f"events/{day.slug}/standings/"))
    day.check(totals == wanted, "series", f"{totals}, counted {wanted}")


def counted(standings: list[dict[str, Any]]) -> dict[str, Fraction]:
    """Points by place; who shares a place shares the points of all the places it covers. Of one name the best."""
    sharing = Counter(row["place"] for row in standings)
    points: dict[str, Fraction] = defaultdict(Fraction)
    for row in standings:
        covered = range(row["place"], row["place"] + sharing[row["place"]])
        worth = Fraction(
            sum(POINTS[place - 1] if place <= len(POINTS) else BEYOND for place in covered), len(covered)
        )
        points[row["name"]] = max(points[row["name"]], worth)
    return dict(points)
