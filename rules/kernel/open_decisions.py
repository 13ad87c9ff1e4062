"""Deciding undetermined entries when a later entry shows the card they wait for."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.kernel.cards import CardRef
from rules.kernel.information_needs import Need
from rules.kernel.judgment import Judgment
from rules.kernel.play import Play
from rules.kernel.position import Position
from rules.kernel.refolding import refold
from rules.kernel.texts import say
from rules.kernel.verdict import LEGAL, Finding, Verdict, Violation


def record(play: Play, j: Judgment, position: Position | None, ask: bool = False) -> Verdict:
    """Records the verdict of the judgment and, when the entry stands, what it changed and showed.

    ``position``: the next one, None where the entry is illegal; ``ask``: an entry that is not legal is not applied and
    stops nothing."""
    if position is None or j.violations is not None:
        if not ask:
            play.stopped = j.n
        else:
            play.asked.add(j.n)
        return play.keep(Verdict("illegal", tuple(j.violations or ())))
    verdict = LEGAL
    if j.needs is not None or j.missing is not None:
        missing = _missing(j)
        if missing:
            verdict = Verdict("undetermined", (), missing)
            if ask:
                play.asked.add(j.n)
                return play.keep(verdict)
        play.await_cards(j)
    play.verdicts.append(verdict)
    play.positions.append(position)
    play.knowns.append(j.known)
    play.active_entries.append(j.n)
    if j.findings is not None:
        play.take_findings(j)
    if j.learned is not None:
        if j.guessed is not None:
            play.guessed |= {card: others for card, others in j.guessed.items() if card in j.learned}
        learn(play, j.learned, j.n)
        return play.verdicts[j.n - 1]
    return verdict


def _missing(j: Judgment) -> tuple[str, ...]:
    """The facts that would have to be known to be sure, in words, each once."""
    gaps = [need.missing for need in j.needs or () if not need.claim]
    return tuple(dict.fromkeys((*gaps, *(j.missing or ()))))


def learn(play: Play, cards: Iterable[int], n: int) -> None:
    """Decides what waited for these cards, which entry ``n`` showed."""
    watch, bound_at = play.watch, play.bound_at
    for card in cards:
        bound_at.setdefault(card, n)
        waiting = watch.pop(card, None)
        if waiting:
            for m in waiting if len(waiting) == 1 else dict.fromkeys(waiting):
                if m in play.open:
                    _decide(play, m, n, card)


def declared_on(play: Play, m: int, n: int) -> None:
    """A judge declared what entry ``m`` did: nothing waits for the cards on which that depends any more."""
    needs = play.open.get(m)
    if needs is not None and all(need.known for need in needs):
        del play.open[m]
        _legal(play, m, n)


def _decide(play: Play, m: int, n: int, card: int) -> None:
    """Decides what entry ``m`` waits for, as far as ``card``, which entry ``n`` showed, tells."""
    left, broken = _asked_again(play, m, n, card)
    if broken and m in play.active_entries:
        del play.open[m]
        play.verdicts[m - 1] = Verdict("illegal", tuple(broken), decided_at=n)
        play.stopped = m if play.stopped is None else play.stopped
    elif left:
        play.open[m] = left
    else:
        needs = play.open.pop(m)
        _legal(play, m, n)
        if m in play.active_entries and any(need.known for need in needs):
            _name_as_told(play, m, [card for need in needs if need.known for card in need.cards])
            _carry_out_again(play, m, n)


def _asked_again(play: Play, m: int, n: int, card: int) -> tuple[list[Need], list[Violation]]:
    """The needs for which entry ``m`` still waits since ``card`` is known, and the rules it breaks."""
    known, catalogue = play.knowns[-1], play.setup.catalogue
    left: list[Need] = []
    broken: list[Violation] = []
    for need in play.open[m]:
        answer = need.settled(known, catalogue) if card in need.cards else None
        if answer is False and _may_be_others(play, need):
            left.append(need)
        elif answer is None:
            left.append(need)
            if card in need.cards and card not in known.faces:
                play.watch.setdefault(card, []).append(m)
        elif answer is False and need.claim:
            play.findings.append(Finding((m, n), need.message))
        elif answer is False:
            source = play.setup.game.rulebook.source
            broken += [Violation(rule, why, source(rule)) for rule, why in need.broken(known, catalogue)]
    return left, broken


def _may_be_others(play: Play, need: Need) -> bool:
    """Whether one of these cards was taken for the one that was shown although others lay beside it that came later
    or are not asked about: then nobody knows that it was this one."""
    guessed = play.guessed
    return any(card in guessed and not set(guessed[card]) <= set(need.cards) for card in need.cards)


def _legal(play: Play, m: int, n: int) -> None:
    if play.verdicts[m - 1].verdict == "undetermined" and m not in play.vague:
        play.verdicts[m - 1] = Verdict("legal", decided_at=n)


def _name_as_told(play: Play, m: int, cards: list[int]) -> None:
    """Where entry ``m`` took its card out of a zone nobody counted, the one it takes when it is carried out again is
    another: the entry then names it as it is known now."""
    entry, known = play.entries[m - 1], play.knowns[-1]
    made = [card for card in dict.fromkeys(cards) if card not in play.knowns[m - 1].pool_of]
    if len(made) == 1 and made[0] in known.faces and hasattr(entry, "card"):
        reference = msgspec.convert(play.setup.catalogue.reference(known.faces[made[0]]), CardRef)
        play.told[m] = msgspec.structs.replace(entry, card=reference)


def _carry_out_again(play: Play, m: int, n: int) -> None:
    """Carry out entry ``m``, whose effect is known since ``n``, and those that followed, with that knowledge."""
    known = play.knowns[m - 1].restored(play.knowns[-1])
    before = dict(play.open)
    active = [k for k in play.active_entries if k >= m]
    refolded = refold(play, m, known, active)
    if isinstance(refolded, str) or m in play.open:
        play.open = before
        why = refolded if isinstance(refolded, str) else say("entry_still_undetermined")
        play.findings.append(Finding((m, n), say("effect_known_later_not_carried_out", m=m, why=why)))
    else:
        play.positions[-1], play.knowns[-1] = refolded
        for k in active:
            _decide_again(play, k, n)


def _decide_again(play: Play, k: int, n: int) -> None:
    """Decide what is still open of an entry that was carried out again, by what entry ``n`` and those before it
    showed."""
    faces = play.knowns[-1].faces
    for card in {card for need in play.open.get(k, ()) for card in need.cards if card in faces}:
        if k in play.open:
            _decide(play, k, n, card)
    if k not in play.open:
        _legal(play, k, n)
