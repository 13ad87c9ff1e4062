"""Hidden attacks from the defender's side: looking at them, asking for them, turning them up, wrong guesses."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander import grid
from rules.highlander.citing import source_of
from rules.highlander.defenses import against, hidden, proper, set_attack
from rules.highlander.modifiers import has, modifiers
from rules.highlander.position import Attack, Highlander, Lasting, Mark
from rules.highlander.state import change, face, is_mark, marked, other
from rules.highlander.verbs import Call, Look, Reveal
from rules.highlander.waiting import free_to_act
from rules.kernel.enforce import enforces
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


def verify_look(j: Judgment, e: Look) -> None:
    """A Persona's Power to look at hidden attacks (Connor MacLeod)."""
    if not free_to_act(j, e, "must_do", "may_do", "defense"):
        return
    if has(j, e.by, "look_at_hidden") is None:
        j.forbid("hidden-attacks-revealing", "nothing lets this player look at hidden attacks")
    elif e.attack not in hidden(j, e.by):
        j.forbid("hidden-attacks-revealing", f"attack {e.attack} is not face down")
    elif e.card is not None:
        j.find(e.card)


def perform_look(j: Judgment, e: Look, plan: None) -> Highlander:
    p: Highlander = j.position
    attacks = against(j, e.by)
    seen = attacks[e.attack - 1].face_down if e.attack <= len(attacks) else None
    if seen is not None and e.card is not None:
        j.show(seen, e.card)
    return p


def verify_call(j: Judgment, e: Call) -> None:
    if free_to_act(j, e, "defense") and not hidden(j, e.by):
        j.forbid("hidden-attacks-revealing", "no hidden attack is face down")


def perform_call(j: Judgment, e: Call, plan: None) -> Highlander:
    return change(j.position, e.by, called=True)


def verify_reveal(j: Judgment, e: Reveal) -> None:
    p: Highlander = j.position
    if e.by not in p.players or p.turn not in p.players or e.by == p.turn or not p.players[p.turn].called:
        j.forbid(
            "hidden-attacks-revealing", "hidden attacks are revealed by their player when the defender asks"
        )
    elif (
        not 1 <= e.attack <= len(p.players[e.by].attacks)
        or p.players[e.by].attacks[e.attack - 1].face_down is None
    ):
        j.forbid("hidden-attacks-revealing", f"attack {e.attack} is not face down")
    else:
        attack = p.players[e.by].attacks[e.attack - 1]
        _area_fits(j, e, attack)
        if attack.face_down is not None:
            j.show(attack.face_down, e.card)


def _area_fits(j: Judgment, e: Reveal, attack: Attack) -> None:
    """The area an attack applies to is named with it where its Grid leaves that open, and is the one chosen."""
    found = [j.catalogue.cards[number] for number in j.find(e.card)]
    chosen = grid.AREAS[e.area] if e.area else 0
    if found and not any(bool(chosen) != bool(getattr(card, "squares", 0)) for card in found):
        j.forbid(
            "hidden-attacks-revealing", "an area is named where the Grid leaves it open, and nowhere else"
        )
    elif attack.squares and chosen != attack.squares:
        j.forbid("hidden-attacks-revealing", "the attack was aimed at another area")


def perform_reveal(j: Judgment, e: Reveal, plan: None) -> Highlander:
    p: Highlander = j.position
    attack = p.players[e.by].attacks[e.attack - 1]
    if attack.face_down is None:
        raise Impossible("that attack is not face down")
    j.show(attack.face_down, e.card)
    card = face(j, attack.face_down)
    marks = (*attack.marks, Mark("was_hidden"))
    if card is not None and "head_shot_alone" in card.marks and marked(attack.marks, "told"):
        marks = (*marks, Mark("head_shot"))
    p = set_attack(
        p,
        e.by,
        e.attack,
        replace(
            attack,
            card=attack.face_down,
            face_down=None,
            marks=marks,
            squares=grid.AREAS[e.area] if e.area else attack.squares,
        ),
    )
    j.position = p
    defender = other(j, e.by)
    return p if hidden(j, defender) else _unmask(j, change(p, defender, called=False), defender)


@enforces("improper-defenses", "hidden-attacks-defending-against")
def _unmask(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """Defenses that turn out improper stop counting against the revealed attacks."""
    defenses = []
    missed: set[int] = set()
    for defense in p.players[seat].defenses:
        card = face(j, defense.card)
        held = tuple(
            n for n in defense.against
            if card is None or proper(j, card, defense.squares, against(j, seat)[n - 1], defense.marks) is None
        )  # fmt: skip
        defenses.append(replace(defense, against=held))
        missed |= set(defense.against) - set(held)
    p = change(p, seat, defenses=tuple(defenses))
    return _after_wrong_guess(j, p, seat, missed) if missed else p


@enforces("paul-kinman-and-exerting-for-defenses", "see-no-evil")
def _after_wrong_guess(j: Judgment, p: Highlander, seat: str, missed: set[int]) -> Highlander:
    """Where the attacker's Persona says so, or what was played with the attack that a Defense failed against, who
    guessed wrong makes no Exertion for a Defense this turn."""
    what = "wrong_guess_bars_exertion"
    theirs = modifiers(j, other(j, seat), what)
    told = [a for number in missed if is_mark(j, a := against(j, seat)[number - 1], what)]
    if not told and not theirs:
        return p
    source = source_of(j, told[0], what) if told else theirs[0].title
    barring = Lasting(
        what="prevent defense exertions", seat=seat, until=p.number, by=other(j, seat), source=source
    )
    return replace(p, lasting=(*p.lasting, barring))
