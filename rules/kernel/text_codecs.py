"""Codecs for facts of a type of their own that positions write as text: a filter of cards, a lasting effect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin

import msgspec

#: such a text
Text = Annotated[str, msgspec.Meta(max_length=200)]


@dataclass(frozen=True, slots=True)
class TextCodec:
    """The codec of a fact: ``read`` gives the value that a text means, ``write`` the text of a value. Any text can be
    read; written again, it is the same."""

    read: Callable[[str], object]
    write: Callable[[Any], str]


def codec_of(hint: object) -> TextCodec | None:
    """The codec of a fact of this type; None where it is not written as text."""
    if get_origin(hint) is Annotated:
        for mark in get_args(hint)[1:]:
            if isinstance(mark, TextCodec):
                return mark
    return None
