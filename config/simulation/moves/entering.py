"""The morning: an event is made, staffed and published; people enter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from config.simulation import stages
from config.simulation.moves import check_ins, deck_lists
from config.simulation.people import STAFF
from config.simulation.site_client import API, Answer, Ask, Person
from tournaments.access import Actor
from tournaments.entrants.claims import make_claim_link
from tournaments.entrants.entry import add_entrant
from tournaments.errors import DomainError
from tournaments.events.staff import grant_role
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event

if TYPE_CHECKING:
    from config.simulation.day import Day

GAMES = (
    "highlander",
    "nightmare_before_christmas",
    "herocard_duel",
    "herocard_nightmare",
    "looney_tunes",
)

#: Every tiebreaker but the match points, which stand first, and the lot.
BREAKERS = (
    *("omw", "gw", "ogw", "oomw", "buchholz", "buchholz_cut1", "median_buchholz", "sonneborn_berger", "sos"),
    *("xsos", "head_to_head", "cumulative", "game_score", "game_score_difference", "game", "seed"),
)


def chain_of(day: Day) -> list[str]:
    """The profile's own chain, or some tiebreakers after the match points; the lot is the last where there is one."""
    if day.chance.once_in(3):
        return []
    chosen = day.chance.sample(BREAKERS, day.chance.randint(2, 6))
    return ["match_points", *chosen, *(["lot"] if day.chance.once_in(3) else [])]


def make_event(day: Day) -> Ask:
    """A draft with choices of its own."""
    chance = day.chance
    game = chance.choice(GAMES)
    chain, first_rounds = stages.chosen(day, game)
    day.choices = {
        "name": day.word("Day"),
        "game": game,
        "stages": chain,
        "games_per_match": chance.choice((1, 3)),
        "swiss_rounds": first_rounds,
        "profile": chance.choice(("mtr", "mtr", "pokemon", "netrunner", "fide")),
        "points_win": 3,
        "points_draw": 1,
        "points_loss": chance.choice((0, 0, 1)),
        "points_bye": chance.choice((3, 3, 2)),
        "clock_kind": chance.choice(("fixed", "fixed", "random", "none")),
        "round_minutes": chance.choice((20, 35, 50)),
        "hard_stop_minutes": chance.choice((None, None, 5)),
        "confirm_minutes": chance.choice((1, 5, 10)),
        "missed_rounds_as": chance.choice(("loss", "bye", "nothing")),
        "tiebreakers": chain_of(day),
        "floor": chance.choice((None, None, None, 0.25, 0)),
        **deck_lists.chosen(day),
        "logs": chance.choice(("competitive", "assisted")),
        "illegal_calls_judge": chance.choice((True, False)),
        "turn_seconds": chance.choice((None, 30)),
    }

    def done(answer: Answer) -> None:
        day.slug = answer.data["slug"]
        day.expected.state = "draft"
        day.expected.asks_lists = day.choices["deck_lists"] == "required"

    olga = day.people.staff["olga"]
    return Ask(
        "create_event", olga, "POST", API + "events/", dict(day.choices), day.word("k"), done, sure=True
    )


def grants(day: Day) -> Iterator[Ask]:
    """The roles of everybody but the organiser, who has hers."""
    olga = day.people.staff["olga"]
    for name, role in STAFF.items():
        if name != "olga":
            body = {"who": name, "role": str(role)}
            yield Ask("grant_role", olga, "POST", day.path("staff/"), body, day.word("k"), sure=True)


def grant_at_once(day: Day, ask: Ask) -> None:
    """The same by the change itself: most days begin quickly."""
    event = Event.objects.get(slug=day.slug)
    grant_role(event, ask.body["who"], ask.body["role"], by=Actor.system(), now=day.clock.now())


def enter_at_once(day: Day) -> None:
    """Somebody is entered at the desk by the change itself."""
    name, event = day.word("Player"), Event.objects.get(slug=day.slug)
    made = add_entrant(event, name, by=Actor.system(), now=day.clock.now())
    entered(day, Answer(201, {"code": made.code, "status": str(made.status)}, ""), name, None)


def event_step(day: Day, word: str, to: str, **body: Any) -> Ask:
    """A step in the event's life."""

    def done(answer: Answer) -> None:
        day.check(answer.data["state"] == to, "event", f"{word} leads to {answer.data['state']}")
        day.expected.state = to

    olga = day.people.staff["olga"]
    return Ask(f"event-{word}", olga, "POST", day.path(f"{word}/"), body, day.word("k"), done, sure=True)


def start(day: Day, choice: str = "") -> Ask:
    """Play begins: of who is checked in, or of everybody where there was no check-in. Who owes a list is dropped or
    plays, as it is said."""
    checked = day.expected.state == "check_in"
    field = ("checked_in",) if checked else ("registered", "checked_in")
    owed = [code for code in deck_lists.owing(day) if day.expected.statuses[code] in field]
    choice = choice or day.chance.choice(("drop", "keep"))
    gone = set(owed) if choice == "drop" else set()
    ask = event_step(day, "start", "running", **({"lists_missing": choice} if owed else {}))
    before, stepped = dict(day.expected.statuses), ask.done

    def done(answer: Answer) -> None:
        stepped(answer)
        for code, status in before.items():
            if code in gone:
                day.expected.statuses[code] = "dropped"
            elif status in field:
                day.expected.statuses[code] = "playing"
            elif status == "registered":
                day.expected.statuses[code] = "no_show"

    ask.done = done
    ask.sure = sum(status in field for code, status in before.items() if code not in gone) >= 2
    return ask


def event_seed(day: Day) -> str:
    """The seed behind every draw: nobody may be told it before the end."""
    from tournaments.models.events import EventSeed

    return EventSeed.objects.values_list("value", flat=True).get(event__slug=day.slug)


def enter(day: Day) -> Ask:
    """Somebody enters: with an account now and then, else by name at the desk."""
    if day.chance.once_in(6):
        name = day.word("account")
        person = day.people.account(name, "player")
        body = {"name": name}
        path, verb = day.path("register/"), "register"
    else:
        name = day.word("Player")
        person = day.people.with_role("organiser", "scorekeeper")
        body, path, verb = {"name": name}, day.path("entrants/"), "add_entrant"
    day.ledger.send("tournaments.Entrant.name", name)

    def done(answer: Answer) -> None:
        entered(day, answer, name, person if verb == "register" else None)

    return Ask(verb, person, "POST", path, body, day.word("k"), done, sure=True)


def entered(day: Day, answer: Answer, name: str, account: Person | None) -> None:
    """Who has entered gets what he acts by: his account, or a claim link from the desk."""
    code = answer.data["code"]
    day.expected.statuses[code] = answer.data["status"]
    day.ledger.keep("tournaments.Entrant.name", name)
    if account is not None:
        account.code = code
        day.people.players[code] = account
        return
    olga = day.people.staff["olga"]
    if day.chance.once_in(5) and day.expected.state != "finished":
        made = day.perform(
            Ask("claim_link", olga, "POST", day.path(f"entrants/{code}/claim-link/"), {"days": 3})
        )
        token = made.data["token"] if made.done else ""
    else:
        entrant = Entrant.objects.select_related("event").get(event__slug=day.slug, code=code)
        try:
            token = make_claim_link(entrant, by=Actor.system(), now=day.clock.now())
        except DomainError:
            token = ""
    if not token:
        # the event was finished in the same moment: whoever came last has no link
        day.check(_is_over(day), "allowed", f"no claim link for {code}")
        day.people.players[code] = Person(name, frozenset({"player"}), "", code)
        return
    day.marks.plant(token, name, "organiser")
    day.people.players[code] = Person(name, frozenset({"player"}), f"Claim {token}", code)


def _is_over(day: Day) -> bool:
    return Event.objects.values_list("state", flat=True).get(slug=day.slug) == "finished"


def before_start(day: Day) -> Iterator[Ask]:
    """Check-in, or none."""
    if not day.chance.once_in(3):
        return
    yield event_step(day, "open-check-in", "check_in")
    if day.chance.once_in(2):
        yield event_step(day, "back-to-registration", "registration")
        yield event_step(day, "open-check-in", "check_in")
    yield from check_ins.some_at_once(day)
    for code, status in list(day.expected.statuses.items()):
        if status == "registered" and day.chance.once_in(4):
            yield check_ins.by_code(day, code)
        elif status == "registered":
            yield check_in(day, code, "check-in", "checked_in")
            if day.expected.statuses[code] == "checked_in" and day.chance.once_in(6):
                yield check_in(day, code, "undo-check-in", "registered")
                yield check_in(day, code, "check-in", "checked_in")


def check_in(day: Day, code: str, word: str, to: str) -> Ask:
    """A player checks in, or takes that back. Where lists are asked for nobody does without a sound one."""

    def done(answer: Answer) -> None:
        day.expected.statuses[code] = to

    who = day.people.players[code]
    path, owes = day.path(f"entrants/{code}/{word}/"), to == "checked_in" and code in deck_lists.owing(day)
    ask = Ask(f"entrant-{word}", who, "POST", path, {}, day.word("k"), done, sure=not owes)
    ask.never = owes
    return ask
