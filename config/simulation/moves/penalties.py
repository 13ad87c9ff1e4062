"""Penalties: given by the policy, beyond and below it, put in the place of one another, taken back; points by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from config.simulation.expected import DECIDED, OPEN
from config.simulation.facts import rows
from config.simulation.moves.entrants import after_leaving
from config.simulation.placed import Place, places, where_given
from config.simulation.punished import LOSSES, Punished, landing, of_result, rule, says, seat_now
from config.simulation.site_client import API, Answer, Ask, Person
from config.simulation.stages import kind_of_round

if TYPE_CHECKING:
    from config.simulation.day import Day

STAFF = ("organiser", "head_judge", "judge", "scorekeeper")
JUDGES = ("organiser", "head_judge", "judge")
HEADS = ("organiser", "head_judge")
KINDS = ("caution", "warning", "game_loss", "match_loss", "disqualification")
TARDINESS = "tardiness"


def give(day: Day) -> Ask | None:
    """A judge gives what the policy says, at a table or between rounds."""
    code = _somebody(day)
    if code is None:
        return None
    infraction = _infraction(day, code)
    if "disqualification" in rule(day, infraction) and not day.chance.once_in(4):
        return None
    who = day.people.with_role(*JUDGES)
    if says(day, code, infraction)[0] == "disqualification":
        if not _may_be_missed(day, code):
            return None
        who = day.people.with_role(*HEADS)
    return given(day, who, code, _body(day, code, infraction))


def give_otherwise(day: Day) -> Ask | None:
    """The head judge gives another than the policy says, with the reason."""
    code = _somebody(day)
    if code is None:
        return None
    infraction = day.chance.choice([each["id"] for each in day.expected.policy["infractions"]])
    body = _body(day, code, infraction)
    body |= {"penalty": day.chance.choice(KINDS[:4]), "reason": _secret(day, code, "beyond")}
    day.ledger.send("tournaments.Penalty.reason", body["reason"])
    return given(day, day.people.staff["hugo"], code, body)


def given(day: Day, who: Person, code: str, body: dict[str, Any]) -> Ask:
    """The request, and what follows from it by the book."""
    infraction, wanted = body["infraction"], body.get("penalty", "")
    day.expected.penalty_asked = dict(body)
    foretold = _foretold(day, code, body.get("match") or where_given(day, code))

    def done(answer: Answer) -> None:
        told = answer.data
        if told["id"] in day.expected.penalties and told["note"] != body["note"]:
            day.check("seen" in body, "penalties", f"{told} is another's, and nothing had been seen")
            return  # another judge gave the same in the same moment
        kind, time = says(day, code, infraction)
        wants = (kind, time, wanted or kind, code, infraction, body["note"])
        has = tuple(told[name] for name in ("by_policy", "time", "penalty", "entrant", "infraction", "note"))
        day.check(has == wants, "penalties", f"given was {has}, by the policy and its count {wants}")
        if told["reason"]:
            day.ledger.keep("tournaments.Penalty.reason", told["reason"])
        _written(day, told["id"], foretold)
        if told["penalty"] == "disqualification":
            _thrown_out(day, code)

    touched = of_result(day, code, [wanted] if wanted else rule(day, infraction))
    may = None if "disqualification" in rule(day, infraction) and who.name == "jude" else True
    return Ask(
        "give_penalty", who, "POST", day.path("penalties/"), body, day.word("k"), done, may=may, sure=True,
        by_log=touched,
    )  # fmt: skip


def again_by_another(day: Day) -> Ask | None:
    """Another judge saw the same, and gives the same for it in the same moment."""
    body = {**day.expected.penalty_asked, "note": day.word("also")}
    if "seen" not in body or "penalty" in body or body["entrant"] not in day.expected.statuses:
        return None
    _plant(day, body["entrant"], body["note"])
    ask = given(day, day.people.staff["hugo"], body["entrant"], body)
    ask.sure = False
    return ask


def change(day: Day) -> Ask | None:
    """The head judge puts another in the place of one."""
    each = _standing(day)
    if each is None:
        return None
    kind = day.chance.choice(KINDS[:4])
    reason, hugo = _secret(day, each.code, "instead"), day.people.staff["hugo"]
    day.ledger.send("tournaments.Penalty.reason", reason)
    foretold = _foretold(day, each.code, each.match)

    def done(answer: Answer) -> None:
        told = answer.data
        day.check(told["penalty"] == kind, "penalties", f"{each} was to be {kind}, is {told}")
        if told["reason"] != reason:
            return  # it was that already
        day.ledger.keep("tournaments.Penalty.reason", reason)
        was = day.expected.penalties.pop(told["replaces"])
        stays = {(was.counts_here, was.from_round)} if was.penalty in LOSSES else None
        new = _written(day, told["id"], foretold, stays)
        if was.penalty == "disqualification":
            _let_in(day, each.code)
        counted = landing(day, new)
        over = counted is not None and counted.pk not in day.expected.tables
        new.too_late = new.penalty in LOSSES and over

    touched = of_result(day, each.code, [each.penalty, kind])
    path, body = day.path(f"penalties/{each.row}/"), {"penalty": kind, "reason": reason}
    return Ask("change_penalty", hugo, "PATCH", path, body, day.word("k"), done, sure=True, by_log=touched)


def take_back(day: Day) -> Ask | None:
    """Who gave it takes it back, or the head judge; a scorekeeper who has punished who was late does it there."""
    each = _standing(day)
    if each is None:
        return None
    judges = [person for person in day.people.staff.values() if person.roles & set(JUDGES)]
    givers = [day.people.staff["hugo"], *(p for p in judges if p.name == each.by)]
    who, reason = day.chance.choice(givers), _secret(day, each.code, "taken-back")
    day.ledger.send("tournaments.Penalty.reason", reason)

    def done(answer: Answer) -> None:
        told = answer.data
        day.check(told["taken_back"], "penalties", f"{each} was taken back, is {told}")
        if told["reason"] != reason:
            return  # somebody else did it in the same moment
        day.ledger.keep("tournaments.Penalty.reason", reason)
        day.expected.newest_penalty[each.code] = told["id"]
        day.expected.penalties_moved = True
        was = day.expected.penalties.pop(told["replaces"])
        if was.penalty == "disqualification":
            _let_in(day, each.code)

    touched = of_result(day, each.code, [each.penalty])
    path, body = day.path(f"penalties/{each.row}/"), {"reason": reason}
    may = True if who.name == "hugo" else None
    sure = may is True or each.penalty != "disqualification"
    return Ask(
        "take_back_penalty",
        who,
        "DELETE",
        path,
        body,
        day.word("k"),
        done,
        may=may,
        sure=sure,
        by_log=touched,
    )


def without_right(day: Day) -> Ask | None:
    """Somebody gives, changes or takes back what is not his to: a player, a scorekeeper, a judge beyond the policy."""
    code = _somebody(day)
    if code is None:
        return None
    each, staff = _standing(day), day.people.staff
    body = _body(day, code, "slow_play")
    way = day.chance.choice(("give", "beyond", "change", "take_back", "adjust"))
    path, method = day.path("penalties/"), "POST"
    who = day.people.without(*JUDGES)
    if way == "beyond":
        who = day.chance.choice((staff["olga"], staff["jude"]))
        body |= {"penalty": "disqualification", "reason": "so"}
    elif way == "adjust":
        who = day.people.without(*HEADS)
        path = day.path("adjustments/")
        body = {"entrant": code, "round": max(1, day.expected.number), "match_points": 3, "reason": "no"}
    elif way in ("change", "take_back") and each is not None:
        path, method = day.path(f"penalties/{each.row}/"), "PATCH" if way == "change" else "DELETE"
        body = {"reason": "no"} | ({"penalty": "caution"} if way == "change" else {})
        if way == "change":
            who = day.people.without("head_judge")
        elif day.chance.once_in(2) and code in day.people.players:
            who = day.people.players[each.code]
    return Ask(f"{way} penalty", who, method, path, body, day.word("k"), may=False)


# -- late


def late(day: Day) -> Ask | None:
    """Staff punish who is missed at a table, once the minutes have passed; or take that back."""
    if day.expected.round_state != "running":
        return None
    given = [
        each for each in day.expected.penalties.values() if each.late and each.match in day.expected.tables
    ]
    missed = [t for t in day.expected.tables.values() if t.missing is not None and len(t.seats) == 2]
    missed = [t for t in missed if t.state == OPEN and not t.bye]
    if given and day.chance.once_in(3):
        each = day.chance.choice(given)
        return _late(day, each.code, int(each.match or 0), {"entrant": each.code}, "DELETE")
    if not missed:
        return None
    table = day.chance.choice(missed)
    code = str(table.missing)
    if day.chance.once_in(2):
        day.clock.advance(day.chance.choice((300, 700)))
        day.sweeping.sweep()
    kind = day.chance.choice(("game_loss", "match_loss", "match_loss"))
    return _late(day, code, table.pk, {"entrant": code, "penalty": kind}, "POST")


def _late(day: Day, code: str, match: int, body: dict[str, Any], method: str) -> Ask:
    table = day.expected.tables[match]
    foretold = _foretold(day, code, match)

    def done(answer: Answer) -> None:
        stand = {line["entrant"]: line["penalty"] for line in answer.data["penalties"]}
        day.check(
            stand.get(code) == body.get("penalty"), "penalties", f"late at {table}: {stand}, asked {body}"
        )
        mine = [e for e in day.expected.penalties.values() if e.late and (e.code, e.match) == (code, match)]
        here: dict[str, Any] = {
            "entrant__event__slug": day.slug,
            "entrant__code": code,
            "infraction": TARDINESS,
        }
        newest = rows("tournaments.Penalty", "pk", "taken_back", **here)
        if newest and newest[-1][0] > day.expected.newest_penalty.get(code, 0):
            for each in mine:
                del day.expected.penalties[each.row]
            day.expected.newest_penalty[code] = newest[-1][0]
            day.expected.penalties_moved = True
            if not newest[-1][1]:
                _written(day, newest[-1][0], foretold)

    path = f"{API}matches/{match}/late/"
    verb = "penalise_late" if method == "POST" else "take_back_late"
    who = day.people.with_role(*STAFF)
    return Ask(verb, who, method, path, body, day.word("k"), done, by_log=table)


# -- points by hand


def adjust(day: Day) -> Ask | None:
    """Match points are given or taken, or that is taken back."""
    here = [n for n in day.expected.finished if not kind_of_round(day, n).endswith("elimination")]
    if day.expected.adjusted and day.chance.once_in(3):
        number = day.chance.choice(sorted(day.expected.adjusted))

        def dropped(answer: Answer) -> None:
            day.expected.adjusted.pop(number, None)

        path, who = day.path(f"adjustments/{number}/"), day.people.with_role(*HEADS)
        return Ask("take_back_adjustment", who, "DELETE", path, {}, day.word("k"), dropped, sure=True)
    if not here or day.expected.state != "running":
        return None
    code, number = day.chance.choice(sorted(day.expected.statuses)), day.chance.choice(here)
    points, reason = day.chance.choice((-3, -1, -0.5, 1, 2)), day.word("points")
    day.ledger.send("tournaments.PointAdjustment.reason", reason)

    def done(answer: Answer) -> None:
        day.ledger.keep("tournaments.PointAdjustment.reason", reason)
        day.expected.adjusted[answer.data["id"]] = (code, number, float(points))

    body = {"entrant": code, "round": number, "match_points": points, "reason": reason}
    who = day.people.with_role(*HEADS)
    return Ask("adjust_points", who, "POST", day.path("adjustments/"), body, day.word("k"), done, sure=True)


# -- policies


def policy_in_the_morning(day: Day) -> list[Ask]:
    """The event joins a series with a policy of its own, or keeps to the usual one all the same."""
    if not day.chance.once_in(3):
        return []
    olga, name = day.people.staff["olga"], day.word("Own")
    asked: list[Ask] = []
    made: dict[str, Any] = {}

    def joined(answer: Answer) -> None:
        made.update(answer.data)
        for ask in asked[1:3]:
            ask.path = ask.path.replace("{series}", made["slug"])
        asked[3].body["series"] = made["slug"]

    body = {"name": name, "points": [3, 2, 1], "beyond": 0}
    asked.append(Ask("make_series", olga, "POST", API + "series/", body, day.word("k"), joined, sure=True))
    for _ in range(2):
        path = API + "series/{series}/penalty-policy/"
        asked.append(
            Ask("set_policy", olga, "PUT", path, {"policy": own_policy(day)}, day.word("k"), sure=True)
        )
    asked.append(
        Ask("set_series", olga, "PUT", day.path("series/"), {"series": ""}, day.word("k"), sure=True)
    )
    if day.chance.once_in(3):
        body = {"penalty_policy": "usual", "reason": day.word("usual")}
        asked.append(Ask("edit_event", olga, "PATCH", day.path(), body, day.word("k"), sure=True))
    return asked


def own_policy(day: Day) -> dict[str, Any]:
    """A policy that differs from the usual one in each of its answers."""
    chance = day.chance
    steps = {
        TARDINESS: ["caution", "caution", "warning"],
        "deck_error": ["game_loss", "game_loss", "match_loss"],
        "slow_play": ["warning", "game_loss"],
        "own_rule": ["caution", "match_loss"],
    }
    named = {"own_rule": {"name": "A rule of our own"}}
    return {
        "infractions": [
            {"id": id, "what": f"What {id} is.", "steps": each, **named.get(id, {})}
            for id, each in steps.items()
        ],
        "both_at_once": chance.choice(("cancel", "count")),
        "several_at_once": chance.choice(("heaviest", "each")),
        "in_one_game": chance.choice(("warning", "match_points", "match_loss")),
        "points_taken": chance.choice((1, 2, 3)),
        "shown_days": 30,
    }


def note_policy(day: Day, own: list[Ask]) -> None:
    """The event has started: its policy is the one that was set last, or the usual one, and stays."""
    told = day.reading(day.people.visitor, f"events/{day.slug}/penalty-policy/")
    usual = not own or own[-1].verb == "edit_event"
    day.check(told["pinned"], "penalties", f"the policy is not kept: {told['series']}")
    if not usual:
        wanted = {each["id"]: each["steps"] for each in own[2].body["policy"]["infractions"]}
        steps = {each["id"]: each["steps"] for each in told["policy"]["infractions"]}
        day.check(steps == wanted, "penalties", f"the policy says {steps}, not {wanted}")
    day.check(usual == (told["series"] is None), "penalties", f"the policy is of {told['series']}")
    day.expected.policy = told["policy"]


# -- what follows


def _somebody(day: Day) -> str | None:
    if day.expected.state != "running" or not day.expected.policy:
        return None
    fitting = [code for code, status in day.expected.statuses.items() if status != "disqualified"]
    seated = [code for code in fitting if seat_now(day, code) is not None]
    return day.chance.choice(seated if seated and not day.chance.once_in(4) else fitting)


def _infraction(day: Day, code: str) -> str:
    """Of those that the policy has; half of the time one that costs something now."""
    every = [each["id"] for each in day.expected.policy["infractions"]]
    losses = [id for id in every if says(day, code, id)[0] in LOSSES]
    return day.chance.choice(losses if losses and day.chance.once_in(2) else every)


def _may_be_missed(day: Day, code: str) -> bool:
    return code not in day.playing() or len(day.playing()) > 2


def _standing(day: Day) -> Punished | None:
    if day.expected.state != "running" or not day.expected.penalties:
        return None
    every = [day.expected.penalties[row] for row in sorted(day.expected.penalties)]
    losses = [each for each in every if each.penalty in LOSSES]
    return day.chance.choice(losses if losses and day.chance.once_in(2) else every)


def _body(day: Day, code: str, infraction: str) -> dict[str, Any]:
    body: dict[str, Any] = {"entrant": code, "infraction": infraction, "note": _secret(day, code, "seen")}
    table = seat_now(day, code)
    if table is not None and day.chance.once_in(2):
        body["match"] = table.pk
        if table.state != DECIDED and day.chance.once_in(3):
            body["game"] = day.chance.randint(1, 2)
    if day.chance.once_in(2):
        body["seen"] = day.expected.newest_penalty.get(code, 0)
    return body


def _secret(day: Day, code: str, prefix: str) -> str:
    """A text that the player and the staff may read."""
    return _plant(day, code, day.word(prefix))


def _plant(day: Day, code: str, text: str) -> str:
    return day.marks.plant(text, day.people.players[code].name, *STAFF)


def _foretold(day: Day, code: str, match: int | None) -> dict[str, set[Place]]:
    """Where each kind of loss counts that is given there now."""
    return {kind: places(day, code, kind, match) for kind in LOSSES}


def _written(
    day: Day, row: int, foretold: dict[str, set[Place]], stays: set[Place] | None = None
) -> Punished:
    """The row as it was taken in. A loss counts where it was foretold before the request, or after another that came
    first; one put in the place of another loss where that one did."""
    columns = (
        *("entrant__code", "infraction", "penalty", "time", "by", "note", "match", "counts_here"),
        *("from_round", "game", "source"),
    )
    *told, source = rows("tournaments.Penalty", *columns, pk=row)[0]
    made = Punished(row, *told)
    made.late = source == "late"
    if made.penalty in LOSSES:
        now = _foretold(day, made.code, made.match)[made.penalty]
        wanted = stays or (foretold[made.penalty] | now)
        right = not wanted or (made.counts_here, made.from_round) in wanted
        day.check(right, "losses count", f"{made} counts elsewhere than {sorted(wanted)}")
    day.expected.penalties[row], day.expected.penalties_moved = made, True
    day.expected.newest_penalty[made.code] = max(row, day.expected.newest_penalty.get(made.code, 0))
    return made


def _thrown_out(day: Day, code: str) -> None:
    if day.expected.statuses[code] == "disqualified":
        return
    day.expected.was[code] = day.expected.statuses[code]
    day.expected.statuses[code] = "disqualified"
    after_leaving(day, code, "disqualify")


def _let_in(day: Day, code: str) -> None:
    if day.expected.statuses[code] == "disqualified":
        day.expected.statuses[code] = day.expected.was[code]
