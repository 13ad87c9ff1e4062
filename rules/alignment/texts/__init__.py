"""The messages about two logs of one game: ``en.toml`` and a file for each other language
(``rules.kernel.messages``)."""

from pathlib import Path

from rules.kernel import texts as kernel
from rules.kernel.messages import Texts

TEXTS = Texts(__name__, Path(__file__).parent, kernel.TEXTS)
say = TEXTS.say
joined = TEXTS.joined
