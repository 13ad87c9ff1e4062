"""Bringing a rulebook's text in, and taking it away."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from referee.budget import WHOLE_LOG, budget
from referee.models.rulebooks import RulebookPassage, RulebookText
from referee.original_texts.matching import Passage, passages
from referee.original_texts.queries import may_bring_in, of_reader
from rules.kernel.game import Game
from rules.registry import known
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.jobs import Job

#: The kind of the job that brings a long one in.
IMPORT = "import_rulebook"
MAX_BYTES = 2_000_000
#: So many texts has one owner.
MOST = 20
BATCH = 500


class BadText(Invalid):
    """A file whose wording cannot be told."""

    code = "bad_rulebook"


class ReadText(NamedTuple):
    """A text whose wording is told, not written yet: its game, the ledger's name and its own, and the wording by
    entry."""

    game: str
    book: str
    name: str
    digest: str
    wording: dict[str, Passage]


def import_rulebook(
    game: str, name: str, data: bytes, *, by: Actor, now: datetime, for_site: bool = False
) -> RulebookText:
    """Brings in the text of a game's rulebook for the actor's own eyes (``for_site``: of those who run the site). One
    of the same name is replaced. Raises NotAllowed, NotFound, BadText, TooCostly, Conflict."""
    check_may_bring_in(by, for_site)
    return keep_text(read_text(game, name, data), by=by, now=now, for_site=for_site)


def check_may_bring_in(by: Actor, for_site: bool = False) -> None:
    """Raises NotAllowed."""
    if not (by.is_system or may_bring_in(by)) or (for_site and not (by.is_system or _runs_site(by))):
        raise NotAllowed(
            _(
                "An organiser brings in a rulebook that is their own; for all who run the site one of them does."
            )
        )


def check_text(game: str, name: str, data: bytes) -> tuple[Game, str, str]:
    """What is told without looking for the wording: the game, the text's name and the text. Raises NotFound,
    BadText."""
    engine = known(game)
    if engine is None:
        raise NotFound(_("There is no such game."))
    return engine, _name(name), _decoded(data)


def read_text(game: str, name: str, data: bytes) -> ReadText:
    """Looks for the wording of each entry; writes nothing. Raises NotFound, BadText, TooCostly."""
    engine, name, text = check_text(game, name, data)
    ledger = engine.rulebook.ledgers[0]
    with budget(WHOLE_LOG):
        wording = passages(text, ledger.entry)
    if not wording:
        raise BadText(_("None of the rulebook's headings is in this file."))
    return ReadText(game, ledger.name, name, sha256(data).hexdigest(), wording)


def keep_text(read: ReadText, *, by: Actor, now: datetime, for_site: bool = False) -> RulebookText:
    """Writes a text that was read, for whoever has asked whether the actor may. Raises Conflict."""
    owner = None if for_site or by.user is None else by.user
    try:
        with transaction.atomic():
            rows = _standing(owner)
            _take_away(rows.filter(book=read.book, name=read.name), now)
            if rows.count() >= MOST:
                raise Conflict(_("There are %(n)s texts already. Take one away first.", n=MOST))
            kept = RulebookText.objects.create(
                owner=owner, game=read.game, book=read.book, name=read.name, digest=read.digest,
                matched=len(read.wording), at=now, **by.fact,
            )  # fmt: skip
            RulebookPassage.objects.bulk_create(_rows(kept, read.wording), batch_size=BATCH)
            return kept
    except IntegrityError:
        raise Conflict(_("This text was brought in a moment ago.")) from None


def take_away_rulebook(number: int, *, by: Actor, now: datetime) -> None:
    """Takes a text away that the actor reads: its wording is deleted. Twice is once. Raises NotFound."""
    with transaction.atomic():
        row = of_reader(by).filter(pk=number).first() if 0 < number < 2**63 else None
        if row is None:
            raise NotFound(_("There is no such text."))
        _take_away(RulebookText.objects.filter(pk=row.pk), now)


def erase_texts_of(user: User | None, entries: list[int]) -> None:
    """Deletes all that an account brought in, with the names of its files; done when it leaves."""
    if user is None:
        return
    RulebookText.objects.filter(owner=user).delete()
    for job in Job.objects.select_for_update(no_key=True, of=("self",)).filter(kind=IMPORT, by_user=user):
        if job.arguments.pop("name", None) is not None:
            job.save(update_fields=["arguments"])


def _standing(owner: User | None) -> QuerySet[RulebookText]:
    return RulebookText.objects.filter(owner=owner, taken_away_at=None)


def _take_away(rows: QuerySet[RulebookText], now: datetime) -> None:
    numbers = list(rows.select_for_update().values_list("pk", flat=True))
    RulebookPassage.objects.filter(rulebook__in=numbers).delete()
    RulebookText.objects.filter(pk__in=numbers, taken_away_at=None).update(taken_away_at=now)


def _rows(kept: RulebookText, wording: dict[str, Passage]) -> list[RulebookPassage]:
    return [
        RulebookPassage(rulebook=kept, entry=entry, heading=passage.heading[:200], text=passage.text)
        for entry, passage in wording.items()
    ]


def _runs_site(by: Actor) -> bool:
    return by.user is not None and by.user.is_superuser


def _name(name: str) -> str:
    """A file's name without its ending. Raises BadText."""
    name = name.replace("\\", "/").rpartition("/")[2].rpartition(".")[0] or name
    name = "".join(letter for letter in name if letter.isprintable()).strip()[:100]
    if not name:
        raise BadText(_("Give the text a name."))
    return name


def _decoded(data: bytes) -> str:
    """The text of a file: UTF-8, or what old files are written in. Raises BadText."""
    if len(data) > MAX_BYTES:
        raise BadText(_("The file is too large."))
    at = data.find(b"\0")
    if at >= 0:
        line = data.count(b"\n", 0, at) + 1
        raise BadText(_("Line %(n)s: this is no text. Save the rulebook as plain text (.txt) first.", n=line))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
