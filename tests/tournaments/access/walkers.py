"""Who comes to a door, and by what way: by a session, a claim link, an API token for a part of what its account may, or
one for another event; and who stands in at the tables of an organiser who plays."""

from __future__ import annotations

from dataclasses import replace

from django.test import Client

from tests.tournaments.access.scenes import WHO, Scene
from tests.tournaments.factories import actor
from tournaments.access import Actor, roles_of
from tournaments.access.scopes import ACTIONS, ALWAYS, Scope
from tournaments.access.table import ANYBODY, FOR_STAND_IN, TABLE
from tournaments.accounts.tokens import make_token
from tournaments.entrants.claims import make_claim_link
from tournaments.models.entrants import Entrant
from tournaments.models.events import State
from tournaments.now import now

LINK, STAND_IN, ELSEWHERE = "player by a link", "stan", "olga's token for another event"
TOKENS: dict[str, Scope] = {f"olga's token: {scope}": scope for scope in Scope}
WALKERS = (*WHO, LINK, STAND_IN, ELSEWHERE, *TOKENS)
#: at the first table in every scene, by an account or a link
AT_TABLE = ("player", LINK)
#: what an address says of one match
OF_A_MATCH = ("match_id", "table_id", "record_id", "dispute_id", "picture_id", "penalty_id")


class Walkers:
    """A client for each who comes, and what each is in each scene."""

    def __init__(self, scenes: list[Scene]) -> None:
        self.held: dict[tuple[str, str], frozenset[str]] = {}
        self.clients: dict[tuple[str, str], Client] = {}
        #: the numbers of their tokens, of those who come by one with scopes
        self.tokens: dict[str, int] = {}
        for who in (*WHO, STAND_IN):
            client, user = Client(), actor(who).user if who else None
            if user is not None:
                client.force_login(user)
            acts = Actor.of_user(user) if user is not None else Actor.anonymous()
            for scene in scenes:
                self.clients[who, scene.name] = client
                self.held[who, scene.name] = roles_of(acts, scene.event)
        for who, client in self._programs(scenes[0]).items():
            for scene in scenes:
                self.clients[who, scene.name] = client
                is_olgas = who != ELSEWHERE or scene is scenes[0]
                self.held[who, scene.name] = self.held["olga" if is_olgas else "", scene.name]
        for scene in scenes:
            self._link(scene)

    def _programs(self, only: Scene) -> dict[str, Client]:
        events = {ELSEWHERE: [only.event.slug]}
        texts = {}
        for who, scope in (TOKENS | {ELSEWHERE: Scope.EVERYTHING}).items():
            token, texts[who] = make_token(who, [scope], 30, events.get(who), by=actor("olga"), now=now())
            self.tokens[who] = token.pk
        return {who: Client(headers={"Authorization": f"Token {text}"}) for who, text in texts.items()}

    def _link(self, scene: Scene) -> None:
        own = Entrant.objects.filter(event=scene.event, name="Player").first()
        self.clients[LINK, scene.name] = Client()
        self.held[LINK, scene.name] = frozenset({ANYBODY})
        if own is not None:
            text = make_claim_link(own, by=actor("olga"), now=now())
            self.clients[LINK, scene.name] = Client(headers={"Authorization": f"Claim {text}"})
            self.held[LINK, scene.name] = roles_of(Actor.of_entrant(own), scene.event)

    def at(self, who: str, scene: Scene) -> Scene:
        """The scene with the table that this one comes to: who stands in, to that of the organiser who plays."""
        if who != STAND_IN or scene.match is None:
            return scene
        other = scene.match.round.matches.filter(table=2).first()
        return scene if other is None else replace(scene, known={**scene.known, "match_id": str(other.pk)})

    def roles(self, who: str, scene: Scene, path: str) -> frozenset[str]:
        """What this one is at that address: a token counts at the API alone."""
        if (who in TOKENS or who == ELSEWHERE) and not path.startswith("api/"):
            return frozenset({ANYBODY})
        return self.held[who, scene.name]

    def may_ask(self, who: str, action: str, path: str) -> bool:
        """Whether what this one came with opens the action at all."""
        if who not in TOKENS or not path.startswith("api/"):
            return True
        return TOKENS[who] == Scope.EVERYTHING or action in ACTIONS[TOKENS[who]] | ALWAYS

    def as_stand_in(self, who: str, action: str, scene: Scene, path: str) -> set[State]:
        """The states in which the action is open for standing in at the table that the address names, or while it names
        none."""
        named = any(part in path for part in (*OF_A_MATCH, "entrant_id", "code"))
        stands = who == STAND_IN and action in FOR_STAND_IN and ("match_id" in path or not named)
        return {State.RUNNING} if stands else set()


def states(action: str, roles: frozenset[str] | set[str]) -> set[State]:
    """What the table says."""
    return {State(state) for role in roles for state in TABLE[action].get(role, ())}
