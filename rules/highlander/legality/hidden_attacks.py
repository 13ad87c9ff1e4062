"""Whether a defender looks at hidden attacks or calls for them, and what they turn out to be (Hidden Attacks)."""

from __future__ import annotations

from rules.highlander import grid
from rules.highlander.language import continuous as during
from rules.highlander.legality.waiting import free_to_act
from rules.highlander.position import Attack, Highlander
from rules.highlander.reading.defenses import hidden
from rules.highlander.reading.modifiers import has
from rules.highlander.texts import say
from rules.highlander.verbs import Call, Look, Reveal
from rules.kernel.judgment import Judgment


def verify_look(j: Judgment, e: Look) -> None:
    """A Persona's Power to look at hidden attacks (Connor MacLeod)."""
    if not free_to_act(j, e, ("must_do", "may_do", "defense")):
        return
    if has(j, e.by, during.LookAt, "hidden") is None:
        j.forbid("hidden-attacks-revealing", say("may_not_look_at_hidden_attacks"))
    elif e.attack not in hidden(j, e.by):
        j.forbid("hidden-attacks-revealing", say("attack_not_face_down", attack=e.attack))
    elif e.card is not None:
        j.find(e.card)


def verify_call(j: Judgment, e: Call) -> None:
    if free_to_act(j, e, ("defense",)) and not hidden(j, e.by):
        j.forbid("hidden-attacks-revealing", say("no_hidden_attack_face_down"))


def verify_reveal(j: Judgment, e: Reveal) -> None:
    p: Highlander = j.position
    if e.by not in p.players or p.turn not in p.players or e.by == p.turn or not p.players[p.turn].called:
        j.forbid("hidden-attacks-revealing", say("attacker_reveals_hidden_attacks"))
    elif (
        not 1 <= e.attack <= len(p.players[e.by].attacks)
        or p.players[e.by].attacks[e.attack - 1].face_down is None
    ):
        j.forbid("hidden-attacks-revealing", say("attack_not_face_down", attack=e.attack))
    else:
        attack = p.players[e.by].attacks[e.attack - 1]
        _area_fits(j, e, attack)
        if attack.face_down is not None:
            j.identify(attack.face_down, e.card)


def _area_fits(j: Judgment, e: Reveal, attack: Attack) -> None:
    """The area an attack applies to is named with it where its Grid leaves that open, and is the one chosen."""
    cards = [j.catalogue.cards[number] for number in j.find(e.card)]
    chosen = grid.AREAS[e.area] if e.area else 0
    if cards and not any(bool(chosen) != bool(getattr(card, "squares", 0)) for card in cards):
        j.forbid("hidden-attacks-revealing", say("area_named_only_where_grid_open"))
    elif attack.squares and chosen != attack.squares:
        j.forbid("hidden-attacks-revealing", say("attack_aimed_at_another_area"))
