"""A picture from a phone becomes one of ours: decoded, turned upright, made smaller, written anew as JPEG.

Nothing of the file is kept but what it shows: no place, no time, no name of the phone, no second picture inside it.
"""

from __future__ import annotations

from io import BytesIO

import msgspec
import structlog
from PIL import Image, ImageOps

from tournaments.errors import Invalid
from tournaments.messages import message as _

MAX_BYTES = 5 * 1024 * 1024
#: The longest side of a stored picture, in pixels: enough to read a card on a table.
LONGEST = 1600
QUALITY = 80
#: What is read at all, and of how many pixels. A JPEG is made smaller while it is decoded; the others need four bytes
#: of memory for each pixel.
MOST_PIXELS = {"JPEG": 50_000_000, "MPO": 50_000_000, "PNG": 16_000_000, "WEBP": 16_000_000}

log = structlog.get_logger(__name__)


class BadPicture(Invalid):
    """A file that is no picture of a kind that is taken, or too large a one."""

    code = "bad_picture"

    def __init__(self, text: str) -> None:
        super().__init__(text, fields={"picture": text})


class Clean(msgspec.Struct, frozen=True):
    """The picture as it is stored: a JPEG."""

    body: bytes
    width: int
    height: int


def clean_picture(data: bytes) -> Clean:
    """Decodes a JPEG, PNG or WebP file and writes what it shows anew. Raises BadPicture; a file that would unfold to
    too many pixels is refused by its first bytes, before it is decoded."""
    if len(data) > MAX_BYTES:
        raise BadPicture(_("A picture may be at most %(n)s MB.", n=MAX_BYTES // 1024 // 1024))
    try:
        with Image.open(BytesIO(data), formats=("JPEG", "PNG", "WEBP")) as opened:
            kind, (width, height) = str(opened.format), opened.size
            if width * height > MOST_PIXELS.get(kind, 0):
                raise BadPicture(_("This picture has too many pixels. Send a smaller one."))
            return _written(_upright(opened))
    except BadPicture:
        raise
    except Image.DecompressionBombError:
        raise BadPicture(_("This picture has too many pixels. Send a smaller one.")) from None
    except Exception as error:  # a decoder may fail in any way on bytes that were made for it
        log.info("a file could not be read as a picture", why=type(error).__name__)
        raise BadPicture(_("This cannot be read as a picture. Send a JPEG, PNG or WebP file.")) from None


def _upright(opened: Image.Image) -> Image.Image:
    """The picture as it was meant to be looked at, no larger than it is stored, on white where it shows nothing."""
    opened.draft("RGB", (LONGEST, LONGEST))
    picture = ImageOps.exif_transpose(opened)
    if picture.mode not in ("RGB", "RGBA"):
        picture = picture.convert(
            "RGBA" if "transparency" in picture.info or picture.mode in ("LA", "PA") else "RGB"
        )
    picture.thumbnail((LONGEST, LONGEST))
    plain = Image.new("RGB", picture.size, "white")
    plain.paste(picture, mask=picture if picture.mode == "RGBA" else None)
    return plain


def _written(picture: Image.Image) -> Clean:
    file = BytesIO()
    picture.save(file, "JPEG", quality=QUALITY, optimize=True)
    return Clean(file.getvalue(), *picture.size)
