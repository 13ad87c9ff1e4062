"""Who acts: the staff, players with accounts and with claim links, and one who may nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account.models import EmailAddress

from config.simulation.browsers import Browsers, forms_of
from config.simulation.site_client import Person
from tournaments.access.api_tokens import standing_token
from tournaments.models.accounts import User
from tournaments.models.events import Role

if TYPE_CHECKING:
    from config.simulation.day import Day

STAFF = {
    "olga": Role.ORGANISER,
    "hugo": Role.HEAD_JUDGE,
    "jude": Role.JUDGE,
    "sam": Role.SCOREKEEPER,
}


class People:
    """Everybody of the day, by name."""

    def __init__(self, day: Day) -> None:
        self.day = day
        self.browsers = Browsers()
        self.staff: dict[str, Person] = {}
        self.players: dict[str, Person] = {}
        self.visitor = Person("a visitor", frozenset({"anybody"}))
        self.name_problem = self.visitor

    def arrive(self) -> None:
        """Accounts are made; roles come by the API."""
        for name in STAFF:
            self.staff[name] = self.account(name, STAFF[name])
        self.name_problem = self.account("eve", "account")

    def account(self, name: str, *roles: str) -> Person:
        """An account with a token."""
        user = User.objects.create(username=name)
        address = f"{name}@mail.example"
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
        token = standing_token(user, self.day.clock.now())
        person = Person(name, frozenset({"account", *roles}), f"Token {token.key}")
        self.day.outside.addresses[address] = person
        return person

    def open_browser(self, who: Person) -> bool:
        """Signs somebody in, or opens his claim link; whether he has a browser."""
        kind, _, word = who.authorization.partition(" ")
        if who.browser is not None or kind not in ("", "Token", "Claim"):
            return who.browser is not None
        who.browser = opened = self.browsers.open()
        if not kind:
            return True
        if kind == "Token":
            opened.force_login(User.objects.get(username=who.name))
            return True
        path = f"/claim/{word}/"
        form = next(form for form in forms_of(opened.get(path).content.decode()) if form.action in ("", path))
        self.day.check(opened.post(path, form.fields).status_code == 303, "answered", f"{who} opens {path}")
        return True

    def with_role(self, *roles: str) -> Person:
        """One of the staff who holds one of these roles."""
        fitting = [person for person in self.staff.values() if person.roles.intersection(roles)]
        return self.day.chance.choice(fitting)

    def without(self, *roles: str) -> Person:
        """Somebody who holds none of these roles."""
        others = [person for person in self.staff.values() if not person.roles.intersection(roles)]
        if others and not self.day.chance.once_in(3):
            return self.day.chance.choice(others)
        return self.day.chance.choice([self.name_problem, self.visitor, *self.players.values()])
