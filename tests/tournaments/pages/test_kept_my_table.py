"""*My table* as it is written from what is kept, beside the same page with every part drawn anew from its own values:
the same bytes in every state, in each language, and nobody's page holds anything of another's."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.template.context import Context
from django.template.loader_tags import ExtendsNode
from django.test import Client
from django.utils.safestring import SafeString

from config.template_layout import Extending
from tests.tournaments.factories import actor, at, make_event, tables, walk_in
from tests.tournaments.pages.test_kept_pages import OF_EACH_LOOK, sits, step
from tournaments.announcements.changes import post_announcement
from tournaments.entrants.changes import check_in, register
from tournaments.entrants.claims import make_claim_link
from tournaments.events.life import open_check_in, publish_event, start_event
from tournaments.events.staff import grant_role
from tournaments.memory import forget_all
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round
from tournaments.now import now
from tournaments.results.changes import say_missing
from tournaments.rounds.changes import offer_round
from tournaments.templatetags import kept

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

PEOPLE = ("player1", "player2", "player3", "player4", "claim", "hedda")
LANGUAGES = ("en", "de")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
STEPS = (
    "publish,start,say missing,announce,report,other report,decide,clear,enter,extend,pause,resume,call,hard stop,"
    "rename,second report,confirm,drop,finish,correct,cancel,restore,end"
)


def drawn_anew(part: kept.Kept, context: Context) -> SafeString:
    """A kept part as its template has it, with its values in their places."""
    values = kept._resolved(part.given, context, kept.PLAIN) | kept._resolved(
        part.filled, context, kept.FILLED
    )
    inside = context.new(values)
    vars(inside).pop("request", None)
    return part.nodelist.render(inside)


def browsers(event: Event, walked_in: Entrant) -> dict[tuple[str, str], Client]:
    """A browser for each of the people in each language."""
    made = {}
    token = make_claim_link(walked_in, by=actor("olga"), now=now())
    for name in PEOPLE:
        for language in LANGUAGES:
            client = made[name, language] = Client(headers={"accept-language": language})
            if name == "claim":
                assert client.post(f"/claim/{token}/").status_code < 400
            else:
                client.force_login(actor(name).user)  # type: ignore[arg-type]
    return made


def say_that_one_is_missing(match: Match) -> None:
    say_missing(match, match.seats.get(letter="B").entrant, by=sits(match, "A"), now=at(2))


def happen(event: Event, round: Round, what: str) -> None:
    """One thing more than those of all pages."""
    others: dict[str, Callable[[], object]] = {
        "say missing": lambda: say_that_one_is_missing(tables(round)[0]),
        "announce": lambda: post_announcement(event, "Lunch <now>", by=actor("olga"), now=now()),
    }
    others[what]() if what in others else step(event, round, what)


def test_what_is_kept_is_what_would_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    olga = actor("olga")
    event = publish_event(
        make_event(clock_kind="fixed", hard_stop_minutes=5, swiss_rounds=3), by=olga, now=at(-90)
    )
    actor("hedda")
    grant_role(event, "hedda", "head_judge", by=olga, now=at(-85))
    for number in range(1, 5):
        register(event, by=actor(f"player{number}"), now=at(-80))
    clients = browsers(event, walk_in(event, "Wanda <O'Neil> & Co"))
    address = f"/events/{event.slug}/me/"
    names = [entrant.name for entrant in event.entrants.all()]
    seen: set[str] = set()

    def look() -> dict[tuple[str, str], str]:
        # by turns: each page follows one of another person in another language
        pages = {who: client.get(address).content.decode() for who, client in clients.items()}
        tokens = [token for page in pages.values() for token in set(TOKEN.findall(page))]
        assert len(tokens) == len(set(tokens)), "a word against forgery stands on the pages of two"
        readers = [re.search(r'data-reader="([^"]*)"', page) for page in pages.values()]
        assert len({each[1] for each in readers if each}) == len(PEOPLE)
        return {who: OF_EACH_LOOK.sub("", page) for who, page in pages.items()}

    def compare(what: str) -> None:
        forget_all()
        first, again = look(), look()
        with monkeypatch.context() as slow:
            slow.setattr(kept.Kept, "render", drawn_anew)
            slow.setattr(Extending, "render", ExtendsNode.render)
            expected = look()
        assert first == expected, what
        assert again == expected, what
        for name in PEOPLE:
            assert expected[name, "en"] != expected[name, "de"], what
        seen.update(expected.values())

    compare("registered")
    open_check_in(Event.objects.get(), by=olga, now=at(-60))
    compare("check-in")
    for entrant in event.entrants.all():
        check_in(entrant, by=olga, now=at(-50))
    compare("checked in")
    start_event(Event.objects.get(), by=olga, now=at(-10))
    compare("no pairing yet")
    round = offer_round(Event.objects.get(), by=olga, now=at(-5))
    for what in STEPS.split(","):
        happen(Event.objects.get(), Round.objects.get(pk=round.pk), what)
        compare(what)
    # what there was to see: each of these once at least
    everything = "".join(seen)
    for words in (
        "You are registered", "You are checked in", "No pairing yet", "Take your seat", "How did it end?", "reported:",
        "Your reports differ", "You reported:", "Bye", "You have dropped", "The event is cancelled",
        "Final standings", "Hard stop: a judge decides.", "is missing", "Call a judge", "Open a dispute",
        "Lunch &lt;now&gt;", "Ihr meldet Verschiedenes", "Ann &lt;i&gt;",
    ):  # fmt: skip
        assert words in everything, words
    assert len(names) == 5
