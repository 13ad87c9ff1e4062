"""Notes as the replay shows them: those at an entry, each with its form where the reader may change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from referee.judging.viewers import Viewer
from referee.models.notes import ShownTo
from referee.models.records import Record
from referee.notes.changes import MAX_TEXT, circles, may_write
from referee.notes.reading import Note, counts, notes_for
from tournaments.access import Actor

#: So many are listed under the log; at their entries all are.
LISTED = 50


class NoteForm(forms.Form):
    """A note, and who reads it. ``number``: the note that is changed; ``seat``: from where the log is seen."""

    text = forms.CharField(
        label=_("Note"),
        max_length=MAX_TEXT,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Write something.")},
    )
    shown_to = forms.ChoiceField(label=_("Who reads it"), widget=forms.RadioSelect)
    number = forms.IntegerField(required=False, min_value=1, max_value=2**62, widget=forms.HiddenInput)
    seat = forms.CharField(required=False, max_length=10, widget=forms.HiddenInput)

    def __init__(
        self, told: Sequence[ShownTo], of_judge: bool, data: Mapping[str, Any] | None = None, **initial: Any
    ) -> None:
        sent = str((data or {}).get("number", ""))
        number = initial.get("number") or (sent if sent.isascii() and sent.isdecimal() else "new")
        super().__init__(data, initial=initial, auto_id=f"id_note_{number}_%s")
        self.fields["shown_to"].choices = [(one.value, circle_words(one, of_judge)) for one in told]  # type: ignore[attr-defined]
        #: whether nobody else can be shown it from here
        self.is_kept = len(told) == 1


def circle_words(shown_to: ShownTo, of_judge: bool) -> Any:
    """Who reads a note, in words."""
    if shown_to != ShownTo.KEPT:
        return shown_to.label
    return _("The judges of this event") if of_judge else _("You alone")


def note_form(
    record: Record,
    own: Viewer,
    viewer: Viewer,
    data: Mapping[str, Any] | None = None,
    note: Note | None = None,
) -> NoteForm:
    """The form of a new note, or of the ``note`` that is changed."""
    told = circles(record, own, viewer)
    initial: dict[str, Any] = {"shown_to": ShownTo.KEPT, "seat": "" if viewer == own else viewer.seat}
    if note is not None:
        shown_to = note.shown_to if note.shown_to in told else ShownTo.KEPT
        initial |= {"text": note.text, "number": note.number, "shown_to": shown_to}
    return NoteForm(told, own.sees_all, data, **initial)


def notes_context(
    record: Record,
    actor: Actor,
    own: Viewer,
    viewer: Viewer,
    n: int,
    *,
    table_lets: bool,
    sent: NoteForm | None = None,
) -> dict[str, Any]:
    """What the replay shows of notes at entry ``n``. ``sent``: a form that was refused, to be shown again."""
    notes = notes_for(record, actor, own, viewer)
    writes = table_lets and may_write(record, own)
    again = sent.data.get("number", "") if sent is not None else None

    def form_for(note: Note | None) -> NoteForm:
        if sent is not None and again == (str(note.number) if note else ""):
            return sent
        return note_form(record, own, viewer, note=note)

    shown = [
        (note, circle_words(note.shown_to, note.of_judge), form_for(note) if writes and note.mine else None)
        for note in notes
        if note.at == n
    ]
    fresh = form_for(None) if writes and n and record.replaced_at is None else None
    if sent is not None and all(
        form is not sent for form in (fresh, *(form for _note, _circle, form in shown))
    ):
        fresh = sent  # its own place is gone: what was typed, and why it was refused, is still shown
    return {
        "notes": shown,
        "noted": counts(notes),
        "note_form": fresh,
        "all_notes": notes[:LISTED],
        "more_notes": max(len(notes) - LISTED, 0),
        "takes_notes_back": table_lets,
    }
