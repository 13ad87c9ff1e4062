"""Hidden attacks from the defender's side: looking at them, asking for them, turning them up, wrong guesses."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander import grid
from rules.highlander.changes.defenses import set_attack
from rules.highlander.changes.state import change
from rules.highlander.language import continuous as during
from rules.highlander.language.marks import AttackMark
from rules.highlander.position import Highlander, Lasting, Mark
from rules.highlander.reading.citing import source_of
from rules.highlander.reading.defenses import against, hidden, proper
from rules.highlander.reading.modifiers import modifiers
from rules.highlander.reading.state import face, is_mark, marked, other
from rules.highlander.texts import say
from rules.highlander.verbs import Call, Look, Reveal
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


def perform_look(ctx: EntryContext, p: Highlander, e: Look, plan: None) -> Highlander:
    attacks = p.players[other(ctx, e.by)].attacks
    seen = attacks[e.attack - 1].face_down if e.attack <= len(attacks) else None
    if seen is not None and e.card is not None:
        ctx.identify(seen, e.card)
    return p


def perform_call(ctx: EntryContext, p: Highlander, e: Call, plan: None) -> Highlander:
    return change(p, e.by, called=True)


def perform_reveal(ctx: EntryContext, p: Highlander, e: Reveal, plan: None) -> Highlander:
    attack = p.players[e.by].attacks[e.attack - 1]
    if attack.face_down is None:
        raise Impossible(say("that_attack_not_face_down"))
    ctx.identify(attack.face_down, e.card)
    card = face(ctx, attack.face_down)
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
    defender = other(ctx, e.by)
    return (
        p
        if hidden(Judgment.of(ctx, p), defender)
        else _unmask(ctx, change(p, defender, called=False), defender)
    )


@enforces("improper-defenses", "hidden-attacks-defending-against")
def _unmask(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """Defenses that turn out improper stop counting against the revealed attacks."""
    j = Judgment.of(ctx, p)
    defenses = []
    missed: set[int] = set()
    for defense in p.players[seat].defenses:
        card = face(ctx, defense.card)
        held = tuple(
            n for n in defense.against
            if card is None or proper(j, card, defense.squares, against(j, seat)[n - 1], defense.marks) is None
        )  # fmt: skip
        defenses.append(replace(defense, against=held))
        missed |= set(defense.against) - set(held)
    p = change(p, seat, defenses=tuple(defenses))
    return _after_wrong_guess(ctx, p, seat, missed) if missed else p


@enforces("paul-kinman-and-exerting-for-defenses", "see-no-evil")
def _after_wrong_guess(ctx: EntryContext, p: Highlander, seat: str, missed: set[int]) -> Highlander:
    """Where the attacker's Persona says so, or what was played with the attack that a Defense failed against, who
    guessed wrong makes no Exertion for a Defense this turn."""
    j = Judgment.of(ctx, p)
    what: AttackMark = "wrong_guess_bars_exertion"
    theirs = modifiers(j, other(ctx, seat), during.WrongGuessBarsExertion)
    told = [a for number in missed if is_mark(j, a := against(j, seat)[number - 1], what)]
    if not told and not theirs:
        return p
    source = source_of(j, told[0], what) if told else theirs[0].title
    prevented = during.Prevent("defense exertions")
    barring = Lasting(prevented, seat, p.number, by=other(ctx, seat), source=source)
    return replace(p, lasting=(*p.lasting, barring))
